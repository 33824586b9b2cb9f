package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/parquet-go/parquet-go"

	"htmlurl/examples/webscale/draft"
	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/generate"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
	"htmlurl/resolve"
)

// TestMain lets tests run the command as a process of its own, which they can kill, and ask for what Linux knows of it when
// it ends. (What a process that ends is said to have used counts the memory of this one, too.)
func TestMain(m *testing.M) {
	if path := os.Getenv("WEBSCALE_STATUS"); path != "" {
		code := command(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		status, err := os.ReadFile("/proc/self/status")
		if err != nil || os.WriteFile(path, status, 0o666) != nil {
			panic("no status")
		}
		os.Exit(code)
	}
	if os.Getenv("WEBSCALE_COMMAND") != "" {
		main()
	}
	os.Exit(m.Run())
}

// call runs the command in this process.
func call(t *testing.T, in string, args ...string) (status int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	status = command(t.Context(), args, strings.NewReader(in), &o, &e)
	return status, o.String(), e.String()
}

// archives writes archives of a generated web, and returns the pattern of their names.
func archives(t *testing.T, n, pages int) (pattern string) {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		var archive bytes.Buffer
		if err := generate.Archive(&archive, generate.Options{Seed: uint64(i), Count: pages}); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, fmt.Sprintf("%03d.warc.gz", i)), archive.Bytes())
	}
	return filepath.Join(dir, "*.warc.gz")
}

