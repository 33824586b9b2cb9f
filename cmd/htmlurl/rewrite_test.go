package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// inFolder makes a temporary folder with files the working directory.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// filesHere returns all files below the working directory, "->" and the target of symbolic links.
func filesHere(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || entry.IsDir():
			return err
		case entry.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(name)
			files[filepath.ToSlash(name)] = "->" + target
			return err
		}
		text, err := os.ReadFile(name)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// checkFiles holds which files there are below the working directory.
func checkFiles(t *testing.T, want map[string]string) {
	t.Helper()
	got := filesHere(t)
	for name, text := range got {
		if wanted, ok := want[name]; !ok || text != wanted {
			t.Errorf("%s is %.500q, want %.500q", name, text, wanted)
		}
	}
	if len(got) < len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// with returns the files with others.
func with(files map[string]string, more ...string) map[string]string {
	files = maps.Clone(files)
	for i := 0; i < len(more); i += 2 {
		files[more[i]] = more[i+1]
	}
	return files
}

// TestRewrite holds what each flag makes of a page from standard input, and what is told of it.
func TestRewrite(t *testing.T) {
	inFolder(t, map[string]string{
		"lines.txt": "# moved\n\nhttp://h/c/ http://new/\nhttp://h/x y\nhttp://h/a/b.html /e/f.html",
		"map.json":  `{"http://h/a/x*": "http://h/z*"}`,
	})
	const alike = "<a href=x>a</a><select><a href=x>b</select><p><select><a href=x>b</select>" // the parser moves some
	const pieces = "<svg><style>a{b:url(x)}<g/>c{}</style></svg>"
	const whyPieces = "style #text \"x\": the text stands in several parts\n"
	const svg = "<svg xmlns='http://www.w3.org/2000/svg'><a href='%s'/></svg>"
	for _, c := range []struct {
		args string
		page string
		want string
		told string
	}{
		{"--absolute", "<a href=x>", "<a href=http://h/a/x>", "1 changed"},
		{"--absolute", "<a href='x' B >\r\n<img src=/y/../z>", "<a href='http://h/a/x' B >\r\n<img src=http://h/z>",
			"2 changed"},
		{"--relative", "<a href=http://h/a/x><a href=mailto:x>", "<a href=x><a href=mailto:x>", "1 changed, 1 kept"},
		{"--root-relative", "<a href=http://h/a/x>", "<a href=/a/x>", "1 changed"},
		{"--map lines.txt", "<a href=/c/d#e><a href=x>", "<a href=http://new/d#e><a href=../a/x>", "2 changed"},
		{"--map map.json", "<a href=x1>", "<a href=../z1>", "1 changed"},
		{"--base drop", "<base href=/c/><a href=x>", "<a href=../c/x>", "2 changed"},
		{"--base drop", "<pre><base href=/c/>\n<a href=x>", "<pre><!---->\n<a href=../c/x>", "2 changed"},
		{"--base http://h/", "<base href=/c/><a href=x>", "<base href=http://h/><a href=c/x>", "2 changed"},
		{"--absolute --base keep", "<base href=/c/><a href=x>", "<base href=http://h/c/><a href=http://h/c/x>", "2 changed"},
		{"--relative", "<a href=x>", "<a href=x>", "0 changed, 1 kept"},
		{"--absolute --kind embedded-image", "<a href=x><img src=y>", "<a href=x><img src=http://h/a/y>", "1 changed"},
		{"--absolute --attribute img+data-src", "<img data-src=y>", "<img data-src=http://h/a/y>", "1 changed"},
		{"--absolute --templates", "<template><a href=x>", "<template><a href=http://h/a/x>", "1 changed"},
		{"--absolute", "<template><a href=x>", "<template><a href=x>", "0 changed"},
		{"--absolute --no-scripting", "<noscript><img src=x>", "<noscript><img src=http://h/a/x>", "1 changed"},
		{"--absolute", "<a href=http://a_b/>", "<a href=http://a_b/>", "0 changed, 1 kept"},
		{"--absolute -e living", "<a href=http://a_b>", "<a href=http://a_b/>", "1 changed"},
		{"--absolute -t image/svg+xml", fmt.Sprintf(svg, "x&amp;y"), fmt.Sprintf(svg, "http://h/a/x&amp;y"), "1 changed"},
		{"--absolute -t text/html;charset=shift_jis", "<a href='x?\x83\x5c'>\x83\x5c",
			"<a href='http://h/a/x?%83%5C'>\x83\x5c", "1 changed"},

		{"--absolute -H Link:<a.css>;rel=stylesheet", "<a href=x>", "<a href=http://h/a/x>",
			"1 changed, 1 not placed\n-: Link \"a.css\": in a header field"},
		{"--absolute", alike, strings.ReplaceAll(alike, "=x", "=http://h/a/x"), "4 changed"},
		{"--absolute", pieces, pieces, "0 changed, 1 not placed\n-: " + whyPieces},
		{"--absolute", "\n<img src=i>" + pieces, "\n<img src=http://h/a/i>" + pieces,
			"1 changed, 1 not placed\n-: after 2:10: " + whyPieces},
		{"--absolute", "<iframe srcdoc='" + pieces + "'>", "<iframe srcdoc='" + pieces + "'>",
			"0 changed, 1 not placed\n-: in the frame at 1:17: " + whyPieces},
		{"--absolute", `<script type=importmap>{"scopes":{"x":{},"http://h/a/x":{}}}</script>`,
			`<script type=importmap>{"scopes":{"x":{},"http://h/a/x":{}}}</script>`,
			"0 changed, 1 kept, 1 not changed\n-:1:36: script #text \"x\": it would have to be different things at once"},
	} {
		args := []string{"rewrite", "--address", "http://h/a/b.html", "-"}
		for arg := range strings.FieldsSeq(c.args) {
			args = append(args, strings.ReplaceAll(arg, "+data", " data"))
		}
		wantStatus := exitFine
		if strings.Contains(c.told, "\n") {
			wantStatus = exitBad
		}
		out, errOut, status := command(t, c.page, args...)
		if told := "-: " + strings.TrimSuffix(c.told, "\n") + "\n"; out != c.want || errOut != told || status != wantStatus {
			t.Errorf("rewrite %s: status %d,\n%q, want\n%q;\n%swant\n%s", c.args, status, out, c.want, errOut, told)
		}
	}
}

// TestRewriteRefusals holds what is refused before anything is written.
func TestRewriteRefusals(t *testing.T) {
	page := "<base href=/c/><a href=x>"
	files := map[string]string{
		"a.html": page, "b.html": page, "sub/a.html": page, "text": "a b c\n", "bad.json": `{"x": "y"}`, "bad.xml": "<a>",
		"style.css": "a{}", "root.html": "<base href=/b/><a href=x>", "image.html": "\x89PNG\r\n\x1a\n\x00\x00", "gzip.html": "\x1f\x8b\x08\x00<a href=x>",
		"utf32.html":   "\xff\xfe\x00\x00<\x00\x00\x00a\x00\x00\x00",
		"living.html":  "<meta http-equiv=Content-Security-Policy content=\"base-uri 'none'\"><base href=/>",
		"deep.html":    strings.Repeat("<div>", 600),
		"headless.svg": "<svg xmlns='http://www.w3.org/2000/svg'><a href='sub/x'/></svg>",
	}
	inFolder(t, files)
	for link, target := range map[string]string{"link.html": "a.html", "folder": "."} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	files = filesHere(t)
	const choose = "say what to change: --absolute, --relative or --root-relative, --map FILE, --base drop or --base URL"
	for _, c := range []struct{ args, message string }{
		{"", "name at least one HTML file"},
		{"a.html", choose},
		{"--base keep a.html", choose},
		{"--absolute --relative a.html", "exclude each other"},
		{"--relative -i -o x a.html", "--in-place, --output and --out-dir exclude each other"},
		{"--relative -o x --out-dir y a.html", "exclude each other"},
		{"--relative - a.html --dry-run", "- for standard input excludes other files"},
		{"--relative - -i", "standard input is no file"},
		{"--relative - --out-dir x", "standard input is no file"},
		{"--relative -o x a.html b.html", "--output is for one FILE"},
		{"--relative a.html b.html", "say where to write several files"},
		{"--relative --address http://h/a a.html b.html --dry-run", "it must end in /"},
		{"--relative --json a.html", "--json needs"},
		{"--relative --kind x a.html", `--kind "x" is none of`},
		{"--relative --header x -i a.html b.html", `--header "x" is no header field`},
		{"--relative --address x -", `--address "x" is no absolute URL`},
		{"--base x a.html", `--base "x" is neither keep nor drop nor an absolute URL`},
		{"--base http://a_b/ a.html", "the host is no domain name"},
		{"--map none.txt a.html", "none.txt: no such file"},
		{"--map text a.html", "--map text: line 1: fields: 3"},
		{"--map bad.json a.html", `--map bad.json: line 1: "x" has no scheme`},

		{"--relative -o a.html a.html", "a.html would be written over"},
		{"--relative -o link.html a.html", "a.html would be written over"},
		{"--relative -o a.html link.html", "a.html would be written over"},
		{"--relative --out-dir . a.html", "a.html would be written over"},
		{"--relative --out-dir folder a.html b.html", "a.html would be written over"},
		{"--relative --out-dir sub a.html sub/a.html", "sub/a.html would be written over"},
		{"--relative --out-dir out a.html ./a.html", "a.html and ./a.html would both be written to out/a.html"},
		{"--relative -i a.html b.html folder/a.html", "a.html and folder/a.html would both be written to"},
		{"--relative -i a.html link.html", "a.html and link.html would both be written to"},

		{"--absolute a.html", "a.html: give --address URL"},
		{"--base http://h/ a.html", "a.html: give --address URL"},
		{"--absolute -", "-: give --address URL"},
		{"--base javascript:x -e living -a http://h/ a.html",
			"the base cannot be changed: a data: or javascript: URL is no base"},
		{"--base http://x/ -e living -a http://h/ living.html",
			"the base cannot be changed: a Content-Security-Policy forbids this base"},
		{"--base http://h/sub/ -a http://h/ headless.svg", "headless.svg: the base cannot be changed: there is no head"},
		{"--base drop root.html", "root.html: give --address URL"},
		{"--relative none.html", "none.html: no such file"},
		{"--relative .", "is a directory"},
		{"--relative bad.xml", "bad.xml: "},
		{"--relative deep.html", "nested more than 512 deep"},
		{"--base http://h/ -a http://h/ style.css", "style.css: this is no page by its name, but text/css"},
		{"--base http://h/ -a http://h/ image.html", "image.html: this is no text, but image/png"},
		{"--base http://h/ -a http://h/ gzip.html", "gzip.html: this is no text, but application/x-gzip"},
		{"--base http://h/ -a http://h/ utf32.html", "utf32.html: this is no text, but binary data"},
		{"--base http://h/ -a http://h/ -t text/html;charset=iso-2022-kr a.html", "in an encoding that browsers do not read"},
	} {
		out, errOut, status := command(t, page, append([]string{"rewrite"}, strings.Fields(c.args)...)...)
		if status != exitUsage || !strings.Contains(errOut, c.message) || out != "" {
			t.Errorf("rewrite %s: status %d, %q, says %q, want %q", c.args, status, out, errOut, c.message)
		}
	}
	checkFiles(t, files)
}

// TestRewriteOutputs holds where pages are written, and that nothing else is.
func TestRewriteOutputs(t *testing.T) {
	const page, absolute, absoluteSub = "<a href=x>", "<a href=http://h/x>", "<a href=http://h/sub/x>"
	files := map[string]string{
		"a.html": page, "b c é.html": page, "sub/a.html": page, "same.html": "<p>", "old.html": "old",
	}
	for _, c := range []struct {
		args string   // with bars between them
		want []string // what is new in the folder
		told string
	}{
		{"-o|new.html|a.html", []string{"new.html", absolute}, "a.html: 1 changed"},
		{"-o|old.html|a.html", []string{"old.html", absolute}, "a.html: 1 changed"},
		{"-o|new.html|same.html", []string{"new.html", "<p>"}, "same.html: 0 changed"},
		{"-o|new.html|-", []string{"new.html", absolute}, "-: 1 changed"},
		{"--in-place|a.html", []string{"a.html", absolute}, "a.html: 1 changed"},
		{"-i|a.html|same.html|b c é.html", []string{"a.html", absolute, "b c é.html", absolute},
			"a.html: 1 changed\nsame.html: 0 changed\nb c é.html: 1 changed"},
		{"-i|a.html|sub/a.html", []string{"a.html", absolute, "sub/a.html", absoluteSub},
			"a.html: 1 changed\nsub/a.html: 1 changed"},
		{"--out-dir|new/er|sub/a.html", []string{"new/er/a.html", absolute}, "sub/a.html: 1 changed"},
		{"--out-dir|new|sub/a.html|same.html|b c é.html",
			[]string{"new/sub/a.html", absoluteSub, "new/same.html", "<p>", "new/b c é.html", absolute},
			"sub/a.html: 1 changed\nsame.html: 0 changed\nb c é.html: 1 changed"},

		{"-i|none.html|a.html", nil,
			"htmlurl: stat none.html: no such file or directory"},
		{"-o|sub|a.html", nil, "htmlurl: cannot write sub: it is no regular file"},
		{"-o|none/a.html|a.html", nil, "htmlurl: cannot write none/a.html: no such file or directory"},
		{"-o|same.html/a.html|a.html", nil, "htmlurl: cannot write same.html/a.html: not a directory"},
		{"--out-dir|same.html|a.html", nil, "htmlurl: mkdir same.html: not a directory"},
	} {
		t.Run(c.args, func(t *testing.T) {
			inFolder(t, files)
			args := append([]string{"rewrite", "--absolute", "-a", "http://h/"}, strings.Split(c.args, "|")...)
			out, errOut, status := command(t, page, args...)
			wantStatus := exitFine
			if strings.Contains(c.told, "htmlurl: ") {
				wantStatus = exitUsage
			}
			if out != "" || status != wantStatus || errOut != c.told+"\n" {
				t.Errorf("status %d, %q; told %q, want %q", status, out, errOut, c.told)
			}
			checkFiles(t, with(files, c.want...))
		})
	}
}

// TestRewriteAddress holds the addresses of several files: their names are percent-encoded.
func TestRewriteAddress(t *testing.T) {
	files := map[string]string{"a b/é#?.html": "<a href='#'>", "x.html": "<a href=''>"}
	inFolder(t, files)
	command(t, "", "rewrite", "--absolute", "-a", "http://h/s/", "-i", "a b/é#?.html", "x.html")
	checkFiles(t, map[string]string{
		"a b/é#?.html": "<a href='http://h/s/a%20b/%C3%A9%23%3F.html#'>", "x.html": "<a href='http://h/s/x.html'>",
	})
	const hasBase = "<base href=http://b/><a href=x><form action=''>"
	out, errOut, _ := command(t, hasBase, "rewrite", "--absolute", "-")
	want := "<base href=http://b/><a href=http://b/x><form action=''>"
	if out != want || errOut != "-: 1 changed, 2 kept\n" {
		t.Errorf("without an address: %q, want %q; %q", out, want, errOut)
	}
	inFolder(t, map[string]string{"é#?.html": "<base href=sub/><a href=x>"})
	out, errOut, _ = command(t, "", "rewrite", "--base", "drop", "é#?.html") // its address is a file: URL
	if want := "<a href=sub/x>"; out != want {
		t.Errorf("with the address of the file: %q, want %q; %q", out, want, errOut)
	}
}

// TestRewriteInPlace holds what stays of a file that is rewritten in place: its mode, all of it if nothing changes, a
// symbolic link to it, and another name of it.
func TestRewriteInPlace(t *testing.T) {
	const page = "<a href=/x>"
	inFolder(t, map[string]string{"real/a.html": page, "same.html": "<a href=x>", "mode.html": page})
	long := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := errors.Join(os.Symlink("real/a.html", "link.html"), os.Link("real/a.html", "hard.html"),
		os.Chmod("mode.html", 0o462), os.Chtimes("same.html", long, long)); err != nil {
		t.Skip(err) // a file system without links
	}
	_, errOut, status := command(t, "", "rewrite", "--relative", "-i", "-a", "http://h/", "link.html", "same.html",
		"mode.html")
	want := "link.html: 1 changed\nsame.html: 0 changed, 1 kept\nmode.html: 1 changed\n"
	if errOut != want || status != exitFine {
		t.Errorf("status %d, %q, want %q", status, errOut, want)
	}
	checkFiles(t, map[string]string{"real/a.html": "<a href=x>", "link.html": "->real/a.html", "hard.html": page,
		"same.html": "<a href=x>", "mode.html": "<a href=x>"})
	mode, err := os.Stat("mode.html")
	same, sameErr := os.Stat("same.html")
	if err != nil || sameErr != nil {
		t.Fatal(err, sameErr)
	}
	if runtime.GOOS != "windows" && mode.Mode() != 0o462 {
		t.Errorf("the mode is %v", mode.Mode())
	}
	if !same.ModTime().Equal(long) {
		t.Errorf("what does not change was written on %v", same.ModTime())
	}
}

// TestRewriteOutside holds that --out-dir writes nothing outside, wherever symbolic links in it lead.
func TestRewriteOutside(t *testing.T) {
	const page = "<a href=x>"
	files := map[string]string{
		"a.html": page, "b.html": page, "sub/c.html": page, "in/d.html": page, "elsewhere/b.html": "old", "out/e": "",
	}
	inFolder(t, files)
	elsewhere, err := filepath.Abs("elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("../elsewhere/b.html", "out/b.html"), os.Symlink(elsewhere, "out/sub"),
		os.Mkdir("out/er", 0o700), os.Symlink("er", "out/in")); err != nil {
		t.Skip(err) // a file system without links
	}
	_, errOut, status := command(t, "", "rewrite", "--relative", "-a", "http://h/", "--out-dir", "out", "a.html", "b.html", "sub/c.html",
		"in/d.html")
	want := `a.html: 0 changed, 1 kept
htmlurl: cannot write out/b.html: path escapes from parent
htmlurl: cannot write out/sub/c.html: path escapes from parent
in/d.html: 0 changed, 1 kept
htmlurl: 2 of 4 files could not be rewritten
`
	if errOut != want || status != exitUsage {
		t.Errorf("status %d, %q, want %q", status, errOut, want)
	}
	checkFiles(t, with(files, "out/a.html", page, "out/b.html", "->../elsewhere/b.html", "out/sub", "->"+elsewhere,
		"out/in", "->er", "out/er/d.html", page))
}

// TestRewriteReadOnly holds that a folder that cannot be written stays as it is.
func TestRewriteReadOnly(t *testing.T) {
	files := map[string]string{"sub/a.html": "<a href=/x>"}
	inFolder(t, files)
	folder, err := filepath.Abs("sub")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folder, 0o700) })
	if file, err := os.Create("sub/probe"); err == nil {
		file.Close()
		t.Skip("this user can write everywhere")
	}
	_, errOut, status := command(t, "", "rewrite", "--relative", "-i", "-a", "http://h/", "sub/a.html")
	if want := "sub/a.html: permission denied\n"; !strings.HasSuffix(errOut, want) || status != exitUsage {
		t.Errorf("status %d, %q, want %q", status, errOut, want)
	}
	checkFiles(t, files)
}

