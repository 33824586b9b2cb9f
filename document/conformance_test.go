package document_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type baseURLCase struct {
	WPT, Name    string
	DocumentURL  string  `json:"document_url"`
	AboutBaseURL *string `json:"about_base_url"`
	ContentType  string  `json:"content_type"`
	HTML         string
	CSSURL       map[string]string `json:"css_url"`
	BaseURI      *string           `json:"expect_base_uri"`
	Expect       []struct {
		Element, Attribute string
		Value, IDL         *string
	}
}

// baseURLLedger has the cases in which HTML5 differs from today's rules, by their place in the data.
var baseURLLedger = testcase.Ledger{
	"5 the-base-element/base-data.html":                                                                  anyBase,
	"7 the-base-element/base-data.html":                                                                  anyBase,
	"8 the-base-element/base-javascript.html":                                                            anyBase,
	"10 the-base-element/base-javascript.html":                                                           anyBase,
	"11 the-base-element/base_href_data.html (older)":                                                    anyBase,
	"21 base-url/matches-about-blank-base-url.window.js":                                                 "2.6.3: the address is about:blank, with nothing behind",
	"26 the-base-element/base_srcdoc_update.html (976a863a89, OLD 2018-2022 expectation, since removed)": "the data does not have the parent's base",
	"32 base-url/document-base-uri-synthetic-document.html":                                              "2.6.4 step 9: a relative reference resolves on about:blank, too",
	"39 content-security-policy/base-uri/base-uri-deny.sub.html":                                         "2.6.3 knows no Content-Security-Policy",
	"62 dynamic-changes-to-base-urls/historical.sub.xhtml (2018-08)":                                     "2.6.4 step 4: xml:base is honoured",
}

const anyBase = "2.6.3: every base that resolves counts, of whatever scheme"

// livingBaseURLLedger has the cases that today's rules do not give.
var livingBaseURLLedger = testcase.Ledger{
	"11 the-base-element/base_href_data.html (older)":                                                    "the value of href is reflected as a URL",
	"26 the-base-element/base_srcdoc_update.html (976a863a89, OLD 2018-2022 expectation, since removed)": "the data does not have the parent's base",
	"63 dynamic-changes-to-base-urls/dynamic-urls.xhtml 919cfcd89b (2014-02 .. 2018, OLD)":               "xml:base is not honoured any more",
}

// TestBaseURLConformance compares with what browsers of today answer.
func TestBaseURLConformance(t *testing.T) {
	for edition, ledger := range map[resolve.Edition]testcase.Ledger{
		resolve.HTML5:  baseURLLedger,
		resolve.Living: livingBaseURLLedger,
	} {
		t.Run(edition.String(), func(t *testing.T) {
			known := ledger.Open(t)
			for i, c := range testcase.Conformance[baseURLCase](t, "html/base-url.json") {
				name := fmt.Sprintf("%d %s", i, c.WPT)
				problems := baseURLProblems(t, c, edition)
				known.Check(name, problems == "", "%s: %s", c.Name, problems)
			}
		})
	}
}

func baseURLProblems(t *testing.T, c baseURLCase, edition resolve.Edition) string {
	t.Helper()
	o := document.Options{Address: c.DocumentURL, ContentType: c.ContentType, Edition: edition}
	if c.AboutBaseURL != nil {
		parent, err := document.Parse(strings.NewReader(""), document.Options{Address: *c.AboutBaseURL, Edition: edition})
		if err != nil {
			return err.Error()
		}
		if strings.HasPrefix(c.DocumentURL, resolve.Srcdoc) {
			o.Container = parent
		} else {
			o.Creator = parent
		}
	}
	d, err := document.Parse(strings.NewReader(c.HTML), o)
	if err != nil {
		return err.Error()
	}
	var problems []string
	if c.BaseURI != nil && d.Base().String() != *c.BaseURI {
		problems = append(problems, fmt.Sprintf("base %q, want %q", d.Base(), *c.BaseURI))
	}
	for link := range d.Links() {
		if want := c.CSSURL[link.Raw]; link.Kind == document.Style && link.URL.String() != want {
			problems = append(problems, fmt.Sprintf("url(%s) is %q, want %q", link.Raw, link.URL, want))
		}
	}
	for _, e := range c.Expect {
		n := find(d.Root(), e.Element, e.Attribute, e.Value)
		if n == nil || e.IDL == nil {
			continue // of a script, or of an element without the attribute
		}
		if got := reflected(d, n, e.Attribute, *e.Value); got != *e.IDL {
			problems = append(problems, fmt.Sprintf("<%s %s=%q> is %q, want %q", e.Element, e.Attribute, *e.Value, got, *e.IDL))
		}
	}
	return strings.Join(problems, "; ")
}

