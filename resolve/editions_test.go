package resolve_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// editionCase is a reference and what each edition makes of it; null is no URL.
type editionCase struct {
	Clause                          string
	Ref                             string
	Base                            *string
	Encoding                        string
	HTML5, URL2012, URL2015, Living *string
}

// TestEveryEdition holds inputs in which the texts part, or nearly do.
func TestEveryEdition(t *testing.T) {
	for _, c := range testcase.Own[editionCase](t, "editions/resolve.json") {
		for edition, want := range map[resolve.Edition]*string{
			resolve.HTML5: c.HTML5, resolve.URL2012: c.URL2012, resolve.URL2015: c.URL2015, resolve.Living: c.Living,
		} {
			r := resolver(t, c.Encoding)
			r.Edition = edition
			got, err := resolveOn(r, c.Base, c.Ref)
			if (err == nil) != (want != nil) || err == nil && got.String() != *want {
				t.Errorf("%s: %v: %q on %s is\n %q, %v, want\n %q", c.Clause, edition, c.Ref, show(c.Base), got, err, show(want))
			}
		}
	}
}

// hostile are inputs that some parsers are slow or greedy with, n bytes long or somewhat more.
var hostile = map[string]func(n int) string{
	"path":         func(n int) string { return "http://h/" + strings.Repeat("a", n) },
	"dot segments": func(n int) string { return "http://h/" + strings.Repeat("../", n/3) },
	"dots after":   func(n int) string { return "http://h/" + strings.Repeat("a/", n/4) + strings.Repeat("../", n/6) },
	"%2e segments": func(n int) string { return "http://h/" + strings.Repeat("%2e%2E/", n/7) },
	"backslashes":  func(n int) string { return "http:" + strings.Repeat(`\`, n) },
	"ats":          func(n int) string { return "http://" + strings.Repeat("@", n) + "h/" },
	"colons":       func(n int) string { return "http://" + strings.Repeat(":", n) + "@h/" },
	"percents":     func(n int) string { return "http://h/" + strings.Repeat("%25", n/3) },
	"host octets":  func(n int) string { return "http://" + strings.Repeat("%61", n/3) + "/" },
	"host labels":  func(n int) string { return "http://" + strings.Repeat("a.", n/2) + "/" },
	"IDNA labels":  func(n int) string { return "http://" + strings.Repeat("ü.", n/3) + "/" },
	"IDNA label":   func(n int) string { return "http://" + strings.Repeat("üß", n/4) + "/" },
	"many letters": func(n int) string { return "http://" + distinct(n) + "/" },
	"punycode":     func(n int) string { return "http://xn--" + strings.Repeat("a9", n/2) + "/" },
	"ü and xn--":   func(n int) string { return "http://ü.xn--" + strings.Repeat("a9", n/2) + "/" },
	"IPv4 digits":  func(n int) string { return "http://1." + strings.Repeat("0", n) + "/" },
	"IPv6":         func(n int) string { return "http://[" + strings.Repeat("1:", n/2) + "]/" },
	"brackets":     func(n int) string { return "http://" + strings.Repeat("[", n) + "/" },
	"port":         func(n int) string { return "http://h:" + strings.Repeat("0", n) + "/" },
	"tabs":         func(n int) string { return "http://h/" + strings.Repeat("\t", n) },
	"tab pairs":    func(n int) string { return "http://h/" + strings.Repeat("\t\\", n/2) },
	"spaces":       func(n int) string { return "data:" + strings.Repeat(" ", n) + "#" },
	"query":        func(n int) string { return "http://h/?" + strings.Repeat("ü", n/2) },
	"fragment":     func(n int) string { return "http://h/#" + strings.Repeat("\x00", n) },
	"no UTF-8":     func(n int) string { return "http://h/" + strings.Repeat("\xFF", n) },
	"scheme":       func(n int) string { return strings.Repeat("a", n) },
	"drives":       func(n int) string { return "file:" + strings.Repeat("/c|", n/3) },
	"parents":      func(n int) string { return strings.Repeat("../", n/3) },
	"%2e parents":  func(n int) string { return strings.Repeat("%2e%2E/", n/7) },
	"up and down":  func(n int) string { return strings.Repeat("a/../b/", n/7) },
	"down and up":  func(n int) string { return strings.Repeat("x/", n/5) + strings.Repeat("../", n/5) },
	"two segments": func(n int) string { return "/" + strings.Repeat("x", n/2) + "/../" + strings.Repeat("x", n/2) },
	"escapes":      func(n int) string { return "/" + strings.Repeat("é", n/2) },
	"slashes":      func(n int) string { return "http://h/" + strings.Repeat("/", n) },
	"both slashes": func(n int) string { return "http:" + strings.Repeat(`\/`, n/2) },
	"users":        func(n int) string { return "http://" + strings.Repeat("a@", n/2) },
	"ats after":    func(n int) string { return "http://u@" + strings.Repeat("@", n) + "h/" },
	"tabs and ats": func(n int) string { return "http://" + strings.Repeat("\t@", n/2) + "h" },
	"colons after": func(n int) string { return "http://u" + strings.Repeat(":", n) + "@h/" },
	"host":         func(n int) string { return "http://" + strings.Repeat("a", n) + "/" },
	"file host":    func(n int) string { return "file://" + strings.Repeat("x", n) },
	"host tabs":    func(n int) string { return "http://" + strings.Repeat("\t", n) + "h/" },
	"IPv4":         func(n int) string { return "http://" + strings.Repeat("0", n) + "/" },
	"IPv4 parts":   func(n int) string { return "http://" + strings.Repeat("1.", n/2) + "/" },
	"IPv6 digits":  func(n int) string { return "http://[" + strings.Repeat("1", n) },
	"[ and colon":  func(n int) string { return "http://" + strings.Repeat("[", n) + ":" },
	"port 1":       func(n int) string { return "http://h:" + strings.Repeat("0", n) + "1/" },
	"query units":  func(n int) string { return "?" + strings.Repeat("%", n) },
	"long query":   func(n int) string { return "?" + strings.Repeat("x", n) },
	"bad bytes":    func(n int) string { return "#" + strings.Repeat("\xFF", n) },
	"bad path":     func(n int) string { return strings.Repeat("\xFF", n) },
	"no scheme":    func(n int) string { return strings.Repeat("x", n) + "_:" },
	"long scheme":  func(n int) string { return strings.Repeat("x", n) + ":" },
	"scheme data":  func(n int) string { return "x:" + strings.Repeat("é", n/2) },
	"late drive":   func(n int) string { return strings.Repeat("/", n) + "x|y" },
	"blob":         func(n int) string { return strings.Repeat("blob:", n/5) + "http://h/" },
}

// distinct returns a label of many different letters, which is hard to encode.
func distinct(n int) string {
	var b strings.Builder
	for c := rune(0x4E00); b.Len() < n; c++ {
		if c > 0x9FFF {
			c = 0x4E00
		}
		b.WriteRune(c)
	}
	return b.String()
}

// TestHostileMemory holds that all allocations for an input of half a megabyte, on a base of that size, together are a
// multiple of it, with or without a report, in any edition; the largest have three outputs, each nine times the input.
// Should one need more than linear time, the test would not end.
func TestHostileMemory(t *testing.T) {
	const size, limit = 1 << 19, 400
	for _, edition := range resolve.Editions() {
		r := resolve.Resolver{Edition: edition}
		base := parse(t, r, "http://example.com/"+strings.Repeat("d/", size/2))
		for name, input := range hostile {
			ref := input(size)
			for _, r.Report = range []func(resolve.Violation){nil, func(resolve.Violation) {}} {
				allocated := bytesAllocated(func() {
					if u, err := r.Resolve(base, ref); err == nil {
						r.Origin(u)
						r.Set(u, resolve.Path, u.Path())
					}
					r.Set(base, resolve.HostPort, ref)
					r.Set(base, resolve.Path, ref)
				})
				if allocated > limit*size {
					t.Errorf("%v, %s: %d bytes for each of the input", edition, name, allocated/size)
				}
			}
		}
	}
}

// TestLongBase holds that a long base costs nothing where it is not used.
func TestLongBase(t *testing.T) {
	for _, edition := range resolve.Editions() {
		r := resolve.Resolver{Edition: edition}
		base := parse(t, r, "http://example.com/"+strings.Repeat("d/", 1<<19)+"?"+strings.Repeat("x", 1<<19))
		allocated := bytesAllocated(func() {
			if _, err := r.Resolve(base, "https://h/a/../b"); err != nil {
				t.Error(err)
			}
		})
		if allocated > 1<<16 {
			t.Errorf("%v: %d bytes", edition, allocated)
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

// BenchmarkHostile shows that the time for each byte does not grow with the input.
func BenchmarkHostile(b *testing.B) {
	for _, edition := range resolve.Editions() {
		for name, input := range hostile {
			for _, size := range []int{1 << 16, 1 << 17, 1 << 18} {
				ref := input(size)
				b.Run(fmt.Sprintf("%v/%s/%d", edition, name, size), func(b *testing.B) {
					r := resolve.Resolver{Edition: edition}
					base, err := r.Parse("http://example.com/a/b")
					if err != nil {
						b.Fatal(err)
					}
					b.SetBytes(int64(len(ref)))
					for b.Loop() {
						r.Resolve(base, ref)
					}
				})
			}
		}
	}
}
