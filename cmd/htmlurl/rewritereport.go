package main

import (
	"cmp"
	"fmt"
	"slices"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/printable"
	"htmlurl/rewrite"
)

// printRewritten tells what became of the references of a page, and where those are that were left.
func (a *app) printRewritten(r *rewritten) {
	var unplaced, inexact, others int
	for _, left := range r.Left {
		if _, ok := left.Err.(document.Unplaced); ok {
			unplaced++
		} else if left.Err == rewrite.ErrInexact {
			inexact++
		} else {
			others++
		}
	}
	name := printable.String(r.file.name)
	fmt.Fprintf(a.errOut, "%s: %d changed", name, r.Changed)
	for _, part := range []struct {
		n    int
		what string
	}{{r.Kept, "kept"}, {unplaced, "not placed"}, {others, "not changed"}, {inexact, "not exact"}} {
		if part.n > 0 {
			fmt.Fprintf(a.errOut, ", %d %s", part.n, part.what)
		}
	}
	fmt.Fprintln(a.errOut)
	const most = 100 // for people to read
	for _, left := range r.left()[:min(len(r.Left), most)] {
		fmt.Fprintf(a.errOut, "%s:%s %s\n", name, left.place(), printable.String(left.Error()))
	}
	if more := len(r.Left) - most; more > 0 {
		fmt.Fprintf(a.errOut, "%s: … and %d more, which --json lists\n", name, more)
	}
}

// leftReference is a reference that was left, with what can be told of its place.
type leftReference struct {
	document.Left
	after document.Span // of the last reference before it that has a place; or the zero Span
}

// place tells where the reference stands.
func (l *leftReference) place() string {
	switch {
	case l.Container.Line > 0:
		return fmt.Sprintf(" in the frame at %d:%d:", l.Container.Line, l.Container.Column)
	case l.Depth > 0:
		return " in a frame:"
	case l.Span.Line > 0:
		return fmt.Sprintf("%d:%d:", l.Span.Line, l.Span.Column)
	case l.after.Line > 0:
		return fmt.Sprintf(" after %d:%d:", l.after.Line, l.after.Column)
	}
	return ""
}

// left returns the references that were left, in the order of the page as far as that is known.
func (r *rewritten) left() []leftReference {
	all := make([]leftReference, len(r.Left))
	unplaced := map[leftKey]document.Span{} // the last place before each
	for i, left := range r.Left {
		l := leftReference{Left: left}
		if l.Depth > 0 {
			l.Span = l.Container // as its own is about the frame
		} else if l.Span.Line == 0 && l.Node != nil {
			unplaced[leftKey{l.Node, l.Attr, l.Raw}] = document.Span{}
		}
		all[i] = l
	}
	if len(unplaced) > 0 {
		findBefore(unplaced, r.page)
	}
	for i, l := range all {
		all[i].after = unplaced[leftKey{l.Node, l.Attr, l.Raw}]
	}
	slices.SortStableFunc(all, func(a, b leftReference) int {
		return cmp.Compare(max(a.Span.Start, a.after.Start), max(b.Span.Start, b.after.Start))
	})
	return all
}

// leftKey tells references apart.
type leftKey struct {
	node      *html.Node
	attr, raw string
}

// findBefore finds the last reference with a place before each of those without.
func findBefore(unplaced map[leftKey]document.Span, page *document.Document) {
	var last document.Span
	for link := range page.Links() {
		key := leftKey{link.Node, link.Attr, link.Raw}
		if _, ok := unplaced[key]; ok {
			unplaced[key] = last
		} else if link.Unplaced == "" {
			last = link.Span
		}
	}
}

// rewrittenJSON is a line of htmlurl rewrite --json.
type rewrittenJSON struct {
	File    string     `json:"file"`
	Output  *string    `json:"output"`
	Changed int        `json:"changed"`
	Kept    int        `json:"kept"`
	Left    []leftJSON `json:"left"`
	Error   *string    `json:"error"`
}

// leftJSON is a reference that was left.
type leftJSON struct {
	Tag    string `json:"tag"`
	Attr   string `json:"attr"`
	Raw    string `json:"raw"`
	New    string `json:"new"`
	Line   *int   `json:"line"`
	Column *int   `json:"column"`
	Reason string `json:"reason"`
}

func newRewrittenJSON(r *rewritten, isWritten bool, err error) rewrittenJSON {
	line := rewrittenJSON{File: r.file.name, Left: []leftJSON{}}
	if err != nil {
		message := err.Error()
		line.Error = &message
		return line
	}
	line.Changed, line.Kept = r.Changed, r.Kept
	if isWritten {
		path := r.file.path()
		line.Output = &path
	}
	for _, l := range r.left() {
		left := leftJSON{Tag: tag(document.Link{Node: l.Node}), Attr: l.Attr, Raw: l.Raw, New: l.New, Reason: l.Err.Error()}
		if l.Span.Line > 0 {
			left.Line, left.Column = &l.Span.Line, &l.Span.Column
		}
		line.Left = append(line.Left, left)
	}
	return line
}
