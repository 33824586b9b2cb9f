package document

import (
	"slices"

	"golang.org/x/net/html"
)

// Attribute is a row of the registry: places of one kind that hold URLs. Users add rows of their own with
// Options.Attributes; of those only Elements and Names must be set, and the zero values mean an HTML attribute that
// holds one URL, relative to the document base URL and with the document's encoding. Their Kind may be any, also "".
type Attribute struct {
	Namespace string // of the elements: "html" (also ""), "svg", "mathml"; "xml" for any, "http" for header fields
	Elements  string // their names, separated by spaces, or "*" for any
	Names     string // of the attributes, with their prefix, separated by spaces; "#text" is the element's text
	Syntax    Syntax
	Kind      Kind
	Base      BaseRule
	UTF8      bool // the query is encoded as UTF-8 in every document
	Empty     EmptyRule
	Status    Status
	Condition string                // when it holds URLs, in words; "" is always
	Only      func(*html.Node) bool // Condition in code; nil is always

	kindOf func(*html.Node) Kind // the kind where it depends on the element; nil: Kind
}

// Syntax says how the URLs stand in a value.
type Syntax uint8

const (
	SingleURL        Syntax = iota // the value is one URL
	SpaceList                      // URLs separated by white space
	CommaList                      // URLs separated by commas
	Srcset                         // image candidates: URLs with descriptors
	Refresh                        // seconds, and maybe a URL
	Declarations                   // CSS declarations, as in a style attribute
	PropertyValue                  // the value of a CSS property
	Stylesheet                     // a CSS style sheet
	ImportMap                      // JSON
	SpeculationRules               // JSON
	LinkField                      // a Link header field
)

// String returns the name of the syntax, such as "srcset".
func (s Syntax) String() string {
	return [...]string{"url", "space list", "comma list", "srcset", "refresh", "css declarations", "css value",
		"css style sheet",
		"import map", "speculation rules", "link header"}[s]
}

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
	Style            Kind = "embedded-css"                // from CSS in the document
	ScriptData       Kind = "script-data"                 // import maps and speculation rules
	LocalReference   Kind = "svg-local-reference"         // from one SVG element to another
	Resource         Kind = "resource"                    // of another kind
	Citation         Kind = "citation"                    // a cite attribute
	Description      Kind = "description"                 // a longdesc attribute
	FormSubmit       Kind = "form-submit"
	Redirect         Kind = "navigation-refresh" // a refresh to another page
	Auditing         Kind = "hyperlink-auditing" // told when a hyperlink is followed
	Attribution      Kind = "attribution"        // told of views and clicks
	Identifier       Kind = "identifier"         // a name that is a URL
	AppCache         Kind = "application-cache"
	Framework        Kind = "framework"     // requested by a script library
	Metadata         Kind = "metadata"      // Open Graph and the like; optional
	LazyLoaded       Kind = "lazy-loaded"   // by a script, from data-* attributes; optional
	RDFa             Kind = "metadata-rdfa" // optional
)

// optionalKinds are listed only if Options.Kinds names them: no browser follows them.
var optionalKinds = []Kind{Metadata, LazyLoaded, RDFa}

// DefaultKinds returns the kinds that Links yields without Options.Kinds: all but Metadata, LazyLoaded and RDFa.
func DefaultKinds() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return slices.Contains(optionalKinds, k) })
}

// Kinds returns all kinds of the registry.
func Kinds() []Kind {
	return []Kind{Hyperlink, ExternalResource, BaseURL, Codebase, Image, Media, TextTrack, Script, NestedDocument, Plugin,
		Graphic, Style, ScriptData, LocalReference, Resource, Citation, Description, FormSubmit, Redirect, Auditing,
		Attribution, Identifier, AppCache, Framework, Metadata, LazyLoaded, RDFa}
}

// BaseRule says what a reference is relative to.
type BaseRule uint8

const (
	DocumentBase   BaseRule = iota // the element's base URL
	AddressIfEmpty                 // an empty reference means the document's address, others as DocumentBase
	FallbackBase                   // the fallback base URL: base elements do not count
	CodebaseBase                   // the element's codebase, or else as DocumentBase
	NoBase                         // nothing: the reference must be absolute
)

