package fragment_test

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/fragment"
	"htmlurl/resolve"
)

// The same link leads to different elements: HTML5 decodes the fragment first, today it is first taken as it is.
func ExampleFind() {
	const page = `<h2 id="part 1">The ID with a space</h2> <h2 id="part%201">The ID with a percent sign</h2>`
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		panic(err)
	}
	for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
		target, _ := fragment.Find(root, "part%201", edition)
		fmt.Printf("%v: %s (by %s)\n", edition, target.Node.FirstChild.Data, target.By)
	}
	// Output:
	// html5: The ID with a space (by ID, percent-decoded)
	// living: The ID with a percent sign (by ID)
}

// An ID hides a name that comes before it, and the template's contents are not in the document.
func ExampleIndex_All() {
	const page = `<template><p id=end></template> <a name=end>name</a> <p id=end>first</p> <p id=end>second</p>`
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		panic(err)
	}
	for target, reachable := range fragment.NewIndex(root).All(resolve.Living) {
		fmt.Println(target.By, target.Node.FirstChild.Data, reachable)
	}
	// Output:
	// name name false
	// ID first true
	// ID second false
}

// A hyphen in a term is percent-encoded; one that is not makes the whole directive void.
func ExampleTextDirectives() {
	rest, directive, _ := fragment.SplitDirective("History:~:text=mother%2Din%2Dlaw,-said&text=mother-in-law")
	fmt.Println(rest)
	for text := range fragment.TextDirectives(directive) {
		fmt.Printf("%+v\n", text)
	}
	// Output:
	// History
	// {Prefix: Start:mother-in-law End: Suffix:said}
}
