package edges

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"htmlurl/examples/webscale/draft"
)

const (
	defaultLimit = 64 << 20
	nameCost     = 96 // bytes of memory for a name, beside its own: in the map, in order, its rank, and spare room
	edgeCost     = 40 // bytes of memory for an edge: in the map, in order, and spare room
)

// Set has the edges of one archive file, each once. The zero Set is empty and ready for use. A Set belongs to one
// goroutine.
type Set struct {
	Dir   string // of temporary files; "" means os.TempDir(). See draft.Sweep
	Limit int    // bytes of memory, about, above which edges go to temporary files; 0 means 64 MiB

	ids   map[string]uint32 // of names: where they are in names
	names []string
	edges map[edge]struct{}
	size  int // bytes of memory, about
	dir   string
	runs  []string // edge files in dir
}

// edge has the ids of two names, or, to be sorted, their ranks: that of the source in its upper half.
type edge uint64

func newEdge(source, target uint32) edge { return edge(source)<<32 | edge(target) }

func (e edge) source() uint32 { return uint32(e >> 32) }
func (e edge) target() uint32 { return uint32(e) }

// Add adds an edge, of names that Host gave. A host may have an edge to itself. That is for pages which link to no
// other host, so that theirs is in the graph; it does no harm beside other edges.
//
// It refuses what cannot be a name; other errors are of temporary files.
func (s *Set) Add(source, target string) error {
	if err := cmp.Or(checkName(source), checkName(target)); err != nil {
		return err
	}
	if s.ids == nil {
		s.ids, s.edges = make(map[string]uint32), make(map[edge]struct{})
	}
	e := newEdge(s.id(source), s.id(target))
	if _, isKnown := s.edges[e]; isKnown {
		return nil
	}
	s.edges[e] = struct{}{}
	s.size += edgeCost
	if s.size > cmp.Or(s.Limit, defaultLimit) {
		return s.spill()
	}
	return nil
}

// id returns the id of a name, which it copies if it is new.
func (s *Set) id(name string) uint32 {
	id, isKnown := s.ids[name]
	if !isKnown {
		name = strings.Clone(name)
		id = uint32(len(s.names))
		s.ids[name] = id
		s.names = append(s.names, name)
		s.size += len(name) + nameCost
	}
	return id
}

// spill moves all edges from memory to a run. As memory is limited it does not take long, and is not stopped.
func (s *Set) spill() error {
	if s.dir == "" {
		dir, err := draft.Folder(s.Dir)
		if err != nil {
			return err
		}
		s.dir = dir
	}
	path := filepath.Join(s.dir, strconv.Itoa(len(s.runs)))
	run, err := CreateTSV(path)
	if err != nil {
		return err
	}
	if err := s.put(context.Background(), run); err != nil {
		run.Discard()
		return err
	}
	s.runs = append(s.runs, path)
	s.forget()
	return nil
}

// put puts the edges that are in memory into a sink, in order, and commits it.
func (s *Set) put(ctx context.Context, sink Sink) error {
	names, edges := s.sorted()
	var source, target []byte
	for i, e := range edges {
		if i%patience == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		source = append(source[:0], names[e.source()]...)
		target = append(target[:0], names[e.target()]...)
		if err := sink.Put(source, target); err != nil {
			return err
		}
	}
	return commit(ctx, []Sink{sink})
}

// sorted returns the names and the edges between them, both in order. It costs one comparison of names for each step of
// sorting these, and none for edges.
func (s *Set) sorted() ([]string, []edge) {
	names := slices.Clone(s.names)
	slices.Sort(names)
	ranks := make([]uint32, len(names))
	for rank, name := range names {
		ranks[s.ids[name]] = uint32(rank)
	}
	edges := make([]edge, 0, len(s.edges))
	for e := range s.edges {
		edges = append(edges, newEdge(ranks[e.source()], ranks[e.target()]))
	}
	slices.Sort(edges)
	return names, edges
}

// WriteFile writes the edge file at path, which is there only if all went well, and empties the set. After an error all
// edges are still in it.
func (s *Set) WriteFile(ctx context.Context, path string) error {
	file, err := CreateTSV(path)
	if err != nil {
		return err
	}
	return s.Drain(ctx, file)
}

// Drain puts the edges into a sink, in order and each once, commits it, and empties the set. After an error the sink is
// discarded, and all edges are still in the set.
func (s *Set) Drain(ctx context.Context, sink Sink) error {
	err := s.drain(ctx, sink)
	if err != nil {
		sink.Discard()
		return err
	}
	s.Reset()
	return nil
}

func (s *Set) drain(ctx context.Context, sink Sink) error {
	if len(s.runs) == 0 {
		return s.put(ctx, sink)
	}
	if err := s.spill(); err != nil {
		return err
	}
	_, err := Merger{Dir: s.dir}.Merge(ctx, s.runs, sink)
	return err
}

// Reset empties the set and removes its temporary files. Its memory is kept for what is added next.
func (s *Set) Reset() {
	s.forget()
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
	s.dir, s.runs = "", nil
}

// forget empties the memory.
func (s *Set) forget() {
	clear(s.ids)
	clear(s.names)
	clear(s.edges)
	s.names, s.size = s.names[:0], 0
}
