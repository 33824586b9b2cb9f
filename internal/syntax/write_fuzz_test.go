package syntax_test

import (
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/testcase"
)

func FuzzWriteSpaces(f *testing.F) { fuzzWrite(f, "spaces") }

func FuzzWriteCommas(f *testing.F) { fuzzWrite(f, "commas") }

func FuzzWriteSrcset(f *testing.F) { fuzzWrite(f, "srcset") }

func FuzzWriteRefresh(f *testing.F) { fuzzWrite(f, "refresh") }

func FuzzWriteCSS(f *testing.F) { fuzzWrite(f, "css", "style-attribute", "css-value") }

func FuzzWriteJSON(f *testing.F) { fuzzWrite(f, "importmap", "speculation") }

// fuzzWrite rewrites a text in each of some languages: those of its references that bits has, with the values that NUL
// bytes separate, without some characters.
func fuzzWrite(f *testing.F, names ...string) {
	f.Helper()
	for _, name := range names {
		for i, c := range testcase.Own[markedCase](f, "syntax/"+name+".json") {
			text := strings.NewReplacer(openMark, "", closeMark, "").Replace(c.Text)
			f.Add(text, writeValues[i%len(writeValues)]+"\x00/a\\\"'/", ^uint64(0), "é<")
		}
	}
	f.Fuzz(func(t *testing.T, text, values string, bits uint64, unwritable string) {
		if len(text)+len(values) > 1024 {
			return // the checks take quadratic time
		}
		list := strings.Split(strings.ToValidUTF8(values, "\uFFFD"), "\x00")
		writable := func(r rune) bool { return !strings.ContainsRune(unwritable, r) }
		for _, name := range names {
			l := languages[name]
			var edits []edit
			for range l.parse(text) {
				i := len(edits)
				edits = append(edits, edit{list[i%len(list)], bits>>(i%64)&1 == 1})
			}
			rewritten, _ := checkWrite(t, l, text, edits, writable)
			if name == "css" || name == "style-attribute" {
				got, want := slices.Collect(l.parse(rewritten)), modelCSS(rewritten, name == "style-attribute")
				if !slices.Equal(got, want) {
					t.Fatalf("%q\n got %+v\nwant %+v", rewritten, got, want)
				}
			}
		}
	})
}
