package answer_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/playground/answer"
	"htmlurl/resolve"
)

func read(t testing.TB, c answer.Case) (*answer.Page, answer.Answer) {
	t.Helper()
	p, err := answer.Read(c)
	if err != nil {
		t.Fatal(err)
	}
	return p, p.Answer(c.IsFile)
}

func orNone(s *string) string {
	if s == nil {
		return "none"
	}
	return *s
}

// TestRead reads a page with frames, bases and references of many kinds.
func TestRead(t *testing.T) {
	_, a := read(t, answer.Case{
		Text: `<svg><base href="/no/"></svg><base href="../menu/"><a href="x?é">1</a><p style="color: url(c.png)">
<img srcset="a.png 1x, b.png 2x"><a href="http://[">bad</a><div><template shadowrootmode=open><a href=s>2</a></template></div>
<iframe srcdoc="<base href=guests/><a href=b>3</a><iframe srcdoc='<a href=c>4</a>'></iframe>"></iframe><form action=""></form>`,
		Address: "https://example.com/news/2012/", ContentType: "text/html;charset=utf-8", Edition: resolve.Living,
	})
	if a.Encoding != "UTF-8" || a.EncodingSource != document.FromContentType || a.Left != 0 || len(a.Problems) != 0 {
		t.Errorf("%+v", a)
	}
	var documents []string
	for _, d := range a.Documents {
		documents = append(documents, fmt.Sprintf("%s|%s|%s|%s|%d", d.Name, orNone(d.Base), orNone(d.Fallback), d.Why, d.BaseLink))
	}
	if want := []string{
		`|https://example.com/news/menu/|https://example.com/news/2012/|base element <base href="../menu/">|0`,
		`frame 1|https://example.com/news/menu/guests/|https://example.com/news/menu/|base element <base href="guests/">|8`,
		`frame 1.1|https://example.com/news/menu/guests/|https://example.com/news/menu/guests/|container's base|-1`,
	}; !slices.Equal(documents, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(documents, "\n"), strings.Join(want, "\n"))
	}
	var links []string
	for _, l := range a.Links {
		flags := ""
		for i, is := range []bool{l.IsSingle, l.IsUTF8, l.OwnBase, l.InShadow} {
			if is {
				flags += string("1uos"[i])
			}
		}
		links = append(links, fmt.Sprintf("%d %s %s %q %s %d:%d #%d %s", l.Document, l.Tag, l.Attr, l.Raw, orNone(l.URL), l.Line, l.Column,
			l.Holder, flags))
	}
	if want := []string{
		`0 base href "../menu/" https://example.com/news/menu/ 1:42 #0 1o`,
		`0 a href "x?é" https://example.com/news/menu/x?%C3%A9 1:61 #1 1`,
		`0 p style "c.png" https://example.com/news/menu/c.png 1:92 #2 u`,
		`0 img srcset "a.png" https://example.com/news/menu/a.png 2:14 #3 `,
		`0 img srcset "b.png" https://example.com/news/menu/b.png 2:24 #3 `,
		`0 a href "http://[" none 2:43 #4 1`,
		`0 a href "s" https://example.com/news/menu/s 2:103 #5 1s`,
		`0 form action "" https://example.com/news/2012/ 3:118 #6 1o`,
		`1 base href "guests/" https://example.com/news/menu/guests/ 1:12 #7 1o`,
		`1 a href "b" https://example.com/news/menu/guests/b 1:28 #8 1`,
		`2 a href "c" https://example.com/news/menu/guests/c 1:9 #9 1`,
	}; !slices.Equal(links, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(links, "\n"), strings.Join(want, "\n"))
	}
	if problem := a.Links[5].Problem; problem == nil || problem.Rule != "IPv6-unclosed" || problem.Start != 7 {
		t.Errorf("%+v", problem)
	}
}

// TestAddress reads a page at an address that is none.
func TestAddress(t *testing.T) {
	_, err := answer.Read(answer.Case{Text: "<a href=x>", Address: "example", Edition: resolve.Living})
	if !errors.Is(err, document.ErrAddress) {
		t.Error(err)
	}
	_, a := read(t, answer.Case{Text: "<a href=x>", Edition: resolve.Living})
	if a.Documents[0].Base != nil || a.Links[0].URL != nil || a.Links[0].Problem == nil {
		t.Errorf("%+v", a)
	}
}

