package charset_test

import (
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
)

// count fails the test where a file has not as many cases as this code was written for.
func count(t *testing.T, name string, got, want int) {
	t.Helper()
	if got != want {
		t.Fatalf("%s has %d cases, want %d", name, got, want)
	}
}

func TestConformanceLabels(t *testing.T) {
	const name = "charset/encoding-labels.json"
	var file struct {
		Cases []struct{ Label, Name string }
	}
	testcase.ReadConformance(t, name, &file)
	count(t, name, len(file.Cases), 228)
	for _, c := range file.Cases {
		if e, ok := charset.Lookup(c.Label); !ok || e.String() != c.Name {
			t.Errorf("Lookup(%q) = %v, %v, want %s", c.Label, e, ok, c.Name)
		}
	}
}

// sniffCase is a page of the sniffing tests. Either of the two names of the expected encoding is set.
type sniffCase struct {
	WPT         string
	Data        []byte `json:"data_b64"`
	ContentType string `json:"content_type"`
	Expect      string
	Encoding    string
	Scenario    string
}

func loadSniffCases(t *testing.T, name string, want int) []sniffCase {
	t.Helper()
	var file struct{ Cases []sniffCase }
	testcase.ReadConformance(t, name, &file)
	count(t, name, len(file.Cases), want)
	return file.Cases
}

// sameEncoding compares an expected label with an encoding.
func sameEncoding(label string, e charset.Encoding) bool {
	want, ok := charset.Lookup(label)
	return ok && want == e
}

func TestConformanceHTML5Lib(t *testing.T) {
	const inScript = "the text of a script or style holds no element; the suite scans the bytes without a tokenizer"
	known := testcase.Ledger{
		"54": inScript, "55": inScript, "56": inScript,
		"82": "the meta element is written by a script",
	}.Open(t)
	for i, c := range loadSniffCases(t, "charset/html5lib-encoding.json", 83) {
		e, src, _ := charset.Sniff(c.Data, "")
		known.Check(strconv.Itoa(i), sameEncoding(c.Encoding, e), "%.80q: %v (%v), want %s", c.Data, e, src, c.Encoding)
	}
}

func TestConformanceLateMeta(t *testing.T) {
	known := testcase.Ledger{}.Open(t)
	ran := 0
	for _, c := range loadSniffCases(t, "charset/wpt-html-syntax-charset.json", 36) {
		if c.Scenario != "" {
			continue // about frames that inherit an encoding: no bytes
		}
		ran++
		e, src, _ := charset.Sniff(c.Data, "text/html")
		label, negated := strings.CutPrefix(strings.Replace(c.Expect, " (fallback)", "", 1), "not ")
		pass := sameEncoding(label, e) != negated
		if negated {
			pass = pass && src == charset.Fallback
		}
		known.Check(c.WPT, pass, "%v (%v), want %s", e, src, c.Expect)
	}
	count(t, "pages with bytes", ran, 30)
}

func TestConformanceXMLDeclaration(t *testing.T) {
	known := testcase.Ledger{}.Open(t)
	for _, c := range loadSniffCases(t, "charset/wpt-xmldecl.json", 47) {
		contentType := ""
		if strings.Contains(c.WPT, "-vs-http") {
			contentType = "text/html; charset=utf-8"
		}
		e, src, _ := charset.Sniff(c.Data, contentType)
		known.Check(c.WPT, sameEncoding(c.Expect, e), "%v (%v), want %s", e, src, c.Expect)
	}
}

func TestConformanceInputByteStream(t *testing.T) {
	known := testcase.Ledger{}.Open(t)
	for _, c := range loadSniffCases(t, "charset/wpt-input-byte-stream.json", 11) {
		e, src, _ := charset.Sniff(c.Data, c.ContentType)
		known.Check(c.WPT, sameEncoding(c.Expect, e), "%v (%v), want %s", e, src, c.Expect)
	}
}

// The multi-byte encoders, on every code point of the tests: more than forty thousand for each encoding.
func TestConformanceEncoders(t *testing.T) {
	for label, cases := range map[string]int{
		"big5": 43390, "euc-jp": 43275, "euc-kr": 43264, "iso-2022-jp": 43275, "shift_jis": 43275,
	} {
		t.Run(label, func(t *testing.T) {
			name := "encoding/href-encode-" + label + ".json"
			var file struct {
				Encodable         map[string]string
				UnencodableRanges [][2]rune `json:"unencodable_ranges"`
			}
			testcase.ReadConformance(t, name, &file)
			e, _ := charset.Lookup(label)
			n := 0
			for codePoint, want := range file.Encodable {
				r, err := strconv.ParseUint(codePoint, 16, 32)
				if err != nil {
					t.Fatal(err)
				}
				n++
				got := strings.ToUpper(hex.EncodeToString(e.AppendEncode(nil, string(rune(r)), charset.CharacterReference)))
				if e == charset.ISO2022JP {
					got = strings.TrimSuffix(got, "1B2842") // as the data has it
				}
				if got != want {
					t.Errorf("%U: %s, want %s", r, got, want)
				}
			}
			for _, c := range file.UnencodableRanges {
				for r := c[0]; r <= c[1]; r++ {
					n++
					got := string(e.AppendEncode(nil, string(r), charset.CharacterReference))
					if want := "&#" + strconv.Itoa(int(r)) + ";"; got != want {
						t.Errorf("%U: %q, want %q", r, got, want)
					}
				}
			}
			count(t, name, n, cases)
		})
	}
}

