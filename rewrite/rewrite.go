package rewrite

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// Style says how references are written.
type Style uint8

const (
	// AsWritten changes only references that would otherwise not lead where they should, and keeps their form: absolute,
	// relative to the root, or relative.
	AsWritten Style = iota
	// Absolute writes every reference as it is resolved. Those to URLs that cannot be a base, such as mailto:, stay.
	Absolute
	// Relative makes references relative to the base that they will have, where they are on the same host.
	Relative
	// RootRelative makes them begin with the path from the root of the host.
	RootRelative
)

// Rewriter changes the references of documents so that they are written in another way, or follow what has moved. What a
// reference leads to changes only by the Map. The zero value changes nothing. It is safe for concurrent use as long as
// nobody changes it.
type Rewriter struct {
	Style Style
	// Map tells where URLs have moved; nil moves nothing. If it knows the document's address, the document moves as well.
	// A new URL that is relative is so to the document's (new) address, and AsWritten then writes it in its form.
	Map *Map
	// DropBase removes base elements and, in the editions in which they count, xml:base attributes, in frames too.
	DropBase bool
	// Base is the new document base URL, unless it is the zero URL: in the base element that counts, or in a new one. All
	// other bases are removed.
	Base resolve.URL
}

// Result counts what became of the references of a document and its frames.
type Result struct {
	Changed int             // references, and base elements that were removed or changed
	Kept    int             // as they were
	Left    []document.Left // that should have changed, but could not; or see ErrInexact
}

// ErrBase is the error for a base that cannot become what it should, which all references depend on. It comes with the
// reason.
var ErrBase = errors.New("the base cannot be changed")

// ErrNoURL is the error of a reference to what has moved to something that is no URL. It stays.
var ErrNoURL = errors.New("what it has moved to is no URL")

// ErrInexact is the error of a reference to a URL that no other reference leads to: it was changed to that URL, but leads to
// what the rules make of it. In HTML5 a base is used as it is, so that "#a" can lead to a URL with dot segments.
var ErrInexact = errors.New("no reference leads exactly there")

// Append appends the document with its changes to dst. The document must have been parsed with Options.Positions; else the
// error is document.ErrNoPositions. ErrBase is another; then nothing is appended. References that cannot be changed are no
// error, but in the Result.
//
// Without an address and without an absolute base relative references have no URL, so that they stay.
//
// Only references of the kinds that Options.Kinds of the document ask for are changed. Others then lead elsewhere if a base
// is removed or set: parse the document with all document.Kinds if that matters.
//
// References without a URL, and those that are empty and therefore fetch nothing, stay. So do, unless Style is Absolute,
// references such as "#a" in CSS and between SVG elements, which lead into the document wherever it is.
func (r *Rewriter) Append(dst []byte, d *document.Document) ([]byte, Result, error) {
	var result Result
	then, err := r.rebased(d)
	if err != nil {
		return dst, result, err
	}
	p := pass{Rewriter: r, address: then.Address(), result: &result}
	out, err := p.rewrite(d, then).Append(dst)
	left, ok := errors.AsType[*document.RewriteError](err)
	switch {
	case err == nil:
		return out, result, nil
	case !ok:
		return dst, Result{}, err
	}
	for _, l := range left.Left {
		if r.rebases() && isBase(l) {
			return dst, Result{}, fmt.Errorf("%w: %w", ErrBase, l.Err)
		}
	}
	result.Left = append(result.Left, left.Left...)
	result.Changed -= len(left.Left)
	return out, result, nil
}

// isBase tells whether what was left is a base, or the place for one.
func isBase(l document.Left) bool {
	return l.Err == document.ErrNoHead || l.Attr == "xml:base" || l.Node != nil && l.Node.Data == "base" && l.Attr == "href"
}

