package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
)

// split merges the edge files of a group of archives and splits the edges, by their sources, into a part for each
// shard.
type split struct {
	Job    task.Job
	Dir    string // of parts
	Shards int
}

// ProcessElement gives the path of a part to each shard. Archives that have no edges have no name. One whose edges
// cannot be read is not done any more.
func (f *split) ProcessElement(ctx context.Context, group int, archives func(*string) bool, parts func(int, string)) error {
	paths := collect(archives)
	return atDesk(ctx, func(*task.Worker) error {
		p, err := f.create(group)
		if err != nil {
			return err
		}
		if _, err := f.Job.Merge(ctx, paths, p); err != nil {
			return err
		}
		for shard := range f.Shards {
			parts(shard, f.path(group, shard))
		}
		return nil
	})
}

// collect returns paths in order, each once.
func collect(next func(*string) bool) (paths []string) {
	for path := ""; next(&path); {
		if path != "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

func (f *split) path(group, shard int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("%05d-%05d", shard, group))
}

// create begins the parts of a group.
func (f *split) create(group int) (splitter, error) {
	var parts splitter
	for shard := range f.Shards {
		part, err := edges.CreateTSV(f.path(group, shard))
		if err != nil {
			parts.Discard()
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// splitter is a Sink of which each source has one of the parts.
type splitter []*edges.TSV

// Put implements edges.Sink.
func (parts splitter) Put(source, target []byte) error {
	return parts[hash(source, len(parts))].Put(source, target)
}

// Commit implements edges.Sink.
func (parts splitter) Commit() error {
	for _, part := range parts {
		if err := part.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// Discard implements edges.Sink.
func (parts splitter) Discard() {
	for _, part := range parts {
		part.Discard()
	}
}

// join merges the parts of a shard.
type join struct {
	Output, Dir string
	Shards      int
}

// ProcessElement writes a shard.
func (f *join) ProcessElement(ctx context.Context, shard int, parts func(*string) bool, reports func(report.Report)) error {
	paths := collect(parts)
	return atDesk(ctx, func(*task.Worker) error {
		file, err := edges.CreateTSV(shardPath(f.Output, shard, f.Shards))
		if err != nil {
			return err
		}
		count, err := edges.Merger{Dir: f.Dir}.Merge(ctx, paths, file)
		if err != nil {
			return err
		}
		reports(report.Report{Edges: count})
		return nil
	})
}

// shardPath returns where the edges of a shard are.
func shardPath(dir string, shard, shards int) string {
	return filepath.Join(dir, fmt.Sprintf("edges-%05d-of-%05d.tsv.gz", shard, shards))
}
