package fetch

import (
	"sync"
	"time"
)

// clock ends a fetch when its time is up. It can be stopped for a while.
type clock struct {
	mu    sync.Mutex
	timer *time.Timer
	left  time.Duration // while it is stopped
	due   time.Time     // while it runs; else zero
	ended bool
}

func newClock(d time.Duration, end func()) *clock {
	return &clock{timer: time.AfterFunc(d, end), due: time.Now().Add(d)}
}

// stop stops the clock. It reports whether it ran.
func (c *clock) stop() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.due.IsZero() || !c.timer.Stop() {
		return false
	}
	c.left, c.due = time.Until(c.due), time.Time{}
	return true
}

// end stops the clock for good.
func (c *clock) end() {
	c.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
}

// goOn lets the clock run for the time that was left.
func (c *clock) goOn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	c.due = time.Now().Add(c.left)
	c.timer.Reset(c.left)
}