// rebased returns the document as it will be.
func (r *Rewriter) rebased(d *document.Document) (*document.Document, error) {
	if r.Map == nil && r.Base.IsZero() && !(r.DropBase && d.HasBase()) {
		return d, nil
	}
	address, _, _ := r.moved(d.Resolver(), d.Address(), d.Address())
	change := document.Rebase{Address: address, Drop: r.drops(), Base: r.Base}
	if !r.drops() && d.Why().Element != nil && d.Why().Err == nil {
		change.Base, _, _ = r.moved(d.Resolver(), d.Base(), address)
	}
	then := d.Rebased(change)
	if why := then.Why(); !r.Base.IsZero() && why.Err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBase, why.Err)
	}
	return then, nil
}

// rebases tells whether references may be relative to something else than before.
func (r *Rewriter) rebases() bool { return r.drops() || r.Map != nil }

// drops tells whether bases are removed.
func (r *Rewriter) drops() bool { return r.DropBase || !r.Base.IsZero() }

// moved returns where a URL has moved to, for a document at some address, and whether it has. With ErrNoURL it is where it
// was.
func (r *Rewriter) moved(resolver resolve.Resolver, u, address resolve.URL) (to resolve.URL, ok bool, err error) {
	if r.Map == nil {
		return u, false, nil
	}
	reference, ok := r.lookup(u)
	if !ok {
		return u, false, nil
	}
	if to, err = resolver.Resolve(address, reference); err != nil {
		return u, true, ErrNoURL
	}
	return to, true, nil
}

// lookup returns the new URL of the Map for a URL, or for what today's rules make of it: other editions keep the case of
// hosts, and default ports.
func (r *Rewriter) lookup(u resolve.URL) (string, bool) {
	if reference, ok := r.Map.Lookup(u.String()); ok {
		return reference, true
	}
	today, err := resolve.Resolver{Edition: resolve.Living}.Parse(u.String())
	if err != nil {
		return "", false
	}
	return r.Map.Lookup(today.String())
}

// pass is the work on a document and its frames.
type pass struct {
	*Rewriter
	address   resolve.URL // of the outermost document, as it will be
	resolver  resolve.Resolver
	depth     int           // of the document
	container document.Span // of the outermost frame around it
	result    *Result
}

// rewrite makes the changes of a document, which then is as then says, and of its frames.
func (p *pass) rewrite(d, then *document.Document) *document.Rewrite {
	w := d.NewRewrite()
	p.resolver = d.Resolver()
	for now, later := range pairs(w.Links(), then.Links(), d == then) {
		later.Base = p.baseOf(d, then, now, later)
		reference, err := p.reference(now, later, then)
		if err != nil {
			p.result.Left = append(p.result.Left, document.Left{
				Node: now.Node, Attr: now.Attr, Raw: now.Raw, New: reference, Span: now.Span, Err: err,
				Depth: p.depth, Container: p.container,
			})
		}
		switch {
		case p.replacesBase(d, now):
			p.result.Changed++
		case reference != now.Raw && err != ErrNoURL:
			p.result.Changed++
			w.Replace(now, reference)
		default:
			p.result.Kept++
			w.Replace(now, now.Raw)
		}
	}
	switch {
	case p.depth == 0 && !p.Base.IsZero():
		w.SetBase(p.Base)
	case p.drops():
		w.RemoveBases()
	}
	p.frames(w, d, then)
	return w
}

// replacesBase tells whether a link is a base that is removed or set.
func (p *pass) replacesBase(d *document.Document, link document.Link) bool {
	if link.Kind != document.BaseURL || link.Ignored == document.IsInertBase {
		return false
	}
	return p.drops() && (p.depth > 0 || p.Base.IsZero() || link.Node == d.Why().Element)
}

// frames rewrites the srcdoc documents of a document.
func (p *pass) frames(w *document.Rewrite, d, then *document.Document) {
	for frames, err := range framePairs(d, then) {
		switch {
		case err != nil:
			p.result.Left = append(p.result.Left, document.Left{
				Attr: "srcdoc", Err: err, Depth: p.depth, Container: p.container,
			})
		case frames.now.Address().String() == resolve.Srcdoc:
			inner := *p
			if inner.depth++; p.depth == 0 {
				inner.container, _ = frames.now.Span()
			}
			w.Frame(inner.rewrite(frames.now, p.frame(frames)))
		}
	}
}

