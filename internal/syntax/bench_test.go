package syntax_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/internal/syntax"
	"htmlurl/internal/testcase"
)

const cssRule = `.card > a:hover, .card::after { background: #fff url("img/bg-1.png") no-repeat 0 50%; margin: 0; }
@media (min-width: 40em) { .x { color: rgba(0, 0, 0, .5); src: url(fonts/a.woff2) format("woff2"); } } /* a comment */
`

func BenchmarkCSS(b *testing.B) {
	const mega = 1 << 20
	for name, text := range map[string]string{
		"sheet":              strings.Repeat(cssRule, mega/len(cssRule)),
		"real sheets":        realSheets(b),
		"without references": strings.Repeat(".a > b { color: red; margin: 0 auto }\n", mega/38) + "c{d:e()}",
		"data URL":           "a{b:url(data:image/png;base64," + strings.Repeat("AAAA", mega/4) + ")}",
	} {
		b.Run(name, func(b *testing.B) {
			if text == "" {
				b.Skip("no real pages are here")
			}
			run(b, text, func() {
				for range syntax.CSS(text, false) {
				}
			})
		})
	}
}

func BenchmarkStyleAttribute(b *testing.B) {
	for name, text := range map[string]string{
		"with":    "color:red;background:url(a.png) no-repeat",
		"without": "color:red;margin:0 auto;display:none",
	} {
		b.Run(name, func(b *testing.B) {
			run(b, text, func() {
				for range syntax.CSS(text, true) {
				}
			})
		})
	}
}

func BenchmarkSrcset(b *testing.B) {
	const text = "/img/a-320.jpg 320w, /img/a-640.jpg 640w, /img/a-1280.jpg 1280w"
	run(b, text, func() {
		for range syntax.Srcset(text) {
		}
	})
}

func BenchmarkLinkHeader(b *testing.B) {
	const text = `</style.css>; rel=preload; as=style, <https://example.com/?page=2>; rel="next"`
	run(b, text, func() {
		for range syntax.LinkHeader(text) {
		}
	})
}

func BenchmarkImportMap(b *testing.B) {
	text := `{"imports":{` + strings.Repeat(`"module":"./modules/module.js",`, 100) + `"last":"/x"}}`
	run(b, text, func() {
		for range syntax.ImportMap(text) {
		}
	})
}

func run(b *testing.B, text string, parse func()) {
	b.Helper()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		parse()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
}

// realSheets returns the style elements of the real pages, or nothing where these are not here.
func realSheets(b *testing.B) string {
	b.Helper()
	var sheets strings.Builder
	pages, _ := filepath.Glob(filepath.Join(testcase.Corpus(b), "pages", "*"))
	for _, page := range pages {
		content, err := os.ReadFile(page)
		if err != nil {
			b.Fatal(err)
		}
		z := html.NewTokenizer(bytes.NewReader(content))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			if name, _ := z.TagName(); kind == html.StartTagToken && string(name) == "style" && z.Next() == html.TextToken {
				sheets.Write(z.Raw())
			}
		}
	}
	return sheets.String()
}
