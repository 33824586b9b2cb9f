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

// Quotes, character references, the encoding and all that is not replaced stay.
func ExampleDocument_AppendRewrite() {
	const page = "<!doctype html><META charset=windows-1252>\n<A CLASS='\xe9' HREF=menu.html>Men\xfc</A>" +
		"<p style='background: URL( \"a.png\" )'><iframe srcdoc='<img src=&quot;b.png&quot;>'></iframe>"
	d, err := document.Parse(strings.NewReader(page), document.Options{Positions: true})
	if err != nil {
		panic(err)
	}
	rewritten, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) {
		return "/caf\u00e9/" + l.Raw + "?a&'\u2116'", true
	})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%q\n", rewritten)
	// Output:
	// "<!doctype html><META charset=windows-1252>\n<A CLASS='\xe9' HREF=\"/caf\xe9/menu.html?a&amp;'&#8470;'\">Men\xfc</A><p style='background: URL( \"/caf\xe9/a.png?a&amp;&#39;&#8470;&#39;\" )'><iframe srcdoc='<img src=&quot;/caf\xe9/b.png?a&amp;amp;&#39;&#8470;&#39;&quot;>'></iframe>"
}

// A table cannot have the link right in it, so that the parser puts it in front of it; and what broken nesting closed it
// opens again.
func ExampleScan() {
	const page = `<table><tr><td><img src=in.png></td></tr><a href=before>1</a></table><p><a href=again>2<p>3</a><base href=/real/>`
	for link, err := range document.Scan(strings.NewReader(page), document.Options{Address: "http://example.com/"}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(link.Attr, link.URL)
	}
	// Output:
	// href http://example.com/real/before
	// src http://example.com/real/in.png
	// href http://example.com/real/again
	// href http://example.com/real/again
	// href http://example.com/real/
}
