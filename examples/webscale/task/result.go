package task

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/output"
	"htmlurl/resolve"
)

// Result is what became of an archive.
type Result struct {
	Archive string `json:"archive"` // its path, as UTF-8
	Size    int64  `json:"size"`    // in bytes
	Time    int64  `json:"time"`    // when it was changed last, in nanoseconds since 1970

	Version int             `json:"version"` // of the files that were written
	Edition resolve.Edition `json:"edition"`
	MaxBody int64           `json:"max_body"`
	Outputs []output.Kind   `json:"outputs"`

	Summary *extract.Summary `json:"summary"`

	Skipped bool `json:"-"` // it was there already
}

// version grows when the files for an archive change though the archive does not.
const version = 2

// newResult returns the result that doing an archive will have, without a summary.
func (j Job) newResult(archive string, info os.FileInfo) *Result {
	return &Result{
		Archive: strings.ToValidUTF8(filepath.Clean(archive), "\uFFFD"), Size: info.Size(), Time: info.ModTime().UnixNano(),
		Version: version, Edition: j.Edition, MaxBody: j.MaxBody, Outputs: j.Outputs,
	}
}

// Result returns the result of an archive that was done as the job asks for and is the same since then, or nil.
func (j Job) Result(archive string) *Result {
	info, err := os.Stat(archive)
	if err != nil {
		return nil
	}
	text, err := os.ReadFile(j.donePath(archive))
	if err != nil {
		return nil
	}
	var done Result
	if json.Unmarshal(text, &done) != nil || done.Summary == nil || !done.is(j.newResult(archive, info)) {
		return nil
	}
	for _, kind := range j.Outputs {
		if _, err := os.Stat(j.Path(kind, archive)); err != nil {
			return nil
		}
	}
	done.Skipped = true
	return &done
}

// Forget makes an archive one that is not done.
func (j Job) Forget(archive string) error {
	if err := os.Remove(j.donePath(archive)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// is tells whether the result of doing what is asked for is r, or part of it.
func (r *Result) is(asked *Result) bool {
	for _, kind := range asked.Outputs {
		if !slices.Contains(r.Outputs, kind) {
			return false
		}
	}
	return r.Archive == asked.Archive && r.Size == asked.Size && r.Time == asked.Time &&
		r.Version == asked.Version && r.Edition == asked.Edition && r.MaxBody == asked.MaxBody
}

// write writes the result of an archive, which says that all the files are there.
func (j Job) write(archive string, r *Result) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return draft.WriteFile(j.donePath(archive), append(text, '\n'))
}