func writeFile(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// unzip returns the lines of a gzip file.
func unzip(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := gzip.NewReader(bytes.NewReader(readFile(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	for scanner := bufio.NewReader(text); ; {
		line, err := scanner.ReadString('\n')
		if err == io.EOF && line == "" {
			return lines
		}
		if err != nil {
			t.Fatal(path, err)
		}
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
}

// readJSON reads a file of JSON.
func readJSON[T any](t *testing.T, path string) (value T) {
	t.Helper()
	if err := json.Unmarshal(readFile(t, path), &value); err != nil {
		t.Fatal(path, err)
	}
	return value
}

// files returns what is in a folder, but for files that begin with a dot and are to be there.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == ".lock" {
			return err
		}
		found[strings.TrimPrefix(path, dir)] = string(readFile(t, path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// linkLine is a line of links.
type linkLine struct {
	Page, Link, Kind, Ignored string
}

// pagesOf returns the addresses of all pages, those without links too, each with no hosts. The WAT files have them.
func pagesOf(t *testing.T, dir string) map[string]map[string]bool {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "wat", "*.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	pages := map[string]map[string]bool{}
	for _, path := range paths {
		for _, line := range unzip(t, path) {
			if url, ok := strings.CutPrefix(line, "WARC-Target-URI: "); ok {
				pages[strings.TrimSpace(url)] = map[string]bool{}
			}
		}
	}
	return pages
}

// edgesOf computes the edges anew, from the pages and their links.
func edgesOf(t *testing.T, dir string) (want []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "links", "*.gz"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	linked := pagesOf(t, dir)
	for _, path := range paths {
		for _, text := range unzip(t, path) {
			var line linkLine
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatal(text, err)
			}
			switch line.Kind {
			case "metadata-base", "codebase", "identifier":
				continue
			}
			if host := hostOf(line.Link); line.Ignored == "" && host != "" {
				linked[line.Page][host] = true
			}
		}
	}
	for page, hosts := range linked {
		source := hostOf(page)
		if source == "" {
			continue
		}
		delete(hosts, source)
		if len(hosts) == 0 {
			hosts[source] = true
		}
		for target := range hosts {
			want = append(want, source+"\t"+target)
		}
	}
	slices.Sort(want)
	return slices.Compact(want)
}

// hostOf returns the node of the graph that a URL leads to.
func hostOf(url string) string {
	for _, scheme := range []string{"http:", "https:", "ftp:", "ws:", "wss:"} {
		if strings.HasPrefix(url, scheme) {
			u, err := resolve.Resolver{Edition: resolve.Living}.Parse(url)
			if err != nil {
				return ""
			}
			host, _ := u.Host()
			name, _ := edges.Host(host)
			return name
		}
	}
	return ""
}

// TestRun holds that a run gives the links of all archives, their edges and their counts, which agree with each other.
func TestRun(t *testing.T) {
	input, dir := archives(t, 4, 40), t.TempDir()
	status, out, errOut := call(t, "", "-input", input, "-output", dir, "-workers", "2")
	if status != report.Fine || errOut != "" {
		t.Fatalf("status %d, %s", status, errOut)
	}
	want := edgesOf(t, dir)
	got := unzip(t, filepath.Join(dir, "edges.tsv.gz"))
	if !slices.Equal(got, want) {
		t.Errorf("%d edges, want %d", len(got), len(want))
	}
	if rows := parquetRows(t, filepath.Join(dir, "edges.parquet")); !slices.Equal(rows, got) {
		t.Errorf("%d rows of the table are not the %d lines", len(rows), len(got))
	}
	s := readJSON[report.Summary](t, filepath.Join(dir, "summary.json"))
	if s.Archives != 4 || s.Failed+s.Damaged != 0 || s.Edges != int64(len(got)) || s.Links < 1000 || s.Pages < 80 || len(s.Faults) > 0 {
		t.Errorf("%+v, %+v", s, s.Summary)
	}
	lines, pages := 0, 0
	for path := range files(t, dir) {
		switch filepath.Dir(path) {
		case "/links":
			lines += len(unzip(t, dir+path))
		case "/wat":
			for _, line := range unzip(t, dir+path) {
				if strings.HasPrefix(line, `{"Container":`) {
					pages++
				}
			}
		}
	}
	if int64(lines) != s.Links || int64(pages) != s.Pages {
		t.Errorf("%d links and %d pages in files, %d and %d counted", lines, pages, s.Links, s.Pages)
	}
	if !strings.Contains(out, "archives") || !strings.Contains(out, dir) {
		t.Error(out)
	}
	t.Logf("%d archives, %d pages, %d links, %d edges", s.Archives, s.Pages, s.Links, s.Edges)
}

// parquetRows returns the rows of a table as lines.
func parquetRows(t *testing.T, path string) (lines []string) {
	t.Helper()
	type row struct {
		S *string `parquet:"s,optional"`
		T *string `parquet:"t,optional"`
	}
	rows, err := parquet.ReadFile[row](path)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		lines = append(lines, *r.S+"\t"+*r.T)
	}
	return lines
}

// TestOutputs holds that nothing but what is wanted is made, and that the edition is obeyed.
func TestOutputs(t *testing.T) {
	input := archives(t, 1, 10)
	for _, c := range []struct {
		outputs string
		want    int // files
	}{{"links", 4}, {"wat", 4}, {"edges", 6}, {"edges,links,wat", 8}} {
		dir := t.TempDir()
		status, _, errOut := call(t, "", "-input", input, "-output", dir, "-outputs", c.outputs, "-edition", "html5")
		if found := files(t, dir); status != report.Fine || len(found) != c.want {
			t.Errorf("%s: status %d, %s, files %q", c.outputs, status, errOut, slices.Sorted(maps.Keys(found)))
		}
	}
}

// TestRestart holds that archives are done once, and that the files are then the same as those of one run.
func TestRestart(t *testing.T) {
	input, dir, whole := archives(t, 5, 10), t.TempDir(), t.TempDir()
	part := strings.Replace(input, "*", "00[0-2]", 1)
	for _, step := range []struct {
		input, dir string
		skipped    string
	}{{part, dir, ""}, {input, dir, "3"}, {input, dir, "5"}, {input, whole, ""}} {
		status, out, errOut := call(t, "", "-input", step.input, "-output", step.dir)
		_, after, isSkipped := strings.Cut(out, "\n"+step.skipped+" ")
		if status != report.Fine || step.skipped != "" && (!isSkipped || !strings.HasPrefix(strings.TrimSpace(after), "done before")) ||
			step.skipped == "" && strings.Contains(out, "done before") {
			t.Errorf("%s: status %d\n%s%s", step.input, status, out, errOut)
		}
	}
	if !maps.Equal(files(t, dir), files(t, whole)) {
		t.Error("the files are not those of one run")
	}
}

// TestSweep holds that the temporary folder of a merge that was killed is removed.
func TestSweep(t *testing.T) {
	input, dir := archives(t, 1, 1), t.TempDir()
	left, err := draft.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if status, _, errOut := call(t, "", "-input", input, "-output", dir); status != report.Fine {
		t.Errorf("status %d, %s", status, errOut)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is there: %v", left, err)
	}
}

// TestBadEdges holds that when the edges of an archive that is done cannot be read, the next run finds them again.
func TestBadEdges(t *testing.T) {
	input, dir := archives(t, 3, 5), t.TempDir()
	if status, _, errOut := call(t, "", "-input", input, "-output", dir); status != report.Fine {
		t.Fatal(errOut)
	}
	whole := files(t, dir)
	for _, text := range []string{"", "garbage", whole["/edges.parquet"]} {
		paths, err := filepath.Glob(filepath.Join(dir, "edges", "001-*"))
		if err != nil || len(paths) != 1 {
			t.Fatal(paths, err)
		}
		writeFile(t, paths[0], []byte(text))
		status, _, errOut := call(t, "", "-input", input, "-output", dir)
		if status != report.Failed || !strings.Contains(errOut, paths[0]) || !strings.Contains(errOut, "001.warc.gz\" again") {
			t.Errorf("%.10q: status %d, %s", text, status, errOut)
		}
		status, _, errOut = call(t, "", "-input", input, "-output", dir)
		if status != report.Fine {
			t.Errorf("%.10q again: status %d, %s", text, status, errOut)
		}
		if !maps.Equal(files(t, dir), whole) {
			t.Errorf("%.10q: other files", text)
		}
	}
}

// TestBadArchives holds that archives which are damaged or cannot be read are counted and listed, that the others are
// done, and that those that could not be read are tried again.
func TestBadArchives(t *testing.T) {
	input, dir := archives(t, 3, 10), t.TempDir()
	folder := filepath.Dir(input)
	whole := readFile(t, filepath.Join(folder, "002.warc.gz"))
	writeFile(t, filepath.Join(folder, "cut.warc.gz"), whole[:len(whole)/2])
	writeFile(t, filepath.Join(folder, "garbage.warc.gz"), []byte("this is no archive\n"))
	bad := filepath.Join(folder, "no.warc.gz")
	if err := os.Mkdir(bad, 0o777); err != nil {
		t.Fatal(err)
	}
	status, _, errOut := call(t, "", "-input", input, "-output", dir)
	if status != report.Unreadable || !strings.Contains(errOut, bad) || !strings.Contains(errOut, "1 of 6") {
		t.Errorf("status %d, %s", status, errOut)
	}
	s := readJSON[report.Summary](t, filepath.Join(dir, "summary.json"))
	if s.Archives != 6 || s.Failed != 1 || s.Damaged != 2 || s.Pages < 20 {
		t.Errorf("%+v", s)
	}
	var listed []string
	for line := range strings.Lines(string(readFile(t, filepath.Join(dir, "bad.jsonl")))) {
		var archive report.BadArchive
		if err := json.Unmarshal([]byte(line), &archive); err != nil {
			t.Fatal(err)
		}
		listed = append(listed, fmt.Sprintf("%s %t %d", filepath.Base(archive.Archive), archive.Error != "", len(archive.Faults)))
	}
	if want := []string{"cut.warc.gz false 1", "garbage.warc.gz false 1", "no.warc.gz true 0"}; !slices.Equal(listed, want) {
		t.Errorf("listed %q, want %q", listed, want)
	}
	if err := os.Remove(bad); err != nil {
		t.Fatal(err)
	}
	writeFile(t, bad, whole)
	if status, out, errOut := call(t, "", "-input", input, "-output", dir); status != report.Fine || !strings.Contains(out, "done before") {
		t.Errorf("again: status %d, %s%s", status, out, errOut)
	}
}

// process starts the command as a process.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "WEBSCALE_COMMAND=1")
	return c
}

// TestKilled holds that a run which is killed at any point loses, doubles and half-writes nothing: that after a last one
// which is not, the files are those of one run.
func TestKilled(t *testing.T) {
	input, dir, whole := archives(t, 12, 20), t.TempDir(), t.TempDir()
	started := time.Now()
	if out, err := process(t, "-input", input, "-output", whole).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	length := time.Since(started)
	kills := 0
	for part := range 12 {
		c := process(t, "-input", input, "-output", dir)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		killer := time.AfterFunc(length*time.Duration(part+1)/14, func() { c.Process.Kill() })
		if c.Wait() != nil {
			kills++
		}
		killer.Stop()
		for path := range files(t, dir) {
			if strings.HasSuffix(path, ".gz") && !strings.HasPrefix(filepath.Base(path), ".") {
				unzip(t, dir+path)
			}
		}
	}
	if out, err := process(t, "-input", input, "-output", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, want := files(t, dir), files(t, whole); !maps.Equal(got, want) {
		t.Errorf("files %q, want %q, or with other contents", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	if kills == 0 {
		t.Error("no run was killed")
	}
	t.Logf("%d runs killed", kills)
}

// TestFull holds that a run which has no room for its outputs says so and leaves nothing half-written, and that one goes on
// when there is room. That files cannot be large stands for a full disk.
func TestFull(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell, which limits the size of files")
	}
	input, dir, whole := archives(t, 2, 60), t.TempDir(), t.TempDir()
	c := process(t, "-input", input, "-output", dir)
	c.Path, c.Args = shell, append([]string{shell, "-c", `ulimit -f 64 && exec "$0" "$@"`}, c.Args...)
	out, err := c.CombinedOutput()
	if bad, ok := errors.AsType[*exec.ExitError](err); !ok || bad.ExitCode() != report.Failed ||
		!strings.Contains(string(out), "file too large") || !strings.Contains(string(out), dir) {
		t.Errorf("%v: %s", err, out)
	}
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("left: %q", slices.Sorted(maps.Keys(left)))
	}
	for _, dir := range []string{dir, whole} {
		if status, _, errOut := call(t, "", "-input", input, "-output", dir); status != report.Fine {
			t.Errorf("with room: status %d, %s", status, errOut)
		}
	}
	if !maps.Equal(files(t, dir), files(t, whole)) {
		t.Error("the files are not those of one run")
	}
}

// TestInterrupt holds that Ctrl-C ends a run soon, says how to go on, and leaves nothing half-written.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no interrupts to processes")
	}
	input, dir := archives(t, 20, 40), t.TempDir()
	c := process(t, "-input", input, "-output", dir)
	var errOut bytes.Buffer
	c.Stderr = &errOut
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // until the first archive is done
		if done, _ := filepath.Glob(filepath.Join(dir, "done", "*.json")); len(done) > 0 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	err := c.Wait()
	if bad, ok := errors.AsType[*exec.ExitError](err); !ok || bad.ExitCode() != report.Interrupted {
		t.Errorf("%v: %s", err, &errOut)
	}
	if !strings.Contains(errOut.String(), "goes on") {
		t.Errorf("%q", &errOut)
	}
	for path := range files(t, dir) {
		if strings.HasPrefix(filepath.Base(path), ".") {
			t.Errorf("left: %s", path)
		}
	}
}

// TestInterruptedInput holds that a command which waits for its input ends after a signal, too.
func TestInterruptedInput(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows sends no interrupts to processes")
	}
	c := process(t, "map")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errOut syncBuffer
	c.Stderr = &errOut
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "/none\n"); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // until it waits
		if strings.Contains(errOut.String(), "/none") {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(10*patience, func() { c.Process.Kill() })
	defer killer.Stop()
	err = c.Wait()
	if bad, ok := errors.AsType[*exec.ExitError](err); !ok || bad.ExitCode() != report.Interrupted {
		t.Errorf("%v: %s", err, errOut.String())
	}
}

// syncBuffer is a buffer that is read while a process writes.
type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// TestLock holds that two runs do not write into a folder at a time.
func TestLock(t *testing.T) {
	input, dir := archives(t, 1, 5), t.TempDir()
	unlock, err := task.Job{Output: dir}.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if status, _, errOut := call(t, "", "-input", input, "-output", dir); status != report.Failed || !strings.Contains(errOut, "another") {
		t.Errorf("status %d, %s", status, errOut)
	}
	unlock()
	if status, _, errOut := call(t, "", "-input", input, "-output", dir); status != report.Fine {
		t.Errorf("status %d, %s", status, errOut)
	}
}

// TestMap holds that the mapper gives the edges of each archive, whatever way it gets them.
func TestMap(t *testing.T) {
	input, dir := archives(t, 3, 10), t.TempDir()
	if status, _, errOut := call(t, "", "-input", input, "-output", dir, "-outputs", "edges"); status != report.Fine {
		t.Fatal(errOut)
	}
	all := unzip(t, filepath.Join(dir, "edges.tsv.gz"))
	paths, err := filepath.Glob(input)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, want []string, in string, wantError string) {
		t.Helper()
		status, out, errOut := call(t, in, "map")
		got := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		slices.Sort(got)
		got = slices.Compact(got)
		if status != report.Fine || !slices.Equal(got, want) || (errOut == "") != (wantError == "") || !strings.Contains(errOut, wantError) {
			t.Errorf("%s: status %d, %d edges, want %d; %s", name, status, len(got), len(want), errOut)
		}
	}
	check("paths", all, strings.Join(paths, "\n"), "")
	check("paths with keys", all, "0\t"+paths[0]+"\r\n17\t"+paths[1]+"\t\n\n"+paths[2]+"\n", "")
	check("a path that is not there", all, strings.Join(paths, "\n")+"\n/none\n", "/none")
	one, err := filepath.Glob(filepath.Join(dir, "edges", "001-*"))
	if err != nil || len(one) != 1 {
		t.Fatal(one, err)
	}
	archive := string(readFile(t, paths[1]))
	check("an archive", unzip(t, one[0]), archive, "")
	check("a truncated one", unzip(t, one[0]), archive+archive[:len(archive)/3], "damaged")
	t.Setenv("mapreduce_job_id", "job_1")
	check("counters", unzip(t, one[0]), archive, "reporter:counter:webscale,archives,1\n")
}

