package check

import (
	"errors"
	"slices"

	"htmlurl/internal/probe"
	"htmlurl/resolve"
)

// ask asks servers for what is left: targets in live sites that are no pages, and those of other sites.
func (r *run) ask() error {
	questions, waiters := r.questions()
	if len(questions) == 0 || r.isInterrupted() {
		return nil
	}
	prober := &probe.Prober{Client: r.client(), Accepts: r.Servers.Accepts}
	if file := r.Servers.CacheFile; file != "" {
		cache, err := probe.OpenCache(file, r.Servers.cacheAge())
		if err != nil && !errors.Is(err, probe.ErrDamaged) { // what is damaged is asked for again
			return err
		}
		prober.Cache = cache
	}
	r.tell(func(p *Progress) { p.ToAsk = len(questions) })
	for answer := range prober.Ask(r.ctx, questions) {
		r.asked++
		for _, w := range waiters[answer.URL] {
			r.judgeAnswer(w.page, w.waiting, &answer)
		}
		r.tell(func(p *Progress) { p.Asked++; p.Current = answer.URL })
	}
	if prober.Cache != nil {
		return prober.Cache.Save()
	}
	return nil
}

// waiter is a reference that waits for an answer.
type waiter struct {
	page    *page
	waiting *waiting
}

// questions returns what servers are to be asked for, each URL once, and who waits for the answers.
func (r *run) questions() ([]probe.Question, map[string][]waiter) {
	var questions []probe.Question
	ordinals := map[string]int{}
	waiters := map[string][]waiter{}
	for _, p := range r.pages {
		for i := range p.waiting {
			w := &p.waiting[i]
			u, err := resolve.Resolver{Edition: r.Edition}.Parse(w.url)
			if err != nil {
				continue
			}
			u = u.Without(resolve.Fragment)
			key := u.String()
			n, ok := ordinals[key]
			if !ok {
				n = len(questions)
				ordinals[key] = n
				questions = append(questions, probe.Question{URL: u})
			}
			if w.fragment != "" && !slices.Contains(questions[n].Fragments, w.fragment) {
				questions[n].Fragments = append(questions[n].Fragments, w.fragment)
			}
			waiters[key] = append(waiters[key], waiter{p, w})
		}
	}
	return questions, waiters
}

// judgeAnswer judges a reference by what the server said.
func (r *run) judgeAnswer(p *page, w *waiting, a *probe.Answer) {
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
	case slices.Contains(a.Missing, w.fragment):
		p.find(&w.reference, Error, FragmentMissing, "", missingFragment(a.Address, w.fragment))
	}
	r.judgeRedirects(p, w, a.Redirects, a.Address)
}
