package check

import (
	"strings"
	"sync"

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

// fetchSheets reads the style sheets of live sites, and those that they import, some at the same time. The answers stay for
// whoever asks for them again.
func (r *run) fetchSheets() {
	users := r.pages
	for imports := 0; imports < maxImports && len(users) > 0 && !r.isInterrupted(); imports++ {
		wanted := r.unknownSheets(users)
		fetched := make([]fetchedSheet, len(wanted))
		var fetchers sync.WaitGroup
		next := make(chan int)
		for range maxFetchers {
			fetchers.Go(func() {
				for i := range next {
					fetched[i] = r.fetchSheet(wanted[i])
				}
			})
		}
		for i := range wanted {
			next <- i
		}
		close(next)
		fetchers.Wait()
		users = nil
		for i := range wanted {
			if sheet := r.takeFetched(&wanted[i], &fetched[i]); sheet != nil {
				users = append(users, sheet)
			}
		}
		r.pages = append(r.pages, users...)
	}
}

// maxImports is how many style sheets deep imports are followed, as a server may have one more at each URL.
const maxImports = 20

// maxFetchers is how many style sheets are fetched at the same time.
const maxFetchers = 4

// wantedSheet is a style sheet that a page uses.
type wantedSheet struct {
	url  resolve.URL
	user *page
}

// fetchedSheet is what came of one.
type fetchedSheet struct {
	visit visit
	sheet *document.Sheet
	err   error // why it cannot be read
}

// unknownSheets returns the style sheets of live sites that pages use, and which are not known yet.
func (r *run) unknownSheets(users []*page) []wantedSheet {
	var wanted []wantedSheet
	for _, user := range users {
		for i := range user.waiting {
			w := &user.waiting[i]
			if !w.isSheet || w.target != nil {
				continue
			}
			u, err := living.Parse(w.url)
			if err != nil || !r.isLive(u) || r.visits[keyOf(u)] != nil {
				continue
			}
			r.visits[keyOf(u)] = &visit{}
			wanted = append(wanted, wantedSheet{u.Without(resolve.Fragment), user})
		}
	}
	return wanted
}

// fetchSheet fetches a style sheet.
func (r *run) fetchSheet(w wantedSheet) (f fetchedSheet) {
	response, err := r.client().Fetch(r.ctx, fetch.Request{URL: w.url, Header: r.headerFor(w.url)})
	if err != nil {
		f.visit.err = err
		return f
	}
	defer response.Body.Close()
	f.visit = visit{address: response.URL.String(), status: response.Status, redirects: response.Redirects}
	if r.accepts(response.Status) && r.isLive(response.URL) && (r.SkipPage == nil || !r.SkipPage(f.visit.address)) {
		f.sheet, f.err = document.ParseSheet(response.Body, document.SheetOptions{Address: f.visit.address, Edition: r.Edition,
			ContentType: response.Header.Get("Content-Type"), Owner: r.ownerOf(&page{owner: w.user})})
	}
	return f
}

// takeFetched takes a style sheet that was fetched, and returns its page, or nil if there is none, or it is known already.
func (r *run) takeFetched(w *wantedSheet, f *fetchedSheet) *page {
	key := keyOf(w.url)
	if r.isInterrupted() && (f.visit.err != nil || f.err != nil) {
		delete(r.visits, key)
		return nil
	}
	r.visits[key] = &f.visit
	if f.sheet == nil && f.err == nil {
		return nil
	}
	final, _ := living.Parse(f.visit.address)
	if known := r.visits[keyOf(final)]; keyOf(final) != key && known != nil && known.page != nil {
		f.visit.page = known.page
		return nil
	}
	p := &page{name: f.visit.address, address: f.visit.address, contentType: sheetType, owner: w.user}
	f.visit.page = p
	r.visits[keyOf(final)] = &visit{page: p, address: f.visit.address, status: f.visit.status}
	if keyOf(final) == key {
		r.visits[key] = &f.visit
	}
	if f.err != nil {
		p.findUnreadable(reasonOf(f.err))
	} else {
		r.takeSheet(p, f.sheet)
	}
	return p
}

// client returns the client for all requests.
func (r *run) client() *fetch.Client { return r.Servers.Crawler.Client }
