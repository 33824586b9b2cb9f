package save

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
)

// policy forbids to load anything that is neither on disk nor in the page. 'self' is for copies on a server.
//
// Spec: https://www.w3.org/TR/CSP3/#directive-default-src
const (
	policy          = "default-src 'self' file: data: blob: 'unsafe-inline' 'unsafe-eval'"
	noScriptsPolicy = policy + "; script-src 'none'"
)

// head returns what is inserted at the start of a document's head: its encoding, the policy, and what header fields
// said that the copy will not have.
func (r *rewriter) head(d *document.Document) string {
	var b strings.Builder
	if name, source := d.Encoding(); source != document.FromBOM && !isXML(r.from.kind) && !isUTF16(name) {
		writeTag(&b, "meta", "charset", name)
	}
	content := policy
	if r.NoScripts {
		content = noScriptsPolicy
	}
	writeTag(&b, "meta", "http-equiv", "Content-Security-Policy", "content", content)
	for ref := range references(d) {
		if ref.Node != nil { // those of header fields come first
			break
		}
		r.writeField(&b, ref)
	}
	return b.String()
}

// writeField writes an element for a style sheet or refresh that a header field named.
func (r *rewriter) writeField(b *strings.Builder, ref reference) {
	role := ref.role(!r.NoScripts)
	reference, ok := r.saved(ref)
	switch {
	case !ok:
	case role == roleStylesheet && !slices.Contains(ref.Rel(), "alternate") && slices.Contains(ref.Rel(), "stylesheet"):
		attributes := []string{"rel", "stylesheet", "href", reference}
		if media := ref.Media(); media != "" {
			attributes = append(attributes, "media", media)
		}
		writeTag(b, "link", attributes...)
	case ref.Kind == document.Redirect:
		delay, _, _ := strings.Cut(r.from.header.Get("Refresh"), ";")
		delay, _, _ = strings.Cut(delay, ",")
		writeTag(b, "meta", "http-equiv", "refresh", "content", strings.TrimSpace(delay)+"; url="+reference)
	}
}

// writeTag writes an element of HTML in ASCII, which is well-formed XML, too.
func writeTag(b *strings.Builder, name string, attributes ...string) {
	b.WriteString("<" + name)
	for pair := range slices.Chunk(attributes, 2) {
		fmt.Fprintf(b, ` %s="%s"`, pair[0], inASCII(escape.Replace(pair[1])))
	}
	b.WriteString("/>")
}

// escape makes a string the value of an attribute.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;")

// inASCII returns markup in which character references stand for what is not ASCII.
func inASCII(markup string) string {
	if isASCII(markup) {
		return markup
	}
	var b strings.Builder
	for _, c := range markup {
		if c < utf8.RuneSelf {
			b.WriteRune(c)
		} else {
			fmt.Fprintf(&b, "&#%d;", c)
		}
	}
	return b.String()
}

// isASCII tells whether s has only characters of ASCII.
func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}

func isUTF16(name string) bool { return name == "UTF-16LE" || name == "UTF-16BE" }

// appendASCII appends markup to a document.
func appendASCII(text []byte, markup string, encoding charset.Encoding) []byte {
	for _, c := range []byte(markup) {
		switch encoding {
		case charset.UTF16BE:
			text = append(text, 0, c)
		case charset.UTF16LE:
			text = append(text, c, 0)
		default:
			text = append(text, c)
		}
	}
	return text
}

// declare returns the text of an HTML document, which has its encoding declared unless that is UTF-16, so that a
// browser reads it from disk in the same way: then it needs a byte order mark.
func declare(text []byte, encoding charset.Encoding, source document.EncodingSource) []byte {
	if source == document.FromBOM || !isUTF16(encoding.String()) {
		return text
	}
	return append(byteOrderMarkOf(encoding), text...)
}

// byteOrderMarkOf returns the byte order mark of UTF-16.
func byteOrderMarkOf(encoding charset.Encoding) []byte {
	if encoding == charset.UTF16BE {
		return []byte("\xFE\xFF")
	}
	return []byte("\xFF\xFE")
}

// finishXML returns the text of an XML document with what is for its head. If it does not declare its encoding itself
// it becomes UTF-8.
func finishXML(text []byte, encoding charset.Encoding, source document.EncodingSource, head, sprites string) []byte {
	bom := 0
	if source == document.FromBOM {
		bom = len(byteOrderMarkOf(encoding))
		if encoding == charset.UTF8 {
			bom = len(byteOrderMark)
		}
	}
	decoded := encoding.Decode(text[bom:])
	at, markup := headOfXML(decoded, head, sprites)
	decoded = slices.Concat(decoded[:at], []byte(markup), decoded[at:])
	if encoding == charset.UTF8 && source != document.FromContentType {
		return append(slices.Clip(text[:bom]), decoded...)
	}
	return append([]byte(byteOrderMark), decoded...)
}

// isHeadOfXML tells whether an element is the head of an HTML document, before which there is nothing that loads.
func isHeadOfXML(n *html.Node) bool {
	if n.Data != "head" || n.Namespace != "" || n.Parent.Data != "html" || n.Parent.Parent.Type != html.DocumentNode {
		return false
	}
	for before := n.PrevSibling; before != nil; before = before.PrevSibling {
		if before.Type == html.ElementNode {
			return false
		}
	}
	return true
}

// headOfXML returns where in an XML document what is for its head is to stand, and the markup for that: a head
// element, if there is none, at the start of the root element. A policy counts in any head element of HTML.
//
// Spec: https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy
func headOfXML(text []byte, head, sprites string) (at int, markup string) {
	const namespace = ` xmlns="http://www.w3.org/1999/xhtml"`
	tree, err := xmltree.Parse(text)
	if err != nil {
		return 0, "" // it was not well-formed before
	}
	i := 0
	for n := range tree.Root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if tag := tree.Tags[i]; isHeadOfXML(n) && text[tag.End-len("/>")] != '/' {
			head = strings.ReplaceAll(head, "<meta ", "<meta"+namespace+" ")
			return tag.End, strings.ReplaceAll(head, "<link ", "<link"+namespace+" ") + sprites
		}
		i++
	}
	tag := tree.Tags[0]
	if text[tag.End-len("/>")] == '/' {
		return 0, ""
	}
	return tag.End, "<head" + namespace + ">" + head + "</head>" + sprites
}
