package report_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"htmlurl/check"
)

// quiet expects that nothing was asked for but the page, and that it gave no trouble.
func (b *browser) quiet(url string) {
	b.t.Helper()
	time.Sleep(200 * time.Millisecond)
	b.do("Page.enable", nil) // hears what was said before
	if len(b.requests) != 1 || b.requests[0] != url || len(b.trouble) > 0 {
		b.t.Errorf("requests %q, trouble %.1000q", b.requests, b.trouble)
	}
	b.requests, b.trouble = nil, nil
}

// column returns the texts of a column of the table, from 1, as far as rows are shown.
func (b *browser) column(n int) []string {
	b.t.Helper()
	var texts []string
	b.evaluate(fmt.Sprintf(`[...document.querySelectorAll("#findings tbody tr:first-child td:nth-child(%d)")]
		.map(cell => cell.textContent.trim())`, n), &texts)
	return texts
}

// sort presses the button of a column with the keyboard, and returns its order.
func (b *browser) sort(n int) (order string) {
	b.t.Helper()
	b.evaluate(fmt.Sprintf(`document.querySelector("th:nth-child(%d) button").focus()`, n), nil)
	for _, event := range []string{"keyDown", "keyUp"} {
		b.do("Input.dispatchKeyEvent",
			map[string]any{"type": event, "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13})
	}
	b.evaluate(`[...document.querySelectorAll("th[aria-sort]")].map(th => th.ariaSort + " " + th.cellIndex).join()`, &order)
	return order
}

// filter changes what is shown, and returns what the page says of how many there are.
func (b *browser) filter(change string) (count string) {
	b.t.Helper()
	b.evaluate(`{ const form = document.getElementById("filter"); form.reset();`+change+`;
		form.dispatchEvent(new Event("input")) } document.querySelector("output").value`, &count)
	return count
}

// TestSort holds that a press on the head of each column sorts the findings by it, and another one turns the order
// around. Equal ones stay in the order of the report.
func TestSort(t *testing.T) {
	b := start(t)
	url := b.open(&check.Report{Findings: []check.Finding{
		{Severity: check.Info, Page: "b.html", Line: 9, Rule: check.Redirected, Raw: "a", Message: "m"},
		{Severity: check.Error, Page: "a10.html", Line: 100, Rule: check.TargetMissing, Raw: "Z", Message: "n"},
		{Severity: check.Warning, Page: "a9.html", Line: 0, Rule: check.Backslash, Raw: "c", Message: "l"},
		{Severity: check.Error, Page: "A.html", Line: 10, Rule: check.TargetMissing, Raw: "b", Message: "m"},
	}})
	names := []string{"b.html", "a10.html", "a9.html", "A.html"}
	for n, c := range []struct{ up, down [4]int }{
		{up: [4]int{1, 3, 2, 0}, down: [4]int{0, 2, 1, 3}}, // severity
		{up: [4]int{3, 2, 1, 0}, down: [4]int{0, 1, 2, 3}}, // page
		{up: [4]int{2, 0, 3, 1}, down: [4]int{1, 3, 0, 2}}, // line
		{up: [4]int{2, 0, 1, 3}, down: [4]int{1, 3, 0, 2}}, // rule
		{up: [4]int{0, 3, 2, 1}, down: [4]int{1, 2, 3, 0}}, // reference
		{up: [4]int{2, 0, 3, 1}, down: [4]int{1, 0, 3, 2}}, // message
	} {
		for _, want := range []struct {
			order string
			rows  [4]int
		}{{"ascending", c.up}, {"descending", c.down}} {
			if order := b.sort(n + 1); order != fmt.Sprint(want.order, " ", n) {
				t.Errorf("column %d is %s", n, order)
			}
			var pages []string
			for _, i := range want.rows {
				pages = append(pages, names[i])
			}
			expect(t, fmt.Sprint(want.order, " ", n), b.column(2), pages)
		}
	}
	b.quiet(url)
}

// filters are changes of the form, and which findings they leave.
var filters = []struct {
	change string
	is     func(check.Finding) bool
}{
	{``, func(check.Finding) bool { return true }},
	{`form.text.value = "INSTAL.html guide"`, func(f check.Finding) bool { return f.Rule == check.TargetMissing }},
	{`form.text.value = "the target has no element"`, func(f check.Finding) bool { return f.Rule == check.FragmentMissing }},
	{`form.text.value = "nowhere"`, func(check.Finding) bool { return false }},
	{`form.severity[0].checked = false`, func(f check.Finding) bool { return f.Severity != check.Error }},
	{`form.severity[1].checked = form.severity[2].checked = false`, func(f check.Finding) bool { return f.Severity == check.Error }},
	{`form.rule.value = "backslash"`, func(f check.Finding) bool { return f.Rule == check.Backslash }},
	{`form.rule.value = "backslash"; form.text.value = "site/blog/"`, func(f check.Finding) bool {
		return f.Rule == check.Backslash && strings.HasPrefix(f.Page, "site/blog/")
	}},
	{`form.rule.value = "backslash"; form.severity[1].checked = false`, func(check.Finding) bool { return false }},
}

// TestFilter holds that findings are filtered by their text, severity and rule, and that all is found again.
func TestFilter(t *testing.T) {
	b := start(t)
	r := sample(60, 80)
	url := b.open(r)
	for _, c := range filters {
		var want []string
		for _, f := range r.Findings {
			if c.is(f) {
				want = append(want, f.Message)
			}
		}
		count := b.filter(c.change)
		expect(t, c.change, b.column(6), want)
		if count != fmt.Sprintf("%d of 80 shown", len(want)) {
			t.Errorf("%s: %s", c.change, count)
		}
	}
	if len(filters) != 9 {
		t.Errorf("%d filters", len(filters))
	}
	b.evaluate(`document.querySelector("#filter [type=reset]").click()`, nil)
	b.evaluate(`document.querySelector("summary").click()`, nil)
	if n := len(b.column(6)); n != 80 {
		t.Errorf("%d findings after a reset", n)
	}
	var facts string
	b.evaluate(`document.querySelector("details[open] dl").innerText`, &facts)
	if !strings.Contains(facts, "document's address") {
		t.Errorf("the facts are %q", facts)
	}
	b.quiet(url)
}

// TestChosenNode holds that a node of the picture, when it is chosen, shows its findings, and its edges when it is
// pointed at.
func TestChosenNode(t *testing.T) {
	b := start(t)
	r := sample(60, 80)
	url := b.open(r)
	var edges string
	b.evaluate(`document.querySelector(".node[data-name='site/talks/']").dispatchEvent(new Event("pointerenter"));
		[...document.querySelectorAll(".edge.on title")].map(title => title.textContent).join("\n")`, &edges)
	if n := strings.Count(edges+"\n", "\n"); n < 9 || strings.Count(edges, "site/talks/") != n {
		t.Errorf("its edges are %s", edges)
	}
	b.evaluate(`document.querySelector(".node[data-name='site/talks/']").dispatchEvent(new Event("click"))`, nil)
	var want []string
	for _, f := range r.Findings {
		if strings.HasPrefix(f.Page, "site/talks/") {
			want = append(want, f.Page)
		}
	}
	expect(t, "findings of a node", b.column(2), want)
	b.quiet(url)
}

// everyAttack returns a report with all hostile texts.
func everyAttack() *check.Report {
	all := &check.Report{}
	for _, text := range hostile {
		r, _ := attack(text)
		all.Findings = append(all.Findings, r.Findings...)
		all.Pages = append(all.Pages, r.Pages...)
		all.Edges = append(all.Edges, r.Edges...)
	}
	return all
}

// TestHostileScript holds that nothing that a report says is run, or asked for.
func TestHostileScript(t *testing.T) {
	b := start(t)
	url := b.open(everyAttack())
	for n := 1; n <= 6; n++ {
		b.sort(n)
	}
	if n := len(b.column(1)); n != 3*len(hostile) {
		t.Errorf("%d findings", n)
	}
	b.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true;
		for (const node of document.querySelectorAll("#picture .node")) node.dispatchEvent(new Event("click"));
		for (const option of document.querySelectorAll("option")) option.selected = true`, nil)
	b.filter(`form.text.value = "<script>alert"`)
	b.quiet(url)
}

// TestManyRows holds that a large report opens, sorts and filters without a long wait, and that scrolling shows more of it.
func TestManyRows(t *testing.T) {
	b := start(t)
	url := b.open(sample(5000, 20_000))
	if n := len(b.column(1)); n != 200 {
		t.Errorf("%d findings are laid out", n)
	}
	for what, action := range map[string]string{
		"filter": `form.text.value = "instal"; form.text.dispatchEvent(new Event("input", {bubbles: true}))`,
		"sort":   `document.querySelectorAll("th button")[1].click()`,
	} {
		var milliseconds float64
		b.evaluate(`{ const form = document.getElementById("filter"), start = performance.now();`+action+`;
			document.body.offsetHeight; performance.now() - start }`, &milliseconds)
		t.Logf("%s: %.0f ms", what, milliseconds)
		if milliseconds > 2000 {
			t.Errorf("%s: %.0f ms", what, milliseconds)
		}
	}
	b.evaluate(`document.getElementById("filter").reset(); new Promise(done => setTimeout(done))`, nil)
	var n int
	b.evaluate(`new Promise(done => { const step = () => { scrollTo(0, document.body.scrollHeight);
		const n = document.querySelectorAll("#findings tbody").length; n < 600 ? setTimeout(step, 20) : done(n) }; step() })`, &n)
	if n < 600 || n > 3000 {
		t.Errorf("%d findings after scrolling", n)
	}
	b.quiet(url)
}

// TestPrint holds that all findings that are wanted are printed, with what they say when they are opened.
func TestPrint(t *testing.T) {
	b := start(t)
	url := b.open(sample(60, 500))
	b.do("Emulation.setEmulatedMedia", map[string]any{"media": "print"})
	b.evaluate(`dispatchEvent(new Event("beforeprint"))`, nil)
	var n [2]int
	b.evaluate(`["#findings tbody", "dl"].map(name => [...document.querySelectorAll(name)].filter(e => e.offsetHeight > 0).length)`, &n)
	if n != [2]int{500, 500} {
		t.Errorf("%d findings and %d lists of facts are printed", n[0], n[1])
	}
	b.quiet(url)
}

// TestPhone holds that nothing is wider than a narrow window.
func TestPhone(t *testing.T) {
	b := start(t)
	b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": true})
	for _, r := range []*check.Report{sample(60, 80), sample(30, 80), everyAttack()} {
		url := b.open(r)
		b.evaluate(`for (const details of document.querySelectorAll("details")) details.open = true`, nil)
		var widest []string
		b.evaluate(`[...document.querySelectorAll("body, body *:not(svg, svg *)")]
			.filter(e => e.getBoundingClientRect().right > 361).map(e => e.outerHTML.slice(0, 200))`, &widest)
		if len(widest) > 0 {
			t.Errorf("too wide: %q", widest)
		}
		b.quiet(url)
	}
}

// TestNoScript holds that a browser without scripting shows all findings, and nothing that does not work.
func TestNoScript(t *testing.T) {
	b := start(t)
	b.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": true})
	url := b.open(sample(60, 300))
	var n int
	b.evaluate(`[...document.querySelectorAll("#findings tbody")].filter(body => body.checkVisibility()).length`, &n)
	if n != 300 {
		t.Errorf("%d findings are visible", n)
	}
	b.evaluate(`[...document.querySelectorAll("input, select, button:enabled")].filter(e => e.checkVisibility()).length`, &n)
	if n != 0 {
		t.Errorf("%d controls that do not work", n)
	}
	b.quiet(url)
}
