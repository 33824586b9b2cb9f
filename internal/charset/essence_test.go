package charset_test

import (
	"strings"
	"testing"

	"htmlurl/internal/charset"
)

// https://fetch.spec.whatwg.org/#concept-header-extract-mime-type,
// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
func TestEssence(t *testing.T) {
	for contentType, want := range map[string]string{
		"text/html":                         "text/html",
		" Text/HTML ;charset=x":             "text/html",
		"image/svg+xml;x":                   "image/svg+xml",
		"text/html, text/xml":               "text/xml",
		"text/html, */*, x":                 "text/html",
		"text/html; a=\",text/xml\"":        "text/html",
		"text/html; a=\"\\\",text/xml\"":    "text/html",
		"text/ht ml":                        "",
		"text/":                             "",
		"/html":                             "",
		"text":                              "",
		"":                                  "",
		"*/*":                               "",
		"text/hтml":                         "",
		strings.Repeat(",", 1<<20) + "a/b":  "a/b",
		strings.Repeat("a/b,", 1<<18):       "a/b",
		strings.Repeat("a/b;\"\\\"", 1<<18): "a/b",
	} {
		if got := charset.Essence(contentType); got != want {
			t.Errorf("Essence(%.60q) = %q, want %q", contentType, got, want)
		}
	}
}
