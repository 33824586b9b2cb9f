package check

import (
	"strings"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

// readSheets reads the style sheets of sites on disk, those that pages use first: a sheet that does not declare its
// encoding has that of the first page or sheet that uses it.
func (r *run) readSheets() {
	waiting := map[*page]bool{}
	for _, p := range r.pages {
		if p.contentType == sheetType && p.file != nil && !p.isTarget {
			waiting[p] = true
		}
	}
	users := r.pages
	for len(waiting) > 0 && !r.isInterrupted() {
		var next []*page
		for _, user := range users {
			for _, sheet := range user.uses {
				if waiting[sheet] {
					sheet.owner = user
					next = append(next, sheet)
					delete(waiting, sheet)
				}
			}
		}
		if len(next) == 0 { // the others are used by none
			for _, p := range r.pages {
				if waiting[p] {
					next = append(next, p)
				}
			}
			clear(waiting)
		}
		r.readAll(next)
		users = next
	}
}

// readSheet reads a style sheet.
func (r *run) readSheet(p *page) {
	text, err := r.open(p)
	if err != nil {
		p.findUnreadable(reasonOf(err))
		return
	}
	defer text.Close()
	sheet, err := document.ParseSheet(text, document.SheetOptions{Address: p.address, Edition: r.Edition, Owner: r.ownerOf(p)})
	if err != nil {
		p.findUnreadable(reasonOf(err))
		return
	}
	r.takeSheet(p, sheet)
}

// takeSheet judges the references of a style sheet. Those to elements are to those of the pages that use it.
func (r *run) takeSheet(p *page, sheet *document.Sheet) {
	p.isRead = true
	p.encoding, _ = sheet.Encoding()
	j := judge{run: r, page: p, text: sheet}
	for link := range sheet.Links() {
		if !strings.HasPrefix(link.Raw, "#") {
			j.link(&link)
		}
	}
	p.counts = j.counts
	p.baseIndexes = nil
}

// ownerOf returns a document with the encoding of the first user of a style sheet.
func (r *run) ownerOf(p *page) *document.Document {
	if p.owner == nil {
		return nil
	}
	d, err := document.Parse(strings.NewReader(""), document.Options{Address: p.owner.address, Edition: r.Edition,
		ContentType: "text/html; charset=" + p.owner.encoding})
	if err != nil {
		return nil
	}
	return d
}

// fetchSheets reads the style sheets of live sites, and those that they import. The answers stay for whoever asks for
// them again.
func (r *run) fetchSheets() {
	users := r.pages
	for len(users) > 0 {
		var found []*page
		for _, user := range users {
			for i := range user.waiting {
				w := &user.waiting[i]
				if !w.isSheet || w.target != nil || r.isInterrupted() {
					continue
				}
				u, err := living.Parse(w.url)
				if err != nil || !r.isLive(u) || r.visits[keyOf(u)] != nil {
					continue
				}
				if sheet := r.fetchSheet(u.Without(resolve.Fragment), user); sheet != nil {
					found = append(found, sheet)
				}
			}
		}
		r.pages = append(r.pages, found...)
		users = found
	}
}

// fetchSheet fetches a style sheet, and returns its page, or nil if there is none.
func (r *run) fetchSheet(u resolve.URL, owner *page) *page {
	v := &visit{address: u.String()}
	r.visits[keyOf(u)] = v
	response, err := r.client().Fetch(r.ctx, fetch.Request{URL: u})
	if r.isInterrupted() {
		delete(r.visits, keyOf(u))
		return nil
	}
	if err != nil {
		v.err = err
		return nil
	}
	defer response.Body.Close()
	v.status, v.redirects, v.address = response.Status, response.Redirects, response.URL.String()
	if !r.accepts(v.status) || r.SkipPage != nil && r.SkipPage(v.address) {
		return nil
	}
	p := &page{site: owner.site, name: v.address, address: v.address, contentType: sheetType, owner: owner}
	v.page = p
	sheet, err := document.ParseSheet(response.Body, document.SheetOptions{Address: p.address, Edition: r.Edition,
		ContentType: response.Header.Get("Content-Type"), Owner: r.ownerOf(p)})
	if err != nil && r.ctx.Err() == nil {
		p.findUnreadable(reasonOf(err))
		return p
	}
	if err == nil {
		r.takeSheet(p, sheet)
	}
	return p
}

// client returns the client for all requests.
func (r *run) client() *fetch.Client { return r.Servers.Crawler.Client }
