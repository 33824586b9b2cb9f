package edges

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"

	"htmlurl/examples/webscale/draft"
)

const (
	defaultFanIn = 128
	patience     = 1 << 12 // lines between two looks at the context
)

// Sink takes edges in their order.
type Sink interface {
	// Put takes an edge, which belongs to the caller again afterwards.
	Put(source, target []byte) error
	// Commit completes what was put, and shows it.
	Commit() error
	// Discard undoes all that was put, unless Commit succeeded.
	Discard()
}

// Merger merges edge files. The zero Merger is ready for use; it can be used by several goroutines.
type Merger struct {
	// Dir is the folder of temporary files, which take at most twice the space of all edge files; "" means os.TempDir().
	// See draft.Sweep.
	Dir   string
	FanIn int // how many edge files are open at a time, at least 2; 0 means 128
}

// Merge puts the edges of all edge files into all sinks, in order and each once, and then commits the sinks. It returns
// how many edges there are. If there is an error, it discards the sinks, apart from those that were committed before
// one that could not be; the error is an *Error if an edge file is not as it should be. Nothing is left in Dir.
//
// As long as there are more files than FanIn, some of them are merged into a temporary one.
func (m Merger) Merge(ctx context.Context, paths []string, sinks ...Sink) (count int64, err error) {
	defer func() {
		if err == nil {
			return
		}
		for _, s := range sinks {
			s.Discard()
		}
	}()
	fanIn := max(m.FanIn, 2)
	if m.FanIn == 0 {
		fanIn = defaultFanIn
	}
	if len(paths) > fanIn {
		dir, err := draft.Folder(m.Dir)
		if err != nil {
			return 0, err
		}
		defer os.RemoveAll(dir)
		if paths, err = reduce(ctx, dir, fanIn, paths); err != nil {
			return 0, err
		}
	}
	return merge(ctx, paths, sinks...)
}

// reduce merges files into ones in dir until there are no more than fanIn. Those that come first are merged first, so
// that all take part in about as many merges, and no more than needed. It removes what it made, once that is merged.
func reduce(ctx context.Context, dir string, fanIn int, paths []string) ([]string, error) {
	given := len(paths)
	paths = paths[:given:given]
	done := 0
	for len(paths)-done > fanIn {
		group := paths[done : done+min(fanIn, len(paths)-done-fanIn+1)]
		path := filepath.Join(dir, strconv.Itoa(len(paths)))
		file, err := CreateTSV(path)
		if err != nil {
			return nil, err
		}
		if _, err := merge(ctx, group, file); err != nil {
			file.Discard()
			return nil, err
		}
		paths = append(paths, path)
		for i := range group {
			if done+i >= given {
				os.Remove(group[i])
			}
		}
		done += len(group)
	}
	return paths[done:], nil
}

// merge puts the edges of edge files that can all be open at a time into sinks, and commits these.
func merge(ctx context.Context, paths []string, sinks ...Sink) (count int64, err error) {
	var readers []*reader
	defer func() {
		for _, r := range readers {
			r.file.Close()
		}
	}()
	for _, path := range paths {
		r, err := open(path)
		if err != nil {
			return 0, err
		}
		readers = append(readers, r)
	}
	q, err := newQueue(readers)
	if err != nil {
		return 0, err
	}
	if count, err = q.drain(ctx, sinks); err != nil {
		return 0, err
	}
	return count, commit(ctx, sinks)
}

// drain puts the edges of all readers into sinks. It returns how many there are.
func (q *queue) drain(ctx context.Context, sinks []Sink) (count int64, err error) {
	var last []byte
	for n := 1; len(*q) > 0; n++ {
		if n%patience == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if r := (*q)[0]; !bytes.Equal(r.line, last) {
			for _, s := range sinks {
				if err := s.Put(r.source(), r.target()); err != nil {
					return 0, err
				}
			}
			count++
			last = append(last[:0], r.line...)
		}
		if err := q.next(); err != nil {
			return 0, err
		}
	}
	return count, nil
}

// commit commits sinks, unless it is too late.
func commit(ctx context.Context, sinks []Sink) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, s := range sinks {
		if err := s.Commit(); err != nil {
			return err
		}
	}
	return nil
}
