package browsertest

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/browsertest/generate"
)

// startBrowser starts a browser for a test, or skips the test.
func startBrowser(t *testing.T) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	program, err := Find()
	if err != nil {
		t.Skip(err)
	}
	b, err := Start(context.Background(), program)
	if err != nil {
		t.Fatal("Chromium does not start: ", err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// newTab opens a tab for a test.
func newTab(t *testing.T, b *Browser) *Tab {
	t.Helper()
	tab, err := b.NewTab()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tab.Close)
	return tab
}

// TestFixed holds the library to Chromium in the fixed cases, each of which has the difference that it is about, and
// holds that there is one for each class of the ledger.
func TestFixed(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	seen := map[string]bool{}
	for encoding, references := range byEncoding() {
		answers, err := tab.References(encoding, references)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range references {
			check(t, classOf(r), CompareAnswers(answers[i]), seen, r)
		}
	}
	for _, c := range fixedDocuments {
		found, err := tab.Compare(c.Document)
		if err != nil {
			t.Fatal(err)
		}
		check(t, c.class, found, seen, string(c.Body))
	}
	for _, d := range Ledger() {
		if !seen[d.Name] {
			t.Errorf("the class %s does not occur any more: Chromium has come to %s", d.Name, d.Clause)
		}
	}
}

// byEncoding returns the fixed references by their encodings.
func byEncoding() map[string][]generate.Reference {
	all := map[string][]generate.Reference{}
	for _, c := range fixedReferences {
		all[c.Encoding] = append(all[c.Encoding], c.Reference)
	}
	return all
}

// classOf returns the class that a fixed reference is about.
func classOf(r generate.Reference) string {
	for _, c := range fixedReferences {
		if reflect.DeepEqual(c.Reference, r) {
			return c.class
		}
	}
	return ""
}

// check holds that findings are explained, by the class that a case is about if there is one.
func check(t *testing.T, class string, found []Finding, seen map[string]bool, input any) {
	t.Helper()
	isThere := class == ""
	for _, f := range found {
		if f.Bad {
			t.Errorf("%q: %s\n  ours   %s\n  theirs %s", input, f.What, f.Ours, f.Theirs)
		}
		isThere = isThere || slices.Contains(f.Classes, class)
		for _, c := range f.Classes {
			seen[c] = true
		}
	}
	if !isThere {
		t.Errorf("%q: no %s", input, class)
	}
}

// TestRandom holds that the ledger explains all differences of some random documents and references.
func TestRandom(t *testing.T) {
	b := startBrowser(t)
	report, err := Run{Documents: 100, References: 1000, Seed: 1}.Do(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range report.Bad {
		t.Errorf("%s: %s\n  ours   %s\n  theirs %s", u.Input, u.What, u.Ours, u.Theirs)
	}
	if report.Asked < 5000 || report.Same < report.Asked/2 {
		t.Errorf("asked %d, same %d", report.Asked, report.Same)
	}
	t.Logf("%d asked, %d same, %d explained by %v", report.Asked, report.Same, report.Explained, report.Classes)
}

// TestNothingLeaves holds that requests are answered by their tab alone, also those for addresses of this machine.
func TestNothingLeaves(t *testing.T) {
	tab := newTab(t, startBrowser(t))
	header := map[string]string{"Content-Type": "text/html"}
	err := tab.Open(Page{Address: "http://nowhere.test/", Header: header, Body: []byte(
		`<img src=/a><img src=http://127.0.0.1:9/b><iframe src=https://other.test/></iframe>
		<meta http-equiv=refresh content="0;url=/gone">`)})
	if err != nil {
		t.Fatal(err)
	}
	var href string
	later := `new Promise(done => setTimeout(() => done(JSON.stringify(location.href)), 200))`
	if err := tab.Evaluate(later, &href); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, r := range tab.Requests() {
		got[r.URL] = true
	}
	for _, want := range []string{"http://nowhere.test/a", "http://127.0.0.1:9/b", "https://other.test/",
		"http://nowhere.test/gone"} {
		if !got[want] {
			t.Errorf("no request for %s, but for %v", want, slices.Sorted(maps.Keys(got)))
		}
	}
	if href != "http://nowhere.test/" {
		t.Errorf("the page went to %s", href)
	}
}

// TestLedger holds that each class has a name of its own, a clause and a reason.
func TestLedger(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range Ledger() {
		if seen[d.Name] || !strings.HasPrefix(d.Clause, "https://") || !strings.Contains(d.Clause, "#") || d.Why == "" {
			t.Errorf("%+v", d)
		}
		seen[d.Name] = true
	}
}

// TestStepwise holds that an oracle without deviations is the library, so that all differences come from the ledger.
func TestStepwise(t *testing.T) {
	plain, asked := with(nil), 0
	for i := range 5000 {
		for _, q := range questionsOf(generate.NewReference(3, i)) {
			if got, want := plain(q), Library(q); got != want {
				t.Errorf("%s: got %q, want %q", q, got, want)
			}
			asked++
		}
	}
	if asked < 10_000 {
		t.Errorf("%d questions", asked)
	}
}

// questionsOf returns the questions of a reference that need no answer of Chromium.
func questionsOf(r generate.Reference) []Question {
	link := Question{Subject: OfLink, Encoding: r.Encoding, Base: carrier, Ref: r.Ref}
	object := Question{Subject: OfObject, Base: r.Base, Ref: r.Ref}
	all := []Question{{Subject: OfBase, Encoding: r.Encoding, Base: carrier, Ref: r.Base}, link, object}
	for _, set := range r.Set {
		link.Set, object.Set = set, set
		if all = append(all, link); hasURL(Library(object.without())) {
			all = append(all, object)
		}
	}
	return all
}

// TestParts holds that a serialized URL is its parts.
func TestParts(t *testing.T) {
	count := 0
	for i := range 5000 {
		r := generate.NewReference(4, i)
		a := Library(Question{Subject: OfObject, Base: carrier, Ref: r.Ref})
		if !hasURL(a) {
			continue
		}
		if got := mapParts(a, func(*parts) {}); got != a {
			t.Errorf("got %q, want %q", got, a)
		}
		count++
	}
	if count < 2000 {
		t.Errorf("%d URLs", count)
	}
}
