package main

import "fmt"

// job is a kind of work on references, and who does it.
type job struct {
	name    string
	all     []reference
	timed   []reference // those that no worker refuses
	workers []worker
}

// worker is a peer that does a job. It returns no string where it appends.
type worker struct {
	name    string
	do      func(reference) (string, error)
	refused int
}

// newJobs returns the jobs parse, resolve and append for the peers.
func newJobs(c *corpus, peers []peer) []job {
	jobs := []job{
		{name: "parse", all: c.absolute()},
		{name: "resolve", all: c.references},
		{name: "append", all: c.references},
	}
	for _, p := range peers {
		for i, w := range []worker{p.parser(), p.resolver(c.bases), p.appender(c.bases)} {
			jobs[i].workers = append(jobs[i].workers, w)
		}
	}
	for i := range jobs {
		jobs[i].try()
	}
	return jobs
}

// try lets the workers do all of the references once.
func (j *job) try() {
	for _, r := range j.all {
		fine := true
		for i := range j.workers {
			if _, err := j.workers[i].do(r); err != nil {
				j.workers[i].refused++
				fine = false
			}
		}
		if fine {
			j.timed = append(j.timed, r)
		}
	}
}

// contests returns the work of the jobs.
func contests(jobs []job) []contest {
	var all []contest
	for _, j := range jobs {
		c := contest{units: len(j.timed)}
		for _, w := range j.workers {
			c.passes = append(c.passes, func() { w.pass(j.timed) })
		}
		all = append(all, c)
	}
	return all
}

// pass does the whole list once.
func (w worker) pass(references []reference) {
	for _, r := range references {
		if _, err := w.do(r); err != nil {
			panic(fmt.Sprintf("%s refuses %q, which it did not before: %v", w.name, r.raw, err))
		}
	}
}

func (p peer) parser() worker {
	return worker{name: p.name, do: func(r reference) (string, error) { return p.parse(r.raw) }}
}

func (p peer) resolver(bases []string) worker {
	relatives := p.relatives(bases)
	return worker{name: p.name, do: func(r reference) (string, error) { return relatives[r.base].resolve(r.raw) }}
}

func (p peer) appender(bases []string) worker {
	relatives := p.relatives(bases)
	var buf []byte
	return worker{name: p.name, do: func(r reference) (_ string, err error) {
		buf, err = relatives[r.base].append(buf[:0], r.raw)
		return "", err
	}}
}

// relatives parses the bases. Relative to one that the peer refuses it refuses everything.
func (p peer) relatives(bases []string) []relative {
	var all []relative
	for _, b := range bases {
		r, err := p.base(b)
		if err != nil {
			r.resolve = func(string) (string, error) { return "", err }
			r.append = func(dst []byte, _ string) ([]byte, error) { return dst, err }
		}
		all = append(all, r)
	}
	return all
}

// difference is a reference of which two peers make different URLs, or one makes none.
type difference struct {
	job, base, ref string
	ours, theirs   string // the URL, or the error
}

// differences lists where two peers disagree when they parse and resolve.
func differences(c *corpus, ours, theirs peer) []difference {
	var found []difference
	compare := func(job string, references []reference, a, b worker) {
		for _, r := range references {
			ours, ourErr := a.do(r)
			theirs, theirErr := b.do(r)
			if ours == theirs && (ourErr == nil) == (theirErr == nil) {
				continue
			}
			if ourErr != nil {
				ours = ourErr.Error()
			}
			if theirErr != nil {
				theirs = theirErr.Error()
			}
			found = append(found, difference{job, c.bases[r.base], r.raw, ours, theirs})
		}
	}
	compare("parse", c.absolute(), ours.parser(), theirs.parser())
	compare("resolve", c.references, ours.resolver(c.bases), theirs.resolver(c.bases))
	return found
}