// find returns the first element of that name with the attribute's value.
func find(root *html.Node, element, attr string, value *string) *html.Node {
	if value == nil {
		return nil
	}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if n.Data == element && a.Key == attr && a.Val == *value {
				return n
			}
		}
	}
	return nil
}

// reflected returns what the IDL attribute that reflects the attribute as a URL returns: the URL, or the value if it
// has none. The attribute counts also where its element does nothing with it.
func reflected(d *document.Document, n *html.Node, attr, value string) string {
	for link := range d.LinksOf(n) {
		if link.Attr == attr {
			if link.Err != nil {
				return value
			}
			return link.URL.String()
		}
	}
	u, err := d.Resolver().Resolve(d.BaseOf(n), value)
	if err != nil {
		return value
	}
	return u.String()
}

// TestQueryEncodingAttributes holds which references encode their query in the document's encoding, and which in UTF-8.
func TestQueryEncodingAttributes(t *testing.T) {
	type attributeCase struct {
		Name, Uses, Element, Attribute string
		ScriptOnly                     bool `json:"script_only"`
	}
	unencodable := map[resolve.Edition]string{
		resolve.HTML5:  "?", // 2.6.4 step 8: a bare question mark
		resolve.Living: "%26%23229%3B",
	}
	checked := 0
	for _, c := range testcase.Conformance[attributeCase](t, "html/query-encoding-attributes.json") {
		if c.ScriptOnly || c.Uses == "raw string" {
			continue
		}
		for edition, replacement := range unencodable {
			for encoding, want := range map[string]string{
				"utf-8": "%C3%A5", "utf-16le": "%C3%A5", "windows-1252": "%E5", "windows-1251": replacement,
			} {
				if c.Uses == "utf-8" {
					want = "%C3%A5"
				}
				query, ok := queryOf(t, c.Element, c.Attribute, encoding, edition)
				if !ok || query != want {
					t.Errorf("%s in %s (%v): %q, %t, want %q", c.Name, encoding, edition, query, ok, want)
				}
				checked++
			}
		}
	}
	const wantChecked = 8 * 56
	if checked != wantChecked {
		t.Errorf("%d checks, want %d", checked, wantChecked)
	}
}

// queryOf returns the query of ?å in an attribute of an element, in a document of that encoding. Without an element it is
// that of what the data names in words: CSS, or an instruction of an XML document.
func queryOf(t *testing.T, element, attr, encoding string, edition resolve.Edition) (query string, ok bool) {
	t.Helper()
	element, inSVG := strings.CutPrefix(element, "svg:")
	page := fmt.Sprintf("<%s %s='?&#xE5;' type=image itemscope itemtype=x valuetype=ref>", element, attr)
	switch {
	case inSVG:
		page = "<svg>" + page
	case element == "":
		element, attr = "style", "#text"
		page = "<style>@import '?\\E5'</style>"
	case element == "meta":
		page = "<meta http-equiv=refresh content='1;?&#xE5;'>"
	case element == "source":
		page = "<video>" + page
	case element == "frame":
		page = "<frameset>" + page
	case element == "button":
		page = strings.Replace(page, "type=image", "", 1)
	case strings.HasPrefix(element, "t") && attr == "background" && element != "table":
		page = "<table>" + page
	}
	if encoding == "utf-16le" {
		page = strings.Join(strings.Split(page, ""), "\x00") + "\x00"
	}
	d := mustParse(t, page, document.Options{
		Address: "http://h/", ContentType: "text/html; charset=" + encoding, Edition: edition,
	})
	for link := range d.Links() {
		if link.Attr == attr && link.Node.Data == element {
			return link.URL.Query()
		}
	}
	return "", false
}

