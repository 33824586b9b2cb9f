package browsertest

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"htmlurl/internal/browsertest/generate"
)

// Run says what to ask a browser.
type Run struct {
	Documents  int // how many random documents
	References int // how many random references
	Seed       uint64
	First      int                   // the number of the first document and reference
	Progress   func(done, total int) // is told how many are done; may be nil
}

// Report is what came of a run.
type Report struct {
	Documents  int            `json:"documents"`
	References int            `json:"references"`
	Asked      int            `json:"asked"`     // questions
	Same       int            `json:"same"`      // with the same answer
	Explained  int            `json:"explained"` // with another answer, which the ledger explains
	Classes    map[string]int `json:"classes"`   // how often each class of the ledger was needed
	Bad        []Unexplained  `json:"unexplained"`
	Seconds    float64        `json:"seconds"`
}

// Unexplained is a difference that the ledger does not explain.
type Unexplained struct {
	Input  string `json:"input"` // which document or reference
	What   string `json:"what"`
	Ours   string `json:"ours"`
	Theirs string `json:"theirs"`
}

// add counts what was found about an input.
func (r *Report) add(input string, found []Finding) {
	for _, f := range found {
		r.Asked++
		switch {
		case f.Bad:
			r.Bad = append(r.Bad, Unexplained{input, f.What, f.Ours, f.Theirs})
		case len(f.Classes) == 0:
			r.Same++
		default:
			r.Explained++
		}
		for _, class := range f.Classes {
			r.Classes[class]++
		}
	}
}

// job is something to ask in a tab.
type job struct {
	name   string
	inputs int // how many documents or references
	do     func(*Tab) (map[string][]Finding, error)
}

// batch is how many references are asked for at a time.
const batch = 200

// Do asks a browser for all of it, and compares.
func (r Run) Do(ctx context.Context, b *Browser) (*Report, error) {
	begin := time.Now()
	report := &Report{Documents: r.Documents, References: r.References, Classes: map[string]int{},
		Bad: []Unexplained{}}
	err := doAll(ctx, b, append(r.documentJobs(), r.referenceJobs()...), report, r.Progress)
	report.Seconds = time.Since(begin).Seconds()
	slices.SortFunc(report.Bad, func(a, b Unexplained) int {
		return cmp.Or(cmp.Compare(a.Input, b.Input), cmp.Compare(a.What, b.What))
	})
	return report, err
}

func (r Run) documentJobs() []job {
	var jobs []job
	for i := range r.Documents {
		number := r.First + i
		name := fmt.Sprintf("document %d of seed %d", number, r.Seed)
		jobs = append(jobs, job{name, 1, func(t *Tab) (map[string][]Finding, error) {
			found, err := t.Compare(generate.NewDocument(r.Seed, number))
			return map[string][]Finding{name: found}, err
		}})
	}
	return jobs
}

func (r Run) referenceJobs() []job {
	byEncoding := map[string][]int{}
	for i := range r.References {
		encoding := generate.NewReference(r.Seed, r.First+i).Encoding
		byEncoding[encoding] = append(byEncoding[encoding], r.First+i)
	}
	var jobs []job
	for encoding, numbers := range byEncoding {
		for chunk := range slices.Chunk(numbers, batch) {
			name := fmt.Sprintf("references %d and others of seed %d", chunk[0], r.Seed)
			jobs = append(jobs, job{name, len(chunk), func(t *Tab) (map[string][]Finding, error) {
				return r.references(t, encoding, chunk)
			}})
		}
	}
	return jobs
}

// references compares the references with these numbers.
func (r Run) references(t *Tab, encoding string, numbers []int) (map[string][]Finding, error) {
	var references []generate.Reference
	for _, n := range numbers {
		references = append(references, generate.NewReference(r.Seed, n))
	}
	all, err := t.References(encoding, references)
	if err != nil {
		return nil, err
	}
	found := map[string][]Finding{}
	for i, answers := range all {
		found[fmt.Sprintf("reference %d of seed %d", numbers[i], r.Seed)] = CompareAnswers(answers)
	}
	return found, nil
}

// doAll has jobs done in tabs, and adds what they find to the report.
func doAll(ctx context.Context, b *Browser, jobs []job, report *Report, progress func(done, total int)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan job, len(jobs))
	done, total := 0, 0
	for _, j := range jobs {
		queue <- j
		total += j.inputs
	}
	close(queue)
	var mu sync.Mutex
	finish := func(j job, found map[string][]Finding) {
		mu.Lock()
		defer mu.Unlock()
		for input, f := range found {
			report.add(input, f)
		}
		if done += j.inputs; progress != nil {
			progress(done, total)
		}
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			if err := work(ctx, b, queue, finish); err != nil {
				cancel(err)
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// work has jobs done in a tab, each a second time in a new one if it fails: a page may hang a tab.
func work(ctx context.Context, b *Browser, queue <-chan job, finish func(job, map[string][]Finding)) error {
	var tab *Tab
	defer func() {
		if tab != nil {
			tab.Close()
		}
	}()
	for j := range queue {
		found := map[string][]Finding{}
		for range 2 {
			var err error
			if tab == nil {
				if tab, err = b.NewTab(); err != nil {
					return err
				}
			}
			if found, err = j.do(tab); err == nil {
				break
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			tab.Close()
			tab, found = nil, map[string][]Finding{j.name: {{What: "asking", Theirs: err.Error(), Bad: true}}}
		}
		finish(j, found)
	}
	return nil
}
