package frontier

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Entry is a URL to visit.
type Entry struct {
	URL      string
	Key      string // of what is found: what Options.Key would return for the URL; "" if that is not known
	From     string // where it was found; stored with each entry, like Referrer
	Referrer string
	Depth    int
}

// Visit is what visiting an entry gave.
type Visit struct {
	// Record is written for the entry; if it is empty, nothing is.
	Record []byte
	// Found are the entries found there, in order. Those whose keys were seen before are dropped.
	Found []Entry
	// Alias is another URL that the page is at, as after redirects, if not empty. It counts as seen and as visited: an
	// entry for it that waits in the queue is dropped, without a record, even if its visit runs already.
	Alias string
	// Duplicate is written instead of Record, and Found is dropped, if the Alias was visited before: as the URL of an
	// entry before this one, or as the Alias of one. That it merely waits in the queue does not count.
	Duplicate []byte
	// Value is for Options.Visited.
	Value any
}

// Options say how to visit. The zero value is ready.
type Options struct {
	// Workers is how many visits there are at the same time; zero is 8.
	Workers int
	// PerHost is how many visits there are at the same time to one host; zero is 4.
	PerHost int
	// Host returns the host of a URL; nil: there is one host. Host and Key are called by several goroutines.
	Host func(url string) string
	// Key returns what is equal for URLs that are the same page; nil returns the URL itself. It must not change while
	// there is a state.
	Key func(url string) string
	// Limit is how many records are written, with those of earlier runs; zero is no limit. No entry is visited that
	// could only come after the last record.
	Limit int
	// Window is how many entries there are at most from the oldest one that is not written to the newest one that is
	// being visited; zero is 512.
	Window int
	// Pending is how many bytes of results may wait to be written; beyond it no visit begins but that of the oldest
	// entry. Zero is 64 MB.
	Pending int64
	// Commit is how often what was visited is made durable; zero is 1 s. A commit also comes after some thousands of
	// visits.
	Commit time.Duration
	// Visited is called by the goroutine of Run for each visit that takes effect, in order, with its Value, and whether it
	// is a Duplicate, if it is not nil.
	Visited func(value any, isDuplicate bool)
	// Progress is called by the goroutine of Run after each entry, if it is not nil.
	Progress func(Progress)

	bounds bounds // for tests
}

// Progress tells how far a crawl is, with what earlier runs did.
type Progress struct {
	Visited int // entries that were visited
	Records int // records that were written
	Queued  int // entries that wait, or are being visited
}

const (
	defaultWorkers = 8
	defaultPerHost = 4
	defaultWindow  = 512
	defaultPending = 64 << 20
	defaultCommit  = time.Second
)

// bounds keep memory bounded; zero is the default.
type bounds struct {
	changes int // visits, and new items, between commits
	index   int // keys that are not merged
	merge   int // keys in a transaction
	recents int
}

