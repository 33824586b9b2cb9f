package check

import (
	"io"
	"path"
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
		kept = slices.DeleteFunc(kept, func(f Finding) bool { return f.Target == p.file.path || !r.isChanged(p.site, f.Target) })
	}
	if r.Sources && p.file != nil {
		r.addSources(p, kept)
	}
	return kept
}

// keepFiles returns the findings about files as such that are to be reported.
func (r *run) keepFiles() []Finding {
	if r.Changed == nil {
		return r.findings
	}
	return slices.DeleteFunc(slices.Clone(r.findings), func(f Finding) bool { return f.Target != "" && !r.Changed(f.Target) })
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
		if r.Changed(path.Join(target, name)) {
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
	line, column, at := 0, 1, 0 // the place of the finding before
	for i := range findings {
		f := &findings[i]
		if f.Line < 1 || f.Line > len(lines) {
			continue
		}
		if f.Line != line || f.Column < column {
			line, column, at = f.Line, 1, 0
		}
		at += offsetOf(lines[line-1][at:], f.Column-column)
		column = f.Column
		f.Source, f.SourceColumn = excerpt(lines[line-1], at)
	}
}

// offsetOf returns where the code point with an ordinal begins.
func offsetOf(s string, n int) int {
	at := 0
	for ; n > 0; n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
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

// What excerpts of a line have, in code points.
const (
	excerptBefore = 60  // before the reference
	excerptAfter  = 120 // from its beginning on
)

// excerpt returns the part of a line around an offset, and the column of that in it.
func excerpt(line string, at int) (part string, column int) {
	start, end := at, at
	for n := 0; start > 0 && n <= excerptBefore; n++ {
		_, size := utf8.DecodeLastRuneInString(line[:start])
		start -= size
	}
	for n := 0; end < len(line) && n <= excerptAfter; n++ {
		_, size := utf8.DecodeRuneInString(line[end:])
		end += size
	}
	return joinExcerpt(line[start:at], line[at:end])
}

// joinExcerpt joins what stands before and after the beginning of a reference, and marks where something is left out.
func joinExcerpt(left, right string) (part string, column int) {
	column = utf8.RuneCountInString(left)
	if column > excerptBefore {
		_, size := utf8.DecodeRuneInString(left)
		left = "…" + left[size:]
	}
	if utf8.RuneCountInString(right) > excerptAfter {
		_, size := utf8.DecodeLastRuneInString(right)
		right = right[:len(right)-size] + "…"
	}
	return left + right, column + 1
}

// excerpter is a page or style sheet that was parsed.
type excerpter interface {
	Excerpt(s document.Span, before, after int) (left, right string)
}

// sourceOf returns what is written around a reference of a page that cannot be read again.
func sourceOf(text excerpter, span document.Span) (string, int32) {
	left, right := text.Excerpt(span, excerptBefore+1, excerptAfter+1)
	if left+right == "" {
		return "", 0
	}
	part, column := joinExcerpt(left, right)
	return part, int32(column)
}
