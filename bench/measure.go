package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// figures are the rounds of one worker.
type figures struct {
	ns     []float64 // per URL, sorted
	allocs []float64 // per URL, sorted
}

// median returns the middle of sorted numbers.
func median(sorted []float64) float64 {
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// measure lets the workers of all jobs take turns, another one beginning each round.
func measure(jobs []job, rounds int, atLeast time.Duration) [][]figures {
	all := make([][]figures, len(jobs))
	for i, j := range jobs {
		all[i] = make([]figures, len(j.workers))
	}
	for round := range rounds {
		for i, j := range jobs {
			for turn := range j.workers {
				k := (round + turn) % len(j.workers)
				ns, allocs := j.workers[k].time(j.timed, atLeast)
				f := &all[i][k]
				f.ns, f.allocs = append(f.ns, ns), append(f.allocs, allocs)
			}
		}
	}
	for i := range all {
		for k := range all[i] {
			slices.Sort(all[i][k].ns)
			slices.Sort(all[i][k].allocs)
		}
	}
	return all
}

// time does the whole list as often as fills the time, so that garbage is collected where it was made, and returns
// nanoseconds and allocations per URL.
func (w worker) time(references []reference, atLeast time.Duration) (ns, allocs float64) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, passes := time.Now(), 0
	for passes == 0 || time.Since(start) < atLeast {
		w.pass(references)
		passes++
	}
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	n := float64(passes * len(references))
	return float64(elapsed.Nanoseconds()) / n, float64(after.Mallocs-before.Mallocs) / n
}

// pass does the whole list once.
func (w worker) pass(references []reference) {
	for _, r := range references {
		if _, err := w.do(r); err != nil {
			panic(fmt.Sprintf("%s refuses %q, which it did not before: %v", w.name, r.raw, err))
		}
	}
}
