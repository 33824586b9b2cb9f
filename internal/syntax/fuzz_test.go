package syntax_test

import (
	"iter"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"htmlurl/internal/syntax"
	"htmlurl/internal/testcase"
)

// seed adds the project's own cases of some names.
func seed(f *testing.F, names ...string) {
	f.Helper()
	for _, name := range names {
		for _, c := range testcase.Own[markedCase](f, "syntax/"+name+".json") {
			f.Add(strings.NewReplacer(openMark, "", closeMark, "").Replace(c.Text))
		}
	}
}

// checkReferences holds what is true of all references: they are in the text, one after the other, and mean what is
// written where no escape is.
func checkReferences(t *testing.T, text, escapes string, list []syntax.Reference) {
	t.Helper()
	end := -1
	for _, ref := range list {
		if ref.Start < end || ref.End < ref.Start || ref.End > len(text) {
			t.Fatalf("%q: %+v after %d", text, ref, end)
		}
		end = ref.End
		if written := text[ref.Start:ref.End]; !strings.ContainsAny(written, escapes) && ref.Value != written {
			t.Fatalf("%q: %+v is written %q", text, ref, written)
		}
	}
}

func FuzzSrcset(f *testing.F) {
	seed(f, "srcset")
	f.Fuzz(func(t *testing.T, text string) {
		got := slices.Collect(syntax.Srcset(text))
		checkReferences(t, text, "", got)
		want := modelSrcset(text)
		if len(got) != len(want) {
			t.Fatalf("%q: %+v, want %+v", text, got, want)
		}
		for i, c := range want {
			if got[i].Value != c.url || !sameDescriptors(got[i].Descriptor, c.descriptors) {
				t.Fatalf("%q: %+v, want %+v", text, got[i], c)
			}
		}
	})
}

// sameDescriptors reports whether descriptors are written as this string. Those of a candidate that counts hold no
// white space.
func sameDescriptors(written string, descriptors []string) bool {
	return slices.Equal(strings.FieldsFunc(written, isASCIISpace), descriptors)
}

func FuzzLists(f *testing.F) {
	seed(f, "spaces", "commas")
	f.Fuzz(func(t *testing.T, text string) {
		spaces := slices.Collect(syntax.Spaces(text))
		checkReferences(t, text, "", spaces)
		if want := strings.FieldsFunc(text, isASCIISpace); !slices.Equal(values(spaces), want) {
			t.Fatalf("%q: %+v, want %q", text, spaces, want)
		}
		commas := slices.Collect(syntax.Commas(text))
		checkReferences(t, text, "", commas)
		var want []string
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimFunc(part, isASCIISpace); part != "" {
				want = append(want, part)
			}
		}
		if !slices.Equal(values(commas), want) {
			t.Fatalf("%q: %+v, want %q", text, commas, want)
		}
	})
}

func values(list []syntax.Reference) []string {
	var values []string
	for _, ref := range list {
		values = append(values, ref.Value)
	}
	return values
}

func FuzzRefresh(f *testing.F) {
	seed(f, "refresh")
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := syntax.ParseRefresh(text)
		checkReferences(t, text, "", []syntax.Reference{got.URL})
		if !modelAgrees(text, got, ok) {
			t.Fatalf("%q: %+v, %v", text, got, ok)
		}
	})
}

func FuzzLinkHeader(f *testing.F) {
	seed(f, "linkheader")
	f.Fuzz(func(t *testing.T, text string) {
		var list []syntax.Reference
		for l := range syntax.LinkHeader(text) {
			list = append(list, l.Reference)
			for _, p := range l.Params {
				if p.Name == "" || strings.ContainsAny(p.Name, " \t=;,ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
					t.Fatalf("%q: parameter %q", text, p.Name)
				}
				list = append(list, syntax.Reference{Start: p.Start, End: p.End, Value: p.Value})
			}
		}
		checkReferences(t, text, `\`, list)
	})
}

func FuzzCSS(f *testing.F) {
	seed(f, "css", "style-attribute")
	f.Fuzz(func(t *testing.T, text string) {
		for _, block := range []bool{false, true} {
			got := slices.Collect(syntax.CSS(text, block))
			checkReferences(t, text, "\\\x00", got)
			if len(text) > 4096 {
				continue // the model takes quadratic time
			}
			if want := modelCSS(text, block); !slices.Equal(got, want) {
				t.Fatalf("%q (%v)\n got %+v\nwant %+v", text, block, got, want)
			}
		}
	})
}

func FuzzImportMap(f *testing.F) {
	seed(f, "importmap")
	fuzzJSON(f, syntax.ImportMap)
}

func FuzzSpeculationRules(f *testing.F) {
	seed(f, "speculation")
	fuzzJSON(f, syntax.SpeculationRules)
}

// Bytes that are no UTF-8 become U+FFFD in JSON.
func fuzzJSON(f *testing.F, parse func(string) iter.Seq[syntax.Reference]) {
	f.Fuzz(func(t *testing.T, text string) {
		escapes := `\`
		if !utf8.ValidString(text) {
			escapes = text
		}
		list := slices.Collect(parse(text))
		checkReferences(t, text, escapes, list)
		for _, ref := range list {
			if text[ref.Start-1] != '"' || text[ref.End] != '"' {
				t.Fatalf("%q: %+v is not a string", text, ref)
			}
		}
	})
}
