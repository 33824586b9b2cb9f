// Command sites compares checking sites with bare parsing of the same pages. Each is a process of its own, whose CPU time
// and peak memory the system counts; rounds are interleaved, and the table has medians.
//
//	go build -o htmlurl ./cmd/htmlurl && go -C bench run ./sites -command $PWD/htmlurl [-rounds N] DIR...
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"

	"golang.org/x/net/html"

	"htmlurl/check"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 5, "how often each site is checked and parsed")
	command := flag.String("command", "htmlurl", "the htmlurl command that checks")
	bare := flag.Bool("bare", false, "parse the pages of a folder, for the processes that are measured")
	flag.Parse()
	if flag.NArg() == 0 || *rounds < 1 {
		log.Fatal("usage: sites [-rounds N] DIR...")
	}
	if *bare {
		fmt.Println(parse(flag.Arg(0)))
		return
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "site\tpages\tMB\tlinks\tbroken\twarnings\tcheck CPU s\tparse CPU s\tratio\tcheck peak MB\tparse peak MB\t")
	for _, dir := range flag.Args() {
		compare(table, *command, dir, *rounds)
	}
	table.Flush()
}

// measured is what a process took.
type measured struct {
	cpu    float64 // seconds
	memory int64   // KB
	output string
}

// compare writes the row of a site.
func compare(table *tabwriter.Writer, command, dir string, rounds int) {
	var checks, parses []measured
	for range rounds {
		checks = append(checks, measure(command, "check", "--edition", "living", "--json", "--warn-only", dir))
		parses = append(parses, measure(os.Args[0], "-bare", dir))
	}
	var report check.Report
	if err := json.Unmarshal([]byte(checks[0].output), &report); err != nil {
		log.Fatal(err)
	}
	summary := report.Summary
	var pages, bytes int
	fmt.Sscan(parses[0].output, &pages, &bytes)
	var ratios []float64
	for i := range checks {
		ratios = append(ratios, checks[i].cpu/parses[i].cpu)
	}
	cpu := func(m measured) float64 { return m.cpu }
	memory := func(m measured) float64 { return float64(m.memory) / 1000 }
	fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.0f\t%.0f\t\n", filepath.Base(dir), pages, bytes/1e6, summary.Links,
		summary.Errors, summary.Warnings, median(checks, cpu), median(parses, cpu), median(ratios, func(r float64) float64 { return r }),
		median(checks, memory), median(parses, memory))
}

func median[T any](list []T, value func(T) float64) float64 {
	list = slices.SortedFunc(slices.Values(list), func(a, b T) int { return cmp.Compare(value(a), value(b)) })
	return value(list[len(list)/2])
}

// measure runs a process.
func measure(name string, args ...string) measured {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		log.Fatalf("%s: %v", c, err)
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return measured{cpu.Seconds(), usage.Maxrss, string(out)}
}

// parse parses the HTML pages of a folder on all cores.
func parse(dir string) (pages, size int) {
	var names []string
	site := os.DirFS(dir)
	fs.WalkDir(site, ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm") {
			names = append(names, name)
		}
		return err
	})
	queue := make(chan string)
	var group sync.WaitGroup
	var total sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for name := range queue {
				file, err := site.Open(name)
				if err != nil {
					log.Fatal(err)
				}
				_, err = html.Parse(file)
				if err != nil {
					log.Fatal(err)
				}
				info, _ := file.Stat()
				file.Close()
				total.Lock()
				size += int(info.Size())
				total.Unlock()
			}
		})
	}
	for _, name := range names {
		queue <- name
	}
	close(queue)
	group.Wait()
	return len(names), size
}
