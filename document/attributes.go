package document

import (
	"strings"

	"golang.org/x/net/html"
)

// Kind says what a reference is for.
type Kind string

const (
	Hyperlink        Kind = "hyperlink"         // something to go to; also a link element whose rel fetches nothing
	ExternalResource Kind = "external-resource" // a link element whose rel fetches something
	BaseURL          Kind = "metadata-base"     // a base element
	Codebase         Kind = "codebase"          // what other attributes of an object or applet are relative to
	Image            Kind = "embedded-image"
	Media            Kind = "embedded-media" // sound or video
	TextTrack        Kind = "embedded-text-track"
	Script           Kind = "embedded-script"
	NestedDocument   Kind = "embedded-nested-document"    // a frame
	Plugin           Kind = "embedded-plugin-or-document" // an embed or object element
	Graphic          Kind = "embedded-svg"                // an SVG use element
	LocalReference   Kind = "svg-local-reference"         // from one SVG element to another
	Resource         Kind = "resource"                    // of another kind
	Citation         Kind = "citation"                    // a cite attribute
	Description      Kind = "description"                 // a longdesc attribute
	FormSubmit       Kind = "form-submit"
	Identifier       Kind = "identifier" // a name that is a URL
	AppCache         Kind = "application-cache"
	Framework        Kind = "framework" // requested by a script library
)

// baseRule says what a reference is relative to.
type baseRule uint8

const (
	documentBase   baseRule = iota // the element's base URL
	addressIfEmpty                 // an empty reference means the document's address, others as documentBase
	fallbackBase                   // the fallback base URL: base elements do not count
	codebaseBase                   // the element's codebase, or else as documentBase
	noBase                         // nothing: the reference must be absolute
)

// urlAttribute is a row of the registry: an attribute that holds one URL.
type urlAttribute struct {
	elements string // their names, or "*" for any
	names    string // of the attributes, with their prefix
	kind     Kind
	base     baseRule
	utf8     bool                  // the query is encoded as UTF-8 in every document
	only     func(*html.Node) bool // when the attribute holds a URL; nil: always
	kindOf   func(*html.Node) Kind // the kind where it depends on the element; nil: kind
}

// htmlAttributes are the attributes of elements in the HTML namespace: those of today, then the obsolete ones.
var htmlAttributes = []urlAttribute{
	{elements: "a area", names: "href", kind: Hyperlink},
	{elements: "link", names: "href", kindOf: kindByRel},
	{elements: "base", names: "href", kind: BaseURL, base: fallbackBase},
	{elements: "img", names: "src", kind: Image},
	{elements: "input", names: "src", kind: Image, only: isImageButton},
	{elements: "video", names: "poster", kind: Image},
	{elements: "audio video", names: "src", kind: Media},
	{elements: "source", names: "src", kind: Media, only: isMediaSource},
	{elements: "track", names: "src", kind: TextTrack},
	{elements: "script", names: "src", kind: Script},
	{elements: "iframe", names: "src", kind: NestedDocument},
	{elements: "embed", names: "src", kind: Plugin},
	{elements: "object", names: "data", kind: Plugin},
	{elements: "blockquote q ins del section article", names: "cite", kind: Citation},
	{elements: "form", names: "action", kind: FormSubmit, base: addressIfEmpty},
	{elements: "button input", names: "formaction", kind: FormSubmit, base: addressIfEmpty, only: isSubmitButton},
	{elements: "*", names: "itemid", kind: Identifier, only: isTypedItem},
	{elements: "*", names: "hx-get hx-post hx-put hx-patch hx-delete", kind: Framework, utf8: true},

	{elements: "body table thead tbody tfoot tr td th", names: "background", kind: Image},
	{elements: "img iframe frame", names: "longdesc", kind: Description},
	{elements: "img input", names: "lowsrc", kind: Image},
	{elements: "img input", names: "dynsrc", kind: Media},
	{elements: "frame", names: "src", kind: NestedDocument},
	{elements: "object applet", names: "codebase", kind: Codebase},
	{elements: "object", names: "classid", kind: Resource, base: codebaseBase},
	{elements: "param", names: "value", kind: Resource, only: isReferenceParam},
	{elements: "embed", names: "code pluginspage pluginurl", kind: Resource},
	{elements: "html", names: "manifest", kind: AppCache, base: fallbackBase},
	{elements: "command menuitem", names: "icon", kind: Image},
	{elements: "a link", names: "urn", kind: Identifier, base: noBase},
	{elements: "isindex", names: "action", kind: FormSubmit, base: addressIfEmpty},
	{elements: "bgsound", names: "src", kind: Media},
	{elements: "layer ilayer xml portal", names: "src", kind: NestedDocument},
}

