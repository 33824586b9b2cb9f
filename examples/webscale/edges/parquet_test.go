package edges_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"htmlurl/examples/webscale/edges"
)

// A table has the columns s and t, optional strings, and all rows in order, in groups of bounded size.
func TestParquet(t *testing.T) {
	cases := []struct{ rows, limit, groups int }{
		{0, 1, 0},
		{1, 1, 1},
		{1024, 1, 1},
		{1025, 1, 2},
		{5000, 1, 5},
		{5000, 1 << 30, 1},
		{200_000, 1 << 20, 7}, // of 200,000 * 37 bytes
	}
	if len(cases) != 7 {
		t.Errorf("%d cases", len(cases))
	}
	for _, c := range cases {
		want := sortedRows(c.rows)
		path := filepath.Join(t.TempDir(), "edges.parquet")
		file := write(t, path, c.limit, want)
		const schema = "message edges {\n\toptional binary s (STRING);\n\toptional binary t (STRING);\n}"
		if got := file.Schema().String(); got != schema {
			t.Errorf("the schema is %s", got)
		}
		if got := len(file.RowGroups()); got != c.groups {
			t.Errorf("%d rows: %d groups, not %d", c.rows, got, c.groups)
		}
		for _, group := range file.Metadata().RowGroups {
			for _, column := range group.Columns {
				if column.MetaData.Codec.String() != "ZSTD" || column.MetaData.Statistics.NullCount != 0 {
					t.Errorf("%v", column.MetaData)
				}
			}
		}
		if got := tableRows(t, path); !slices.Equal(got, want) {
			t.Errorf("%d rows, not %d, or others", len(got), c.rows)
		}
		checkFiles(t, filepath.Dir(path), "edges.parquet")
	}
}

// sortedRows returns n rows with names of 8 to 29 bytes or so.
func sortedRows(n int) rows {
	all := make(rows, 0, n)
	graph(1, n, func(source, target string) {
		all = append(all, source+"\t"+target+"\n")
	})
	slices.Sort(all)
	return all
}

// write writes a table and opens it.
func write(t *testing.T, path string, limit int, all rows) *parquet.File {
	t.Helper()
	table, err := edges.CreateParquet(path)
	if err != nil {
		t.Fatal(err)
	}
	table.LimitGroups(limit)
	for _, row := range all {
		source, target, _ := bytes.Cut([]byte(row[:len(row)-1]), []byte("\t"))
		if err := table.Put(source, target); err != nil {
			t.Fatal(err)
		}
		clear(source) // it is not Put's any more
	}
	checkNoFile(t, path)
	if err := table.Commit(); err != nil {
		t.Fatal(err)
	}
	table.Discard() // too late
	content := bytesOf(t, path)
	file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tableRows reads a table.
func tableRows(t *testing.T, path string) rows {
	t.Helper()
	type row struct {
		S *string `parquet:"s,optional"`
		T *string `parquet:"t,optional"`
	}
	read, err := parquet.ReadFile[row](path)
	if err != nil {
		t.Fatal(err)
	}
	all := make(rows, 0, len(read))
	for _, r := range read {
		all = append(all, *r.S+"\t"+*r.T+"\n")
	}
	return all
}

func checkNoFile(t *testing.T, path string) {
	t.Helper()
	if found, err := filepath.Glob(path); err != nil || len(found) != 0 {
		t.Errorf("%q, %v", found, err)
	}
}

// A merge gives the same rows to a table and to an edge file.
func TestMergeIntoParquet(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	var set edges.Set
	for i := range 5 {
		graph(uint64(i%4), 2000, func(source, target string) { fill(t, &set, source+"\t"+target) })
		paths = append(paths, filepath.Join(dir, string(rune('0'+i))))
		if err := set.WriteFile(t.Context(), paths[i]); err != nil {
			t.Fatal(err)
		}
	}
	file, err := edges.CreateTSV(filepath.Join(dir, "tsv"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := edges.CreateParquet(filepath.Join(dir, "parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (edges.Merger{FanIn: 2}).Merge(t.Context(), paths, table, file); err != nil {
		t.Fatal(err)
	}
	want := rowsOf(t, filepath.Join(dir, "tsv"))
	if got := tableRows(t, filepath.Join(dir, "parquet")); len(got) < 7000 || !slices.Equal(got, want) {
		t.Errorf("%d rows, not %d, or others", len(got), len(want))
	}
}
