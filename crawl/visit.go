package crawl

import (
	"context"
	"errors"
	"net/http"

	"htmlurl/fetch"
	"htmlurl/internal/frontier"
	"htmlurl/resolve"
)

// visit fetches a page, and finds the URLs to which it leads.
func (j *job) visit(ctx context.Context, e frontier.Entry) frontier.Visit {
	p := &Page{URL: e.URL, From: e.From, Depth: e.Depth}
	j.fetch(ctx, p, e.Referrer)
	var f finder
	if p.Document != nil && (j.Depth == 0 || p.Depth < j.Depth) {
		f = finder{job: j, page: p, from: p.Address.Without(resolve.Fragment).String(), depth: p.Depth + 1}
		if len(f.from) > maxURL { // after redirects
			f.from = p.URL
		}
		p.finder = &f
	}
	v := frontier.Visit{Record: j.recordOf(p)}
	if j.visited != nil {
		v.Value = p
	}
	if !p.Address.IsZero() && keyOf(p.Address.String()) != keyOf(p.URL) {
		duplicate := *p
		duplicate.Document, duplicate.IsDuplicate = nil, true
		v.Alias, v.Duplicate = p.Address.String(), j.recordOf(&duplicate)
	}
	if p.finder != nil { // the record did not need the links
		for range p.Links() {
		}
	}
	v.Found = f.found
	return v
}

// recordOf returns the record of a page. Without it the crawl ends.
func (j *job) recordOf(p *Page) []byte {
	record, err := j.record(p)
	if err != nil {
		j.cancel(err)
	}
	return record
}

// fetch fetches the page, through redirects as far as they are in scope.
func (j *job) fetch(ctx context.Context, p *Page, referrer string) {
	request := fetch.Request{
		ManualRedirect: true,
		ReferrerPolicy: "unsafe-url", // the policy has made the referrer already
	}
	rules := resolve.Resolver{Edition: j.client.Edition}
	request.URL, p.Err = rules.Parse(p.URL)
	if j.origins[originOf(request.URL)] {
		request.Header = j.Header
	}
	if referrer != "" {
		request.Referrer, _ = rules.Parse(referrer)
	}
	if p.Err != nil {
		return
	}
	response, err := j.client.Fetch(ctx, request)
	for err == nil {
		p.describe(response)
		target, failed := response.Location()
		if failed != nil {
			response.Body.Close()
			err = &fetch.Error{URL: p.Address.String(), Redirects: p.Redirects, Err: failed}
			break
		}
		if target.IsZero() {
			p.Err = j.read(p, response)
			return
		}
		redirect, _ := response.Redirect()
		p.Redirects = append(p.Redirects, redirect)
		if p.Address = target; !isHTTP(target) || !j.inScope(living(target)) {
			response.Body.Close()
			return
		}
		response, err = response.Follow(ctx)
	}
	p.Address, p.Status, p.Header, p.Err = resolve.URL{}, 0, nil, err
	if failed, ok := errors.AsType[*fetch.Error](err); ok {
		p.Redirects = failed.Redirects
	}
}

// describe copies what the response says.
func (p *Page) describe(r *fetch.Response) {
	p.Address, p.Status, p.Header, p.Redirects = r.URL, r.Status, r.Header, r.Redirects
}

// read parses the response if it is a document.
func (j *job) read(p *Page, r *fetch.Response) error {
	defer r.Body.Close()
	if r.StatusError() != nil || r.Status == http.StatusNoContent {
		return nil
	}
	var err error
	if p.Type, err = r.Type(); err != nil || !fetch.IsDocumentType(p.Type) {
		return err
	}
	p.Document, err = r.Document(j.Options)
	return err
}
