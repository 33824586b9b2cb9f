// Package probe asks servers whether there is what links point to, and whether it has the elements that their fragments
// are for. It is for what is outside of a site: it asks for as little as it can, one host as seldom as the client
// wants, many hosts at the same time, and it remembers good answers in a file.
//
//	prober := &probe.Prober{Client: &fetch.Client{Robots: true, Retries: 2}}
//	for answer := range prober.Ask(ctx, questions) {
//		if answer.Err != nil || !answer.Accepted || len(answer.Missing) > 0 { … }
//	}
//
// # How a server is asked
//
// By HEAD, if no fragment is asked for. Many servers answer HEAD wrongly, so what it does not find is asked for by GET,
// whose answer counts; only 429 and 503, by which a server wants to be left alone, are taken at their word. Of the body
// of a GET nothing is read if only the status matters, and all of it if it is a document in which fragments are to be
// found.
//
// What is likely to pass is tried again after about 1 s and 2 s, three times in all: connections that are cut, and
// failures of DNS that say so. After silence it is tried twice in all. The statuses 429 and 503 are left to
// fetch.Client.Retries.
//
// A host that cannot be reached, because it has no address or accepts no connection, is not tried again for its other
// URLs. Nor is one that has left three URLs in a row without an answer: see ErrGivenUp.
//
// # Fragments
//
// Those of HTML and XML documents, SVG among these, are looked for by the rules of the edition. A directive, such as
// ":~:text=quote", is for the browser and asks for no element, in all editions; an ID that happens to contain one is
// found nevertheless. Fragments of what is no document are not looked at. Nor are they if the server redirects to a URL
// with a fragment, which takes their place.
//
// # Files
//
//   - probe.go: Prober, Question, Answer; target.go: questions that are the same request
//   - run.go: workers, and the queue of each host; host.go: hosts that do not answer
//   - ask.go: one target: HEAD, GET, tries; find.go: fragments in a document
//   - cache.go: Cache; record.go: its file
package probe
