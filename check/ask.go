package check

import (
	"errors"

	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// ask asks servers for what is left: targets in live sites that are no pages, and those of other sites.
func (r *run) ask() error {
	own, others := r.questions()
	prober := probe.Prober{Client: r.client(), Header: r.headerFor, Accepts: r.Servers.Accepts}
	r.tell(func(p *Progress) { p.ToAsk = len(own.list) + len(others.list) })
	r.answers(&prober, own)
	prober.Cache = r.cache
	r.asked = r.answers(&prober, others)
	if r.cache != nil {
		return r.cache.Save()
	}
	return nil
}

// openCache opens the cache of answers. What is damaged in it is asked for again.
func (r *run) openCache() (err error) {
	if file := r.Servers.CacheFile; file != "" && r.Servers.External {
		r.cache, err = probe.OpenCache(file, r.Servers.cacheAge())
	}
	if errors.Is(err, probe.ErrDamaged) {
		return nil
	}
	return err
}

// answers asks questions, judges the references that wait for them, and returns how many were answered.
func (r *run) answers(prober *probe.Prober, q *questions) int {
	if len(q.list) == 0 || r.isInterrupted() {
		return 0
	}
	n := 0
	for answer := range prober.Ask(r.ctx, q.list) {
		n++
		missing := map[string]bool{}
		for _, f := range answer.Missing {
			missing[f] = true
		}
		for _, w := range q.waiters[answer.URL] {
			r.judgeAnswer(w.page, w.waiting, &answer, missing[w.waiting.fragment])
		}
		r.tell(func(p *Progress) { p.Asked++ })
	}
	return n
}

// waiter is a reference that waits for an answer.
type waiter struct {
	page    *page
	waiting *waiting
}

// questions are what servers are to be asked for, each URL once, and who waits for the answers.
type questions struct {
	list     []probe.Question
	ordinals map[string]int
	waiters  map[string][]waiter
	known    map[question]bool
}

// question is a URL with a fragment.
type question struct{ url, fragment string }

func newQuestions() *questions {
	return &questions{ordinals: map[string]int{}, waiters: map[string][]waiter{}, known: map[question]bool{}}
}

// add adds a question.
func (q *questions) add(u resolve.URL, w waiter) {
	key := u.String()
	n, ok := q.ordinals[key]
	if !ok {
		n = len(q.list)
		q.ordinals[key] = n
		q.list = append(q.list, probe.Question{URL: u})
	}
	if f := w.waiting.fragment; f != "" && !q.known[question{key, f}] {
		q.known[question{key, f}] = true
		q.list[n].Fragments = append(q.list[n].Fragments, f)
	}
	q.waiters[key] = append(q.waiters[key], w)
}

// questions returns the questions to the servers of live sites, and to others.
func (r *run) questions() (own, others *questions) {
	own, others = newQuestions(), newQuestions()
	for _, p := range r.pages {
		for i := range p.waiting {
			w := waiter{p, &p.waiting[i]}
			u, err := resolve.Resolver{Edition: r.Edition}.Parse(w.waiting.url)
			switch {
			case err != nil:
			case r.isLive(u):
				own.add(u.Without(resolve.Fragment), w)
			default:
				others.add(u.Without(resolve.Fragment), w)
			}
		}
	}
	return own, others
}

// judgeAnswer judges a reference by what the server said.
func (r *run) judgeAnswer(p *page, w *waiting, a *probe.Answer, isMissing bool) {
	const notAllowed = 405
	switch {
	case a.Status == 0 && a.Err != nil:
		r.judgeError(p, w, a.Err)
		return
	case !a.Accepted && w.isForm && a.Status == notAllowed: // it wants another method
		return
	case !a.Accepted:
		p.find(&w.reference, Error, statusRule(a.Status), "", statusText(a.Status))
		return
	case a.Err != nil:
		p.find(&w.reference, Warning, NotChecked, "", "its fragment is not checked: "+whyUnreachable(a.Err))
	case isMissing:
		p.find(&w.reference, Error, FragmentMissing, "", missingFragment(a.Address, w.fragment))
	}
	r.judgeRedirects(p, w, a.Redirects, a.Address)
}
