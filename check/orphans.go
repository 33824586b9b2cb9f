package check

import (
	"slices"
	"strings"
)

// findOrphans finds the files to which nothing leads.
func (r *run) findOrphans() {
	if !r.Files.Orphans || r.isInterrupted() {
		return
	}
	for _, s := range r.sites {
		for _, f := range s.files {
			if !f.isLinked.Load() && !s.isEntry(f.path) {
				r.findings = append(r.findings, Finding{Page: s.display(f.path), Severity: Warning, Rule: Orphan,
					Message: "nothing in the site leads to it", Target: f.path})
			}
		}
	}
}

// isEntry tells whether a file needs no link: where readers and programs begin, what servers need, and hidden files.
func (s *site) isEntry(path string) bool {
	if strings.HasPrefix(path, ".") || strings.Contains(path, "/.") {
		return true
	}
	switch path {
	case "404.html", "favicon.ico", "robots.txt", "sitemap.xml", "CNAME", "_headers", "_redirects":
		return true
	}
	return slices.Contains(s.indexNames, path)
}
