// Package edges keeps which hosts of a web archive link to which, in the form that Common Crawl's host-level web graph
// is made from: pairs of reversed host names, sorted and without duplicates. However many edges and files there are,
// memory is bounded: what is too much for it goes to sorted runs on disk, and only so many files are merged at a time.
//
//	var set edges.Set // one for a worker, for one archive file after the other
//	defer set.Reset()
//	for each page {
//		source, ok := edges.Host(hostOfPage)
//		target, ok := edges.Host(hostOfLink)
//		err := set.Add(source, target)
//		…
//	}
//	err := set.WriteFile(ctx, "00000.edges.tsv.gz")
//
// and, when the files of all workers are there,
//
//	table, err := edges.CreateParquet("edges.parquet")
//	…
//	count, err := edges.Merger{}.Merge(ctx, paths, table)
//
// # Form
//
// A row is an edge: the source, s, and the target, t. Rows are in the order of the bytes of s, then of t. Neither is
// ever null. A host that is to be a node of the graph though it links to no other one has an edge to itself: the graph
// is made by numbering all names in both columns, and only then leaves out edges from a host to itself. A null would be
// numbered as if it were a host.
//
// Spec: https://github.com/commoncrawl/cc-pyspark, wat_extract_links.py and hostlinks_to_graph.py
//
// Edge files are gzip, each line "s\tt\n"; sort -u in the C locale gives the same order. Parquet files have optional
// UTF-8 columns s and t.
//
// # Files
//
//   - host.go: Host, names as the graph has them
//   - set.go: Set, the edges of one archive file
//   - tsv.go: TSV, which writes edge files; reader.go: reading them
//   - parquet.go: Parquet, which writes tables
//   - merge.go: Merger and Sink, any number of edge files into one of each kind; queue.go: whose line is next
//   - fault.go: what can be wrong
package edges
