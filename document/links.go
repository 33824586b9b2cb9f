package document

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/syntax"
	"htmlurl/resolve"
)

// Link is a reference of the document: a URL in an attribute, in the text of an element, or in a header field.
type Link struct {
	Node       *html.Node  // the element; nil for a header field
	Attr       string      // the attribute's name with its prefix: "href", "xlink:href"; "#text"; or that of the field
	Raw        string      // the URL as its syntax has it, with character references and escapes undone
	Descriptor string      // of an image candidate, as written: "2x"
	Kind       Kind        // what the reference is for
	Base       resolve.URL // what the reference is relative to; the zero URL if there is nothing
	URL        resolve.URL // what it points to; the zero URL if Err is set
	Err        error       // why it has no URL: a *resolve.Error, or nil
	Ignored    Ignored     // why it has no effect although it may have a URL; "" for most
	Span       Span        // where it stands; the zero Span if that is not known
	Unplaced   Unplaced    // why Span is not known; "" if it is

	document *Document
	field    *syntax.HeaderLink // of a Link header field
	row      *Attribute         // of the registry
	value    string             // that it is in
	ref      syntax.Reference   // its place in the value
}

// Document returns the document that the reference is of.
func (l Link) Document() *Document { return l.document }

// BaseRule says what the reference is relative to by the registry; Base is what that is.
func (l Link) BaseRule() BaseRule {
	if l.row == nil {
		return NoBase
	}
	return l.row.Base
}

// Ignored says why a reference has no effect.
type Ignored string

const (
	IsEmpty        Ignored = "empty: nothing is fetched"
	IsBlank        Ignored = "empty: the frame shows about:blank"
	HasSrcdoc      Ignored = "srcdoc takes its place"
	IsLaterBase    Ignored = "an earlier base element counts"
	IsInertBase    Ignored = "a base element here does not count"
	IsRefusedBase  Ignored = "not allowed or not usable as a base"
	HasAnchor      Ignored = "its anchor says that it is about another resource"
	IsNoPrefix     Ignored = "its specifier ends with a slash, but it does not"
	HasNoRel       Ignored = "a link element without rel links to nothing"
	IsDataBlock    Ignored = "its type is none of a script"
	IsLaterRefresh Ignored = "an earlier refresh counts"
)

// Links yields every reference of the document of the kinds that Options ask for: those of the header fields, then, in
// tree order, those of each element in the order of its attributes, then those of its text. (The HTML parser sorts the
// attributes of formatting elements, such as a: theirs are in that order without Options.Positions.) The references in
// frames are theirs; those in template contents are inert and listed only if Options ask for them. A reference that does
// not resolve is yielded with its error. The URLs share memory: resolve.URL.Clone gives one its own.
//
// Spec: W3C HTML5 2.6.4 (2012), resolve a URL
func (d *Document) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		l := lister{Document: d, yield: byValue(yield), place: new(placer), batches: new(batches)}
		l.document()
	}
}

// LinksOf yields the references of one element.
func (d *Document) LinksOf(n *html.Node) iter.Seq[Link] {
	return func(yield func(Link) bool) {
		l := lister{Document: d, yield: byValue(yield), place: new(placer)}
		l.element(n)
	}
}

// byValue returns a function that yields links by their values.
func byValue(yield func(Link) bool) func(*Link) bool {
	return func(l *Link) bool { return yield(*l) }
}

// lister lists references in tree order.
type lister struct {
	*Document
	yield func(*Link) bool
	all   bool // of every kind
	link  Link // the last one
	memo  baseMemo
	from  origin // of a value with several references
	place *placer

	batches *batches
}

// document yields the references of header fields and elements.
func (l *lister) document() {
	l.batches.use(l.resolver)
	more := l.fields()
	for n := l.root; more && n != nil; n = l.next(n) {
		more = l.element(n)
	}
}

