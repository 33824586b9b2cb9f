package probe

import (
	"context"
	"iter"
	"net/http"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// Prober asks servers about URLs. The zero Prober is ready, and asks as the zero fetch.Client does. It is safe for
// concurrent use, and must not be changed then; the limits hold for each run of Ask.
type Prober struct {
	// Client fetches, by its edition, manners and limits; nil is the zero Client.
	Client *fetch.Client
	// Header are further fields of the request for a URL, such as Authorization; nil is none.
	Header func(resolve.URL) http.Header
	// Accepts tells whether a status is a good answer; nil accepts 200 to 299. Redirects are followed before.
	Accepts func(status int) bool
	// Workers is how many targets are asked for at the same time; zero is 16. Those that take longer than 2 s, because
	// the server or the manners of the client are slow, do not count, up to 15 times as many.
	Workers int
	// PerHost is how many of them may be of one host; zero is 2.
	PerHost int
	// Cache remembers good answers; nil remembers nothing, and each run asks anew.
	Cache *Cache
}

// Question is a URL, and the fragments of the links to it.
type Question struct {
	// URL is what to ask for. A fragment of it does not count.
	URL resolve.URL
	// Fragments are what links have behind the number sign, not decoded.
	Fragments []string
}

// Answer is what came out for a URL.
type Answer struct {
	// URL is the question's, without its fragment.
	URL string
	// Address is where redirects led, or where they failed; it is URL without any.
	Address string
	// Status is that of the last response; zero if there was none.
	Status int
	// Accepted tells whether the status is a good answer.
	Accepted bool
	// Redirects is the chain to Address.
	Redirects []fetch.Redirect
	// Type is the type of the resource, such as "text/html", or "" if the server does not say: as it was sniffed, if
	// fragments were asked for.
	Type string
	// Missing are the fragments that the document does not have, in the order of the question. They were looked for if
	// the answer is accepted and has no Err.
	Missing []string
	// Err is why there was no response, or, beside a status, why it could not be read to find the fragments. It is a
	// *fetch.Error, or one of package document. A status that is not accepted is no error.
	Err error
	// FromCache tells that nothing was requested.
	FromCache bool
}

// Ask asks the questions, and yields an answer for each URL, as they come. Questions with the same URL are one; URLs
// that are the same request, because they are the same but for the spelling of scheme and host, are asked for once,
// and have an answer each.
//
// When the context ends, the answers that are there are yielded, and the sequence ends: URLs without an answer were not
// asked for, or not to the end. When the caller stops, all requests end before Ask returns. Each range over the
// sequence asks anew.
func (p *Prober) Ask(ctx context.Context, questions []Question) iter.Seq[Answer] {
	return func(yield func(Answer) bool) {
		var unknown []*target
		for _, t := range targets(questions) {
			known, ok := p.remembered(t)
			switch {
			case !ok:
				unknown = append(unknown, t)
			case !t.yield(known, yield):
				return
			}
		}
		p.newRun(ctx, unknown).answers(yield)
	}
}

// remembered returns what the cache has for a target, if it answers all that is asked.
func (p *Prober) remembered(t *target) (Answer, bool) {
	if p.Cache == nil || !t.isKeepable() {
		return Answer{}, false
	}
	r, ok := p.Cache.load(key{t.key, p.client().Edition})
	if !ok || !p.accepts(r.Status) || !r.hasAll(t.fragments) {
		return Answer{}, false
	}
	return r.answer(), true
}

// remember keeps what is good in an answer. A bad one is not kept, so that what is mended is found the next time.
func (p *Prober) remember(t *target, found Answer, anyFragment bool) {
	if p.Cache == nil || !t.isKeepable() || found.Err != nil || !found.Accepted {
		return
	}
	p.Cache.store(key{t.key, p.client().Edition}, newRecord(t, found, anyFragment))
}

// zeroClient is the zero Client, whose connections are used again.
var zeroClient fetch.Client

func (p *Prober) client() *fetch.Client {
	if p.Client == nil {
		return &zeroClient
	}
	return p.Client
}

func (p *Prober) accepts(status int) bool {
	if p.Accepts == nil {
		return 200 <= status && status <= 299
	}
	return p.Accepts(status)
}

// or returns the limit, or what it is by default.
func or(limit, usual int) int {
	if limit <= 0 {
		return usual
	}
	return limit
}
