package source_test

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// partCases are about what means something else if it is read in parts.
var partCases = []string{
	"<p><b a=1></p><pre>\r\n</pre><pre>\n</pre><listing>\r</listing>", "<p><b a=1></p><pre>&#13;\n</pre>",
	"<p><b a=1></p><pre>&#13;</pre>",
	"<p><b a=1></p><pre>&#10;</pre><pre>\n\r\n</pre><textarea>\r\n</textarea><pre>\x00\n</pre>",
	"<p><b a=1></p><table>&#32;\x00<tr>&Tab;&NewLine;<td a=2></table><table>&nbsp;<tr a=3>",
	"<script><!--<script></script><a>--></script><a a=1><script><!--x--!></script><a a=2></script>",
	"<!--><a a=1><!---><a a=2><!----!><a a=3><!--x--!x--><a a=4><!doctype html SYSTEM 'about:legacy-compat'><p><table a=5>",
	"<svg><![CDATA[<a a=1>]]]><a a=2>]]><a a=3><![CDATA[]]><a a=4></svg><![CDATA[<a a=5>]]>",
	"<title></titlex></title\n><a a=1 b = '>' c=\"\r\n&amp\" d=&notit;/><x/ e / ><textarea>\r\n</textarea/><a a=2>",
	"<frameset a=1>\x00 <frame a=2>&#32;x</frameset>\r\n<noframes><a></noframes></html>&#32;x",
	"<p><b a=1></p><pre>\n\x00</pre>", "<p><b a=1></p><pre>&#10;\x00</pre>", "<p><b a=1></p><table>&#32;\x00<tr><td a=2>",
	"&#32;\x00<frameset a=1>", "<svg>&#32;\x00</svg><frameset a=1>", "<svg><![CDATA[\x00]]></svg><frameset a=1>",
	"<plaintext a=1></plaintext><a>",
	"<a a=1><", "<a a=1></", "<a a=1></a", "<a a=1><!", "<a a=1><!-", "<a a=1><![CDATA", "<a a=1>&#",
}

// TestParts holds that pages have the same elements wherever they are cut when they are read.
func TestParts(t *testing.T) {
	pages := [][]byte{}
	for _, page := range partCases {
		pages = append(pages, []byte(page))
	}
	for _, c := range treeCases {
		pages = append(pages, []byte(c.page))
	}
	for _, page := range pages {
		for _, scripting := range []bool{true, false} {
			for size := range 1 + len(page) {
				if _, wrong := compare(page, scripting, size); wrong != "" {
					t.Errorf("%q, scripting %v, in parts of %d: %s", page, scripting, size, wrong)
					break
				}
			}
		}
	}
	t.Logf("%d pages", len(pages))
}

// textWords are texts that mean little or nothing, and what they mean something to.
var textWords = []string{
	" ", "\n", "\r", "\r\n", "\x00", "&#32;", "&#10;", "&#13;", "&#0;", "&Tab;", "&", "&am", "x", "&nbsp;",
	"<!--x-->", "<![CDATA[", "]]>", "<pre>", "</pre>", "<listing>", "<p>", "</p>", "<b>", "</b>", "<table>",
	"<tr>", "<td>", "<colgroup>", "<caption>", "</table>", "<svg>", "</svg>", "<desc>", "<math>", "<mi>",
	"</math>", "<annotation-xml>", "<frameset>", "</frameset>", "<frame>", "<body>", "</body>", "</html>",
	"<head>", "</head>", "<title>", "</title>", "<noframes>", "</noframes>", "<textarea>", "</textarea>",
	"<noscript>", "</noscript>", "<select>", "<template>", "</template>", "<style>", "</style>", "<a>", "<link>",
	"<!doctype html>", "<iframe>", "</iframe>", "<script>", "</script>",
}

// TestText holds that texts mean to the elements what they mean in the tree, also if they come in parts.
func TestText(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const most = 10
	pages := many(t, 200_000)
	wrongs := 0
	for range pages {
		var text strings.Builder
		for range 2 + r.IntN(12) {
			text.WriteString(textWords[r.IntN(len(textWords))])
		}
		page, size := attributed([]byte(text.String())), r.IntN(4)
		isBad := func(page []byte) bool { _, wrong := compare(page, true, size); return wrong != "" }
		if isBad(page) {
			page = shortest(page, isBad)
			_, wrong := compare(page, true, size)
			t.Errorf("%q, in parts of %d: %s", page, size, wrong)
			if wrongs++; wrongs == most {
				return
			}
		}
	}
}