// TestRewriteEncodings holds that pages stay in their encoding, and what --dry-run shows of them.
func TestRewriteEncodings(t *testing.T) {
	for _, c := range []struct {
		encoding encoding.Encoding
		page     string
		want     string
		note     string
	}{
		{unicode.UTF8, "é\r\n<a href='?é'>é</a>", "é\r\n<a href='/?%C3%A9'>é</a>", ""},
		{unicode.UTF8, "plain\n<a href='?b'>c</a>\n", "plain\n<a href='/?b'>c</a>\n", ""},
		{japanese.ShiftJIS, "<meta charset=shift_jis>ソ\n<a href='?表'>表</a>\n",
			"<meta charset=shift_jis>ソ\n<a href='/?%95%5C'>表</a>\n",
			"note: a.html is in Shift_JIS: its diff is in UTF-8, and only to read"},
		{unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "\n<a href='ü'>\n", "\n<a href='/%C3%BC'>\n",
			"note: a.html is in UTF-16LE"},
		{unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "\n<a href='ü'>\n", "\n<a href='/%C3%BC'>\n",
			"note: a.html is in UTF-16BE"},
	} {
		page, pageErr := c.encoding.NewEncoder().String(c.page)
		want, wantErr := c.encoding.NewEncoder().String(c.want)
		if pageErr != nil || wantErr != nil {
			t.Fatal(pageErr, wantErr)
		}
		inFolder(t, map[string]string{"a.html": page})
		diff, errOut, status := command(t, "", "rewrite", "--root-relative", "-a", "http://h/", "--dry-run", "a.html")
		if !strings.Contains(errOut, c.note) || strings.Contains(errOut, "note") && c.note == "" || status != exitFine {
			t.Errorf("%v: status %d, %q, want %q", c.encoding, status, errOut, c.note)
		}
		for _, pages := range []struct{ text, mark string }{{c.page, "-"}, {c.want, "+"}} {
			for line := range strings.Lines(pages.text) {
				if strings.Contains(line, "href") && !strings.Contains(diff, "\n"+pages.mark+line) {
					t.Errorf("%v: no %s%q in %q", c.encoding, pages.mark, line, diff)
				}
			}
		}
		command(t, "", "rewrite", "--root-relative", "-a", "http://h/", "-i", "a.html")
		checkFiles(t, map[string]string{"a.html": want})
	}
}

