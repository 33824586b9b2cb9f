package document

import (
	"bytes"
	"errors"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
	"htmlurl/internal/xmltree"
)

// Errors of the HTML parser, for errors.Is: pages that it would not take whole, or not in linear time.
var (
	ErrDepth    = xmltree.ErrDepth // elements are nested more than 512 deep
	ErrResets   = errors.New("html and body tags repeat too many attributes for the HTML parser to take them in linear time")
	ErrCutShort = errors.New("the HTML parser would drop the end of the page, after a template element in SVG or MathML or an open text element in a frameset")
)

// parseTree parses a page in UTF-8.
func parseTree(page []byte, scripting bool) (*html.Node, error) {
	found := findHazards(page)
	if found.resets > harmlessResets && areResetsCostly(page) {
		return nil, ErrResets
	}
	root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		if strings.Contains(err.Error(), "exceeds 512 nodes") { // the parser has no other sign of it
			return nil, ErrDepth
		}
		return nil, err
	}
	isSuspicious := found.frameset || found.template && found.foreign
	if isSuspicious && isCutShort(page, scripting) {
		return nil, ErrCutShort
	}
	return root, nil
}

// hazards are what looks like certain tags in a page, also in its scripts and comments.
type hazards struct {
	resets   int // html and body
	template bool
	foreign  bool // svg and math
	frameset bool
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
		case 'f':
			h.frameset = h.frameset || startsWith(page, "frameset")
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

// harmlessResets is a number of html and body tags that is not worth a closer look.
const harmlessResets = 50

// areResetsCostly tells whether the parser goes through attributes of html and body tags too often: for each tag with
// attributes it goes through all different ones of the tags before. What looks like such a tag counts wherever it
// stands, because only the tree tells whether it is one.
func areResetsCostly(page []byte) bool {
	limit := len(page) + 1<<20
	names := map[string]bool{}
	cost, read := 0, 0
	for {
		i := bytes.IndexByte(page, '<')
		if i < 0 {
			return false
		}
		page = page[i:]
		if startsWith(page[len("<"):], "html") || startsWith(page[len("<"):], "body") {
			attributes, length := readTag(page, names)
			if attributes > 0 {
				cost += len(names) + attributes
			}
			if read += length; cost > limit || read > 4*limit {
				return true
			}
		}
		page = page[len("<"):]
	}
}

// readTag adds the names of the attributes of the tag at the start of s. It returns how many the tag has, and its
// length.
func readTag(s []byte, names map[string]bool) (attributes, length int) {
	tokens := html.NewTokenizer(bytes.NewReader(s))
	if tokens.Next() == html.ErrorToken {
		return 0, len(s)
	}
	length = len(tokens.Raw())
	for _, more := tokens.TagName(); more; attributes++ {
		var name []byte
		name, _, more = tokens.TagAttr()
		names[string(name)] = true
	}
	return attributes, length
}

// isCutShort tells whether the parser drops the end of the page.
func isCutShort(page []byte, scripting bool) bool {
	s := source.New(page, scripting)
	for s.Next() {
	}
	return s.IsCutShort()
}
