package playground_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// names reads the page as assistive technology does.
func names(w *tab) {
	w.open("")
	w.do(chromedp.Click(chromedp.CSS("#steps summary")))
	roles := map[string]int{}
	for _, node := range call(w, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if node.Ignored || node.Role == nil {
			continue
		}
		role := word(node.Role)
		roles[role]++
		switch role {
		case "textbox", "button", "checkbox", "combobox", "table", "region", "link", "Iframe":
			if word(node.Name) == "" {
				w.Errorf("a %s without a name: %v", role, node.NodeID)
			}
		}
	}
	for role, least := range map[string]int{"textbox": 14, "button": 15, "checkbox": 1, "combobox": 1, "table": 3, "columnheader": 10, "rowheader": 25,
		"row": 30, "cell": 60, "heading": 7, "main": 1, "banner": 1, "contentinfo": 1, "status": 1, "region": 3} {
		if roles[role] < least {
			w.Errorf("%d of %s, want %d or more: %v", roles[role], role, least, roles)
		}
	}
	if got := get[string](w, `document.getElementById('base').getAttribute('aria-live')`); got != "polite" {
		w.Error(got)
	}
	if got := get[string](w, `document.documentElement.lang`); got != "en" {
		w.Error(got)
	}
	ids := get[[]string](w, `[...document.querySelectorAll('[id]')].map((element) => element.id)`)
	slices.Sort(ids)
	if unique := slices.Compact(slices.Clone(ids)); len(unique) != len(ids) {
		w.Errorf("IDs are not unique: %v", ids)
	}
}

func word(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	if err := json.Unmarshal(v.Value, &text); err != nil {
		return fmt.Sprint(err)
	}
	return text
}

// faint is an expression for texts whose contrast to what is behind them is below 4.5.
const faint = `(() => {
	const parse = (color) => { const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
	const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (element) => {
		for (; element; element = element.parentElement) {
			const color = parse(getComputedStyle(element).backgroundColor);
			if (color[3] === 1) return color;
		}
		return [255, 255, 255, 1];
	};
	const bad = new Set();
	for (const element of document.querySelectorAll('body *')) {
		if (element.closest('#backdrop, .unseen, noscript, option') || !element.checkVisibility()) continue;
		const isField = element.matches('input, textarea, select');
		if (!isField && ![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
		const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
		const ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) bad.add(element.localName + '.' + element.className + ' ' + ratio.toFixed(2));
	}
	return [...bad];
})()`

// contrast looks at the colours, with differences and problems in sight, in light and dark.
func contrast(w *tab) {
	w.resize(1440, 1000, false)
	w.open("")
	w.choose("edition", "html5")
	backgrounds := map[string]bool{}
	for _, scheme := range []string{"light", "dark"} {
		w.prefer("prefers-color-scheme", scheme)
		get[bool](w, `new Promise((done) => setTimeout(() => done(true), 300))`) // of transitions
		if bad := get[[]string](w, faint); len(bad) > 0 {
			w.Errorf("%s: faint are %q", scheme, bad)
		}
		backgrounds[get[string](w, `getComputedStyle(document.documentElement).backgroundColor`)] = true
	}
	if len(backgrounds) != 2 {
		w.Errorf("light and dark are the same: %v", backgrounds)
	}
}

// phone shows the page on a phone, and in other widths.
func phone(w *tab) {
	w.open("")
	w.fill("source", "<a href='"+strings.Repeat("long", 100)+"'>x</a><a href=\"x?"+strings.Repeat("é", 100)+"\">"+strings.Repeat("y", 300))
	for _, width := range []int64{320, 390, 700, 701, 900, 1280, 2000} {
		w.resize(width, 844, width < 700)
		for _, edition := range []string{"living", "html5"} {
			w.choose("edition", edition)
			wide := get[[]string](w, `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
				.filter((element) => element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.localName + '#' + element.id + '.' + element.className)`)
			if len(wide) > 0 {
				w.Errorf("at %d pixels the page is wider than that: %v", width, wide)
			}
			if got := get[[]string](w, `[...document.querySelectorAll('#links, .columns')].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.id)`); len(got) > 0 {
				w.Errorf("at %d pixels %v are wider than what is seen", width, got)
			}
		}
		columns := get[int](w, `getComputedStyle(document.querySelector('main')).gridTemplateColumns.split(' ').length`)
		if want := map[bool]int{true: 1, false: 2}[width <= 700]; columns != want {
			w.Errorf("at %d pixels there are %d columns", width, columns)
		}
	}
}

// phoneChoice chooses a reference on a phone, where what is said of it is far below the table.
func phoneChoice(w *tab) {
	w.resize(390, 844, true)
	w.prefer("prefers-reduced-motion", "reduce")
	w.open("")
	w.do(chromedp.Click(chromedp.CSS(`#links tr[data-index="1"] button`)))
	w.settle()
	if got := get[float64](w, `document.getElementById('chosen').getBoundingClientRect().top`); got < -1 || got > 422 {
		w.Errorf("what is chosen is shown at %.0f pixels", got)
	}
}

// picture takes the picture for the README.
func picture(w *tab) {
	w.resize(1440, 1200, false)
	w.open("")
	get[bool](w, `(document.querySelector('#links tr.chosen').dispatchEvent(new PointerEvent('pointerover', {bubbles: true})), true)`)
	png := w.screenshot()
	if !bytes.HasPrefix(png, []byte("\x89PNG")) || len(png) < 20_000 {
		w.Errorf("a picture of %d bytes", len(png))
	}
	if *update {
		if err := os.WriteFile(filepath.Join("..", "..", "..", "playground", "screenshot.png"), png, 0o644); err != nil {
			w.Fatal(err)
		}
	}
}
