package main

import (
	"bytes"
	"io"
	"iter"
	"net/http"
	neturl "net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/gocolly/colly/v2"
	"golang.org/x/net/html"

	"htmlurl/document"
)

// extractor reads a page and gives the URLs of its links.
type extractor struct {
	name    string
	looks   func(link) bool // whether it tries to give this one
	extract func(p page, give func(url string)) error
}

func everywhere(link) bool { return true }

func nowhere(link) bool { return false }

// allExtractors returns the extractors, and what they are compared with first.
func allExtractors() []extractor {
	return []extractor{bareParser, bareTokenizer, tree, sparse, scanning(), selecting, visiting()}
}

var bareParser = extractor{"html.Parse", nowhere, func(p page, _ func(string)) error {
	_, err := html.Parse(bytes.NewReader(p.text))
	return err
}}

var bareTokenizer = extractor{"html.Tokenizer", nowhere, func(p page, _ func(string)) error {
	z := html.NewTokenizer(bytes.NewReader(p.text))
	for z.Next() != html.ErrorToken {
	}
	if err := z.Err(); err != io.EOF {
		return err
	}
	return nil
}}

var tree = extractor{"document.Parse", everywhere, func(p page, give func(string)) error {
	return parsing(p, p.options(), give)
}}

// sparse makes a tree of the elements with references alone.
var sparse = extractor{"document.Parse, LinksOnly", everywhere, func(p page, give func(string)) error {
	o := p.options()
	o.LinksOnly = true
	return parsing(p, o, give)
}}

// parsing gives the links of a document.
func parsing(p page, o document.Options, give func(string)) error {
	d, err := document.Parse(bytes.NewReader(p.text), o)
	if err != nil {
		return err
	}
	for l := range d.Links() {
		if l.Err == nil {
			give(l.URL.String())
		}
	}
	return nil
}

// scanning makes no tree. It uses one Scanner for all pages.
func scanning() extractor {
	var s document.Scanner
	return extractor{"document.Scan", everywhere, func(p page, give func(string)) error {
		for l, err := range s.Scan(bytes.NewReader(p.text), p.options()) {
			if err != nil {
				return err
			}
			if l.Err == nil {
				give(l.URL.String())
			}
		}
		return nil
	}}
}

// selecting is what users of goquery write.
var selecting = extractor{"goquery and net/url", isSelected, func(p page, give func(string)) error {
	base, err := neturl.Parse(p.address)
	if err != nil {
		return err
	}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(p.text))
	if err != nil {
		return err
	}
	if href, ok := doc.Find("base[href]").Attr("href"); ok {
		if u, err := base.Parse(strings.TrimSpace(href)); err == nil {
			base = u
		}
	}
	for _, s := range doc.Find(selector).EachIter() {
		for ref := range references(goquery.NodeName(s), s.Attr) {
			if u, err := base.Parse(ref); err == nil {
				give(u.String())
			}
		}
	}
	return nil
}}

// visiting is what users of colly write, with one collector for all pages, which come from memory.
func visiting() extractor {
	var site memory
	var give func(string)
	c := colly.NewCollector(colly.AllowURLRevisit())
	c.WithTransport(&site)
	c.OnHTML(selector, func(e *colly.HTMLElement) {
		for ref := range references(e.Name, e.DOM.Attr) {
			if u := e.Request.AbsoluteURL(ref); u != "" {
				give(u)
			}
		}
	})
	looks := func(l link) bool { return isSelected(l) && !strings.HasPrefix(strings.TrimSpace(l.raw), "#") }
	return extractor{"colly", looks, func(p page, g func(string)) error {
		site.text, give = p.text, g
		return c.Visit(p.address)
	}}
}

// memory answers all requests with one page.
type memory struct{ text []byte }

func (m *memory) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {contentType}},
		Body:       io.NopCloser(bytes.NewReader(m.text)),
	}, nil
}

// selected are the attributes that goquery and colly are asked for: those that people extract.
var selected = map[string][]string{
	"a": {"href"}, "area": {"href"}, "link": {"href"},
	"img": {"src", "srcset"}, "source": {"src", "srcset"}, "script": {"src"}, "iframe": {"src"}, "frame": {"src"},
	"embed": {"src"}, "audio": {"src"}, "video": {"src", "poster"}, "track": {"src"}, "object": {"data"},
	"form": {"action"}, "input": {"src", "formaction"}, "button": {"formaction"},
	"blockquote": {"cite"}, "q": {"cite"}, "ins": {"cite"}, "del": {"cite"},
}

// isSelected tells whether goquery and colly are asked for the link. Their selectors do not look at prefixes.
func isSelected(l link) bool {
	element, attribute, _ := strings.Cut(l.place, " ")
	return slices.Contains(selected[element], strings.TrimPrefix(attribute, "xlink:"))
}

// selector selects the elements with these attributes.
var selector = func() string {
	var all []string
	for element, attributes := range selected {
		for _, a := range attributes {
			all = append(all, element+"["+a+"]")
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}()

// references yields the references in the selected attributes of an element.
func references(element string, attribute func(string) (string, bool)) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range selected[element] {
			value, ok := attribute(a)
			switch {
			case !ok:
			case a == "srcset":
				for ref := range candidates(value) {
					if !yield(ref) {
						return
					}
				}
			case !yield(strings.TrimSpace(value)):
				return
			}
		}
	}
}

// candidates yields the URLs of image candidates: each is the first of the words up to one that ends with a comma.
func candidates(srcset string) iter.Seq[string] {
	return func(yield func(string) bool) {
		first := true
		for word := range strings.FieldsSeq(srcset) {
			if first && !yield(strings.TrimRight(word, ",")) {
				return
			}
			first = strings.HasSuffix(word, ",")
		}
	}
}