// String returns the rule in words.
func (b BaseRule) String() string {
	return [...]string{"document base URL", "document base URL; empty: the document's address", "fallback base URL",
		"codebase", "none"}[b]
}

// EmptyRule says what an empty value does; what it resolves to is a matter of the base alone.
type EmptyRule uint8

const (
	EmptyResolves EmptyRule = iota // it is a reference like others, to the base URL or what BaseRule says
	EmptyIgnored                   // nothing is fetched
	EmptyBlank                     // the frame shows about:blank
)

// String returns the rule in words.
func (e EmptyRule) String() string { return [...]string{"resolves", "ignored", "about:blank"}[e] }

// Status says who defines an attribute.
type Status uint8

const (
	Standard Status = iota // today's standards
	Obsolete               // earlier ones, or one browser maker alone
	DeFacto                // custom, or specifications that browsers do not follow
)

// String returns the status in words.
func (s Status) String() string { return [...]string{"standard", "obsolete", "de facto"}[s] }

// Attributes returns the rows of the registry. Not in it, because they hold no URL or nothing follows it: usemap, for
// and datasrc, which name elements; code and object of applet, which name classes and files; the system identifier of a
// doctype; JSON-LD; RDFa's prefix and typeof; srcdoc, which holds a document (see Frames); xml:base, which changes what
// others are relative to (see BaseOf); and header fields that are about the response, such as Location.
func Attributes() []Attribute { return slices.Clone(attributes) }

// attributes is the registry: the attributes of HTML today, the text of HTML elements, SVG, MathML, XML, header fields,
// what is obsolete, and what is custom. Of rows for the same attribute the first whose condition holds counts.
var attributes = slices.Concat(htmlAttributes, svgAttributes, mathAttributes, fieldsAndInstructions, obsoleteAttributes,
	deFactoAttributes)

var htmlAttributes = []Attribute{
	{Elements: "a area", Names: "href", Kind: Hyperlink},
	{Elements: "a area", Names: "ping", Syntax: SpaceList, Kind: Auditing},
	{Elements: "link", Names: "href", Kind: ExternalResource, Empty: EmptyIgnored, kindOf: kindByRel,
		Condition: "else hyperlink, by rel"},
	{Elements: "link", Names: "imagesrcset", Syntax: Srcset, Kind: Image, Only: isImagePreload,
		Condition: "rel=preload as=image"},
	{Elements: "base", Names: "href", Kind: BaseURL, Base: FallbackBase},
	{Elements: "img", Names: "src", Kind: Image, Empty: EmptyIgnored},
	{Elements: "img", Names: "srcset", Syntax: Srcset, Kind: Image},
	{Elements: "source", Names: "srcset", Syntax: Srcset, Kind: Image, Only: isPictureSource, Condition: "in picture"},
	{Elements: "source", Names: "src", Kind: Media, Empty: EmptyIgnored, Only: isMediaSource,
		Condition: "in audio or video"},
	{Elements: "input", Names: "src", Kind: Image, Empty: EmptyIgnored, Only: isImageButton, Condition: "type=image"},
	{Elements: "video", Names: "poster", Kind: Image, Empty: EmptyIgnored},
	{Elements: "audio video", Names: "src", Kind: Media, Empty: EmptyIgnored},
	{Elements: "track", Names: "src", Kind: TextTrack, Empty: EmptyIgnored},
	{Elements: "script", Names: "src", Kind: Script, Empty: EmptyIgnored},
	{Elements: "iframe", Names: "src", Kind: NestedDocument, Empty: EmptyBlank},
	{Elements: "embed", Names: "src", Kind: Plugin, Empty: EmptyIgnored},
	{Elements: "object", Names: "data", Kind: Plugin, Empty: EmptyIgnored},
	{Elements: "blockquote q ins del", Names: "cite", Kind: Citation},
	{Elements: "form", Names: "action", Kind: FormSubmit, Base: AddressIfEmpty},
	{Elements: "button input", Names: "formaction", Kind: FormSubmit, Base: AddressIfEmpty, Only: isSubmitButton,
		Condition: "submit buttons"},
	{Elements: "meta", Names: "content", Syntax: Refresh, Kind: Redirect, Only: isRefresh,
		Condition: "http-equiv=refresh"},
	{Elements: "*", Names: "itemid", Kind: Identifier, Only: isTypedItem, Condition: "with itemscope and itemtype"},
	{Elements: "*", Names: "itemtype", Syntax: SpaceList, Kind: Identifier, Base: NoBase},
	{Elements: "*", Names: "style", Syntax: Declarations, Kind: Style, UTF8: true},
	{Elements: "style", Names: "#text", Syntax: Stylesheet, Kind: Style, UTF8: true, Only: isCSS,
		Condition: "type=text/css or none"},
	{Elements: "script", Names: "#text", Syntax: ImportMap, Kind: ScriptData, UTF8: true, Only: isImportMap,
		Condition: "type=importmap"},
	{Elements: "script", Names: "#text", Syntax: SpeculationRules, Kind: ScriptData, UTF8: true,
		Only: isSpeculationRules, Condition: "type=speculationrules"},
	{Elements: "a area img script", Names: "attributionsrc", Syntax: SpaceList, Kind: Attribution, Status: DeFacto},
}

