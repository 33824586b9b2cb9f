package check

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"htmlurl/document"
	"htmlurl/internal/charset"
)

// keep returns the findings of a page that are to be reported: with Changed those about files that changed. It gives
// them their lines of source.
func (r *run) keep(p *page) []Finding {
	kept := p.findings
	if r.Changed != nil && p.file != nil && !r.Changed(p.file.path) {
		kept = slices.DeleteFunc(kept, func(f Finding) bool { return !r.isChanged(p.site, f.Target) })
	}
	if r.Sources && p.file != nil {
		r.addSources(p, kept)
	}
	return kept
}

// isChanged tells whether a file that is the target of a reference has changed: itself, or what a server gives for it.
func (r *run) isChanged(s *site, target string) bool {
	if target == "" {
		return false
	}
	if r.Changed(target) {
		return true
	}
	for _, name := range s.indexNames {
		if r.Changed(target + "/" + name) {
			return true
		}
	}
	return slices.ContainsFunc(s.fallbacks, func(extension string) bool { return r.Changed(target + extension) })
}

// addSources gives the findings of a file their lines of source. The file is read again for that, but not parsed.
func (r *run) addSources(p *page, findings []Finding) {
	if !slices.ContainsFunc(findings, func(f Finding) bool { return f.Line > 0 && f.Source == "" }) {
		return
	}
	file, err := r.open(p)
	if err != nil {
		return
	}
	defer file.Close()
	bytes, err := io.ReadAll(file)
	if err != nil {
		return
	}
	lines := splitLines(decode(bytes, p.encoding))
	for i := range findings {
		if f := &findings[i]; f.Line > 0 && f.Line <= len(lines) {
			f.Source, f.SourceColumn = excerpt(lines[f.Line-1], f.Column)
		}
	}
}

// decode decodes a page.
func decode(page []byte, encoding string) string {
	e, ok := charset.Lookup(encoding)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(string(e.Decode(page)), "\uFEFF")
}

// splitLines splits a text at LF, CR, or both.
func splitLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// excerptBefore and excerptAfter are how many code points of a line there are around the place of a reference.
const (
	excerptBefore = 60
	excerptAfter  = 120
)

// excerpt returns the part of a line around a column.
func excerpt(line string, column int) (part string, newColumn int) {
	start, at := 0, 0
	for range column - 1 {
		_, size := utf8.DecodeRuneInString(line[at:])
		at += size
	}
	start = at
	for n := 0; start > 0 && n < excerptBefore; n++ {
		_, size := utf8.DecodeLastRuneInString(line[:start])
		start -= size
	}
	end := at
	for n := 0; end < len(line) && n < excerptAfter; n++ {
		_, size := utf8.DecodeRuneInString(line[end:])
		end += size
	}
	part, newColumn = line[start:end], utf8.RuneCountInString(line[start:at])+1
	if start > 0 {
		part, newColumn = "…"+part, newColumn+1
	}
	if end < len(line) {
		part += "…"
	}
	return part, newColumn
}

// sourceOf returns what is written around a reference of a page that cannot be read again.
func sourceOf(text interface{ Line(document.Span) string }, span document.Span) (string, int32) {
	line := text.Line(span)
	if line == "" {
		return "", 0
	}
	part, column := excerpt(line, span.Column)
	return part, int32(column)
}
