package probe

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"htmlurl/resolve"
)

// Cache remembers good answers in a file, so that what was there a short time ago is not asked for again. Bad answers
// are not kept, since what is mended is to be seen at once; nor are URLs with userinfo, which may be a password, nor
// those that led to one. It is safe for concurrent use. The file is made for people, too: a line of JSON for each
// answer, in the order of the URLs.
type Cache struct {
	file string
	age  time.Duration

	mu      sync.Mutex
	records map[key]*record
}

// key is what an answer is to: the fragments that are found depend on the edition.
type key struct {
	url     string // the key of a target
	edition resolve.Edition
}

func (k key) compare(other key) int {
	return cmp.Or(cmp.Compare(k.url, other.url), cmp.Compare(k.edition, other.edition))
}

// ErrDamaged is the error for a file with lines that are no answers. They are left out.
var ErrDamaged = errors.New("the file of known links is damaged")

// ErrNotCache is the error for what is no file of a Cache. It is not touched.
var ErrNotCache = errors.New("not a file of known links")

// OpenCache reads a file, which need not be there yet. Answers of this age or older are asked for again. With
// ErrDamaged there is a Cache nevertheless, of what is left; with all other errors there is none.
func OpenCache(file string, age time.Duration) (*Cache, error) {
	c := &Cache{file: file, age: age}
	records, err := readRecords(file)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, err
	}
	c.records = records
	return c, err
}

// load returns the answer for a key, unless it is too old. It must not be changed.
func (c *Cache) load(k key) (*record, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.records[k]
	return r, r != nil && c.isFresh(r, time.Now())
}

// isFresh tells whether an answer is not too old. One of the future is that of a clock that was wrong.
func (c *Cache) isFresh(r *record, now time.Time) bool {
	age := now.Sub(r.Checked)
	return 0 <= age && age < c.age
}

// store keeps an answer, if it may be kept, in the place of an older one.
func (c *Cache) store(k key, r *record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r.Edition = k.edition
	if r.mayBeKept() {
		c.records[k] = r
	}
}

// Save writes the file, which is there as a whole or as it was before, and its folder if that is missing. Answers that
// another process has saved meanwhile stay, if they are newer; only what it saves in the very moment is lost, and asked
// for again. Answers that are too old are left out.
func (c *Cache) Save() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	saved, err := readRecords(c.file)
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	for k, r := range saved {
		if own := c.records[k]; own == nil || own.Checked.Before(r.Checked) {
			c.records[k] = r
		}
	}
	now := time.Now()
	maps.DeleteFunc(c.records, func(_ key, r *record) bool { return !c.isFresh(r, now) })
	if err := os.MkdirAll(filepath.Dir(c.file), 0o700); err != nil {
		return err
	}
	return c.replace()
}

// replace writes a temporary file, and gives it the name.
func (c *Cache) replace() error {
	file, err := os.CreateTemp(filepath.Dir(c.file), ".htmlurl-")
	if err != nil {
		return err
	}
	to := bufio.NewWriter(file)
	_, err = to.WriteString(firstLine + "\n")
	for _, k := range slices.SortedFunc(maps.Keys(c.records), key.compare) {
		if err == nil {
			_, err = to.Write(c.records[k].line())
		}
	}
	if err == nil {
		err = to.Flush()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(file.Name(), c.file)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// readRecords reads a file. What is not there has no records.
func readRecords(name string) (map[key]*record, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return map[key]*record{}, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w", name, ErrNotCache)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records, err := parseRecords(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return records, err
}
