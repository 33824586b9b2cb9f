package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/generate"
	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/report"
	"htmlurl/examples/webscale/task"
	"htmlurl/examples/webscale/warc"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// TestMain lets tests run the command as a process of its own, which they can kill, and which can leave the network.
func TestMain(m *testing.M) {
	if os.Getenv("WEBSCALE_COMMAND") != "" {
		main()
	}
	os.Exit(m.Run())
}

// command returns the command, ready to start. It is killed when the test ends.
func command(t *testing.T, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), "WEBSCALE_COMMAND=1")
	return cmd
}

// call runs the command. It skips the test where Prism cannot be kept off the network.
func call(t *testing.T, args ...string) (status int, out, errOut string) {
	t.Helper()
	cmd := command(t, args...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if strings.Contains(e.String(), errExposed.Error()) {
		t.Skip(e.String())
	}
	return cmd.ProcessState.ExitCode(), o.String(), e.String()
}

// web has archives of a web that does not exist.
var web = sync.OnceValues(func() (archives [][]byte, err error) {
	for seed := range uint64(8) {
		var archive bytes.Buffer
		err = errors.Join(err, generate.Archive(&archive, generate.Options{Seed: seed, Count: 50}))
		archives = append(archives, archive.Bytes())
	}
	return archives, err
})

// generated writes n archives of generated pages, of which some may be the same, and returns the pattern of their
// names.
func generated(t testing.TB, n int) (pattern string) {
	archives, err := web()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i := range n {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("%03d.warc.gz", i)), archives[i%len(archives)])
	}
	return filepath.Join(dir, "*.warc.gz")
}

// real writes archives of the real pages, of which each has some, or skips the test.
func real(t testing.TB, n int) (pattern string) {
	pages := testcase.Pages(t)
	dir := t.TempDir()
	for i, pages := range slices.Collect(slices.Chunk(pages, (len(pages)+n-1)/n)) {
		var archive bytes.Buffer
		w := warc.NewWriter(&archive)
		for _, p := range pages {
			header := warc.Header{{Name: "WARC-Type", Value: "response"}, {Name: "WARC-Target-URI", Value: p.Address},
				{Name: "Content-Type", Value: "application/http; msgtype=response"}}
			block := append([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), p.Bytes...)
			if err := w.Write(header, block); err != nil {
				t.Fatal(err)
			}
		}
		writeFile(t, filepath.Join(dir, fmt.Sprintf("%03d.warc.gz", i)), archive.Bytes())
	}
	return filepath.Join(dir, "*.warc.gz")
}