// units returns the code units of a text from start to end, as a slice of a string in JavaScript.
func units(text string, start, end int) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[start:end]))
}

// placeText has references behind characters of one to four bytes, and line ends of all kinds.
const placeText = "<meta name=x>\r\n<!-- ж表\U0001D11E -->\r<p title='\U0001D11E表'>\n\r\n<a href='q?ж表\U0001D11E'>x</a>\r\r" +
	"<img src=é.png alt='表'><a href=''></a><a href='\U0001F600'></a><p style='background: url(\"ü\U0001F600.png\"), url(z)'>" +
	"<iframe srcdoc=\"\U0001F600<a href='\U0001F600'>\"></iframe><a href=end>"

// TestPlaces holds the places in what is shown to the references that stand there, in all encodings.
func TestPlaces(t *testing.T) {
	shown := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(placeText)
	encodings := 0
	for e := charset.UTF8; e <= charset.XUserDefined; e++ {
		if e == charset.Replacement {
			continue
		}
		encodings++
		contentType := "text/html;charset=" + e.String()
		page := encode(placeText, e)
		_, file := read(t, answer.Case{IsFile: true, File: page, ContentType: contentType, Address: "https://e.test/", Edition: resolve.Living})
		if file.Encoding != e.String() {
			t.Fatalf("%v is %s", e, file.Encoding)
		}
		checkPlaces(t, e.String()+", a file", file.Shown, file.Links)

		_, typed := read(t, answer.Case{Text: shown, ContentType: contentType, Address: "https://e.test/", Edition: resolve.Living})
		if typed.Encoding != e.String() || typed.Shown != "" {
			t.Fatalf("%v is %s", e, typed.Encoding)
		}
		checkPlaces(t, e.String()+", typed", shown, typed.Links)
		if want := missing(shown, e); typed.Escaped != want {
			t.Errorf("%v: %d characters are escaped, want %d", e, typed.Escaped, want)
		}
	}
	if encodings != 39 {
		t.Errorf("%d encodings", encodings)
	}
}

// encode writes a text as a file in an encoding, with ? for what that lacks.
func encode(text string, e charset.Encoding) (page []byte) {
	if e == charset.UTF16LE || e == charset.UTF16BE {
		for _, unit := range utf16.Encode([]rune(text)) {
			if e == charset.UTF16BE {
				unit = unit<<8 | unit>>8
			}
			page = append(page, byte(unit), byte(unit>>8))
		}
		return page
	}
	return e.AppendEncode(nil, text, charset.QuestionMark)
}

func missing(text string, e charset.Encoding) (n int) {
	for _, r := range text {
		if !e.Holds(r) {
			n++
		}
	}
	return n
}

// checkPlaces compares what stands at the places of references with them.
func checkPlaces(t *testing.T, name, shown string, links []answer.Link) {
	t.Helper()
	if len(links) != 8 {
		t.Fatalf("%s: %d references", name, len(links))
	}
	for _, l := range links {
		got := units(shown, l.Start, l.End)
		want := l.Raw
		if l.Document > 0 {
			want = got[:max(0, strings.Index(got, "<"))] + "<a href='" + l.Raw + "'>"
		}
		if strings.Contains(l.Raw, "&#") { // in CSS no character reference is decoded
			continue
		}
		if l.Start > l.End || got != want {
			t.Errorf("%s: %s %s %q stands at %q", name, l.Tag, l.Attr, l.Raw, got)
		}
	}
}

// TestByteOrderMark has one in a file, where it is not shown, and in a text, where it is.
func TestByteOrderMark(t *testing.T) {
	const text = "<a href=x>"
	for _, page := range []string{"\xEF\xBB\xBF" + text, "\xFF\xFE" + string(encode(text, charset.UTF16LE)), "\xFE\xFF" +
		string(encode(text, charset.UTF16BE))} {
		_, a := read(t, answer.Case{IsFile: true, File: []byte(page), ContentType: "text/html;charset=koi8-r"})
		if l := a.Links[0]; a.EncodingSource != document.FromBOM || a.Shown != text || l.Start != 8 || l.End != 9 {
			t.Errorf("%q: %+v", page, a)
		}
	}
	_, a := read(t, answer.Case{Text: "\uFEFF" + text, ContentType: "text/html;charset=koi8-r"})
	if l := a.Links[0]; a.EncodingSource != document.FromBOM || l.Start != 9 || l.End != 10 {
		t.Errorf("%+v", a)
	}
}

