package decompose_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"htmlurl/decompose"
	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

func pairsOf(p *decompose.SearchParams) []decompose.Pair {
	var pairs []decompose.Pair
	for name, value := range p.All() {
		pairs = append(pairs, decompose.Pair{Name: name, Value: value})
	}
	return pairs
}

// urlClass is what the step lists ask of a URL object.
type urlClass interface {
	searchParams() *decompose.SearchParams
	attribute(name string) string
	setAttribute(name, value string)
}

// liveURL is the URL class of today.
type liveURL struct{ *decompose.URL }

func (u liveURL) searchParams() *decompose.SearchParams { return u.SearchParams() }

func (u liveURL) attribute(name string) string { return attributes(u.Values())[name] }

func (u liveURL) setAttribute(name, value string) { u.Set(name, value) }

func newURL(t *testing.T, input, base string) urlClass {
	t.Helper()
	var baseText *string
	if base != "" {
		baseText = &base
	}
	u, err := parseOn(input, baseText)
	if err != nil {
		t.Fatal(err)
	}
	return liveURL{u}
}

// listsWithURL is the number of step lists that need the URL class.
const listsWithURL = 19

type stepList struct {
	File, Name string
	Steps      []step
}

type step struct {
	Op, ID, On  string
	Input, Base string
	Init        json.RawMessage
	Args        []string
	Expect      json.RawMessage
}

func (l stepList) needsURL() bool {
	return slices.ContainsFunc(l.Steps, func(s step) bool { return s.Op == "new URL" })
}

func TestSearchParamsConformance(t *testing.T) {
	needURL := 0
	for _, list := range testcase.Conformance[stepList](t, "url/urlsearchparams.json") {
		if list.needsURL() {
			needURL++
		}
		t.Run(list.File+" "+list.Name, func(t *testing.T) {
			r := stepRunner{map[string]*decompose.SearchParams{}, map[string]urlClass{}}
			for i, s := range list.Steps {
				result := r.run(t, s)
				if s.Expect == nil {
					continue
				}
				got, err := json.Marshal(result)
				if err != nil {
					t.Fatal(err)
				}
				if string(got) != canonical(t, s.Expect) {
					t.Errorf("step %d: %s %q: got %s, want %s", i+1, s.Op, s.Args, got, s.Expect)
				}
			}
		})
	}
	if needURL != listsWithURL {
		t.Errorf("%d lists need the URL class, want %d", needURL, listsWithURL)
	}
}

