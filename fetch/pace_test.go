package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"htmlurl/fetch"
)

// paceCases are calls for the hosts "a" and "b", each made at a time of its own, and when they return. All times are in
// seconds.
var paceCases = []struct {
	name  string
	calls []paceCall
}{
	{"the first request need not wait", []paceCall{{0, "a", 10, 0}}},
	{"requests are kept apart", []paceCall{{0, "a", 10, 0}, {1, "a", 10, 10}, {2, "a", 10, 20}, {25, "a", 10, 30}}},
	{"after a pause there is no wait", []paceCall{{0, "a", 10, 0}, {10, "a", 10, 10}, {25, "a", 10, 25}}},
	{"a pause saves nothing up", []paceCall{{0, "a", 10, 0}, {100, "a", 10, 100}, {101, "a", 10, 110}}},
	{"hosts do not wait for each other", []paceCall{{0, "a", 9, 0}, {1, "b", 9, 1}, {2, "a", 9, 9}, {3, "b", 9, 10}}},
	{"the delay grows", []paceCall{{0, "a", 1, 0}, {1, "a", 10, 1}, {2, "a", 10, 11}}},
	{"the delay shrinks", []paceCall{{0, "a", 10, 0}, {5, "a", 2, 6}, {7, "a", 2, 8}}},
	{"no delay", []paceCall{{0, "a", 0, 0}, {0, "a", 0, 0}, {0, "a", -5, 0}, {1, "a", 5, 1}, {2, "a", 5, 6}, {7, "a", 0, 7}}},
	{"different delays", []paceCall{{0, "a", 10, 0}, {1, "a", 10, 10}, {2, "a", 3, 13}}},
}

type paceCall struct {
	at    int
	host  string
	delay int
	until int
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// TestPace holds when requests to a host may be made.
func TestPace(t *testing.T) {
	for _, c := range paceCases {
		synctest.Test(t, func(t *testing.T) {
			var p fetch.Pace
			var all sync.WaitGroup
			start := time.Now()
			for i, call := range c.calls {
				time.Sleep(seconds(call.at) - time.Since(start))
				all.Go(func() {
					if err := p.Wait(t.Context(), call.host, seconds(call.delay)); err != nil {
						t.Errorf("%s, call %d: %v", c.name, i, err)
					}
					if until := time.Since(start); until != seconds(call.until) {
						t.Errorf("%s, call %d: after %v, want %d s", c.name, i, until, call.until)
					}
				})
				synctest.Wait()
			}
			all.Wait()
		})
	}
}

// TestPaceQueue holds that many callers at once are kept apart, in whatever order.
func TestPaceQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p fetch.Pace
		var all sync.WaitGroup
		var lock sync.Mutex
		var times []time.Duration
		start := time.Now()
		for range 100 {
			all.Go(func() {
				if err := p.Wait(t.Context(), "a", time.Second); err != nil {
					t.Error(err)
				}
				lock.Lock()
				defer lock.Unlock()
				times = append(times, time.Since(start))
			})
		}
		all.Wait()
		for i, at := range times {
			if at != seconds(i) {
				t.Fatalf("request %d is after %v", i, at)
			}
		}
	})
}

// TestPaceEnd holds that a wait ends with its context, at once if it is to end during the wait, and that who leaves
// delays no one.
func TestPaceEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p fetch.Pace
		start := time.Now()
		wait := func(ctx context.Context, want error, after int) {
			t.Helper()
			err := p.Wait(ctx, "a", seconds(10))
			if took := time.Since(start); !errors.Is(err, want) || took != seconds(after) {
				t.Errorf("%v after %v, want %v after %d s", err, took, want, after)
			}
		}
		wait(t.Context(), nil, 0)
		late, cancel := context.WithTimeout(t.Context(), seconds(10)-1)
		defer cancel()
		wait(late, context.DeadlineExceeded, 0)
		inTime, cancel := context.WithTimeout(t.Context(), seconds(10)+1)
		defer cancel()
		wait(inTime, nil, 10)

		left := errors.New("left")
		ctx, leave := context.WithCancelCause(t.Context())
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { wait(ctx, left, 12) })
		}
		synctest.Wait()
		time.Sleep(seconds(2))
		leave(left)
		all.Wait()
		wait(ctx, left, 12)
		wait(t.Context(), nil, 20)
	})
}

// TestBackOff holds that no one makes a request to a host that is to be left alone.
func TestBackOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p fetch.Pace
		start := time.Now()
		var all sync.WaitGroup
		var lock sync.Mutex
		var times []string
		request := func(host string, delay int) {
			all.Go(func() {
				if err := p.Wait(t.Context(), host, seconds(delay)); err != nil {
					t.Error(err)
				}
				lock.Lock()
				defer lock.Unlock()
				times = append(times, fmt.Sprint(host, time.Since(start).Seconds()))
			})
			synctest.Wait()
		}
		p.BackOff("new", start.Add(seconds(7)))
		p.BackOff("new", start.Add(seconds(5))) // sooner: the later one counts
		request("new", 0)
		request("a", 2)
		request("a", 2)
		request("a", 2) // these two are waiting by now
		time.Sleep(seconds(1))
		p.BackOff("a", start.Add(seconds(20)))
		ctx, cancel := context.WithDeadline(t.Context(), start.Add(seconds(20)-1))
		defer cancel()
		if err := p.Wait(ctx, "a", 0); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		request("b", 2)
		late, cancel := context.WithDeadline(t.Context(), start.Add(seconds(30)))
		defer cancel()
		p.BackOff("late", start.Add(seconds(10)))
		all.Go(func() {
			err := p.Wait(late, "late", 0)
			if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took != seconds(10) {
				t.Errorf("%v after %v", err, took)
			}
		})
		synctest.Wait()
		p.BackOff("late", start.Add(seconds(40)))
		all.Wait()
		slices.Sort(times)
		if want := []string{"a0", "a20", "a22", "b1", "new7"}; !slices.Equal(times, want) {
			t.Errorf("%v, want %v", times, want)
		}
		p.BackOff("a", start) // long past
		request("a", 0)
	})
}

// TestPaceMemory holds that idle hosts are forgotten, and others are not.
func TestPaceMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p fetch.Pace
		p.BackOff("left alone", time.Now().Add(time.Hour))
		if err := p.Wait(t.Context(), "slow", time.Hour); err != nil {
			t.Fatal(err)
		}
		most := 0
		for i := range 100_000 {
			if err := p.Wait(t.Context(), fmt.Sprint(i), time.Second); err != nil {
				t.Fatal(err)
			}
			most = max(most, p.Hosts())
			time.Sleep(10 * time.Millisecond) // so that a hundred hosts are not idle
		}
		if most > 300 {
			t.Errorf("%d hosts", most)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for _, host := range []string{"left alone", "slow"} {
			if err := p.Wait(ctx, host, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", host, err)
			}
		}
	})
}
