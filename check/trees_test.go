package check_test

import (
	"encoding/json"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"htmlurl/check"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// compareTrees holds that the report on a site is the same, byte for byte, whether its pages are read into whole trees or
// into those of the elements that matter. It returns how many findings there are.
func compareTrees(t *testing.T, c check.Checker, files fstest.MapFS, address string) int {
	t.Helper()
	c.Sources, c.Graph, c.All, c.Files.Orphans = true, true, true, true
	site := check.Site{FS: files, Address: address}
	got, err := c.Check(t.Context(), site)
	want, wholeErr := check.CheckWhole(t.Context(), &c, site)
	if err != nil || wholeErr != nil {
		t.Fatal(err, wholeErr)
	}
	if got, want := reportText(t, got), reportText(t, want); got != want {
		t.Errorf("%v: %s\nwith whole trees it is\n%s", c.Edition, got, want)
	}
	return len(got.Findings)
}

func reportText(t *testing.T, r *check.Report) string {
	t.Helper()
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTreesOfTraps compares the reports on all traps, of the good and the bad page together.
func TestTreesOfTraps(t *testing.T) {
	for _, c := range readTraps(t) {
		for _, edition := range resolve.Editions() {
			t.Run(path.Join(c.topic, c.name, edition.String()), func(t *testing.T) {
				compareTrees(t, check.Checker{Edition: edition}, c.files, c.fields["site"])
			})
		}
	}
}

// TestTreesOfCorpus compares the reports on real pages, as if they were one site.
func TestTreesOfCorpus(t *testing.T) {
	testcase.Serial(t)
	site := fstest.MapFS{}
	for _, p := range testcase.Pages(t) {
		site[p.File] = &fstest.MapFile{Data: p.Bytes}
	}
	for _, c := range []check.Checker{{}, {Edition: resolve.Living, Compare: resolve.Editions(), NoScripting: true}} {
		if compareTrees(t, c, site, "https://example.com/") == 0 {
			t.Error("no findings")
		}
	}
}

// treeWords are parts of pages with targets, bases and what is not checked, in elements that the parser moves, copies or
// drops.
var treeWords = strings.Fields(`<p+id=a> <p+id=a+id=b> <P+ID=b> <p+id=&#99;> <p+id=> <b+id=a> <b+id=b+id=a>
	</b> <i+name=a> </i> </p> <a+name=a> <a+name=b+id=c> <A+NAME=c> </a> <a+href=#a> <a+href=#b> <a+href=#c>
	<a+href=page.html#a> <a+href=other.html#b> <a+href=other.html#:~:text=word> <a+href=x>
	<a+href=other.html#top> <div+data-htmlurl-ignore> <div+data-htmlurl-ignore> <b+data-htmlurl-ignore> </div>
	<div> <table> </table> <tr> <td+id=a> <tr+data-htmlurl-ignore> </td> <caption+id=b> <select> <option+id=c>
	</select> <svg> <svg+id=a> <g+id=b> <g+xml:id=c> <a+xlink:href=#a> <base+href=y/> <g+xml:base=y/>
	<base+xlink:href=y/> </svg> <math> <mi+id=c> <base+href=z/> </math> <foreignObject> <title> </title>
	<template> <template+id=a> </template> <base+href=/d/> <base+target=b> <base+href=//e/> <div+xml:base=f/>
	<meta+http-equiv=Content-Security-Policy+content=upgrade-insecure-requests>
	<meta+content=upgrade-insecure-requests+name=a> <img+src=http://example.com/x>
	<iframe+srcdoc="&lt;p+id=a>&lt;a+href=x>&lt;a+href=%23b>&lt;base+href=/d/>"></iframe>
	<iframe+srcdoc="&lt;p+data-htmlurl-ignore>&lt;a+href=x>"+id=b></iframe> <body+id=a>
	<body+id=b+data-htmlurl-ignore> <html+id=c> <html+xml:base=g/> </body> <noscript+id=a> </noscript>
	<form+id=a+action=x> <form+id=b> </form> <pre+id=c> <frameset> <frame+src=x+name=a> <map+name=a>
	<area+href=x> <image+id=b+src=x> word &amp; <textarea+id=b> </textarea> <style+id=a>b{a:url(x)}</style>
	<script+id=c></script> <nobr+id=a> <li+id=b> <ruby> <rt+id=c> <plaintext+id=a> <!--x--> <button+id=b>
	</button> <h1+id=c> </h2> <link+href=http://example.com/x+rel=stylesheet> <object+id=a+data=x> </object>`)

// treeSoup returns a page of such words.
func treeSoup(r *rand.Rand) string {
	var page strings.Builder
	for range 3 + r.IntN(30) {
		page.WriteString(strings.ReplaceAll(treeWords[r.IntN(len(treeWords))], "+", " "))
	}
	return page.String()
}

// TestTreesOfSoup compares the reports on sites of two pages of random tags.
func TestTreesOfSoup(t *testing.T) {
	testcase.Serial(t)
	r := rand.New(rand.NewPCG(7, 8))
	const sites = 3000
	for range sites {
		page, other := treeSoup(r), treeSoup(r)
		c := check.Checker{Edition: resolve.Edition(r.IntN(4)), NoScripting: r.IntN(2) == 0, Compare: resolve.Editions()}
		files := fstest.MapFS{"page.html": {Data: []byte(page)}, "other.html": {Data: []byte(other)}}
		if compareTrees(t, c, files, "https://example.com/"); t.Failed() {
			t.Fatalf("page.html: %s\nother.html: %s", page, other)
		}
	}
}
