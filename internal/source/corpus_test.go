package source_test

import (
	"os"
	"path/filepath"
	"testing"

	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
)

// page is a page of the corpus in UTF-8.
type page struct {
	name string
	text []byte
}

// corpus reads the real pages.
func corpus(t testing.TB) []page {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testcase.Corpus(t), "pages", "*"))
	if err != nil {
		t.Fatal(err)
	}
	const wantPages = 160
	if len(files) != wantPages {
		t.Fatalf("%d pages, want %d", len(files), wantPages)
	}
	var pages []page
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		encoding, _, bom := charset.Sniff(b, "")
		pages = append(pages, page{filepath.Base(file), encoding.Decode(b[bom:])})
	}
	return pages
}
