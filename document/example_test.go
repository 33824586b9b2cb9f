package document_test

import (
	"fmt"
	"strings"

	"htmlurl/document"
)

// A base element inside svg is none, and the first real one also governs the links before it.
func ExampleDocument_Links() {
	const page = `<a href=one>1</a><svg><base href="/svg/"></svg><base href="/real/"><a href=two>2</a>`
	d, err := document.Parse(strings.NewReader(page), document.Options{Address: "http://example.com/"})
	if err != nil {
		panic(err)
	}
	for link := range d.Links() {
		if link.Kind == document.Hyperlink {
			fmt.Println(link.URL)
		}
	}
	// Output:
	// http://example.com/real/one
	// http://example.com/real/two
}

// The base of a srcdoc document builds on that of the document around it.
func ExampleDocument_Frames() {
	const page = `<base href="/a/"><iframe srcdoc="<base href='b/'><a href=c>c</a>"></iframe>`
	d, err := document.Parse(strings.NewReader(page), document.Options{Address: "http://example.com/"})
	if err != nil {
		panic(err)
	}
	for frame, err := range d.Frames() {
		if err != nil {
			panic(err)
		}
		fmt.Println(frame.Base(), "from the", frame.Why())
	}
	// Output: http://example.com/a/b/ from the base element <base href="b/">
}
