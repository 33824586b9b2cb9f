// Package frontier visits URLs breadth first. The queue is on disk, and the output holds the record of each URL exactly
// once, in the order of the queue, whatever ended the process on the way:
//
//	f, err := frontier.Open("pages.jsonl.state", "what makes this crawl differ from others", starts)
//	out, err := frontier.OpenFile("pages.jsonl", f.Mark())
//	err = f.Run(ctx, out, frontier.Options{}, visit)
//	f.Remove()
//
// It knows nothing of HTTP or of URLs; a function of the caller visits an entry, and tells what was found there.
//
// # Order
//
// Several entries are visited at the same time, but what visits return takes effect one after the other, in the order
// of the queue: records are written, aliases compared, and found entries queued as if there was only one visit at a
// time. So the output depends on what visits return, and never on how long they take.
//
// # Durability
//
// Now and then there is a commit: the output is made durable, and then a transaction stores how long it is, which
// entries were visited, and which were queued. After a kill at any point the output is cut to the length that was
// stored last, and the visits that were not stored are made again. A crawl whose output is missing or too short, or
// whose state is not as it was written, is refused.
//
// # Memory
//
// In memory there are the entries that are being visited or that wait for those before them, what was queued since the
// last commit, and two bounded sets of keys that were seen. The index has the last ones that were queued, with their
// numbers. When it is full, it is merged into the tree on disk, in the order of that: a key at a time would rewrite a
// page of the tree for each. The recents tell of most links that they were seen, without a look at either.
//
// # Files
//
//   - frontier.go: Entry, Visit, Options and Frontier; run.go: what visits return takes effect; digest.go: what is done
//     with it before
//   - window.go: which entries are visited at the same time
//   - key.go: which entries were seen before; item.go: how they are stored
//   - store.go: the state on disk; changes.go: how it changes; check.go: whether it is whole
//   - output.go: files and streams
package frontier
