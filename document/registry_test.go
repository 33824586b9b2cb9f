package document_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// registryRows are attributes that can hold one URL: namespace, element, attribute, kind, what ?é in a windows-1252
// document resolves to relative to (document, fallback, codebase, nothing), and further attributes that it takes. An
// encoding other than the document's stands behind the base.
const registryRows = `
html a          href        hyperlink         document
html area       href        hyperlink         document
html link       href        hyperlink         document
html link       href        hyperlink         document   rel=alternate
html link       href        external-resource document   rel=stylesheet
html link       href        external-resource document   rel=x|ICON
html base       href        metadata-base     fallback
html img        src         embedded-image    document
html input      src         embedded-image    document   type=IMAGE
html video      poster      embedded-image    document
html audio      src         embedded-media    document
html video      src         embedded-media    document
html track      src         embedded-text-track document
html script     src         embedded-script   document
html iframe     src         embedded-nested-document document
html embed      src         embedded-plugin-or-document document
html object     data        embedded-plugin-or-document document codebase=/c/
html blockquote cite        citation          document
html q          cite        citation          document
html ins        cite        citation          document
html del        cite        citation          document
html section    cite        citation          document
html article    cite        citation          document
html form       action      form-submit       document
html button     formaction  form-submit       document
html button     formaction  form-submit       document   type=unknown
html input      formaction  form-submit       document   type=submit
html input      formaction  form-submit       document   type=image
html div        itemid      identifier        document   itemscope= itemtype=x
html div        hx-get      framework         document/utf-8
html div        hx-post     framework         document/utf-8
html div        hx-put      framework         document/utf-8
html div        hx-patch    framework         document/utf-8
html div        hx-delete   framework         document/utf-8
html body       background  embedded-image    document
html table      background  embedded-image    document
html thead      background  embedded-image    document
html tbody      background  embedded-image    document
html tfoot      background  embedded-image    document
html tr         background  embedded-image    document
html td         background  embedded-image    document
html th         background  embedded-image    document
html img        longdesc    description       document
html iframe     longdesc    description       document
html frame      longdesc    description       document
html img        lowsrc      embedded-image    document
html img        dynsrc      embedded-media    document
html input      lowsrc      embedded-image    document
html input      dynsrc      embedded-media    document
html frame      src         embedded-nested-document document
html object     codebase    codebase          document
html applet     codebase    codebase          document
html object     classid     resource          document
html object     classid     resource          codebase   codebase=/c/
html object     classid     resource          document   codebase=//a_b/
html param      value       resource          document   valuetype=REF
html embed      code        resource          document
html embed      pluginspage resource          document
html embed      pluginurl   resource          document
html html       manifest    application-cache fallback
html command    icon        embedded-image    document
html menuitem   icon        embedded-image    document
html a          urn         identifier        nothing
html link       urn         identifier        nothing
html isindex    action      form-submit       document
html bgsound    src         embedded-media    document
html layer      src         embedded-nested-document document
html ilayer     src         embedded-nested-document document
html xml        src         embedded-nested-document document
html portal     src         embedded-nested-document document
svg  a          href        hyperlink         document   xlink:href=z
svg  a          xlink:href  hyperlink         document
svg  image      href        embedded-image    document
svg  image      xlink:href  embedded-image    document
svg  feImage    href        embedded-image    document
svg  feImage    xlink:href  embedded-image    document
svg  script     href        embedded-script   document
svg  script     xlink:href  embedded-script   document
svg  use        href        embedded-svg      document
svg  use        xlink:href  embedded-svg      document
svg  mpath      href        svg-local-reference document
svg  mpath      xlink:href  svg-local-reference document
svg  textPath   href        svg-local-reference document
svg  textPath   xlink:href  svg-local-reference document
svg  linearGradient href    svg-local-reference document
svg  linearGradient xlink:href svg-local-reference document
svg  radialGradient href    svg-local-reference document
svg  radialGradient xlink:href svg-local-reference document
svg  pattern    href        svg-local-reference document
svg  pattern    xlink:href  svg-local-reference document
svg  animate    href        svg-local-reference document
svg  animate    xlink:href  svg-local-reference document
svg  animateMotion href     svg-local-reference document
svg  animateMotion xlink:href svg-local-reference document
svg  animateTransform href  svg-local-reference document
svg  animateTransform xlink:href svg-local-reference document
svg  set        href        svg-local-reference document
svg  set        xlink:href  svg-local-reference document
svg  foreignObject href     embedded-nested-document document
svg  foreignObject xlink:href embedded-nested-document document
svg  filter     xlink:href  svg-local-reference document href=z
svg  tref       xlink:href  svg-local-reference document
svg  altGlyph   xlink:href  svg-local-reference document
svg  glyphRef   xlink:href  svg-local-reference document
svg  cursor     xlink:href  embedded-image    document
svg  color-profile xlink:href resource        document
svg  font-face-uri xlink:href resource        document
math mi         href        hyperlink         document   xlink:href=z
math mi         xlink:href  hyperlink         document
math math       altimg      embedded-image    document
math annotation src         resource          document
math annotation-xml src     resource          document
math csymbol    definitionURL identifier      document
math math       cdgroup     identifier        document
html a          ping        hyperlink-auditing document
html area       ping        hyperlink-auditing document
svg  a          ping        hyperlink-auditing document
html link       imagesrcset embedded-image    document   rel=preload as=image
html img        srcset      embedded-image    document
html object     archive     resource          codebase   codebase=/c/
html applet     archive     resource          codebase   codebase=/c/
html head       profile     identifier        document
html div        itemtype    identifier        nothing
html script     attributionsrc attribution    document
html layer      background  embedded-image    document
html ilayer     background  embedded-image    document
`

