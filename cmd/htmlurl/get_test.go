package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"htmlurl/internal/testsite"
)

// getCases is how many pages of a site are compared.
const getCases = 60

// TestGet holds that get prints of a page what links prints of its bytes, with the address and the header fields that
// came with them.
func TestGet(t *testing.T) {
	site := &testsite.Site{Pages: 200, Seed: 9}
	server := httptest.NewServer(site)
	defer server.Close()
	flags := [][]string{{"--jsonl"}, {"--facts"}, {}, {"--jsonl", "--kind", "hyperlink,embedded-image"},
		{"--no-scripting", "--jsonl"}, {"--templates", "--jsonl"}, {"--jsonl", "--attribute", "p data-href"}}
	cases := 0
	for page := range site.Expected(server.URL, false) {
		if page.Base == "" || len(page.Redirects) > 0 && page.Duplicate {
			continue
		}
		if cases++; cases > getCases {
			break
		}
		for _, edition := range []string{"html5", "living"} {
			args := append([]string{"--edition", edition}, flags[cases%len(flags)]...)
			want, wantStatus := linksOf(t, page, args)
			got, errOut, status := command(t, "", append(append([]string{"get", "--allow-private"}, args...), page.URL)...)
			if got != want || status != wantStatus {
				t.Errorf("htmlurl get %v %s: status %d, want %d\n%s\ngot  %.500s\nwant %.500s", args, page.URL, status, wantStatus,
					errOut, got, want)
			}
		}
	}
}

// linksOf runs htmlurl links on the bytes of a page.
func linksOf(t *testing.T, page testsite.Page, args []string) (out string, status int) {
	t.Helper()
	r, err := http.Get(page.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	file := filepath.Join(t.TempDir(), "page.html")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, body, 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{"links", "--address", page.Address, "--content-type", r.Header.Get("Content-Type")}, args...)
	for _, name := range []string{"Link", "Refresh", "X-Robots-Tag"} {
		for _, value := range r.Header[name] {
			args = append(args, "--header", name+": "+value)
		}
	}
	out, _, status = command(t, "", append(args, file)...)
	return out, status
}

// TestGetSeveral holds that each of several pages is told apart.
func TestGetSeveral(t *testing.T) {
	site := newWeb(t, map[string]string{"/a": "<a href=x>", "/b": "<a href=y><a href=z>"})
	out, errOut, status := command(t, "", "get", "--allow-private", "--jsonl", site.URL+"/a", site.URL+"/b")
	if status != exitFine {
		t.Fatalf("status %d: %s", status, errOut)
	}
	var got []string
	for text := range strings.Lines(out) {
		var line struct{ Page, URL string }
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.ReplaceAll(line.Page+" "+line.URL, site.URL, ""))
	}
	if want := "/a /x, /b /y, /b /z"; strings.Join(got, ", ") != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
	out, _, _ = command(t, "", "get", "--allow-private", site.URL+"/a", site.URL+"/b")
	for _, name := range []string{"/a", "/b"} {
		if !strings.Contains(out, site.URL+name+"\n") {
			t.Errorf("no heading with %s in\n%s", name, out)
		}
	}
	if strings.Index(out, "/a\n") > strings.Index(out, "/x\n") || strings.Index(out, "/b\n") < strings.Index(out, "/x\n") {
		t.Errorf("the headings are in wrong places:\n%s", out)
	}
}

// TestGetUse holds the exit statuses, and that what is wrong is explained.
func TestGetUse(t *testing.T) {
	site := newWeb(t, map[string]string{"/a": "<a href=x>", "/bad": "<a href='http://[/'>", "/none": "<p>", "/t.txt": "text"})
	refused := refusedURL(t)
	for _, c := range []struct {
		args    string
		status  int
		message string
	}{
		{"--allow-private SITE/a", exitFine, ""},
		{"--allow-private SITE/none", exitFine, "no references"},
		{"--allow-private SITE/bad", exitBad, ""},
		{"", exitUsage, "URL"},
		{"SITE/a", exitUsage, "--allow-private"},
		{"--allow-private SITE/missing", exitUsage, "404"},
		{"--allow-private SITE/t.txt", exitUsage, "text/plain"},
		{"--allow-private " + refused, exitUsage, "refused"},
		{"--allow-private page.html", exitUsage, "page.html"},
		{"--allow-private --edition html9 SITE/a", exitUsage, "known: html5"},
		{"--allow-private --kind nonsense SITE/a", exitUsage, "none of default"},
	} {
		args := strings.ReplaceAll("get "+c.args, "SITE", site.URL)
		out, errOut, status := command(t, "", strings.Fields(args)...)
		if status != c.status || !strings.Contains(errOut, c.message) {
			t.Errorf("htmlurl get %s: status %d, want %d; says\n%s, want %s", c.args, status, c.status, errOut, c.message)
		}
		if c.status == exitUsage && out != "" {
			t.Errorf("htmlurl get %s: prints %s", c.args, out)
		}
	}
}