// fields yields the references of the header fields. It reports whether more are wanted.
//
// Spec: https://html.spec.whatwg.org/#processing-link-headers, RFC 8288 section 3;
// https://html.spec.whatwg.org/#shared-declarative-refresh-steps
func (l *lister) fields() bool {
	for _, row := range l.registry.fields {
		for name := range strings.FieldsSeq(row.Names) {
			for _, value := range l.field(name) {
				if !l.references(origin{attr: name}, row, isomorphic(value)) {
					return false
				}
			}
		}
	}
	return true
}

// isomorphic returns the value of a header field as text: each byte is the code point of its number.
//
// Spec: https://infra.spec.whatwg.org/#isomorphic-decode
func isomorphic(value string) string {
	if strings.IndexFunc(value, func(c rune) bool { return c >= utf8.RuneSelf }) < 0 {
		return value
	}
	var b strings.Builder
	for i := range len(value) {
		b.WriteRune(rune(value[i]))
	}
	return b.String()
}

// element yields the references of n. It reports whether more are wanted.
func (l *lister) element(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return n.Type != html.CommentNode || l.instruction(n)
	}
	order := l.place.attributeOrder(l.Document, n)
	for i := range n.Attr {
		a := &n.Attr[i]
		if order != nil {
			a = &n.Attr[order[i]]
		}
		row, name := l.lookup(n, a)
		if row != nil && !l.references(origin{node: n, attr: name}, row, a.Val) {
			return false
		}
	}
	if n.FirstChild == nil {
		return true
	}
	row := l.registry.text(n)
	return row == nil || l.references(origin{node: n, attr: textAttribute}, row, textOf(n))
}

// textAttribute stands for the text of an element where an attribute's name is asked for.
const textAttribute = "#text"

// instruction yields the reference of an xml-stylesheet instruction, which the tree of an XML document has as a comment.
func (l *lister) instruction(n *html.Node) bool {
	in, ok := l.stylesheets[n]
	return !ok || l.references(origin{node: n, attr: "href"}, l.registry.instruction, in.Href)
}

// origin is what a reference is of.
type origin struct {
	node  *html.Node
	attr  string
	kind  Kind
	field *syntax.HeaderLink
}

// references yields the references in a value of one place.
func (l *lister) references(from origin, row *Attribute, value string) bool {
	if from.kind = row.Kind; row.kindOf != nil {
		from.kind = row.kindOf(from.node)
	}
	if row.Syntax == LinkField {
		return l.linkField(from, row, value)
	}
	if !l.all && !l.wants(from.kind) {
		return true
	}
	if row.Syntax == SingleURL {
		return l.reference(&from, row, value, syntax.Reference{End: len(value), Value: value})
	}
	return l.list(from, row, value)
}

// list yields the references in a value that may have several. It stands alone because its loop takes memory, and looks
// before it loops.
func (l *lister) list(from origin, row *Attribute, value string) bool {
	if isCSSSyntax(row.Syntax) && !syntax.MayReferCSS(value) {
		return true
	}
	l.from = from
	for ref := range referencesIn(row.Syntax, value) {
		if !l.reference(&l.from, row, value, ref) {
			return false
		}
	}
	return true
}

// linkField yields the references of a Link header field, each of its own kind.
func (l *lister) linkField(from origin, row *Attribute, value string) bool {
	for v := range syntax.LinkHeader(value) {
		rel, _ := v.Param("rel")
		from.kind, from.field = kindOfRel(rel), &v
		if (l.all || l.wants(from.kind)) && !l.reference(&from, row, value, v.Reference) {
			return false
		}
		if as, _ := v.Param("as"); lowerASCII(as) != "image" || !slices.Contains(tokens(rel), "preload") {
			continue
		}
		candidates, _ := v.Param("imagesrcset")
		if from.kind = Image; (l.all || l.wants(Image)) && !l.list(from, &imageCandidates, candidates) {
			return false
		}
	}
	return true
}

// imageCandidates is the row of the imagesrcset parameter of a Link header field.
var imageCandidates = Attribute{Namespace: "http", Names: "Link", Syntax: Srcset, Kind: Image, Base: FallbackBase}

