package source

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// class says which rules of the tree builder are for an element of HTML. An element can be in several classes.
type class uint16

const (
	void       class = 1 << iota // nothing can be in it, or its tag opens nothing
	closesP                      // its start tag closes a p element
	heading                      // h1 to h6
	formatting                   // opened again where broken nesting closed it
	special                      // an end tag does not look behind it
	impliable                    // its end tag can be missing
	endsScope                    // what is around it is out of scope
	block                        // its end tag closes what is in it
	tablePart                    // table and what only a table has
	breakout                     // ends foreign content
	noFrameset                   // no frameset can follow it
	fosters                      // what it cannot have in it goes in front of the table
)

// classes are the classes of the elements that are in any.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements
var classes = func() map[atom.Atom]class {
	m := map[atom.Atom]class{}
	for _, list := range []struct {
		class class
		names string
	}{
		{void, `area base basefont bgsound body br col embed frame head hr html image img input keygen link meta param
			source track wbr`},
		{closesP, `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer
			header hgroup hr main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form li dd dt
			plaintext table xmp`},
		{heading, "h1 h2 h3 h4 h5 h6"},
		{formatting, "a b big code em font i nobr s small strike strong tt u"},
		{special, `address applet area article aside base basefont bgsound blockquote body br button caption center col
			colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4
			h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav
			noembed noframes noscript object ol p param plaintext pre script section select source style summary table
			tbody td template textarea tfoot th thead title tr track ul wbr xmp`},
		{impliable, "dd dt li optgroup option p rb rp rt rtc"},
		{endsScope, "applet caption html table td th marquee object template select"},
		{block, `address article aside blockquote button center details dialog dir div dl fieldset figcaption figure
			footer header hgroup listing main menu nav ol pre search section select summary ul applet marquee object dd
			dt`},
		{tablePart, "table caption col colgroup tbody td tfoot th thead tr"},
		{breakout, `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
			listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`},
		{noFrameset, `body li dd dt pre listing button applet marquee object table area br embed img image input keygen
			wbr hr textarea xmp iframe select template`},
		{fosters, "table tbody tfoot thead tr"},
	} {
		for name := range strings.FieldsSeq(list.names) {
			m[atom.Lookup([]byte(name))] |= list.class
		}
	}
	return m
}()

func (c class) is(d class) bool { return c&d != 0 }
