package document

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/internal/policy"
)

// documentFacts is what base and meta elements say about all links.
type documentFacts struct {
	target    string // of the first base element with a target attribute
	hasTarget bool   // there is one
	noFollow  bool   // a meta element asks robots not to follow
}

// readMeta reads whether robots may follow links.
func (f *documentFacts) readMeta(n *html.Node) {
	if content, _ := attribute(n, "content"); keyword(n, "name") == "robots" && !inTemplate(n) {
		f.noFollow = f.noFollow || isNoFollow(content)
	}
}

// isNoFollow tells whether a comma-separated list of directives for robots keeps them from following links.
func isNoFollow(directives string) bool {
	for directive := range strings.SplitSeq(lowerASCII(directives), ",") {
		if directive = strings.TrimFunc(directive, isSpace); directive == "nofollow" || directive == "none" {
			return true
		}
	}
	return false
}

// isNoFollowForAll is isNoFollow for an X-Robots-Tag header field, which holds for one robot only if its name stands at
// the start, before a colon.
func isNoFollowForAll(field string) bool {
	name, _, named := strings.Cut(field, ":")
	switch lowerASCII(strings.TrimFunc(name, isSpace)) {
	case "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after": // directives with a value
		named = false
	}
	return (!named || strings.Contains(name, ",")) && isNoFollow(field)
}

// param returns what the element or the header field says about the link: an attribute's value, or a parameter's. It
// says something about what is linked, embedded or submitted to, not about other references of the element, such as
// those in its style.
func (l Link) param(name string) (value string, ok bool) {
	switch l.Kind {
	case Style, ScriptData, LocalReference, Auditing, Attribution, Identifier, Citation, Description, BaseURL, Codebase,
		Metadata, RDFa:
		return "", false
	}
	switch {
	case l.Node != nil:
		return attribute(l.Node, name)
	case l.field != nil:
		return l.field.Param(name)
	}
	return "", false
}

// Rel returns the link types, in ASCII lower case: the tokens of the rel attribute, or parameter of a Link header
// field.
//
// Spec: https://html.spec.whatwg.org/#linkTypes
func (l Link) Rel() []string {
	rel, _ := l.param("rel")
	return tokens(rel)
}

// NoFollow tells whether the author asks robots not to follow the link: its rel has the token nofollow, or a meta
// element named robots or an X-Robots-Tag header field for all robots says nofollow or none.
//
// Spec: https://html.spec.whatwg.org/#link-type-nofollow
func (l Link) NoFollow() bool {
	if slices.Contains(l.Rel(), "nofollow") {
		return true
	}
	d := l.document
	return d != nil && (d.facts.noFollow || slices.ContainsFunc(d.field("X-Robots-Tag"), isNoFollowForAll))
}

// ReferrerPolicy returns the policy for requests of the link: "no-referrer" for the link types noreferrer of hyperlinks
// and forms, else what the referrerpolicy attribute or parameter says, in lower case, if that is a policy and the
// element has such an attribute; else "". That of a source element of a picture is that of its img element.
//
// Spec: https://html.spec.whatwg.org/#referrer-policy-attributes, https://html.spec.whatwg.org/#link-type-noreferrer
func (l Link) ReferrerPolicy() string {
	if l.Node != nil {
		l.Node = user(l.Node)
	}
	if l.hasElement("a", "area", "form") && slices.Contains(l.Rel(), "noreferrer") {
		return "no-referrer"
	}
	if l.Node != nil && !l.hasElement("a", "area", "img", "iframe", "link", "script") {
		return ""
	}
	value, _ := l.param("referrerpolicy")
	return string(policy.ParseAttribute(value))
}

// hasElement tells whether the reference is of an HTML element of one of these names, or of an a element of SVG.
func (l Link) hasElement(names ...string) bool {
	n := l.Node
	return n != nil && slices.Contains(names, n.Data) && (isHTML(n, n.Data) || n.Namespace == "svg" && n.Data == "a")
}

// CORSSetting is the state of a CORS settings attribute.
//
// Spec: W3C HTML5 2.7.6 (2012)
type CORSSetting uint8

const (
	NoCORS         CORSSetting = iota // there is no attribute
	Anonymous                         // anonymous, empty, or no known keyword
	UseCredentials                    // use-credentials
)

// String returns the name of the state.
func (c CORSSetting) String() string {
	return [...]string{"No CORS", "Anonymous", "Use Credentials"}[c]
}

