// Package warc reads web archives: WARC files as Common Crawl and others publish them, one record after the other, in
// bounded memory whatever is in them. Damage costs the records that it hits and is told; reading goes on behind it.
//
//	var r warc.Reader // can be used for one file after the other
//	r.Reset(file)
//	for rec, err := range r.Records() {
//		if err != nil {
//			log.Print(err) // what is wrong, and where; it ends the loop only if the file cannot be read
//			continue
//		}
//		if rec.Type() != "response" {
//			continue
//		}
//		resp, err := rec.Response()
//		…
//		page, err := io.ReadAll(resp.Body) // without the codings that it was sent in
//	}
//
// # Files
//
//   - reader.go: Reader, from one record to the next; record.go: Record, its header and its block
//   - header.go: the lines of headers, those of HTTP too
//   - text.go: what is in a file of any kind: gzip members, one for each record or not, or plain text; finding the way
//     again after damage
//   - window.go: reading ahead and going back
//   - response.go: HTTP responses; codings.go: undoing the codings of their bodies
//   - fault.go: what can be wrong
//   - writer.go: Writer, for tests and for programs that make archives for them
package warc
