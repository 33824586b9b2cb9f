package check

import (
	"fmt"
	"net/http"
	"slices"

	"htmlurl/crawl"
	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/resolve"
)

// visit is what is known of a URL of a live site.
type visit struct {
	page      *page // that was read, or nil
	address   string
	status    int
	redirects []fetch.Redirect
	err       error
}

// isLive tells whether a URL is in a live site.
func (r *run) isLive(u resolve.URL) bool {
	if len(r.starts) == 0 {
		return false
	}
	normal, err := living.Parse(u.String())
	return err == nil && r.inScope(normal)
}

// inScope tells whether a URL, as today's rules normalise it, is in one of the live sites.
func (r *run) inScope(u resolve.URL) bool {
	return slices.ContainsFunc(r.sites, func(s *site) bool { return s.FS == nil && s.inScope(u) })
}

// headerFor returns the further fields of requests to the servers of live sites.
func (r *run) headerFor(u resolve.URL) http.Header {
	header := r.Servers.Crawler.Header
	if len(header) == 0 {
		return nil
	}
	for _, s := range r.sites {
		if start, err := living.Parse(s.Address); s.FS == nil && err == nil && living.Origin(start) == living.Origin(u) {
			return header
		}
	}
	return nil
}

// keyOf returns what is the same for URLs of the same resource: the URL without its fragment as today's rules
// normalise it.
func keyOf(u resolve.URL) string {
	if normal, err := living.Parse(u.String()); err == nil {
		u = normal
	}
	return u.Without(resolve.Fragment).String()
}

// crawl reads the pages of live sites.
func (r *run) crawl() error {
	if len(r.starts) == 0 || r.isInterrupted() {
		return nil
	}
	crawler := r.Servers.Crawler
	crawler.Options = pageOptions
	crawler.Options.NoScripting = r.NoScripting
	crawler.InScope, crawler.Follow = r.inScope, r.follows
	crawler.Progress = func(p crawl.Progress) {
		r.tell(func(progress *Progress) { progress.Pages, progress.Of = p.Pages, p.Pages+p.Queued })
	}
	for p, err := range crawler.Pages(r.ctx, r.starts...) {
		if err != nil && !r.isInterrupted() {
			return err
		}
		if err == nil {
			r.takePage(p)
		}
	}
	r.fetchSheets()
	return nil
}

// follows tells whether the crawl follows a link.
func (r *run) follows(link document.Link) bool {
	return crawl.FollowDocuments(link) && !ignores(link.Node) && (r.SkipLink == nil || !r.SkipLink(link.URL.String()))
}

// takePage takes what a crawl found at a URL.
func (r *run) takePage(found *crawl.Page) {
	u, _ := living.Parse(found.URL)
	v := &visit{address: found.Address.String(), status: found.Status, redirects: found.Redirects, err: found.Err}
	known := r.visits[keyOf(found.Address)]
	r.visits[keyOf(u)] = v
	switch {
	case known != nil && known.page != nil: // of another start, or under another URL
		v.page = known.page
	case found.Document != nil:
		address := found.Address.Without(resolve.Fragment).String()
		v.page = &page{name: address, address: address, contentType: found.Type,
			isUpgrading: slices.ContainsFunc(found.Header["Content-Security-Policy"], isUpgrading)}
		v.page.isTarget = r.SkipPage != nil && r.SkipPage(address)
		r.take(v.page, found.Document)
		r.pages = append(r.pages, v.page)
		final := *v
		final.redirects = nil
		r.visits[keyOf(found.Address)] = &final
		if len(found.Redirects) == 0 {
			r.visits[keyOf(u)] = &final
		}
	case found.Err != nil && found.Status != 0 && r.accepts(found.Status) && !r.isInterrupted():
		p := &page{name: v.address, address: v.address}
		p.findUnreadable(reasonOf(found.Err))
		r.pages = append(r.pages, p)
		v.page, v.err = p, nil
	case found.Depth == 0:
		r.findStart(found)
	}
}

// findStart adds the finding that a start page cannot be had, to which no link may lead.
func (r *run) findStart(found *crawl.Page) {
	f := Finding{Page: found.URL, URL: found.URL, Severity: Error, Rule: TargetUnreachable}
	switch {
	case r.isInterrupted(), found.Err == nil && r.accepts(found.Status):
		return
	case isRedirect(found.Status) && len(found.Redirects) > 0:
		f.Rule, f.Message = TargetStatus, fmt.Sprintf("the site redirects (%d) to %s, out of what is checked: begin there",
			found.Status, found.Address)
	case found.Err != nil:
		f.Message = "the site cannot be reached: " + whyUnreachable(found.Err)
	default:
		f.Rule, f.Message = statusRule(found.Status), statusText(found.Status)
	}
	r.findings = append(r.findings, f)
}

func statusText(status int) string {
	return fmt.Sprintf("the server answers %d %s", status, http.StatusText(status))
}

// accepts tells whether a status is fine.
func (r *run) accepts(status int) bool {
	if r.Servers.Accepts == nil {
		return 200 <= status && status <= 299
	}
	return r.Servers.Accepts(status)
}
