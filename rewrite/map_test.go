package rewrite_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// moves are what most cases look up in.
const moves = "\uFEFF# where pages went\n" +
	"https://a.example/one.html\thttps://n.example/1\n" +
	"\n" +
	"   https://a.example/two.html?q#f   ../2#g   \r\n" +
	"https://a.example/docs/ https://docs.example/v2/\n" +
	"https://a.example/docs/old/ /archive/\n" +
	"https://a.example/docs/old/page https://n.example/page\n" +
	"https://a.example/x* https://x.example/*\n" +
	"https://a.example/.* https://dot.example/\n" +
	"https://a.example/app#/* https://app.example/#!/*\n" +
	"https://a.example/go/ https://n.example/?to=*\n" +
	"https://a.example/top/ https://n.example/top#part-\n" +
	"HTTPS://B.Example:443 https://n.example/b\n" +
	"HTTP://C.Example/%7Ec/../d/ https://n.example/d/\n" +
	"HTTPS://Bücher.example* https://books.example\n" +
	"https://plain.example* https://other.example\n" +
	"https://a.example/é* https://n.example/e\n" +
	"http://no_host_/? a\n" +
	"about:a about:b\n" +
	"  # the same again is no error\n" +
	"https://a.example/one.html https://n.example/1\n"

// TestLookup looks up in moves; "-" is nothing.
func TestLookup(t *testing.T) {
	m := parseMap(t, moves)
	for _, c := range []struct{ url, want string }{
		{"https://a.example/one.html", "https://n.example/1"},
		{"https://a.example/one.html#f", "https://n.example/1#f"},
		{"https://a.example/one.html#", "https://n.example/1#"},
		{"https://a.example/one.html?q", "-"},
		{"https://a.example/one.htm", "-"},
		{"https://a.example/two.html?q", "../2#g"}, // the fragment of OLD doesn't count
		{"https://a.example/two.html?q#f", "../2#g"},
		{"https://a.example/two.html?q#other", "../2#g"},
		{"https://a.example/two.html", "-"},
		{"https://a.example/docs/", "https://docs.example/v2/"},
		{"https://a.example/docs/a/b?q#f", "https://docs.example/v2/a/b?q#f"},
		{"https://a.example/docs", "-"},
		{"https://a.example/docs/old/a#f", "/archive/a#f"},
		{"https://a.example/docs/old", "https://docs.example/v2/old"},
		{"https://a.example/docs/old/page", "https://n.example/page"},
		{"https://a.example/docs/old/page#f", "https://n.example/page#f"},
		{"https://a.example/docs/old/page2", "/archive/page2"},
		{"https://a.example/x", "https://x.example/"},
		{"https://a.example/xyz/?#f", "https://x.example/yz/?#f"},
		{"https://a.example/.well-known", "https://dot.example/well-known"},
		{"https://a.example/", "-"}, // not what "/." would be as a URL
		{"https://a.example/app", "-"},
		{"https://a.example/app#/a#b", "https://app.example/#!/a"},
		{"https://a.example/go/x#f", "https://n.example/?to=x#f"},
		{"https://a.example/top/x#f", "https://n.example/top#part-x"},
		{"https://b.example/", "https://n.example/b"},
		{"HTTPS://B.Example:443", "https://n.example/b"},
		{"https://b.example/x", "-"},
		{"http://c.example/d/x", "https://n.example/d/x"},
		{"HTTP://C.Example/%7Ec/../d/x", "https://n.example/d/x"},
		{"https://xn--bcher-kva.example/a", "https://books.example/a"},
		{"https://xn--bcher-kva.example/", "https://books.example/"},
		{"https://xn--bcher-kva.example.net/", "-"},
		{"https://plain.example/a", "https://other.example/a"},
		{"https://plain.example:8080/a", "https://other.example:8080/a"},
		{"https://a.example/%C3%A9t%C3%A9", "https://n.example/et%C3%A9"},
		{"http://no_host_/?", "a"},
		{"about:a#b", "about:b#b"},
		{"", "-"},
		{"#f", "-"},
	} {
		got, ok := m.Lookup(c.url)
		if !ok && got == "" {
			got = "-"
		}
		if got != c.want {
			t.Errorf("%q has moved to %q, want %q", c.url, got, c.want)
		}
	}
}

