// Package fragment tells what the fragment of a URL indicates in a document: an element, the top, or nothing; and it
// makes fragments.
//
// HTML5, URL2012 and URL2015 look for an ID that is the percent-decoded fragment, and then for a name that is the
// fragment as it is. Living looks for both twice: first for the fragment as it is, then percent-decoded.
//
//	index := fragment.NewIndex(d.Root())
//	for link := range d.Links() {
//		if !link.URL.EqualsExcludingFragments(d.Address()) {
//			continue // to another page
//		}
//		if _, ok := index.FindURL(link.URL, resolve.Living); !ok {
//			fmt.Println("leads nowhere:", link.URL)
//		}
//	}
//
// # Targets
//
// The tree is that of golang.org/x/net/html, of a page decoded to UTF-8. IDs are the id attributes of all elements,
// also in SVG and MathML, unless they are empty; xml:id is none. Names are the name attributes of a elements of
// HTML. Both are compared exactly, letter case included. The contents of a template element are not in the
// document, nor are those of a declarative shadow root.
//
// # Files
//
//   - target.go: Find, the steps of each edition
//   - index.go: Index, all targets of a document; set.go: Set, without the tree
//   - tree.go: the document tree, its IDs and names
//   - decode.go: percent-decoding to text
//   - directive.go: fragment directives, such as ":~:text=quote"
//   - escape.go: Escape
package fragment
