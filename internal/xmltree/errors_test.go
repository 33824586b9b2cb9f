package xmltree_test

import (
	"errors"
	"strings"
	"testing"

	"htmlurl/internal/xmltree"
)

// errorCases are documents without a tree: where parsing stops and a part of the message. Where nothing else is said,
// the clause is one of https://www.w3.org/TR/2008/REC-xml-20081126/.
var errorCases = []struct {
	page         string
	line, column int
	problem      string
}{
	// #NT-document
	{"", 1, 1, "no element"},
	{" <!-- -->", 1, 10, "no element"},
	{"<a/><b/>", 1, 5, "a second root element <b>"},
	{"<a/>x", 1, 5, "text outside"},
	{"\uFEFF<a/>", 1, 1, "text outside"},
	{"<a/>&#32;", 1, 5, "text outside"},
	{"<![CDATA[]]><a/>", 1, 1, "text outside"},
	{"<a>\r\n\r<b>é</b>", 3, 9, "<a> is not closed"},
	{"<a/></a>", 1, 5, "</a> without a start tag"},

	// #charsets
	{"<a>\né\x00</a>", 2, 2, "does not allow"},
	{"<a><!--\x0B--></a>", 1, 8, "does not allow"},
	{"<a>\xFF</a>", 1, 4, "does not allow"},
	{"<a b='\uFFFE'/>", 1, 7, "does not allow"},
	{"<a>\xED\xA0\x80</a>", 1, 4, "does not allow"},

	// #NT-XMLDecl
	{"<?xml ?><a/>", 1, 6, "XML declaration"},
	{"<?xml version='2.0'?><a/>", 1, 20, "XML declaration"},
	{"<?xml version='1.'?><a/>", 1, 19, "XML declaration"},
	{"<?xml version='1.0' encoding='1'?><a/>", 1, 33, "XML declaration"},
	{"<?xml version='1.0' encoding=''?><a/>", 1, 32, "XML declaration"},
	{"<?xml version='1.0'encoding='x'?><a/>", 1, 20, "XML declaration"},
	{"<?xml encoding='x' version='1.0'?><a/>", 1, 6, "XML declaration"},
	{"<?xml version='1.0' standalone='no' encoding='x'?><a/>", 1, 37, "XML declaration"},
	{"<?xml version='1.0' standalone='maybe'?><a/>", 1, 39, "XML declaration"},
	{"<?xml version='1.0'>", 1, 20, "XML declaration"},
	{" <?xml version='1.0'?><a/>", 1, 2, "not at the start"},
	{"<?xml?><a/>", 1, 1, "not at the start"},
	{"<a><?XmL x?></a>", 1, 4, "not at the start"},
	{"<a/><?xml version='1.0' encoding='x'?>", 1, 5, "not at the start"},

	// #NT-PI
	{"<a><? x?></a>", 1, 6, "target name"},
	{"<a><?x'?></a>", 1, 4, "no space after"},
	{"<a><?x?y?></a>", 1, 4, "no space after"},
	{"<a><?x y></a>", 1, 14, "EOF"},

	// #NT-Comment
	{"<a><!-- -- --></a>", 1, 12, `"--" not allowed`},
	{"<a><!-- ---></a>", 1, 12, `"--" not allowed`},
	{"<a><!--></a>", 1, 13, "EOF"},

	// #NT-doctypedecl
	{"<!doctype a><a/>", 1, 1, "a declaration outside"},
	{"<!DOCTYPEa><a/>", 1, 10, "DOCTYPE"},
	{"<!DOCTYPE ><a/>", 1, 11, "DOCTYPE"},
	{"<!DOCTYPE a PUBLIC 'x'><a/>", 1, 23, "DOCTYPE"},
	{"<!DOCTYPE a PUBLIC'x' 'y'><a/>", 1, 19, "DOCTYPE"},
	{"<!DOCTYPE a PUBLIC '{' 'y'><a/>", 1, 23, "DOCTYPE"},
	{"<!DOCTYPE a SYSTEM><a/>", 1, 19, "DOCTYPE"},
	{"<!DOCTYPE a SYSTEM 'x><a/>", 1, 20, "DOCTYPE"},
	{"<!DOCTYPE a b><a/>", 1, 13, "DOCTYPE"},
	{"<!DOCTYPE a [ x ]><a/>", 1, 15, "DOCTYPE"},
	{"<!DOCTYPE a [ <!-- ]><a/>", 1, 20, "DOCTYPE"},
	{"<!DOCTYPE a [ <?x ]><a/>", 1, 19, "DOCTYPE"},
	{"<!DOCTYPE a [ %x ]><a/>", 1, 18, "DOCTYPE"},
	{"<!DOCTYPE a [ <!ENTITY x 'y> ]><a/>", 1, 26, "DOCTYPE"},
	{"<!DOCTYPE a [ <!ENTITY <x> ]><a/>", 1, 24, "DOCTYPE"},
	{"<!DOCTYPE a [ <!ENTITY x", 1, 24, "DOCTYPE"},
	{"<!DOCTYPE a [ <! x> ]><a/>", 1, 15, "DOCTYPE"},
	{"<!DOCTYPE a [ <![INCLUDE[]]> ]><a/>", 1, 15, "DOCTYPE"},
	{"<!DOCTYPE a [ <!ENTITYx 'y'> ]><a/>", 1, 23, "DOCTYPE"},
	{"<!DOCTYPE a [ <? x?> ]><a/>", 1, 18, "DOCTYPE"},
	{"<!DOCTYPE a [] x><a/>", 1, 16, "DOCTYPE"},
	{"<!DOCTYPE a", 1, 12, "DOCTYPE"},
	{"<!DOCTYPE a><!DOCTYPE a><a/>", 1, 13, "a second DOCTYPE"},
	{"<a/><!DOCTYPE a>", 1, 5, "after the root"},
	{"<a><!DOCTYPE a></a>", 1, 4, "after the root"},
	{"<a><!ENTITY x 'y'></a>", 1, 4, "a declaration outside"},

	// #NT-STag, #NT-ETag
	{"<a><b></a></b>", 1, 7, "<b> is closed by </a>"},
	{"<a></A>", 1, 4, "<a> is closed by </A>"},
	{"<p:a xmlns:p='u' xmlns:q='u'></q:a>", 1, 30, "<p:a> is closed by </q:a>"},
	{"<a></a x>", 1, 9, "between </a and >"},
	{"<a b></a>", 1, 6, "without ="},
	{"<a b=c></a>", 1, 7, "unquoted"},
	{"<a b='c'd='e'/>", 1, 9, "no space before the attribute d"},
	{"<a b='<'/>", 1, 8, "unescaped <"},
	{"<a b='c/>", 1, 10, "EOF"},
	{"<a b='1' b='2'/>", 1, 1, "two attributes b"},
	{"<a b1='' b2='' b3='' b4='' b5='' b6='' b7='' b8='' b9='' b1=''/>", 1, 1, "two attributes b1"},
	{"<1/>", 1, 3, "invalid XML name"},
	{"<a 1=''/>", 1, 5, "invalid XML name"},
	{"< a/>", 1, 2, "element name"},
	{"<a>]]></a>", 1, 7, "]]>"},
	{"<a><![CDATA[</a>", 1, 17, "EOF in CDATA"},
	{"<a><![cdata[]]></a>", 1, 8, "<!["},
	{"<a", 1, 3, "EOF"},

	// #sec-references
	{"<a>&</a>", 1, 5, "no semicolon"},
	{"<a>&lt </a>", 1, 7, "no semicolon"},
	{"<a>&nbsp;</a>", 1, 10, "&nbsp;"},
	{"<a>&#0;</a>", 1, 8, "U+0000"},
	{"<a>&#;</a>", 1, 7, "&#;"},
	{"<a>&#X41;</a>", 1, 6, "&#"},
	{"<a>&#xD800;</a>", 1, 4, "no character"},
	{"<a b='&#xDFFF;'/>", 1, 7, "no character"},
	{"<a b='&#55296;'/>", 1, 7, "no character"},
	{"<a>&#xFFFF;</a>", 1, 12, "U+FFFF"},
	{"<a>&#x110000;</a>", 1, 14, "&#x110000;"},
	{"<a>&#99999999999999999999;</a>", 1, 27, "&#"},
	{"<!DOCTYPE html><a>&nbsp;</a>", 1, 25, "&nbsp;"},
	{xhtmlDoctype + "<a>&notit;</a>", 2, 11, "&notit;"},
	{xhtmlDoctype + "<a>&unknown;</a>", 2, 13, "&unknown;"},

	// https://www.w3.org/TR/2009/REC-xml-names-20091208/#ns-qualnames, #nsc-NSDeclared
	{"<p:a/>", 1, 1, "the name p:a"},
	{"<a p:b=''/>", 1, 1, "the name p:b"},
	{"<a><b xmlns:p='u'/><p:c/></a>", 1, 20, "the name p:c"},
	{"<:a/>", 1, 1, "the name :a"},
	{"<a:/>", 1, 1, "the name a:"},
	{"<a b:=''/>", 1, 1, "the name b:"},
	{"<a:b:c/>", 1, 7, "element name"},
	{"<p:1 xmlns:p='u'/>", 1, 1, "the name p:1"},
	{"<a><?p:q?></a>", 1, 4, "a colon in its name"},
	{"<xmlns:a/>", 1, 1, "the name xmlns:a"},

	// https://www.w3.org/TR/2009/REC-xml-names-20091208/#xmlReserved, #nsc-NoPrefixUndecl
	{"<a xmlns:p=''/>", 1, 1, `xmlns:p=""`},
	{"<a xmlns:1='u'/>", 1, 1, `xmlns:1="u"`},
	{"<a xmlns:xml='u'/>", 1, 1, `xmlns:xml="u"`},
	{"<a xmlns:p='http://www.w3.org/XML/1998/namespace'/>", 1, 1, "xmlns:p="},
	{"<a xmlns='http://www.w3.org/XML/1998/namespace'/>", 1, 1, "xmlns="},
	{"<a xmlns:xmlns='u'/>", 1, 1, `xmlns:xmlns="u"`},
	{"<a xmlns='http://www.w3.org/2000/xmlns/'/>", 1, 1, "xmlns="},

	// https://www.w3.org/TR/2009/REC-xml-names-20091208/#uniqAttrs
	{"<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", 1, 1, "two attributes q:b"},
	{"<a xmlns:p='u' xmlns:p='v'/>", 1, 1, "two attributes xmlns:p"},
}

