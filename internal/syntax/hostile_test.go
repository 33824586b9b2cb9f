package syntax_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"htmlurl/internal/syntax"
)

// hostileUnits make long texts by repetition: what opens something, what ends nothing, what must be looked at twice.
var hostileUnits = []string{
	",", " ", "(", ")", "[", "{", "}", "\"", "'", "\\", "\\\\", "\\\n", "\\(", "/*", "*/", "<", "<!--", "-->", "--", "-",
	"@", "#", ";", ":", "=", "0", ".", "1e", "u+", "u+fffff-", "\x00", "\x80", "\xc3", "é", "\n", "\r\n", "a", "a ", "a,",
	"(,", "a (", "a 1x,", "1x ", "<a", "<a>", "<a>,", ";a", ";a=", ";a=\"", "<a>;a=\"\\\"\",", ";rel=a", "foo\"",
	"url(", "url(\"", "url( ", "url(x ", "url(\\", "url(x)", "url(\"x\" ", "src(", "src('x'", "u\\72l(x", "\\75rl(",
	"image-set(", "image-set(\"x\",", "@import ", "@import \"x\";", "@import url(", "@layer;", "a{", "a{b:", "--x:{",
	"a{b:url(x)}", "b:url(x);", "x:\"", "\\41\r\n", "\\41 ", "\"\\", "[[", "{\"a\":", "[\"a\",",
}

// hostileStarts are what they begin with for each parser.
var hostileStarts = map[string][]string{
	"srcset": {"", "a "}, "spaces": {""}, "commas": {""}, "refresh": {"", "0;url="}, "linkheader": {"", "<a>;a="},
	"css": {"", "a{b:", "@import "}, "style-attribute": {"", "b:"}, "importmap": {""}, "speculation": {""},
}

// hostileJSON are texts with a part to be repeated.
var hostileJSON = map[string][3]string{
	"addresses":          {`{"imports":{"":""`, `,"a":"/x"`, `}}`},
	"scopes":             {`{"scopes":{"":{}`, `,"s":{"a":"/x"}`, `}}`},
	"integrity":          {`{"integrity":{"":""`, `,"a":"x"`, `}}`},
	"sections":           {`{"":0`, `,"imports":{"a":"/x"},"prefetch":[{"urls":["x"]}]`, `}`},
	"speculation rules":  {`{"prefetch":[0`, `,{"urls":["x"]}`, `]}`},
	"speculated URLs":    {`{"prefetch":[{"urls":["x"`, `,"x"`, `]}]}`},
	"escapes":            {`{"imports":{"a":"/`, `\u0041`, `"}}`},
	"arrays to skip":     {`{"":[`, `[[[]]],`, `0]}`},
	"white space":        {`{"imports"`, " ", `:{}}`},
	"an array too deep":  {`{"":`, `[`, `0`},
	"an array, not deep": {`{"":` + strings.Repeat("[", 9000), ` `, strings.Repeat("]", 9000) + `}`},
}

// A megabyte of anything is read in time and memory in proportion. What takes quadratic time takes minutes.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a gigabyte")
	}
	const mega = 1 << 20
	for parser, starts := range hostileStarts {
		for _, start := range starts {
			for _, unit := range hostileUnits {
				checkCost(t, parser, start+unit+"…", start+strings.Repeat(unit, mega/len(unit)))
			}
		}
	}
	for name, c := range hostileJSON {
		text := c[0] + strings.Repeat(c[1], mega/len(c[1])) + c[2]
		checkCost(t, "importmap", name, text)
		checkCost(t, "speculation", name, text)
	}
}

// parse reads the whole of a text.
func parse(parser, text string) {
	switch parser {
	case "refresh":
		syntax.ParseRefresh(text)
	case "linkheader":
		for range syntax.LinkHeader(text) {
		}
	default:
		for range parsers[parser](text) {
		}
	}
}

func checkCost(t *testing.T, parser, name, text string) {
	t.Helper()
	size := uint64(len(text))
	const perByte, limit = 600, 20 * time.Second
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	parse(parser, text)
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if took > limit {
		t.Errorf("%s, %s: %v", parser, name, took)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > size*perByte {
		t.Errorf("%s, %s: %d bytes for one", parser, name, allocated/size)
	}
	if testing.Verbose() && took > 100*time.Millisecond {
		t.Logf("%s, %s: %v, %d bytes for one", parser, name, took, (after.TotalAlloc-before.TotalAlloc)/size)
	}
}

// encoding/json knows nesting up to 10000.
func TestDeepJSON(t *testing.T) {
	for depth, want := range map[int]int{9000: 1, 20000: 0} {
		text := `{"x":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `,"imports":{"a":"/b"}}`
		got := 0
		for range syntax.ImportMap(text) {
			got++
		}
		if got != want {
			t.Errorf("%d addresses at a depth of %d, want %d", got, depth, want)
		}
	}
}
