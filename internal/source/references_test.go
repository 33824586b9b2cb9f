package source_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/source"
)

// Paths are of https://html.spec.whatwg.org/multipage/. The values are those in an attribute, and in a text.
var valueCases = []struct{ clause, raw, attribute, text string }{
	{"#normalize-newlines", "a\r\nb\rc\nd\r\r\n", "a\nb\nc\nd\n\n", "a\nb\nc\nd\n\n"},
	{"#attribute-value-(double-quoted)-state", "\x00&\x00amp;", "\uFFFD&\uFFFDamp;", "\uFFFD&\uFFFDamp;"},
	{"#named-character-reference-state", "&amp;&AMP&lt;&NotEqualTilde;", "&&<≂̸", "&&<≂̸"},
	{"#named-character-reference-state", "&copy", "©", "©"},
	{"#named-character-reference-state", "?a&copy=1&copyb=2&copy;=3", "?a&copy=1&copyb=2©=3", "?a©=1©b=2©=3"},
	{"#named-character-reference-state", "&notit; &notin; &not;", "&notit; ∉ ¬", "¬it; ∉ ¬"},
	{"#named-character-reference-state", "&nosuch; & &; &", "&nosuch; & &; &", "&nosuch; & &; &"},
	{"#named-character-reference-state", "&CounterClockwiseContourIntegral;", "∳", "∳"},
	{"#named-character-reference-state", "&ampCounterClockwiseContourIntegral;", "&ampCounterClockwiseContourIntegral;",
		"&CounterClockwiseContourIntegral;"},
	{"#numeric-character-reference-state", "&#65;&#x41;&#X4a;&#65&#x41g", "AAJAAg", "AAJAAg"},
	{"#numeric-character-reference-state", "&#;&#x;&#&#x", "&#;&#x;&#&#x", "&#;&#x;&#&#x"},
	{"#numeric-character-reference-end-state",
		"&#0;&#xD800;&#x110000;&#99999999999999999999;", "\uFFFD\uFFFD\uFFFD\uFFFD",
		"\uFFFD\uFFFD\uFFFD\uFFFD"},
	{"#numeric-character-reference-end-state", "&#128;&#x99;&#x81;&#13;&#10;", "€™\u0081\r\n", "€™\u0081\r\n"},
}

func TestValue(t *testing.T) {
	for _, c := range valueCases {
		for _, attribute := range []bool{true, false} {
			want := c.text
			if attribute {
				want = c.attribute
			}
			if got := string(source.AppendValue([]byte("^"), []byte(c.raw), attribute)); got != "^"+want {
				t.Errorf("%s: %q gives %q, want %q", c.clause, c.raw, got, want)
			}
			if !source.Equal([]byte(c.raw), want, attribute) {
				t.Errorf("%s: %q does not equal %q", c.clause, c.raw, want)
			}
		}
	}
}

// oracle returns what the tokenizer makes of a value or a text. It reports false where raw cannot be one.
func oracle(raw []byte, attribute bool) (string, bool) {
	const name = "</title"
	tag, end := "<title>", name+">"
	if attribute {
		quote := `"`
		if bytes.ContainsRune(raw, '"') {
			quote = "'"
		}
		tag, end = "<a x="+quote, quote+">"
	}
	if attribute && bytes.Contains(raw, []byte(end)[:1]) ||
		!attribute && strings.Contains(strings.ToLower(string(raw)), name) {
		return "", false
	}
	z := html.NewTokenizer(strings.NewReader(tag + string(raw) + end))
	z.Next()
	if attribute {
		_, val, _ := z.TagAttr()
		return string(val), true
	}
	if z.Next() == html.TextToken {
		return string(z.Text()), true
	}
	return "", true
}

// openReference matches what may become another reference, or none, with what follows it.
var openReference = regexp.MustCompile(`(&#?[0-9A-Za-z]*|\r)$`)