// TestAdd holds what the methods do that ParseMap does not show.
func TestAdd(t *testing.T) {
	var m rewrite.Map
	if got, ok := m.Lookup("http://h/"); ok {
		t.Errorf("the zero Map moves a URL to %q", got)
	}
	m.AddURL("http://h/*", "star")
	m.AddURL("http://h/a/", "first")
	m.AddURL("http://h/a/", "a")
	m.AddPrefix("http://h/a/", "first")
	m.AddPrefix("http://h/a/", "b/")
	m.AddPrefix("http://h", "c")
	m.AddPrefix("//h/", "d/")
	m.AddPrefix("", "any:")
	for url, want := range map[string]string{
		"http://h/*": "star", "http://h/a/": "a", "http://h/a/x": "b/x", "http://h/x": "c/x", "http://hx/": "cx/",
		"//h/x": "d/x", "x": "any:x", "": "any:",
	} {
		if got, ok := m.Lookup(url); got != want || !ok {
			t.Errorf("%q has moved to %q, %t, want %q", url, got, ok, want)
		}
	}
}

// TestParseMapObject holds that an object says what lines say.
func TestParseMapObject(t *testing.T) {
	m := parseMap(t, "\uFEFF \n"+`{"https://a.example/one": "1", "https://a.example/docs/": "\/d\u002f*",
		"https://a.example/x*": "", "https://a.example/a b": "c d", "https://a.example/one": "1"}`+"\n")
	for url, want := range map[string]string{
		"https://a.example/one#f": "1#f", "https://a.example/docs/a": "/d/a", "https://a.example/xyz": "yz",
		"https://a.example/a b": "c d", "https://a.example/a%20b": "c d",
	} {
		if got, ok := m.Lookup(url); got != want || !ok {
			t.Errorf("%q has moved to %q, %t, want %q", url, got, ok, want)
		}
	}
	for _, text := range []string{"", "\n\n", "# nothing", "{}", " {\n} ", "\uFEFF"} {
		if got, ok := parseMap(t, text).Lookup("http://h/"); ok {
			t.Errorf("%q moves a URL to %q", text, got)
		}
	}
}

