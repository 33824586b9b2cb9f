// Package task does what is to be done with one web archive: its links are found, and its files written. An archive is
// done once, whoever does it, however often; and if a program is killed while it does, nothing of it is there.
//
//	w := task.Worker{Job: task.Job{Output: "out", Outputs: output.Kinds(), Edition: resolve.Living}}
//	defer w.Close()
//	for each archive {
//		result, err := w.Do(ctx, archive)
//		…
//	}
//
// # Files in the folder Job.Output
//
//	links/NAME.links.jsonl.gz   every link                           package output
//	edges/NAME.edges.tsv.gz     which hosts link to which            packages output, edges
//	wat/NAME.warc.wat.gz        the links of each page               package output
//	done/NAME.json              what there was, what was wrong with it, and that the others are complete: Result
//
// NAME is that of the archive without its extensions, and a digest of its path, so that archives of the same name in
// several folders do not meet.
//
// # Files of this package
//
//   - job.go: Job, what is to be done, and where the files are
//   - worker.go: Worker, which does it; files.go: the files that it writes
//   - result.go: Result, what became of an archive, on disk
//   - archives.go: Find and Merge, for many archives
package task