// The data has the query of a URL, so these bytes are percent-encoded here as a query of a URL is.
func TestConformanceEncodersExact(t *testing.T) {
	const name = "encoding/href-encoder-exact.json"
	var file struct {
		Cases []struct{ Charset, Input, Search, Desc string }
	}
	testcase.ReadConformance(t, name, &file)
	count(t, name, len(file.Cases), 328)
	for _, c := range file.Cases {
		e, ok := charset.Lookup(c.Charset)
		if !ok {
			t.Fatalf("unknown charset %q", c.Charset)
		}
		if got := "?" + query(e, c.Input); got != c.Search {
			t.Errorf("%s: %s %+q: %q, want %q", c.Charset, c.Desc, c.Input, got, c.Search)
		}
	}
}

// query encodes s as the query of a URL in a page of encoding e.
//
// Spec: https://url.spec.whatwg.org/#string-percent-encode-after-encoding
func query(e charset.Encoding, s string) string {
	var out strings.Builder
	escape := func(b []byte) {
		for _, c := range b {
			if c <= ' ' || c > '~' || strings.IndexByte("\"#'<>", c) >= 0 {
				fmt.Fprintf(&out, "%%%02X", c)
			} else {
				out.WriteByte(c)
			}
		}
	}
	enc := e.NewEncoder()
	for _, r := range s {
		b, ok := enc.Append(nil, r)
		escape(b)
		if !ok {
			fmt.Fprintf(&out, "%%26%%23%d%%3B", charset.ErrorRune(r))
		}
	}
	escape(enc.Finish(nil))
	return out.String()
}

func TestConformanceStateful(t *testing.T) {
	const name = "encoding/form-errors-stateful.json"
	var file struct {
		Cases []struct{ Charset, Input, Bytes string }
	}
	testcase.ReadConformance(t, name, &file)
	count(t, name, len(file.Cases), 1)
	for _, c := range file.Cases {
		e, _ := charset.Lookup(c.Charset)
		if got := string(e.AppendEncode(nil, c.Input, charset.CharacterReference)); got != c.Bytes {
			t.Errorf("%q: %q, want %q", c.Input, got, c.Bytes)
		}
	}
}

// The file has facts in words; they are spelled out here in its order.
func TestConformanceMisc(t *testing.T) {
	const name = "charset/wpt-encoding-misc.json"
	var file struct {
		Cases []struct {
			WPT    string
			Labels []string
		}
	}
	testcase.ReadConformance(t, name, &file)
	count(t, name, len(file.Cases), 6)
	known := testcase.Ledger{
		"encoding/sniffing.html": "valid UTF-8 is taken for UTF-8: see the Deviation of Sniff",
	}.Open(t)
	for _, c := range file.Cases {
		known.Check(c.WPT, miscFact(c.WPT, c.Labels), "fails")
	}
}

func miscFact(name string, labels []string) bool {
	sniff := func(page string) charset.Encoding {
		e, _, _ := charset.Sniff([]byte(page), "")
		return e
	}
	all := func(f func(label string) bool) bool {
		return !slices.ContainsFunc(labels, func(label string) bool { return !f(label) })
	}
	switch path.Base(name) {
	case "bom-handling.html":
		e, _, _ := charset.Sniff([]byte("\uFEFF<meta charset=windows-1252>"), "text/html; charset=windows-1252")
		return e == charset.UTF8
	case "sniffing.html":
		return sniff("<p>é") == charset.Windows1252
	case "utf-32.html":
		return sniff("\xFF\xFE\x00\x00<\x00\x00\x00") == charset.UTF16LE &&
			sniff("\x00\x00\xFE\xFF\x00\x00\x00<") == charset.Windows1252 &&
			sniff("<\x00\x00\x00p\x00\x00\x00") == charset.Windows1252
	case "unsupported-encodings.any.js":
		return all(func(label string) bool { _, ok := charset.Lookup(label); return !ok })
	case "remove-only-one-bom.html":
		const page = "\uFEFF\uFEFFx"
		e, _, bom := charset.Sniff([]byte(page), "")
		return string(e.Decode([]byte(page)[bom:])) == "\uFEFFx"
	case "replacement-encodings.any.js":
		return all(func(label string) bool {
			e, ok := charset.Lookup(label)
			return ok && e == charset.Replacement && e.Output() == charset.UTF8 && string(e.Decode([]byte("ab"))) == "\uFFFD"
		})
	}
	return false
}
