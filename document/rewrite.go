package document

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/syntax"
	"htmlurl/internal/xmltree"
)

// AppendRewrite appends the document to dst, in the bytes that Parse read, with other references: f returns what to put in
// the place of a reference, and whether to. It is called for all that Links yields, then for those of the srcdoc documents
// that Frames yields, and so on.
//
// A reference is written so that parsing the result gives what f returned as Link.Raw: with the escapes of its syntax,
// of the quotes it stands in, and for characters that the document's encoding does not have. Everything else stays byte for
// byte. An attribute without quotes gets some if it needs them. What no escape can write is percent-encoded: NUL, control
// characters that a character reference cannot mean, and a space in a list of URLs.
//
// The error is a *RewriteError if some references could not be changed; they are left as they are, and all others are
// done. With ErrNoPositions or ErrEncoding nothing is appended. Changes by SetAttribute and the like are not in the bytes.
//
// Spec: https://html.spec.whatwg.org/#attributes-2, https://drafts.csswg.org/css-syntax-3/#escaping
func (d *Document) AppendRewrite(dst []byte, f func(Link) (string, bool)) ([]byte, error) {
	w := d.NewRewrite()
	w.ReplaceAll(f)
	return w.Append(dst)
}

// Errors of rewriting.
var (
	// ErrNoPositions is the error for a document that was parsed without Options.Positions.
	ErrNoPositions = errors.New("the document has no positions")
	// ErrNotWritable is the error for a reference that its syntax cannot hold, such as one with a comma in a list.
	ErrNotWritable = errors.New("it cannot be written in this syntax")
	// ErrConflict is the error for a place that is to be changed in different ways: the parser makes several elements of
	// some tags, which may have different bases, and an import map may not have a key twice.
	ErrConflict = errors.New("it would have to be different things at once")
	// ErrTooLong is the error for references that would make a page many times as long as it is, by 64 MB and more.
	ErrTooLong = errors.New("the page would become too long")
	// ErrEncoding is the error for a page that does not declare its encoding, and would be taken for UTF-8 afterwards.
	ErrEncoding = errors.New("the page would be read in another encoding; it should declare its own")
	// ErrNotRemovable is the error for a tag that is not one of a void element.
	ErrNotRemovable = errors.New("it cannot be removed")
	// ErrNoHead is the error for an XML document in which nothing can be inserted in a head.
	ErrNoHead = errors.New("there is no head to write in")
)

// RewriteError tells which changes were not made.
type RewriteError struct {
	Left []Left // in no particular order
}

// Error tells of the first of them, and how many there are.
func (e *RewriteError) Error() string {
	message := e.Left[0].Error()
	if more := len(e.Left) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	return message
}

// Left is a change that was not made.
type Left struct {
	Node *html.Node // the element, or nil for a header field or what was to be inserted
	Attr string     // as Link.Attr; "" for a whole tag
	Raw  string     // the reference that was to be replaced
	New  string     // what it was to become
	Span Span       // where it stands, if that is known; in a frame, in the value of the srcdoc attribute
	Err  error      // why: an Unplaced, or one of the errors of rewriting and frames

	Depth     int  // how many srcdoc documents it is in
	Container Span // where the outermost srcdoc attribute stands, if that is known
}

// Error says what was left and why.
func (l Left) Error() string {
	const limit = 200 // a message must stay readable when the page is hostile
	raw := l.Raw
	if len(raw) > limit {
		raw = strings.ToValidUTF8(raw[:limit], "") + "…"
	}
	name := l.Attr
	switch {
	case l.Node != nil:
		name = strings.TrimSpace(l.Node.Data + " " + l.Attr)
	case l.Err == ErrNoHead:
		name, raw = "head", l.New
	}
	return fmt.Sprintf("%s %q: %v", name, raw, l.Err)
}

// Error makes of the reason an error.
func (u Unplaced) Error() string { return string(u) }

// Rewrite collects changes of a document's text. The document must not change meanwhile. A Rewrite belongs to one
// goroutine; many may work on one document.
type Rewrite struct {
	document *Document
	place    placer
	changes  []change
	value    *changedValue // of the last of them
	size     int           // of their text
	keys     importMapKeys
	all      map[*html.Node]int // where tags begin, also of elements without references, once that is asked for
	left     []Left
}

