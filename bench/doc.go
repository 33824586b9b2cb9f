// Command bench compares htmlurl on real pages with what else there is in Go to parse URLs, and to extract links:
//
//	go run .            URL parsers: time and allocations per URL, ratios, how many URLs each refuses
//	go run . -links     extracting links: speed, ratio to html.Parse, allocations per page, how many links are wrong
//	go run . -markdown  the same for the README
//	go run . -v         also lists what differs: where Living and whatwg-url disagree, or which links are wrong
//
// All workers take turns in one process, so that what else the machine does meets all of them. It is a module of its
// own, which keeps its peers out of the library's requirements.
//
// # URLs
//
//   - parse: an absolute URL to a string
//   - resolve: a reference relative to a base, which was parsed before, to a string
//   - append: the same, into a buffer that is used again
//
// A string is the caller's own: where a URL of htmlurl shares the memory of its reference or base, the time includes a
// copy. Documents count as UTF-8, the only encoding that all peers know. The references are the values of all attributes
// that hold a URL, in order, repetitions included; timed are those that no peer refuses.
//
// The peers are:
//
//   - net/url, of the standard library: parses by RFC 3986, loosely; it neither normalises nor checks hosts
//   - github.com/nlnwa/whatwg-url: the URL Standard as of May 2023
//
// # Links
//
// Each worker reads all pages, from bytes in UTF-8 and with their addresses, and gives each URL as a string, which
// is looked at and dropped: nobody is charged for keeping them. Time is what passes on the clock, with a collection
// of garbage between turns. The workers are:
//
//   - html.Parse and html.Tokenizer of golang.org/x/net, bare: they find nothing, and show what reading a page costs
//   - document.Parse: this library's tree, with the rules of Living, and all links of the default kinds, without
//     positions
//   - goquery and net/url: what users of goquery write. One Find selects the elements with attributes that people
//     extract: href (but of base), src, srcset, poster, data, action, formaction and cite, on the elements of HTML
//     that have them. References are trimmed, and resolved relative to the first base element with href, which is
//     relative to the page. A new image candidate begins after a word that ends with a comma
//   - colly: the same attributes in one OnHTML, resolved by Request.AbsoluteURL. One collector visits all pages,
//     which a RoundTripper serves from memory; its time includes what it does to make a request
//
// The column "of html.Parse" has times as multiples of that of html.Parse. Those behind the costs count URLs, all
// pages together:
//
//   - sought: URLs that the tree has where the worker looks: in the attributes above, and with colly not those of
//     references that begin with #, for which AbsoluteURL gives nothing on purpose. Who looks at less is not wrong
//   - found: URLs that the worker gives
//   - missed: sought, but not given; a URL that stands on a page three times and is given once is missed twice
//   - false: given, but not sought, counted likewise
//
// A link that has no URL in the tree is not sought; one that has no effect, such as src beside srcdoc, is. What is
// given counts as a browser understands it, so that a host in capitals or a missing slash behind it is no mistake,
// nor is an empty fragment. One wrong URL is often both: the right one is missed, and it is false. The tree is the
// measure, so it cannot be wrong here; what holds it to the rules are the tests of package document. The mistakes
// are, above all, links in template contents, which are inert, image candidates without a space between them, and,
// by net/url alone, "|" escaped in paths, "//" dropped from javascript: URLs, and references refused for control
// characters or a single "%".
//
// To profile one worker: go test -run '^$' -bench Links/document.Parse -cpuprofile cpu.prof
//
// # Files
//
//   - main.go: the command
//   - data.go: the references of the corpus, and its pages
//   - peers.go: URL parsers; jobs.go: what they do, what they refuse, where they disagree
//   - extractors.go: what extracts links; extract.go: what they miss, and what they should not give
//   - measure.go: taking turns, medians
//   - table.go: what is printed
package main
