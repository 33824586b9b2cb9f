package document_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
)

// noURL are the rows of the public table that are not in the registry, with the reason.
var noURL = testcase.ByReason(map[string][]string{
	"holds a document: see Frames":                            {"html iframe srcdoc"},
	"names an element of the page":                            {"html img usemap", "html input usemap", "html object usemap", "html script for", "html * datasrc"},
	"names a class or a file":                                 {"html applet code", "html applet object"},
	"holds tokens, of which few are URLs, and all only names": {"html * itemprop"},
	"JSON-LD is data about things, not about the page":        {`html script[type="application/ld+json"] #text`},
	"never fetched":                                           {"html !doctype system-id"},
	"changes what others are relative to: see BaseOf":         {"xml * xml:base"},
	"about the response, not in the document":                 {"http HTTP Location", "http HTTP Content-Location", "http HTTP Content-Base"},
	"abbreviations and prefixes":                              {"html * prefix", "html * typeof"},
})

// TestRegistryTable compares the registry with the public table of attributes that hold URLs.
func TestRegistryTable(t *testing.T) {
	known := noURL.Open(t)
	checked := 0
	for _, row := range testcase.Table(t, "url_attributes.tsv") {
		element, _, _ := strings.Cut(row["element"], "[type=im")
		element, _, _ = strings.Cut(element, "[type=sp")
		namespace := row["namespace"]
		switch element {
		case "HTTP":
			namespace = "http"
		case "<?xml-stylesheet?>":
			namespace, element = "xml", "?xml-stylesheet"
		}
		attributes := strings.Replace(row["attribute"], "marker-*", "marker-start/marker-mid/marker-end", 1)
		for _, attribute := range strings.FieldsFunc(attributes, func(c rune) bool { return c == '/' || c == ',' }) {
			checked++
			name := namespace + " " + element + " " + attribute
			found := rowsFor(namespace, element, attribute)
			known.Check(name, len(found) > 0, "no row")
			if len(found) > 0 && !slices.ContainsFunc(found, func(a document.Attribute) bool { return agrees(a, row) }) {
				t.Errorf("%s: no row agrees with %v", name, row)
			}
		}
	}
	const wantChecked = 162
	if checked != wantChecked {
		t.Errorf("%d attributes, want %d", checked, wantChecked)
	}
}

// rowsFor returns the rows of the registry for an attribute of an element, or of any.
func rowsFor(namespace, element, attribute string) []document.Attribute {
	return slices.DeleteFunc(document.Attributes(), func(a document.Attribute) bool {
		elements := strings.Fields(a.Elements)
		isOf := slices.Contains(elements, element) || slices.Contains(elements, "*") || element == "*" || namespace == "http"
		return cmp.Or(a.Namespace, "html") != namespace || !isOf || !slices.Contains(strings.Fields(a.Names), attribute)
	})
}

// agrees compares a row of the registry with one of the table.
func agrees(a document.Attribute, row map[string]string) bool {
	status := map[string]document.Status{
		"current": document.Standard, "current (XML only)": document.Standard,
		"obsolete": document.Obsolete, "removed": document.Obsolete, "proprietary": document.Obsolete,
		"de-facto": document.DeFacto, "other-spec": document.DeFacto,
	}
	encodings := map[bool][]string{true: {"utf-8"}, false: {"document", "n/a"}}
	switch row["element"] {
	case "foreignObject": // SVG 2 has no such attribute
		return a.Status == document.Obsolete
	case "<?xml-stylesheet?>": // the table contradicts the web platform tests on query encoding
		return a.UTF8
	}
	return a.Status == status[row["status"]] && slices.Contains(encodings[a.UTF8], row["query_encoding"])
}
