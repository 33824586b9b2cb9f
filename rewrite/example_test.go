package rewrite_test

import (
	"fmt"
	"strings"

	"htmlurl/document"
	"htmlurl/rewrite"
)

// A base element governs the link below it, and the fragment too: without the base they would lead elsewhere.
func ExampleRewriter() {
	page := `<BASE href=/archive/ target=_top><a href="july.html?a&b">July</a> <a href='#top'>Top</a> <img src=//cdn.example/x.png>`
	d, err := document.Parse(strings.NewReader(page), document.Options{
		Address: "https://example.com/news/today.html", Positions: true,
	})
	if err != nil {
		panic(err)
	}
	for _, r := range []rewrite.Rewriter{{DropBase: true}, {Style: rewrite.Absolute}} {
		html, result, err := r.Append(nil, d)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n%d changed, %d kept\n", html, result.Changed, result.Kept)
	}
	// Output:
	// <BASE target=_top><a href="../archive/july.html?a&amp;b">July</a> <a href='../archive/#top'>Top</a> <img src=//cdn.example/x.png>
	// 3 changed, 1 kept
	// <BASE href=https://example.com/archive/ target=_top><a href="https://example.com/archive/july.html?a&amp;b">July</a> <a href='https://example.com/archive/#top'>Top</a> <img src=https://cdn.example/x.png>
	// 4 changed, 0 kept
}

// A site moves, and the page with it: what is relative stays as it is.
func ExampleMap() {
	var m rewrite.Map
	m.AddPrefix("https://old.example/", "https://new.example/blog/")
	m.AddURL("https://old.example/logo.png", "/logo.svg")
	page := `<a href=next.html>Next</a> <a href=https://old.example/about#me>About</a> <img src=/logo.png>`
	d, err := document.Parse(strings.NewReader(page), document.Options{Address: "https://old.example/2012/", Positions: true})
	if err != nil {
		panic(err)
	}
	r := rewrite.Rewriter{Map: &m}
	html, _, err := r.Append(nil, d)
	fmt.Printf("%s\n%v\n", html, err)
	// Output:
	// <a href=next.html>Next</a> <a href=https://new.example/blog/about#me>About</a> <img src=/logo.svg>
	// <nil>
}