// TestUsage holds that wrong use is refused with words that help.
func TestUsage(t *testing.T) {
	input := archives(t, 1, 1)
	for _, c := range []struct {
		args   []string
		in     string
		status int
		want   string
	}{
		{nil, "", report.Failed, "give -input 'PATTERN' and -output FOLDER"},
		{[]string{"-h"}, "", report.Fine, ""},
		{[]string{"map", "-h"}, "", report.Fine, ""},
		{[]string{"map"}, strings.Repeat("x", maxLine), report.Failed, "no path"},
		{[]string{"-input", "x", "-output"}, "", report.Failed, "webscale -h"},
		{[]string{"-input", "/none/*.gz", "-output", t.TempDir()}, "", report.Failed, "there is no such archive"},
		{[]string{"-input", "[", "-output", t.TempDir()}, "", report.Failed, "syntax error"},
		{[]string{"-input", "-", "-output", t.TempDir()}, "\n", report.Failed, "names no archive"},
		{[]string{"-input", input, "-output", t.TempDir(), "-workers", "0"}, "", report.Failed, "-workers must be"},
		{[]string{"-input", input, "-output", t.TempDir(), "-outputs", "pages"}, "", report.Failed, "choose from"},
		{[]string{"-input", input, "-output", t.TempDir(), "-edition", "html6"}, "", report.Failed, "known: "},
		{[]string{"-input", input, "-output", t.TempDir(), "another"}, "", report.Failed, "quotes"},
		{[]string{"-input", input, "-output", filepath.Join(filepath.Dir(input), "000.warc.gz")}, "", report.Failed, "not a directory"},
	} {
		status, out, errOut := call(t, c.in, c.args...)
		if status != c.status || !strings.Contains(errOut, c.want) || (c.status == report.Fine) != (errOut == "") {
			t.Errorf("%q: status %d, %s", c.args, status, errOut)
		}
		if c.status == report.Fine && !strings.Contains(out, "-edition") {
			t.Errorf("%q: %s", c.args, out)
		}
	}
}

