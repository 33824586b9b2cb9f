package probe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

const (
	firstLine = `{"file":"htmlurl known links 1"}`
	maxLine   = 64 << 10
)

// record is a good answer as it is kept.
type record struct {
	URL         string           `json:"url"` // the key of the target
	Edition     resolve.Edition  `json:"edition"`
	Status      int              `json:"status"`
	Checked     time.Time        `json:"checked"`
	Type        string           `json:"type,omitempty"`
	Address     string           `json:"address,omitempty"` // after redirects
	Redirects   []fetch.Redirect `json:"redirects,omitempty"`
	Fragments   []string         `json:"fragments,omitempty"` // that the document has, as far as they were asked for
	AnyFragment bool             `json:"any_fragment,omitempty"`
}

// newRecord makes a record of an accepted answer.
func newRecord(t *target, found Answer, anyFragment bool) *record {
	r := &record{URL: t.key, Status: found.Status, Checked: time.Now().UTC().Truncate(time.Second), Type: found.Type,
		Redirects: found.Redirects, AnyFragment: anyFragment}
	if len(r.Redirects) > 0 {
		r.Address = found.Address
	}
	if anyFragment {
		return r
	}
	missing := map[string]bool{}
	for _, f := range found.Missing {
		missing[f] = true
	}
	r.Fragments = slices.DeleteFunc(slices.Clone(t.fragments), func(f string) bool { return missing[f] })
	return r
}

// answer returns the answer again.
func (r *record) answer() Answer {
	return Answer{Address: r.Address, Status: r.Status, Accepted: true, Redirects: r.Redirects, Type: r.Type,
		FromCache: true}
}

// hasAll tells whether the document is known to have all these fragments.
func (r *record) hasAll(fragments []string) bool {
	if r.AnyFragment || len(fragments) == 0 {
		return true
	}
	has := map[string]bool{}
	for _, f := range r.Fragments {
		has[f] = true
	}
	return !slices.ContainsFunc(fragments, func(f string) bool { return !has[f] })
}

// mayBeKept tells whether no URL that led to the answer has a secret, and whether the line is one, and not too long.
func (r *record) mayBeKept() bool {
	for _, step := range r.Redirects {
		if hasUserinfo(step.URL) {
			return false
		}
	}
	size := len(r.line())
	return !hasUserinfo(r.Address) && 0 < size && size <= maxLine
}

func hasUserinfo(url string) bool {
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(url)
	_, ok := u.Userinfo()
	return err == nil && ok
}

// line returns the record as a line, or nothing if it cannot be one.
func (r *record) line() []byte {
	var line bytes.Buffer
	to := json.NewEncoder(&line)
	to.SetEscapeHTML(false)
	if to.Encode(r) != nil { // the edition is none
		return nil
	}
	return line.Bytes()
}

// parseRecords reads records, of which the last one counts if there are several with the same key. What is no record
// gives ErrDamaged beside the others.
func parseRecords(from io.Reader) (map[key]*record, error) {
	records := map[key]*record{}
	lines := bufio.NewReaderSize(from, maxLine)
	switch first, err := readLine(lines); {
	case err == io.EOF:
		return records, nil
	case err != nil:
		return nil, err
	case string(bytes.TrimRight(first, "\r\n")) != firstLine:
		return nil, ErrNotCache
	}
	damaged := 0
	for number := 2; ; number++ {
		line, err := readLine(lines)
		switch {
		case err == io.EOF && damaged > 0:
			return records, fmt.Errorf("%w: line %d is no answer", ErrDamaged, damaged)
		case err == io.EOF:
			return records, nil
		case err != nil:
			return nil, err
		}
		if r := parseRecord(line); r != nil {
			records[key{r.URL, r.Edition}] = r
		} else {
			damaged = or(damaged, number)
		}
	}
}

// readLine reads a line, which is valid until the next one is read. One that is too long is empty. The error is io.EOF
// if there is none.
func readLine(from *bufio.Reader) ([]byte, error) {
	line, err := from.ReadSlice('\n')
	for err == bufio.ErrBufferFull {
		line = nil
		_, err = from.ReadSlice('\n')
		if err == io.EOF {
			return nil, nil
		}
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	return line, err
}

// parseRecord reads a line. It returns nil if it is no record.
func parseRecord(line []byte) *record {
	var r record
	if json.Unmarshal(line, &r) != nil || r.URL == "" || r.Status == 0 || r.Checked.IsZero() {
		return nil
	}
	return &r
}
