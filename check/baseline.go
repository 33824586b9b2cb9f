package check

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Baseline is what is known to be wrong with a site, so that a check tells what is new. A problem is known by its
// page, severity, rule and reference, not by its line, as lines move; two on a page that are alike are counted, and a
// third one is new. The zero value knows nothing.
type Baseline struct {
	// Name returns what a baseline calls the page of a finding, such as its path from the folder of the baseline's file,
	// so that it does not matter from where the site is checked. If it is nil, Finding.Page is the name.
	Name func(page string) string

	known map[problem]int
}

// problem is what findings have in common that a baseline does not tell apart.
type problem struct {
	Page     string   `json:"page"`
	Severity Severity `json:"severity"`
	Rule     Rule     `json:"rule"`
	Raw      string   `json:"raw"`
}

// baselineFile is the file of a baseline.
type baselineFile struct {
	Format string  `json:"format"` // baselineFormat
	Known  []entry `json:"known"`
}

// entry says how often a problem is known.
type entry struct {
	problem
	Count int `json:"count"`
}

const (
	baselineFormat = baselineName + "1"
	baselineName   = "htmlurl baseline "
)

// ErrBaseline says that what ReadBaseline reads is no baseline, or one of another version.
var ErrBaseline = errors.New("not a baseline")

// Add adds the errors and warnings of a report to what is known. Other findings need no excuse.
func (b *Baseline) Add(r *Report) {
	if b.known == nil {
		b.known = map[problem]int{}
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity != Info {
			b.known[b.problem(f)]++
		}
	}
}

// Apply takes what is known out of the findings of a report, and counts anew what is left: Summary.Known is what was
// taken, of problems that are alike those that come first. Pages and Edges stay as they are, as what is known is
// broken still.
//
// It returns how many known problems are gone, which the baseline can do without, and zero if the check was
// interrupted. Problems of pages that were not checked seem gone, too.
func (b *Baseline) Apply(r *Report) (gone int) {
	left := maps.Clone(b.known)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
		p := b.problem(&f)
		if left[p] == 0 {
			return false
		}
		left[p]--
		r.Summary.Known++
		return true
	})
	r.Summary.recount(r.Findings)
	if r.Summary.Interrupted {
		return 0
	}
	for _, n := range left {
		gone += n
	}
	return gone
}

// recount counts findings by severity.
func (s *Summary) recount(findings []Finding) {
	s.Errors, s.Warnings, s.Infos = 0, 0, 0
	for i := range findings {
		switch findings[i].Severity {
		case Error:
			s.Errors++
		case Warning:
			s.Warnings++
		case Info:
			s.Infos++
		}
	}
}

// problem returns what a finding is about.
func (b *Baseline) problem(f *Finding) problem {
	page := f.Page
	if b.Name != nil {
		page = b.Name(page)
	}
	return problem{validUTF8(page), f.Severity, f.Rule, shortened(f.Raw)}
}

// shortened returns a reference as a baseline has it. Long ones, such as data: URLs, make no line that people can read.
func shortened(raw string) string {
	const limit, shown = 1000, 200
	if raw = validUTF8(raw); len(raw) <= limit {
		return raw
	}
	end := shown
	for !utf8.RuneStart(raw[end]) {
		end--
	}
	return fmt.Sprintf("%s… (%d bytes, SHA-256 %x)", raw[:end], len(raw), sha256.Sum256([]byte(raw)))
}

// validUTF8 returns s as it comes back from JSON.
func validUTF8(s string) string { return strings.ToValidUTF8(s, string(utf8.RuneError)) }

// WriteTo writes the baseline: JSON in order, with a line for each problem, so that versions can be compared and
// merged.
func (b *Baseline) WriteTo(w io.Writer) (int64, error) {
	var text bytes.Buffer
	fmt.Fprintf(&text, `{"format":%q,"known":[`, baselineFormat)
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	separator := "\n"
	for _, p := range slices.SortedFunc(maps.Keys(b.known), problem.compare) {
		text.WriteString(separator)
		if err := encoder.Encode(entry{p, b.known[p]}); err != nil {
			return 0, err
		}
		text.Truncate(text.Len() - 1) // the end of the line
		separator = ",\n"
	}
	text.WriteString("\n]}\n")
	return text.WriteTo(w)
}

// compare orders problems: by page, then the worst first.
func (p problem) compare(q problem) int {
	return cmp.Or(cmp.Compare(p.Page, q.Page), cmp.Compare(p.Severity.rank(), q.Severity.rank()),
		cmp.Compare(p.Rule, q.Rule), cmp.Compare(p.Raw, q.Raw))
}

// ReadBaseline reads a baseline that WriteTo wrote. Where merging left two entries of a problem, the greater count
// holds.
func ReadBaseline(in io.Reader) (*Baseline, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	var file baselineFile
	err = json.Unmarshal(text, &file)
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, fmt.Errorf("%w: line %d: %w", ErrBaseline, lineAt(text, bad.Offset), err)
	}
	switch bad, ok := errors.AsType[*json.UnmarshalTypeError](err); {
	case !strings.HasPrefix(file.Format, baselineName):
		return nil, fmt.Errorf("%w: it does not say \"format\":%q", ErrBaseline, baselineFormat)
	case file.Format != baselineFormat:
		return nil, fmt.Errorf("%w: another version of this program wrote it, in the format %.50q", ErrBaseline,
			file.Format)
	case ok:
		return nil, fmt.Errorf("%w: line %d: %s cannot be a %s", ErrBaseline, lineAt(text, bad.Offset), bad.Field, bad.Value)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrBaseline, err)
	}
	b := &Baseline{known: map[problem]int{}}
	for i, e := range file.Known {
		if e.Count < 1 || e.Rule == "" || !slices.Contains([]Severity{Error, Warning, Info}, e.Severity) {
			return nil, fmt.Errorf("%w: entry %d, of the page %.200q, needs a rule, a severity and a count of at least 1",
				ErrBaseline, i+1, e.Page)
		}
		b.known[e.problem] = max(b.known[e.problem], e.Count)
	}
	return b, nil
}

// lineAt returns the line of an offset, from 1.
func lineAt(text []byte, offset int64) int { return 1 + bytes.Count(text[:offset], []byte("\n")) }
