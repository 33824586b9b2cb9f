package check_test

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"htmlurl/check"
	"htmlurl/resolve"
)

// trap is a small site that naive checkers judge wrong: a good page without a broken reference, and its bad twin, which
// has exactly one.
//
// The archives in testdata/traps have many of them, each in a folder of its own, which is the root of its site. In the
// folder, the file case.txt says in lines such as "rule: target-missing"
//
//	about     what the trap is, and the clause that decides it
//	editions  the editions that judge both pages so
//	broken    the reference that is broken, as it is meant, or quoted as in Go
//	rule      the rule of the finding
//	line      where the reference begins, with
//	column    in code points; both are left out where the page does not hold the reference as such
//	site      the address of the site, if it matters
//	in        the file that holds the reference, if it is not the page
//
// Files named good or bad, whatever their extensions, belong to the site of that page only, all others to both. A file
// whose name ends in .esc is named without that, and has bytes written as \xHH, a backslash as \\, and no line end
// after a backslash.
type trap struct {
	topic, name string
	fields      map[string]string
	files       fstest.MapFS
}

// TestTraps judges the good and the bad page of each trap.
func TestTraps(t *testing.T) {
	const wantTraps = 290
	traps := readTraps(t)
	if len(traps) != wantTraps {
		t.Fatalf("%d traps, want %d", len(traps), wantTraps)
	}
	for _, c := range traps {
		for _, name := range strings.Fields(c.fields["editions"]) {
			t.Run(path.Join(c.topic, c.name, name), func(t *testing.T) {
				edition, err := resolve.ParseEdition(name)
				if err != nil {
					t.Fatal(err)
				}
				c.checkGood(t, edition)
				c.checkBad(t, edition)
				if t.Failed() {
					t.Log(c.fields["about"])
				}
			})
		}
	}
}

func (c *trap) checkGood(t *testing.T, edition resolve.Edition) {
	t.Helper()
	for _, f := range c.errors(t, edition, "good") {
		t.Errorf("good: %s", describe(f))
	}
}

func (c *trap) checkBad(t *testing.T, edition resolve.Edition) {
	t.Helper()
	broken, err := c.broken()
	if err != nil {
		t.Fatal(err)
	}
	found := c.errors(t, edition, "bad")
	if len(found) != 1 {
		t.Errorf("bad: %d errors, want one: %q", len(found), broken)
	}
	for _, f := range found {
		if f.Page != path.Join(trapSite, c.holder()) || strings.Trim(f.Raw, " \t\r\n") != broken ||
			string(f.Rule) != c.fields["rule"] {
			t.Errorf("bad: %s, want %s: %q: %s", describe(f), c.holder(), broken, c.fields["rule"])
		}
		if at := c.fields["line"] + ":" + c.fields["column"]; at != ":" && at != fmt.Sprintf("%d:%d", f.Line, f.Column) {
			t.Errorf("bad: %s, want it at %s", describe(f), at)
		}
	}
}

// trapSite is what the site of a trap is called in findings.
const trapSite = "site"

// errors checks the site that has the files of one of the two pages, and returns what is broken.
func (c *trap) errors(t *testing.T, edition resolve.Edition, kind string) []check.Finding {
	t.Helper()
	files := fstest.MapFS{}
	for name, file := range c.files {
		if k := kindOf(name); k == "" || k == kind {
			files[name] = file
		}
	}
	checker := check.Checker{Edition: edition}
	report, err := checker.Check(t.Context(), check.Site{FS: files, Name: trapSite, Address: c.fields["site"]})
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return slices.DeleteFunc(report.Findings, func(f check.Finding) bool { return f.Severity != check.Error })
}

// broken is the broken reference.
func (c *trap) broken() (string, error) {
	if s := c.fields["broken"]; strings.HasPrefix(s, `"`) {
		return strconv.Unquote(s)
	}
	return c.fields["broken"], nil
}

// holder is the file that holds the broken reference.
func (c *trap) holder() string {
	if in := c.fields["in"]; in != "" {
		return in
	}
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if kindOf(name) == "bad" && strings.HasSuffix(name, "html") {
			return name
		}
	}
	return ""
}

// kindOf tells whether a file belongs to the good or the bad page only: it returns "good", "bad" or "".
func kindOf(name string) string {
	switch stem, _, _ := strings.Cut(path.Base(name), "."); stem {
	case "good", "bad":
		return stem
	}
	return ""
}

func describe(f check.Finding) string {
	return fmt.Sprintf("%s:%d:%d: %q: %s: %s (%s)", f.Page, f.Line, f.Column, f.Raw, f.Rule, f.Message, f.URL)
}

// readTraps reads the archives, in order.
func readTraps(t *testing.T) []*trap {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join("testdata", "traps", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var traps []*trap
	seen := map[string]*trap{}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			name, rest, _ := strings.Cut(f.Name, "/")
			c := seen[name]
			if c == nil {
				c = &trap{strings.TrimSuffix(filepath.Base(file), ".txtar"), name, map[string]string{}, fstest.MapFS{}}
				seen[name], traps = c, append(traps, c)
			}
			if err := c.add(rest, f.Data); err != nil {
				t.Fatalf("%s: %s: %v", file, f.Name, err)
			}
		}
	}
	return traps
}

// add adds a file of an archive to the trap.
func (c *trap) add(name string, data []byte) error {
	if name == "case.txt" {
		for line := range strings.Lines(string(data)) {
			key, value, found := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			if found {
				c.fields[key] = value
			} else if strings.TrimSpace(line) != "" {
				return fmt.Errorf("no field: %q", line)
			}
		}
		return nil
	}
	if plain, escaped := strings.CutSuffix(name, ".esc"); escaped {
		var err error
		if data, err = unescape(data); err != nil {
			return err
		}
		name = plain
	}
	if c.files[name] != nil {
		return fmt.Errorf("twice in %s", c.name)
	}
	c.files[name] = &fstest.MapFile{Data: data}
	return nil
}

// unescape undoes the escapes of a file whose name ends in .esc.
func unescape(data []byte) ([]byte, error) {
	var out []byte
	for rest := string(data); rest != ""; {
		text, escape, found := strings.Cut(rest, `\`)
		out = append(out, text...)
		switch {
		case !found:
			return out, nil
		case strings.HasPrefix(escape, `\`):
			out, rest = append(out, '\\'), escape[1:]
		case strings.HasPrefix(escape, "\n"):
			rest = escape[1:]
		case strings.HasPrefix(escape, "x") && len(escape) >= 3:
			b, err := strconv.ParseUint(escape[1:3], 16, 8)
			if err != nil {
				return nil, err
			}
			out, rest = append(out, byte(b)), escape[3:]
		default:
			return nil, fmt.Errorf("no escape: %.3q", escape)
		}
	}
	return out, nil
}
