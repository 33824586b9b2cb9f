package fragment_test

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"htmlurl/fragment"
	"htmlurl/resolve"
)

// The model does slowly and step by step what the texts say, with lists of all elements and an UTF-8 decoder that reads
// byte by byte.

// modelFind returns the indicated part of a document.
func modelFind(root *html.Node, fragid string, edition resolve.Edition) fragment.Target {
	document := modelElements(root)
	if edition == resolve.Living {
		return modelLiving(document, fragid)
	}
	if fragid == "" {
		return fragment.Target{By: fragment.EmptyFragment}
	}
	if decoded := modelPercentDecode(fragid); utf8.ValidString(decoded) {
		for _, n := range document {
			if n.id == decoded {
				by := fragment.DecodedID
				if decoded == fragid {
					by = fragment.ID
				}
				return fragment.Target{By: by, Node: n.node, Value: decoded}
			}
		}
	}
	for _, n := range document {
		if n.name == fragid {
			return fragment.Target{By: fragment.Name, Node: n.node, Value: fragid}
		}
	}
	if modelLower(fragid) == "top" {
		return fragment.Target{By: fragment.Top}
	}
	return fragment.Target{}
}

func modelLiving(document []modelElement, fragid string) fragment.Target {
	for i := range fragid {
		if strings.HasPrefix(fragid[i:], ":~:") {
			fragid = fragid[:i]
			break
		}
	}
	if fragid == "" {
		return fragment.Target{By: fragment.EmptyFragment}
	}
	decoded := modelDecodeUTF8(modelPercentDecode(fragid))
	for i, value := range []string{fragid, decoded} {
		for _, n := range document {
			if n.id == value {
				return fragment.Target{By: []fragment.By{fragment.ID, fragment.DecodedID}[i], Node: n.node, Value: value}
			}
		}
		for _, n := range document {
			if n.name == value {
				return fragment.Target{By: []fragment.By{fragment.Name, fragment.DecodedName}[i], Node: n.node, Value: value}
			}
		}
	}
	if modelLower(decoded) == "top" {
		return fragment.Target{By: fragment.Top}
	}
	return fragment.Target{}
}

// modelElement is an element with its ID and, if it is an a element of HTML, its name.
type modelElement struct {
	node     *html.Node
	id, name string
}

// modelElements returns the elements of a document in tree order.
func modelElements(n *html.Node) []modelElement {
	var list []modelElement
	if n.Type == html.ElementNode {
		e := modelElement{node: n}
		hasID, hasName := false, false
		for _, a := range n.Attr {
			if a.Namespace == "" && a.Key == "id" && !hasID {
				e.id, hasID = a.Val, true
			}
			if a.Namespace == "" && a.Key == "name" && !hasName && n.Namespace == "" && n.Data == "a" {
				e.name, hasName = a.Val, true
			}
		}
		list = append(list, e)
		if n.Namespace == "" && n.Data == "template" {
			return list
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		list = append(list, modelElements(c)...)
	}
	return list
}

func modelLower(s string) string {
	lower := []byte(s)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c + 0x20
		}
	}
	return string(lower)
}

// modelPercentDecode runs the steps of https://url.spec.whatwg.org/#percent-decode.
func modelPercentDecode(input string) string {
	digit := func(c byte) int { return strings.IndexByte("0123456789abcdef", modelLower(string(rune(c)))[0]) }
	var output []byte
	for i := 0; i < len(input); i++ {
		if input[i] != '%' || i+2 >= len(input) || digit(input[i+1]) < 0 || digit(input[i+2]) < 0 {
			output = append(output, input[i])
			continue
		}
		output = append(output, byte(digit(input[i+1])*16+digit(input[i+2])))
		i += 2
	}
	return string(output)
}

// modelDecodeUTF8 runs the steps of https://encoding.spec.whatwg.org/#utf-8-decoder.
func modelDecodeUTF8(input string) string {
	var output []rune
	var codePoint rune
	seen, needed := 0, 0
	lower, upper := byte(0x80), byte(0xBF)
	reset := func() { codePoint, seen, needed, lower, upper = 0, 0, 0, 0x80, 0xBF }
	for i := 0; i < len(input); i++ {
		c := input[i]
		switch {
		case needed != 0 && (c < lower || c > upper):
			reset()
			i-- // restore byte to the queue
			output = append(output, utf8.RuneError)
		case needed != 0:
			lower, upper = 0x80, 0xBF
			codePoint = codePoint<<6 | rune(c&0x3F)
			if seen++; seen == needed {
				output = append(output, codePoint)
				reset()
			}
		case c <= 0x7F:
			output = append(output, rune(c))
		case 0xC2 <= c && c <= 0xDF:
			needed, codePoint = 1, rune(c&0x1F)
		case 0xE0 <= c && c <= 0xEF:
			if c == 0xE0 {
				lower = 0xA0
			}
			if c == 0xED {
				upper = 0x9F
			}
			needed, codePoint = 2, rune(c&0xF)
		case 0xF0 <= c && c <= 0xF4:
			if c == 0xF0 {
				lower = 0x90
			}
			if c == 0xF4 {
				upper = 0x8F
			}
			needed, codePoint = 3, rune(c&0x7)
		default:
			output = append(output, utf8.RuneError)
		}
	}
	if needed != 0 {
		output = append(output, utf8.RuneError)
	}
	return string(output)
}

// modelTextDirective runs the steps of https://wicg.github.io/scroll-to-text-fragment/#parse-a-text-directive.
func modelTextDirective(directive string) (d fragment.TextDirective, ok bool) {
	if !strings.HasPrefix(directive, "text=") {
		return d, false
	}
	var prefix, suffix, start, end *string
	tokens := strings.Split(directive[len("text="):], ",")
	if len(tokens) > 4 {
		return d, false
	}
	if first := tokens[0]; strings.HasSuffix(first, "-") {
		first = first[:len(first)-1]
		prefix, tokens = &first, tokens[1:]
	}
	if len(tokens) == 0 {
		return d, false
	}
	if last := tokens[len(tokens)-1]; strings.HasPrefix(last, "-") {
		last = last[1:]
		suffix, tokens = &last, tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 || len(tokens) > 2 {
		return d, false
	}
	start = &tokens[0]
	if len(tokens) == 2 {
		end = &tokens[1]
	}
	for i, term := range []*string{prefix, start, end, suffix} {
		if term == nil {
			continue
		}
		if *term == "" || strings.Contains(*term, "-") {
			return fragment.TextDirective{}, false
		}
		*[]*string{&d.Prefix, &d.Start, &d.End, &d.Suffix}[i] = modelDecodeUTF8(modelPercentDecode(*term))
	}
	return d, true
}
