package check

import (
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/fragment"
	"htmlurl/resolve"
)

// findTexts looks for the text of text directives in pages of sites on disk. Such a page is read again: few have any.
//
// Deviation: a word may also be found within another, and letters are compared in lower case only, where browsers go by the
// language of the page.
//
// Spec: https://wicg.github.io/scroll-to-text-fragment/#find-a-range-from-a-text-directive
func (r *run) findTexts() {
	for _, p := range r.pages {
		for _, directed := range p.directed {
			if r.isInterrupted() {
				return
			}
			if directed.target.text == nil {
				directed.target.text = r.textOf(directed.target)
			}
			r.judgeText(p, &directed)
		}
	}
}

// hasTextDirective tells whether a fragment has one that the edition knows.
func (r *run) hasTextDirective(f string) bool {
	return r.Edition == resolve.Living && strings.Contains(f, ":~:")
}

// judgeText warns if none of the texts is there.
func (r *run) judgeText(p *page, w *waiting) {
	_, directive, _ := fragment.SplitDirective(w.fragment)
	missing := ""
	for d := range fragment.TextDirectives(directive) {
		if hasText(*w.target.text, d) {
			return
		}
		missing = d.Start
	}
	if missing != "" {
		p.find(&w.reference, Warning, TextMissing, w.target.file.path, "the page does not have the text \""+missing+"\"")
	}
}

// textOf returns the text of a page as text directives see it: in lower case, with white space collapsed.
func (r *run) textOf(p *page) *string {
	var b strings.Builder
	if file, err := r.open(p); err == nil {
		defer file.Close()
		d, err := document.Parse(file, document.Options{Address: p.address, ContentType: p.contentType, Edition: r.Edition,
			NoScripting: r.NoScripting})
		if err == nil {
			appendText(&b, d.Root())
		}
	}
	text := normalText(b.String())
	return &text
}

// appendText appends the text in n that readers see. Elements other than those in a line end a line.
func appendText(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(n.Data)
		return
	case n.Type == html.ElementNode && hidden[n.Data]:
		return
	}
	for c := range n.ChildNodes() {
		appendText(b, c)
	}
	if n.Type == html.ElementNode && !inline[n.Data] {
		b.WriteByte(' ')
	}
}

// hidden are elements whose text is not found.
//
// Spec: https://wicg.github.io/scroll-to-text-fragment/#search-invisible
var hidden = setOf("head script style noscript template iframe img meter object progress select audio video textarea")

// inline are elements that stand in a line of text.
var inline = setOf("a abbr acronym b bdi bdo big cite code data dfn em font i ins del kbd label mark q rp rt ruby s samp " +
	"small span strike strong sub sup time tt u var wbr")

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

func normalText(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// hasText tells whether a text has what a directive is for.
func hasText(text string, d fragment.TextDirective) bool {
	prefix, start, end, suffix := normalText(d.Prefix), normalText(d.Start), normalText(d.End), normalText(d.Suffix)
	lastSuffix := strings.LastIndex(text, suffix)
	for at := 0; ; {
		i := strings.Index(text[at:], start)
		if i < 0 {
			return false
		}
		before, after := strings.TrimRight(text[:at+i], " "), text[at+i+len(start):]
		at += i + len(start)
		switch {
		case !strings.HasSuffix(before, prefix):
		case end == "" && strings.HasPrefix(strings.TrimLeft(after, " "), suffix):
			return true
		case end != "":
			j := strings.Index(after, end)
			return j >= 0 && (suffix == "" || lastSuffix >= at+j+len(end))
		}
	}
}
