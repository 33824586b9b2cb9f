package rewrite_test

import (
	"bytes"
	"fmt"
	"htmlurl/document"
	"strings"
	"testing"

	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// FuzzRelative holds that what leads to a target does so, has the form that its function promises, and gives itself
// again; and where there must be such a reference.
func FuzzRelative(f *testing.F) {
	for _, base := range []string{
		"http://h/a/b/c?q#f", "http://u:p@h:8080/a//b/", "file:///C:/a/b", "foo://h", "foo:/.//a", "mailto:a:b/c?q",
	} {
		for _, ref := range []string{
			"../x", "#f", "?r", "./a:b", ",x", ".//y", "/.//z/", "//i:81/%2e/é?é#é", "/c|/x", "../../../", "c:/x|y",
			`\\a\b`, "",
		} {
			f.Add(base, ref, uint8(len(ref)))
		}
	}
	var resolvers []resolve.Resolver
	for _, label := range []string{"utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030"} {
		encoding, err := resolve.LookupEncoding(label)
		if err != nil {
			f.Fatal(err)
		}
		resolvers = append(resolvers, resolve.Resolver{Encoding: encoding})
	}
	f.Fuzz(func(t *testing.T, baseText, ref string, encoding uint8) {
		r := resolvers[int(encoding)%len(resolvers)]
		for _, r.Edition = range resolve.Editions() {
			base, err := r.Parse(baseText)
			if err != nil {
				continue
			}
			target, err := r.Resolve(base, ref)
			if err != nil {
				continue
			}
			checkRelative(t, r, base, target)
			checkRoot(t, r, base, target)
			checkScheme(t, r, base, target)
		}
	})
}

// relativizer is one of the three functions.
type relativizer func(resolve.Resolver, resolve.URL, resolve.URL) (string, bool)

// checkLeads checks that a reference leads to target, and that its function, asked again, gives it again.
func checkLeads(t *testing.T, write relativizer, r resolve.Resolver, base, target resolve.URL) (ref string, ok bool) {
	t.Helper()
	ref, ok = write(r, base, target)
	if !ok {
		if ref != "" {
			t.Fatalf("%v: %q comes with false", r.Edition, ref)
		}
		return "", false
	}
	got, err := r.Resolve(base, ref)
	if err != nil || got.String() != target.String() {
		t.Fatalf("%v: %q on %q is %q, %v, want %q", r.Edition, ref, base, got, err, target)
	}
	if again, ok := write(r, base, got); !ok || again != ref {
		t.Fatalf("%v: %q on %q is %q, for which there is %q, %t", r.Edition, ref, base, got, again, ok)
	}
	return ref, true
}

// checkRelative checks Relative, and tells whether it found something.
func checkRelative(t *testing.T, r resolve.Resolver, base, target resolve.URL) bool {
	t.Helper()
	ref, ok := checkLeads(t, rewrite.RelativeTo, r, base, target)
	if !ok {
		if isRegular(r, base, target) {
			t.Fatalf("%v: nothing leads from %q to %q", r.Edition, base, target)
		}
		return false
	}
	first, _, _ := strings.Cut(ref, "/")
	if i := strings.IndexAny(first, ":?#"); ref == "" || ref[0] <= ' ' || ref[0] == ',' || i >= 0 && first[i] == ':' ||
		strings.HasPrefix(ref, "//") {
		t.Fatalf("%v: %q on %q looks like something else", r.Edition, ref, base)
	}
	if ref[0] == '/' && r.Edition != resolve.URL2015 && isRegular(r, base, target) {
		t.Fatalf("%v: %q on %q is not relative", r.Edition, ref, base)
	}
	return true
}

// checkRoot checks RootRelative, and tells whether it found something.
func checkRoot(t *testing.T, r resolve.Resolver, base, target resolve.URL) bool {
	t.Helper()
	ref, ok := checkLeads(t, rewrite.RootRelativeTo, r, base, target)
	if ok && (!strings.HasPrefix(ref, "/") || strings.HasPrefix(ref, "//")) {
		t.Fatalf("%v: %q on %q is not root-relative", r.Edition, ref, base)
	}
	if !ok && isRegular(r, base, target) {
		t.Fatalf("%v: no path from the root of %q leads to %q", r.Edition, base, target)
	}
	return ok
}

// checkScheme checks SchemeRelative.
func checkScheme(t *testing.T, r resolve.Resolver, base, target resolve.URL) {
	t.Helper()
	ref, ok := checkLeads(t, rewrite.SchemeRelativeTo, r, base, target)
	if ok && !strings.HasPrefix(ref, "//") {
		t.Fatalf("%v: %q on %q is not scheme-relative", r.Edition, ref, base)
	}
	if !ok && isRegular(r, base, target) {
		t.Fatalf("%v: nothing after the scheme of %q leads to %q", r.Edition, base, target)
	}
}

// isRegular tells whether there must be a reference of each form: from http: to http: on the same host, with a target
// and a base that are what they resolve to, and nothing that the edition does not take from a base.
func isRegular(r resolve.Resolver, base, target resolve.URL) bool {
	scheme, _ := base.Scheme()
	authority, hasAuthority := base.Authority()
	if scheme != "http" || !hasAuthority || !sameHost(base, target) || !isStable(r, base) || !isStable(r, target) {
		return false
	}
	switch r.Edition {
	case resolve.URL2012:
		return !strings.Contains(authority, "@")
	case resolve.URL2015:
		return !strings.ContainsAny(authority, "@:") && !isOdd2015(target)
	}
	return true
}

// isOdd2015 tells whether a URL may be none after a slash or two: "//a|" and "/a|" are file: URLs, and "/%2e" is "/".
func isOdd2015(u resolve.URL) bool {
	return strings.Contains(u.String(), "|") || u.Path() == "/." || strings.EqualFold(u.Path(), "/%2e")
}

// isStable tells whether a URL resolves to itself.
func isStable(r resolve.Resolver, u resolve.URL) bool {
	again, err := r.Resolve(resolve.URL{}, u.String())
	return err == nil && again == u
}

// FuzzRewriter holds that references lead where they did, whatever style they are written in and whatever becomes of the
// base, and that rewriting again changes nothing.
func FuzzRewriter(f *testing.F) {
	for _, page := range []string{
		"<base href=/b/><a href=x>1</a><a href='#y'>2</a><img src=''><form action=''>", "<base href='data:,x'><a href=z>",
		"<iframe srcdoc=\"<base href=q/><a href=x>\"></iframe><base href=c/><base href=d/>", "<p style='a:url(#x);b:url(../c/#d)'>",
		"<div xml:base=a/><a href=x xml:base='http://o/'></a></div>", "<base href=hh/><object codebase=cb/ archive='a b' data=c>",
		"<script type=importmap>{\"imports\":{\"a\":\"./b\"}}</script><meta http-equiv=refresh content='1;url=x'><img srcset='a, b 2x'>",
		"<svg><use href='#a'/><base href=e/></svg><template><a href=x></template><a href=http://h:80/d/p#a>",
	} {
		for edition := range resolve.Editions() {
			for style := range uint8(16) {
				f.Add(page, uint8(edition), style)
			}
		}
	}
	f.Fuzz(func(t *testing.T, page string, which, how uint8) {
		edition := resolve.Editions()[int(which)%len(resolve.Editions())]
		r := rewrite.Rewriter{Style: rewrite.Style(how % 4), DropBase: how&4 != 0}
		if how&8 != 0 {
			r.Base = mustParse(t, edition, "http://h/n/")
		}
		checkRewriter(t, page, document.Options{Address: "http://h/d/p", Edition: edition, Positions: true}, r)
	})
}

// controls undoes the percent-encoding of characters that some pages can have in no other way.
var controls = func() *strings.Replacer {
	var pairs []string
	for c := rune(0x80); c < 0xA0; c++ {
		pairs = append(pairs, fmt.Sprintf("%%C2%%%02X", c), string(c))
	}
	return strings.NewReplacer(pairs...)
}()

func checkRewriter(t *testing.T, page string, o document.Options, r rewrite.Rewriter) {
	d, err := document.Parse(strings.NewReader(page), o)
	if err != nil {
		return
	}
	got, result, err := r.Append(nil, d)
	if err != nil || len(result.Left) > 0 {
		return // what is left may lead elsewhere
	}
	if result.Changed < 0 || result.Kept < 0 {
		t.Fatalf("%q: %+v", page, result)
	}
	again, err := document.Parse(bytes.NewReader(got), o)
	if err != nil {
		t.Fatalf("%q gives %q: %v", page, got, err)
	}
	was, is := targets(d, r.Style == rewrite.Absolute), targets(again, r.Style == rewrite.Absolute)
	if len(was) != len(is) {
		t.Fatalf("%q gives %q: %v, were %v", page, got, is, was)
	}
	for i := range was {
		if was[i].url == "none" {
			return // it may have a URL under another base
		}
		if controls.Replace(was[i].url) != controls.Replace(is[i].url) || was[i].place != is[i].place {
			t.Fatalf("%q gives %q: %v, was %v", page, got, is[i], was[i])
		}
	}
	if twice, _, err := r.Append(nil, again); err != nil || !bytes.Equal(twice, got) {
		t.Fatalf("%q gives %q, then %q, %v", page, got, twice, err)
	}
}
