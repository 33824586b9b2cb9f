package frontier_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"htmlurl/internal/frontier"
)

// graph is a site that follows from a seed: pages with links, redirects between them, and several URLs for each.
type graph struct {
	seed  uint64
	pages int
	hosts int
	links int // of a page, at most
	// Of a hundred pages so many redirect, have no record, and have none as duplicates.
	redirects, silent, unnoticed int
}

func newGraph(seed uint64) graph {
	r := rand.New(rand.NewPCG(seed, 1))
	return graph{
		seed: seed, pages: 1 + r.IntN(300), hosts: 1 + r.IntN(5), links: r.IntN(16),
		redirects: r.IntN(2) * r.IntN(60), silent: r.IntN(2) * r.IntN(30), unnoticed: r.IntN(2) * r.IntN(60),
	}
}

// url returns one of the URLs of a page.
func (g graph) url(r *rand.Rand, page int) string {
	u := fmt.Sprintf("http://host%d.test/%d", page%g.hosts, page)
	if r.IntN(4) == 0 {
		u += fmt.Sprintf("#%d", r.IntN(3))
	}
	return u
}

func keyOf(url string) string {
	name, _, _ := strings.Cut(url, "#")
	return name
}

func hostOf(url string) string {
	return strings.Split(url, "/")[2]
}

func (g graph) starts() []frontier.Entry {
	r := rand.New(rand.NewPCG(g.seed, 2))
	var starts []frontier.Entry
	for range 1 + r.IntN(3) {
		starts = append(starts, frontier.Entry{URL: g.url(r, r.IntN(g.pages))})
	}
	return starts
}

// visit returns what is at an entry. Most links lead to a few pages, or near.
func (g graph) visit(e frontier.Entry) frontier.Visit {
	var page int
	fmt.Sscan(keyOf(e.URL)[strings.LastIndex(e.URL, "/")+1:], &page)
	r := rand.New(rand.NewPCG(g.seed, 100+uint64(page)))
	v := frontier.Visit{Record: fmt.Appendf(nil, "%s from %s by %s at %d\n", e.URL, e.From, e.Referrer, e.Depth)}
	if r.IntN(100) < g.redirects {
		v.Alias = g.url(r, r.IntN(g.pages))
		v.Duplicate = fmt.Appendf(nil, "%s is %s\n", e.URL, v.Alias)
	}
	if r.IntN(100) < g.silent {
		v.Record = nil
	}
	if r.IntN(100) < g.unnoticed {
		v.Duplicate = nil
	}
	for range r.IntN(g.links + 1) {
		to := r.IntN(g.pages)
		if r.IntN(2) == 0 {
			to = min(page+r.IntN(20), g.pages-1)
		}
		v.Found = append(v.Found, frontier.Entry{URL: g.url(r, to), From: e.URL, Referrer: keyOf(e.URL), Depth: e.Depth + 1})
	}
	return v
}

// crawl is the model: one visit after the other, everything in memory.
func (g graph) crawl(limit int) (string, frontier.Progress) {
	var output strings.Builder
	var p frontier.Progress
	var queue []frontier.Entry
	seen, visited := map[string]bool{}, map[string]bool{}
	add := func(entries []frontier.Entry) {
		for _, e := range entries {
			if !seen[keyOf(e.URL)] {
				seen[keyOf(e.URL)] = true
				queue = append(queue, e)
			}
		}
	}
	write := func(record []byte) {
		if len(record) > 0 {
			output.Write(record)
			p.Records++
		}
	}
	add(g.starts())
	for len(queue) > 0 && (limit == 0 || p.Records < limit) {
		e := queue[0]
		queue = queue[1:]
		if visited[keyOf(e.URL)] {
			continue
		}
		visited[keyOf(e.URL)] = true
		p.Visited++
		v := g.visit(e)
		if alias := keyOf(v.Alias); alias != "" && alias != keyOf(e.URL) {
			if visited[alias] {
				write(v.Duplicate)
				continue
			}
			seen[alias], visited[alias] = true, true
		}
		write(v.Record)
		add(v.Found)
	}
	for _, e := range queue {
		if !visited[keyOf(e.URL)] {
			p.Queued++
		}
	}
	return output.String(), p
}
