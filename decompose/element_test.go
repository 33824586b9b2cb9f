package decompose_test

import (
	"fmt"
	"strings"

	"htmlurl/decompose"
	"htmlurl/document"
)

// On an element a setter writes the whole resolved URL into the href attribute, whatever it changes of it.
func ExampleOf() {
	d, err := document.Parse(strings.NewReader(`<a href="../b">b</a>`), document.Options{Address: "http://example.com/a/"})
	if err != nil {
		panic(err)
	}
	for link := range d.Links() {
		decompose.Of(d.ElementOf(link.Node)).SetHash("top")
		fmt.Println(link.Node.Attr[0].Val)
	}
	// Output: http://example.com/b#top
}
