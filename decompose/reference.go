package decompose

import "htmlurl/resolve"

// Reference is a reference without a document; a pointer to it is a Holder. With the zero BaseURL only an absolute one
// has a URL. The zero value holds the empty reference, in HTML5. For a URL alone see URL.
type Reference struct {
	Href    string
	BaseURL resolve.URL
	Rules   resolve.Resolver
}

// Reference returns Href.
func (r *Reference) Reference() (string, bool) { return r.Href, true }

// SetReference stores ref in Href.
func (r *Reference) SetReference(ref string) { r.Href = ref }

// Base returns BaseURL.
func (r *Reference) Base() resolve.URL { return r.BaseURL }

// Resolver returns Rules.
func (r *Reference) Resolver() resolve.Resolver { return r.Rules }
