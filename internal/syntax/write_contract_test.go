package syntax_test

import (
	"encoding/json"
	"iter"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"htmlurl/internal/syntax"
	"htmlurl/internal/testcase"
)

// language is a parser and its inverse.
type language struct {
	parse   func(string) iter.Seq[syntax.Reference]
	write   func(text string, ref syntax.Reference, value string, writable func(rune) bool) (syntax.Replacement, bool)
	refuses func(ref syntax.Reference, value string, isMisread func() bool) bool // isMisread: if written as it is
	space   string                                                               // what U+0020 becomes
	escapes bool                                                                 // whether the language has any
}

// languages are those of the parsers, and refresh, by the names of their data.
var languages = map[string]language{
	"spaces":          {syntax.Spaces, ignoreWritable(syntax.WriteSpaces), misread, "%20", false},
	"commas":          {syntax.Commas, ignoreWritable(syntax.WriteCommas), misread, " ", false},
	"srcset":          {syntax.Srcset, ignoreWritable(syntax.WriteSrcset), misread, "%20", false},
	"refresh":         {refreshURL, ignoreWritable(syntax.WriteRefresh), misreadWithQuotes, " ", false},
	"css":             {parsers["css"], syntax.WriteCSS, never, " ", true},
	"style-attribute": {parsers["style-attribute"], syntax.WriteCSS, never, " ", true},
	"css-value":       {parsers["css-value"], syntax.WriteCSS, never, " ", true},
	"importmap":       {syntax.ImportMap, syntax.WriteJSON, asNoModule, " ", true},
	"speculation":     {syntax.SpeculationRules, syntax.WriteJSON, never, " ", true},
}

func refreshURL(s string) iter.Seq[syntax.Reference] {
	return func(yield func(syntax.Reference) bool) {
		if r, ok := syntax.ParseRefresh(s); ok && r.HasURL {
			yield(r.URL)
		}
	}
}

func ignoreWritable(
	write func(string, syntax.Reference, string) (syntax.Replacement, bool),
) func(string, syntax.Reference, string, func(rune) bool) (syntax.Replacement, bool) {
	return func(text string, ref syntax.Reference, value string, _ func(rune) bool) (syntax.Replacement, bool) {
		return write(text, ref, value)
	}
}

func never(syntax.Reference, string, func() bool) bool { return false }

func misread(_ syntax.Reference, _ string, isMisread func() bool) bool { return isMisread() }

func misreadWithQuotes(_ syntax.Reference, value string, isMisread func() bool) bool {
	return strings.Contains(value, `"`) && strings.Contains(value, `'`) && isMisread()
}

var (
	schemeStart   = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9+.-]*:`)
	relativeStart = regexp.MustCompile(`^(/|\./|\.\./)`)
)

func asNoModule(ref syntax.Reference, value string, _ func() bool) bool {
	switch ref.Role {
	case syntax.ModuleScope:
		return false
	case syntax.ModuleAddress:
		if strings.HasSuffix(ref.Descriptor, "/") && !strings.HasSuffix(value, "/") {
			return true
		}
	}
	return !schemeStart.MatchString(value) && !relativeStart.MatchString(value)
}

// edit is the value that a reference is to have, if it is to change.
type edit struct {
	value   string
	changes bool
}

// checkWrite rewrites references of a text together, one edit for each, and holds what is true of every rewriting: the
// changed references are read as their new values, and all else is as it was. It returns the new text, and how many
// references have changed. Keys stay in a text that repeats some, and nothing is held where their new values do.
func checkWrite(
	t *testing.T, l language, text string, edits []edit, writable func(rune) bool,
) (rewritten string, written int) {
	t.Helper()
	refs := slices.Collect(l.parse(text))
	want := slices.Clone(refs)
	done, hasNewKey := 0, false
	for i, ref := range refs {
		value := edits[i].value
		if !edits[i].changes || isKey(ref) && repeatsKey(text) {
			continue
		}
		r, ok := l.write(text, ref, value, writable)
		if refuses := l.refuses(ref, value, func() bool { return l.isMisread(text, refs, i, value) }); refuses == ok {
			t.Fatalf("%q: %q for %+v: %v", text, value, ref, ok)
		}
		if !ok {
			continue
		}
		checkPlace(t, text, ref, r, done)
		if l.escapes {
			checkCharacters(t, r.Text, writable)
		}
		rewritten += text[done:r.Start] + r.Text
		done = r.End
		want[i] = l.expected(ref, value)
		hasNewKey = hasNewKey || isKey(ref)
		written++
	}
	rewritten += text[done:]
	got := slices.Collect(l.parse(rewritten))
	if !slices.EqualFunc(got, want, isSameElsewhere) && !(hasNewKey && repeatsKey(rewritten)) {
		t.Fatalf("%q, rewritten by %+v: %q\n got %+v\nwant %+v", text, edits, rewritten, got, want)
	}
	return rewritten, written
}

// isKey reports whether a reference is a key of a JSON object.
func isKey(ref syntax.Reference) bool {
	return ref.Role == syntax.ModuleScope || ref.Role == syntax.ModuleIntegrity
}

// repeatsKey reports whether an object in JSON text has a key twice.
func repeatsKey(text string) bool {
	return json.Valid([]byte(text)) && nextRepeatsKey(json.NewDecoder(strings.NewReader(text)))
}

func nextRepeatsKey(d *json.Decoder) bool {
	token, _ := d.Token()
	if token != json.Delim('{') && token != json.Delim('[') {
		return false
	}
	for keys := map[any]bool{}; d.More(); {
		if token == json.Delim('{') {
			key, _ := d.Token()
			if keys[key] {
				return true
			}
			keys[key] = true
		}
		if nextRepeatsKey(d) {
			return true
		}
	}
	d.Token()
	return false
}

// expected returns the reference as it is after it is written with a value.
func (l language) expected(ref syntax.Reference, value string) syntax.Reference {
	ref.Value = strings.ReplaceAll(value, " ", l.space)
	if ref.Role == syntax.ModuleAddress || ref.Role == syntax.ModuleIntegrity {
		ref.Base = syntax.OwnBase
		if schemeStart.MatchString(value) {
			ref.Base = syntax.NoBase
		}
	}
	return ref
}

// isMisread reports whether a value is not what the reference i is read as if it stands there as it is.
func (l language) isMisread(text string, refs []syntax.Reference, i int, value string) bool {
	want := slices.Clone(refs)
	ref := refs[i]
	want[i] = l.expected(ref, value)
	got := l.parse(text[:ref.Start] + want[i].Value + text[ref.End:])
	return !slices.EqualFunc(slices.Collect(got), want, isSameElsewhere)
}

// isSameElsewhere reports whether two references are the same but for their places.
func isSameElsewhere(a, b syntax.Reference) bool {
	a.Start, a.End, b.Start, b.End = 0, 0, 0, 0
	return a == b
}

// checkPlace holds that a replacement is of what is written for the reference, at most with its quotes, after the part
// that is done.
func checkPlace(t *testing.T, text string, ref syntax.Reference, r syntax.Replacement, done int) {
	t.Helper()
	if r.Start < done || r.Start > ref.Start || r.End < ref.End || r.End > len(text) {
		t.Fatalf("%q: %+v for %+v, after %d", text, r, ref, done)
	}
	around := text[r.Start:ref.Start] + text[ref.End:r.End]
	if !slices.Contains([]string{"", `"`, `'`, `""`, `''`}, around) {
		t.Fatalf("%q: %+v also takes %q", text, r, around)
	}
}

