package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"htmlurl/document"
	"htmlurl/resolve"
)

// page is a page of the corpus in UTF-8.
type page struct {
	name, address string
	text          []byte
}

// options are what htmlurl is told of the page: the same that the others know.
func (p page) options() document.Options {
	return document.Options{Address: p.address, ContentType: contentType, Edition: resolve.Living}
}

const contentType = "text/html; charset=utf-8"

// link is a URL that the page has, of what reference, and where: "img src".
type link struct{ place, raw, url string }

// links returns the links of the page as its tree has them, with their number including those that have no URL.
func (p page) links() (links []link, all int, err error) {
	d, err := document.Parse(bytes.NewReader(p.text), p.options())
	if err != nil {
		return nil, 0, err
	}
	for l := range d.Links() {
		all++
		if l.Err == nil {
			links = append(links, link{l.Node.Data + " " + l.Attr, l.Raw, understood(l.URL.String())})
		}
	}
	return links, all, nil
}

// judgement is what the extractors give, all pages together.
type judgement struct {
	links, urls int // that the trees have; how many have a URL
	verdicts    []verdict
}

// verdict is what an extractor gives.
type verdict struct {
	extractor
	sought        int // URLs of the trees where it looks
	found         int
	missed, wrong []mistake
}

// mistake is a URL that an extractor should have given, or should not, and the name of the page.
type mistake struct{ page, url string }

// judge lets the extractors read the pages once, and compares them with the trees.
func judge(pages []page, extractors []extractor) (*judgement, error) {
	j := &judgement{}
	for _, e := range extractors {
		j.verdicts = append(j.verdicts, verdict{extractor: e})
	}
	for _, p := range pages {
		links, all, err := p.links()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		j.links += all
		j.urls += len(links)
		for i := range j.verdicts {
			if err := j.verdicts[i].add(p, links); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", p.name, j.verdicts[i].name, err)
			}
		}
	}
	return j, nil
}

// add lets the extractor read a page, and compares what it gives with the links where it looks.
func (v *verdict) add(p page, links []link) error {
	var want, got []string
	for _, l := range links {
		if v.looks(l) {
			want = append(want, l.url)
		}
	}
	err := v.extract(p, func(url string) { got = append(got, understood(url)) })
	v.sought += len(want)
	v.found += len(got)
	v.missed = append(v.missed, mistakes(p, want, got)...)
	v.wrong = append(v.wrong, mistakes(p, got, want)...)
	return err
}

// understood returns the URL that a browser makes of what an extractor gives, so that spelling does not count, without
// an empty fragment.
func understood(url string) string {
	if u, err := (resolve.Resolver{Edition: resolve.Living}).Parse(url); err == nil {
		url = u.String()
	}
	return strings.Clone(strings.TrimSuffix(url, "#"))
}

// mistakes returns those of the URLs that are not among others, each as often as it is missing there.
func mistakes(p page, urls, others []string) []mistake {
	count := map[string]int{}
	for _, u := range others {
		count[u]++
	}
	var found []mistake
	for _, u := range urls {
		if count[u]--; count[u] < 0 {
			found = append(found, mistake{p.name, u})
		}
	}
	return found
}

// describe tells how much there is to extract, and lists what is wrong.
func (j *judgement) describe(out io.Writer, pages []page, verbose bool) {
	fmt.Fprintf(out, "%d pages of %.1f MB in UTF-8 with %d links, %d of them with a URL\n",
		len(pages), float64(size(pages))/1e6, j.links, j.urls)
	if !verbose {
		return
	}
	for _, v := range j.verdicts {
		for _, m := range v.missed {
			fmt.Fprintf(out, "\t%s missed by %s: %q\n", m.page, v.name, m.url)
		}
		for _, m := range v.wrong {
			fmt.Fprintf(out, "\t%s false by %s: %q\n", m.page, v.name, m.url)
		}
	}
}

// size returns how many bytes the pages have.
func size(pages []page) int {
	n := 0
	for _, p := range pages {
		n += len(p.text)
	}
	return n
}

// extraction returns the work of the extractors, of which a unit is a page.
func extraction(pages []page, extractors []extractor) contest {
	c := contest{units: len(pages)}
	for _, e := range extractors {
		c.passes = append(c.passes, func() { e.pass(pages) })
	}
	return c
}

// pass reads all pages once, and drops what they have.
func (e extractor) pass(pages []page) {
	for _, p := range pages {
		if err := e.extract(p, func(string) {}); err != nil {
			panic(fmt.Sprintf("%s refuses %s, which it did not before: %v", e.name, p.name, err))
		}
	}
}
