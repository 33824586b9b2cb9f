package document_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// describeAll returns what a document says of its base and its links, and of those of its frames.
func describeAll(d *document.Document) []string {
	lines := describeDocument(d)
	for l := range d.Links() {
		lines = append(lines, describeLink(l))
	}
	for frame, err := range d.Frames() {
		lines = append(lines, fmt.Sprint("frame ", err))
		if err == nil {
			lines = append(lines, describeAll(frame)...)
		}
	}
	return lines
}

// describeDocument returns what a document says of itself.
func describeDocument(d *document.Document) []string {
	name, source := d.Encoding()
	return []string{
		fmt.Sprintf("base %v, %v, fallback %v, %v", d.Base(), d.Why(), d.Fallback(), d.Resolver()),
		fmt.Sprint(name, source, d.Address(), d.HasBase(), d.ReferrerPolicy(), d.Origin()),
	}
}

// describeLink returns all that a link says, but for its text.
func describeLink(l document.Link) string {
	tag := ""
	if l.Node != nil {
		tag = fmt.Sprintf("%s:%s %d %q", l.Node.Namespace, l.Node.Data, l.Node.DataAtom, l.Node.Attr)
	}
	return fmt.Sprintf("<%s> %s %q %q %s base %v url %v err %v, %s %+v %s; %s %q %v %q %v %q %q %q %q", tag, l.Attr, l.Raw,
		l.Descriptor, l.Kind, l.Base, l.URL, l.Err, l.Ignored, l.Span, l.Unplaced, l.BaseRule(), l.Rel(), l.NoFollow(),
		l.ReferrerPolicy(), l.CrossOrigin(), l.Target(), l.Hreflang(), l.Type(), l.Media())
}

// compareLines returns the first difference, or "".
func compareLines(got, want []string) string {
	for i := range max(len(got), len(want)) {
		switch {
		case i == len(got):
			return "has no " + want[i]
		case i == len(want):
			return "should not have " + got[i]
		case got[i] != want[i]:
			return fmt.Sprintf("%d: has\n%s, want\n%s", i, got[i], want[i])
		}
	}
	return ""
}

// compareSparse returns the first difference between the document with few elements and that with all, and how many lines
// were compared.
func compareSparse(page string, o document.Options) (lines int, wrong string) {
	d, err := document.Parse(strings.NewReader(page), o)
	o.LinksOnly = true
	few, fewErr := document.Parse(strings.NewReader(page), o)
	switch {
	case err == nil && fewErr == nil:
		want := describeAll(d)
		return len(want), compareLines(describeAll(few), want)
	case err == document.ErrResets || fmt.Sprint(err) == fmt.Sprint(fewErr):
		return 0, ""
	}
	return 0, fmt.Sprintf("error %v, want %v", fewErr, err)
}

// sparseOptions are options that change what is listed.
func sparseOptions(o document.Options, variant int) document.Options {
	o.Edition = resolve.Edition(variant % 4)
	o.Positions = variant&4 != 0
	o.TemplateContents = variant&8 != 0
	o.NoScripting = variant&16 != 0
	if variant&32 != 0 {
		o.Kinds = document.Kinds()
	}
	return o
}

// few returns the variants to try: with -short the first.
func few(variants []int) []int {
	if testing.Short() {
		return variants[:1]
	}
	return variants
}

// TestLinksOnly holds that the references of real pages are the same in a tree of few elements.
func TestLinksOnly(t *testing.T) {
	testcase.Serial(t)
	lines := 0
	for _, p := range testcase.Pages(t) {
		for _, variant := range few([]int{3, 0, 63, 3 + 4}) {
			n, wrong := compareSparse(string(p.Bytes), sparseOptions(document.Options{Address: p.Address}, variant))
			lines += n
			if wrong != "" {
				t.Errorf("%s, variant %d: %.2000s", p.File, variant, wrong)
			}
		}
	}
	t.Log(lines)
}

// TestKeepMany holds that any number of names may be kept, in whatever case they are written, and that one that may be of
// interest by itself then is of it always.
func TestKeepMany(t *testing.T) {
	for _, many := range []int{1, 100, 200, 219, 300, 3000} {
		keep := []string{"style"}
		for i := range many {
			keep = append(keep, fmt.Sprintf("k%d", i))
		}
		last := keep[len(keep)-1]
		page := "<p style=color:red><p STYLE=color:red><a href=x foo=4><p " + last + "><p " + strings.ToUpper(last) + "><p foo>"
		d, err := document.Parse(strings.NewReader(page), document.Options{LinksOnly: true, Keep: keep})
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for n := range d.Root().Descendants() {
			if len(n.Attr) > 0 {
				kept++
			}
		}
		if kept != 5 {
			t.Errorf("%d names: %d elements are kept, want 5", many, kept)
		}
	}
}

