package resolve_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// batchChecker compares what a batch resolves with what its Resolver does, at once and when the memory has been used
// for other URLs.
type batchChecker struct {
	batch resolve.Batch
	seen  []seenURL
}

// seenURL is a URL of a batch, and a copy of what it was.
type seenURL struct{ got, want resolve.URL }

func (c *batchChecker) resolve(t testing.TB, base resolve.URL, ref string) {
	t.Helper()
	want, wantErr := c.batch.Resolver.Resolve(base, ref)
	got, err := c.batch.Resolve(base, ref)
	if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("%v: %q on %q is %q, %v, want %q, %v", c.batch.Resolver.Edition, ref, base, got, err, want, wantErr)
	}
	other := base // which is what it is relative to, too
	if err := c.batch.ResolveTo(&other, &other, ref); other != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
		t.Errorf("%v: %q on %q becomes %q, %v, want %q, %v", c.batch.Resolver.Edition, ref, base, other, err, want, wantErr)
	}
	c.seen = append(c.seen, seenURL{got, want.Clone()}, seenURL{other, want.Clone()})
}

// end checks that nothing was overwritten.
func (c *batchChecker) end(t testing.TB) {
	t.Helper()
	for _, u := range c.seen {
		if u.got != u.want {
			t.Errorf("%v: %q has become %q", c.batch.Resolver.Edition, u.want, u.got)
		}
	}
}

// TestBatch holds a batch of all test data of the URL parser, in each edition and in encodings of each kind, to what its
// Resolver does.
func TestBatch(t *testing.T) {
	var cases []urlTestCase
	for name := range strings.FieldsSeq("urltestdata urltestdata-javascript-only ada_extra_urltestdata ada_long_urltestdata") {
		cases = append(cases, testcase.ConformanceObjects[urlTestCase](t, "url/"+name+".json")...)
	}
	for _, edition := range resolve.Editions() {
		var c batchChecker
		for _, c.batch.Resolver = range resolvers(t, "utf-8", "windows-1252", "shift_jis", "iso-2022-jp") {
			c.batch.Resolver.Edition = edition
			for _, example := range cases {
				base := resolve.URL{}
				if example.Base != nil {
					base, _ = parseBase(c.batch.Resolver, *example.Base)
				}
				c.resolve(t, base, example.Input)
			}
		}
		c.end(t)
	}
}

// pageReferences are the references of a real page, in order.
type pageReferences struct {
	base     string
	encoding resolve.Encoding
	refs     []string
}

// corpusReferences returns the references of the corpus, and how many there are.
func corpusReferences(t testing.TB) (pages []pageReferences, count int) {
	t.Helper()
	for _, p := range testcase.Pages(t) {
		d, err := document.Parse(bytes.NewReader(p.Bytes), document.Options{Address: p.Address})
		if err != nil {
			t.Fatalf("%s: %v", p.File, err)
		}
		page := pageReferences{base: d.Base().String(), encoding: d.Resolver().Encoding}
		for link := range d.Links() {
			page.refs = append(page.refs, link.Raw)
		}
		pages = append(pages, page)
		count += len(page.refs)
	}
	if count < 30_000 {
		t.Fatalf("%d references", count)
	}
	return pages, count
}

// TestBatchPages holds a batch for each page to what its Resolver does.
func TestBatchPages(t *testing.T) {
	pages, _ := corpusReferences(t)
	for _, edition := range resolve.Editions() {
		for _, page := range pages {
			var c batchChecker
			c.batch.Resolver = resolve.Resolver{Edition: edition, Encoding: page.encoding}
			base := parse(t, c.batch.Resolver, page.base)
			for _, ref := range page.refs {
				c.resolve(t, base, ref)
			}
			c.end(t)
		}
	}
}

// TestBatchReport holds that a batch reports what its Resolver does, and that Report may use the batch.
func TestBatchReport(t *testing.T) {
	for _, edition := range resolve.Editions() {
		var b resolve.Batch
		base := parse(t, resolve.Resolver{Edition: edition}, "http://h/a/b")
		reports := 0
		b.Resolver = resolve.Resolver{Edition: edition, Report: func(resolve.Violation) {
			if reports++; reports == 1 {
				b.Resolve(base, strings.Repeat("other é", 9))
			}
		}}
		got, err := b.Resolve(base, `x y\%`)
		inBatch := reports
		reports = 1
		want, wantErr := b.Resolver.Resolve(base, `x y\%`)
		if got != want || err != nil || wantErr != nil {
			t.Errorf("%v: %q, %v, want %q, %v", edition, got, err, want, wantErr)
		}
		if silent := edition == resolve.URL2012; silent != (inBatch == 0) || reports == 1 && !silent {
			t.Errorf("%v: %d reports in the batch, %d more outside", edition, inBatch, reports-1)
		}
	}
}

