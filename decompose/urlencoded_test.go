package decompose_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"htmlurl/decompose"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// TestParserConformance takes each input as the parser and as the constructor do.
func TestParserConformance(t *testing.T) {
	cases := testcase.Conformance[struct {
		Input  string
		Output [][2]string
	}](t, "url/urlencoded-parser.json")
	for _, c := range cases {
		want := toPairs(c.Output)
		if got, err := decompose.ParseURLEncoded(c.Input, decompose.URLEncoded{}); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %q (%v), want %q", c.Input, got, err, want)
		}
		for _, prefix := range []string{"", "?"} {
			if got := pairsOf(decompose.ParseSearchParams(prefix + c.Input)); !slices.Equal(got, want) {
				t.Errorf("%q: got %q, want %q", prefix+c.Input, got, want)
			}
		}
	}
}

func TestSerializerConformance(t *testing.T) {
	cases := testcase.Conformance[struct{ Value, Encoding, Expected string }](t, "url/urlencoded-serializer-encoding.json")
	for _, c := range cases {
		pairs := []decompose.Pair{{Name: "a", Value: c.Value}}
		if got := string(decompose.AppendURLEncoded(nil, pairs, encoding(t, c.Encoding))); got != "a="+c.Expected {
			t.Errorf("%q in %s: got %q, want %q", c.Value, c.Encoding, got, c.Expected)
		}
	}
}

type paramsCase struct {
	Clause           string
	Parse            *string
	Serialize, List  [][2]string
	Do               []string // a method and its arguments
	Encoding         string
	Bytes            bool
	Charset, IsIndex bool
	Pairs            [][2]string
	Output           string
	Error            *int
}

func TestURLEncoded(t *testing.T) {
	for _, c := range testcase.Own[paramsCase](t, "searchparams.json") {
		text := func(s string) string { return s }
		if c.Bytes {
			text = latin1
		}
		switch {
		case c.Parse != nil:
			testParse(t, c, text(*c.Parse))
		case c.Serialize != nil:
			testSerialize(t, c, text)
		default:
			testDo(t, c)
		}
	}
}

func testParse(t *testing.T, c paramsCase, input string) {
	o := decompose.URLEncoded{Encoding: encoding(t, c.Encoding), UseCharset: c.Charset, IsIndex: c.IsIndex}
	got, err := decompose.ParseURLEncoded(input, o)
	if c.Error != nil {
		failure, ok := errors.AsType[*decompose.NonASCIIError](err)
		if !ok || failure.Offset != *c.Error || failure.Encoding != o.Encoding || got != nil {
			t.Errorf("%s: %+v of %q: got %q and %v, want failure at byte %d", c.Clause, o, input, got, err, *c.Error)
		}
		return
	}
	if want := toPairs(c.Pairs); err != nil || !slices.Equal(got, want) {
		t.Errorf("%s: %+v of %q:\n got %q (%v)\nwant %q", c.Clause, o, input, got, err, want)
	}
}

func testSerialize(t *testing.T, c paramsCase, text func(string) string) {
	pairs := toPairs(c.Serialize)
	for i, pair := range pairs {
		pairs[i] = decompose.Pair{Name: text(pair.Name), Value: text(pair.Value)}
	}
	got := string(decompose.AppendURLEncoded([]byte("&"), pairs, encoding(t, c.Encoding)))
	if got != "&"+c.Output {
		t.Errorf("%s: %q in %s:\n got %q\nwant %q", c.Clause, pairs, c.Encoding, got, c.Output)
	}
	if p := decompose.NewSearchParams(pairs...); c.Encoding == "" && p.String() != c.Output {
		t.Errorf("%s: %q:\n got %q\nwant %q", c.Clause, pairs, p, c.Output)
	}
}

func testDo(t *testing.T, c paramsCase) {
	p := decompose.NewSearchParams(toPairs(c.List)...)
	switch method, args := c.Do[0], c.Do[1:]; method {
	case "append":
		p.Append(args[0], args[1])
	case "delete":
		p.Delete(args[0])
	case "deleteValue":
		p.DeleteValue(args[0], args[1])
	case "set":
		p.Set(args[0], args[1])
	case "setAll":
		p.SetAll(args[0], args[1:]...)
	case "sort":
		p.Sort()
	default:
		t.Fatalf("no method %q", method)
	}
	if got, want := pairsOf(p), toPairs(c.Pairs); !slices.Equal(got, want) {
		t.Errorf("%s: %q of %q:\n got %q\nwant %q", c.Clause, c.Do, c.List, got, want)
	}
}

