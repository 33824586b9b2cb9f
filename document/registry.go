package document

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// registry finds the rows of an attribute by its name.
type registry struct {
	rows   map[string][]registryEntry // of elements, by the name of the attribute
	names  [64][]registryName         // the same, by a hash of the name
	filter nameFilter                 // of the names
	texts  []registryEntry            // those of "#text"
	named  nameFilter                 // of the elements of texts
	all    bool                       // a row of texts is for any element
	fields []*Attribute               // of header fields

	instruction *Attribute // of xml-stylesheet
}

// registryName has the rows of a name.
type registryName struct {
	name string
	rows []registryEntry
}

// hashName returns where names has a name.
func hashName(name string) int {
	return (len(name) + int(name[0]) + 5*int(name[len(name)/2])) % len(registry{}.names)
}

// rowsOf returns the rows of an attribute's name.
func (r *registry) rowsOf(name string) []registryEntry {
	names := r.names[hashName(name)]
	for i := range names {
		if names[i].name == name {
			return names[i].rows
		}
	}
	return nil
}

// registryEntry is a row for one element.
type registryEntry struct {
	namespace, element string
	row                *Attribute
}

// standardRegistry has the rows of the registry alone.
var standardRegistry = newRegistry(attributes)

// newRegistry makes the registry of rows, which must not change any more.
func newRegistry(rows []Attribute) *registry {
	r := &registry{rows: map[string][]registryEntry{}}
	for i := range rows {
		row := &rows[i]
		if row.Namespace == "http" {
			r.fields = append(r.fields, row)
			continue
		}
		if row.Elements == "?xml-stylesheet" {
			r.instruction = row
		}
		namespace := namespaceOf(row.Namespace)
		for element := range strings.FieldsSeq(row.Elements) {
			for name := range strings.FieldsSeq(row.Names) {
				r.rows[name] = append(r.rows[name], registryEntry{namespace, element, row})
				r.filter.add(name)
			}
		}
	}
	for name, rows := range r.rows {
		i := hashName(name)
		r.names[i] = append(r.names[i], registryName{name, rows})
	}
	r.texts = r.rows["#text"]
	for _, e := range r.texts {
		r.named.add(e.element)
		r.all = r.all || e.element == "*"
	}
	return r
}

// namespaceOf returns what the HTML parser calls a namespace of the registry.
func namespaceOf(namespace string) string {
	switch namespace {
	case "html":
		return ""
	case "mathml":
		return "math"
	}
	return namespace
}

// registryFor returns the rows that the options ask for: users' own go before the others.
func registryFor(o Options) *registry {
	if len(o.Attributes) == 0 {
		return standardRegistry
	}
	return newRegistry(slices.Concat(o.Attributes, attributes))
}

// checkAttributes returns an error for rows that no value can be read by.
func checkAttributes(rows []Attribute) error {
	for _, row := range rows {
		switch {
		case row.Syntax > LinkField || row.Base > NoBase || row.Empty > EmptyBlank:
			return fmt.Errorf("attribute %.50q of %.50q: no such syntax, base or empty rule", row.Names, row.Elements)
		case row.Syntax == LinkField && row.Namespace != "http":
			return fmt.Errorf("attribute %.50q of %.50q: only header fields are links", row.Names, row.Elements)
		}
	}
	return nil
}

// wants tells whether references of the kind are listed.
func (d *Document) wants(k Kind) bool {
	if d.options.Kinds != nil {
		return slices.Contains(d.options.Kinds, k)
	}
	return !slices.Contains(optionalKinds, k)
}

// nameFilter tells quickly that a name is none of those that were added: it has their first letters with their lengths.
type nameFilter [256]uint64

func (f *nameFilter) add(name string) { f[name[0]] |= 1 << (len(name) & 63) }

// mayHave tells whether a name may have been added.
func (f *nameFilter) mayHave(name string) bool {
	return name != "" && f[name[0]]&(1<<(len(name)&63)) != 0
}

// count returns how many attributes of an element may have been added.
func (f *nameFilter) count(n *html.Node) int {
	count := 0
	for i := range n.Attr {
		if f.mayHave(n.Attr[i].Key) {
			count++
		}
	}
	return count
}

// lookup returns the row for an attribute of n that holds URLs there, and the attribute's name with its prefix; or nil.
func (d *Document) lookup(n *html.Node, a *html.Attribute) (row *Attribute, name string) {
	switch {
	case a.Namespace != "" && a.Namespace != "xlink": // no row has another prefix
		return nil, ""
	case a.Namespace == "" && !d.registry.filter.mayHave(a.Key):
		return nil, ""
	}
	name = attributeName(a)
	row = d.registry.row(n, name)
	if row == nil {
		return nil, ""
	}
	if name == "xlink:href" && hasAttribute(n, "href") && d.registry.row(n, "href") != nil {
		return nil, ""
	}
	return row, name
}

// row returns the first row for an attribute of the element whose condition holds, or nil.
func (r *registry) row(n *html.Node, name string) *Attribute {
	rows := r.rowsOf(name)
	for i := range rows {
		if e := &rows[i]; e.isOf(n) && (e.row.Only == nil || e.row.Only(n)) {
			return e.row
		}
	}
	return nil
}

// text returns the first row for the text of the element whose condition holds, or nil.
func (r *registry) text(n *html.Node) *Attribute {
	if !r.all && !r.named.mayHave(n.Data) {
		return nil
	}
	for _, e := range r.texts {
		if e.isOf(n) && (e.row.Only == nil || e.row.Only(n)) {
			return e.row
		}
	}
	return nil
}

