// Package browsertest asks Chromium what it makes of documents and references, and compares that with this library by
// today's rules. It is a module of its own.
//
// A Browser is the Chromium that is installed, without a window. Its tabs show any bytes at any address: all requests
// are answered by interception, and nothing leaves the machine. Questions are asked in bulk, by a script in the page:
// document.baseURI, the IDL attributes that reflect URLs, the decomposition of links and URL objects, what setting each
// of its attributes gives, all that in documents of each encoding and in their frames, and which URLs were really
// requested.
//
// Chromium leaves the standards in known ways. Each stands in the Ledger, with its clause. Nearly all of them are
// written so that they predict: the library with all deviations of references, Model, must give what Chromium gives for
// every question, neither more nor less. So a difference for another reason is noticed also where there is one already,
// and a deviation that Chromium gives up is noticed, too.
//
// The command htmlurl/internal/browsertest/cmd/oracle makes random documents and references from a seed, and prints
// what the ledger explains and what it does not.
//
// # Files
//
//   - browser.go: the browser; tab.go: its tabs, and what answers requests
//   - question.go: questions about a reference; questions.js: how pages are asked; chromium.go: what Chromium answers;
//     library.go: what the library does
//   - view.go: what is to be seen of a document
//   - compare.go: comparisons; compare_page.go: of documents and their frames; compare_requests.go: of requests
//   - ledger.go: the ledger, and how it explains; ledger_references.go, ledger_documents.go: what stands in it
//   - deviation.go: how deviations of references are made; deviation_base.go, deviation_host.go, deviation_file.go,
//     deviation_path.go and deviation_set.go: what they do; deviation_document.go: the same for the bytes of pages
//   - shape.go: references cut at their delimiters; parts.go: URLs cut into their components
//   - run.go: random documents and references, in several tabs; cases.go: fixed ones
package browsertest
