// Package playground_test tries the playground in a browser, as htmlurl playground serves it.
package playground_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// update makes the test write the picture of the playground that the README has.
var update = flag.Bool("update", false, "write playground/screenshot.png")

// TestPlayground tries one thing after the other in tabs of one browser. In none of them anything may be said on the
// console, or requested from elsewhere.
func TestPlayground(t *testing.T) {
	b := newBrowser(t)
	for _, try := range []struct {
		name string
		in   func(w *tab)
	}{
		{"Controls", controls},
		{"Load", load},
		{"Type", typeCase},
		{"Editions", editions},
		{"Highlight", highlight},
		{"Keyboard", keyboard},
		{"Setters", setters},
		{"Files", files},
		{"Frames", frames},
		{"Encodings", encodings},
		{"Reasons", reasons},
		{"Share", share},
		{"BadAddresses", badAddresses},
		{"Hostile", hostile},
		{"Ending", ending},
		{"Names", names},
		{"Contrast", contrast},
		{"Phone", phone},
		{"PhoneChoice", phoneChoice},
		{"Elsewhere", elsewhere},
		{"RealPages", realPages},
		{"Picture", picture},
	} {
		t.Run(try.name, func(t *testing.T) { try.in(b.newTab(t)) })
	}
}

// controls does what no other test may do, and looks whether that is noticed.
func controls(w *tab) {
	w.open("")
	get[bool](w, `(console.error('said'), setTimeout(() => { throw new Error('thrown'); }),
		fetch('http://leak.example/fetched').catch(() => new Promise((done) => setTimeout(done, 100, true))))`)
	w.do(chromedp.Navigate(w.address + "none.html"))
	call(w, page.Navigate, page.NavigateParams{URL: "http://leak.example/opened"})
	w.mu.Lock()
	said := strings.Join(w.said, "\n")
	w.said = nil
	w.mu.Unlock()
	for _, want := range []string{"said", "thrown", "Content Security Policy", "404"} {
		if !strings.Contains(said, want) {
			w.Errorf("%q is not noticed on the console:\n%s", want, said)
		}
	}
	if refused := w.takeRefused(); !slices.Contains(refused, "GET http://leak.example/opened") {
		w.Errorf("the gate noticed %q", refused)
	}
}

// load loads the page.
func load(w *tab) {
	w.open("")
	timing := get[[]float64](w, `(() => {
		const [page] = performance.getEntriesByType('navigation');
		return [page.domContentLoadedEventEnd, performance.now()];
	})()`)
	w.Logf("the page is there after %.0f ms, all answers at most after %.0f ms", timing[0], timing[1])
	if rows := w.rows(); len(rows) != 14 {
		w.Errorf("%d references in the example: %v", len(rows), rows)
	}
	if title := get[string](w, `document.title`); title != "htmlurl playground" {
		w.Errorf("title %q", title)
	}
	if get[bool](w, `!document.getElementById('notice').hidden`) {
		w.Error("there is a notice")
	}
}

// rows returns the rows of the table: the reference, where it is, its URL, and what the browser says.
func (w *tab) rows() []string {
	w.Helper()
	return get[[]string](w, `[...document.querySelectorAll('#links tr[data-index]')].map((row) => {
		const unseen = [...row.querySelectorAll('.unseen')];
		unseen.forEach((element) => element.remove());
		row.cells[3].append(row.querySelector('.other') ?? '');
		return [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()).join(' | ');
	})`)
}

