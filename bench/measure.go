package main

import (
	"runtime"
	"slices"
	"time"
)

// contest is work that several workers do in turns.
type contest struct {
	units  int      // of the work, of which one is what figures are of: a URL, a page
	passes []func() // each does the whole work once, in the way of one worker
}

// figures are the rounds of one worker, of one unit of work, each sorted.
type figures struct{ ns, allocs, bytes []float64 }

// median returns the middle of sorted numbers.
func median(sorted []float64) float64 {
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// measure lets the workers of all contests take turns, another one beginning each round.
func measure(contests []contest, rounds int, atLeast time.Duration) [][]figures {
	all := make([][]figures, len(contests))
	for i, c := range contests {
		all[i] = make([]figures, len(c.passes))
	}
	for round := range rounds {
		for i, c := range contests {
			for turn := range c.passes {
				k := (round + turn) % len(c.passes)
				all[i][k].time(c.passes[k], c.units, atLeast)
			}
		}
	}
	for i := range all {
		for _, f := range all[i] {
			slices.Sort(f.ns)
			slices.Sort(f.allocs)
			slices.Sort(f.bytes)
		}
	}
	return all
}

// time does the whole work as often as fills the time, so that garbage is collected where it was made, and adds what a
// unit of it costs.
func (f *figures) time(pass func(), units int, atLeast time.Duration) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start, passes := time.Now(), 0
	for passes == 0 || time.Since(start) < atLeast {
		pass()
		passes++
	}
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	n := float64(passes * units)
	f.ns = append(f.ns, float64(elapsed.Nanoseconds())/n)
	f.allocs = append(f.allocs, float64(after.Mallocs-before.Mallocs)/n)
	f.bytes = append(f.bytes, float64(after.TotalAlloc-before.TotalAlloc)/n)
}