// reference resolves and places one reference in a value, and yields it.
func (l *lister) reference(from *origin, row *Attribute, value string, ref syntax.Reference) bool {
	link := &l.link // in which all is set again, as that is faster than a new one
	link.Node, link.Attr, link.Kind, link.Raw, link.Descriptor = from.node, from.attr, from.kind, ref.Value, ""
	link.document, link.field, link.row, link.value, link.ref = l.Document, from.field, row, value, ref
	if row.Syntax == Srcset {
		link.Descriptor = ref.Descriptor
	}
	l.resolve(link, row, &link.ref)
	link.Ignored = l.ignored(link, row, &link.ref)
	l.place.reference(l.Document, link, value, ref)
	return l.yield(link)
}

// referencesIn yields the references in a value of that syntax, which is none of those that hold just one URL.
func referencesIn(s Syntax, value string) iter.Seq[syntax.Reference] {
	switch s {
	case SpaceList:
		return syntax.Spaces(value)
	case CommaList:
		return syntax.Commas(value)
	case Srcset:
		return syntax.Srcset(value)
	case Refresh:
		return func(yield func(syntax.Reference) bool) {
			if refresh, ok := syntax.ParseRefresh(value); ok && refresh.HasURL {
				yield(refresh.URL)
			}
		}
	case Declarations:
		return syntax.CSS(value, true)
	case PropertyValue:
		return syntax.CSSValue(value)
	case Stylesheet:
		return syntax.CSS(value, false)
	case ImportMap:
		return syntax.ImportMap(value)
	case SpeculationRules:
		return syntax.SpeculationRules(value)
	}
	panic("document: no such syntax: " + s.String())
}

// resolve resolves the link's reference by the rules of its row.
func (l *lister) resolve(link *Link, row *Attribute, ref *syntax.Reference) {
	raw := link.Raw
	switch {
	case isCSSSyntax(row.Syntax) && ref.IsLocal():
		link.Base = l.address
	case row.Base == NoBase || ref.Base == syntax.NoBase:
		link.Base = resolve.URL{}
	case row.Base == AddressIfEmpty && raw == "":
		link.Base, raw = l.address, l.address.String()
	case row.Base == FallbackBase || link.Node == nil || l.isEarly(link.Node):
		link.Base = l.fallback
	case row.Base == CodebaseBase:
		link.Base = l.codebase(link.Node, &l.memo)
	default:
		link.Base = l.baseOf(link.Node, &l.memo)
	}
	if l.batches != nil {
		link.Err = l.batches.of(row).ResolveTo(&link.URL, &link.Base, raw)
		return
	}
	r := l.resolver
	if row.UTF8 {
		r.Encoding = resolve.Encoding{}
	}
	link.URL, link.Err = r.Resolve(link.Base, raw)
}

// batches are where the URLs of a document share memory. Nil ones share none.
type batches struct{ own, utf8 resolve.Batch }

// of returns the batch for the references of a row: that for the document's encoding, or for UTF-8 if that is another.
func (b *batches) of(row *Attribute) *resolve.Batch {
	if row.UTF8 && b.own.Resolver.Encoding != (resolve.Encoding{}) {
		return &b.utf8
	}
	return &b.own
}

// use makes the batches those of a resolver.
func (b *batches) use(r resolve.Resolver) {
	b.own.Resolver, b.utf8.Resolver = r, r
	b.utf8.Resolver.Encoding = resolve.Encoding{}
}

// isEarly tells whether the references of n were resolved before there was a base element.
func (d *Document) isEarly(n *html.Node) bool {
	return d.beforeBase[n] || n.Type == html.CommentNode && d.rules().snapshotBase // an instruction before the root
}

// codebase returns the URL of the element's codebase attribute, or else the element's base URL.
//
// Spec: HTML 4.01 section 13.3, codebase
func (d *Document) codebase(n *html.Node, memo *baseMemo) resolve.URL {
	base := d.baseOf(n, memo)
	if codebase, ok := attribute(n, "codebase"); ok {
		if u, err := d.resolver.Resolve(base, codebase); err == nil {
			return u
		}
	}
	return base
}

