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

// writeText writes rows in columns.
func writeText(out io.Writer, rows [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

// writeMarkdown writes rows as a table, numbers to the right.
func writeMarkdown(out io.Writer, rows [][]string) error {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(&b, "|---|---|%s\n", strings.Repeat("---:|", len(row)-2))
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}