func encoding(t testing.TB, label string) (e resolve.Encoding) {
	t.Helper()
	if label == "" {
		return e
	}
	e, err := resolve.LookupEncoding(label)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func toPairs(list [][2]string) []decompose.Pair {
	pairs := make([]decompose.Pair, len(list))
	for i, pair := range list {
		pairs[i] = decompose.Pair{Name: pair[0], Value: pair[1]}
	}
	return pairs
}

// latin1 makes each character a byte.
func latin1(s string) string {
	var b []byte
	for _, c := range s {
		b = append(b, byte(c))
	}
	return string(b)
}

// TestNonASCIIError reads the error.
func TestNonASCIIError(t *testing.T) {
	_, err := decompose.ParseURLEncoded("a=é", decompose.URLEncoded{Encoding: encoding(t, "sjis")})
	const want = "byte 2 of the Shift_JIS form data is not ASCII: it should be percent-encoded"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestURLEncodedAllocations holds what parsing and serializing cost: the list, and a few pieces for what is decoded.
func TestURLEncodedAllocations(t *testing.T) {
	ampersands := strings.Repeat("&", 1000)
	plain := strings.Repeat("name=value&", 1000)
	escaped := strings.Repeat("n%61me=v+lue&", 1000)
	pairs, err := decompose.ParseURLEncoded(escaped, decompose.URLEncoded{})
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, len(escaped))
	p := decompose.NewSearchParams(pairs...)
	for name, c := range map[string]struct {
		most float64
		run  func()
	}{
		"parse plain":   {1, func() { pairs, err = decompose.ParseURLEncoded(plain, decompose.URLEncoded{}) }},
		"parse escaped": {30, func() { pairs, err = decompose.ParseURLEncoded(escaped, decompose.URLEncoded{}) }},
		"ampersands":    {0, func() { pairs, err = decompose.ParseURLEncoded(ampersands, decompose.URLEncoded{}) }},
		"append":        {0, func() { buf = decompose.AppendURLEncoded(buf[:0], pairs, resolve.Encoding{}) }},
		"string":        {2, func() { _ = p.String() }},
		"get":           {0, func() { p.Get("no"); p.Has("no"); p.HasValue("n", "o"); p.GetAll("no"); p.Delete("no") }},
		"set":           {0, func() { p.Set("name", "x") }},
	} {
		if n := testing.AllocsPerRun(10, c.run); n > c.most || err != nil {
			t.Errorf("%s: %v allocations, want at most %v (%v)", name, n, c.most, err)
		}
	}
}

// modelParse is the parser as the text has it, on bytes, slowly.
func modelParse(input []byte) []decompose.Pair {
	var output []decompose.Pair
	decode := func(b []byte) string {
		b = bytes.ReplaceAll(b, []byte("+"), []byte(" "))
		var octets []byte
		for i := 0; i < len(b); i++ {
			var octet byte
			if n, _ := fmt.Sscanf(string(b[i:min(i+3, len(b))]), "%%%2x", &octet); n == 1 && isHexPair(b[i+1:]) {
				octets = append(octets, octet)
				i += 2
			} else {
				octets = append(octets, b[i])
			}
		}
		return decodeUTF8(octets)
	}
	for _, sequence := range bytes.Split(input, []byte("&")) {
		if len(sequence) == 0 {
			continue
		}
		name, value := sequence, []byte(nil)
		if i := bytes.IndexByte(sequence, '='); i >= 0 {
			name, value = sequence[:i], sequence[i+1:]
		}
		output = append(output, decompose.Pair{Name: decode(name), Value: decode(value)})
	}
	return output
}

func isHexPair(b []byte) bool {
	const hex = "0123456789abcdefABCDEF"
	return len(b) >= 2 && strings.IndexByte(hex, b[0]) >= 0 && strings.IndexByte(hex, b[1]) >= 0
}

// A form says in a field named _charset_ which encoding it was sent in; only a parser that is told to looks for it.
func ExampleParseURLEncoded() {
	body := "q=%E9t%E9&_charset_=iso-8859-1"
	today, _ := decompose.ParseURLEncoded(body, decompose.URLEncoded{})
	legacy, _ := decompose.ParseURLEncoded(body, decompose.URLEncoded{UseCharset: true})
	fmt.Printf("%q\n%q\n", today[0].Value, legacy[0].Value)
	// Output:
	// "�t�"
	// "été"
}

// A form in a page of another encoding cannot tell what it lacks from what its user typed.
func ExampleAppendURLEncoded() {
	sjis, err := resolve.LookupEncoding("shift_jis")
	if err != nil {
		panic(err)
	}
	form := []decompose.Pair{{Name: "ア", Value: "é"}, {Name: "ア", Value: "&#233;"}}
	fmt.Printf("%s\n", decompose.AppendURLEncoded(nil, form, sjis))
	// Output: %83A=%26%23233%3B&%83A=%26%23233%3B
}
