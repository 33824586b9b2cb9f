// Package testsite generates web sites with known answers, for tests and benchmarks of what crawls.
//
// A Site is a handler that makes its pages on the fly from a seed, so it holds no state, costs some ten microseconds a
// page, and can have any number of pages. They look like pages of the web: 10 to 60 KB of navigation, text, tables,
// images, styles, scripts, forms and drawings, with 50 to 100 links each. Unless the site is plain, a share of them is
// odd in the ways that crawlers get wrong: bases that count and bases that do not, legacy encodings with their queries,
// redirects, frames, refreshes, links that must not be followed, and addresses written in many ways.
//
// Expected tells what a right crawl of the site lists. It follows from what the generator meant when it wrote a
// reference; nothing is parsed or resolved for it. The answers hold for the editions HTML5 and Living.
//
//	site := &testsite.Site{Pages: 10_000, Seed: 1}
//	server := httptest.NewServer(site)
//	for page := range site.Expected(server.URL, false) {
//		fmt.Println(page.Depth, page.Status, page.URL, page.Address, len(page.Links))
//	}
//
// # Files
//
//   - site.go: Site, and what it answers to a request
//   - expected.go: the model of a crawl
//   - address.go: where the pages are; reference.go: the ways to write where they are
//   - writer.go: writing a document and keeping its links
//   - page.go: the pages; head.go: their heads; base.go: their bases; parts.go: what their bodies are made of
//   - encoding.go: the encodings of pages, and how pages declare them
//   - resource.go: what is no page: redirects, files, images, feeds
//   - filler.go: text and markup without references
package testsite