// frame returns a frame as it will be: without its own base, or with one that leads where it does, or where that has moved.
func (p *pass) frame(frames framePair) *document.Document {
	why := frames.now.Why()
	switch {
	case p.drops() && frames.then == frames.now && frames.now.HasBase():
		return frames.now.Rebased(document.Rebase{Drop: true})
	case !p.rebases(), p.drops(), why.Element == nil, why.Err != nil:
		return frames.then
	}
	base, _, _ := p.moved(p.resolver, frames.now.Base(), p.address)
	return frames.then.Rebased(document.Rebase{Base: base})
}

// baseOf returns what another reference in the place of a link will be relative to. Some are relative to something else while
// they are empty; and a codebase, which is a reference too, will lead where it does, or where that has moved.
//
// Spec: https://html.spec.whatwg.org/#form-submission-algorithm; HTML 4.01 section 13.3, codebase
func (p *pass) baseOf(d, then *document.Document, now, later document.Link) resolve.URL {
	switch rule := now.BaseRule(); {
	case rule == document.AddressIfEmpty && now.Raw == "":
		return then.BaseOf(later.Node)
	case rule == document.CodebaseBase && p.hasCodebase(d, now.Node):
		base, _, _ := p.moved(p.resolver, now.Base, p.address)
		return base
	}
	return later.Base
}

// hasCodebase tells whether an element has a codebase with a URL.
func (p *pass) hasCodebase(d *document.Document, n *html.Node) bool {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Namespace == "" && a.Key == "codebase" })
	if i < 0 {
		return false
	}
	_, err := p.resolver.Resolve(d.BaseOf(n), n.Attr[i].Val)
	return err == nil
}

// reference returns what is to be written for a link, which later will be as the document then has it. With ErrInexact it is
// written, with ErrNoURL not.
func (p *pass) reference(now, later document.Link, then *document.Document) (string, error) {
	if now.Err != nil || now.Ignored == document.IsEmpty || now.Ignored == document.IsBlank {
		return now.Raw, nil
	}
	target, hasMoved, err := p.moved(p.resolver, now.URL, p.address)
	if err != nil {
		reference, _ := p.lookup(now.URL)
		return reference, err
	}
	base := later.Base
	leads := later.Err == nil && later.URL == target // as it is written
	if now.BaseRule() == document.CodebaseBase {
		leads = leadsTo(p.resolver, base, now.Raw, target)
	}
	style := p.Style
	switch {
	case style != Absolute && isLocal(now), leads && target.HasOpaquePath():
		return now.Raw, nil
	case hasMoved && style == AsWritten:
		style = p.movedStyle(p.resolver, now.URL)
	}
	if leads && style.has(p.resolver, now.Raw) {
		return now.Raw, nil
	}
	reference, ok := style.write(p.resolver, base, target, now.Raw)
	switch {
	case !ok && leads:
		return now.Raw, nil
	case !ok && !leadsTo(p.resolver, base, reference, target):
		return reference, ErrInexact
	case now.Kind == document.ScriptData:
		return urlLike(p.resolver, base, target, reference), nil
	case now.Kind == document.Style && strings.HasPrefix(reference, "#") && base != then.Address():
		return target.String(), nil // for which CSS has a rule of its own
	}
	return reference, nil
}

// isLocal tells whether a link leads to an element of the document, whatever its address or base is.
//
// Spec: https://drafts.csswg.org/css-values-4/#local-urls, https://svgwg.org/svg2-draft/linking.html#processingURL
func isLocal(link document.Link) bool {
	switch link.Kind {
	case document.Style, document.Graphic, document.LocalReference:
		return strings.HasPrefix(link.Raw, "#")
	}
	return false
}

// movedStyle returns the style of a new URL that is relative, and AsWritten for others.
func (r *Rewriter) movedStyle(resolver resolve.Resolver, u resolve.URL) Style {
	reference, _ := r.lookup(u)
	if style := formOf(resolver, reference); style != Absolute {
		return style
	}
	return AsWritten
}
