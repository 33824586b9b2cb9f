package fetch

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace keeps requests to the same host apart. The zero value is ready, and safe for concurrent use.
type pace struct {
	mu    sync.Mutex
	hosts map[string]*paced
	sweep int // how many hosts there are before the idle ones are forgotten
}

// paced is a host. Its callers wait one after the other, so that all of them hold still when it wants to be left alone.
type paced struct {
	limiter *rate.Limiter
	turn    chan struct{} // holds a value while a caller has its turn
	callers int           // guarded by the lock of pace, like until
	until   time.Time     // no request before
}

// wait returns when delay has passed since the last request to the host, and the host need not be left alone: then the
// caller makes its request. It returns an error when ctx ends before, and at once if it is sure to end while the caller
// has its turn.
func (p *pace) wait(ctx context.Context, host string, delay time.Duration) error {
	h := p.enter(host)
	defer p.leave(h)
	if endsBefore(ctx, p.due(h)) {
		return context.DeadlineExceeded
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	h.limiter.SetLimit(rate.Every(delay))
	for {
		err := h.limiter.Wait(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return context.DeadlineExceeded
		}
		due := p.due(h)
		if due <= 0 {
			return nil
		}
		if endsBefore(ctx, due) {
			return context.DeadlineExceeded
		}
		select {
		case <-time.After(due):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// endsBefore tells whether ctx has a deadline within d.
func endsBefore(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && d > 0 && time.Until(deadline) < d
}

// enter adds a caller to a host.
func (p *pace) enter(host string) *paced {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.host(host)
	h.callers++
	return h
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

// due returns how long the host is still to be left alone.
func (p *pace) due(h *paced) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(h.until)
}

// host returns a host. As soon as there are twice as many as were left the last time, it forgets those that are idle
// for longer than their delay.
func (p *pace) host(name string) *paced {
	if h := p.hosts[name]; h != nil {
		return h
	}
	if p.hosts == nil {
		p.hosts = map[string]*paced{}
	}
	if len(p.hosts) >= p.sweep {
		for name, h := range p.hosts {
			if h.callers == 0 && h.limiter.Tokens() >= 1 && time.Until(h.until) <= 0 {
				delete(p.hosts, name)
			}
		}
		p.sweep = max(64, 2*len(p.hosts))
	}
	h := &paced{limiter: rate.NewLimiter(rate.Inf, 1), turn: make(chan struct{}, 1)}
	p.hosts[name] = h
	return h
}
