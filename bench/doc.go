// Command bench compares htmlurl with other URL parsers in Go, on the references of real pages:
//
//	go run .            a table: time and allocations per URL, ratios, how many URLs each refuses
//	go run . -markdown  the same for the README
//	go run . -v         also lists where Living and whatwg-url disagree
//
// All parsers take turns in one process, so that what else the machine does meets all of them. It is a module of its
// own, which keeps its peers out of the library's requirements.
//
// # Jobs
//
//   - parse: an absolute URL to a string
//   - resolve: a reference relative to a base, which was parsed before, to a string
//   - append: the same, into a buffer that is used again
//
// A string is the caller's own: where a URL of htmlurl shares the memory of its reference or base, the time includes a
// copy. Documents count as UTF-8, the only encoding that all peers know. The references are the values of all attributes
// that hold a URL, in order, repetitions included; timed are those that no peer refuses.
//
// # Peers
//
//   - net/url, of the standard library: parses by RFC 3986, loosely; it neither normalises nor checks hosts
//   - github.com/nlnwa/whatwg-url: the URL Standard as of May 2023
//
// # Files
//
//   - main.go: the command
//   - data.go: the references of the corpus
//   - peers.go: the parsers
//   - jobs.go: what they do, what they refuse, where they disagree
//   - measure.go: taking turns, medians
//   - table.go: what is printed
package main