// TestReflectionAttributes holds that every attribute that reflects a URL is in the registry, and what it gives when
// it is empty.
func TestReflectionAttributes(t *testing.T) {
	type attributeCase struct{ Element, Attribute, Type, Empty string }
	const address, base = "http://h/address", "http://b/"
	for _, c := range testcase.Conformance[attributeCase](t, "html/reflection-url-attributes.json") {
		if c.Type != "url" {
			continue
		}
		want := base
		switch {
		case c.Element == "base":
			want = address // its base is the fallback base URL
		case strings.HasPrefix(c.Empty, "document URL"):
			want = address
		}
		d := mustParse(t, "<base href="+base+">", document.Options{Address: address})
		n := element(d, "html", c.Element, c.Attribute+"=", "type=image")
		if c.Element == "source" {
			element(d, "html", "video", "x=").AppendChild(n)
		}
		if c.Element == "button" {
			n = element(d, "html", c.Element, c.Attribute+"=")
		}
		for link := range d.LinksOf(n) {
			if link.URL.String() != want {
				t.Errorf("empty <%s %s>: %q, want %q (%s)", c.Element, c.Attribute, link.URL, want, c.Empty)
			}
		}
		got, ok := queryOf(t, c.Element, c.Attribute, "utf-8", resolve.HTML5)
		if !ok || got != "%C3%A5" {
			t.Errorf("<%s %s>: %q, %t", c.Element, c.Attribute, got, ok)
		}
	}
}

// reflectionLedger has the values whose URL in HTML5 differs from today's.
var reflectionLedger = testcase.Ledger{
	`"\x00"`: controlsStay,
	`"\x00\x01\x02\x03\x04\x05\x06\a \b\t\n\v\f\r\x0e\x0f \x10\x11\x12\x13\x14\x15\x16\x17 \x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "`: controlsStay,
	`"[object Object]"`: "2.6.4 step 7: brackets are no path characters of RFC 3986",
}

const controlsStay = "2.6.2 step 1: only space characters are stripped"

// TestReflectionValues resolves the values that the web platform tests give to each attribute that reflects a URL.
func TestReflectionValues(t *testing.T) {
	const address = "http://web-platform.test:8000/html/dom/reflection-text.html"
	type valueCase struct{ Value, Expected string }
	for edition, ledger := range map[resolve.Edition]testcase.Ledger{
		resolve.HTML5:  reflectionLedger,
		resolve.Living: nil,
	} {
		t.Run(edition.String(), func(t *testing.T) {
			known := ledger.Open(t)
			for _, c := range testcase.Conformance[valueCase](t, "html/reflection-url-values.json") {
				d := mustParse(t, "", document.Options{Address: address, Edition: edition})
				n := element(d, "html", "a", "x=")
				n.Attr[0] = html.Attribute{Key: "href", Val: c.Value}
				got := reflected(d, n, "href", c.Value)
				known.Check(fmt.Sprintf("%q", c.Value), got == c.Expected, "%q, want %q", got, c.Expected)
			}
		})
	}
}

// TestFormAction holds what form.action gives, and where forms are submitted to: the document's address where the
// attribute is empty or missing, not its base.
func TestFormAction(t *testing.T) {
	type formCase struct {
		DocumentURL string  `json:"document_url"`
		BaseHref    *string `json:"base_href"`
		Value       *string
		IDL         string `json:"idl_expected"`
		Submission  string `json:"submission_expected"`
	}
	for i, c := range testcase.Conformance[formCase](t, "html/form-action.json") {
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			page := "<form>"
			if c.Value != nil {
				page = fmt.Sprintf("<form action=%q>", *c.Value)
			}
			if c.BaseHref != nil {
				page = fmt.Sprintf("<base href=%q>", *c.BaseHref) + page
			}
			d := mustParse(t, page, document.Options{Address: c.DocumentURL, Edition: edition})
			got := d.Address() // of a form without the attribute, which is no reference
			for link := range d.Links() {
				if link.Kind == document.FormSubmit {
					got = link.URL
				}
			}
			want := c.IDL
			if c.Submission != "" { // with the form's data as its query
				got = got.Without(resolve.Query)
				want, _, _ = strings.Cut(c.Submission, "?")
			}
			if got.String() != want {
				t.Errorf("case %d, %v: %q, want %q", i, edition, got, want)
			}
		}
	}
}

