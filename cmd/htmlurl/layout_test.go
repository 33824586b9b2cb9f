package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// imports draws the packages: each may import those listed behind it.
var imports = map[string][]string{
	"htmlurl/cmd/htmlurl": {"htmlurl/playground", "htmlurl/check", "htmlurl/internal/printable", "htmlurl/internal/report", "htmlurl/save", "htmlurl/crawl", "htmlurl/fetch", "htmlurl/rewrite", "htmlurl/document", "htmlurl/decompose", "htmlurl/resolve"},
	"htmlurl/playground":  nil,
	"htmlurl/playground/answer": {"htmlurl/document", "htmlurl/decompose", "htmlurl/resolve", "htmlurl/internal/charset",
		"htmlurl/internal/source", "htmlurl/internal/xmltree"},
	"htmlurl/playground/build":   nil,
	"htmlurl/examples/crawl":     {"htmlurl/crawl", "htmlurl/fetch", "htmlurl/resolve"},
	"htmlurl/examples/linkcheck": {"htmlurl/check", "htmlurl/resolve"},
	"htmlurl/examples/links":     {"htmlurl/document"},
	"htmlurl/examples/savepage":  {"htmlurl/save", "htmlurl/resolve"},
	"htmlurl/check": {"htmlurl/crawl", "htmlurl/fetch", "htmlurl/document", "htmlurl/fragment", "htmlurl/resolve",
		"htmlurl/internal/charset", "htmlurl/internal/probe"},
	"htmlurl/save": {"htmlurl/fetch", "htmlurl/document", "htmlurl/resolve", "htmlurl/internal/charset", "htmlurl/internal/syntax",
		"htmlurl/internal/xmltree"},
	"htmlurl/crawl": {"htmlurl/fetch", "htmlurl/document", "htmlurl/resolve", "htmlurl/internal/frontier"},
	"htmlurl/fetch": {"htmlurl/document", "htmlurl/resolve", "htmlurl/internal/charset", "htmlurl/internal/policy",
		"htmlurl/internal/xmltree"},
	"htmlurl/document": {"htmlurl/resolve", "htmlurl/internal/charset", "htmlurl/internal/policy", "htmlurl/internal/source",
		"htmlurl/internal/syntax", "htmlurl/internal/xmltree"},
	"htmlurl/rewrite":            {"htmlurl/document", "htmlurl/resolve"},
	"htmlurl/decompose":          {"htmlurl/resolve", "htmlurl/internal/charset"},
	"htmlurl/fragment":           {"htmlurl/resolve"},
	"htmlurl/resolve":            {"htmlurl/internal/arena", "htmlurl/internal/charset", "htmlurl/internal/idna"},
	"htmlurl/internal/arena":     nil,
	"htmlurl/internal/charset":   nil,
	"htmlurl/internal/frontier":  nil,
	"htmlurl/internal/idna":      nil,
	"htmlurl/internal/policy":    {"htmlurl/resolve"},
	"htmlurl/internal/printable": nil,
	"htmlurl/internal/probe":     {"htmlurl/fetch", "htmlurl/document", "htmlurl/fragment", "htmlurl/resolve", "htmlurl/internal/charset"},
	"htmlurl/internal/report":    {"htmlurl/check", "htmlurl/internal/printable"},
	"htmlurl/internal/source":    {"htmlurl/internal/arena"},
	"htmlurl/internal/syntax":    nil,
	"htmlurl/internal/xmltree":   {"htmlurl/internal/charset"},
	"htmlurl/internal/testsite":  nil,                          // for tests only
	"htmlurl/internal/testcase":  {"htmlurl/internal/charset"}, // for tests only
}

// TestLayout compares the packages and their imports with the drawing: imports point downwards only.
func TestLayout(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "htmlurl/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(imports) {
		t.Errorf("%d packages, want %d", len(lines), len(imports))
	}
	for _, line := range lines {
		fields := strings.Fields(line)
		allowed, ok := imports[fields[0]]
		if !ok {
			t.Errorf("%s is not in the drawing", fields[0])
		}
		for _, imported := range fields[1:] {
			if strings.HasPrefix(imported, "htmlurl/") && !slices.Contains(allowed, imported) {
				t.Errorf("%s imports %s", fields[0], imported)
			}
		}
	}
}

// TestMaps compares the maps of files in the documentation of packages with their folders.
func TestMaps(t *testing.T) {
	docs, err := filepath.Glob("../../*/doc.go")
	inner, innerErr := filepath.Glob("../../internal/*/doc.go")
	if err != nil || innerErr != nil {
		t.Fatal(err, innerErr)
	}
	maps := 0
	for _, doc := range append(docs, inner...) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "// # Files\n") {
			continue
		}
		maps++
		files, err := filepath.Glob(filepath.Join(filepath.Dir(doc), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			if !strings.HasSuffix(name, "_test.go") && name != "doc.go" && !strings.Contains(string(text), name) {
				t.Errorf("%s does not say what %s is", doc, name)
			}
		}
	}
	if maps < 8 {
		t.Errorf("%d maps", maps)
	}
}