// ignored tells why a reference has no effect.
//
// Spec: https://html.spec.whatwg.org/#process-the-iframe-attributes, https://html.spec.whatwg.org/#the-base-element,
// https://html.spec.whatwg.org/#processing-link-headers, https://html.spec.whatwg.org/#sort-and-normalize-a-module-specifier-map,
// https://html.spec.whatwg.org/#prepare-the-script-element, https://html.spec.whatwg.org/#the-link-element,
// https://html.spec.whatwg.org/#shared-declarative-refresh-steps;
// for empty values the algorithms of each element, such as https://html.spec.whatwg.org/#update-the-image-data
func (d *Document) ignored(link *Link, row *Attribute, ref *syntax.Reference) Ignored {
	switch {
	case link.Node == nil:
		if _, ok := link.param("anchor"); ok {
			return HasAnchor
		}
		return "" // also for a refresh, which counts before all others
	case ref.Role == syntax.ModuleAddress && strings.HasSuffix(ref.Descriptor, "/") && !strings.HasSuffix(link.URL.String(), "/"):
		return IsNoPrefix
	case row.Kind == NestedDocument && isHTML(link.Node, "iframe") && hasAttribute(link.Node, "srcdoc"):
		return HasSrcdoc
	case link.Raw == "" && (row.Empty == EmptyIgnored || isCSSSyntax(row.Syntax)):
		return IsEmpty
	case link.Raw == "" && row.Empty == EmptyBlank:
		return IsBlank
	case row.Kind == Script && isHTML(link.Node, "script") && !isScript(link.Node):
		return IsDataBlock
	case row.Kind == ExternalResource && isHTML(link.Node, "link") && linksToNothing(link.Node):
		return HasNoRel
	case row.Syntax == Refresh && d.laterRefreshes[link.Node]:
		return IsLaterRefresh
	case row.Kind != BaseURL:
		return ""
	case link.Node != d.why.Element && inTemplate(link.Node):
		return IsInertBase
	case link.Node != d.why.Element:
		return IsLaterBase
	case d.why.Err != nil:
		return IsRefusedBase
	}
	return ""
}

// linksToNothing tells whether a link element has neither link types nor a property that it is the value of.
func linksToNothing(n *html.Node) bool {
	rel, _ := attribute(n, "rel")
	return strings.TrimLeftFunc(rel, isSpace) == "" && !hasAttribute(n, "itemprop") && !hasAttribute(n, "property")
}

// hasRefreshField tells whether a header field refreshes the document.
func (d *Document) hasRefreshField() bool {
	return slices.ContainsFunc(d.field("Refresh"), func(value string) bool {
		return d.refreshes(isomorphic(value), d.fallback)
	})
}

// findLaterRefreshes finds the meta elements whose refreshes come after the one that counts: the first that has no URL or one
// to go to, be it that of a header field. It takes whether there was one before and returns whether there is one.
//
// Spec: https://html.spec.whatwg.org/#shared-declarative-refresh-steps; W3C HTML5 (2012), refresh state
func (d *Document) findLaterRefreshes(counts bool, metas []*html.Node) bool {
	for _, n := range metas {
		if counts {
			if d.laterRefreshes == nil {
				d.laterRefreshes = map[*html.Node]bool{}
			}
			d.laterRefreshes[n] = true
			continue
		}
		base := d.base
		if d.isEarly(n) {
			base = d.fallback
		}
		content, _ := attribute(n, "content")
		counts = d.refreshes(content, base)
	}
	return counts
}

// refreshes tells whether the value of a refresh is one.
func (d *Document) refreshes(value string, base resolve.URL) bool {
	refresh, ok := syntax.ParseRefresh(value)
	if !ok || !refresh.HasURL {
		return ok
	}
	u, err := d.resolver.Resolve(base, refresh.URL.Value)
	scheme, _ := u.Scheme()
	return err == nil && lowerASCII(scheme) != "javascript"
}

func isCSSSyntax(s Syntax) bool { return s == Declarations || s == PropertyValue || s == Stylesheet }