func writeFile(t testing.TB, path string, text []byte) {
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

// files returns what is in folders of a folder, and not in the folder itself.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if name, ok := strings.CutPrefix(path, dir+"/"); ok && strings.Contains(name, "/") && !e.IsDir() {
			found[name] = string(readFile(t, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// plain does archives without an engine: a loop, and a merge. It returns the edges, and what there was.
func plain(t *testing.T, pattern, dir string) (lines []string, sum *extract.Summary) {
	t.Helper()
	job := task.Job{Output: dir, Outputs: output.Kinds(), Edition: resolve.Living}
	if err := job.Prepare(); err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	w := task.Worker{Job: job}
	defer w.Close()
	sum = extract.NewSummary()
	var paths []string
	for _, archive := range archives {
		result, err := w.Do(t.Context(), archive)
		if _, ok := errors.AsType[*task.ArchiveError](err); ok {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(result.Summary)
		paths = append(paths, job.Path(output.Edges, archive))
	}
	merged := filepath.Join(t.TempDir(), "edges.tsv.gz")
	file, err := edges.CreateTSV(merged)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (edges.Merger{}).Merge(t.Context(), paths, file); err != nil {
		t.Fatal(err)
	}
	return unzip(t, merged), sum
}

// unzip returns the lines of a gzip file.
func unzip(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := gzip.NewReader(bytes.NewReader(readFile(t, path)))
	if err != nil {
		t.Fatal(path, err)
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

// sharded returns the edges of all shards, which it checks: there are that many and no others, each is in order, and all
// edges of a source are in one.
func sharded(t *testing.T, dir string, shards int) (lines []string) {
	t.Helper()
	there, err := filepath.Glob(filepath.Join(dir, "edges-*"))
	if err != nil {
		t.Fatal(err)
	}
	shardOf := map[string]int{}
	for shard := range shards {
		path := filepath.Join(dir, fmt.Sprintf("edges-%05d-of-%05d.tsv.gz", shard, shards))
		if !slices.Contains(there, path) {
			t.Fatalf("%s is not there, but %v", path, there)
		}
		part := unzip(t, path)
		if !slices.IsSorted(part) || len(slices.Compact(slices.Clone(part))) != len(part) {
			t.Errorf("%s is not in order, or an edge is there twice", path)
		}
		for _, line := range part {
			source, _, _ := strings.Cut(line, "\t")
			if other, ok := shardOf[source]; ok && other != shard {
				t.Fatalf("%q is in shards %d and %d", source, other, shard)
			}
			shardOf[source] = shard
		}
		lines = append(lines, part...)
	}
	if len(there) != shards {
		t.Errorf("%d shards, want %d: %v", len(there), shards, there)
	}
	slices.Sort(lines)
	return lines
}

// readSummary returns the summary of all archives.
func readSummary(t *testing.T, dir string) (s report.Summary) {
	t.Helper()
	if err := json.Unmarshal(readFile(t, filepath.Join(dir, report.SummaryFile)), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// same checks that a folder has what a plain loop over the archives makes, and nothing else.
func same(t *testing.T, pattern, dir string, shards int) report.Summary {
	t.Helper()
	want := t.TempDir()
	lines, sum := plain(t, pattern, want)
	if got := sharded(t, dir, shards); !slices.Equal(got, lines) {
		t.Errorf("%d edges, want %d, or other ones", len(got), len(lines))
	}
	got := files(t, dir)
	for name, text := range files(t, want) {
		if strings.HasPrefix(name, "done/") {
			text = strings.ReplaceAll(text, want, dir)
		}
		if got[name] != text {
			t.Errorf("%s: %d bytes, want %d, or other ones", name, len(got[name]), len(text))
		}
		delete(got, name)
	}
	for name := range got {
		t.Errorf("%s should not be there", name)
	}
	s := readSummary(t, dir)
	if s.Edges != int64(len(lines)) || fmt.Sprint(*s.Summary) != fmt.Sprint(*sum) {
		t.Errorf("%d edges, %+v, want %d, %+v", s.Edges, *s.Summary, len(lines), *sum)
	}
	return s
}

// TestSame holds that the engine gives what a plain loop gives, of generated and real pages.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		name     string
		archives func(*testing.T) string
	}{
		{"generated", func(t *testing.T) string { return generated(t, 5) }},
		{"real", func(t *testing.T) string { return real(t, 8) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			pattern, dir := c.archives(t), t.TempDir()
			status, out, errOut := call(t, "-input", pattern, "-output", dir, "-shards", "3")
			if status != report.Fine || errOut != "" {
				t.Fatalf("status %d: %s", status, errOut)
			}
			s := same(t, pattern, dir, 3)
			told := strings.Contains(strings.ReplaceAll(out, ",", ""), fmt.Sprintf("\n%d ", s.Edges))
			if s.Edges == 0 || s.Archives == 0 || s.Failed+s.Skipped > 0 || !told {
				t.Errorf("%+v: %s", s, out)
			}
		})
	}
}

// TestAgain holds that archives are done once, that shards of another number go, and that edges are not made unasked.
func TestAgain(t *testing.T) {
	pattern, dir := generated(t, 3), t.TempDir()
	for i, shards := range []int{5, 1} {
		status, _, errOut := call(t, "-input", pattern, "-output", dir, "-shards", fmt.Sprint(shards))
		if status != report.Fine {
			t.Fatalf("status %d: %s", status, errOut)
		}
		if s := same(t, pattern, dir, shards); s.Archives != 3 || s.Skipped != int64(3*i) {
			t.Errorf("%+v", s)
		}
	}
	if status, _, errOut := call(t, "-input", pattern, "-output", dir, "-outputs", "links"); status != report.Fine {
		t.Fatalf("status %d: %s", status, errOut)
	}
	if s := readSummary(t, dir); s.Skipped != 3 || s.Edges != 0 || len(sharded(t, dir, 0)) != 0 {
		t.Errorf("%+v", s)
	}
}

// TestBad holds that bad archives cost nothing but what is bad, are counted and listed, and are tried again.
func TestBad(t *testing.T) {
	pattern, dir := generated(t, 3), t.TempDir()
	archive := func(name string) string { return filepath.Join(filepath.Dir(pattern), name+".warc.gz") }
	whole := readFile(t, archive("001"))
	writeFile(t, archive("truncated"), whole[:len(whole)*2/3])
	broken := bytes.Clone(whole)
	copy(broken[len(broken)/2:], "garbage!")
	writeFile(t, archive("broken"), broken)
	writeFile(t, archive("empty"), nil)
	if err := errors.Join(os.Mkdir(archive("folder"), 0o777), os.Symlink("nowhere", archive("lost"))); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		status, _, errOut := call(t, "-input", pattern, "-output", dir)
		if status != report.Unreadable || !strings.Contains(errOut, "2 of 8 archives could not be read") {
			t.Errorf("status %d: %s", status, errOut)
		}
		if s := same(t, pattern, dir, 8); s.Archives != 8 || s.Failed != 2 || s.Damaged != 3 {
			t.Errorf("%+v", s)
		}
		var list []string
		for line := range strings.Lines(string(readFile(t, filepath.Join(dir, report.BadFile)))) {
			var bad report.BadArchive
			if err := json.Unmarshal([]byte(line), &bad); err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprint(filepath.Base(bad.Archive), " ", bad.Error != "", " ", len(bad.Faults)))
		}
		want := []string{"broken.warc.gz false 1", "empty.warc.gz false 1", "folder.warc.gz true 0", "lost.warc.gz true 0",
			"truncated.warc.gz false 1"}
		if !slices.Equal(list, want) {
			t.Errorf("%q, want %q", list, want)
		}
	}
}

// TestNone holds that it is no failure of the engine that no archive can be read.
func TestNone(t *testing.T) {
	path, dir := filepath.Join(t.TempDir(), "lost.warc.gz"), t.TempDir()
	if err := os.Symlink("nowhere", path); err != nil {
		t.Fatal(err)
	}
	status, _, errOut := call(t, "-input", path, "-output", dir, "-shards", "2")
	if s := readSummary(t, dir); status != report.Unreadable || s.Archives != 1 || s.Failed != 1 || len(sharded(t, dir, 2)) != 0 {
		t.Errorf("status %d: %s: %+v", status, errOut, s)
	}
}

// TestUnwritable holds that a folder that cannot be written is told, and is not the fault of archives.
func TestUnwritable(t *testing.T) {
	pattern := generated(t, 1)
	archive := filepath.Join(filepath.Dir(pattern), "000.warc.gz")
	status, _, errOut := call(t, "-input", pattern, "-output", archive)
	if status != report.Failed || !strings.Contains(errOut, "not a directory") {
		t.Errorf("status %d: %s", status, errOut)
	}
}

// TestBadEdges holds that an archive whose edges cannot be read any more is done again, by the next run.
func TestBadEdges(t *testing.T) {
	pattern, dir := generated(t, 2), t.TempDir()
	if status, _, errOut := call(t, "-input", pattern, "-output", dir); status != report.Fine {
		t.Fatalf("status %d: %s", status, errOut)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "edges", "000*"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	text := readFile(t, paths[0])
	writeFile(t, paths[0], text[:len(text)/2])
	status, _, errOut := call(t, "-input", pattern, "-output", dir)
	if status != report.Failed || !strings.Contains(errOut, "reads \""+filepath.Dir(pattern)+"/000.warc.gz\" again") {
		t.Errorf("status %d: %s", status, errOut)
	}
	if status, _, errOut := call(t, "-input", pattern, "-output", dir); status != report.Fine {
		t.Fatalf("status %d: %s", status, errOut)
	}
	if s := same(t, pattern, dir, 8); s.Skipped != 1 {
		t.Errorf("%+v", s)
	}
}

// begin starts the command, and waits until an archive is done. The channel tells when the command has ended.
func begin(t *testing.T, pattern, dir string) (cmd *exec.Cmd, ended <-chan error) {
	t.Helper()
	cmd = command(t, "-input", pattern, "-output", dir)
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end := make(chan error, 1)
	go func() { end <- cmd.Wait() }()
	for {
		select {
		case err := <-end:
			if strings.Contains(errOut.String(), errExposed.Error()) {
				t.Skip(errOut.String())
			}
			t.Fatalf("it has ended: %v: %s", err, errOut.String())
		case <-time.After(5 * time.Millisecond):
		}
		if done, _ := filepath.Glob(filepath.Join(dir, "done", "*.json")); len(done) > 0 {
			return cmd, end
		}
	}
}

// TestStopped holds that a run that is stopped leaves nothing half done, and that the next one goes on.
func TestStopped(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			pattern, dir := generated(t, 12), t.TempDir()
			cmd, ended := begin(t, pattern, dir)
			cmd.Process.Signal(signal)
			<-ended
			if signal == syscall.SIGINT {
				if status := cmd.ProcessState.ExitCode(); status != report.Interrupted {
					t.Errorf("status %d", status)
				}
				for name := range files(t, dir) {
					if strings.HasPrefix(filepath.Base(name), ".") {
						t.Errorf("%s is left", name)
					}
				}
			}
			if there, _ := filepath.Glob(filepath.Join(dir, "edges-*")); len(there) > 0 {
				t.Errorf("%v, though not all archives are done", there)
			}
			again(t, pattern, dir)
			if s := same(t, pattern, dir, 8); s.Archives != 12 || s.Skipped == 0 || s.Skipped == 12 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// again runs the command, when the process that was stopped has left the folder.
func again(t *testing.T, pattern, dir string) {
	for range 100 {
		status, _, errOut := call(t, "-input", pattern, "-output", dir)
		if status == report.Fine {
			return
		}
		if !strings.Contains(errOut, "another webscale is at work") {
			t.Fatalf("status %d: %s", status, errOut)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the process that was stopped is still there")
}

// TestUse holds what the command refuses before it does anything, and that it says why.
func TestUse(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "a.warc.gz")
	writeFile(t, archive, nil)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "give -input 'PATTERN' and -output FOLDER"},
		{[]string{"-input", "["}, "-output"},
		{[]string{"-input", "[", "-output", dir}, "syntax error in pattern"},
		{[]string{"-input", dir + "/*.none", "-output", dir}, "there is no such archive"},
		{[]string{"-input", archive, "-output", dir, "-shards", "0"}, "-shards"},
		{[]string{"-input", archive, "-output", dir, "-runner", "x"}, "choose from prism"},
		{[]string{"-input", archive, "-output", dir, "-runner", "flink"}, "-endpoint"},
		{[]string{"-input", archive, "-output", dir, "-outputs", "x"}, "choose from edges"},
		{[]string{"-input", archive, "-output", dir, "-edition", "x"}, "edition"},
		{[]string{"-input", archive, "-output", dir, "-async"}, "-async"},
		{[]string{"-input", archive, "-output", dir, "more"}, "too much"},
	} {
		if status, _, errOut := call(t, c.args...); status != report.Failed || !strings.Contains(errOut, c.want) {
			t.Errorf("%q: status %d: %s, want %q", c.args, status, errOut, c.want)
		}
	}
	status, _, help := call(t, "-h")
	if status != report.Fine || !strings.Contains(help, "-environment_config") || strings.Contains(help, "cpu_profiling") {
		t.Errorf("-h: status %d: %s", status, help)
	}
}