// TestBatchUnknownEdition holds that a batch has the errors of its Resolver.
func TestBatchUnknownEdition(t *testing.T) {
	b := resolve.Batch{Resolver: resolve.Resolver{Edition: 99}}
	u, err := b.Resolve(resolve.URL{}, "http://h/")
	if !u.IsZero() {
		t.Errorf("%q", u)
	}
	checkError(t, err, "http://h/")
}

// TestBatchAllocations resolves a thousand references of pages again and again in one batch.
func TestBatchAllocations(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	var refs []string
	for i := 0; len(refs) < 1000; i++ {
		for _, ref := range []string{
			"https://static.example.com/images/header-%d.png?v=12", "/images/2012/%d.png", "../10/article-%d.html#comments",
			"page-%d.html", "?page=%d", "#section-%d", "//cdn.example.com/%d", "http://WWW.Example.COM/%d", "a b/%d?c d",
			"./x/../y/%d", "/tags/münchen/%d?q=süß", "/%%7Euser/%%2e/%d", "mailto:a%d@example.com", "JavaScript:go(%d)",
		} {
			refs = append(refs, fmt.Sprintf(ref, i))
		}
	}
	for _, edition := range resolve.Editions() {
		for _, r := range resolvers(t, "utf-8", "windows-1252", "shift_jis") {
			r.Edition = edition
			base := parse(t, r, "https://www.example.com/news/2012/11/index.html?page=2")
			b := resolve.Batch{Resolver: r}
			n := testing.AllocsPerRun(10, func() {
				for _, ref := range refs {
					if _, err := b.Resolve(base, ref); err != nil {
						t.Fatal(err)
					}
				}
			})
			if want := float64(len(refs) / 50); n > want {
				t.Errorf("%v, %v: %v allocations for %d references, want no more than %v", edition, r.Encoding, n, len(refs), want)
			}
		}
	}
}

// FuzzBatch holds that a batch gives what its Resolver does, whatever came before, and that it stays.
func FuzzBatch(f *testing.F) {
	for i := range uint8(16) {
		f.Add("http://u:p@h/a/b?c#d", "file:///C:/x", "../a b?é#c", `//Bücher.example:80\.`, "x:a", i)
		f.Add("https://h/", "http://h/index", "", "#", "%2e/?", i)
		f.Add("http://k/", "https://u@h:1/a/", "//h", "https://h?q#f", "./../a/.b", i)
		f.Add("mailto:x", "http://k", "HTTP://A@B@[::1]/", " \tä\n", "FILE:c|/..", i)
	}
	resolvers := resolvers(f, "utf-8", "windows-1252", "shift_jis", "iso-2022-jp")
	editions := resolve.Editions()
	f.Fuzz(func(t *testing.T, first, second, ref1, ref2, ref3 string, how uint8) {
		var c batchChecker
		c.batch.Resolver = resolvers[int(how)%len(resolvers)]
		c.batch.Resolver.Edition = editions[int(how)/len(resolvers)%len(editions)]
		for round := range 16 {
			if how >= 128 && round == 8 {
				c.batch.Resolver.Edition = editions[round/2%len(editions)]
			}
			for _, baseText := range []string{first, second, ""} {
				base, _ := parseBase(c.batch.Resolver, baseText)
				for _, ref := range []string{ref1, ref2, ref3} {
					c.resolve(t, base, ref)
				}
			}
		}
		c.end(t)
	})
}

// TestClone holds that a clone equals the URL.
func TestClone(t *testing.T) {
	u := parse(t, resolve.Resolver{}, "http://u@h:1/p?q#f")
	if u.Clone() != u || (resolve.URL{}).Clone() != (resolve.URL{}) {
		t.Errorf("%q is cloned to %q", u, u.Clone())
	}
}