// CrossOrigin returns the state of the crossorigin attribute or parameter. That of a source or track element is that of
// the element that plays or shows it.
//
// Spec: W3C HTML5 2.7.6 (2012); https://html.spec.whatwg.org/#attr-media-crossorigin
func (l Link) CrossOrigin() CORSSetting {
	if l.Node != nil {
		l.Node = user(l.Node)
	}
	isSVG := l.Node != nil && l.Node.Namespace == "svg" // which has it for image, feImage and script
	if l.Node != nil && !isSVG && !l.hasElement("img", "link", "script", "audio", "video") {
		return NoCORS
	}
	value, ok := l.param("crossorigin")
	switch {
	case !ok:
		return NoCORS
	case lowerASCII(value) == "use-credentials":
		return UseCredentials
	}
	return Anonymous
}

// user returns the media element that a source or track element is for, the img element that a source element of a
// picture element is for, or else the element itself.
func user(n *html.Node) *html.Node {
	parent := n.Parent
	switch isSource := isHTML(n, "source"); {
	case parent == nil || !isSource && !isHTML(n, "track"):
	case isHTML(parent, "audio"), isHTML(parent, "video"):
		return parent
	case isSource && isHTML(parent, "picture"):
		for sibling := n.NextSibling; sibling != nil; sibling = sibling.NextSibling {
			if isHTML(sibling, "img") {
				return sibling
			}
		}
	}
	return n
}

// Target returns the name of where a hyperlink or form opens: of the target attribute (of a submit button formtarget,
// or else target of the form around it), or else of the first base element that has one, which counts for a, area and
// form elements.
//
// Spec: https://html.spec.whatwg.org/#get-an-element's-target
func (l Link) Target() string {
	target, ok := l.param("target")
	if l.Attr == "formaction" {
		target, ok = l.formTarget()
	}
	if !ok && (l.Kind == FormSubmit || l.Kind == Hyperlink && l.Node != nil && l.Node.Data != "link") {
		target = l.document.facts.target
	}
	if strings.ContainsAny(target, "\t\n\r") && strings.Contains(target, "<") {
		return "_blank" // it looks like markup that was never closed
	}
	return target
}

// formTarget returns what a submit button or the form around it says.
func (l Link) formTarget() (target string, ok bool) {
	if target, ok = l.param("formtarget"); ok {
		return target, true
	}
	for n := l.Node; n != nil; n = n.Parent {
		if isHTML(n, "form") {
			return attribute(n, "target")
		}
	}
	return "", false
}

// Hreflang returns the language that the author says the target has, or "".
func (l Link) Hreflang() string { return l.text("hreflang") }

// Type returns the type that the author says the target has, or "". For a script it says what kind of script it is.
func (l Link) Type() string { return l.text("type") }

// Media returns the media query that the link is for, or "".
func (l Link) Media() string { return l.text("media") }

func (l Link) text(name string) string {
	value, _ := l.param(name)
	return value
}

// Text returns the text of a hyperlink: that of its element with white space collapsed, images by their alt attribute;
// for an area or img element the alt attribute; for a header field or a link element the title. Other references have
// none. Of a text of more than 4 KB there is the beginning.
func (l Link) Text() string {
	switch {
	case l.Node == nil || isHTML(l.Node, "link"):
		return l.text("title")
	case isHTML(l.Node, "area") || isHTML(l.Node, "img"):
		return l.text("alt")
	case l.Kind != Hyperlink:
		return ""
	}
	const limit = 4 << 10 // links can be inside each other, so that each text is in many
	var b strings.Builder
	for n := l.Node.FirstChild; n != nil && b.Len() < limit; n = l.document.nextIn(n, l.Node) {
		switch {
		case n.Type == html.TextNode && !isInvisible(n.Parent):
			b.WriteString(beginning(n.Data, limit))
		case isHTML(n, "img"):
			alt, _ := attribute(n, "alt")
			b.WriteString(alt)
		case isHTML(n, "br"):
			b.WriteByte('\n')
		}
	}
	return strings.Join(strings.FieldsFunc(b.String(), isSpace), " ")
}

// beginning returns up to n bytes of s, without a character that is cut.
func beginning(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// isInvisible tells whether the text of an element is never shown.
func isInvisible(n *html.Node) bool {
	return isHTML(n, "script") || isHTML(n, "style") || n.Namespace == "svg" && n.Data == "style"
}