// checkCharacters holds that what is written has only characters that are writable, or of escapes.
func checkCharacters(t *testing.T, written string, writable func(rune) bool) {
	t.Helper()
	const ofEscapes = ` \u0123456789abcdef`
	for _, c := range written {
		if writable != nil && !writable(c) && !strings.ContainsRune(ofEscapes, c) {
			t.Fatalf("%q has %q", written, c)
		}
	}
}

// writeValues are values that one language or another cannot hold as they are.
var writeValues = []string{
	"", "a", "a b", " a", "a ", " ", "\ta", "a\nb", "a\r\n", "\f", "\x01", "\x7f", "\u0080", "\ufeff", "\u2028a",
	"é", "№", "😀", ",", ",a", "a,", "a,b", ", ", ";a", ",;", `"`, `'`, `"'`, `a"`, `a'b`, `a"b'`, `"a" `, `'a`,
	`\`, `\\`, `a\`, `\"`, `\41 `, `\u0041`, "(", ")", "a)b", "url", "url=", "URL = x", "url(a)", "0;url=a", "1x",
	"a 1x", "%20", "#a", "?", "//h", "/a/", "./", "../a/", "https://h/", "data:,", "a:", ":", "1:",
	"/*", "*/", "</style>", "<!--", "-->", "{", "}", ";", "@import 'a';", "a}b{c:d",
}

// Every reference of the own cases is rewritten with every value, alone and together with the others.
func TestWriteOwn(t *testing.T) {
	latin1 := func(r rune) bool { return r <= 0xFF && r != '<' }
	counts := map[string]int{} // of the references that are written
	for _, name := range slices.Sorted(maps.Keys(languages)) {
		l := languages[name]
		for _, c := range testcase.Own[markedCase](t, "syntax/"+name+".json") {
			text := strings.NewReplacer(openMark, "", closeMark, "").Replace(c.Text)
			n := len(slices.Collect(l.parse(text)))
			for k, value := range writeValues {
				together := make([]edit, n)
				for i := range n {
					alone := make([]edit, n)
					alone[i] = edit{value, true}
					_, written := checkWrite(t, l, text, alone, nil)
					counts[name] += written
					together[i] = edit{writeValues[(k+i*7)%len(writeValues)], true}
				}
				checkWrite(t, l, text, together, latin1)
			}
		}
	}
	for name, atLeast := range map[string]int{
		"spaces": 528, "commas": 385, "srcset": 2580, "refresh": 1605, "css": 13774, "style-attribute": 1207,
		"css-value": 1065, "importmap": 369, "speculation": 852,
	} {
		if counts[name] < atLeast {
			t.Errorf("%s: %d references are written, not %d", name, counts[name], atLeast)
		}
	}
}

// Random style sheets, of which half of the references are rewritten together.
func TestWriteCSSRandom(t *testing.T) {
	texts := 20000
	if testing.Short() {
		texts = 2000
	}
	random := rand.New(rand.NewPCG(3, 4))
	written := 0
	for i := range texts {
		var b strings.Builder
		b.WriteString(cssStarts[random.IntN(len(cssStarts))])
		for range 1 + random.IntN(25) {
			b.WriteString(cssPieces[random.IntN(len(cssPieces))])
		}
		l := languages[[]string{"css", "style-attribute", "css-value"}[i%3]]
		var edits []edit
		for range l.parse(b.String()) {
			edits = append(edits, edit{writeValues[random.IntN(len(writeValues))], random.IntN(2) == 0})
		}
		_, n := checkWrite(t, l, b.String(), edits, nil)
		written += n
	}
	if written < texts/10 {
		t.Errorf("only %d references in %d texts are written", written, texts)
	}
}
