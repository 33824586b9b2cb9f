package edges_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"htmlurl/examples/webscale/edges"
)

// graph calls add for n edges as they come from an archive file: the pages of a host in a row, links to popular hosts
// often and to others once.
func graph(seed uint64, n int, add func(source, target string)) {
	random := rand.New(rand.NewPCG(seed, 1))
	source := ""
	for i := range n {
		if i%16 == 0 {
			source = fmt.Sprintf("com.site-%d.blog", random.IntN(1e7))
		}
		target := fmt.Sprintf("org.target-%d", random.IntN(5e6))
		if i%3 != 0 {
			target = fmt.Sprintf("com.popular-%d", int(random.ExpFloat64()*100))
		}
		add(source, target)
	}
}

func BenchmarkHost(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		edges.Host("www.news.example.co.uk")
	}
}

// A file of 500,000 edges, and what it takes of memory beside what it counts.
func BenchmarkSet(b *testing.B) {
	const n = 500_000
	sources, targets := make([]string, 0, n), make([]string, 0, n)
	graph(1, n, func(source, target string) {
		sources, targets = append(sources, source), append(targets, target)
	})
	path := filepath.Join(b.TempDir(), "edges")
	b.ReportAllocs()
	for b.Loop() {
		var set edges.Set
		before := heap()
		for i := range sources {
			if err := set.Add(sources[i], targets[i]); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(heap()-before)/(1<<20), "heap-MB")
		b.ReportMetric(float64(set.Size())/(1<<20), "counted-MB")
		if err := set.WriteFile(b.Context(), path); err != nil {
			b.Fatal(err)
		}
		set.Reset()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/edge")
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// 32 files with 4 million edges, into each kind of sink.
func BenchmarkMerge(b *testing.B) {
	const files, n = 32, 125_000
	dir := b.TempDir()
	var paths []string
	var set edges.Set
	for i := range files {
		graph(uint64(i), n, func(source, target string) {
			if err := set.Add(source, target); err != nil {
				b.Fatal(err)
			}
		})
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)))
		if err := set.WriteFile(b.Context(), paths[i]); err != nil {
			b.Fatal(err)
		}
	}
	set.Reset()
	path := filepath.Join(dir, "all")
	for name, create := range map[string]func() (edges.Sink, error){
		"tsv":     func() (edges.Sink, error) { return edges.CreateTSV(path) },
		"parquet": func() (edges.Sink, error) { return edges.CreateParquet(path) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sink, err := create()
				if err != nil {
					b.Fatal(err)
				}
				if _, err := (edges.Merger{}).Merge(b.Context(), paths, sink); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(files*n), "ns/edge")
			b.ReportMetric(float64(len(bytesOf(b, path)))/(1<<20), "MB")
		})
	}
}
