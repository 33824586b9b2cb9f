package task

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/output"
)

// Find returns the paths of archives that a pattern of package filepath is for, in order. It is an error if there are
// none. Folders that cannot be read are passed over.
func Find(pattern string) ([]string, error) {
	paths, err := filepath.Glob(pattern)
	if err == nil && len(paths) == 0 {
		err = errNone
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", pattern, err)
	}
	return paths, nil
}

// errNone is why there are no archives.
var errNone = errors.New("there is no such archive, or its folder cannot be read")

// Merge puts the edges of archives that are done into sinks, as edges.Merger does. An archive whose edges cannot be
// read is not done any more.
func (j Job) Merge(ctx context.Context, archives []string, sinks ...edges.Sink) (count int64, err error) {
	paths := make([]string, 0, len(archives))
	for _, archive := range archives {
		paths = append(paths, j.Path(output.Edges, archive))
	}
	count, err = edges.Merger{Dir: j.Output}.Merge(ctx, paths, sinks...)
	if bad, ok := errors.AsType[*edges.Error](err); ok {
		if i := slices.Index(paths, bad.Path); i >= 0 && j.Forget(archives[i]) == nil {
			err = fmt.Errorf("%w; the same command reads %q again", err, archives[i])
		}
	}
	return count, err
}
