package syntax_test

import (
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/syntax"
)

// writeCase is a reference, between marks, with the value that it gets.
type writeCase struct {
	name, text, value string
	want              string // the whole text after that; empty if the value is refused
}

// checkCases rewrites each case, with no characters writable but those up to U+00FF without "<".
func checkCases(t *testing.T, name string, count int, cases []writeCase) {
	t.Helper()
	if len(cases) != count {
		t.Fatalf("%d cases, not %d", len(cases), count)
	}
	l := languages[name]
	writable := func(r rune) bool { return r <= 0xFF && r != '<' }
	for _, c := range cases {
		before, rest, _ := strings.Cut(c.text, openMark)
		inner, after, _ := strings.Cut(rest, closeMark)
		text := before + inner + after
		refs := slices.Collect(l.parse(text))
		i := slices.IndexFunc(refs, func(ref syntax.Reference) bool {
			return ref.Start == len(before) && ref.End == len(before)+len(inner)
		})
		if i < 0 {
			t.Errorf("%s: no such reference: %+v", c.name, refs)
			continue
		}
		edits := make([]edit, len(refs))
		edits[i] = edit{c.value, true}
		got, written := checkWrite(t, l, text, edits, writable)
		if want := c.want; written == 0 && want != "" || written == 1 && got != want {
			t.Errorf("%s: %q for %q: %q, not %q", c.name, c.value, text, got, want)
		}
	}
}