// svgAttributes are the attributes of SVG elements. Where an element takes both, xlink:href counts only without href.
var svgAttributes = []Attribute{
	{Namespace: "svg", Elements: "a", Names: "href", Kind: Hyperlink},
	{Namespace: "svg", Elements: "a", Names: "xlink:href", Kind: Hyperlink, Status: Obsolete},
	{Namespace: "svg", Elements: "a", Names: "ping", Syntax: SpaceList, Kind: Auditing},
	{Namespace: "svg", Elements: "image feImage", Names: "href", Kind: Image},
	{Namespace: "svg", Elements: "image feImage", Names: "xlink:href", Kind: Image, Status: Obsolete},
	{Namespace: "svg", Elements: "script", Names: "href", Kind: Script},
	{Namespace: "svg", Elements: "script", Names: "xlink:href", Kind: Script, Status: Obsolete},
	{Namespace: "svg", Elements: "use", Names: "href", Kind: Graphic},
	{Namespace: "svg", Elements: "use", Names: "xlink:href", Kind: Graphic, Status: Obsolete},
	{Namespace: "svg", Elements: "mpath textPath linearGradient radialGradient pattern animate animateMotion " +
		"animateTransform set", Names: "href", Kind: LocalReference},
	{Namespace: "svg", Elements: "mpath textPath linearGradient radialGradient pattern animate animateMotion " +
		"animateTransform set", Names: "xlink:href", Kind: LocalReference, Status: Obsolete},
	{Namespace: "svg", Elements: "foreignObject", Names: "href xlink:href", Kind: NestedDocument, Status: Obsolete},
	{Namespace: "svg", Elements: "filter tref altGlyph glyphRef", Names: "xlink:href", Kind: LocalReference,
		Status: Obsolete},
	{Namespace: "svg", Elements: "cursor", Names: "xlink:href", Kind: Image, Status: Obsolete},
	{Namespace: "svg", Elements: "color-profile font-face-uri", Names: "xlink:href", Kind: Resource, Status: Obsolete},
	{Namespace: "svg", Elements: "*", Names: "fill stroke filter clip-path mask marker marker-start marker-mid " +
		"marker-end cursor", Syntax: PropertyValue, Kind: LocalReference, UTF8: true},
	{Namespace: "svg", Elements: "*", Names: "style", Syntax: Declarations, Kind: Style, UTF8: true},
	{Namespace: "svg", Elements: "style", Names: "#text", Syntax: Stylesheet, Kind: Style, UTF8: true, Only: isCSS,
		Condition: "type=text/css or none"},
}

var mathAttributes = []Attribute{
	{Namespace: "mathml", Elements: "*", Names: "href", Kind: Hyperlink, Only: isNoBase, Condition: "not on a base element"},
	{Namespace: "mathml", Elements: "*", Names: "style", Syntax: Declarations, Kind: Style, UTF8: true},
	{Namespace: "mathml", Elements: "*", Names: "xlink:href", Kind: Hyperlink, Status: Obsolete},
	{Namespace: "mathml", Elements: "*", Names: "altimg", Kind: Image, Status: Obsolete},
	{Namespace: "mathml", Elements: "annotation annotation-xml", Names: "src", Kind: Resource, Status: Obsolete},
	{Namespace: "mathml", Elements: "*", Names: "definitionURL cdgroup", Kind: Identifier, Status: Obsolete},
}

