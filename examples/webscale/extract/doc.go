// Package extract finds the links of the pages in web archives.
//
//	var x extract.Extractor // one for a worker, for one archive after the other
//	x.Edition = resolve.Living
//	summary, err := x.ProcessFile(ctx, file, visitor)
//
// Records become documents with the address, the header fields and the encoding that they were sent with; what the
// library's streaming path finds in them goes to a Visitor, page by page. What is damaged is counted and costs no more
// than it must.
//
// # Files
//
//   - extract.go: Extractor and Visitor, from records to pages
//   - page.go: Page, which records are one, and its links
//   - summary.go: Summary, what there was and what was wrong
package extract