// FuzzValue holds that AppendValue gives what the tokenizer gives, that Equal knows that and nothing else, and that a
// Map cuts raw into the parts that give the parts of the value.
func FuzzValue(f *testing.F) {
	for _, c := range valueCases {
		f.Add([]byte(c.raw))
	}
	f.Add([]byte(strings.Repeat("a&amp;é\r\n", 500)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, attribute := range []bool{true, false} {
			want, ok := oracle(raw, attribute)
			if !ok {
				continue
			}
			got := string(source.AppendValue(nil, raw, attribute))
			if got != want {
				t.Fatalf("%q gives %q, want %q (attribute: %v)", raw, got, want, attribute)
			}
			if !source.Equal(raw, got, attribute) || source.Equal(raw, got+"x", attribute) ||
				got != "" && source.Equal(raw, got[1:], attribute) ||
				got != "" && source.Equal(raw, got[:len(got)-1], attribute) ||
				source.Equal(raw, strings.Replace(got, "a", "b", 1), attribute) != !strings.Contains(got, "a") {
				t.Fatalf("Equal is wrong about %q", raw)
			}
			checkMap(t, raw, got, attribute)
		}
	})
}

// checkMap checks the Map of a value there and back.
func checkMap(t *testing.T, raw []byte, value string, attribute bool) {
	m := source.NewMap(raw, attribute)
	if m.Start(len(value)) != len(raw) || m.End(len(value)) != len(raw) || m.Start(1<<40) != len(raw) ||
		m.End(1<<40) != len(raw) || m.Start(-1) != 0 || m.End(-1) != 0 || m.End(0) != 0 {
		t.Fatalf("%q: the ends of %q are not those of raw", raw, value)
	}
	starts, ends := make([]int, len(value)+1), make([]int, len(value)+1)
	for i := range starts {
		starts[i], ends[i] = m.Start(i), m.End(i)
		if starts[i] > ends[i] || i > 0 && (starts[i] < starts[i-1] || ends[i] < ends[i-1] || ends[i] <= starts[i-1]) {
			t.Fatalf("%q: byte %d of %q is at %d or %d", raw, i, value, starts[i], ends[i])
		}
	}
	rawAt, valueAt := 0, 0
	for i := range starts {
		back := len(starts) - 1 - i
		if m.Start(back) != starts[back] || m.End(back) != ends[back] || m.Start(i) != starts[i] {
			t.Fatalf("%q: bytes %d and %d of %q have moved", raw, i, back, value)
		}
		part := raw[rawAt:ends[i]]
		if starts[i] != ends[i] || openReference.Match(part[max(0, len(part)-40):]) {
			continue // inside a reference
		}
		if got := string(source.AppendValue(nil, part, attribute)); got != value[valueAt:i] {
			t.Fatalf("%q is the place of %q, not %q, in %q", part, value[valueAt:i], got, raw)
		}
		rawAt, valueAt = ends[i], i
	}
}

// TestMap holds the offsets of one value.
func TestMap(t *testing.T) {
	const raw = "a&eacute;\r\n&#66;c"
	m := source.NewMap([]byte(raw), true) // aé\nBc
	for i, want := range []struct{ start, end int }{
		{0, 0}, {1, 1}, {1, 9}, {9, 9}, {11, 11}, {16, 16}, {17, 17},
	} {
		if start, end := m.Start(i), m.End(i); start != want.start || end != want.end {
			t.Errorf("byte %d is at %d, what is before it ends at %d, want %v", i, start, end, want)
		}
	}
}

// TestNames holds all names of references that the HTML parser is tested with, and some that are like them.
func TestNames(t *testing.T) {
	file := filepath.Join(parserFolder(t), "testdata", "html5lib-tests", "tokenizer", "namedEntities.test")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip(err)
	}
	var names struct{ Tests []struct{ Input string } }
	if err := json.Unmarshal(text, &names); err != nil {
		t.Fatal(err)
	}
	const wantNames = 4210
	if len(names.Tests) != wantNames {
		t.Errorf("%d names, want %d", len(names.Tests), wantNames)
	}
	for _, c := range names.Tests {
		for _, after := range []string{"", "=", "b", ";", "&"} {
			raw := c.Input + after
			for _, attribute := range []bool{true, false} {
				want, _ := oracle([]byte(raw), attribute)
				if got := string(source.AppendValue(nil, []byte(raw), attribute)); got != want {
					t.Errorf("%q gives %q, want %q (attribute: %v)", raw, got, want, attribute)
				}
			}
		}
	}
}

// TestConcurrentValues holds that values can be decoded at once. Most of it is for the race detector.
func TestConcurrentValues(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for _, c := range valueCases {
				if !source.Equal([]byte(c.raw), c.text, false) {
					t.Errorf("%q does not equal %q", c.raw, c.text)
				}
			}
		})
	}
	group.Wait()
}
