package main

import (
	"context"
	"errors"
	"fmt"
	"net"

	"htmlurl/crawl"
	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/printable"
	"htmlurl/resolve"
)

// pageJSON is a line of htmlurl crawl.
type pageJSON struct {
	URL         string           `json:"url"`
	Address     *string          `json:"address"`
	Status      int              `json:"status,omitempty"`
	Depth       int              `json:"depth"`
	From        string           `json:"from,omitempty"`
	Redirects   []fetch.Redirect `json:"redirects"`
	IsDuplicate bool             `json:"duplicate,omitempty"`
	Type        string           `json:"type,omitempty"`
	*baseJSON
	Links      *[]pageLinkJSON `json:"links,omitempty"`      // of a document
	Omitted    int             `json:"omitted,omitempty"`    // links beyond what a line can hold
	Unfollowed int             `json:"unfollowed,omitempty"` // links that are too long, or too many, to be followed
	Error      *failureJSON    `json:"error,omitempty"`
}

// pageLinkJSON is a reference of a page.
type pageLinkJSON struct {
	referenceJSON
	Ignored  string   `json:"ignored,omitempty"`
	Rel      []string `json:"rel,omitempty"`
	NoFollow bool     `json:"nofollow,omitempty"`
	Text     string   `json:"text,omitempty"`
	Frame    []int    `json:"frame,omitempty"` // ordinals from 0, the outermost first
}

// failureJSON says why a page could not be fetched or read.
type failureJSON struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

func newFailureJSON(err error) *failureJSON { return &failureJSON{failureRule(err), err.Error()} }

// maxLine is about how many bytes of references a line holds. URLs can be many times as long as the page that has them.
const maxLine = 64 << 20

func newPageJSON(p *crawl.Page, hasText bool) *pageJSON {
	line := &pageJSON{
		URL:         p.URL,
		Address:     orNull(p.Address),
		Status:      p.Status,
		Depth:       p.Depth,
		From:        p.From,
		Redirects:   append([]fetch.Redirect{}, p.Redirects...),
		IsDuplicate: p.IsDuplicate,
		Type:        p.Type,
	}
	if p.Err != nil {
		line.Error = newFailureJSON(p.Err)
	}
	if p.Document != nil {
		report := baseReport(p.Document)
		line.baseJSON = &report
		line.addLinks(p, hasText)
	}
	return line
}

// addLinks adds the references of the document, and of those in its srcdoc attributes, perhaps with their texts.
func (line *pageJSON) addLinks(p *crawl.Page, hasText bool) {
	links := []pageLinkJSON{}
	line.Omitted = forLinks(p, func(frame []int, link document.Link) (size int, keep func()) {
		l := newPageLinkJSON(link, frame)
		if !hasText {
			l.Text = ""
		}
		size = len(l.Raw) + len(link.URL.String()) + len(l.Text)
		if l.Error != nil {
			size += len(l.Error.Message)
		}
		return size, func() { links = append(links, l) }
	})
	line.Links, line.Unfollowed = &links, p.Unfollowed
}

// forLinks goes through the references of a page, and keeps those that a line can hold. It returns how many others
// there are.
func forLinks(p *crawl.Page, read func([]int, document.Link) (size int, keep func())) (omitted int) {
	const around = 150 // bytes of JSON
	room := maxLine
	for frame, link := range p.Links() {
		if room <= 0 {
			omitted++
			continue
		}
		size, keep := read(frame, link)
		if room -= size + around; room > 0 {
			keep()
		} else {
			omitted++
		}
	}
	return omitted
}

func newPageLinkJSON(link document.Link, frame []int) pageLinkJSON {
	return pageLinkJSON{
		referenceJSON: newReferenceJSON(link),
		Ignored:       string(link.Ignored),
		Rel:           link.Rel(),
		NoFollow:      link.NoFollow(),
		Text:          link.Text(),
		Frame:         frame,
	}
}

// failures names reasons for which a page cannot be fetched or read.
var failures = []struct {
	err  error
	name string
}{
	{fetch.ErrPrivate, "private-address"},
	{fetch.ErrCertificate, "certificate"},
	{fetch.ErrRedirectLoop, "redirect-loop"},
	{fetch.ErrRedirects, "too-many-redirects"},
	{fetch.ErrRedirectScheme, "redirect-scheme"},
	{fetch.ErrLocation, "redirect-location"},
	{fetch.ErrTooLong, "too-long"},
	{fetch.ErrCoding, "content-coding"},
	{fetch.ErrStalled, "stalled"},
	{fetch.ErrTimeout, "timeout"},
	{context.DeadlineExceeded, "timeout"},
	{context.Canceled, "interrupted"},
	{fetch.ErrCut, "cut"},
	{fetch.ErrURL, "url"},
	{document.ErrDepth, "document-depth"},
	{document.ErrNotWellFormed, "not-well-formed"},
}

// failureRule names the reason why a page could not be fetched or read.
func failureRule(err error) string {
	for _, f := range failures {
		if errors.Is(err, f.err) {
			return f.name
		}
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "dns"
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return "connection"
	}
	if errors.Is(err, fetch.ErrRobots) {
		return "robots"
	}
	if _, ok := errors.AsType[*resolve.Error](err); ok {
		return "url"
	}
	return "failed"
}

// marshalLine returns the JSON of v as a line.
func marshalLine(v any) ([]byte, error) {
	text, err := marshal(v)
	if err != nil {
		return nil, fmt.Errorf("cannot write a line: %w", err)
	}
	return append(printable.JSON(text), '\n'), nil
}