// TestRewriteDiff holds that patch makes of the files what --in-place does.
func TestRewriteDiff(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("there is no patch here")
	}
	page, err := os.ReadFile(testPage)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Repeat("<p>\n<a href=/x>\n", 300)
	files := map[string]string{
		"a.html": "<a href=/x>", "sub/b c é.html": "<p>\r\n<a href=/x>\r\n", "same.html": "<p>",
		`q"\.html`: lines, "\n.html": lines + "end", "page.html": strings.ToValidUTF8(string(page), "ü"),
		"invalid.html": "<meta charset=utf-8>\n\xff<a href=/x>\n\n\n\n\n\n\n\n<a href=/y>",
	}
	inFolder(t, files)
	args := []string{"rewrite", "--absolute", "-a", "http://h/", "-t", "text/html;charset=utf-8"}
	args = append(args, slices.Sorted(maps.Keys(files))...)
	out, errOut, status := command(t, "", append(args, "--dry-run")...)
	if status != exitFine {
		t.Errorf("status %d, %q", status, errOut)
	}
	checkFiles(t, files)
	command(t, "", append(args, "--out-dir", "out")...)
	cmd := exec.Command(patch, "-p1")
	cmd.Stdin = strings.NewReader(out)
	if message, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, message, out)
	}
	for name, text := range filesHere(t) {
		if want, ok := strings.CutPrefix(name, "out/"); ok {
			if got, err := os.ReadFile(want); err != nil || string(got) != text {
				t.Errorf("patched %q is %q, want %q", want, got, text)
			}
		}
	}
}

