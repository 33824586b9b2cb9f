package decompose

// LiveURL is a URL object that has a query alone.
type LiveURL struct {
	Query   string
	Present bool
	Updates int // how often the query was set
}

func (u *LiveURL) setQuery(query string, present bool) {
	u.Query, u.Present = query, present
	u.Updates++
}

// What the URL class asks of a SearchParams.
func (p *SearchParams) Attach(u *LiveURL, emptyIsNull bool) { p.attach(u, emptyIsNull) }
func (p *SearchParams) Detach(u *LiveURL)                   { p.detach(u) }
func (p *SearchParams) Reset(query string)                  { p.reset(query) }
func (p *SearchParams) UpdateOthers(u *LiveURL)             { p.update(u) }
