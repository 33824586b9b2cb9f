package playground_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
)

// elsewhere serves the folder of the page by another server, which says that the packed file is gzip, so that the browser
// unpacks it by itself.
func elsewhere(w *tab) {
	files := http.FileServer(http.Dir("../../../playground/static"))
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			out.Header().Set("Content-Encoding", "gzip")
		}
		http.StripPrefix("/some/folder/", files).ServeHTTP(out, r)
	}))
	defer server.Close()
	w.allow(server.URL)
	w.do(chromedp.Navigate(server.URL + "/some/folder/"))
	w.settle()
	if rows := w.rows(); len(rows) != 14 || !strings.HasSuffix(rows[3], "✓ same") {
		w.Errorf("%q", rows)
	}
}

// realPages opens some of the real pages that benchmarks use. Chromium leaves the standard in two ways: it writes %7C for |
// in a path, and %27 for an apostrophe in the query of a URL without a special scheme.
func realPages(w *tab) {
	folder := os.Getenv("HTMLURL_CORPUS")
	if folder == "" {
		folder = "../../../../shared/corpus"
	}
	manifest, err := os.ReadFile(filepath.Join(folder, "manifest.tsv"))
	if err != nil {
		w.Skip("there are no real pages: ", err)
	}
	w.open("")
	references, different := 0, 0
	for i, line := range strings.Split(strings.TrimSpace(string(manifest)), "\n")[1:] {
		const every = 10
		name, address, _ := strings.Cut(line, "\t")
		address, _, _ = strings.Cut(address, "\t")
		content, err := os.ReadFile(filepath.Join(folder, "pages", name))
		if err != nil {
			w.Fatal(err)
		}
		if i%every != 0 || len(content) > 200_000 {
			continue
		}
		w.upload(name, content)
		w.fill("address", address)
		if get[bool](w, `(document.querySelector('#links > button')?.click(), true)`); w.text("#more") != "" {
			w.Errorf("%s: %s", name, w.text("#more"))
		}
		for _, row := range w.rows() {
			references++
			_, theirs, differs := strings.Cut(row, " | ≠ differsbrowser")
			if !differs {
				continue
			}
			theirs, why, _ := strings.Cut(theirs, "Chromium")
			if different++; why == "" {
				w.Errorf("%s: no reason for %s", name, row)
			}
			if ours := strings.Split(row, " | ")[2]; strings.NewReplacer("%27", "'", "%7C", "|").Replace(theirs) != ours {
				w.Errorf("%s: %s", name, row)
			}
		}
	}
	w.Logf("%d references, of which %d differ as Chromium leaves the standard", references, different)
	if references < 1000 {
		w.Errorf("%d references", references)
	}
}
