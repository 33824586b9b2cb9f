package fetch

import (
	"context"
	"sync"
	"time"
)

// pace keeps requests to the same host apart. The zero value is ready, and safe for concurrent use.
type pace struct {
	mu    sync.Mutex
	hosts map[string]*paced
	sweep int // how many hosts there are before the idle ones are forgotten
}

// paced is a host. Its callers wait for their turn, so that one who leaves delays no one. All but turn is guarded by the
// lock of pace.
type paced struct {
	turn    chan struct{} // holds a value while a caller has its turn
	callers int
	last    time.Time // the last request
	delay   time.Duration
	until   time.Time // no request before
}

// wait returns when delay has passed since the last request to the host, and the host need not be left alone: then the
// caller makes its request. It returns an error when ctx ends before, and at once if ctx is sure to.
func (p *pace) wait(ctx context.Context, host string, delay time.Duration) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	delay = max(delay, 0)
	h, due := p.enter(host, delay)
	defer p.leave(h)
	if endsBefore(ctx, due) {
		return context.DeadlineExceeded
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for due = p.take(h, delay); due > 0; due = p.take(h, delay) {
		if endsBefore(ctx, due) {
			return context.DeadlineExceeded
		}
		select {
		case <-time.After(due):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// endsBefore tells whether ctx has a deadline within d.
func endsBefore(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && d > 0 && time.Until(deadline) < d
}

// enter adds a caller to a host, and tells how long it must wait at least, since those before it wait as well.
func (p *pace) enter(host string, delay time.Duration) (h *paced, due time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h = p.host(host)
	due = h.due(delay) + time.Duration(h.callers)*delay
	h.callers++
	return h, due
}

// take returns how long the caller whose turn it is must still wait. If that is not at all, its request is the last one.
func (p *pace) take(h *paced, delay time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	due := h.due(delay)
	if due == 0 {
		h.last, h.delay = time.Now(), delay
	}
	return due
}

func (p *pace) leave(h *paced) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.callers--
}

// backOff lets no one make a request to the host before the time.
func (p *pace) backOff(host string, until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := p.host(host); h.until.Before(until) {
		h.until = until
	}
}

// due returns how long it is until a request to the host may be made.
func (h *paced) due(delay time.Duration) time.Duration {
	return max(time.Until(h.until), delay-time.Since(h.last), 0)
}

// host returns a host. As soon as there are twice as many as were left the last time, it forgets those that are idle for
// longer than their delay.
func (p *pace) host(name string) *paced {
	if h := p.hosts[name]; h != nil {
		return h
	}
	if p.hosts == nil {
		p.hosts = map[string]*paced{}
	}
	if len(p.hosts) >= p.sweep {
		for name, h := range p.hosts {
			if h.callers == 0 && h.due(h.delay) == 0 {
				delete(p.hosts, name)
			}
		}
		p.sweep = max(64, 2*len(p.hosts))
	}
	h := &paced{turn: make(chan struct{}, 1)}
	p.hosts[name] = h
	return h
}