func parseMap(t testing.TB, text string) *rewrite.Map {
	t.Helper()
	m, err := rewrite.ParseMap(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestParseMapErrors holds that an error says in which line what is wrong. "…" are the words of package json.
func TestParseMapErrors(t *testing.T) {
	const object = `: expected an object {"OLD": "NEW", ...} of strings`
	for _, c := range []struct{ text, want string }{
		{"http://h/a b\nhttp://h/c\n", "line 2: fields: 1, expected two: OLD and NEW, with white space between them"},
		{"#\n\nhttp://h/a b # c", "line 3: fields: 4, expected two: OLD and NEW, with white space between them"},
		{"/a /b", `line 1: "/a" has no scheme: expected an absolute URL, such as https://example.com/, as OLD`},
		{"a:b c\n//h/ d", `line 2: "//h/" has no scheme: expected an absolute URL, such as https://example.com/, as OLD`},
		{"* d", `line 1: "*" has no scheme: expected an absolute URL, such as https://example.com/, as OLD`},
		{"http://h/a b\nhttp://h/a c", `line 2: "http://h/a" has moved to "b" before: expected one NEW for each OLD`},
		{"http://h/a b\nHTTP://H/a#f c", `line 2: "HTTP://H/a#f" has moved to "b" before: expected one NEW for each OLD`},
		{"http://h/a/ b\nhttp://h/a/* c", `line 2: "http://h/a/*" has moved to "b" before: expected one NEW for each OLD`},
		{`{"a:b": "c",` + "\n" + `"a:b": "d"}`, `line 2: "a:b" has moved to "c" before: expected one NEW for each OLD`},
		{`{"b": "c"}`, `line 1: "b" has no scheme: expected an absolute URL, such as https://example.com/, as OLD`},
		{"{\n\"a:b\": 1}", `line 2: the value of "a:b" is no string` + object},
		{`{"a:b": null}`, `line 1: the value of "a:b" is no string` + object},
		{`{"a:b": ["c"]}`, `line 1: the value of "a:b" is no string` + object},
		{"{\n\n\"a:b\": \"c\"", "line 3: unexpected EOF" + object},
		{"{", "line 1: unexpected EOF" + object},
		{"\n\f{}", "line 2: …" + object},
		{"{\"a:b\": \"c\"\n\n x}", "line 3: …" + object},
		{"{\"a:b\": \"c\"\n\n} {}", "line 3: something follows the object" + object},
		{"{}]", "line 1: something follows the object" + object},
		{"{1: 2}", "line 1: …" + object},
		{`{"a:b" "c"}`, "line 1: …" + object},
		{`{"a:b": "c",}`, "line 1: …" + object},
		{"{\"a:b\":\n\"\\x\"}", "line 2: …" + object},
	} {
		m, err := rewrite.ParseMap(strings.NewReader(c.text))
		got := fmt.Sprint(err)
		before, after, isPart := strings.Cut(c.want, "…")
		if isPart && strings.HasPrefix(got, before) && strings.HasSuffix(got, after) {
			got = c.want
		}
		if got != c.want || m != nil {
			t.Errorf("%q: error\n %v, want\n %s", c.text, err, c.want)
		}
	}
	broken := errors.New("broken")
	if _, err := rewrite.ParseMap(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the reader", err)
	}
}

func ExampleParseMap() {
	m, err := rewrite.ParseMap(strings.NewReader(`
# OLD NEW
https://Example.com/docs/       https://docs.example.com/
https://Example.com/docs/old*   /archive*
https://Example.com/about.html  https://example.com/about#us
`))
	if err != nil {
		log.Fatal(err)
	}
	for _, url := range []string{
		"https://example.com/docs/a?b#c", "https://example.com/docs/older/a", "https://example.com/about.html#top",
	} {
		fmt.Println(m.Lookup(url))
	}
	// Output:
	// https://docs.example.com/a?b#c true
	// /archiveer/a true
	// https://example.com/about#us true
}

// TestHostileMap holds that texts made to be slow take memory in proportion to their size.
func TestHostileMap(t *testing.T) {
	const size, limit = 1 << 18, 400
	var lengths strings.Builder
	for n := 0; lengths.Len() < size; n++ {
		fmt.Fprintf(&lengths, "a:%s* b\n", strings.Repeat("a", n))
	}
	for name, text := range map[string]string{
		"lines":       strings.Repeat("\n", size),
		"fields":      strings.Repeat("a ", size/2),
		"same lines":  strings.Repeat("http://h/a b\n", size/13),
		"lengths":     lengths.String(),
		"a long URL":  "http://h/" + strings.Repeat("é", size/2) + " a",
		"a long host": "http://" + strings.Repeat("ü.", size/3) + "* a",
		"dots":        "http://h/" + strings.Repeat("../", size/3) + " a",
		"braces":      strings.Repeat("{", size),
		"brackets":    `{"a:b":` + strings.Repeat("[", size),
		"members":     "{" + strings.Repeat(`"a:b":"c",`, size/10) + `"a:b":"c"}`,
		"NUL bytes":   strings.Repeat("\x00", size),
	} {
		allocated := bytesAllocated(func() {
			m, err := rewrite.ParseMap(strings.NewReader(text))
			if err == nil {
				m.Lookup("a:" + strings.Repeat("b", size))
			} else if len(err.Error()) > 1000 {
				t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
			}
		})
		if allocated > limit*size {
			t.Errorf("%s: %d bytes for each", name, allocated/size)
		}
	}
}

// TestConcurrentLookups is for the race detector.
func TestConcurrentLookups(t *testing.T) {
	m := parseMap(t, moves)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 100 {
				m.Lookup("https://a.example/docs/old/a#f")
			}
		})
	}
	wait.Wait()
}

// FuzzMap holds that a text gives a Map or an error that names one of its lines; that what it moves is what a search
// through all that it says finds; and that an object which says the same gives the same.
func FuzzMap(f *testing.F) {
	f.Add(moves, "https://a.example/docs/old/a#f")
	f.Add("http://H/a/. b\nhttp://h* c\nhttp://h:80* d\nhttp://h/a/b* e*", "http://h/a/b")
	f.Add("a:b c\na:* d", "a:b#c")
	f.Add(`{"a:b": "c", "a:/": "d*"}`, "a:/x")
	f.Add("file:* a\nFILE:///C| b\nhttps:\\\\h c", "file:///C:")
	f.Fuzz(func(t *testing.T, text, url string) {
		m, err := rewrite.ParseMap(strings.NewReader(text))
		if err != nil {
			checkLine(t, text, err)
			return
		}
		text = strings.TrimPrefix(text, "\uFEFF")
		said := map[string]string{}
		if json.Unmarshal([]byte(text), &said) != nil {
			clear(said)
			for line := range strings.SplitSeq(text, "\n") {
				if fields := strings.FieldsFunc(line, isASCIISpace); len(fields) > 0 && fields[0][0] != '#' {
					said[fields[0]] = fields[1]
				}
			}
		}
		again := objectOf(t, said)
		for _, url := range append(slices.Collect(maps.Keys(said)), url) {
			got, ok := m.Lookup(url)
			if want, wanted := search(said, url); got != want || ok != wanted {
				t.Fatalf("%q has moved to %q, %t, but a search says %q, %t", url, got, ok, want, wanted)
			}
			if again == nil {
				continue
			}
			if want, wanted := again.Lookup(url); got != want || ok != wanted {
				t.Fatalf("%q has moved to %q, %t, but the object says %q, %t", url, got, ok, want, wanted)
			}
		}
	})
}

