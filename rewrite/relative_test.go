package rewrite_test

import (
	"fmt"
	"log"
	"runtime"
	"strings"
	"testing"

	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// relativeCase is a target and what leads there from a base: in each edition, in the order of resolve.Editions, or in
// all; "-" is nothing, and "!" that the target has no URL.
type relativeCase struct{ base, target, want string }

// relativeCases are by the rule that they show.
var relativeCases = map[string][]relativeCase{
	"the fragment alone": {
		{"http://h/a/b?q#f", "http://h/a/b?q#g", "#g #g b?q#g #g"}, // URL2015 loses the query
		{"http://h/a/b", "http://h/a/b#f", "#f"},
		{"http://h/a/b", "http://h/a/b#", "#"},
		{"http://h/a/b", "http://h/a/b#a:b", "#a:b"},
		{"http://h/a/", "http://h/a/#f", "#f"},
		{"http://h", "http://h/#f", "#f"},
		{"http://h/a/b?", "http://h/a/b#f", "b#f"},
		{"http://h/a/b", "http://h/a/b?#f", "b?#f"},
		{"mailto:a", "mailto:a#f", "#f - - #f"},
		{"about:srcdoc", "about:srcdoc#f", "#f - - #f"},
		{"http://h/a#é", "http://h/a#ü", "#ü #%C3%BC #ü #%C3%BC"},
	},
	"the page itself": {
		{"http://h/a/b", "http://h/a/b", "b"},
		{"http://h/a/b#f", "http://h/a/b", "b"},
		{"http://h/a/b?q", "http://h/a/b?q", "b?q"},
		{"http://h/a/", "http://h/a/", "./"},
		{"http://h/a/?q", "http://h/a/?q", "./?q"},
		{"http://h", "http://h", "./"},
		{"mailto:a", "mailto:a", "a - - -"},
		{"foo://h", "foo://h", "-"}, // but for the empty reference
	},
	"the same directory": {
		{"http://h/a/b", "http://h/a/c", "c"},
		{"http://h/a/", "http://h/a/c", "c"},
		{"http://h/a/b", "http://h/a/c?q#f", "c?q#f"},
		{"http://h/a/b?q", "http://h/a/b?r", "b?r"},
		{"http://h/a/b?q", "http://h/a/b", "b"},
		{"http://h/a/b?q/../r", "http://h/a/c?/../x", "c?/../x"},
		{"http://h/a/b", "http://h/a/", "./ ./ /a/ ./"},
		{"http://h/a/b", "http://h/a/?q#f", "./?q#f ./?q#f /a/?q#f ./?q#f"},
		{"http://h/b", "http://h/c", "c"},
		{"http://h", "http://h/c", "c"},
		{"http://h?q", "http://h?r", "./?r"},
		{"http://h/a/b", "http://h/a/.c", ".c"},
		{"http://h/a/b", "http://h/a/...", "..."},
		{"http://h/a/b", "http://h/a/%", "%"},
		{"http://h/a/b", "http://h/a/é d?é", "%C3%A9%20d?%C3%A9"},
		{"http://h/a/b", "http://h/a/c#a\\b", "c#a/b c#a\\b c#a\\b c#a\\b"},
	},
	"below": {
		{"http://h/a/b", "http://h/a/c/d", "c/d"},
		{"http://h/a/b", "http://h/a/b/", "b/"},
		{"http://h/a/b", "http://h/a/c/d:e", "c/d:e"},
	},
	"above": {
		{"http://h/a/b", "http://h/c", "../c ../c /c ../c"}, // URL2015 goes nowhere up
		{"http://h/a/b", "http://h/a", "../a ../a /a ../a"},
		{"http://h/a/b", "http://h/", "../ ../ / ../"},
		{"http://h/a/b/c", "http://h/a/", "../ ../ /a/ ../"},
		{"http://h/a/b/c", "http://h/a/d?q", "../d?q ../d?q /a/d?q ../d?q"},
		{"http://h/a/b/c", "http://h/x/y/z", "../../x/y/z ../../x/y/z /x/y/z ../../x/y/z"},
		{"http://h/a/b/c/d/e/f/g", "http://h/x", "../../../../../../x ../../../../../../x /x ../../../../../../x"},
		{"http://h/ab/c", "http://h/ac/c", "../ac/c ../ac/c /ac/c ../ac/c"},
	},
	"what looks like something else": {
		{"http://h/a/b", "http://h/a/c:d", "./c:d"},
		{"http://h/a/b", "http://h/a/1:d", "./1:d"},
		{"http://h/a/b", "http://h/a/c?d:e", "c?d:e"},
		{"http://h/a/b", "http://h/a/,c", "./,c"},
		{"http://h/a/b", "http://h/a/c,", "c,"},
		{"http://h/a/b", "http://h/a/x|y", "x%7Cy x|y ./x|y x|y"}, // in URL2015 a drive
		{"http://h/a/b", "http://h/x|y", "../x%7Cy ../x|y - ../x|y"},
		{"urn:a:b", "urn:a:c", "./a:c - - -"},
	},
	"empty segments": {
		{"http://h/a/b", "http://h/a//c", ".//c .//c /a//c .//c"},
		{"http://h/a//b", "http://h/a//c", "c"},
		{"http://h/a//b", "http://h/a/c", "../c ../c /a/c ../c"},
		{"http://h/a//b/c", "http://h/a/d", "../../d ../../d /a/d ../../d"},
		{"http://h/a/b", "http://h//c", "..//c ..//c /.//c ..//c"},
		{"http://h//a", "http://h//b", "b"},
		{"http://h/a", "http://h//", ".// .// /.// .//"},
		{"http://h//", "http://h/", "../ ../ / ../"},
		{"foo:/a", "foo:/.//b", "! - - .//b"},
		{"foo:/a/b", "foo:/.//b", "! - - ..//b"},
	},
	"dots": {
		{"http://h/a/b", "http://h/a/%2ex", "%2ex .x %2ex %2ex"},
		{"http://h/a/b", "http://h/a/%2e/x", "%2e/x x x x"},
		{"http://h/a/b", "http://h/a/%2e%2E/x", "%2e%2E/x ../x /x ../x"},
		{"http://h/a/../b/c", "http://h/b/d", "d"},
		{"http://h/a/b/./", "http://h/a/", "../ ../ /a/ ../"},
		{"http://h/a/.", "http://h/a/", "./"},
		{"http://h/.a/b", "http://h/.a/c", "c"},
	},
	"the authority": {
		{"http://h:8080/a", "http://h:8080/b", "b b - b"}, // URL2015 loses the port
		{"http://h:8080/a", "http://h/b", "-"},
		{"http://h:80/a", "http://h/b", "- b b b"}, // HTML5 keeps a default port
		{"http://u:p@h/a", "http://u:p@h/b", "b - - b"},
		{"http://u@h/a", "http://h/b", "-"},
		{"http://h/a/b", "http://i/a/c", "-"},
		{"http://h/a/b", "https://h/a/c", "-"},
		{"http://H/a/b", "http://h/a/c", "- - c c"}, // other editions keep the case of the host
		{"HTTP://h/a/b", "http://h/a/c", "- c c c"},
	},
	"files": {
		{"file:///a/b", "file:///a/c", "c"},
		{"file://h/a/b", "file://h/a/c", "c"},
		{"file://h/a/b", "file://i/a/c", "-"},
		{"file:///C:/a/b", "file:///C:/a/c", "c"},
		{"file:///C:/a/b", "file:///C:/x", "../x ../x /C:/x ../x"},
		{"file:///C:/a/b", "file:///D:/x", "../../D:/x ../../D:/x /D:/x /D:/x"}, // today no reference leaves a drive
		{"file:///C:/a/b", "file:///x", "../../x ../../x /x -"},
		{"file:///a", "file:///C:/x", "./C:/x"},
		{"file:///C:/", "file:///C:/", "./"},
	},
	"other schemes": {
		{"mailto:a?q", "mailto:b?q", "b?q - - -"},
		{"data:a/b", "data:a/c", "c - - -"},
		{"data:a/b", "data:x", "-"},
		{"javascript:a", "javascript:b", "b - - -"},
		{"foo:/a/b", "foo:/a/c", "c - - c"},
		{"foo:/a", "foo:b", "-"},
		{"foo:///a/b", "foo:///c", "../c - - ../c"},
		{"foo://h", "foo://h/", "./ - - ./"},
		{"foo://h/a", "foo://h", "-"},
		{"foo://h?q", "foo://h?r", "?r - - ?r"},
		{"foo:/a/b", "foo:/a/c\\d", "c%5Cd - - c\\d"},
		{"gopher://h/a/b", "gopher://h/a/c", "c"},
		{"ws://h/a/b", "ws://h/a/c", "c"},
	},
}

func TestRelative(t *testing.T) {
	all := 0
	for rule, cases := range relativeCases {
		all += len(cases)
		checkCases(t, rule, rewrite.RelativeTo, cases)
	}
	if all != 102 {
		t.Errorf("%d cases, want 102", all)
	}
}

func TestRootRelative(t *testing.T) {
	checkCases(t, "from the root", rewrite.RootRelativeTo, []relativeCase{
		{"http://h/a/b", "http://h/a/c?q#f", "/a/c?q#f"},
		{"http://h/a/b#f", "http://h/a/b#g", "/a/b#g"},
		{"http://h/a/b", "http://h", "/"},
		{"http://h", "http://h/#f", "/#f"},
		{"http://h/a/b", "http://h//c", "/.//c"},
		{"http://h/a/b", "http://h//", "/.//"},
		{"http://h/a/b", "http://i/a/c", "-"},
		{"http://h:8080/a", "http://h:8080/b", "/b /b - /b"},
		{"http://u@h/a", "http://u@h/b", "/b - - /b"},
		{"http://h/a", "http://h/x|y", "/x%7Cy /x|y - /x|y"},
		{"file:///C:/a/b", "file:///D:/x", "/D:/x"},
		{"file:///C:/a/b", "file:///x", "/x /x /x -"},
		{"mailto:a", "mailto:a", "-"},
		{"foo:/a", "foo:/.//b", "! - - /.//b"},
		{"foo:///a", "foo:////b", "/.//b - - /.//b"},
		{"foo://h/a", "foo://h?q", "-"},
	})
}

func TestSchemeRelative(t *testing.T) {
	checkCases(t, "after the scheme", rewrite.SchemeRelativeTo, []relativeCase{
		{"http://h/a/b", "http://h/a/c?q#f", "//h/a/c?q#f"},
		{"http://h/a/b", "http://i", "//i/"},
		{"http://h/a/b", "http://i:8080//c", "//i:8080//c"},
		{"http://h/a/b", "http://u:p@i/", "//u:p@i/"},
		{"http://h/a/b", "http://[::1]/", "//[::1]/"},
		{"http://h/a/b", "https://h/a/c", "-"},
		{"http://h/a/b", "mailto:a", "-"},
		{"mailto:a", "mailto:b", "-"},
		{"file:///C:/a/b", "file:///x", "///x"},
		{"file:///a", "file://h/x", "//h/x"},
		{"foo://h/a", "foo://i", "//i - - //i"},
		{"foo:/a", "foo:////b", "////b - - ////b"},
		{"foo:/a", "foo:/b", "-"},
		{"foo:a", "foo://h", "//h - - -"},
	})
}

// checkCases checks what leads from a base to a target, in every edition, and that it does.
func checkCases(t *testing.T, rule string, write relativizer, cases []relativeCase) {
	t.Helper()
	for _, c := range cases {
		wants := strings.Fields(c.want)
		for i, edition := range resolve.Editions() {
			r := resolve.Resolver{Edition: edition}
			want := wants[i%len(wants)]
			base := parse(t, r, c.base)
			target, err := r.Resolve(resolve.URL{}, c.target)
			if (err != nil) != (want == "!") {
				t.Errorf("%s: %v: %q: %v", rule, edition, c.target, err)
			}
			if err != nil {
				continue
			}
			got, ok := checkLeads(t, write, r, base, target)
			if !ok {
				got = "-"
			}
			if got != want {
				t.Errorf("%s: %v: from %q to %q: %q, want %q", rule, edition, base, target, got, want)
			}
		}
	}
}

func parse(t testing.TB, r resolve.Resolver, s string) resolve.URL {
	t.Helper()
	u, err := r.Parse(s)
	if err != nil {
		t.Fatalf("%v: %v", r.Edition, err)
	}
	return u
}

func ExampleRelative() {
	for _, r := range []resolve.Resolver{{}, {Edition: resolve.URL2015}} {
		base, err := r.Parse("http://example.com/dir/page.html")
		if err != nil {
			log.Fatal(err)
		}
		for _, address := range []string{"http://example.com/dir/a:b", "http://example.com/", "http://example.com//a"} {
			target, err := r.Resolve(base, address)
			if err != nil {
				log.Fatal(err)
			}
			ref, _ := rewrite.RelativeTo(r, base, target)
			fmt.Println(r.Edition, ref)
		}
	}
	// Output:
	// html5 ./a:b
	// html5 ../
	// html5 ..//a
	// url2015 ./a:b
	// url2015 /
	// url2015 /.//a
}

// TestPairs holds what FuzzRelative holds, for all pairs of these bases and references, and counts what leads to
// targets on the host of the base.
func TestPairs(t *testing.T) {
	bases := strings.Fields(`http://h http://h/ http://h/a http://h/a/ http://h/a/b http://h/a/b/c?q#f http://h//a
		http://h/a// http://h/a//b http://h/a/../b/. http://h/,a http://h/a:b/c: http://h/x|y http://h/%2e/%2e%2e/a%2e
		http://u:p@h/a/b http://@h/a http://h:80/a http://h:8080/a/b http://H/a http://[::1]/a https://h/a/b#f
		file:///a/b file:///C:/a/b file:///C|/a file://h/a file:///C: file: ftp://h/a/b gopher://h/a ws://h/a?q
		foo://h foo://h/a/b foo://h?q foo:/a/b foo:/.//a foo: foo:a/b mailto:a@b?q#f data:,a/b about:srcdoc urn:a:b
		javascript:a`)
	refs := strings.Fields(`# #f #a:b ? ?q ?q#f ?, a b c a/b ./ ../ . .. ./. ../.. ../a/ ../../../a a/ a/b/ // /// //i
		//h //u:p@h/a //h:8080/ //h:80/ / /a /a/ /a/b /a//b //a /.//a /..//a .//a ..//a a//b a// a:b ./a:b ./1:b ./,a
		,a , /a:b a?b:c /C:/a C|/b /D|/b ./x|y x|y /x|y a\b \\i\a /\a %2e %2e/a %2E%2e/a a%2e é/é?é#é %E9 /a/b?q
		/a/b/c?q /a/b/c?r a/./b/../c ... .a ;a=b http:a http:/a http://h/ file:a file:///b file:C|/b foo:/a foo://h/
		mailto:b mailto:a@b?q foo:b urn:a:c`)
	refs = append(refs, "", " ", "\u00a0", "a b", "?a b#a b")
	const same, relative, root = 0, 1, 2
	want := map[resolve.Edition][3]int{ // the rest has no path to start at, or that is not taken from a base
		resolve.HTML5:   {2780, 2759, 2282},
		resolve.URL2012: {2001, 1976, 1976},
		resolve.URL2015: {1844, 1816, 1719},
		resolve.Living:  {2416, 2392, 2353},
	}
	for _, edition := range resolve.Editions() {
		r := resolve.Resolver{Edition: edition}
		var got [3]int
		for _, baseText := range bases {
			base, err := r.Parse(baseText)
			if err != nil {
				t.Fatal(err)
			}
			for _, ref := range refs {
				target, err := r.Resolve(base, ref)
				if err != nil {
					continue
				}
				if sameHost(base, target) {
					got[same]++
				}
				if checkRelative(t, r, base, target) {
					got[relative]++
				}
				if checkRoot(t, r, base, target) {
					got[root]++
				}
				checkScheme(t, r, base, target)
			}
		}
		if got != want[edition] {
			t.Errorf("%v: %v on the host, relative, from the root: want %v", edition, got, want[edition])
		}
	}
}

// sameHost tells whether scheme, userinfo, host and port are the same.
func sameHost(a, b resolve.URL) bool {
	schemeA, _ := a.Scheme()
	schemeB, _ := b.Scheme()
	authorityA, okA := a.Authority()
	authorityB, okB := b.Authority()
	return schemeA == schemeB && okA == okB && authorityA == authorityB
}

// TestEncodings holds that the query of a target, which is encoded already, stays as it is in a document of any
// encoding.
func TestEncodings(t *testing.T) {
	for _, label := range []string{"windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "x-user-defined"} {
		encoding, err := resolve.LookupEncoding(label)
		if err != nil {
			t.Fatal(err)
		}
		for _, edition := range resolve.Editions() {
			r := resolve.Resolver{Edition: edition, Encoding: encoding}
			base := parse(t, r, "http://h/a/b")
			target, err := r.Resolve(base, "c?é表&€#é")
			if err != nil {
				t.Fatal(err)
			}
			if ref, ok := checkLeads(t, rewrite.RelativeTo, r, base, target); !ok || !strings.HasPrefix(ref, "c?") {
				t.Errorf("%v, %s: %q, %t for %q", edition, label, ref, ok, target)
			}
		}
	}
}

// TestReportsNothing holds that the references which are tried cause no report.
func TestReportsNothing(t *testing.T) {
	reports := 0
	for _, edition := range resolve.Editions() {
		r := resolve.Resolver{Edition: edition, Report: func(resolve.Violation) { reports++ }}
		base := parse(t, r, "http://h/a/b")
		target, err := r.Resolve(base, "/a/1:|%")
		if err != nil {
			t.Fatal(err)
		}
		was := reports
		if _, ok := rewrite.RelativeTo(r, base, target); !ok || reports != was {
			t.Errorf("%v: %d reports, ok is %t", edition, reports-was, ok)
		}
	}
	if reports == 0 {
		t.Error("the target is valid")
	}
}

// TestNoURL holds that nothing leads from or to what is no URL, and in no unknown edition.
func TestNoURL(t *testing.T) {
	u := parse(t, resolve.Resolver{}, "http://h/a")
	for _, write := range []relativizer{rewrite.RelativeTo, rewrite.RootRelativeTo, rewrite.SchemeRelativeTo} {
		for _, c := range []struct {
			resolver     resolve.Resolver
			base, target resolve.URL
		}{
			{base: u}, {target: u}, {}, {resolve.Resolver{Edition: 200}, u, u},
		} {
			if ref, ok := write(c.resolver, c.base, c.target); ok || ref != "" {
				t.Errorf("from %q to %q leads %q, %t", c.base, c.target, ref, ok)
			}
		}
	}
}

// longPaths are paths of about n bytes that could be slow to compare or to climb.
var longPaths = map[string]func(n int) string{
	"segments":  func(n int) string { return strings.Repeat("/a", n/2) },
	"slashes":   func(n int) string { return strings.Repeat("/", n) },
	"a segment": func(n int) string { return "/" + strings.Repeat("a", n) },
	"colons":    func(n int) string { return "/" + strings.Repeat(":", n) },
	"commas":    func(n int) string { return "/" + strings.Repeat(",", n) },
	"dots":      func(n int) string { return strings.Repeat("/.a", n/3) },
	"drives":    func(n int) string { return strings.Repeat("/C|", n/3) },
	"escapes":   func(n int) string { return strings.Repeat("/%2ea", n/5) },
	"late":      func(n int) string { return "/" + strings.Repeat("a", n) + ":b" },
}

// TestHostile holds that to and from long paths takes memory in proportion to them. Should it need more than linear
// time, the test would not end.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("resolves long references")
	}
	const size, limit = 1 << 18, 200
	many := longPaths["segments"](size)
	for _, edition := range resolve.Editions() {
		r := resolve.Resolver{Edition: edition}
		for name, path := range longPaths {
			for _, paths := range [][2]string{{path(size), path(size)}, {path(size), many}, {many, path(size)}} {
				base, target := parse(t, r, "http://h"+paths[0]+"/b"), parse(t, r, "http://h"+paths[1]+"/c")
				allocated := bytesAllocated(func() {
					rewrite.RelativeTo(r, base, target)
					rewrite.RootRelativeTo(r, base, target)
					rewrite.SchemeRelativeTo(r, base, target)
				})
				if allocated > limit*size {
					t.Errorf("%v, %s: %d bytes for each", edition, name, allocated/size)
				}
			}
		}
	}
}

// bytesAllocated returns how many bytes f allocates.
func bytesAllocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func BenchmarkRelative(b *testing.B) {
	const mega = 1 << 20
	for _, c := range []struct{ name, base, target string }{
		{"usual", "https://example.com/dir/page.html", "https://example.com/dir/image.png"},
		{"up", "https://example.com/dir/sub/page.html", "https://example.com/other/image.png?size=2"},
		{"fragment", "https://example.com/dir/page.html", "https://example.com/dir/page.html#top"},
		{"megabyte", "http://h/" + strings.Repeat("a", mega) + "/b", "http://h/" + strings.Repeat("a", mega) + "/c"},
		{"segments", "http://h/" + strings.Repeat("a/", 100000) + "b", "http://h/" + strings.Repeat("b/", 100000) + "c"},
	} {
		for _, edition := range resolve.Editions() {
			b.Run(c.name+"/"+edition.String(), func(b *testing.B) {
				r := resolve.Resolver{Edition: edition}
				base, target := parse(b, r, c.base), parse(b, r, c.target)
				b.ReportAllocs()
				for b.Loop() {
					if _, ok := rewrite.RelativeTo(r, base, target); !ok {
						b.Fatal("nothing leads there")
					}
				}
			})
		}
	}
}
