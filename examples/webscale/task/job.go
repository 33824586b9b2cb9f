package task

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/output"
	"htmlurl/resolve"
)

// Job is what is to be done with each of many archives. It can be sent to other computers as JSON.
type Job struct {
	Output  string          // a folder, under the same name on all computers that take part
	Outputs []output.Kind   // which files are to be written
	Edition resolve.Edition // the rules; those of HTML5 if it is zero
	MaxBody int64           // how many bytes of a page are read, decoded; 0 means 32 MiB
}

// Prepare makes the folders.
func (j Job) Prepare() error {
	for _, dir := range j.dirs(j.Outputs) {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	return nil
}

// Lock makes other programs that ask for it refuse the folder, until it is unlocked or this program ends.
func (j Job) Lock() (unlock func(), err error) {
	lock := flock.New(filepath.Join(j.Output, ".lock"))
	switch isLocked, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !isLocked:
		return nil, fmt.Errorf("another webscale is at work in %s: wait for it, or choose another -output", j.Output)
	}
	return func() { lock.Unlock() }, nil
}

// Sweep removes what workers that were killed left, whatever outputs they were to write. There must be none at work in
// the folder.
func (j Job) Sweep() error {
	for _, dir := range append(j.dirs(output.Kinds()), j.Output) {
		if err := draft.Sweep(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// dirs returns the folders of results and of outputs.
func (j Job) dirs(kinds []output.Kind) []string {
	dirs := []string{filepath.Join(j.Output, doneDir)}
	for _, kind := range kinds {
		dirs = append(dirs, filepath.Dir(j.Path(kind, "")))
	}
	return dirs
}

// Path returns where the file of an archive is that has outputs of a kind.
func (j Job) Path(kind output.Kind, archive string) string {
	return kind.Path(j.Output, nameOf(archive))
}

// doneDir is the folder of results.
const doneDir = "done"

// donePath returns where the result of an archive is.
func (j Job) donePath(archive string) string {
	return filepath.Join(j.Output, doneDir, nameOf(archive)+".json")
}

// Lengths of parts of names. Many file systems allow 255 bytes for all of a name.
const (
	maxName      = 150
	digestDigits = 12
)

// nameOf returns the name of an archive's files.
func nameOf(archive string) string {
	name := filepath.Base(archive)
	for _, extension := range []string{".gz", ".warc"} {
		name = strings.TrimSuffix(name, extension)
	}
	if len(name) > maxName {
		name = name[:maxName]
	}
	digest := sha256.Sum256([]byte(filepath.Clean(archive)))
	return name + "-" + hex.EncodeToString(digest[:])[:digestDigits]
}