// https://infra.spec.whatwg.org/#split-on-ascii-whitespace
func TestWriteSpaces(t *testing.T) {
	checkCases(t, "spaces", 11, []writeCase{
		{"alone", "«a»", "b", "b"},
		{"the white space around stays", "\t«a»\n ", "b", "\tb\n "},
		{"one of several", "a «b»  c", "/x?y#z", "a /x?y#z  c"},
		{"a space", "a «b»", "x y  z ", "a x%20y%20%20z%20"},
		{"nothing but a space", "«a»", " ", "%20"},
		{"commas and quotes are nothing here", "«a» b", `,"'\`, `,"'\ b`},
		{"other white space", "«a»", "x\u00a0\u2003\v", "x\u00a0\u2003\v"},
		{"empty", "a «b»", "", ""},
		{"a tab", "a «b»", "x\ty", ""},
		{"line breaks", "a «b»", "x\r\n", ""},
		{"a form feed", "a «b»", "\fx", ""},
	})
}

// https://infra.spec.whatwg.org/#split-on-commas
func TestWriteCommas(t *testing.T) {
	checkCases(t, "commas", 10, []writeCase{
		{"alone", "«a»", "b", "b"},
		{"the white space around stays", " «a» ,b", "x", " x ,b"},
		{"one of several", ",a, «b»,,c", "x", ",a, x,,c"},
		{"white space inside", "a,«b»", "x y\n\tz", "a,x y\n\tz"},
		{"quotes are nothing here", "«a»,b", `"'\`, `"'\,b`},
		{"empty", "a,«b»", "", ""},
		{"a comma", "a,«b»", "x,y", ""},
		{"a comma alone", "a,«b»", ",", ""},
		{"white space at the start", "a,«b»", " x", ""},
		{"white space at the end", "a,«b»", "x\n", ""},
	})
}

// https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
func TestWriteSrcset(t *testing.T) {
	checkCases(t, "srcset", 18, []writeCase{
		{"alone", "«a.png»", "b.png", "b.png"},
		{"with a descriptor", "a 1x, «b»  2x", "c", "a 1x, c  2x"},
		{"right after a descriptor", "a 1x,«b» 2x", "c", "a 1x,c 2x"},
		{"before a comma", "«a», b", "c", "c, b"},
		{"before several commas", "«a»,,, b", "c", "c,,, b"},
		{"before a comma at the end", "«a»,", "c", "c,"},
		{"before white space and a comma", "«a» , b", "c", "c , b"},
		{"a comma inside, where there was one", "«a,b»", "c,d", "c,d"},
		{"a comma inside, where there was none", "«a», b", "data:,x", "data:,x, b"},
		{"a space", "«a» 1x", "b c 2x", "b%20c%202x 1x"},
		{"parentheses", "«a» 1x, b 2x", "((", "(( 1x, b 2x"},
		{"what looks like a descriptor", "«a», b", "1x", "1x, b"},
		{"empty", "«a» 1x", "", ""},
		{"a comma at the start", "«a» 1x", ",b", ""},
		{"a comma at the end", "«a» 1x", "b,", ""},
		{"a comma at the end, before a comma", "«a», b", "c,", ""},
		{"a comma alone", "«a»", ",", ""},
		{"a line break", "«a» 1x", "b\nc", ""},
	})
}

// https://html.spec.whatwg.org/multipage/document-lifecycle.html#shared-declarative-refresh-steps
func TestWriteRefresh(t *testing.T) {
	checkCases(t, "refresh", 44, []writeCase{
		{"after the sign", "0;url=«a»", "b", "0;url=b"},
		{"white space around", "0; URL = «a» \n", "b", "0; URL = b \n"},
		{"without the sign", "5; «a»", "b", "5; b"},
		{"only white space before", "5.5 «a»", "b", "5.5 b"},
		{"inner white space and a quote", "0;url=«a»", `b " c`, `0;url=b " c`},
		{"in quotes", `0;url="«a»"`, `b 'c'; url=d `, `0;url="b 'c'; url=d "`},
		{"in single quotes", `0;url='«a»'`, `b "c"`, `0;url='b "c"'`},
		{"in quotes, with more behind", `0;url="«a»"; x"y`, `b`, `0;url="b"; x"y`},
		{"in quotes without the sign", `0 '«a»'`, `"b`, `0 '"b'`},
		{"the other quotes", `0;url="«a»" x`, `b"c`, `0;url='b"c' x`},
		{"the other quotes again", `0;url='«a»'`, `'`, `0;url="'"`},
		{"both quotes in quotes", `0;url='«a»'`, `b'c"`, ``},
		{"both quotes, but others, in quotes", `0;url="«a»"`, `"'`, ``},
		{"no closing quote", `0;url="«a »`, `b`, `0;url="b`},
		{"no closing quote, space at the end", `0;url="«a»`, `b `, `0;url="b `},
		{"no closing quote, and the other quotes", `0;url="«a »`, `b"`, `0;url='b"'`},
		{"no closing quote, and nothing", `0;url='«»`, `b`, `0;url='b`},
		{"empty in quotes", `0;url="«a»"`, ``, `0;url=""`},
		{"empty without a closing quote", `0;"«a»`, ``, `0;"`},
		{"empty after the sign", `0;url=«a»`, ``, `0;url=`},
		{"empty after the sign, before white space", `0;url= «a» `, ``, `0;url=  `},
		{"empty without the sign", `0;«a»`, ``, `0;""`},
		{"empty without a separator", `0 «a»`, ``, `0 ""`},
		{"empty after the sign and white space", "0;url=\t\n\f\r«a»", "", "0;url=\t\n\f\r"},
		{"it was empty", `0;url=«»`, `b`, `0;url=b`},
		{"it begins with a quote", `0;url=«a»`, `"b"`, `0;url='"b"'`},
		{"it begins with a single quote", `0;url=«a»`, `'b`, `0;url="'b"`},
		{"it begins with a quote and has the other", `0;url=«a»`, `'b"`, ``},
		{"it begins with white space", `0;url=«a»`, "\tb", "0;url=\"\tb\""},
		{"it ends with white space", `0;url=«a» `, `"b" `, `0;url='"b" ' `},
		{"it ends with white space and has both quotes", `0;url=«a»`, `b"' `, ``},
		{"both quotes inside without quotes", `0;url=«a»`, `b"'c`, `0;url=b"'c`},
		{"a sign of its own after the sign", `0;url=«a»`, `url=b`, `0;url=url=b`},
		{"a sign of its own", `0;«a»`, `url=b`, `0;"url=b"`},
		{"a sign of its own and a quote", `0;«a»`, `URL = "b`, `0;'URL = "b'`},
		{"a sign of its own alone", `0,«a»`, `Url=`, `0,"Url="`},
		{"nearly a sign", `0;«a» `, `url`, `0;url `},
		{"nearly a sign again", `0;«a»`, `url:=`, `0;url:=`},
		{"a semicolon after a separator", `0;«a»`, `;b`, `0;;b`},
		{"a comma after a separator", `0, «a»`, `,b`, `0, ,b`},
		{"a semicolon after the sign", `0;url=«a»`, `;b`, `0;url=;b`},
		{"a semicolon without a separator", `0 «a»`, `;b`, `0 ";b"`},
		{"a comma without a separator", `0. «a»`, `,"b`, `0. ',"b'`},
		{"digits without a separator", `0 «a»`, `1;b`, `0 1;b`},
	})
}
