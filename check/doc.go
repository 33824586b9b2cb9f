// Package check finds what is broken in the links of a site, on disk or live: references that have no URL, or lead to
// nothing, or to an element that is not there. It also warns of those that work by accident, and of bases that do not
// count.
//
//	r, err := new(check.Checker).Check(ctx, check.Site{FS: os.DirFS("public"), Address: "https://example.com/"})
//	for _, f := range r.Findings {
//		fmt.Printf("%s:%d:%d: %s\n", f.Page, f.Line, f.Column, f.Message)
//	}
//
// # Sites on disk
//
// The path of a URL is percent-decoded segment by segment, and compared byte by byte with the names of files, whatever
// the disk does. A folder stands for its index file; without a slash at the end the server redirects to it. Queries are
// for the server. Every page and style sheet is read once, on all cores; its tree is dropped, and what stays are its IDs
// and the references that wait for those of other pages.
//
// Symbolic links are followed; a folder that several names lead to is read once, under the name that is no link.
//
// # What is checked
//
// All references that package document knows, but: names that are URLs, codebases and servers that are only sent
// something are not looked for; actions of forms, and what script libraries request, are with Checker.All only. An
// element with the attribute data-htmlurl-ignore, and what is in it, is not checked.
//
// # Files
//
//   - checker.go: Checker, Site; run.go: a check; page.go: what it knows of a page; report.go, finding.go, rules.go: its
//     result
//   - site.go, folder.go, lookup.go: sites on disk; read.go, sheets.go: reading their pages and style sheets
//   - judge.go: the references of a page; features.go: what few pages have; target.go: what references lead to;
//     accident.go, bases.go, compare.go: what is odd about them
//   - live.go: live sites; settle.go: references that wait; ask.go: those that servers are asked for; text.go:
//     text directives
//   - orphans.go: files to which nothing leads; sources.go: lines of source
//   - baseline.go: what is known already
package check
