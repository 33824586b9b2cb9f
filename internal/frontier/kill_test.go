package frontier_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"htmlurl/internal/frontier"
)

// The variables by which a test runs this program again, and tells it what to do.
const (
	killFolder = "FRONTIER_TEST_FOLDER" // with the state and the output
	killSeed   = "FRONTIER_TEST_SEED"
	killOutput = "FRONTIER_TEST_OUTPUT" // its name
	killAt     = "FRONTIER_TEST_AT"     // "write 5" ends the process in the fifth write
)

// killGraph is large enough for several kills.
func killGraph(seed uint64) graph {
	return graph{seed: seed, pages: 1500, hosts: 5, links: 12, redirects: 20, silent: 5, unnoticed: 20}
}

// TestKilled is what runs until it is killed.
func TestKilled(t *testing.T) {
	dir := os.Getenv(killFolder)
	if dir == "" {
		t.Skip("this is for TestKill")
	}
	seed, err := strconv.ParseUint(os.Getenv(killSeed), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	g := killGraph(seed)
	f := open(t, filepath.Join(dir, "state"), g)
	file, err := frontier.OpenFile(filepath.Join(dir, os.Getenv(killOutput)), f.Mark())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := &killer{File: file}
	out.where, out.at, _ = strings.Cut(os.Getenv(killAt), " ")
	o := randomOptions(rand.New(rand.NewPCG(seed, uint64(time.Now().UnixNano()))))
	o.Workers, o.PerHost = 8, 8
	if o.Commit < time.Millisecond {
		o.Commit = time.Millisecond
	}
	o.SetBounds(1000, 1+rand.IntN(1500), 100, 1000)
	err = f.Run(context.Background(), out, o, func(ctx context.Context, e frontier.Entry) frontier.Visit {
		time.Sleep(time.Millisecond)
		return g.visit(e)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// killer is a file that ends the process at some time.
type killer struct {
	*frontier.File
	where, at       string
	writes, commits int
}

func (k *killer) Write(p []byte) (int, error) {
	k.writes++
	if k.where == "write" && k.at == strconv.Itoa(k.writes) {
		k.File.Write(p[:len(p)/2])
		k.File.Commit()
		kill()
	}
	return k.File.Write(p)
}

// Commit can end the process when the output is on the disk, but the state does not tell yet.
func (k *killer) Commit() (int64, error) {
	mark, err := k.File.Commit()
	k.commits++
	if k.where == "commit" && k.at == strconv.Itoa(k.commits) {
		kill()
	}
	return mark, err
}

func kill() {
	process, err := os.FindProcess(os.Getpid())
	if err == nil {
		process.Kill()
	}
	select {}
}

// TestKill holds that a process that is killed at any time, and started again until it comes to its end, leaves the
// output of the model.
func TestKill(t *testing.T) {
	tests := []struct {
		what, output, at string
		kills            int // at least
	}{
		{"any time", "output", "", 20},
		{"any time, compressed", "output.gz", "", 20},
		{"between the commits of the output and the state", "output", "commit 2", 5},
		{"in a write", "output", "write 150", 5},
		{"in a write, compressed", "output.gz", "write 150", 5},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			if testing.Short() {
				t.Skip("processes take seconds")
			}
			kills := 0
			for seed := uint64(0); kills < test.kills; seed++ {
				want, _ := killGraph(seed).crawl(0)
				dir := t.TempDir()
				kills += killUntilDone(t, []string{
					killFolder + "=" + dir, killSeed + "=" + strconv.FormatUint(seed, 10),
					killOutput + "=" + test.output, killAt + "=" + test.at,
				}, test.at == "")
				same(t, read(t, filepath.Join(dir, test.output)), want)
			}
			t.Log(kills, "kills")
		})
	}
}

// killUntilDone starts processes, and kills them or waits until they do, and returns how often.
func killUntilDone(t *testing.T, variables []string, random bool) (kills int) {
	for {
		var output strings.Builder
		c := exec.Command(os.Args[0], "-test.run=^TestKilled$", "-test.v")
		c.Env = append(os.Environ(), variables...)
		c.Stdout, c.Stderr = &output, &output
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		var timer *time.Timer
		if random {
			wait := 5 + rand.IntN(90+10*kills) // longer and longer, for slow machines
			timer = time.AfterFunc(time.Duration(wait)*time.Millisecond, func() { c.Process.Kill() })
		}
		err := c.Wait()
		if timer != nil {
			timer.Stop()
		}
		if err == nil {
			return kills
		}
		if bad, ok := errors.AsType[*exec.ExitError](err); !ok || bad.ExitCode() >= 0 {
			t.Fatal(err, &output)
		}
		kills++
	}
}

// read reads an output.
func read(t *testing.T, name string) string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	from := io.Reader(file)
	if strings.HasSuffix(name, ".gz") {
		if from, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	content, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
