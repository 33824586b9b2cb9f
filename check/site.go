package check

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"htmlurl/crawl"
	"htmlurl/resolve"
)

// placeholder returns an address for a site on disk that has none. No server has such a name.
func (r *run) placeholder() string {
	if len(r.disks) == 0 {
		return "http://site.invalid/"
	}
	return fmt.Sprintf("http://site%d.invalid/", len(r.disks)+1)
}

// site is a site while it is checked.
type site struct {
	Site
	prefix     string // what the URLs of the site begin with, by today's rules
	authority  string // host and port of the prefix
	pathAt     int    // where the path begins in the prefix
	root       *folder
	files      []*file
	indexNames []string
	fallbacks  []string
	inScope    func(resolve.URL) bool // of a live site
}

// addSite prepares a site: it lists its files.
func (r *run) addSite(s Site) error {
	added := &site{Site: s, indexNames: r.Files.Index, fallbacks: r.Files.Fallbacks}
	if added.indexNames == nil {
		added.indexNames = []string{"index.html", "index.htm"}
	}
	switch {
	case s.Address != "":
	case s.FS == nil:
		return errors.New("a site has files, or an address")
	default:
		added.Address = r.placeholder()
	}
	if err := added.parseAddress(); err != nil {
		return err
	}
	for _, other := range r.disks {
		if s.FS != nil && other.prefix == added.prefix {
			return fmt.Errorf("two sites have the address %s", added.prefix)
		}
	}
	r.sites = append(r.sites, added)
	if s.FS != nil { // the longest address first, as a site may be published inside of another
		i, _ := slices.BinarySearchFunc(r.disks, added, func(a, b *site) int { return cmp.Compare(len(b.prefix), len(a.prefix)) })
		r.disks = slices.Insert(r.disks, i, added)
	}
	if s.FS == nil {
		added.inScope = r.Servers.Crawler.InScope
		if added.inScope == nil {
			start, _ := living.Parse(s.Address)
			added.inScope = crawl.SameHost(start)
		}
		r.starts = append(r.starts, s.Address)
		return nil
	}
	return r.listFiles(added)
}

// living is today's rules, by which addresses are compared.
var living = resolve.Resolver{Edition: resolve.Living}

// parseAddress finds what the URLs of the site begin with.
func (s *site) parseAddress() error {
	address, err := living.Parse(s.Address)
	if err != nil || !isHTTP(address) {
		return fmt.Errorf("the address %.200q of the site is no absolute URL, such as https://example.com/docs/", s.Address)
	}
	address = address.Without(resolve.Fragment).Without(resolve.Query)
	start, end := address.Span(resolve.HostPort)
	s.authority, s.pathAt = address.String()[start:end], end
	s.prefix = address.String()
	if s.FS != nil && !strings.HasSuffix(s.prefix, "/") {
		s.prefix += "/"
	}
	return nil
}

// listFiles lists the files of a site on disk, and finds which of them are pages.
func (r *run) listFiles(s *site) error {
	l := lister{fsys: s.FS, stopped: r.isInterrupted, report: func(name string, severity Severity, rule Rule, message string) {
		r.findings = append(r.findings, Finding{Page: s.display(name), Severity: severity, Rule: rule, Message: message,
			Target: name})
	}}
	var err error
	if s.root, err = l.list(); err != nil {
		return fmt.Errorf("cannot read the folder %s: %w", cmp.Or(s.Name, "of the site"), causeOf(err))
	}
	s.files = l.all
	pages := map[string]bool{}
	for _, name := range s.Pages {
		pages[name] = true
	}
	for _, f := range s.files {
		contentType := contentTypes[strings.ToLower(path.Ext(f.path))]
		if contentType == "" {
			continue
		}
		f.page = &page{site: s, file: f, name: s.display(f.path), contentType: contentType, address: s.addressOf(f.path)}
		f.page.isTarget = s.Pages != nil && !pages[f.path] || r.SkipPage != nil && r.SkipPage(f.path)
		r.pages = append(r.pages, f.page)
	}
	return nil
}

// contentTypes are the types of files that hold references, by their extension.
var contentTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".xht": "application/xhtml+xml",
	".svg": "image/svg+xml", ".css": sheetType,
}

const sheetType = "text/css"

// IsPage tells whether a file of this name is read for its references: a page, an SVG image or a style sheet.
func IsPage(name string) bool { return contentTypes[strings.ToLower(path.Ext(name))] != "" }

// display returns how findings name a file.
func (s *site) display(name string) string {
	if s.Name == "" {
		return name
	}
	return path.Join(strings.ReplaceAll(s.Name, "\\", "/"), name)
}

// addressOf returns the URL of a file.
func (s *site) addressOf(name string) string {
	return s.prefix + (&url.URL{Path: "/" + name}).EscapedPath()[1:]
}

// lookup looks for what a URL leads to in the sites on disk. Without a site that has it, isNear tells whether it is on the
// server of one. A server that has http: redirects from it to https:, so these are the same.
func (r *run) lookup(u resolve.URL) (a answer, isIn, isNear bool) {
	for _, s := range r.disks {
		if strings.HasPrefix(u.String(), s.prefix) {
			return s.lookup(pathOf(u.String()[len(s.prefix):])), true, false
		}
	}
	normal, err := living.Parse(u.String())
	if err != nil {
		return answer{}, false, false
	}
	start, end := normal.Span(resolve.HostPort)
	for _, s := range r.disks {
		if normal.String()[start:end] != s.authority {
			continue
		}
		isNear = true
		p := pathOf(normal.String()[end:])
		if inside, ok := strings.CutPrefix(p, s.prefix[s.pathAt:]); ok {
			return s.lookup(inside), true, false
		}
		if p+"/" == s.prefix[s.pathAt:] {
			return s.folderWithoutSlash(s.root), true, false
		}
	}
	return answer{}, false, isNear
}

// pathOf cuts query and fragment off.
func pathOf(rest string) string {
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		return rest[:i]
	}
	return rest
}

func isHTTP(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}