// TestFrameSources holds what an iframe shows whose src names nothing.
func TestFrameSources(t *testing.T) {
	type frameCase struct {
		Src, Srcdoc *string
		Expected    string
	}
	for i, c := range testcase.Conformance[frameCase](t, "html/iframe-src-about-blank.json") {
		d := mustParse(t, "", document.Options{Address: "http://h/", Edition: resolve.Living})
		n := element(d, "html", "iframe", "x=")
		for name, value := range map[string]*string{"src": c.Src, "srcdoc": c.Srcdoc} {
			if value != nil {
				n.Attr = append(n.Attr, html.Attribute{Key: name, Val: *value})
			}
		}
		insert(d, d.Root(), n, nil)
		frames := 0
		for frame, err := range d.Frames() {
			frames++
			if err != nil || frame.Address().String() != c.Expected {
				t.Errorf("case %d: %v, %v, want %s", i, frame, err, c.Expected)
			}
		}
		if frames != 1 {
			t.Errorf("case %d: %d frames", i, frames)
		}
	}
}

// TestSrcsetConformance holds that an image has no candidate where the data expects none, and else the one it expects.
func TestSrcsetConformance(t *testing.T) {
	type srcsetCase struct {
		Srcset  string
		Current string `json:"expect_current_src"`
		Resolve bool
	}
	for _, c := range testcase.Conformance[srcsetCase](t, "html/srcset-parse.json") {
		d := mustParse(t, "", document.Options{Address: "http://h/", Edition: resolve.Living})
		n := element(d, "html", "img", "x=")
		n.Attr[0] = html.Attribute{Key: "srcset", Val: c.Srcset}
		var got []string
		for link := range d.LinksOf(n) {
			got = append(got, link.URL.String())
		}
		want := c.Current
		if c.Resolve {
			u, err := d.Resolver().Resolve(d.Base(), want)
			if err != nil {
				t.Fatal(err)
			}
			want = u.String()
		}
		if (want == "") != (len(got) == 0) || want != "" && !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %q", c.Srcset, got, want)
		}
	}
}

// TestRefreshConformance holds what a refresh pragma points to. Without a URL it is the document itself, and no reference.
func TestRefreshConformance(t *testing.T) {
	type refreshCase struct {
		Content string
		Valid   bool
		URL     *string
	}
	const address = "http://h/d/p"
	for _, c := range testcase.Conformance[refreshCase](t, "html/meta-refresh-parse.json") {
		d := mustParse(t, "", document.Options{Address: address, Edition: resolve.Living})
		n := element(d, "html", "meta", "http-equiv=refresh")
		n.Attr = append(n.Attr, html.Attribute{Key: "content", Val: c.Content})
		links := slices.Collect(d.LinksOf(n))
		if c.URL == nil {
			if len(links) != 0 {
				t.Errorf("%q: %v, want no reference", c.Content, links)
			}
			continue
		}
		want, err := d.Resolver().Resolve(d.Base(), *c.URL)
		if len(links) != 1 || links[0].URL != want || (links[0].Err != nil) != (err != nil) {
			t.Errorf("%q: %v, want %q", c.Content, links, want)
		}
	}
}

// TestErrors holds that a document that cannot be read says why.
func TestErrors(t *testing.T) {
	for _, address := range []string{"page.html", "//h/", ":", "1a:b"} {
		_, err := document.Parse(strings.NewReader(""), document.Options{Address: address})
		if !errors.Is(err, document.ErrAddress) {
			t.Errorf("address %q: %v", address, err)
		}
		if _, ok := errors.AsType[*resolve.Error](err); !ok {
			t.Errorf("address %q: no *resolve.Error in %v", address, err)
		}
	}
}