// soupWords are the parts of pages whose elements are moved, copied or dropped, and of what decides about references.
var soupWords = strings.Fields(`<a+href=1+ping=2> <a+href=1+style=a:url(3)> </a> <b> </b> <b+xml:base=4/> <i+style='b:url(5)'> </i> <p> </p>
	<div> </div> <div+xml:base=6/+itemscope+itemtype=http://x/+itemid=7> <table+background=8> </table> <tr> <td+background=9> </td>
	<caption> <select> </select> <option> <form+action=10+target=q> </form> <form> <button+formaction=11> </button>
	<input+type=image+src=12> <input+type=hidden> <base+href=13/> <base+target=t> <base+href=//h/> <template>
	<template+shadowrootmode=open> </template> <iframe+srcdoc="&lt;base&#32;href=14>&lt;a&#32;href=15>"></iframe>
	<iframe+src=></iframe> <picture> </picture> <source+srcset=16+crossorigin> <img+src=17+crossorigin=use-credentials>
	<img+srcset='18,19+2x'> <video+poster=20+crossorigin> </video> <source+src=21> <track+src=22> <svg> </svg> <svg+xlink:href=23+fill=url(24)>
	<style>a{b:url(25)}</style> <script+src=26></script> <script+type=importmap>{"imports":{"a":"27"}}</script> <use+xlink:href=28/>
	<meta+http-equiv=refresh+content=0;url=29> <meta+name=robots+content=nofollow> <meta+http-equiv=Content-Security-Policy+content=base-uri+'none'>
	<meta+name=referrer+content=origin> <link+href=30> <link+rel=preload+as=image+imagesrcset=31> text &#10; <noscript> </noscript> <body+background=32>
	<html+manifest=33> <frameset> <frame+src=34> </frameset> <noframes> </noframes> <head+profile=35> </head> </body> </html> <object+data=36+codebase=37>
	</object> <applet+archive=38> <param+valuetype=ref+value=39> <math+href=40> </math> <mi> <annotation-xml+encoding=text/html> <foreignObject> <title>
	</title> <font+color=x> <base+href=41+/> <li+cite=42> <q+cite=43> <br> <pre> <plaintext> <image+src=44> <nobr+style=c:url(45)> <!--x--> <ruby> <rt>`)

// soup returns a page of such words.
func soup(r *rand.Rand) string {
	var page strings.Builder
	for range 3 + r.IntN(30) {
		page.WriteString(strings.ReplaceAll(soupWords[r.IntN(len(soupWords))], "+", " "))
	}
	return page.String()
}

// TestLinksOnlyInSoup holds the same for pages of random tags.
func TestLinksOnlyInSoup(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 44))
	soups := 20_000
	if testing.Short() {
		soups = 2_000
		t.Logf("%d pages, as -short asks for few", soups)
	}
	for range soups {
		page, variant := soup(r), r.IntN(64)
		if _, wrong := compareSparse(page, sparseOptions(document.Options{Address: "http://h/d/"}, variant)); wrong != "" {
			t.Fatalf("%q, variant %d: %s", page, variant, wrong)
		}
	}
}

// FuzzLinksOnly holds that a tree of few elements has the references of the whole tree.
func FuzzLinksOnly(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 64 {
		f.Add(soup(r), uint8(i))
	}
	f.Fuzz(func(t *testing.T, page string, variant uint8) {
		if _, wrong := compareSparse(page, sparseOptions(document.Options{Address: "http://h/d/"}, int(variant))); wrong != "" {
			t.Fatalf("%q, variant %d: %s", page, variant, wrong)
		}
	})
}

// scanAll returns the lines of Scan as describeAll gives those of a document, but for frames.
func scanAll(s *document.Scanner, r io.Reader, o document.Options) ([]string, error) {
	var links []string
	for l, err := range s.Scan(r, o) {
		if err != nil {
			return nil, err
		}
		links = append(links, describeLink(l))
	}
	return append(describeDocument(s.Document()), links...), nil
}

// compareScan returns the first difference between what Scan yields and the links of the whole tree, and how many lines were
// compared.
func compareScan(s *document.Scanner, page string, o document.Options) (lines int, wrong string) {
	d, err := document.Parse(strings.NewReader(page), o)
	got, gotErr := scanAll(s, strings.NewReader(page), o)
	switch {
	case err == nil && gotErr == nil:
		want := describeDocument(d)
		for l := range d.Links() {
			want = append(want, describeLink(l))
		}
		return len(want), compareLines(got, want)
	case err == document.ErrResets || fmt.Sprint(err) == fmt.Sprint(gotErr):
		return 0, ""
	}
	return 0, fmt.Sprintf("error %v, want %v", gotErr, err)
}

// TestScan holds that Scan yields the references of real pages.
func TestScan(t *testing.T) {
	testcase.Serial(t)
	lines := 0
	var s document.Scanner
	for _, p := range testcase.Pages(t) {
		for _, variant := range few([]int{3, 0, 63 - 4, 1, 2}) {
			n, wrong := compareScan(&s, string(p.Bytes), sparseOptions(document.Options{Address: p.Address}, variant))
			lines += n
			if wrong != "" {
				t.Errorf("%s, variant %d: %.2000s", p.File, variant, wrong)
			}
		}
	}
	t.Log(lines)
}
