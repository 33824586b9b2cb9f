// Package report writes what a link check found, for people and for programs: as text, JSON, JUnit XML, SARIF, workflow
// commands of GitHub, Markdown and HTML.
//
// The texts of a report come from the pages that were checked, so they are hostile: each writer escapes them as its
// format asks, and formats that people read show control characters, other characters that cannot be seen, and bytes
// that are not UTF-8 as escapes such as \x1b. What is long is cut where the place is for people only.
//
// A writer takes time in proportion to the report, and keeps no copy of it: it writes finding by finding, or page by
// page. The same report gives the same bytes. A writer returns the first error of the io.Writer.
//
// # Files
//
//   - words.go: what writers share: pages, places, sentences, and showing hostile text
//   - text.go: Text, for terminals
//   - json.go: JSON
//   - junit.go: JUnit; sarif.go: SARIF; github.go: GitHub; markdown.go: Markdown
//   - html.go, page.html, page.css, page.js: HTML; excerpt.go: its rows; picture.go, folders.go: the picture of the
//     site in it
package report

import "time"

// About says what a report is about, as far as the report itself does not.
type About struct {
	Title   string    // what was checked, such as "site/"
	Edition string    // by which rules, such as "html5"
	Version string    // of the command
	Time    time.Time // of the check; the zero Time is not shown
}