// TestRegistry holds each row of the registry: that the attribute is listed, as what, and what it is relative to.
func TestRegistry(t *testing.T) {
	d, err := document.Parse(strings.NewReader("<base href=http://b/><body>"), document.Options{
		Address: "http://h/", ContentType: "text/html; charset=windows-1252",
	})
	if err != nil {
		t.Fatal(err)
	}
	wantURL := map[string]string{
		"document": "http://b/?%E9", "document/utf-8": "http://b/?%C3%A9", "fallback": "http://h/?%E9",
		"codebase": "http://b/c/?%E9", "nothing": "",
	}
	const wantRows = 126
	rows := strings.Split(strings.TrimSpace(registryRows), "\n")
	if len(rows) != wantRows {
		t.Errorf("%d rows, want %d", len(rows), wantRows)
	}
	for _, row := range rows {
		f := strings.Fields(row)
		n := element(d, f[0], f[1], f[2]+"=?é", f[5:]...)
		var got []document.Link
		for link := range d.LinksOf(n) {
			if link.Attr == f[2] || link.Raw == "z" && f[2] == "href" {
				got = append(got, link)
			}
		}
		if len(got) != 1 || got[0].Attr != f[2] || string(got[0].Kind) != f[3] || got[0].URL.String() != wantURL[f[4]] {
			t.Errorf("%s: links %+v, want %s %s", row, got, f[3], wantURL[f[4]])
		}
	}
}

// TestRegistryConditions holds when an attribute of the registry holds no URL.
func TestRegistryConditions(t *testing.T) {
	d, err := document.Parse(strings.NewReader(""), document.Options{Address: "http://h/"})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"html input src", "html input src type=text", "html source src", "html button formaction type=reset",
		"html button formaction type=BUTTON", "html input formaction", "html input formaction type=text",
		"html div itemid", "html div itemid itemscope=", "html param value", "html param value valuetype=data",
		"html div href", "html a xlink:href", "html A HREF", "html span src", "html textarea data", "svg base href",
		"svg rect href", "svg img src", "svg div itemid itemscope= itemtype=x", "math base src", "math a background",
		"html img usemap", "html script for", "svg filter href", "html div ping", "html source srcset",
		"html link imagesrcset", "html link imagesrcset rel=preload", "html meta content", "html meta content name=refresh",
		"html div data-src", "html meta content property=og:image", "html div about", "html rect fill", "html div archive",
	} {
		f := strings.Fields(row)
		n := element(d, f[0], f[1], f[2]+"=x", f[3:]...)
		for link := range d.LinksOf(n) {
			t.Errorf("%s is listed as %s", row, link.Kind)
		}
	}
	video := element(d, "html", "video", "x=y")
	source := element(d, "html", "source", "src=x")
	video.AppendChild(source)
	for link := range d.LinksOf(source) {
		if link.Kind != document.Media || link.URL.String() != "http://h/x" {
			t.Errorf("source in video: %+v", link)
		}
		return
	}
	t.Error("source in video is not listed")
}

