package probe

import (
	"slices"

	"htmlurl/fragment"
	"htmlurl/resolve"
)

// target is what one request is for.
type target struct {
	key       string // equal for URLs that are the same request
	host      string // with its port; "" for a URL that has none
	scheme    string
	hasSecret bool        // userinfo
	url       resolve.URL // in the first spelling
	fragments []string    // that only a document can answer, of all questions
	questions []*question
}

// question is a Question about a target, in one spelling.
type question struct {
	url       string
	fragments []string
}

// targets merges questions, in the order in which targets come first.
func targets(questions []Question) []*target {
	var all []*target
	byKey := map[string]*target{}
	byURL := map[string]*question{}
	seen := map[[2]string]bool{} // a URL with one of its fragments, or a target with one
	for _, from := range questions {
		u := from.URL.Without(resolve.Fragment)
		fresh := newTarget(u)
		t := byKey[fresh.key]
		if t == nil {
			t = fresh
			byKey[t.key], all = t, append(all, t)
		}
		q := byURL[u.String()]
		if q == nil {
			q = &question{url: u.String()}
			byURL[q.url], t.questions = q, append(t.questions, q)
		}
		for _, f := range from.Fragments {
			if isInAll(f) {
				continue
			}
			if pair := [2]string{"target " + t.key, f}; !seen[pair] {
				seen[pair], t.fragments = true, append(t.fragments, f)
			}
			if pair := [2]string{"URL " + q.url, f}; !seen[pair] {
				seen[pair], q.fragments = true, append(q.fragments, f)
			}
		}
	}
	return all
}

// newTarget returns the target of a URL without a fragment. What a request has of it is scheme, userinfo and host as
// today's rules normalise them, and path and query as they are.
func newTarget(u resolve.URL) *target {
	t := &target{key: u.String(), url: u}
	normal, err := resolve.Resolver{Edition: resolve.Living}.Parse(t.key)
	if err != nil {
		return t
	}
	t.scheme, _ = normal.Scheme()
	if t.scheme != "http" && t.scheme != "https" {
		return t
	}
	_, t.hasSecret = normal.Userinfo()
	t.host, _ = normal.Host()
	if port, ok := normal.Port(); ok {
		t.host += ":" + port
	}
	authority, _ := normal.Authority()
	path := u.Path()
	if path == "" {
		path = "/"
	}
	t.key = t.scheme + "://" + authority + path
	if query, ok := u.Query(); ok {
		t.key += "?" + query
	}
	return t
}

// isInAll tells whether every document has what a fragment indicates: its top.
func isInAll(f string) bool {
	rest, _, _ := fragment.SplitDirective(f)
	var none fragment.Index
	_, ok := none.Find(rest, resolve.Living)
	return ok
}

// isKeepable tells whether the target may be in a file: secrets may not, and what needs no network need not.
func (t *target) isKeepable() bool { return t.host != "" && !t.hasSecret }

// yield yields the answer to each question about the target, until the caller stops.
func (t *target) yield(found Answer, yield func(Answer) bool) bool {
	missing := map[string]bool{}
	for _, f := range found.Missing {
		missing[f] = true
	}
	for _, q := range t.questions {
		a := found
		a.URL, a.Missing, a.Redirects = q.url, nil, slices.Clone(found.Redirects)
		if len(a.Redirects) == 0 {
			a.Address = q.url
		}
		for _, f := range q.fragments {
			if missing[f] {
				a.Missing = append(a.Missing, f)
			}
		}
		if !yield(a) {
			return false
		}
	}
	return true
}