// NewRewrite returns a Rewrite of the document without changes.
func (d *Document) NewRewrite() *Rewrite { return &Rewrite{document: d} }

// Links yields the links of the document. It is Document.Links, but Replace is faster for the last link that it yielded.
func (w *Rewrite) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		l := lister{Document: w.document, yield: byValue(yield), place: &w.place, batches: new(batches)}
		l.document()
	}
}

// ReplaceAll replaces references as AppendRewrite does.
func (w *Rewrite) ReplaceAll(f func(Link) (string, bool)) {
	for link := range w.Links() {
		reference, ok := f(link)
		if !ok {
			reference = link.Raw
		}
		w.Replace(link, reference)
	}
	for frame, err := range w.document.children {
		switch {
		case err != nil:
			w.left = append(w.left, Left{Node: frame.element, Attr: "srcdoc", Err: err})
		case frame.document.options.Container != nil:
			child := frame.document.NewRewrite()
			child.ReplaceAll(f)
			w.Frame(child)
		}
	}
}

// Replace puts a reference in the place of the link, which Links of the document yielded. If it is the same nothing changes;
// but where a tag made several elements, which share a place, it says that the other elements must have the same, too. Two
// calls for one place must agree, or it stays as it is.
func (w *Rewrite) Replace(link Link, reference string) {
	if places := w.document.places; reference == link.Raw && (places == nil || !places.shared[link.Node]) {
		return
	}
	if err := w.replace(&link, reference); err != nil {
		w.left = append(w.left, Left{
			Node: link.Node, Attr: link.Attr, Raw: link.Raw, New: reference, Span: link.Span, Err: err,
		})
	}
}

func (w *Rewrite) replace(link *Link, reference string) error {
	if !utf8.ValidString(reference) {
		return ErrNotWritable
	}
	place, why := w.place.locate(w.document, link, link.value)
	if why != "" {
		return why
	}
	c := change{value: w.valueOf(link, place), raw: link.Raw, reference: reference}
	if reference == link.Raw {
		c.part, c.isKept = place.part(w.document.places.text, link.value, link.ref.Start, link.ref.End), true
		return w.add(c)
	}
	if link.row.Syntax != ImportMap && link.row.Syntax != SpeculationRules { // JSON has an escape
		reference = strings.ReplaceAll(reference, "\x00", "%00")
	}
	r, ok := w.replacement(link, place, reference)
	if !ok {
		return ErrNotWritable
	}
	if link.row.Syntax == ImportMap && !w.keys.allow(link, reference) {
		return ErrConflict
	}
	c.part, c.text = place.part(w.document.places.text, link.value, r.Start, r.End), r.Text
	c.mayJoin = place.hasReferences(r.Start)
	return w.add(c)
}

// maxGrowth returns how many bytes the changes of a page may add.
func (w *Rewrite) maxGrowth() int {
	const least, perByte = 64 << 20, 16
	return least + perByte*len(w.document.places.page)
}

// add adds a change, unless all together would be too long.
func (w *Rewrite) add(c change) error {
	if w.size += len(c.text); w.size > w.maxGrowth() {
		return ErrTooLong
	}
	w.changes = append(w.changes, c)
	return nil
}

// valueOf returns the value of a link, the same for all links in it that come one after the other.
func (w *Rewrite) valueOf(link *Link, place *written) *changedValue {
	if w.value == nil || w.value.node != link.Node || w.value.attr != link.Attr {
		w.value = &changedValue{
			span: place.span, holder: place.holder, quote: place.quote, isBare: place.isBare, node: link.Node, attr: link.Attr,
		}
	}
	return w.value
}

