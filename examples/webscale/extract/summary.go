package extract

import (
	"errors"

	"htmlurl/document"
	"htmlurl/examples/webscale/warc"
	"htmlurl/resolve"
)

// Summary says what there was in an archive, and what was wrong.
type Summary struct {
	Records int64 `json:"records"` // of any type
	Pages   int64 `json:"pages"`   // whose links were found
	Trees   int64 `json:"trees"`   // of these, pages that took a tree
	Bytes   int64 `json:"bytes"`   // of the pages, decoded
	Links   int64 `json:"links"`   // with a URL and without

	Faults  map[string]int64 `json:"faults"`  // what is wrong with the archive and its records, by the warc.Fault
	Refused map[string]int64 `json:"refused"` // pages that could not be read, by the reason
	Errors  map[string]int64 `json:"errors"`  // links without a URL, by the rule that they break
}

// NewSummary returns an empty Summary, to which others can be added.
func NewSummary() *Summary {
	return &Summary{Faults: map[string]int64{}, Refused: map[string]int64{}, Errors: map[string]int64{}}
}

// IsDamaged tells whether some of the archive could not be read as it was meant.
func (s *Summary) IsDamaged() bool { return len(s.Faults) > 0 }

// Add adds what another Summary says.
func (s *Summary) Add(other *Summary) {
	s.Records += other.Records
	s.Pages += other.Pages
	s.Trees += other.Trees
	s.Bytes += other.Bytes
	s.Links += other.Links
	for _, counts := range [][2]map[string]int64{
		{s.Faults, other.Faults}, {s.Refused, other.Refused}, {s.Errors, other.Errors},
	} {
		for name, n := range counts[1] {
			counts[0][name] += n
		}
	}
}

// fault counts what is wrong with the archive.
func (s *Summary) fault(err error) {
	name := err.Error()
	if bad, ok := errors.AsType[*warc.Error](err); ok {
		name = string(bad.Fault)
	}
	s.Faults[name]++
}

// refuse counts a page that could not be read. Reasons that differ from page to page are counted together.
func (s *Summary) refuse(err error) {
	name := "another error"
	for _, known := range []error{document.ErrDepth, document.ErrResets, document.ErrCutShort, document.ErrAddress,
		document.ErrNotWellFormed, document.ErrEntity, errLongURLs} {
		if errors.Is(err, known) {
			name = known.Error()
		}
	}
	s.Refused[name]++
}

// link counts a link.
func (s *Summary) link(l *document.Link) {
	s.Links++
	if l.Err != nil {
		s.Errors[RuleOf(l.Err)]++
	}
}

// RuleOf names the rule that a link without a URL breaks, of which err is the error.
func RuleOf(err error) string {
	if bad, ok := errors.AsType[*resolve.Error](err); ok {
		return string(bad.Rule)
	}
	return err.Error()
}