const xhtmlDoctype = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' ''>\n"

func TestNotWellFormed(t *testing.T) {
	for _, c := range errorCases {
		_, err := xmltree.Parse([]byte(c.page))
		typed, ok := errors.AsType[*xmltree.Error](err)
		if !ok || !errors.Is(err, xmltree.ErrNotWellFormed) {
			t.Errorf("%q: %v", c.page, err)
			continue
		}
		if typed.Line != c.line || typed.Column != c.column || !strings.Contains(typed.Problem, c.problem) {
			t.Errorf("%q: %v, want %q in line %d, column %d", c.page, err, c.problem, c.line, c.column)
		}
	}
}

// An entity that a DTD may declare is another error: the document may well be well-formed.
func TestErrEntity(t *testing.T) {
	for page, offset := range map[string]int{
		"<!DOCTYPE a [<!ENTITY x 'y'>]><a b='&x;'/>":                       39,
		"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>":                         36,
		"<!DOCTYPE a SYSTEM 'x.dtd'><a>&x;</a>":                            33,
		"<!DOCTYPE a [%p;]><a xmlns='&x;'/>":                               31,
		strings.TrimSuffix(xhtmlDoctype, ">\n") + " [<!--]-->]><a>&x;</a>": 70,
	} {
		_, err := xmltree.Parse([]byte(page))
		typed, ok := errors.AsType[*xmltree.Error](err)
		if !ok || !errors.Is(err, xmltree.ErrEntity) || typed.Offset != offset || typed.Problem != "&x;" {
			t.Errorf("%q: %v", page, err)
		}
	}
	const message = "the document refers to an entity that its DTD may declare, and the DTD is not read: " +
		"line 2, column 6: &x;"
	if _, err := xmltree.Parse([]byte("<!DOCTYPE a []><a>\n é&x;</a>")); err == nil || err.Error() != message {
		t.Errorf("%v, want %s", err, message)
	}
}

// Elements are nested as deep as the HTML parser lets them be.
func TestErrDepth(t *testing.T) {
	const limit = 512
	page := strings.Repeat("<a>", limit) + strings.Repeat("</a>", limit)
	if _, err := xmltree.Parse([]byte(page)); err != nil {
		t.Error(err)
	}
	_, err := xmltree.Parse([]byte("<a>" + page + "</a>"))
	typed, ok := errors.AsType[*xmltree.Error](err)
	if !ok || !errors.Is(err, xmltree.ErrDepth) || typed.Offset != 3*limit {
		t.Errorf("%v", err)
	}
}

// A message stays readable when the page is hostile.
func TestLongMessage(t *testing.T) {
	for _, page := range []string{
		"<" + strings.Repeat("é", 1<<20) + ">",
		"<a xmlns:xml='" + strings.Repeat("x", 1<<20) + "'/>",
		"<a>&" + strings.Repeat("x", 1<<20) + ";</a>",
	} {
		if _, err := xmltree.Parse([]byte(page)); err == nil || len(err.Error()) > 300 {
			t.Errorf("%.20q: %.400v", page, err)
		}
	}
}