// TestRewriteLongLine holds that a long line is shown once as it was and once as it will be.
func TestRewriteLongLine(t *testing.T) {
	page := strings.Repeat("<a href=x>", 20_000)
	out, _, _ := command(t, page, "rewrite", "--absolute", "-a", "http://h/", "--dry-run", "-")
	if strings.Count(out, "<a href=x>") != 20_000 || strings.Count(out, "<a href=http://h/x>") != 20_000 {
		t.Errorf("%d bytes: %.200q", len(out), out)
	}
}

// TestRewriteJSON holds the shape of the answers.
func TestRewriteJSON(t *testing.T) {
	inFolder(t, map[string]string{
		"a.html": "<a href=x><a href=mailto:x>", "bad.xml": "<a>",
		"left.html": "\n<script type=importmap>{\"scopes\":{\"x\":{},\"http://h/x\":{}}}</script>",
	})
	out, _, status := command(t, "", "rewrite", "--absolute", "-a", "http://h/", "--json", "--out-dir", "out",
		"a.html", "left.html", "bad.xml")
	checkLines(t, out, []string{
		`{"file":"a.html","output":"out/a.html","changed":1,"kept":1,"left":[],"error":null}`,
		`{"file":"left.html","output":"out/left.html","changed":0,"kept":1,"left":[{"tag":"script","attr":"#text",` +
			`"raw":"x","new":"http://h/x","line":2,"column":36,` +
			`"reason":"it would have to be different things at once"}],"error":null}`,
		`{"file":"bad.xml","output":null,"changed":0,"kept":0,"left":[],"error":"bad.xml: `,
	})
	if status != exitUsage {
		t.Errorf("status %d", status)
	}
	out, _, status = command(t, "", "rewrite", "--absolute", "-a", "http://h/", "--json", "--dry-run",
		"-H", "Link: <l>; rel=next", "a.html")
	checkLines(t, out, []string{`{"file":"a.html","output":null,"changed":1,"kept":1,"left":[{"tag":"","attr":"Link",` +
		`"raw":"l","new":"http://h/l","line":null,"column":null,"reason":"in a header field"}],"error":null}`})
	if status != exitBad {
		t.Errorf("status %d", status)
	}
}

