package syntax_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// writeTexts are texts with a part that can be repeated, in which there is a reference, and # is for a number.
var writeTexts = map[string][][3]string{
	"spaces":          {{"", "a ", ""}},
	"commas":          {{"", "a,", ""}},
	"srcset":          {{"", "a, ", ""}, {"", "a 1x,", ""}},
	"refresh":         {{"0;url=", "a", ""}, {"0;", "a", ""}, {"0 '", "a", ""}},
	"css":             {{"", "a{b:url(x)}", ""}, {"", "@import 'x';", ""}, {"", "a{b:url(\"x\")}", "c{d:url('x"}},
	"style-attribute": {{"", "b:url(x);", ""}, {"b:image-set(", "'x' 1x,", "'x' 2x)"}},
	"css-value":       {{"", "url(x) ", "url(\"x"}},
	"importmap":       {{`{"scopes":{"":{}`, `,"#":{}`, `}}`}, {`{"imports":{"":""`, `,"#":"/"`, `}}`}},
	"speculation":     {{`{"prefetch":[{"urls":["x"`, `,"x"`, `]}]}`}},
}

// A long value is written in time in proportion. What takes quadratic time takes half a minute.
func TestWriteHostileValues(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a gigabyte")
	}
	const size, limit = 1 << 18, 10 * time.Second
	for name, texts := range writeTexts {
		for _, parts := range texts {
			text := strings.Join(parts[:], "")
			refs := slices.Collect(languages[name].parse(text))
			for _, unit := range append(slices.Clone(writeValues[1:]), strings.Repeat("x", 1000), "/x/") {
				value := strings.Repeat(unit, size/len(unit))
				start := time.Now()
				languages[name].write(text, refs[len(refs)-1], value, nil)
				if took := time.Since(start); took > limit {
					t.Errorf("%s: %q, %q…: %v", name, text, unit, took)
				}
			}
		}
	}
}

// A call takes no time that grows with the text: all the references of one with a great many are written in a moment.
func TestWriteManyReferences(t *testing.T) {
	if testing.Short() {
		t.Skip("writes millions of references")
	}
	const count, limit = 1 << 18, 10 * time.Second
	for name, texts := range writeTexts {
		if name == "refresh" {
			continue // has one at most
		}
		for _, parts := range texts {
			var b strings.Builder
			b.WriteString(parts[0])
			for i := range count {
				b.WriteString(strings.ReplaceAll(parts[1], "#", strconv.Itoa(i)))
			}
			text := b.String() + parts[2]
			refs := slices.Collect(languages[name].parse(text))
			written := 0
			start := time.Now()
			for _, ref := range refs {
				if _, ok := languages[name].write(text, ref, "/y", nil); ok {
					written++
				}
			}
			if took := time.Since(start); took > limit {
				t.Errorf("%s: %d of %q: %v", name, count, parts[1], took)
			}
			if written != len(refs) || written < count {
				t.Errorf("%s: %d of %d are written", name, written, len(refs))
			}
		}
	}
}

// A value that needs no escape is not copied.
func TestWriteAllocations(t *testing.T) {
	writable := func(r rune) bool { return r <= 0xFF }
	for name, texts := range writeTexts {
		l := languages[name]
		text := strings.Join(texts[0][:], "")
		refs := slices.Collect(l.parse(text))
		allocations := testing.AllocsPerRun(100, func() { l.write(text, refs[0], "/x/é.png?a=b&c", writable) })
		if allocations != 0 {
			t.Errorf("%s: %v allocations", name, allocations)
		}
	}
}