// manyTags repeats the start of a tag, each time with another attribute.
func manyTags(tag string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sa%d=b>", tag, i)
	}
	return b.String()
}

// TestXMLBaseOldExpectations holds what was expected of xml:base while HTML honoured it.
func TestXMLBaseOldExpectations(t *testing.T) {
	type oldCase struct {
		HTMLXMLBase string `json:"html_xml_base"`
		OldExpected string `json:"old_expected"`
		Inner       struct {
			DivXMLBase  string `json:"div_xml_base"`
			OldExpected string `json:"old_expected"`
		}
		Elements []map[string]any
	}
	for _, c := range testcase.Conformance[oldCase](t, "rfc/xml-base-wpt-old-vs-new.json") {
		switch {
		case c.OldExpected != "":
			page := fmt.Sprintf("<html xml:base=%s><a href=test.txt></a><div xml:base=%s><a href=test.txt></a></div><a href=test.txt></a>",
				c.HTMLXMLBase, c.Inner.DivXMLBase)
			checkURLs(t, page, c.OldExpected, c.Inner.OldExpected, c.OldExpected)
		case c.Elements != nil: // an SVG document in svg/
			checkURLs(t, `<svg><image xlink:href=../images/smiley.png /><image xml:base=../images/ xlink:href=smiley.png />`+
				`<g xml:base=../images/><image xlink:href=smiley.png /></g></svg>`,
				"http://h/images/smiley.png", "http://h/images/smiley.png", "http://h/images/smiley.png")
		}
	}
}

// checkURLs compares the URLs of the links of a page in http://h/svg/.
func checkURLs(t *testing.T, page string, want ...string) {
	t.Helper()
	var got []string
	for link := range mustParse(t, page, document.Options{Address: "http://h/svg/"}).Links() {
		got = append(got, link.URL.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", page, got, want)
	}
}

// TestParserErrors holds that a page which the HTML parser would not take whole, or in linear time, is refused.
func TestParserErrors(t *testing.T) {
	const link = "<a href=http://h/>"
	for page, want := range map[string]error{
		strings.Repeat("<div>", 10000): document.ErrDepth,
		manyTags("<bOdY ", 3000):       document.ErrResets,
		manyTags("<html ", 3000):       document.ErrResets,
		"<body " + manyNames(20000) + ">" + strings.Repeat("<body z>", 1000):          document.ErrResets,
		"<body><svg><style>" + manyTags("<body ", 3000):                               document.ErrResets,
		strings.Repeat("<body a='", 100000):                                           document.ErrResets,
		manyTags("<body-cell ", 500) + link:                                           nil,
		"<script>" + strings.Repeat("'<html lang=x>',", 3000) + "</script>" + link:    nil,
		strings.Repeat("<body a=b>", 3000) + link:                                     nil,
		strings.Repeat("<body>", 3000) + link:                                         nil,
		"<svg><foreignObject><p><template></template></svg>" + link:                   document.ErrCutShort,
		"<math><mi><TEMPLATE></math>" + link:                                          document.ErrCutShort,
		"<frameset><textarea><frame src=x></frameset>":                                document.ErrCutShort,
		"<frameset><frame src=x></frameset>":                                          nil,
		"<svg><template></template></svg><template></template>" + link:                nil,
		"<svg></svg><template></template>" + link + "<table></div x=\"":               nil,
		"<svg></svg><template></template>" + link + "<textarea>":                      nil,
		"<svg></svg><template></template>" + link + "<table><script><!-- end-of-page": nil,
		"<svg></svg><template></template>" + link + "<table><!-- x":                   nil,
		"<svg></svg><template></template>" + link + "<table><p a='":                   nil,
		"<svg></svg><template></template>" + link + "<svg><![CDATA[":                  nil,
	} {
		d, err := document.Parse(strings.NewReader(page), document.Options{})
		if !errors.Is(err, want) {
			t.Errorf("%.60q: %v, want %v", page, err, want)
		}
		if err == nil && len(slices.Collect(d.Links())) != 1 {
			t.Errorf("%.60q: %d links", page, len(slices.Collect(d.Links())))
		}
	}
}