// canonical writes a JSON value as json.Marshal does.
func canonical(t *testing.T, value json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(value, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// null is how the step lists write it.
var null = map[string]bool{"null": true}

// stepRunner holds the objects that the steps have made.
type stepRunner struct {
	params map[string]*decompose.SearchParams
	urls   map[string]urlClass
}

func (r stepRunner) run(t *testing.T, s step) any {
	t.Helper()
	if name, ok := strings.CutPrefix(s.Op, "url."); ok && name != "searchParams" {
		if name, ok := strings.CutSuffix(name, "="); ok {
			r.urls[s.On].setAttribute(name, s.Args[0])
			return nil
		}
		return r.urls[s.On].attribute(name)
	}
	switch p, args := r.params[s.On], s.Args; s.Op {
	case "new URL":
		r.urls[s.ID] = newURL(t, s.Input, s.Base)
	case "url.searchParams":
		r.params[s.ID] = r.urls[s.On].searchParams()
	case "new URLSearchParams":
		r.params[s.ID] = r.construct(t, s.Init)
	case "append":
		p.Append(args[0], args[1])
	case "set":
		p.Set(args[0], args[1])
	case "sort":
		p.Sort()
	case "size":
		return p.Size()
	case "toString":
		return p.String()
	case "delete":
		if len(args) == 2 {
			p.DeleteValue(args[0], args[1])
		} else {
			p.Delete(args[0])
		}
	case "has":
		if len(args) == 2 {
			return p.HasValue(args[0], args[1])
		}
		return p.Has(args[0])
	case "get":
		if value, ok := p.Get(args[0]); ok {
			return value
		}
		return null
	case "getAll":
		return append([]string{}, p.GetAll(args[0])...)
	case "entries":
		entries := [][2]string{}
		for name, value := range p.All() {
			entries = append(entries, [2]string{name, value})
		}
		return entries
	default:
		t.Fatalf("unknown step %q", s.Op)
	}
	return nil
}

// construct is the constructor with a string, a sequence, a record, or another object as the sequence of its pairs.
func (r stepRunner) construct(t *testing.T, init json.RawMessage) *decompose.SearchParams {
	t.Helper()
	var query string
	var sequence [][2]string
	var object struct {
		Record [][2]string
		Ref    string
	}
	switch {
	case init == nil:
		return new(decompose.SearchParams)
	case json.Unmarshal(init, &query) == nil:
		return decompose.ParseSearchParams(query)
	case json.Unmarshal(init, &sequence) == nil:
		return decompose.NewSearchParams(toPairs(sequence)...)
	}
	if err := json.Unmarshal(init, &object); err != nil {
		t.Fatal(err)
	}
	if object.Ref != "" {
		return decompose.NewSearchParams(pairsOf(r.params[object.Ref])...)
	}
	record := new(decompose.SearchParams) // which has each name once
	for _, pair := range object.Record {
		record.Set(pair[0], pair[1])
	}
	return record
}

// TestZeroSearchParams uses the zero value.
func TestZeroSearchParams(t *testing.T) {
	var p decompose.SearchParams
	_, ok := p.Get("")
	if ok || p.Has("") || p.GetAll("") != nil || p.Size() != 0 || p.String() != "" || pairsOf(&p) != nil {
		t.Errorf("the zero list is %q", p.String())
	}
	p.Delete("a")
	p.Sort()
	p.Set("a", "b")
	if p.String() != "a=b" {
		t.Errorf("%q", p.String())
	}
}

// TestScalarValues holds that each byte of a string given that is no UTF-8 is U+FFFD, in queries that are asked for too.
func TestScalarValues(t *testing.T) {
	const bad, want = "\xF0\x9F", "\uFFFD\uFFFD"
	p := decompose.NewSearchParams(decompose.Pair{Name: bad, Value: bad})
	p.Append(bad, bad)
	if got := pairsOf(p); !slices.Equal(got, slices.Repeat([]decompose.Pair{{Name: want, Value: want}}, 2)) {
		t.Errorf("%q", got)
	}
	value, _ := p.Get(bad)
	if value != want || !p.Has(bad) || !p.HasValue(bad, bad) || len(p.GetAll(bad)) != 2 {
		t.Errorf("%q is not found", bad)
	}
	p.SetAll(bad, bad, bad)
	if p.Set(bad, bad); p.Size() != 1 {
		t.Errorf("Set leaves %q", p)
	}
	if p.DeleteValue(bad, bad); p.Size() != 0 {
		t.Errorf("DeleteValue leaves %q", p)
	}
	// Percent-encoded, the two octets are one beginning of a character.
	if got := decompose.ParseSearchParams(bad + "=%F0%9F").String(); got != "%EF%BF%BD%EF%BF%BD=%EF%BF%BD" {
		t.Errorf("%q", got)
	}
}

// TestCopies holds that a list shares nothing with what it was made of, and that GetAll is a copy.
func TestCopies(t *testing.T) {
	pairs := []decompose.Pair{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}
	p := decompose.NewSearchParams(pairs...)
	pairs[0].Name = "x"
	p.Delete("a")
	if p.String() != "b=2" || pairs[1].Name != "b" {
		t.Errorf("%q of %q", p, pairs)
	}
	p.GetAll("b")[0] = "x"
	if p.String() != "b=2" {
		t.Errorf("%q", p)
	}
}

// TestAllIsLive changes the list while it is walked over.
func TestAllIsLive(t *testing.T) {
	for query, c := range map[string]struct {
		change func(p *decompose.SearchParams, name string)
		want   string
	}{
		"a&b&c": {func(p *decompose.SearchParams, name string) { p.Delete(name) }, "ac"},
		"a&b&d": {func(p *decompose.SearchParams, name string) { p.Delete("b") }, "ad"},
		"b&c&d": {func(p *decompose.SearchParams, name string) {
			if name == "c" {
				p.Delete("b")
			}
		}, "bc"},
		"a": {func(p *decompose.SearchParams, name string) {
			if p.Size() < 3 {
				p.Append(name+name, "")
			}
		}, "aaaaaaa"},
		"c&b&a": {func(p *decompose.SearchParams, _ string) { p.Sort() }, "cbc"},
	} {
		p := decompose.ParseSearchParams(query)
		var seen string
		for name := range p.All() {
			seen += name
			c.change(p, name)
		}
		if seen != c.want {
			t.Errorf("%s: saw %s, want %s", query, seen, c.want)
		}
	}
	for name := range decompose.ParseSearchParams("a&b").All() {
		if name != "a" {
			t.Error("the loop went on")
		}
		break
	}
}

// TestLiveURL holds the update steps: which methods run them, and what they set the query to, of today and of 2015.
func TestLiveURL(t *testing.T) {
	p := decompose.ParseSearchParams("a=b~")
	var today, old decompose.LiveURL
	p.Attach(&today, true)
	p.Attach(&old, false)
	updates := 0
	check := func(what string, query string) {
		t.Helper()
		updates++
		if want := (decompose.LiveURL{Query: query, Present: query != "", Updates: updates}); today != want {
			t.Errorf("%s: today %+v, want %+v", what, today, want)
		}
		if want := (decompose.LiveURL{Query: query, Present: true, Updates: updates}); old != want {
			t.Errorf("%s: 2015 %+v, want %+v", what, old, want)
		}
	}
	p.Sort()
	check("Sort", "a=b%7E")
	p.Delete("none")
	check("Delete of nothing", "a=b%7E")
	p.Append("", " ")
	check("Append", "a=b%7E&=+")
	p.Set("a", "é")
	check("Set", "a=%C3%A9&=+")
	p.DeleteValue("", " ")
	check("DeleteValue", "a=%C3%A9")
	p.SetAll("a", "1", "2")
	check("SetAll", "a=1&a=2")
	p.SetAll("a")
	check("SetAll of nothing", "")
	p.Append("", "")
	check("Append of nothing", "=")
	p.Delete("")
	check("Delete", "")

	p.Reset("?x\ty=\xff") // as given to the search setter: the URL's query has no tab
	if got := pairsOf(p); today.Updates != updates || !slices.Equal(got, []decompose.Pair{{Name: "?x\ty", Value: "\uFFFD"}}) {
		t.Errorf("reset gives %q, after %d updates of %d", got, today.Updates, updates)
	}
	before := old
	p.UpdateOthers(&old)
	if old != before || today.Query != "%3Fx%09y=%EF%BF%BD" {
		t.Errorf("the search setter of one makes the other %q", today.Query)
	}
	p.Detach(&today)
	before = today
	p.Append("z", "")
	if today != before || old.Query != "%3Fx%09y=%EF%BF%BD&z=" {
		t.Errorf("%+v was detached, %+v was not", today, old)
	}
}

// TestLargeLists holds that nothing is quadratic: that would take minutes.
func TestLargeLists(t *testing.T) {
	const n = 200_000
	if p := decompose.ParseSearchParams(strings.Repeat("&", n)); p.Size() != 0 {
		t.Error(p.Size())
	}
	if p := decompose.ParseSearchParams(strings.Repeat("%", n)); len(p.String()) != 3*n+len("=") {
		t.Error(len(p.String()))
	}
	var query strings.Builder
	for i := range n {
		fmt.Fprintf(&query, "n%%61me%d=%d&x=&", i*7919%n, i)
	}
	p := decompose.ParseSearchParams(query.String())
	p.Sort()
	p.Set("x", "y")
	p.SetAll("z", slices.Repeat([]string{"y"}, n)...)
	p.Delete("z")
	if p.Size() != n+1 {
		t.Error(p.Size())
	}
	options := decompose.URLEncoded{UseCharset: true, IsIndex: true}
	if pairs, err := decompose.ParseURLEncoded(strings.Repeat("_charset_=+&", n), options); err != nil || len(pairs) != n {
		t.Error(len(pairs), err)
	}
}

// FuzzSearchParams holds that the parser is the model's, that what is serialized is read again, and what each method
// promises.
func FuzzSearchParams(f *testing.F) {
	f.Add("a=b&%F0%9F%8C%88+=%&?é\xff", "a", "\xff&=+% ", "shift_jis")
	f.Add("_charset_=utf-16&x=%00%41", "_charset_", "~é", "iso-2022-jp")
	f.Fuzz(func(t *testing.T, query, name, value, label string) {
		pairs, err := decompose.ParseURLEncoded(query, decompose.URLEncoded{})
		if model := modelParse([]byte(query)); err != nil || !slices.Equal(pairs, model) {
			t.Fatalf("%q: got %q (%v), the model %q", query, pairs, err, model)
		}
		p := decompose.ParseSearchParams(query)
		p.Append(name, value)
		again := func(what string) {
			t.Helper()
			if q := decompose.ParseSearchParams("?" + p.String()); !slices.Equal(pairsOf(p), pairsOf(q)) {
				t.Fatalf("%s: %q is read again as %q", what, pairsOf(p), pairsOf(q))
			}
		}
		again("Append")
		sorted := pairsOf(p)
		slices.SortStableFunc(sorted, func(a, b decompose.Pair) int {
			return slices.Compare(utf16.Encode([]rune(a.Name)), utf16.Encode([]rune(b.Name)))
		})
		if p.Sort(); !slices.Equal(pairsOf(p), sorted) {
			t.Fatalf("%q is not in order", pairsOf(p))
		}
		size, same := p.Size(), len(p.GetAll(name))
		p.Set(name, value)
		if got, _ := p.Get(name); got != string([]rune(value)) || p.Size() != size-same+1 || !p.HasValue(name, value) {
			t.Fatalf("%q was not set to %q, once: %q", name, value, pairsOf(p))
		}
		again("Set")
		if p.Delete(name); p.Has(name) || p.Size() != size-same {
			t.Fatalf("%q was not deleted: %q", name, pairsOf(p))
		}
		again("Delete")

		legacy, err := resolve.LookupEncoding(label)
		if err != nil {
			return
		}
		form := decompose.AppendURLEncoded(nil, pairs, legacy)
		read, err := decompose.ParseURLEncoded(string(form), decompose.URLEncoded{Encoding: legacy})
		if err != nil || len(read) != len(pairs) {
			t.Fatalf("%q in %v is read again as %q (%v)", pairs, legacy, read, err)
		}
		for _, o := range []decompose.URLEncoded{{legacy, true, true}, {legacy, false, true}, {resolve.Encoding{}, true, false}} {
			read, _ := decompose.ParseURLEncoded(query, o)
			for _, pair := range read {
				if !utf8.ValidString(pair.Name + pair.Value) {
					t.Fatalf("%q gives %q, which is no UTF-8", query, pair)
				}
			}
		}
	})
}

// decodeUTF8 is the decoder of the Encoding Standard, which has tests of its own.
func decodeUTF8(octets []byte) string { return string(charset.UTF8.Decode(octets)) }

func BenchmarkSearchParams(b *testing.B) {
	const n = 1000
	var plain, escaped strings.Builder
	for i := range n {
		fmt.Fprintf(&plain, "name%d=value&", i*7919%n)
		fmt.Fprintf(&escaped, "n%%C3%%A4me%d=a+v%%61lue&", i*7919%n)
	}
	p := decompose.ParseSearchParams(escaped.String())
	for name, run := range map[string]func(){
		"parse plain":   func() { decompose.ParseSearchParams(plain.String()) },
		"parse escaped": func() { decompose.ParseSearchParams(escaped.String()) },
		"sort":          func() { decompose.NewSearchParams(pairsOf(p)...).Sort() },
		"string":        func() { _ = p.String() },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
		})
	}
}

// A list is sorted by UTF-16 code units: the rainbow is D83C DF08 there, and comes before the ligature FB03.
func ExampleSearchParams_Sort() {
	p := decompose.ParseSearchParams("?ﬃ=1&🌈=2&é=3&z=4")
	p.Sort()
	for name, value := range p.All() {
		fmt.Print(name, value, " ")
	}
	// Output: z4 é3 🌈2 ﬃ1
}

// Only what stands for itself in forms stays: a list written back changes a query that nobody changed.
func ExampleSearchParams_String() {
	fmt.Println(decompose.ParseSearchParams("?a=b%20~&c"))
	// Output: a=b+%7E&c=
}