// fieldsAndInstructions are the header fields of the response, and processing instructions of XML documents.
var fieldsAndInstructions = []Attribute{
	{Namespace: "http", Elements: "", Names: "Link", Syntax: LinkField, Kind: ExternalResource, Base: FallbackBase,
		UTF8: true, Condition: "else hyperlink, by rel"},
	{Namespace: "http", Elements: "", Names: "Refresh", Syntax: Refresh, Kind: Redirect, Base: FallbackBase},
	{Namespace: "xml", Elements: "?xml-stylesheet", Names: "href", Kind: ExternalResource, UTF8: true,
		Condition: "XML documents"},
}

var obsoleteAttributes = []Attribute{
	{Elements: "section article", Names: "cite", Kind: Citation, Status: Obsolete},
	{Elements: "body table thead tbody tfoot tr td th layer ilayer", Names: "background", Kind: Image,
		Empty: EmptyIgnored, Status: Obsolete},
	{Elements: "img iframe frame", Names: "longdesc", Kind: Description, Status: Obsolete},
	{Elements: "img input", Names: "lowsrc", Kind: Image, Status: Obsolete},
	{Elements: "img input", Names: "dynsrc", Kind: Media, Status: Obsolete},
	{Elements: "frame", Names: "src", Kind: NestedDocument, Empty: EmptyBlank, Status: Obsolete},
	{Elements: "object applet", Names: "codebase", Kind: Codebase, Status: Obsolete},
	{Elements: "object", Names: "archive", Syntax: SpaceList, Kind: Resource, Base: CodebaseBase, Status: Obsolete},
	{Elements: "applet", Names: "archive", Syntax: CommaList, Kind: Resource, Base: CodebaseBase, Status: Obsolete},
	{Elements: "object", Names: "classid", Kind: Resource, Base: CodebaseBase, Status: Obsolete},
	{Elements: "param", Names: "value", Kind: Resource, Only: isReferenceParam, Condition: "valuetype=ref",
		Status: Obsolete},
	{Elements: "embed", Names: "code pluginspage pluginurl", Kind: Resource, Status: Obsolete},
	{Elements: "head", Names: "profile", Syntax: SpaceList, Kind: Identifier, Status: Obsolete},
	{Elements: "html", Names: "manifest", Kind: AppCache, Base: FallbackBase, Empty: EmptyIgnored, Status: Obsolete},
	{Elements: "command menuitem", Names: "icon", Kind: Image, Status: Obsolete},
	{Elements: "a link", Names: "urn", Kind: Identifier, Base: NoBase, Status: Obsolete},
	{Elements: "isindex", Names: "action", Kind: FormSubmit, Base: AddressIfEmpty, Status: Obsolete},
	{Elements: "bgsound", Names: "src", Kind: Media, Status: Obsolete},
	{Elements: "layer ilayer xml portal", Names: "src", Kind: NestedDocument, Status: Obsolete},
}

var deFactoAttributes = []Attribute{
	{Elements: "*", Names: "hx-get hx-post hx-put hx-patch hx-delete", Kind: Framework, UTF8: true, Status: DeFacto},
	{Elements: "meta", Names: "content", Kind: Metadata, UTF8: true, Only: isMetadata, Status: DeFacto,
		Condition: "property, name or itemprop such as og:image, twitter:image, thumbnail"},
	{Elements: "*", Names: "data-src data-original data-lazy data-lazy-src data-bg data-href data-url data-full-src",
		Kind: LazyLoaded, Empty: EmptyIgnored, Status: DeFacto},
	{Elements: "*", Names: "data-srcset data-lazy-srcset", Syntax: Srcset, Kind: LazyLoaded, Status: DeFacto},
	{Elements: "*", Names: "about resource vocab", Kind: RDFa, UTF8: true, Only: hasNoCURIE, Condition: "no [prefix:name]",
		Status: DeFacto},
}
