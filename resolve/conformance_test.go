package resolve_test

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// rfc3986Ledger has the examples in which HTML5 differs from RFC 3986.
var rfc3986Ledger = testcase.Ledger{
	"//g": "2.6.4 step 10 supplies the path / that http has",
}

// TestRFC3986Examples holds the examples of RFC 3986 sections 5.4.1 and 5.4.2, strict.
func TestRFC3986Examples(t *testing.T) {
	known := rfc3986Ledger.Open(t)
	type exampleCase struct{ Base, Ref, RFC3986 string }
	for _, c := range testcase.Conformance[exampleCase](t, "rfc/rfc3986-5.4.json") {
		got, err := resolveOn(resolve.Resolver{}, &c.Base, c.Ref)
		known.Check(c.Ref, got.String() == c.RFC3986, "%q, %v, want %q", got, err, c.RFC3986)
	}
}

// TestRoyFielding holds the test pages from before RFC 3986. Where RFC 3986 changed the result of RFC 2396, today's
// result is its result.
func TestRoyFielding(t *testing.T) {
	type pageCase struct {
		Page, N   int
		Base, Ref string
		Expected  string
		WHATWG    *string
	}
	for _, c := range testcase.Conformance[pageCase](t, "rfc/roy-fielding-tests.json") {
		got, err := resolveOn(resolve.Resolver{}, &c.Base, c.Ref)
		if got.String() != c.Expected && (c.WHATWG == nil || got.String() != *c.WHATWG) {
			t.Errorf("page %d.%d: %q on %q is %q, %v, want %q or %s", c.Page, c.N, c.Ref, c.Base, got, err, c.Expected, show(c.WHATWG))
		}
	}
}

// schemeLedger has the schemes whose query is not encoded in the document's encoding today. In HTML5 the scheme does
// not matter.
var schemeLedger = func() testcase.Ledger {
	ledger := testcase.Ledger{}
	for scheme := range strings.FieldsSeq(`ws wss mailto data javascript ftps httpbogus bitcoin geo im irc ircs magnet mms
		news nntp sip sms smsto ssh tel urn webcal wtai xmpp web+http`) {
		ledger[scheme] = "2.6.4 step 8 asks for no scheme"
	}
	return ledger
}()

// TestQueryEncodingSchemes resolves a reference of each scheme in a windows-1252 document.
func TestQueryEncodingSchemes(t *testing.T) {
	known := schemeLedger.Open(t)
	type schemeCase struct {
		Href          string
		QueryEncoding string `json:"query_encoding"`
	}
	for _, c := range testcase.Conformance[schemeCase](t, "html/query-encoding-schemes.json") {
		u, err := resolver(t, "windows-1252").Resolve(resolve.URL{}, c.Href)
		if err != nil {
			t.Errorf("%q: %v", c.Href, err)
			continue
		}
		scheme, _ := u.Scheme()
		want := "x=%C3%A5"
		if strings.HasPrefix(c.QueryEncoding, "document") {
			want = "x=%E5"
		}
		known.Check(scheme, strings.Contains(u.String(), want), "%q, want %q", u, want)
	}
}

// xmlBaseLedger has the example of XML Base that is read otherwise.
var xmlBaseLedger = testcase.Ledger{
	"section 3.? second edition: xml:base is an LEIRI and is returned unescaped": "a base URI is escaped per XML Base 3.1 before it is resolved, so that it is a URL: ros%C3%A9",
}

// TestXMLBaseExamples holds the examples of XML Base, read as XML.
func TestXMLBaseExamples(t *testing.T) {
	known := xmlBaseLedger.Open(t)
	type exampleCase struct {
		Example, XML string
		Expect       json.RawMessage
		BaseOfE2     string `json:"expect_base_of_e2"`
	}
	withXML := 0
	for _, c := range testcase.Conformance[exampleCase](t, "rfc/xml-base-examples.json") {
		if c.XML == "" {
			continue // a rule in words
		}
		withXML++
		got := readXMLBase(t, c.XML)
		if c.BaseOfE2 != "" {
			known.Check(c.Example, got["base of e2"] == c.BaseOfE2, "%q, want %q", got["base of e2"], c.BaseOfE2)
			continue
		}
		var expect []struct{ Href, Resolved string }
		if err := json.Unmarshal(c.Expect, &expect); err != nil {
			t.Fatal(err)
		}
		for _, e := range expect {
			known.Check(c.Example, got[e.Href] == e.Resolved, "%q is %q, want %q", e.Href, got[e.Href], e.Resolved)
		}
	}
	if withXML != 5 {
		t.Errorf("%d examples in XML, want 5", withXML)
	}
}

// readXMLBase resolves every href of an XML document, and tells the base of each element.
func readXMLBase(t *testing.T, document string) map[string]string {
	t.Helper()
	resolved := map[string]string{}
	var bases []resolve.URL
	base := resolve.URL{}
	decoder := xml.NewDecoder(strings.NewReader(document))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return resolved
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			bases = append(bases, base)
			for _, a := range token.Attr {
				if a.Name.Space == "http://www.w3.org/XML/1998/namespace" && a.Name.Local == "base" {
					base = resolve.XMLBase(base, a.Value)
				}
			}
			resolved["base of "+token.Name.Local] = base.String()
			for _, a := range token.Attr {
				if a.Name.Local == "href" {
					u, err := resolve.Resolver{}.Resolve(base, a.Value)
					if err != nil {
						t.Fatal(err)
					}
					resolved[a.Value] = u.String()
				}
			}
		case xml.EndElement:
			base, bases = bases[len(bases)-1], bases[:len(bases)-1]
		}
	}
}
