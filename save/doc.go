// Package save saves a page with everything that it embeds, so that a browser opens it from disk and requests nothing
// from the network:
//
//	manifest, err := new(save.Saver).Save(ctx, "https://example.com/", "example")
//
// writes example/index.html, what it embeds in example/files, and example/manifest.json, which tells where each file
// came from and what failed. Only the references of the page change, and what would keep the copy from being read;
// all else stays byte for byte.
//
// # What is saved
//
// Images, sound and video, text tracks, scripts, style sheets with all that they refer to, frames and other nested
// documents with all that they embed, SVG graphics, icons, the pages that refreshes lead to, and what scripts load
// later from attributes such as data-src. What scripts request by themselves is not saved, modules that modules
// import neither.
//
// References to what was saved lead to the copy, all others become absolute; a base element is not needed any more. A
// Content-Security-Policy keeps the browser from loading what is not on disk. Hints such as preconnect, which no policy
// forbids, are removed.
//
// # What browsers refuse
//
// A page on disk has an origin of its own, unlike that of any file. So browsers refuse what needs a CORS request:
// scripts that are modules, text tracks, masks, filters, clip paths and shapes, and everything with a crossorigin or
// integrity attribute. These attributes are removed; the resources are written into the page as data: URLs. Of
// another SVG file use elements show nothing; it is copied into the page.
//
// Some things no page can forbid: a script may go to another page, look up host names, or prefetch what it likes
// (Saver.NoScripts is for pages that are not trusted). A frame whose sandbox lacks allow-same-origin may load nothing
// from disk, and shows its text alone.
//
// # Files
//
//   - save.go: Saver; walk.go: the walk from the page to all that it embeds
//   - fetch.go: how resources are fetched; download.go: how they come to the folder
//   - types.go: media types and extensions; names.go: names of files
//   - references.go: what a reference embeds, and what takes its place
//   - page.go: what is changed in a document; head.go: what is inserted in its head; sprites.go: graphics of
//     other files
//   - stylesheet.go: style sheets and scripts; inline.go: data: URLs
//   - manifest.go: what was saved; folder.go: the folder, and how files are written whole or not at all
package save