// TestKinds holds which references are listed: without a choice all but those that no browser follows.
func TestKinds(t *testing.T) {
	const page = `<meta property=og:image content=og><div data-src=lazy data-srcset="lazy1 1x, lazy2 2x" about=rdfa></div>` +
		`<div about="[dc:title]" resource=curie></div><a href=a data-mine=mine></a><img src=img mine="m1 1x, m2 2x">`
	custom := []document.Attribute{
		{Elements: "a", Names: "data-mine", Kind: document.Hyperlink},
		{Elements: "img", Names: "mine", Syntax: document.Srcset, Kind: "my own"},
		{Elements: "img", Names: "src", Kind: "mine, too"},
	}
	for _, c := range []struct {
		options document.Options
		want    string
	}{
		{document.Options{}, "a img"},
		{document.Options{Kinds: document.Kinds()}, "og lazy lazy1 lazy2 rdfa a img"},
		{document.Options{Kinds: []document.Kind{document.LazyLoaded, document.Image}}, "lazy lazy1 lazy2 img"},
		{document.Options{Kinds: []document.Kind{}}, ""},
		{document.Options{Attributes: custom}, "mine a img m1 m2"},
		{document.Options{Attributes: custom, Kinds: []document.Kind{document.Image, "my own"}}, "m1 m2"},
	} {
		c.options.Address = "http://h/"
		var got []string
		for link := range mustParse(t, page, c.options).Links() {
			got = append(got, link.Raw)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: %q, want %q", c.options.Kinds, got, c.want)
		}
	}
}

// TestCustomFields holds rows of users for header fields, and that rows which cannot be are refused.
func TestCustomFields(t *testing.T) {
	o := document.Options{
		Address: "http://h/p", Edition: resolve.Living, Header: map[string][]string{"X-Foo": {"a"}},
		Attributes: []document.Attribute{
			{Namespace: "http", Names: "X-Foo", Kind: document.NestedDocument, Empty: document.EmptyBlank},
		},
	}
	found := false
	for link := range mustParse(t, "<template></template>", o).Links() {
		found = link.URL.String() == "http://h/a" && link.Attr == "X-Foo" && link.Ignored == ""
	}
	if !found {
		t.Error("no link in X-Foo")
	}
	for _, bad := range []document.Attribute{{Elements: "a", Names: "b", Syntax: 99}, {Elements: "a", Names: "b", Syntax: document.LinkField}} {
		if _, err := document.Parse(strings.NewReader(""), document.Options{Attributes: []document.Attribute{bad}}); err == nil {
			t.Errorf("no error for %+v", bad)
		}
	}
}

// element makes an element of the document, with attributes like "href=x"; "|" stands for a space.
func element(d *document.Document, namespace, name, attr string, attrs ...string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Namespace: strings.TrimPrefix(namespace, "html"), Data: name}
	for _, a := range append([]string{attr}, attrs...) {
		key, value, _ := strings.Cut(a, "=")
		parsed := html.Attribute{Key: key, Val: strings.ReplaceAll(value, "|", " ")}
		if prefix, local, ok := strings.Cut(key, ":"); ok && n.Namespace != "" {
			parsed.Namespace, parsed.Key = prefix, local
		}
		n.Attr = append(n.Attr, parsed)
	}
	return n
}
