package document_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// first returns the first element of that name.
func first(t *testing.T, d *document.Document, name string) *html.Node {
	t.Helper()
	for n := range d.Root().Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			return n
		}
	}
	t.Fatalf("there is no %s element", name)
	return nil
}

func withPositions(t *testing.T, page, contentType string, edition resolve.Edition) *document.Document {
	t.Helper()
	d, err := document.Parse(strings.NewReader(page), document.Options{
		Address: "http://h/d/p", ContentType: contentType, Edition: edition, Positions: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const (
	asHTML  = "text/html; charset=utf-8"
	asXHTML = "application/xhtml+xml"
)

// TestRemoveAttribute holds that an attribute goes with the white space before it, all that repeat it too, and that what is
// beside it stays apart. The attribute is x of the first p element, or of the body if there is none.
func TestRemoveAttribute(t *testing.T) {
	cases := []struct{ name, contentType, page, want string }{
		{"p", asHTML, `<p x=1>`, `<p>`},
		{"p", asHTML, "<p a \n x = '1>' b>", `<p a b>`},
		{"p", asHTML, `<p a="y"x="1"b>`, `<p a="y"b>`},
		{"p", asHTML, `<p a=y x="1"/>`, `<p a=y />`},
		{"p", asHTML, `<p a=y x="1"b>`, `<p a=y b>`},
		{"p", asHTML, `<p x>`, `<p>`},
		{"p", asHTML, `<p X=1 x=2 a x=3>`, `<p a>`},
		{"p", asHTML, `<p a/x=1 b>`, `<p a/ b>`},
		{"p", asHTML, `<p a>`, `<p a>`},
		{"body", asHTML, `<body a x=1><p><body x=2 b=3>`, `<body a><p><body b=3>`},
		{"p", asXHTML, `<p xmlns="http://www.w3.org/1999/xhtml" a='b' x = "1>"/>`, `<p xmlns="http://www.w3.org/1999/xhtml" a='b'/>`},
	}
	for _, c := range cases {
		d := withPositions(t, c.page, c.contentType, resolve.HTML5)
		w := d.NewRewrite()
		w.RemoveAttribute(first(t, d, c.name), "x")
		if got, err := w.Append(nil); string(got) != c.want || err != nil {
			t.Errorf("%q: %q, %v; want %q", c.page, got, err, c.want)
		}
	}
}

// TestRemoveTag holds what becomes of elements that cannot have anything in them.
func TestRemoveTag(t *testing.T) {
	cases := []struct {
		name, contentType, page, want string
		err                           error
	}{
		{"link", asHTML, `<link rel=a href="b>"> <a href=c>`, ` <a href=c>`, nil},
		{"link", asHTML, "<link rel=a href=\"b>\">\ufeff<a href=c>", "<!---->\ufeff<a href=c>", nil},
		{"link", asHTML, "\n<link rel=a href=\"b>\">\ufeff<a href=c>", "\n\ufeff<a href=c>", nil},
		{"meta", asHTML, `<p><META a/> x`, `<p> x`, nil},
		{"meta", asHTML, `<p><META a/>x`, `<p>x`, nil},
		{"meta", asHTML, `<p><<META a/>script>`, `<p><<!---->script>`, nil},
		{"meta", asHTML, `&<META a/>lt;`, `&<!---->lt;`, nil},
		{"meta", asHTML, "\r<META a/>\n", "\r<!---->\n", nil},
		{"meta", asHTML, "<pre><META a/>\n", "<pre><!---->\n", nil},
		{"a", asHTML, `<a href=b>`, `<a href=b>`, document.ErrNotRemovable},
		{"link", asXHTML, `<p xmlns="http://www.w3.org/1999/xhtml"><link a="b"/>c</p>`, `<p xmlns="http://www.w3.org/1999/xhtml">c</p>`, nil},
		{"link", asXHTML, `<p xmlns="http://www.w3.org/1999/xhtml"><link a="b"></link > c</p>`, `<p xmlns="http://www.w3.org/1999/xhtml"> c</p>`, nil},
		{"link", asXHTML, `<p xmlns="http://www.w3.org/1999/xhtml"><link a="b">c</link></p>`,
			`<p xmlns="http://www.w3.org/1999/xhtml"><link a="b">c</link></p>`, document.ErrNotRemovable},
	}
	for _, c := range cases {
		d := withPositions(t, c.page, c.contentType, resolve.HTML5)
		w := d.NewRewrite()
		for link := range d.Links() { // what is in a removed tag goes with it
			w.Replace(link, "elsewhere")
		}
		if c.err != nil {
			w = d.NewRewrite()
		}
		w.RemoveTag(first(t, d, c.name))
		got, err := w.Append(nil)
		if want := strings.ReplaceAll(c.want, "href=c", "href=elsewhere"); string(got) != want || !isLeft(err, c.err) {
			t.Errorf("%q: %q, %v; want %q", c.page, got, err, want)
		}
	}
}

// TestInsertInHead holds where a head begins.
func TestInsertInHead(t *testing.T) {
	cases := []struct {
		contentType, page, want string
		err                     error
	}{
		{asHTML, `<head><title>`, `<head>^<title>`, nil},
		{asHTML, "<!doctype html>\n<!-- a>b -->\n<HTML lang=x>\n<!--c--> <HEAD\nid='>'>\n<title>", "<!doctype html>\n<!-- a>b -->\n<HTML lang=x>\n<!--c--> <HEAD\nid='>'>^\n<title>", nil},
		{asHTML, `<html> <title>`, `<html>^ <title>`, nil},
		{asHTML, `<!doctype html><p>`, `<!doctype html>^<p>`, nil},
		{asHTML, `<!--a-->b`, `<!--a-->^b`, nil},
		{asHTML, ``, `^`, nil},
		{asHTML, `text <html><head>`, `^text <html><head>`, nil},
		{asHTML, `<header>x</header>`, `^<header>x</header>`, nil},
		{asHTML, "\ufeff<p>", "\ufeff^<p>", nil},
		{asHTML, "<!doctype", "^<!doctype", nil},
		{asHTML, "</ a><!doctype html></><p>", "</ a><!doctype html></>^<p>", nil},
		{asHTML, "<!--a--><!--<head>", "<!--a-->^<!--<head>", nil},
		{asXHTML, `<html xmlns="http://www.w3.org/1999/xhtml"><!--<head>--><head a="b"><title/></head></html>`,
			`<html xmlns="http://www.w3.org/1999/xhtml"><!--<head>--><head a="b">^<title/></head></html>`, nil},
		{asXHTML, `<html xmlns="http://www.w3.org/1999/xhtml"><head/></html>`, `<html xmlns="http://www.w3.org/1999/xhtml"><head/></html>`, document.ErrNoHead},
		{asXHTML, `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head></h:head></h:html>`,
			`<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head></h:head></h:html>`, document.ErrNoHead},
		{"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"/>`, `<svg xmlns="http://www.w3.org/2000/svg"/>`, document.ErrNoHead},
	}
	for _, c := range cases {
		d := withPositions(t, c.page, c.contentType, resolve.HTML5)
		w := d.NewRewrite()
		w.InsertInHead("^")
		if got, err := w.Append(nil); string(got) != c.want || !isLeft(err, c.err) {
			t.Errorf("%q: %q, %v; want %q", c.page, got, err, c.want)
		}
	}
}

// TestRewriteError holds what is left, and that the rest is done.
func TestRewriteError(t *testing.T) {
	page := `<base href=/b/><img srcset="a,b 1x, c 2x"><applet archive="x,y"></applet><a href=d>` +
		`<select><img src=e></select><img src=e><iframe srcdoc="<p style='a:url(f)'>"></iframe>`
	d := withPositions(t, page, asHTML, resolve.Living)
	for _, c := range []struct {
		raw, reference string
		err            error
	}{
		{"x", "a,b", document.ErrNotWritable}, {"c", ",c", document.ErrNotWritable}, {"d", "\xff", document.ErrNotWritable},
		{"a,b", "", document.ErrNotWritable}, {"f", "g\\(", nil}, {"d", "", nil},
	} {
		got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) { return c.reference, l.Raw == c.raw })
		if !isLeft(err, c.err) || (c.err != nil) != (string(got) == page) {
			t.Errorf("%q for %q: %q, %v; want %v", c.reference, c.raw, got, err, c.err)
		}
		if bad, ok := errors.AsType[*document.RewriteError](err); ok {
			left := bad.Left[0]
			if left.Raw != c.raw || left.New != c.reference || left.Span.Line != 1 || !strings.Contains(bad.Error(), left.Attr) {
				t.Errorf("left is %+v: %v", left, bad)
			}
		}
	}
	plain, err := document.Parse(strings.NewReader(page), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := plain.AppendRewrite([]byte("x"), nothing); string(got) != "x" || err != document.ErrNoPositions {
		t.Errorf("without positions: %q, %v", got, err)
	}
}

func nothing(document.Link) (string, bool) { return "", false }

// TestRebased holds what references mean under other bases.
func TestRebased(t *testing.T) {
	page := `<html><head><meta http-equiv=refresh content='1;url=r'><base href=/b/><base href=/c/>` +
		`<body xml:base=x/><a href=a></a><iframe srcdoc="<base href=f/><a href=i>"></iframe>`
	cases := []struct {
		name   string
		rebase document.Rebase
		want   map[resolve.Edition]string
	}{
		{"nothing", document.Rebase{}, map[resolve.Edition]string{
			resolve.HTML5:  "http://h/b/r http://h/b/ http://h/c/ http://h/b/x/a | http://h/b/f/ http://h/b/f/i",
			resolve.Living: "http://h/d/r http://h/b/ http://h/c/ http://h/b/a | http://h/b/f/ http://h/b/f/i",
		}},
		{"drop", document.Rebase{Drop: true}, map[resolve.Edition]string{
			resolve.HTML5:  "http://h/d/r http://h/b/ http://h/c/ http://h/d/a | http://h/d/f/ http://h/d/i",
			resolve.Living: "http://h/d/r http://h/b/ http://h/c/ http://h/d/a | http://h/d/f/ http://h/d/i",
		}},
		{"base", document.Rebase{Drop: true, Base: parseURL(t, "http://n/n/")}, map[resolve.Edition]string{
			resolve.HTML5:  "http://n/n/r http://h/b/ http://h/c/ http://n/n/a | http://n/n/f/ http://n/n/i",
			resolve.Living: "http://h/d/r http://h/b/ http://h/c/ http://n/n/a | http://n/n/f/ http://n/n/i",
		}},
		{"base, xml:base stays", document.Rebase{Base: parseURL(t, "http://n/n/")}, map[resolve.Edition]string{
			resolve.HTML5:  "http://n/n/r http://h/b/ http://h/c/ http://n/n/x/a | http://n/n/f/ http://n/n/f/i",
			resolve.Living: "http://h/d/r http://h/b/ http://h/c/ http://n/n/a | http://n/n/f/ http://n/n/f/i",
		}},
		{"address", document.Rebase{Address: parseURL(t, "http://n/n/p"), Drop: true}, map[resolve.Edition]string{
			resolve.HTML5:  "http://n/n/r http://n/b/ http://n/c/ http://n/n/a | http://n/n/f/ http://n/n/i",
			resolve.Living: "http://n/n/r http://n/b/ http://n/c/ http://n/n/a | http://n/n/f/ http://n/n/i",
		}},
	}
	for _, c := range cases {
		for edition, want := range c.want {
			d := withPositions(t, page, asHTML, edition)
			before := d.Base()
			then := d.Rebased(c.rebase)
			got := []string{urlsOf(then)}
			for frame, err := range then.Frames() {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, urlsOf(frame))
			}
			if got := strings.Join(got, " | "); got != want {
				t.Errorf("%v, %s: %s, want %s", edition, c.name, got, want)
			}
			if d.Base() != before {
				t.Errorf("%v, %s: the document has changed", edition, c.name)
			}
		}
	}
}

func urlsOf(d *document.Document) string {
	var urls []string
	for link := range d.Links() {
		urls = append(urls, link.URL.String())
	}
	return strings.Join(urls, " ")
}

// TestRebasedInserted holds that a base that is not there yet governs all references, and that it may be refused.
func TestRebasedInserted(t *testing.T) {
	page := `<meta http-equiv=refresh content='1;url=r'><iframe srcdoc="<a href=i>"></iframe><a href=a></a>`
	d := withPositions(t, page, asHTML, resolve.Living)
	then := d.Rebased(document.Rebase{Base: parseURL(t, "http://n/n/")})
	if got, want := urlsOf(then), "http://n/n/r http://n/n/a"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for frame := range then.Frames() {
		if got, want := urlsOf(frame), "http://n/n/i"; got != want {
			t.Errorf("in the frame: %s, want %s", got, want)
		}
	}
	if err := d.Rebased(document.Rebase{Base: parseURL(t, "data:,x")}).Why().Err; err != document.ErrBaseScheme {
		t.Errorf("a data: base: %v", err)
	}
	d, err := document.Parse(strings.NewReader(page), document.Options{
		Edition: resolve.Living, Header: map[string][]string{"Content-Security-Policy": {"base-uri 'none'"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Rebased(document.Rebase{Base: parseURL(t, "http://n/n/")}).Why().Err; err != document.ErrBaseForbidden {
		t.Errorf("a base that the header forbids: %v", err)
	}
}

// TestRewriteConcurrently holds that several rewrites of one document do not disturb each other.
func TestRewriteConcurrently(t *testing.T) {
	page := strings.Repeat(`<a href=x><img srcset='a 1x, b 2x'><iframe srcdoc='<a href=y>'></iframe></a>`, 20)
	d := withPositions(t, page, "text/html; charset=shift_jis", resolve.Living)
	results := make(chan []byte)
	for range 4 {
		go func() {
			got, _ := d.AppendRewrite(nil, func(l document.Link) (string, bool) { return l.URL.String(), true })
			results <- got
		}()
	}
	var all [][]byte
	for range 4 {
		all = append(all, <-results)
	}
	if slices.ContainsFunc(all, func(b []byte) bool { return !bytes.Equal(b, all[0]) }) {
		t.Error("the results differ")
	}
}

func parseURL(t *testing.T, s string) resolve.URL {
	t.Helper()
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestJoins holds that what is new is not taken together with a character reference before it that has no semicolon.
func TestJoins(t *testing.T) {
	zeros := strings.Repeat("0", 60)
	cases := []struct{ page, raw, reference, want string }{
		{`<p style="a:url(&quot/x&quot)">`, "/x", "y", `<p style="a:url(&quot;y&quot)">`},
		{`<p style="a:url(&#40x)">`, "(x", "1", ``},
		{`<a href=h ping="x&#32b">`, "b", "1", `<a href=h ping="x&#32;1">`},
		{`<a href=h ping="x&#` + zeros + `32b">`, "b", "1", `<a href=h ping="x&#` + zeros + `32;1">`},
		{`<a href=h ping="x&#x20/">`, "/", "c", `<a href=h ping="x&#x20;c">`},
		{`<a href=h ping="x&#x20/">`, "/", "z", `<a href=h ping="x&#x20z">`},
		{`<svg><style>a{b:url(&#x22x&#x22)}</style></svg>`, "x", "abc", `<svg><style>a{b:url(&#x22;abc&#x22)}</style></svg>`},
		{`<svg><style>a{b:url(&quotx&quot)}</style></svg>`, "x", ";1", `<svg><style>a{b:url(&quot;;1&quot)}</style></svg>`},
	}
	for _, c := range cases {
		if c.want == "" {
			c.want = c.page
		}
		d := withPositions(t, c.page, asHTML, resolve.Living)
		got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) { return c.reference, l.Raw == c.raw })
		if string(got) != c.want || err != nil {
			t.Errorf("%s: %s, %v, want %s", c.page, got, err, c.want)
		}
	}
}

// TestScriptEnd holds that the end of a script does not move.
func TestScriptEnd(t *testing.T) {
	page := `<script type=importmap>{"imports":{"x":"/<!--<script>","a":"/-->","y":"/z"}}</script><p>hi<a href=q>`
	d := withPositions(t, page, asHTML, resolve.Living)
	got, err := d.AppendRewrite(nil, func(l document.Link) (string, bool) { return "/b", l.Raw == "/-->" })
	if string(got) != page || !isLeft(err, document.ErrNotWritable) {
		t.Errorf("%s, %v", got, err)
	}
	got, err = d.AppendRewrite(nil, func(l document.Link) (string, bool) { return "/--></script>", l.Raw == "/z" })
	if want := strings.Replace(page, "/z", `/--\u003e\u003c/script\u003e`, 1); string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// TestRewriteTooMuch holds that a page does not become many times as long, and that its encoding stays.
func TestRewriteTooMuch(t *testing.T) {
	d := withPositions(t, strings.Repeat("<a href=x></a>", 1000), asHTML, resolve.HTML5)
	long := strings.Repeat("y", 1<<20)
	got, err := d.AppendRewrite(nil, func(document.Link) (string, bool) { return long, true })
	if len(got) > 65<<20 || !isLeft(err, document.ErrTooLong) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	d = withPositions(t, "<a href='\xe9'>\xc3\xa9</a>", "", resolve.HTML5)
	if got, err := d.AppendRewrite([]byte("a"), func(document.Link) (string, bool) { return "x", true }); string(got) != "a" ||
		err != document.ErrEncoding {
		t.Errorf("%q, %v", got, err)
	}
}
