// Package generate makes web archives for tests and measurements, of a web that does not exist: pages as crawls find
// them, good and bad, in the records and codings that archives have. The same seed gives the same bytes.
//
//	err := generate.Archive(file, generate.Options{Seed: 7, Count: 1000})
//
// All hosts are below .example. They are the same for all seeds: archives of several seeds are parts of one web, whose
// hosts link to each other, and to some of them much more often than to others.
//
// # Files
//
//   - web.go: choices, hosts, and addresses on them; language.go: words, and what they are encoded in
//   - page.go: Page and Pages, HTML and XHTML; parts.go: what they are made of
//   - archive.go: Archive, from pages to records; response.go: the responses in these
package generate