// TestRewriteInterrupt holds that an interrupt stops the command after the file that it is at.
func TestRewriteInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself here")
	}
	files := map[string]string{"a.html": "<a href=/x>", "b.html": "<a href=/x>"}
	inFolder(t, files)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	defer signal.Stop(interrupted)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	var errOut strings.Builder
	tell := writerFunc(func(p []byte) (int, error) { // comes after the first file
		if errOut.Len() == 0 {
			if err := self.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
			<-interrupted
			time.Sleep(100 * time.Millisecond) // for the command to hear of it, too
		}
		return errOut.Write(p)
	})
	status := run([]string{"rewrite", "--relative", "-i", "-a", "http://h/", "a.html", "b.html"}, nil, io.Discard, tell)
	want := "a.html: 1 changed\nhtmlurl: interrupted after 1 of 2 files\n"
	if status != exitUsage || errOut.String() != want {
		t.Errorf("status %d, %q, want %q", status, errOut.String(), want)
	}
	checkFiles(t, with(files, "a.html", "<a href=x>"))
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestRewriteManyLeft holds that a page whose references cannot be changed does not flood the terminal.
func TestRewriteManyLeft(t *testing.T) {
	const n = 1999
	page := strings.Repeat("<svg><style>a{b:url(x)}<g/>c{}</style></svg>\n", n) // whose text stands in several parts
	_, errOut, status := command(t, page, "rewrite", "--absolute", "-a", "http://h/", "-")
	lines := strings.Split(errOut, "\n")
	if last := "-: … and 1899 more, which --json lists"; len(lines) != 103 || lines[101] != last || status != exitBad {
		t.Errorf("status %d, %d lines, %.500q", status, len(lines), errOut)
	}
}

// TestRewriteReadme holds that the README shows what the command prints.
func TestRewriteReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	out, errOut, status := command(t, "", "rewrite", "--base", "drop", "--address", "https://example.com/news/2012/", "--dry-run",
		"testdata/page.html")
	if status != exitFine {
		t.Errorf("status %d: %s", status, errOut)
	}
	shown, lines := 0, strings.Split(out+errOut, "\n")
	_, example, _ := strings.Cut(string(readme), "$ htmlurl rewrite ")
	example, _, _ = strings.Cut(example, "\n\n")
	for line := range strings.Lines(example) {
		line = strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "    ")
		if shown++; shown > 1 && line != "…" && !slices.Contains(lines, line) {
			t.Errorf("the README has %q, which is not printed", line)
		}
	}
	if shown < 10 {
		t.Errorf("%d lines", shown)
	}
}