func (o Options) withDefaults() Options {
	setDefault(&o.Workers, defaultWorkers)
	setDefault(&o.PerHost, defaultPerHost)
	setDefault(&o.Window, defaultWindow)
	setDefault(&o.Pending, defaultPending)
	setDefault(&o.Commit, defaultCommit)
	setDefault(&o.bounds.changes, 1<<14)
	setDefault(&o.bounds.index, 1<<18)
	setDefault(&o.bounds.merge, 1<<12)
	setDefault(&o.bounds.recents, 1<<21)
	if o.Host == nil {
		o.Host = func(string) string { return "" }
	}
	if o.Key == nil {
		o.Key = func(url string) string { return url }
	}
	if o.Visited == nil {
		o.Visited = func(any, bool) {}
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	return o
}

func setDefault[T int | int64 | time.Duration](option *T, value T) {
	if *option <= 0 {
		*option = value
	}
}

// Errors of states and outputs. They come with the name of the file, and the reason.
var (
	// ErrInUse is the error for a state that another process, or another Frontier, has open.
	ErrInUse = errors.New("the state is in use by another process")
	// ErrOtherJob is the error for a state of an unfinished crawl whose job is another.
	ErrOtherJob = errors.New("the state is of another crawl, which is not finished")
	// ErrDamaged is the error for a file that is no state, or not as it was written.
	ErrDamaged = errors.New("the state is damaged")
	// ErrState is the error for a state that cannot be read or written, such as on a full disk.
	ErrState = errors.New("cannot use the state")
	// ErrOutput is the error for an output that cannot be written.
	ErrOutput = errors.New("cannot write the output")
	// ErrCut is the error for an output that is missing or shorter than the state says.
	ErrCut = errors.New("the output lacks what was written to it")
)

// Frontier is a crawl whose state is on disk. It is for one goroutine.
type Frontier struct {
	store   *store
	starts  []Entry
	state   state // as of the last commit
	resumed bool
}

// Open opens the state at a path, which is made if there is none. If an unfinished crawl left it there, that one is
// resumed, and starts are ignored; its job must be the same, which names all that the output depends on. The state of a
// finished crawl with another job is replaced. An empty path is a temporary file.
//
// Starts are queued in their order, if they differ in their keys. An existing state is read as a whole, to see whether
// it is as it was written.
func Open(path, job string, starts []Entry) (*Frontier, error) { return open(path, job, starts, false) }

// OpenAnew is Open, but an unfinished crawl is forgotten, of whatever job. A state that is damaged is replaced.
func OpenAnew(path, job string, starts []Entry) (*Frontier, error) {
	f, err := open(path, job, starts, true)
	if errors.Is(err, ErrDamaged) {
		if err := os.Remove(path); err != nil {
			return nil, err
		}
		return open(path, job, starts, true)
	}
	return f, err
}

func open(path, job string, starts []Entry, anew bool) (*Frontier, error) {
	s, err := openStore(path)
	if err != nil {
		return nil, err
	}
	f := &Frontier{store: s, starts: starts}
	if err := f.begin(job, anew); err != nil {
		s.close()
		return nil, err
	}
	return f, nil
}

// begin reads the state, or makes it that of a new crawl.
func (f *Frontier) begin(job string, anew bool) error {
	st, err := f.store.load()
	if err != nil {
		return err
	}
	begun := st.Tail > 0 && !anew
	switch {
	case begun && st.Job == job:
		f.state, f.resumed = st, true
		return nil
	case begun && !st.Complete:
		return fmt.Errorf("%s: %w: %.500q, while this one is %.500q", f.store.path, ErrOtherJob, st.Job, job)
	}
	f.state = state{Format: format, Job: job}
	return f.store.reset(f.state)
}

// Resumed tells whether an earlier crawl is resumed, and how far it was.
func (f *Frontier) Resumed() (Progress, bool) { return f.state.progress(), f.resumed }

// Mark returns how long the output was at the last commit.
func (f *Frontier) Mark() int64 { return f.state.Mark }

// Run visits entries, several at the same time, until none is left, the limit is reached, or ctx ends. In the last case
// no visit begins any more, those that run are given up and will be made again, what is complete in the order of the
// queue is written and committed, and the error is the cause of ctx. Run does not return before visits have.
//
// The output must be as it was at the last commit, as OpenFile with Mark makes it. After an error nothing is lost that
// was committed; Run may be called again, with an output that was opened anew. After a run that came to its end,
// another with a higher limit goes on.
func (f *Frontier) Run(
	ctx context.Context, out Output, o Options, visit func(context.Context, Entry) Visit,
) error {
	if err := newRun(f, out, o.withDefaults()).run(ctx, visit); err != nil {
		if st, loadErr := f.store.load(); loadErr == nil {
			f.state = st // a commit that failed may be on the disk nevertheless
		}
		return err
	}
	return nil
}

// Close closes the state. A temporary one is removed.
func (f *Frontier) Close() error { return f.store.close() }

// Remove closes the state and removes it, as after a run that came to its end.
func (f *Frontier) Remove() error { return f.store.remove() }
