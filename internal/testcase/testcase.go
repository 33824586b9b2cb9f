// Package testcase reads test data for the tests of the other packages, and keeps ledgers of known differences.
package testcase

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"htmlurl/internal/charset"
)

// file is the shape of every file of test data: how many cases it has, and the cases.
type file[Case any] struct {
	Count int
	Cases []Case
}

// Own reads the project's own test data, testdata/name, and checks its count. In each file "clause" cites the text that
// decides a case, and "note" explains it.
func Own[Case any](t testing.TB, name string) []Case {
	t.Helper()
	return load[Case](t, filepath.Join(root(), "testdata", name))
}

// Conformance reads public test data, and checks its count. It is in $HTMLURL_CONFORMANCE, or else beside the project;
// where it is absent the test is skipped.
func Conformance[Case any](t testing.TB, name string) []Case {
	t.Helper()
	return load[Case](t, conformancePath(t, name))
}

// ConformanceObjects is Conformance for a list with comments, which are strings between the cases and do not count.
func ConformanceObjects[Case any](t testing.TB, name string) []Case {
	t.Helper()
	var f file[json.RawMessage]
	read(t, conformancePath(t, name), &f)
	var cases []Case
	for _, text := range f.Cases {
		if text[0] == '"' {
			continue
		}
		var c Case
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cases = append(cases, c)
	}
	if f.Count == 0 || len(cases) != f.Count {
		t.Fatalf("%s has %d cases, not %d", name, len(cases), f.Count)
	}
	return cases
}

// ReadConformance reads a file of public test data of another shape than a list of cases.
func ReadConformance(t testing.TB, name string, into any) {
	t.Helper()
	read(t, conformancePath(t, name), into)
}

func conformancePath(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("HTMLURL_CONFORMANCE")
	if dir == "" {
		dir = filepath.Join(root(), "..", "shared", "conformance")
	}
	return existing(t, filepath.Join(dir, name), "HTMLURL_CONFORMANCE")
}

// Table reads a table of tab-separated values beside the folder of public test data, by the names of its columns. Lines
// that start with "#" are comments.
func Table(t testing.TB, name string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(conformancePath(t, "."), "..", name))
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	var rows []map[string]string
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case columns == nil:
			columns = fields
		default:
			row := map[string]string{}
			for i, column := range columns {
				row[column] = fields[i]
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Corpus returns the folder of real pages, $HTMLURL_CORPUS or else beside the project, or skips the test.
func Corpus(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("HTMLURL_CORPUS")
	if dir == "" {
		dir = filepath.Join(root(), "..", "shared", "corpus")
	}
	return existing(t, dir, "HTMLURL_CORPUS")
}

// Page is a real page of the corpus.
type Page struct {
	File, Address string
	Bytes         []byte
}

// Pages reads the real pages of the corpus, or skips the test.
func Pages(t testing.TB) []Page {
	t.Helper()
	dir := Corpus(t)
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	const wantPages = 160
	var pages []Page
	for line := range strings.Lines(string(manifest)) {
		columns := strings.Split(line, "\t")
		if columns[0] == "file" || strings.HasPrefix(line, "#") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, "pages", columns[0]))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, Page{columns[0], columns[1], b})
	}
	if len(pages) != wantPages {
		t.Fatalf("%d pages, want %d", len(pages), wantPages)
	}
	return pages
}

// UTF8Pages is Pages in UTF-8, whatever they are in, and how many bytes they have together.
func UTF8Pages(t testing.TB) (pages []Page, size int) {
	t.Helper()
	pages = Pages(t)
	for i, p := range pages {
		encoding, _, bom := charset.Sniff(p.Bytes, "")
		pages[i].Bytes = encoding.Decode(p.Bytes[bom:])
		size += len(pages[i].Bytes)
	}
	return pages, size
}

// existing skips the test if the path is absent, and fails it if that was set.
func existing(t testing.TB, path, variable string) string {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		if set := os.Getenv(variable); set != "" {
			t.Fatalf("%s=%s: %v", variable, set, err)
		}
		t.Skipf("public test data is not here (set %s to its folder): %v", variable, err)
	}
	return path
}

func load[Case any](t testing.TB, path string) []Case {
	t.Helper()
	var f file[Case]
	read(t, path, &f)
	if f.Count == 0 || len(f.Cases) != f.Count {
		t.Fatalf("%s has %d cases, not %d", path, len(f.Cases), f.Count)
	}
	return f.Cases
}

func read(t testing.TB, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// Serial skips a test under -short that takes long and has one goroutine: the run with the race detector, which would take
// ten times as long, has nothing to find there.
func Serial(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("it takes long, and has one goroutine")
	}
}

// root is the project's folder.
func root() string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(here), "..", "..")
}

// Ledger lists the known differences from test data by the name of the case, each with its reason.
type Ledger map[string]string

// ByReason makes a ledger of the names of cases listed by the reason for which they differ.
func ByReason(reasons map[string][]string) Ledger {
	ledger := Ledger{}
	for reason, names := range reasons {
		for _, name := range names {
			ledger[name] = reason
		}
	}
	return ledger
}

// Book holds the outcomes of one test against a ledger.
type Book struct {
	t      testing.TB
	ledger Ledger
	seen   map[string]bool
}

// Open begins to compare a test's outcomes with the ledger. At its end each entry of the ledger must have come up.
func (l Ledger) Open(t testing.TB) *Book {
	b := &Book{t, l, map[string]bool{}}
	t.Cleanup(func() {
		for name := range l {
			if !b.seen[name] && !t.Skipped() {
				t.Errorf("the ledger lists %s, which did not come up", name)
			}
		}
	})
	return b
}

// Check compares the outcome of a case with the ledger: a case that fails must be in it, one that passes must not.
func (b *Book) Check(name string, passed bool, format string, args ...any) {
	b.t.Helper()
	b.seen[name] = true
	reason, known := b.ledger[name]
	switch {
	case passed && known:
		b.t.Errorf("%s passes now: take it out of the ledger (%s)", name, reason)
	case !passed && !known:
		b.t.Errorf("%s: "+format, append([]any{name}, args...)...)
	}
}