// TestListed holds that paths from standard input are taken, each once.
func TestListed(t *testing.T) {
	input, dir := archives(t, 2, 5), t.TempDir()
	one := strings.Replace(input, "*", "001", 1)
	status, _, errOut := call(t, one+"\n\n"+one+"\n/none/x.warc.gz\n", "-input", "-", "-output", dir)
	s := readJSON[report.Summary](t, filepath.Join(dir, "summary.json"))
	if status != report.Unreadable || s.Archives != 2 || s.Failed != 1 || s.Pages == 0 {
		t.Errorf("status %d, %s, %+v", status, errOut, s)
	}
}

// TestGenerate holds that archives are generated, and the same again.
func TestGenerate(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		status, out, errOut := call(t, "", "generate", "-output", dir, "-files", "2", "-pages", "5", "-seed", "7")
		if status != report.Fine || errOut != "" || strings.Count(out, dir) != 2 {
			t.Fatalf("status %d, %s%s", status, out, errOut)
		}
	}
	if archives := files(t, one); len(archives) != 2 || !maps.Equal(archives, files(t, two)) {
		t.Errorf("%d archives, or others the second time", len(archives))
	}
	if status, _, errOut := call(t, "", "generate"); status != report.Failed || !strings.Contains(errOut, "-output") {
		t.Errorf("status %d, %s", status, errOut)
	}
}

