package probe

import (
	"context"
	"sync"
	"time"
)

const (
	slowAfter      = 2 * time.Second // a target is slow, and its worker is replaced
	slowPerWorker  = 15              // targets at most, at the same time
	defaultWorkers = 16
	defaultPerHost = 2
)

// run is one run of Ask. Its hosts take turns. A worker always takes a target of a host that has room for one more, and
// ends when there is none: then those that ask the other hosts will take what is left of them.
type run struct {
	prober  *Prober
	ctx     context.Context
	cancel  context.CancelFunc
	results chan result
	limit   int // of workers that are not slow
	perHost int
	workers sync.WaitGroup

	mu    sync.Mutex // for what follows, and all hosts
	ready []*host    // those with a target to ask for, and room for it
	quick int        // workers whose target is not slow
	slow  int
}

// result is what came out for a target.
type result struct {
	target *target
	answer Answer
}

func (p *Prober) newRun(ctx context.Context, targets []*target) *run {
	r := &run{prober: p, results: make(chan result),
		limit: or(p.Workers, defaultWorkers), perHost: or(p.PerHost, defaultPerHost)}
	r.ctx, r.cancel = context.WithCancel(ctx)
	hosts := map[string]*host{}
	for _, t := range targets {
		h := hosts[t.host]
		if h == nil {
			h = &host{}
			hosts[t.host] = h
		}
		h.waiting = append(h.waiting, t)
		r.queue(h)
	}
	return r
}

// answers asks, and yields what comes out. It returns when all workers have ended.
func (r *run) answers(yield func(Answer) bool) {
	defer func() {
		r.cancel()
		for range r.results { // nobody wants
		}
	}()
	r.mu.Lock()
	for range min(r.limit, len(r.ready)*r.perHost) {
		r.startWorker()
	}
	r.mu.Unlock()
	go func() {
		r.workers.Wait()
		close(r.results)
	}()
	for result := range r.results {
		if !result.target.yield(result.answer, yield) {
			return
		}
	}
}

// startWorker starts one more worker. The lock is held.
func (r *run) startWorker() {
	r.quick++
	r.workers.Go(r.work)
}

// work asks for targets until there is none to take. What the end of the context has cut short gives no result.
func (r *run) work() {
	for j := r.next(); j != nil; j = r.next() {
		patience := time.AfterFunc(slowAfter, func() { r.replace(j) })
		answer, ok := r.ask(j)
		patience.Stop()
		isNeeded := r.done(j, answer)
		if ok {
			r.results <- result{j.target, answer}
		}
		if !isNeeded {
			return
		}
	}
}

// job is a target that a worker has taken. It is guarded by the lock of run.
type job struct {
	target         *target
	host           *host
	givenUp        error // why it need not be asked for
	isSlow, isDone bool
}

// next takes a target of the host whose turn it is. Without one the worker ends.
func (r *run) next() *job {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.ready) == 0 || r.ctx.Err() != nil {
		r.quick--
		return nil
	}
	h := r.ready[0]
	r.ready = r.ready[1:]
	t := h.waiting[0]
	h.waiting, h.isReady = h.waiting[1:], false
	h.asked++
	r.queue(h)
	return &job{target: t, host: h, givenUp: h.silences[t.scheme].err}
}

// queue gives a host its turn if it has a target to ask for, and room for it. The lock is held.
func (r *run) queue(h *host) {
	if !h.isReady && len(h.waiting) > 0 && h.asked < r.perHost {
		h.isReady = true
		r.ready = append(r.ready, h)
	}
}

// replace starts a worker in the place of one whose target is slow.
func (r *run) replace(j *job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if j.isDone || r.slow >= slowPerWorker*r.limit {
		return
	}
	j.isSlow = true
	r.slow++
	r.quick--
	if len(r.ready) > 0 {
		r.startWorker()
	}
}

// done makes room at the host of a target, and tells whether its worker is still needed: if it was slow, there may be
// enough others, who will go on.
func (r *run) done(j *job, a Answer) (isNeeded bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j.isDone = true
	if j.givenUp == nil {
		j.host.note(j.target.scheme, a)
	}
	j.host.asked--
	r.queue(j.host)
	if j.isSlow {
		r.slow--
		if r.quick >= r.limit {
			return false
		}
		r.quick++
	}
	return true
}

// ask asks for a target, unless its host is given up; ok is false if the context has ended before there was an answer.
func (r *run) ask(j *job) (_ Answer, ok bool) {
	if j.givenUp != nil {
		return notAsked(j.target, j.givenUp), true
	}
	a := asking{prober: r.prober, target: j.target}
	found := a.ask(r.ctx)
	if found.Err != nil && (r.ctx.Err() != nil || isDeadline(found.Err)) {
		return Answer{}, false
	}
	r.prober.remember(j.target, found, a.anyFragment)
	return found, true
}
