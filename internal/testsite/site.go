package testsite

import (
	"net/http"
	"strconv"
	"sync"
)

// Site is a generated web site. It is safe for concurrent use as long as nobody changes it. Two sites with the same
// fields have the same pages and links; served at the same origin, they are the same byte for byte.
type Site struct {
	Pages int    // how many HTML pages can be reached from "/"; at least one
	Seed  uint64 // of what the pages look like and where they link to
	Plain bool   // nothing odd: every page is UTF-8, at its own address, and has links to pages of the site only
}

// fanout is how many children a page has in the tree by which every page can be reached. Further links go anywhere.
const fanout = 10

// pages returns how many pages there are, of which only the first can be reached without ignoring what authors ask of
// robots.
func (s *Site) pages() (reached, all int) {
	reached = max(s.Pages, 1)
	if s.Plain {
		return reached, reached
	}
	return reached, reached + reached/50 + 1
}

// answer is what the site answers to a request for a URI.
type answer struct {
	status      int
	contentType string
	header      [][2]string
	body        []byte
	location    string // of a redirect, as sent
	next        string // the URI that it leads to
}

// ServeHTTP serves the site at whatever host the request names.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := writers.Get().(*writer)
	defer writers.Put(out)
	out.reset(s, "http://"+r.Host, false)
	a := out.answer(r.RequestURI)
	header := w.Header()
	for _, field := range a.header {
		header.Add(field[0], field[1])
	}
	if a.location != "" {
		header.Set("Location", a.location)
	}
	header.Set("Content-Type", a.contentType)
	header.Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	w.Write(a.body)
}

// writers keeps the memory of writers from one request to the next.
var writers = sync.Pool{New: func() any { return new(writer) }}

// answer answers a request for a URI, which must be exactly what the site calls it: another spelling is another
// resource, which is not there.
func (w *writer) answer(uri string) answer {
	if n, ok := w.site.pageAt(uri); ok {
		return w.page(n)
	}
	if a, ok := w.resource(uri); ok {
		return a
	}
	return answer{status: http.StatusNotFound, contentType: "text/html; charset=utf-8", body: notFound}
}

// notFound has a link that nobody must follow, because the page is none.
var notFound = []byte(`<!DOCTYPE html><title>Not found</title><p>No such page. <a href="/trap/not-found">Home</a>`)

// random is a generator of numbers, splitmix64 by Sebastiano Vigna.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9E3779B97F4A7C15
	return scramble(uint64(*r))
}

func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// oneIn is true once in n times.
func (r *random) oneIn(n int) bool { return r.below(n) == 0 }

// either returns one of the strings.
func (r *random) either(strings ...string) string { return strings[r.below(len(strings))] }

// random returns the random numbers of page n.
func (s *Site) random(n int) random { return random(scramble(s.Seed ^ scramble(uint64(n)+1))) }