// isASCIISpace is what separates fields.
func isASCIISpace(c rune) bool { return strings.ContainsRune(" \t\n\f\r", c) }

// checkLine checks that an error names a line of the text.
func checkLine(t *testing.T, text string, err error) {
	t.Helper()
	number, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "line "), ":")
	if n, bad := strconv.Atoi(number); bad != nil || n < 1 || n > 1+strings.Count(text, "\n") {
		t.Fatalf("%q: %v", text, err)
	}
}

// objectOf reads an object that says what is said, unless JSON cannot say it.
func objectOf(t *testing.T, said map[string]string) *rewrite.Map {
	t.Helper()
	text, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), `\ufffd`) {
		return nil // what is no UTF-8
	}
	return parseMap(t, string(text))
}

// search looks a URL up in all that is said, as the words of the documentation have it.
func search(said map[string]string, url string) (string, bool) {
	bare, fragment, hasFragment := strings.Cut(url, "#")
	longest, found := "", ""
	ok := false
	for old, new := range said {
		prefix, isPrefix := strings.CutSuffix(old, "*")
		if !isPrefix && !strings.HasSuffix(old, "/") {
			old, _, _ = strings.Cut(old, "#")
			if bare != old && (bare == "" || bare != today(old)) {
				continue
			}
			if hasFragment && !strings.Contains(new, "#") {
				new += "#" + fragment
			}
			return new, true
		}
		new = strings.TrimSuffix(new, "*")
		for prefix, new := range prefixes(prefix, new) {
			if strings.HasPrefix(url, prefix) && (!ok || len(prefix) > len(longest)) {
				rest := url[len(prefix):]
				if strings.Contains(new, "#") {
					rest, _, _ = strings.Cut(rest, "#")
				}
				longest, found, ok = prefix, new+rest, true
			}
		}
	}
	return found, ok
}

// prefixes returns a prefix and the one of today's URLs that begin with it, with what they have moved to.
func prefixes(old, new string) map[string]string {
	all := map[string]string{old: new}
	switch whole, longer := today(old), today(old+"x"); {
	case sameAuthority(whole, longer):
		if prefix, ok := strings.CutSuffix(longer, "x"); ok && !strings.HasPrefix(prefix, old) {
			all[prefix] = new
		}
	case strings.Count(whole, "/") == len("///") && strings.HasSuffix(whole, "/") && !strings.HasPrefix(whole, old):
		all[whole] = new + "/"
	}
	return all
}

// today returns a URL as it is written today, or "".
func today(s string) string {
	u, err := resolve.Resolver{Edition: resolve.Living}.Parse(s)
	if err != nil {
		return ""
	}
	return u.String()
}

func sameAuthority(a, b string) bool {
	living := resolve.Resolver{Edition: resolve.Living}
	u, errA := living.Parse(a)
	v, errB := living.Parse(b)
	return errA == nil && errB == nil && sameHost(u, v)
}

// BenchmarkLookup shows that a lookup costs no more with many entries.
func BenchmarkLookup(b *testing.B) {
	for _, n := range []int{10, 1000, 100000} {
		var text strings.Builder
		for i := range n {
			fmt.Fprintf(&text, "https://example.com/d%06d/ /%d/\nhttps://example.com/p%06d /%d\n", i, i, i, i)
		}
		m := parseMap(b, text.String())
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Lookup("https://example.com/d000003/page.html#f")
				m.Lookup("https://example.com/other")
			}
		})
	}
}
