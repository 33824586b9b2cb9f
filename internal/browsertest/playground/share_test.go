package playground_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"math/rand/v2"
	"strings"

	"github.com/chromedp/chromedp"
)

// fragment returns the fragment of the page's address, after it was written.
func (w *tab) fragment() string {
	w.Helper()
	return get[string](w, `new Promise((done) => setTimeout(() => done(location.hash), 700))`)
}

// snapshot is an expression for all that the page shows.
const snapshot = `JSON.stringify([...document.querySelectorAll('input:not([type=file]), select, textarea')].map((field) =>
	[field.id, field.type === 'checkbox' ? field.checked : field.value]).concat(['base', 'links', 'editions', 'parts', 'file']
	.map((id) => document.getElementById(id).innerText)))`

// share opens addresses of cases.
func share(w *tab) {
	w.open("")
	if got := w.fragment(); got != "" {
		w.Errorf("the example has the fragment %s", got)
	}
	w.fill("source", typed)
	w.fill("address", "http://example.com/\U0001F600")
	w.choose("edition", "url2015")
	w.do(chromedp.Click(chromedp.CSS("#scripting")))
	w.settle()
	w.do(chromedp.Click(chromedp.CSS(`#links tr[data-index="2"] button`)))
	w.fill("reference", "x?ü")
	w.setPart("hash", "\U0001F600")
	w.reopen()

	content := make([]byte, 3000)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range content {
		content[i] = byte(random.Uint32())
	}
	w.upload("bytes \U0001F600.html", append(content, "<a href=\xe9>"...))
	w.fill("type", "text/html; charset=windows-1251")
	w.reopen()

	// Copying is that, too.
	w.fill("source", "x") // nothing: a file is not edited
	w.do(chromedp.Click(chromedp.CSS("#copy")))
	if got := get[string](w, `new Promise((done) => setTimeout(() => done(document.getElementById('copy').textContent), 100))`); !strings.HasPrefix(got,
		"Cop") {
		w.Error(got)
	}

	// What is too large is not shared, which is said.
	for i := range 400_000 - len(content) {
		content = append(content, byte(random.Uint32()>>(i%8)))
	}
	w.upload("large.html", content)
	if got := w.fragment(); got != "" || w.text("#notice") != "This case is too large for an address, so it cannot be shared." {
		w.Errorf("%d characters, %s", len(got), w.text("#notice"))
	}
	// What is packed well may be too large, too: its address would not be taken.
	w.upload("long.html", bytes.Repeat([]byte("<p>long</p>\n"), 100_000))
	if got := w.fragment(); got != "" || w.text("#notice") != "This case is too large for an address, so it cannot be shared." {
		w.Errorf("%d characters, %s", len(got), w.text("#notice"))
	}
}

// reopen opens the address of the case in another tab, which must show the same.
func (w *tab) reopen() {
	w.Helper()
	fragment := w.fragment()
	if !strings.HasPrefix(fragment, "#1:") || len(fragment) > 20_000 {
		w.Errorf("a fragment of %d characters: %.50s", len(fragment), fragment)
	}
	want := get[string](w, snapshot)
	other := w.newTab(w.T)
	other.open(fragment)
	if got := get[string](other, snapshot); got != want {
		w.Errorf("restored\n%s\nwant\n%s", got, want)
	}
	if again := get[string](other, `location.hash`); again != fragment {
		w.Errorf("the fragment becomes %s", again)
	}
}

// packed returns a fragment of a text.
func packed(text string) string {
	var out bytes.Buffer
	z, _ := flate.NewWriter(&out, 9)
	z.Write([]byte(text))
	z.Close()
	return "#1:" + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// badAddresses opens fragments that are no cases.
func badAddresses(w *tab) {
	good := packed(`{"html":"<a href=x>","address":"http://example.com/"}`)
	w.open(good)
	w.checkRows("x | a href 1:9 | http://example.com/x | ✓ same")
	for _, fragment := range []string{
		"#x", "#1:", "#1:%25", "#2:AAAA", "#1:AAAA", "#1:!", good[:len(good)-4], good + "AAAA", packed("null"), packed("[1]"), packed(`{"html":1}`),
		packed("{"), packed(`"x"`), packed(`{"file":{}}`), packed("\xff"), packed(`{"file":{"name":"x","bytes":"?"}}`),
		packed(`{"file":{"name":"x","bytes":"A"}}`), packed(strings.Repeat("[", 17<<20)), "#1:" + strings.Repeat("A", 500_000),
		packed(`{"html":"` + strings.Repeat("x", 17<<20) + `"}`),
	} {
		w.hash(fragment)
		if got := w.text("#notice"); !strings.HasPrefix(got, "The address of this page has no case: ") {
			w.Errorf("%.40s: the notice is %q", fragment, got)
		}
		if rows := w.rows(); len(rows) != 14 {
			w.Errorf("%.40s: %d rows", fragment, len(rows))
		}
	}
	for _, c := range []string{
		`{"html":"<a href=x>","address":1,"type":[],"edition":"none","scripting":"x","link":-7,"reference":{},"sets":[1,[2],["a"],["port","81"]]}`,
		`{"html":"<a href=x>","link":1e9,"sets":{"length":2}}`, `{"html":"","link":0.5}`,
		`{"html":"<a href=x>","sets":[` + strings.Repeat(`["hash","x"],`, 50_000) + `["hash","x"]]}`,
		`{"html":"<a href='` + strings.Repeat("x", 500_000) + `'>","sets":[` + strings.Repeat(`["hash","x"],`, 50) + `["hash","x"]]}`,
	} {
		w.hash(packed(c))
		if got := w.text("#notice"); got != "" {
			w.Errorf("%s: %s", c, got)
		}
	}
	w.open(good[:20])
	if got := w.text("#notice"); got != "The address of this page has no case: it is cut off or damaged." {
		w.Error(got)
	}
	w.hash(packed(`{"html":"<a href=http://other.example/>"}`))
	w.checkRows("http://other.example/ | a href 1:9 | http://other.example/ | ✓ same")
}

// hash changes the fragment of the page's address, and waits for the answer.
func (w *tab) hash(fragment string) {
	w.Helper()
	get[bool](w, `(document.getElementById('output').setAttribute('aria-busy', 'true'), location.hash = %s, true)`, fragment)
	w.settle()
}