// TestTyped has texts that declare their encodings: the bytes are in them, and so are queries.
func TestTyped(t *testing.T) {
	for _, c := range []struct{ text, contentType, encoding, url string }{
		{`<a href="?é№">`, "text/html;charset=utf-8", "UTF-8", "https://e.test/?%C3%A9%E2%84%96"},
		{`<a href="?é№">`, "text/html", "UTF-8", "https://e.test/?%C3%A9%E2%84%96"},
		{`<a href="?é№">`, "", "UTF-8", "https://e.test/?%C3%A9%E2%84%96"},
		{`<meta charset=latin1><a href="?é№">`, "", "windows-1252", "https://e.test/?%E9%26%238470%3B"},
		{`<meta charset=latin1><a href="?é№">`, "text/html;charset=utf-8", "UTF-8", "https://e.test/?%C3%A9%E2%84%96"},
		{`<a href="?é№">`, "text/html;charset=koi8-r", "KOI8-R", "https://e.test/?%26%23233%3B%26%238470%3B"},
		{`<a href="?表">`, "text/html;charset=shift_jis", "Shift_JIS", `https://e.test/?%95\`},
		{`<a href="?表">`, "text/html;charset=iso-2022-jp", "ISO-2022-JP", "https://e.test/?%1B$BI=%1B(B"},
		{`<a href="?é">`, "text/html;charset=utf-16", "UTF-16LE", "https://e.test/?%C3%A9"},
		{`<html xmlns="http://www.w3.org/1999/xhtml"><a href="?é"/></html>`, "application/xhtml+xml;charset=latin1", "windows-1252",
			"https://e.test/?%E9"},
		{`<?xml version="1.0" encoding="koi8-r"?><html xmlns="http://www.w3.org/1999/xhtml"><a href="?ж"/></html>`,
			"application/xhtml+xml", "KOI8-R", "https://e.test/?%D6"},
	} {
		_, a := read(t, answer.Case{Text: c.text, ContentType: c.contentType, Address: "https://e.test/", Edition: resolve.Living})
		if a.Encoding != c.encoding || len(a.Links) != 1 || orNone(a.Links[0].URL) != c.url {
			t.Errorf("%s %q: %s, %+v", c.contentType, c.text, a.Encoding, a.Links)
		}
	}
}

// TestTypes has the types that the browser is told.
func TestTypes(t *testing.T) {
	for _, c := range []struct {
		text, contentType, open, imposed string
		isDeclared                       bool
	}{
		{"é", "text/html; charset=latin1", "text/html; charset=latin1", "text/html;charset=windows-1252", true},
		{"é", "text/html", "text/html", "text/html;charset=UTF-8", false},
		{"e", "", "text/html", "text/html;charset=windows-1252", false},
		{"<meta charset=koi8-r>", "text/plain", "text/html", "text/html;charset=KOI8-R", true},
		{"e", "text/plain;charset=koi8-r", "text/html;charset=KOI8-R", "text/html;charset=KOI8-R", true},
		{"<x/>", "image/svg+xml", "image/svg+xml", "image/svg+xml;charset=UTF-8", false},
	} {
		_, a := read(t, answer.Case{Text: c.text, ContentType: c.contentType})
		if d := a.Documents[0]; d.ContentType != c.open || d.Imposed != c.imposed || d.IsDeclared != c.isDeclared {
			t.Errorf("%q: %+v", c.contentType, d)
		}
	}
	_, a := read(t, answer.Case{Text: `<iframe srcdoc="x">`, ContentType: "text/html;charset=koi8-r"})
	if d := a.Documents[1]; d.ContentType != "text/html;charset=UTF-8" || !d.IsDeclared {
		t.Errorf("%+v", d)
	}
}

// TestEditions compares what the editions make of a reference, each relative to the base that it sees.
func TestEditions(t *testing.T) {
	p, a := read(t, answer.Case{Text: `<base href="../menu/"><a href="HTTP://B.test:80/x|y"></a><p xml:base=/old/><a href=z></a></p>`,
		Address: "https://example.com/news/2012/", Edition: resolve.Living})
	check := func(c answer.Choice, want ...string) {
		t.Helper()
		var got []string
		for _, r := range p.Editions(c) {
			got = append(got, fmt.Sprintf("%v %s %s %s", r.Edition, r.Same, orNone(r.Base), orNone(r.URL)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check(answer.Choice{Link: 1, Reference: a.Links[1].Raw},
		"html5 A https://example.com/news/menu/ HTTP://B.test:80/x%7Cy",
		"url2012 B https://example.com/news/menu/ http://B.test/x|y",
		"url2015 C https://example.com/news/2012/menu/ http://b.test/x|y",
		"living C https://example.com/news/menu/ http://b.test/x|y")
	check(answer.Choice{Link: 2, Reference: "z"},
		"html5 A https://example.com/old/ https://example.com/old/z",
		"url2012 A https://example.com/old/ https://example.com/old/z",
		"url2015 A https://example.com/old/ https://example.com/old/z",
		"living B https://example.com/news/menu/ https://example.com/news/menu/z")
	check(answer.Choice{Link: -1, Reference: "http://a_b/"},
		"html5 A https://example.com/news/menu/ none",
		"url2012 B https://example.com/news/menu/ http://a_b/",
		"url2015 B https://example.com/news/2012/menu/ http://a_b/",
		"living B https://example.com/news/menu/ http://a_b/")
}

// TestParts sets parts of a URL, in the encoding of the document.
func TestParts(t *testing.T) {
	c := answer.Case{Text: `<meta charset=windows-1252><a href="x?é"></a><p style="background: url(y?é)">`, Address: "https://example.com/",
		Edition: resolve.Living}
	p, _ := read(t, c)
	parts := p.Parts(answer.Choice{Link: 0, Reference: "x?é", Sets: []answer.Set{{"host", "EXAMPLE.org:81"}, {"search", "ü"}, {"port", "x"},
		{"origin", "no"}, {"none", "no"}}})
	text, err := json.Marshal(parts)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"reference":"https://example.org:81/x?%FC"`, `{"name":"host","value":"example.org:81","isReadOnly":false}`,
		`{"name":"origin","value":"https://example.org:81","isReadOnly":true}`, `"base":"https://example.com/"`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
	if css := p.Parts(answer.Choice{Link: 1, Reference: "y?é"}); css.Parts[0].Value != "https://example.com/y?%C3%A9" {
		t.Errorf("%+v", css)
	}
	c.Edition = resolve.HTML5
	p, _ = read(t, c)
	if parts := p.Parts(answer.Choice{Link: 0, Reference: "x"}); len(parts.Parts) != 8 || parts.Parts[1].Name != "protocol" {
		t.Errorf("%+v", parts)
	}
}

// TestSteps has the steps to a URL, and to none.
func TestSteps(t *testing.T) {
	p, _ := read(t, answer.Case{Text: "x", Address: "https://example.com/", Edition: resolve.Living})
	good := p.Steps(answer.Choice{Link: -1, Reference: `\\h\x`})
	if len(good.Steps) < 3 || good.Problem != nil || len(good.Violations) == 0 || good.Violations[0].Rule != "invalid-reverse-solidus" {
		t.Errorf("%+v", good)
	}
	bad := p.Steps(answer.Choice{Link: 7, Reference: "http://["})
	if bad.Problem == nil || bad.Problem.Rule != "IPv6-unclosed" {
		t.Errorf("%+v", bad)
	}
	many := p.Steps(answer.Choice{Link: -1, Reference: strings.Repeat("[", 1000)})
	if len(many.Violations) > 50 {
		t.Errorf("%d violations", len(many.Violations))
	}
}

// TestInert renames event handlers, and nothing else.
func TestInert(t *testing.T) {
	for _, c := range []struct{ contentType, text, want string }{
		{"text/html", `<p onclick=1 ONLOAD="2" on=3 data-onx title="onx=1"><svg onload=1/>`,
			`<p xnclick=1 xNLOAD="2" on=3 data-onx title="onx=1"><svg xnload=1/>`},
		{"text/html", `<script>"<p onclick=1>"</script><!-- <p onclick=1> --><title><p onclick=1></title>on <p onclick>`,
			`<script>"<p onclick=1>"</script><!-- <p onclick=1> --><title><p onclick=1></title>on <p xnclick>`},
		{"text/html", `<noscript><p onclick=1></noscript><template><p onclick=1 onclick=2></template>`,
			`<noscript><p xnclick=1></noscript><template><p xnclick=1 xnclick=2></template>`},
		{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" onload="a('b onx=')" t=' onx="1"'><a onclick = "1"/>onx</svg>`,
			`<svg xmlns="http://www.w3.org/2000/svg" xnload="a('b onx=')" t=' onx="1"'><a xnclick = "1"/>onx</svg>`},
	} {
		p, _ := read(t, answer.Case{Text: c.text, ContentType: c.contentType})
		if got := string(p.Inert(0)); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if again := string(p.Inert(0)); again != c.want {
			t.Errorf("then %s", again)
		}
	}
	p, _ := read(t, answer.Case{Text: `<iframe srcdoc="<p onclick=1>é"></iframe>`})
	if got := string(p.Inert(1)); p.Documents() != 2 || got != "<p xnclick=1>é" {
		t.Error(got)
	}
	for e := charset.UTF8; e <= charset.XUserDefined; e++ {
		const text, want = `<p title='表é𝄞' onclick=1 title=表 Onload=2>`, `<p title='表é𝄞' xnclick=1 title=表 xnload=2>`
		p, _ := read(t, answer.Case{IsFile: true, File: encode(text, e), ContentType: "text/html;charset=" + e.String()})
		if got := string(p.Inert(0)); e != charset.Replacement && got != string(encode(want, e)) {
			t.Errorf("%v: %q", e, got)
		}
	}
}

// TestMany has more references than are listed, and more frames.
func TestMany(t *testing.T) {
	_, a := read(t, answer.Case{Text: strings.Repeat("<a href=x></a>", answer.MaxLinks+5)})
	if len(a.Links) != answer.MaxLinks || a.Left != 5 {
		t.Errorf("%d and %d", len(a.Links), a.Left)
	}
	p, a := read(t, answer.Case{Text: strings.Repeat(`<iframe srcdoc="<a href=x>"></iframe>`, 300)})
	if len(a.Documents) != p.Documents() || len(a.Documents) > 200 || len(a.Problems) != 1 {
		t.Errorf("%d documents, %q", len(a.Documents), a.Problems)
	}
}

// FuzzRead holds the places of references to the text, whatever the bytes and the encoding are.
func FuzzRead(f *testing.F) {
	f.Add([]byte(placeText), "text/html;charset=utf-8", true)
	f.Add([]byte("\x1b$BI=\x1b(B<a href='\x1b$BI=\x1b(B'>"), "text/html;charset=iso-2022-jp", true)
	f.Add([]byte("<a href=?\x95\x5c>"), "text/html;charset=shift_jis", true)
	f.Add([]byte("<svg xmlns='http://www.w3.org/2000/svg' onload='1'/>"), "image/svg+xml", false)
	f.Fuzz(func(t *testing.T, page []byte, contentType string, isFile bool) {
		text := strings.ToValidUTF8(string(page), "\uFFFD")
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text) // as a text area has it
		c := answer.Case{IsFile: isFile, File: page, Text: text, ContentType: contentType, Edition: resolve.Living}
		p, err := answer.Read(c)
		if err != nil {
			return
		}
		a := p.Answer(isFile)
		if isFile {
			text = a.Shown
		}
		length := len(utf16.Encode([]rune(text)))
		for i, l := range a.Links {
			if l.Start == -1 && l.End == -1 {
				continue
			}
			if l.Start < 0 || l.End < l.Start || l.End > length {
				t.Fatalf("%q is from %d to %d of %d", l.Raw, l.Start, l.End, length)
			}
			choice := answer.Choice{Link: i, Reference: l.Raw, Sets: []answer.Set{{"hash", "x"}}}
			p.Editions(choice)
			p.Parts(choice)
			p.Steps(choice)
		}
		for i := range a.Documents {
			p.Inert(i)
		}
	})
}
