package document

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// Errors of the HTML parser, for errors.Is: pages that it would not take whole, or not in linear time.
var (
	ErrDepth    = errors.New("elements are nested more than 512 deep, which the HTML parser refuses")
	ErrResets   = fmt.Errorf("the page has more than %d html and body tags, which the HTML parser does not take in linear time", maxResets)
	ErrTemplate = errors.New("the HTML parser drops what follows a template element inside SVG or MathML")
)

// maxResets is the number of html and body tags in a page: for each the parser goes through all attributes of those
// before.
const maxResets = 1000

// parseTree parses a page in UTF-8.
func parseTree(page []byte, scripting bool) (*html.Node, error) {
	found := findHazards(page)
	if found.resets > maxResets {
		return nil, ErrResets
	}
	root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		if strings.Contains(err.Error(), "exceeds 512 nodes") {
			return nil, ErrDepth
		}
		return nil, err
	}
	if found.template && found.foreign && mayBeCutShort(root) && isCutShort(page, scripting) {
		return nil, ErrTemplate
	}
	return root, nil
}

// hazards are what looks like certain tags in a page, also in its scripts and comments.
type hazards struct {
	resets   int // html and body
	template bool
	foreign  bool // svg and math
}

func findHazards(page []byte) hazards {
	var h hazards
	for {
		i := bytes.IndexByte(page, '<') + len("<")
		if i == 0 || i == len(page) {
			return h
		}
		page = page[i:]
		switch page[0] | 0x20 {
		case 'h', 'b':
			if startsWith(page, "html") || startsWith(page, "body") {
				h.resets++
			}
		case 't':
			h.template = h.template || startsWith(page, "template")
		case 's', 'm':
			h.foreign = h.foreign || startsWith(page, "svg") || startsWith(page, "math")
		}
	}
}

// startsWith tells whether s starts with the lower-case ASCII word, in any case.
func startsWith(s []byte, word string) bool {
	if len(s) < len(word) {
		return false
	}
	for i := range len(word) {
		if s[i]|0x20 != word[i] {
			return false
		}
	}
	return true
}

// mayBeCutShort tells whether the tree ends inside SVG or MathML, as it does where the parser dropped what follows. A
// table at the end may have something open before it.
func mayBeCutShort(root *html.Node) bool {
	for n := root; n != nil; n = n.LastChild {
		if n.Namespace != "" || isHTML(n, "table") {
			return true
		}
	}
	return false
}

// isCutShort tells whether the parser drops the end of the page: it puts a mark there and looks for it in the tree. The
// quotes close what may be open, so that one of the comments at least is seen.
func isCutShort(page []byte, scripting bool) bool {
	mark := "end-of-page"
	for bytes.Contains(page, []byte(mark)) {
		mark += "x"
	}
	comment := "<!--" + mark + "-->"
	marked := append(bytes.Clone(page), comment+`"'>`+comment...)
	root, err := html.ParseWithOptions(bytes.NewReader(marked), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		return false
	}
	for n := root; n != nil; n = following(n, root) {
		if strings.Contains(n.Data, mark) {
			return false
		}
		for _, a := range n.Attr {
			if strings.Contains(a.Key+a.Val, mark) {
				return false
			}
		}
	}
	return true
}
