package fragment

import (
	"strings"

	"golang.org/x/net/html"

	"htmlurl/resolve"
)

// Target is the indicated part of a document: an element or the top. The zero Target is no indicated part.
type Target struct {
	// By is the rule that found it.
	By By
	// Node is the element, or nil for the top of the document.
	Node *html.Node
	// Value is the ID or name that was found, or "" for the top of the document.
	Value string
}

// IsTop tells whether the indicated part is the top of the document.
func (t Target) IsTop() bool { return t.By != "" && t.Node == nil }

// By says which rule found an indicated part.
type By string

const (
	NoFragment    By = "no fragment"           // the URL has none: nothing but the document, so its top
	EmptyFragment By = "empty fragment"        // the top
	ID            By = "ID"                    // an element's ID is the fragment as it is
	DecodedID     By = "ID, percent-decoded"   // an element's ID is the fragment only when that is decoded
	Name          By = "name"                  // an a element's name is the fragment as it is
	DecodedName   By = "name, percent-decoded" // an a element's name is the fragment only when that is decoded
	Top           By = "top"                   // the fragment is "top", in any letter case, and no element's
)

// Find returns the part of a document that the fragment of a parsed URL indicates, which is given without the
// number sign; ok is false if there is no such part. It reads the tree up to four times; for many fragments there
// is Index. The empty fragment is not the same as none: see Index.FindURL.
//
// Spec: W3C HTML5 (2012), navigating to a fragment identifier;
// https://html.spec.whatwg.org/#select-the-indicated-part
func Find(root *html.Node, fragment string, edition resolve.Edition) (_ Target, ok bool) {
	t := indicated(tree{root}, fragment, edition)
	return t, t.By != ""
}

// places are where the rules look for elements: a tree, or the Index of one.
type places interface {
	withID(id string) *html.Node     // the first element in tree order that has the ID, or nil
	withName(name string) *html.Node // the first a element in tree order that has the name, or nil
}

// indicated returns the indicated part, or the zero Target. The frozen texts on URLs leave documents to HTML5, to which
// a directive is part of the fragment.
func indicated(in places, fragment string, edition resolve.Edition) Target {
	if edition == resolve.Living {
		fragment, _, _ = SplitDirective(fragment)
		return indicatedLiving(in, fragment)
	}
	return indicatedHTML5(in, fragment)
}

// indicatedHTML5 runs the steps of HTML5. Only the ID is compared with the decoded fragment, the name and "top"
// with the fragment as it is.
//
// Spec: W3C HTML5 (2012), navigating to a fragment identifier, steps 2 to 7
func indicatedHTML5(in places, fragid string) Target {
	if fragid == "" {
		return Target{By: EmptyFragment}
	}
	if decoded, ok := decodeValid(fragid); ok {
		if n := in.withID(decoded); n != nil {
			return Target{asItIs(decoded == fragid, ID, DecodedID), n, decoded}
		}
	}
	if n := in.withName(fragid); n != nil {
		return Target{Name, n, fragid}
	}
	if isTop(fragid) {
		return Target{By: Top}
	}
	return Target{}
}

// indicatedLiving runs the steps of today, on a fragment without its directive.
//
// Spec: https://html.spec.whatwg.org/#select-the-indicated-part
func indicatedLiving(in places, fragment string) Target {
	if fragment == "" {
		return Target{By: EmptyFragment}
	}
	if t := potential(in, fragment, true); t.Node != nil {
		return t
	}
	decoded := decode(fragment)
	if decoded != fragment {
		if t := potential(in, decoded, false); t.Node != nil {
			return t
		}
	}
	if isTop(decoded) {
		return Target{By: Top}
	}
	return Target{}
}

// potential returns the potential indicated element of a fragment, which is as it is or decoded, or the zero Target.
//
// Spec: https://html.spec.whatwg.org/#find-a-potential-indicated-element
func potential(in places, fragment string, same bool) Target {
	if n := in.withID(fragment); n != nil {
		return Target{asItIs(same, ID, DecodedID), n, fragment}
	}
	if n := in.withName(fragment); n != nil {
		return Target{asItIs(same, Name, DecodedName), n, fragment}
	}
	return Target{}
}

// asItIs chooses by whether the fragment was compared as it is, or only its decoded form.
func asItIs(same bool, raw, decoded By) By {
	if same {
		return raw
	}
	return decoded
}

// isTop tells whether s is an ASCII case-insensitive match for "top". No other character folds to one of these letters.
func isTop(s string) bool { return strings.EqualFold(s, "top") }
