package charset_test

import (
	"testing"

	"htmlurl/internal/charset"
)

// all lists the encodings of the standard's table.
func all() []charset.Encoding {
	var list []charset.Encoding
	for e := charset.UTF8; e <= charset.XUserDefined; e++ {
		list = append(list, e)
	}
	return list
}

// https://encoding.spec.whatwg.org/#names-and-labels: every name is a label of its encoding, in any case.
func TestNames(t *testing.T) {
	count(t, "the table", len(all()), 40)
	for _, e := range all() {
		if got, ok := charset.Lookup(e.String()); !ok || got != e {
			t.Errorf("Lookup(%q) = %v, %v", e, got, ok)
		}
	}
	if got := charset.Encoding(200).String(); got != "unknown" {
		t.Errorf("no encoding has the name %q", got)
	}
	var zero charset.Encoding
	if zero.String() != "UTF-8" {
		t.Errorf("the zero Encoding is %v", zero)
	}
}

// https://encoding.spec.whatwg.org/#concept-encoding-get
func TestLookup(t *testing.T) {
	for _, c := range []struct {
		label string
		want  string // "" for none
	}{
		{"utf-8", "UTF-8"},
		{"UTF8", "UTF-8"},
		{" \t\n\f\rUtf-8 ", "UTF-8"},
		{"utf-8\v", ""},
		{"utf-8\u00A0", ""},
		{"utf-8\x00", ""},
		{"\u212Aoi8-r", ""}, // KELVIN SIGN folds to k in Unicode only
		{"ma\u017Fter", ""},
		{"\u017Fhift_jis", ""},
		{"latin1", "windows-1252"},
		{"us-ascii", "windows-1252"},
		{"iso-8859-9", "windows-1254"},
		{"tis-620", "windows-874"},
		{"gb2312", "GBK"},
		{"unicode", "UTF-16LE"},
		{"hz-gb-2312", "replacement"},
		{"iso-2022-cn", "replacement"},
		{"iso-8859-8-i", "ISO-8859-8-I"},
		{"cseucpkdfmtjapanese", "EUC-JP"},
		{"iso-8859-12", ""},
		{"utf-7", ""},
		{"", ""},
		{" ", ""},
		{"a label that is longer than any label of the table", ""},
	} {
		e, ok := charset.Lookup(c.label)
		if ok != (c.want != "") || ok && e.String() != c.want {
			t.Errorf("Lookup(%q) = %v, %v, want %q", c.label, e, ok, c.want)
		}
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { charset.Lookup(" Shift_JIS ") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// https://encoding.spec.whatwg.org/#get-an-output-encoding
func TestOutput(t *testing.T) {
	for _, e := range all() {
		want := e
		switch e {
		case charset.Replacement, charset.UTF16BE, charset.UTF16LE:
			want = charset.UTF8
		}
		if got := e.Output(); got != want {
			t.Errorf("%v.Output() = %v, want %v", e, got, want)
		}
	}
}