// TestMemory holds that memory does not grow with the number of archives: not the most that a run ever has.
func TestMemory(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("no /proc, which tells how much memory a process had")
	}
	const few, many = 140, 300 // both more than the files of edges that are open at a time
	before, after := peak(t, few), peak(t, many)
	t.Logf("%d KB for %d archives, %d KB for %d", before, few, after, many)
	if perArchive := (after - before) / (many - few); perArchive > 64 { // less than the buffers of its files
		t.Errorf("%d KB for each archive", perArchive)
	}
}

// peak returns how many KB of memory a run has at most, of so many archives, which are the same but for their names.
func peak(t *testing.T, count int) (size int) {
	t.Helper()
	input := archives(t, 1, 1)
	for i := range count {
		if err := os.Link(strings.Replace(input, "*", "000", 1), strings.Replace(input, "*", fmt.Sprint("copy", i), 1)); err != nil {
			t.Skip(err)
		}
	}
	path := filepath.Join(t.TempDir(), "status")
	c := process(t, "-input", input, "-output", t.TempDir(), "-workers", "1")
	c.Env = append(c.Env, "WEBSCALE_STATUS="+path, "GOGC=25")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, rest, _ := strings.Cut(string(readFile(t, path)), "VmHWM:")
	if _, err := fmt.Sscan(rest, &size); err != nil {
		t.Fatal(err)
	}
	return size
}
