package fragment_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/fragment"
	"htmlurl/resolve"
)

// FuzzFind holds that Find, Index.Find, Set.Find and the model agree, and that All has what they find.
func FuzzFind(f *testing.F) {
	for _, seed := range []struct{ page, fragment string }{
		{"<p id=a><a name=a></a>", "a"}, {"<a name='a b'></a><p id='a%20b'>", "a%20b"}, {"<p id=\ufffd>", "%E2%99%E2"},
		{"<template><p id=a></template><svg><a name=a id=a></a></svg>", "%61"}, {"<table><td id=b><p id=b>", "b:~:text=c"},
		{"<p id=Top>", "%54op"}, {"<a id='' id=c name=%FF></a>", "%FF"}, {"<a id='x:~:y' name='x'></a>", "x%3A~:y"},
	} {
		f.Add(seed.page, seed.fragment)
	}
	f.Fuzz(func(t *testing.T, page, s string) {
		root, err := html.Parse(strings.NewReader(strings.ToValidUTF8(page, "\ufffd")))
		if err != nil {
			return // nested too deep
		}
		x, set := fragment.NewIndex(root), fragment.NewSet(root)
		for _, edition := range resolve.Editions() {
			want := modelFind(root, s, edition)
			target, ok := fragment.Find(root, s, edition)
			show(t, target, ok)
			if indexed, found := x.Find(s, edition); target != want || indexed != want || found != ok {
				t.Fatalf("%v: #%q in %q: Find gives %v, Index.Find %v, want %v", edition, s, page, target, indexed, want)
			}
			if by, found := set.Find(s, edition); by != want.By || found != ok {
				t.Fatalf("%v: #%q in %q: Set.Find gives %v, want %v", edition, s, page, by, want.By)
			}
			if want.Node != nil && !isListed(x, want, edition) {
				t.Fatalf("%v: #%q in %q: All does not have %v as reachable", edition, s, page, want)
			}
			checkAll(t, root, edition)
		}
	})
}

// isListed tells whether All has a target that was found as one that can be reached.
func isListed(x *fragment.Index, want fragment.Target, edition resolve.Edition) bool {
	switch want.By {
	case fragment.DecodedID:
		want.By = fragment.ID
	case fragment.DecodedName:
		want.By = fragment.Name
	}
	for target, reachable := range x.All(edition) {
		if target == want {
			return reachable
		}
	}
	return false
}

// checkAll holds that All has all elements with an ID or a name, and that what can be reached is found by the first
// spelling that is not taken for another target as it is.
func checkAll(t *testing.T, root *html.Node, edition resolve.Edition) {
	t.Helper()
	x := fragment.NewIndex(root)
	var want []fragment.Target
	for _, n := range modelElements(root) {
		for by, value := range map[fragment.By]string{fragment.ID: n.id, fragment.Name: n.name} {
			if value != "" {
				want = append(want, fragment.Target{By: by, Node: n.node, Value: value})
			}
		}
	}
	spellings := []func(string) string{func(s string) string { return s }, hex("%%%02X"), hex("%%%02x")}
	n := 0
	for target, reachable := range x.All(edition) {
		if n++; !slices.Contains(want, target) {
			t.Fatalf("%v: All has %v", edition, target)
		}
		found, taken := false, false
		for _, spell := range spellings {
			got, _ := x.Find(spell(target.Value), edition)
			isID := got.By == fragment.ID || got.By == fragment.DecodedID
			found = found || got.Node == target.Node && got.Value == target.Value && isID == (target.By == fragment.ID)
			taken = taken || got.Value != target.Value && got.Node != nil
		}
		if found && !reachable || !found && reachable && !taken {
			t.Fatalf("%v: %v: found %t, reachable %t", edition, target, found, reachable)
		}
	}
	if n != len(want) {
		t.Fatalf("%v: All has %d targets, want %d", edition, n, len(want))
	}
}

// hex percent-encodes each byte.
func hex(format string) func(string) string {
	return func(s string) string {
		var b strings.Builder
		for i := range len(s) {
			fmt.Fprintf(&b, format, s[i])
		}
		return b.String()
	}
}