func (e *registryEntry) isOf(n *html.Node) bool {
	return (e.element == n.Data || e.element == "*") && (e.namespace == n.Namespace || e.namespace == "xml")
}

// kindByRel tells a link element that links from one that fetches.
func kindByRel(n *html.Node) Kind {
	rel, _ := attribute(n, "rel")
	return kindOfRel(rel)
}

// kindOfRel tells links from what is fetched, by the keywords of a rel attribute or parameter.
func kindOfRel(rel string) Kind {
	for keyword := range strings.FieldsFuncSeq(lowerASCII(rel), isSpace) {
		switch keyword {
		case "stylesheet", "icon", "preload", "modulepreload", "manifest", "prefetch", "prerender", "dns-prefetch",
			"preconnect", "pingback", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon":
			return ExternalResource
		}
	}
	return Hyperlink
}

// tokens returns the keywords of a set of space-separated tokens, in ASCII lower case.
func tokens(value string) []string { return strings.FieldsFunc(lowerASCII(value), isSpace) }

// isSpace tells whether c is a space character of HTML5.
func isSpace(c rune) bool { return c == ' ' || '\t' <= c && c <= '\r' && c != '\v' }

// isNoBase tells whether an element is called other than base, which in MathML is a misplaced element of HTML.
func isNoBase(n *html.Node) bool { return n.Data != "base" }

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

func isPictureSource(n *html.Node) bool { return n.Parent != nil && isHTML(n.Parent, "picture") }

func isImagePreload(n *html.Node) bool {
	rel, _ := attribute(n, "rel")
	return slices.Contains(tokens(rel), "preload") && keyword(n, "as") == "image"
}

func isTypedItem(n *html.Node) bool {
	return hasAttribute(n, "itemscope") && hasAttribute(n, "itemtype")
}

func isReferenceParam(n *html.Node) bool { return keyword(n, "valuetype") == "ref" }

func isRefresh(n *html.Node) bool { return keyword(n, "http-equiv") == "refresh" }

// isCSS tells whether a style element holds CSS: its type is absent, empty or text/css.
//
// Spec: https://html.spec.whatwg.org/#update-a-style-block
func isCSS(n *html.Node) bool {
	kind := keyword(n, "type")
	return kind == "" || kind == "text/css"
}

func isImportMap(n *html.Node) bool { return isDataBlock(n, "importmap") }

func isSpeculationRules(n *html.Node) bool { return isDataBlock(n, "speculationrules") }

// isScript tells whether the type of a script element is that of a script, or of a module.
//
// Spec: https://html.spec.whatwg.org/#prepare-the-script-element, https://mimesniff.spec.whatwg.org/#javascript-mime-type
func isScript(n *html.Node) bool {
	kind, hasType := attribute(n, "type")
	language, hasLanguage := attribute(n, "language")
	switch {
	case hasType && kind != "":
		kind = strings.TrimFunc(lowerASCII(kind), isSpace)
		return kind == "module" || javaScriptTypes[kind]
	case !hasType && hasLanguage && language != "":
		return javaScriptTypes["text/"+lowerASCII(language)]
	}
	return true
}

var javaScriptTypes = map[string]bool{
	"application/ecmascript": true, "application/javascript": true, "application/x-ecmascript": true,
	"application/x-javascript": true, "text/ecmascript": true, "text/javascript": true, "text/javascript1.0": true,
	"text/javascript1.1": true, "text/javascript1.2": true, "text/javascript1.3": true, "text/javascript1.4": true,
	"text/javascript1.5": true, "text/jscript": true, "text/livescript": true, "text/x-ecmascript": true,
	"text/x-javascript": true,
}

// isDataBlock tells whether the script element is of the type, and inline.
//
// Spec: https://html.spec.whatwg.org/#prepare-the-script-element
func isDataBlock(n *html.Node, kind string) bool {
	return strings.TrimFunc(keyword(n, "type"), isSpace) == kind && !hasAttribute(n, "src")
}

// metadataNames are names, properties and item properties of meta elements whose content is a URL.
var metadataNames = map[string]bool{
	"og:url": true, "og:image": true, "og:image:url": true, "og:image:secure_url": true, "og:video": true,
	"og:video:url": true, "og:video:secure_url": true, "og:audio": true, "og:audio:url": true,
	"og:audio:secure_url": true, "twitter:image": true, "twitter:image:src": true, "twitter:player": true,
	"twitter:player:stream": true, "twitter:url": true, "msapplication-tileimage": true, "msapplication-config": true,
	"msapplication-square70x70logo": true, "msapplication-square150x150logo": true,
	"msapplication-square310x310logo": true, "msapplication-wide310x150logo": true, "msapplication-starturl": true,
	"thumbnail": true, "thumbnailurl": true, "image": true, "url": true, "contenturl": true, "embedurl": true,
}

func isMetadata(n *html.Node) bool {
	return metadataNames[keyword(n, "property")] || metadataNames[keyword(n, "name")] ||
		metadataNames[keyword(n, "itemprop")]
}

// hasNoCURIE tells whether none of the element's RDFa attributes abbreviates its URL, as in about="[dc:title]".
//
// Spec: RDFa Core 1.1 section 7.4
func hasNoCURIE(n *html.Node) bool {
	for _, name := range []string{"about", "resource", "vocab"} {
		if value, _ := attribute(n, name); strings.HasPrefix(strings.TrimLeftFunc(value, isSpace), "[") {
			return false
		}
	}
	return true
}