// svgAttributes are the attributes of SVG elements. Where both are listed, xlink:href counts only without href.
var svgAttributes = []urlAttribute{
	{elements: "a", names: "href xlink:href", kind: Hyperlink},
	{elements: "image feImage", names: "href xlink:href", kind: Image},
	{elements: "script", names: "href xlink:href", kind: Script},
	{elements: "use", names: "href xlink:href", kind: Graphic},
	{elements: "mpath textPath linearGradient radialGradient pattern animate animateMotion animateTransform set",
		names: "href xlink:href", kind: LocalReference},
	{elements: "foreignObject", names: "href xlink:href", kind: NestedDocument},
	{elements: "filter tref altGlyph glyphRef", names: "xlink:href", kind: LocalReference},
	{elements: "cursor", names: "xlink:href", kind: Image},
	{elements: "color-profile font-face-uri", names: "xlink:href", kind: Resource},
}

// mathAttributes are the attributes of MathML elements.
var mathAttributes = []urlAttribute{
	{elements: "*", names: "href xlink:href", kind: Hyperlink},
	{elements: "*", names: "altimg", kind: Image},
	{elements: "annotation annotation-xml", names: "src", kind: Resource},
}

// registryEntry is a row for one element.
type registryEntry struct {
	namespace, element string
	row                *urlAttribute
}

// registry finds the rows of an attribute by its name.
var registry = func() map[string][]registryEntry {
	entries := map[string][]registryEntry{}
	add := func(namespace string, table []urlAttribute) {
		for i := range table {
			for _, element := range strings.Fields(table[i].elements) {
				for _, name := range strings.Fields(table[i].names) {
					entries[name] = append(entries[name], registryEntry{namespace, element, &table[i]})
				}
			}
		}
	}
	add("", htmlAttributes)
	add("svg", svgAttributes)
	add("math", mathAttributes)
	return entries
}()

// lookup returns the row for an attribute of n that holds a URL there, and the attribute's name with its prefix; or nil.
func lookup(n *html.Node, a *html.Attribute) (row *urlAttribute, name string) {
	name = a.Key
	if a.Namespace != "" {
		name = a.Namespace + ":" + a.Key
	}
	row = rowOf(n, name)
	if row == nil || row.only != nil && !row.only(n) {
		return nil, ""
	}
	if name == "xlink:href" && rowOf(n, "href") != nil && hasAttribute(n, "href") {
		return nil, ""
	}
	return row, name
}

// rowOf returns the row for an attribute of the element, whatever its condition, or nil.
func rowOf(n *html.Node, name string) *urlAttribute {
	for _, e := range registry[name] {
		if e.namespace == n.Namespace && (e.element == n.Data || e.element == "*") {
			return e.row
		}
	}
	return nil
}

func (row *urlAttribute) kindFor(n *html.Node) Kind {
	if row.kindOf != nil {
		return row.kindOf(n)
	}
	return row.kind
}

// kindByRel tells a link element that links from one that fetches, by the keywords of its rel attribute.
func kindByRel(n *html.Node) Kind {
	rel, _ := attribute(n, "rel")
	for _, keyword := range strings.FieldsFunc(lowerASCII(rel), isSpace) {
		switch keyword {
		case "stylesheet", "icon", "preload", "modulepreload", "manifest", "prefetch", "prerender", "dns-prefetch",
			"preconnect", "pingback", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon":
			return ExternalResource
		}
	}
	return Hyperlink
}

// isSpace tells whether c is a space character of HTML5.
func isSpace(c rune) bool { return strings.ContainsRune(" \t\n\f\r", c) }

func isImageButton(n *html.Node) bool { return keyword(n, "type") == "image" }

// isSubmitButton tells whether a button or input element submits its form. An unknown type makes a button submit, an
// input not.
func isSubmitButton(n *html.Node) bool {
	kind := keyword(n, "type")
	if n.Data == "button" {
		return kind != "button" && kind != "reset"
	}
	return kind == "submit" || kind == "image"
}

func isMediaSource(n *html.Node) bool {
	return n.Parent != nil && (isHTML(n.Parent, "audio") || isHTML(n.Parent, "video"))
}

func isTypedItem(n *html.Node) bool {
	return hasAttribute(n, "itemscope") && hasAttribute(n, "itemtype")
}

func isReferenceParam(n *html.Node) bool { return keyword(n, "valuetype") == "ref" }