// checkRows compares the rows of the table.
func (w *tab) checkRows(want ...string) {
	w.Helper()
	if got := w.rows(); !slices.Equal(got, want) {
		w.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// text returns the text that an element shows.
func (w *tab) text(selector string) string {
	w.Helper()
	return get[string](w, `document.querySelector(%s).innerText.replace(/\s+/g, ' ').trim()`, selector)
}

const typed = "<svg><base href=/svg/></svg><base href='a b/'><base href=/2/>\n" +
	`<a href="é?é#é">x</a><a href="//[">y</a><img srcset="1.png, 2.png 2x" src=" 3.png ">` +
	`<p style="background: url(4.png)"><form action=""></form><a href="http:x">z</a><noscript><a href=n></noscript>`

// typeCase types a case, and reads the table.
func typeCase(w *tab) {
	w.open("")
	w.fill("source", typed)
	w.fill("address", "http://example.com/dir/page?q#f")
	w.checkRows(
		"a b/ | base href 1:41 | http://example.com/dir/a%20b/ | ✓ same",
		"/2/ | base href 1:58 | http://example.com/2/an earlier base element counts | ✓ same",
		"é?é#é | a href 2:10 | http://example.com/dir/a%20b/%C3%A9?%C3%A9#%C3%A9 | ✓ same",
		"//[ | a href 2:31 | no URL: the IPv6 address has no closing bracket (bytes 2 to 3: \"[\") | ✓ same",
		"1.png | img srcset 2:54 | http://example.com/dir/a%20b/1.png | ✓ same",
		"2.png | img srcset 2x 2:61 | http://example.com/dir/a%20b/2.png | ✓ same",
		"3.png | img src 2:76 | http://example.com/dir/a%20b/3.png | ✓ same",
		"4.png | p style 2:111 | http://example.com/dir/a%20b/4.png | ✓ same",
		"empty | form action 2:133 | http://example.com/dir/page?q#f | – not askedempty, it means the address",
		"http:x | a href 2:151 | http://example.com/dir/a%20b/x | ✓ same",
	)
	want := `http://example.com/dir/a%20b/ Why base element <base href="a b/"> Fallback http://example.com/dir/page?q#f ` +
		`Encoding UTF-8 (content-type) ✓ same Browser’s base ✓ same`
	if got := w.text("#base"); got != want {
		w.Errorf("base:\n%s\nwant\n%s", got, want)
	}
	w.do(chromedp.Click(chromedp.CSS("#scripting")))
	w.settle()
	if rows := w.rows(); len(rows) != 11 || rows[10] != "n | a href 2:182 | http://example.com/dir/a%20b/n | ✓ same" {
		w.Errorf("without scripting: %v", rows)
	}
	w.choose("edition", "html5")
	if row := w.rows()[2]; row != "é?é#é | a href 2:10 | http://example.com/dir/a%20b/%C3%A9?%C3%A9#é | "+
		"≠ differsbrowserhttp://example.com/dir/a%20b/%C3%A9?%C3%A9#%C3%A9" {
		w.Errorf("in html5: %s", row)
	}
	if marked := get[[]string](w, `[...document.querySelectorAll('#links tr[data-index="2"] mark')].map((m) => m.textContent)`); !slices.
		Equal(marked, []string{"%C3%A9"}) {
		w.Errorf("marked %q", marked)
	}
	w.fill("address", "nonsense")
	if got := w.text("#base"); !strings.Contains(got, "no absolute URL") {
		w.Errorf("with a bad address: %s", got)
	}
	w.choose("edition", "living")
	w.fill("address", "")
	w.fill("source", "<a href=x>1</a><a href=http://example.com/>2</a><a href=''>3</a><a href=#f>4</a>")
	w.checkRows(
		"x | a href 1:9 | no URL: it has no scheme, and there is no base URL that it can be relative to | ✓ same",
		"http://example.com/ | a href 1:24 | http://example.com/ | ✓ same",
		"empty | a href 1:58 | no URL: it has no scheme, and there is no base URL that it can be relative to | ✓ same",
		"#f | a href 1:73 | no URL: it has no scheme, and there is no base URL that it can be relative to | – not askedthere is no address",
	)
	w.fill("source", "nothing")
	if got := w.text("#summary"); got != "There are no references." {
		w.Error(got)
	}
}

// editions looks at a reference in all editions.
func editions(w *tab) {
	w.open("")
	w.fill("address", "http://u:p@h:8080/a/b/c?q")
	w.fill("source", "<a href='x|y'>")
	rows := func() []string {
		return get[[]string](w, `[...document.querySelectorAll('#editions tbody tr')].map((row) =>
			[...row.cells].map((cell) => cell.innerText.trim()).join(' ') + ' ' +
			[...row.querySelectorAll('mark')].map((mark) => '[' + mark.textContent + ']').join(''))`)
	}
	if got, want := rows(), []string{
		"html5 A\ndiffers http://u:p@h:8080/a/b/x%7Cy [%7C]",
		"url2012 B\ndiffers http://h:8080/a/b/x|y []",
		"url2015 C\ndiffers file:///x:/y [file][][x][:]",
		"living D http://u:p@h:8080/a/b/x|y ",
	}; len(got) != 5 || strings.Join(got[:2], "\n") != strings.Join(want[:2], "\n") || got[3] != want[3] ||
		!strings.HasPrefix(got[2], "url2015 C\ndiffers file:///x:/y [file]") {
		w.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	w.fill("reference", "HTTP://EX.com:80")
	if got := rows(); len(got) != 5 || !strings.HasPrefix(got[0], "html5 A\ndiffers HTTP://EX.com:80/") || got[4] != "browser C http://ex.com/ " {
		w.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	w.do(chromedp.Click(chromedp.CSS("#steps summary")))
	if got := w.text("#steps"); !strings.Contains(got, "scheme start state") {
		w.Errorf("steps: %s", got)
	}
}

// pointed is an expression for the text of the mark that is highlighted.
const pointed = `(document.querySelector('#backdrop mark.pointed')?.textContent ?? null)`

// highlight points at references with a mouse.
func highlight(w *tab) {
	w.resize(1440, 1000, false)
	w.open("")
	for index, want := range map[int]string{0: "../menu/", 3: "café.html?w=café#café", 5: "HTTP://BÜCHER.example:80/a/../b"} {
		spot := get[[]float64](w, `(() => {
			const box = document.querySelector('#links tr[data-index="' + %s + '"] td').getBoundingClientRect();
			return [box.x + 5, box.y + 5];
		})()`, fmt.Sprint(index))
		w.do(chromedp.MouseEvent(chromedp.MouseMoved, spot[0], spot[1]))
		if got := get[string](w, pointed); got != want {
			w.Errorf("reference %d is highlighted at %q, want %q", index, got, want)
		}
	}
	// The marks lie exactly behind the text.
	w.checkAligned()
	w.do(chromedp.MouseEvent(chromedp.MouseMoved, 5, 5))
	if got := get[*string](w, pointed); got != nil {
		w.Errorf("%q stays highlighted", *got)
	}
	w.do(chromedp.Click(chromedp.CSS(`#links tr[data-index="3"] button`)))
	w.settle()
	if got := get[string](w, `document.getElementById('reference').value`); got != "café.html?w=café#café" {
		w.Errorf("chosen is %q", got)
	}
	// The cursor in the source points back.
	get[bool](w, `(() => { const area = document.getElementById('source'); area.focus();
		const at = area.value.indexOf('soup-large'); area.setSelectionRange(at + 1, at + 1);
		return area.dispatchEvent(new MouseEvent('click', {bubbles: true})); })()`)
	if got := get[string](w, `document.querySelector('#links tr.pointed th').innerText`); got != "soup-large.jpg" {
		w.Errorf("the cursor points at %q", got)
	}
	// A long document is scrolled to what is pointed at.
	w.fill("source", strings.Repeat("<p>text\n", 500)+"<a href=end>x</a>")
	get[bool](w, `(document.querySelector('#links button').focus(), true)`)
	if got := get[bool](w, `(() => {
		const mark = document.querySelector('mark.pointed').getBoundingClientRect();
		const editor = document.querySelector('.editor').getBoundingClientRect();
		return mark.top >= editor.top && mark.bottom <= editor.bottom;
	})()`); !got {
		w.Error("the end of a long document is not shown")
	}
	w.checkAligned()
	w.fill("source", "<img src='data:,"+strings.Repeat("A", 20_000)+"'>\n<a href=x>\n")
	w.checkAligned()
	if got := get[float64](w, `(() => { const e = document.querySelector('.editor'); return e.scrollHeight - e.clientHeight - e.scrollTop; })()`); got > 1 {
		w.Errorf("the cursor at the end is %.0f pixels out of sight", got)
	}
}

// checkAligned holds the marks to the text that they are behind: both are as high as the text, and only the editor scrolls.
func (w *tab) checkAligned() {
	w.Helper()
	if got := get[string](w, `(() => {
		const area = document.getElementById('source'), backdrop = document.getElementById('backdrop');
		const a = area.getBoundingClientRect(), b = backdrop.getBoundingClientRect();
		const style = (element) => ['fontFamily', 'fontSize', 'lineHeight', 'whiteSpace', 'overflowWrap', 'paddingLeft', 'letterSpacing']
			.map((name) => getComputedStyle(element)[name]).join();
		if (a.x !== b.x || a.y !== b.y || a.width !== b.width || a.height !== b.height) return 'at another place';
		if (area.scrollHeight > area.clientHeight + 1 || backdrop.scrollHeight > backdrop.clientHeight + 1) return 'of another height';
		if (area.scrollTop !== 0 || backdrop.textContent !== area.value + '\n') return 'of another text';
		return style(area) === style(backdrop) ? '' : 'in another style';
	})()`); got != "" {
		w.Errorf("the marks are not behind the text: they are %s", got)
	}
}

// keyboard goes through the page without a mouse.
func keyboard(w *tab) {
	w.resize(1440, 1000, false)
	w.open("")
	var stops []string
	get[bool](w, `(document.activeElement.blur(), true)`)
	for range 40 {
		w.do(chromedp.KeyEvent(kb.Tab))
		stop := get[string](w, `(() => {
			const e = document.activeElement;
			const shown = [e, e.parentElement, e.closest('.editor')].some((x) => x && getComputedStyle(x).outlineStyle !== 'none' && parseFloat(getComputedStyle(x).outlineWidth) >= 2);
			return (e.id || e.closest('[id]')?.id || e.localName) + (shown ? '' : ' without outline');
		})()`)
		if slices.Contains(stops, stop) && stop == stops[0] {
			break
		}
		stops = append(stops, stop)
	}
	got := strings.Join(slices.Compact(stops), " ")
	if want := "copy address type edition scripting open source links reference steps part-href part-origin part-protocol part-username " +
		"part-password part-host part-hostname part-port part-pathname part-search part-hash"; !strings.HasPrefix(got, want) {
		w.Errorf("Tab goes through\n%s\nwant\n%s", got, want)
	}

	get[bool](w, `(document.querySelector('#links tr.chosen button').focus(), true)`)
	for _, step := range []struct{ key, reference string }{
		{"", "HTTP://BÜCHER.example:80/a/../b"}, {kb.ArrowDown, ""}, {kb.ArrowDown, "http://[::1/"}, {kb.ArrowUp, ""},
		{kb.Home, "../menu/"}, {kb.ArrowUp, "../menu/"}, {kb.PageDown, "soup-large.jpg"}, {kb.ArrowUp, "soup.jpg"},
	} {
		if step.key != "" {
			w.do(chromedp.KeyEvent(step.key))
		}
		if got := get[string](w, pointed); got != step.reference {
			w.Errorf("%q is highlighted, want %q", got, step.reference)
		}
	}
	w.do(chromedp.KeyEvent(kb.Enter))
	w.settle()
	if got := get[string](w, `document.getElementById('reference').value`); got != "soup.jpg" {
		w.Errorf("Enter chose %q", got)
	}
	if got := get[string](w, `document.querySelector('#links [aria-current="true"]').innerText`); got != "soup.jpg" {
		w.Errorf("the current one is %q", got)
	}
	w.do(chromedp.KeyEvent(kb.End))
	if got := get[string](w, pointed); !strings.HasPrefix(got, "<base href='guests/'>") {
		w.Errorf("for a frame %q is highlighted", got)
	}
}

// part returns what the field of a part of the URL has.
func (w *tab) part(name string) string {
	w.Helper()
	return get[string](w, `document.getElementById('part-' + %s).value`, name)
}

// setPart types a value into the field of a part.
func (w *tab) setPart(name, value string) {
	w.Helper()
	w.fill("part-"+name, value)
	w.do(chromedp.KeyEvent(kb.Enter))
	get[bool](w, `new Promise((done) => setTimeout(() => done(true), 200))`)
}

// setters sets parts of a URL.
func setters(w *tab) {
	w.open("")
	for _, set := range []struct{ part, value, href string }{
		{"host", "EXAMPLE.org:81", "http://example.org:81/b"},
		{"pathname", "a/../é|", "http://example.org:81/%C3%A9|"},
		{"port", "x", "http://example.org:81/%C3%A9|"},
		{"protocol", "https", "https://example.org:81/%C3%A9|"},
		{"search", "q=ü", "https://example.org:81/%C3%A9|?q=%C3%BC"},
		{"hash", "top", "https://example.org:81/%C3%A9|?q=%C3%BC#top"},
		{"username", "me", "https://me@example.org:81/%C3%A9|?q=%C3%BC#top"},
		{"port", "443", "https://me@example.org/%C3%A9|?q=%C3%BC#top"},
	} {
		w.setPart(set.part, set.value)
		if got := w.part("href"); got != set.href {
			w.Errorf("%s = %q gives %s, want %s", set.part, set.value, got, set.href)
		}
	}
	// Chromium writes %7C for | in a path, against the standard.
	if got := w.text("#parts tbody tr:nth-child(9)"); got != "pathname ✓ same" && got != "pathname browser /%C3%A9%7C ≠ differs" {
		w.Errorf("the browser's pathname: %s", got)
	}
	if got := w.text("#parts tbody tr:nth-child(6) .theirs"); got != "✓ same" {
		w.Errorf("the browser's host: %s", got)
	}
	if got := get[int](w, `document.querySelectorAll('.sets li').length`); got != 8 {
		w.Errorf("%d sets are listed", got)
	}
	w.do(chromedp.Click(chromedp.CSS("#reset")))
	get[bool](w, `new Promise((done) => setTimeout(() => done(true), 200))`)
	if got := w.part("href"); got != "http://xn--bcher-kva.example/b" {
		w.Errorf("undone: %s", got)
	}
	w.choose("edition", "html5")
	if got := get[[]string](w, `[...document.querySelectorAll('#parts tbody label')].map((label) => label.textContent)`); !slices.Equal(got,
		[]string{"href", "protocol", "host", "hostname", "port", "pathname", "search", "hash"}) {
		w.Errorf("parts in html5: %v", got)
	}
}

// upload gives the page a file.
func (w *tab) upload(name string, content []byte) {
	w.Helper()
	path := filepath.Join(w.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		w.Fatal(err)
	}
	w.do(chromedp.SetUploadFiles(chromedp.CSS("#open"), []string{path}))
	get[bool](w, `new Promise((done) => setTimeout(() => done(true), 100))`)
	w.settle()
}

// marks returns the texts of the marks in the source.
func (w *tab) marks() []string {
	w.Helper()
	return get[[]string](w, `[...document.querySelectorAll('#backdrop mark')].map((mark) => mark.textContent)`)
}

// files opens files, which keep their bytes.
func files(w *tab) {
	w.open("")
	w.upload("latin.html", []byte("<meta charset=latin1>\r\n<p title='\xe9\xff'>\r<a href='?\xe9'>x</a><a href='\xe4/'>"))
	w.checkRows(
		"?é | a href 3:10 | https://example.com/news/2012/?%E9 | ✓ same",
		"ä/ | a href 3:28 | https://example.com/news/2012/%C3%A4/ | ✓ same",
	)
	if got := w.text("#base dl"); !strings.Contains(got, "Encoding windows-1252 (meta) ✓ same") {
		w.Error(got)
	}
	if got := w.marks(); !slices.Equal(got, []string{"?é", "ä/"}) {
		w.Errorf("marked are %q", got)
	}
	if got := w.text("#file"); got != "latin.html, 69 bytes" {
		w.Error(got)
	}
	if !get[bool](w, `document.getElementById('source').readOnly`) {
		w.Error("a file can be changed")
	}
	wide := []byte{0xFE, 0xFF}
	for _, unit := range []uint16{'<', 'p', ' ', 'o', 'n', 'x', '=', 0xD834, 0xDD1E, '>', '<', 'a', ' ', 'h', 'r', 'e', 'f', '=', '?', 0xD834, 0xDD1E,
		'>'} {
		wide = append(wide, byte(unit>>8), byte(unit))
	}
	w.upload("wide.html", wide)
	w.checkRows("?\U0001D11E | a href 1:18 | https://example.com/news/2012/?%F0%9D%84%9E | ✓ same")
	if got := w.marks(); !slices.Equal(got, []string{"?\U0001D11E"}) {
		w.Errorf("marked are %q", got)
	}
	if got := w.text("#base dl"); !strings.Contains(got, "UTF-16BE (bom) ✓ same") {
		w.Error(got)
	}
	w.upload("undeclared.html", []byte("<a href='?\xe9'>"))
	w.checkRows("?é | a href 1:10 | https://example.com/news/2012/?%E9 | ✓ same")
	if got := w.text("#base dl"); !strings.Contains(got, "windows-1252 (fallback) – not asked") {
		w.Error(got)
	}
	w.upload("page.xhtml", []byte(`<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="/b/"/></head><body onload="x"><a href="c"/></body></html>`))
	w.checkRows("/b/ | base href 1:62 | https://example.com/b/ | ✓ same", "c | a href 1:101 | https://example.com/b/c | ✓ same")
	w.do(chromedp.Click(chromedp.CSS("#edit")))
	w.settle()
	if get[bool](w, `document.getElementById('source').readOnly`) || get[string](w, `document.activeElement.id`) != "source" {
		w.Error("the text cannot be edited")
	}
	// Dropped, without a type.
	get[bool](w, `(() => {
		const data = new DataTransfer();
		data.items.add(new File([new Uint8Array([60, 97, 32, 104, 114, 101, 102, 61, 63, 0x95, 0x5c, 62])], 'dropped'));
		for (const type of ['dragenter', 'dragover', 'drop']) {
			document.getElementById('source').dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data}));
		}
		return true;
	})()`)
	get[bool](w, `new Promise((done) => setTimeout(() => done(true), 100))`)
	w.settle()
	w.fill("type", "text/html; charset=shift_jis")
	w.checkRows(`?表 | a href 1:9 | https://example.com/news/2012/?%95\ | ✓ same`)
}

// frames looks into srcdoc documents.
func frames(w *tab) {
	w.open("")
	w.fill("source", `<base href=/b/><iframe srcdoc="<a href='1?é'>x</a><iframe srcdoc='<base href=c/><a href=2>'></iframe>"></iframe>`)
	w.checkRows(
		"/b/ | base href 1:12 | https://example.com/b/ | ✓ same",
		"1?é | a href 1:10 | https://example.com/b/1?%C3%A9 | ✓ same",
		"c/ | base href 1:12 | https://example.com/b/c/ | ✓ same",
		"2 | a href 1:23 | https://example.com/b/c/2 | ✓ same",
	)
	if got := get[[]string](w, `[...document.querySelectorAll('#links .frame')].map((row) => row.innerText.replace(/\s+/g, ' ').trim())`); !slices.Equal(got,
		[]string{"Frame 1, base https://example.com/b/ container's base ✓ same", "Frame 1.1, base https://example.com/b/c/ base element <base href=\"c/\"> ✓ same"}) {
		w.Errorf("frames: %q", got)
	}
	// A template and noscript hide what is in them; shadow roots and documents without scripting do not.
	w.fill("source", `<template><a href=t></template><div><template shadowrootmode=open><a href=s></template></div><noscript><a href=n></noscript>`)
	w.checkRows("s | a href 1:75 | https://example.com/news/2012/s | – not askedit is in a shadow root")
	w.fill("source", `<object codebase=/c/ classid=x></object><a urn=y></a><svg><a xlink:href=z /></svg><input type=image src=i><section cite=j>`)
	for _, row := range w.rows() {
		if !strings.HasSuffix(row, "✓ same") {
			w.Error(row)
		}
	}
}

// encodings types text in declared encodings.
func encodings(w *tab) {
	w.open("")
	w.fill("type", "text/html")
	for _, c := range []struct{ label, query string }{
		{"windows-1251", "%26%23233%3B%D6%26%238470%3B"}, {"iso-8859-15", "%E9%26%231078%3B%26%238470%3B"}, {"shift_jis", ""}, {"euc-kr", ""}, {"big5", ""},
		{"gb18030", ""}, {"gbk", ""}, {"euc-jp", ""}, {"iso-2022-jp", ""}, {"koi8-u", ""}, {"utf-16", "%C3%A9%D0%B6%E2%84%96"}, {"utf-8", "%C3%A9%D0%B6%E2%84%96"},
	} {
		w.fill("source", fmt.Sprintf("<meta charset=%s><a href='?éж№'>x</a><p style='background: url(?éж)'>", c.label))
		rows := w.rows()
		if len(rows) != 2 || !strings.HasSuffix(rows[0], "✓ same") || !strings.HasSuffix(rows[1], "✓ same") {
			w.Errorf("%s: %q", c.label, rows)
		}
		if c.query != "" && c.label != "windows-1251" && !strings.Contains(rows[0], "?"+c.query+" ") {
			w.Errorf("%s: %q", c.label, rows[0])
		}
		if got := w.marks(); !slices.Equal(got, []string{"?éж№", "?éж"}) {
			w.Errorf("%s: marked are %q", c.label, got)
		}
		if got := w.text("#base dl"); !strings.Contains(got, "(meta) ✓ same") {
			w.Errorf("%s: %s", c.label, got)
		}
	}
}

// reasons looks whether the page says why Chromium differs from the standard.
func reasons(w *tab) {
	w.open("")
	w.fill("type", "text/html; charset=windows-1252")
	cases := []struct{ reference, why string }{
		{"a|b", "Chromium percent-encodes | in paths"},
		{"x:/a?'", "Chromium percent-encodes the apostrophe in every query"},
		{"x:/|?'", "in paths; Chromium percent-encodes the apostrophe"},
		{"http://ex ample/", "Chromium allows a space in hosts"},
		{"http://a*b/", "Chromium percent-encodes * in hosts"},
		{"file://localhost/x", "Chromium keeps the host localhost"},
		{"file:///C|/x", "Chromium knows no drive letters"},
		{"file://///x", "Chromium makes three slashes of more"},
		{"wss://h/?é", "Chromium writes queries of ws:, wss:"},
		{`x://h/a/.\`, "Chromium takes backslashes for slashes"},
	}
	source := ""
	for _, c := range cases {
		source += `<a href="` + c.reference + `">x</a>` + "\n"
	}
	w.fill("source", source)
	rows := w.rows()
	for i, c := range cases {
		if i >= len(rows) || strings.HasSuffix(rows[i], "✓ same") || strings.Contains(rows[i], c.why) {
			continue // Chromium may come to follow the standard
		}
		w.Errorf("no %q in %s", c.why, rows[i])
	}
	w.do(chromedp.Click(chromedp.CSS(`#links tr[data-index="0"] button`)))
	w.settle()
	if got := w.text("#editions .note"); got != "The browser differs from living: Chromium percent-encodes | in paths." &&
		!strings.HasSuffix(rows[0], "✓ same") {
		w.Errorf("for the chosen one: %q", got)
	}
	// The rules of today are no reason to differ from those of another edition.
	w.choose("edition", "html5")
	if got := get[int](w, `document.querySelectorAll('#links .why').length`); got != 0 {
		w.Errorf("%d reasons in html5", got)
	}
}