// replacement returns what is to be written in the link's value for it to have the reference.
func (w *Rewrite) replacement(link *Link, place *written, reference string) (syntax.Replacement, bool) {
	var writable func(rune) bool // of CSS and JSON; in an attribute character references write nearly all
	switch place.holder {
	case htmlAttribute:
		writable = func(r rune) bool { return !isC1(r) || w.document.holds(r) }
	case xmlAttribute:
		writable = xmltree.IsCharacter
	case wholeText:
		writable = w.document.holds
	case rawText:
		writable = func(r rune) bool {
			return r != '<' && (r != '>' || link.row.Syntax == Stylesheet) && w.document.holds(r)
		}
	case parsedText:
		writable = func(r rune) bool { return r != '<' && r != '>' && r != '&' && w.document.holds(r) }
	}
	switch link.row.Syntax {
	case SpaceList:
		return syntax.WriteSpaces(link.value, link.ref, reference)
	case CommaList:
		return syntax.WriteCommas(link.value, link.ref, reference)
	case Srcset:
		return syntax.WriteSrcset(link.value, link.ref, reference)
	case Refresh:
		return syntax.WriteRefresh(link.value, link.ref, reference)
	case Declarations, PropertyValue, Stylesheet:
		return syntax.WriteCSS(link.value, link.ref, reference, writable)
	case ImportMap, SpeculationRules:
		r, ok := syntax.WriteJSON(link.value, link.ref, reference, writable)
		return r, ok && !strings.ContainsAny(link.value[r.Start:r.End], "<>") // where the script ends may depend on them
	}
	return syntax.Replacement{Start: link.ref.Start, End: link.ref.End, Text: reference}, true
}

// importMapKeys are the keys of the import map that was changed last. A second one that is the same would do away with the
// first.
type importMapKeys struct {
	node *html.Node
	all  map[importMapKey]int
}

type importMapKey struct {
	role syntax.Role
	text string
}

// allow tells whether the reference may take the place of the link, and takes note of it.
func (k *importMapKeys) allow(link *Link, reference string) bool {
	role := link.ref.Role
	if role != syntax.ModuleScope && role != syntax.ModuleIntegrity {
		return true
	}
	if k.node != link.Node {
		k.node, k.all = link.Node, map[importMapKey]int{}
		for ref := range syntax.ImportMap(link.value) {
			k.all[importMapKey{ref.Role, ref.Value}]++
		}
	}
	key := importMapKey{role, reference}
	k.all[key]++
	return k.all[key] == 1
}

// Frame makes the changes of a srcdoc document, which Frames of the document yielded, in its srcdoc attribute. It panics if
// that is another document.
func (w *Rewrite) Frame(child *Rewrite) {
	if child.document.options.Container != w.document || child.document.element == nil {
		panic("document: the changes are of no frame of this document")
	}
	n := child.document.element
	value, _ := attribute(n, "srcdoc")
	link := Link{Node: n, Attr: "srcdoc"}
	place, why := w.place.locate(w.document, &link, value)
	edits, left := child.edits()
	if why != "" {
		edits, left = nil, slices.Clip(child.left)
		for _, c := range child.changes {
			if c.value != nil && !c.isKept {
				left = append(left, c.left(why))
			}
		}
	}
	for _, l := range left {
		l.Depth++
		if l.Container = (Span{}); why == "" {
			l.Container = w.document.places.span(place.span)
		}
		w.left = append(w.left, l)
	}
	for _, e := range edits {
		c := change{text: e.text, value: w.valueOf(&link, place), mayJoin: place.hasReferences(e.part.Start)}
		c.part = place.part(w.document.places.text, value, e.part.Start, e.part.End)
		if err := w.add(c); err != nil {
			w.left = append(w.left, Left{Node: n, Attr: "srcdoc", Err: err})
			return
		}
	}
}

// Append appends the document with the changes to dst. See AppendRewrite for the error.
func (w *Rewrite) Append(dst []byte) ([]byte, error) {
	places := w.document.places
	if places == nil {
		return dst, ErrNoPositions
	}
	edits, left := w.edits()
	size := len(places.page)
	for _, e := range edits {
		size += len(e.text) - (e.part.End - e.part.Start)
	}
	start := len(dst)
	dst = places.append(slices.Grow(dst, max(size, 0)), edits)
	if w.document.source == FromFallback && w.document.xml == nil && isGuessedUTF8(dst[start:]) {
		return dst[:start], ErrEncoding
	}
	if len(left) > 0 {
		return dst, &RewriteError{left}
	}
	return dst, nil
}

// isGuessedUTF8 tells whether a page that declares no encoding is taken for UTF-8.
func isGuessedUTF8(page []byte) bool {
	_, source, _ := charset.Sniff(page, "")
	return source == charset.ValidUTF8
}
