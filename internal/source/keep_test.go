package source_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
)

// taker makes a tree of the elements of a page that have attributes. It takes elements after start tags that have upper-case
// letters: as many as these are, or all if the name is in upper case.
type taker struct {
	s        source.Scanner
	root, at *html.Node
	parents  bool // it keeps their parents, too, and those of some others
}

// outline returns the tree.
func (k *taker) outline(page []byte, scripting bool) (*html.Node, error) {
	k.s.Reset(page, nil, scripting)
	k.root = &html.Node{Type: html.DocumentNode}
	k.at = k.root
	for k.s.Next() {
		if e := k.s.Element(); e != nil {
			isKept := len(k.s.Tag().Attrs) > 0
			if isKept {
				k.s.Keep(e, k.s.NewNode(e))
			}
			p := e.Parent()
			if k.parents && p != nil && p.Item() == nil && (isKept || k.s.Tag().Start%3 == 0) {
				k.s.Keep(p, k.s.NewNode(p))
			}
		}
		name := k.s.Tag().Name
		if n := upperCase(page[name.Start:name.End]); n > 0 {
			if err := k.take(n); err != nil {
				return nil, err
			}
		}
	}
	if err := k.s.Err(); err != nil {
		return nil, err
	}
	err := k.take(1 << 30)
	return k.root, err
}

// upperCase returns how many elements the name of a tag says are taken.
func upperCase(name []byte) int {
	n := 0
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			n++
		}
	}
	if n == len(name) {
		return 1 << 30
	}
	return n
}

// take takes no more than some elements.
func (k *taker) take(most int) error {
	for item, isEnd := range k.s.Take {
		if isEnd {
			if n := item.(*html.Node); k.at.Data != n.Data {
				return fmt.Errorf("the end of %s in %q", n.Data, k.at.Data)
			}
			k.at = k.at.Parent
			continue
		}
		n := item.(*html.Node)
		if n.Parent != nil { // of a clone
			n = &html.Node{Type: n.Type, Data: n.Data, DataAtom: n.DataAtom, Namespace: n.Namespace, Attr: n.Attr}
		}
		k.at.AppendChild(n)
		k.at = n
		if most--; most == 0 {
			break
		}
	}
	return nil
}

// compare returns the first difference between the tree and that of html.Parse, and whether it belongs to another order.
func (k *taker) compare(page []byte, scripting bool) (wrong string, needsTree bool) {
	root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(scripting))
	if err != nil {
		return "", false
	}
	got, err := k.outline(page, scripting)
	switch {
	case err == source.ErrOrder:
		return "", true
	case err != nil:
		return err.Error(), false
	}
	have, want := dump(got), dump(root)
	for i := range max(len(have), len(want)) {
		switch {
		case i == len(have):
			return "has no " + want[i], false
		case i == len(want):
			return "should not have " + have[i], false
		case have[i] != want[i]:
			return fmt.Sprintf("%d: has %s, want %s", i, have[i], want[i]), false
		}
	}
	return "", false
}

// movingTags are those of elements that the parser moves, copies or drops, and of what is around them.
var movingTags = strings.Fields(`
	<a> <a> </a> <b> <b> </b> <i> </i> <nobr> </nobr> <font> </font> <p> <p> </p> <div> <div> </div> <table> <table>
	</table> <tr> </tr> <td> </td> <tbody> <caption> </caption> <col> <form> <form> </form> <select> </select>
	<option> <template> </template> <li> <dd> <button> </button> <h1> </h1> <object> </object> <svg> </svg> <g> <g/>
	<foreignobject> <desc> </desc> <math> <mi> </math> <img> <br> <input> <link> <meta> <head> </head> </body>
	</html> </head> <bgsound> <base> <frameset> <frame> <noscript> </noscript> <title></title> <script></script> <style></style> <picture>
	</picture> <source> <video> </video> text <!--x--> <ruby> <rt> <hr> <textarea></textarea> </br> <x> </x>
	<dialog> <center> <li> <ul> </ul> <aside> </aside>`)

// oddTags have a NUL in their names, or as many bytes as are looked at together.
var oddTags = []string{"<a\x00>", "</a\x00>", "<td\x00>", "</div\x00>", "<p\x00\x00>", "<abcdefgh>", "</abcdefgh>",
	"<abcdefghi>", "<textarea></textarea>", "<h1>", "</h1>", "<x-1>", "</x-1>"}

// movingSoup returns a page of such tags, of which one in some has an attribute with its number.
func movingSoup(r *rand.Rand, oneIn int, takes bool) []byte {
	var page []byte
	for i := range 3 + r.IntN(30) {
		word := movingTags[r.IntN(len(movingTags))]
		if r.IntN(16) == 0 {
			word = oddTags[r.IntN(len(oddTags))]
		}
		if at := strings.IndexAny(word[1:], "/>") + 1; word[0] == '<' && at > 1 && word[1] != '!' && r.IntN(oneIn) == 0 {
			word = fmt.Sprintf("%s q='%d'%s", word[:at], i, word[at:])
		}
		if end := strings.IndexAny(word[1:], " />") + 1; takes && end > 1 && r.IntN(4) == 0 {
			end = min(end, 2+r.IntN(6))
			word = strings.ToUpper(word[:end]) + word[end:]
		}
		for range 1 + r.IntN(16)/15*9 { // rarely as often as formatting elements are taken
			page = append(page, word...)
		}
	}
	return page
}

// TestKeep holds that elements that are kept are in the order of the tree although others are not, also if some are taken
// while the page is scanned, or that ErrOrder says so.
func TestKeep(t *testing.T) {
	for _, c := range []struct {
		name           string
		takes, parents bool
	}{
		{"some", false, false},
		{"with their parents", false, true},
		{"taken early", true, false},
		{"taken early with their parents", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			k := taker{parents: c.parents}
			pages := many(t, 100_000)
			needTree, wrongs := 0, 0
			for range pages {
				page := movingSoup(r, 1+r.IntN(4), c.takes)
				wrong, needsTree := k.check(page, true)
				if needsTree {
					needTree++
				}
				if wrong != "" {
					page = shortest(page, func(page []byte) bool { wrong, _ := k.check(page, true); return wrong != "" })
					wrong, _ = k.check(page, true)
					t.Errorf("%q: %s", page, wrong)
					if wrongs++; wrongs == 5 {
						return
					}
				}
			}
			t.Logf("%d of %d pages need a tree", needTree, pages)
			if !c.takes && needTree > 0 {
				t.Error("no page needs a tree of which nothing is taken early")
			}
		})
	}
}

// check is compare, which says so if the Scanner panics.
func (k *taker) check(page []byte, scripting bool) (wrong string, needsTree bool) {
	defer func() {
		if problem := recover(); problem != nil {
			wrong = fmt.Sprint("panic: ", problem)
			k.s = source.Scanner{}
		}
	}()
	return k.compare(page, scripting)
}

// shortest leaves out what it can of a page so that it still is bad.
func shortest(page []byte, isBad func([]byte) bool) []byte {
	words := strings.SplitAfter(string(page), ">")
	for size := len(words) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(words); {
			fewer := slices.Concat(words[:at], words[at+size:])
			if isBad([]byte(strings.Join(fewer, ""))) {
				words = fewer
			} else {
				at++
			}
		}
	}
	return []byte(strings.Join(words, ""))
}
