package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

var header = []string{"job", "parser", "ns per URL", "lowest to highest", "allocations", "of net/url", "of whatwg-url", "refused"}

// table returns a row per job and worker.
func table(jobs []job, all [][]figures) [][]string {
	rows := [][]string{header}
	for i, j := range jobs {
		beside := map[string]float64{}
		for k, w := range j.workers {
			beside[w.name] = median(all[i][k].ns)
		}
		for k, w := range j.workers {
			f := all[i][k]
			ns := median(f.ns)
			rows = append(rows, []string{
				j.name,
				w.name,
				fmt.Sprintf("%.0f", ns),
				fmt.Sprintf("%.0f to %.0f", f.ns[0], f.ns[len(f.ns)-1]),
				fmt.Sprintf("%.2f", median(f.allocs)),
				fmt.Sprintf("%.2f", ns/beside[netURL.name]),
				fmt.Sprintf("%.3f", ns/beside[whatwgURL.name]),
				fmt.Sprint(w.refused),
			})
		}
	}
	return rows
}

var linkHeader = []string{"worker", "MB/s", "of html.Parse", "allocations per page", "KB per page",
	"sought", "found", "missed", "false"}

// linkTable returns a row per extractor, for pages of that many bytes on average.
func linkTable(verdicts []verdict, all []figures, bytes float64) [][]string {
	rows := [][]string{linkHeader}
	for i, v := range verdicts {
		f := all[i]
		rows = append(rows, []string{
			v.name,
			fmt.Sprintf("%.0f", bytes/median(f.ns)*1e3),
			fmt.Sprintf("%.2f", median(f.ns)/median(all[0].ns)),
			fmt.Sprintf("%.0f", median(f.allocs)),
			fmt.Sprintf("%.0f", median(f.bytes)/1e3),
			fmt.Sprint(v.sought),
			fmt.Sprint(v.found),
			fmt.Sprint(len(v.missed)),
			fmt.Sprint(len(v.wrong)),
		})
	}
	return rows
}

// writeText writes rows in columns.
func writeText(out io.Writer, rows [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

// writeMarkdown writes rows as a table: first columns with names, then numbers, which stand to the right.
func writeMarkdown(out io.Writer, rows [][]string, names int) error {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(&b, "|%s%s\n", strings.Repeat("---|", names), strings.Repeat("---:|", len(row)-names))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
