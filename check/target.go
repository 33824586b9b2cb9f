package check

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/fragment"
	"htmlurl/resolve"
)

// target judges what a reference leads to.
func (j *judge) target(link *document.Link) {
	scheme, _ := link.URL.Scheme()
	j.isBroken = false
	switch strings.ToLower(scheme) {
	case "http", "https":
		j.mixedContent(link)
		j.resource(link)
	case "data":
		j.data(link)
	case "file":
		j.localFile(link)
	default:
		if path := link.URL.Path(); len(scheme) == 1 && path != "" && strings.ContainsRune(`/\`, rune(path[0])) { // C:\x
			j.localFile(link)
		}
	}
}

// localFile adds that a reference leads to a file of the reader.
func (j *judge) localFile(link *document.Link) {
	if !strings.HasPrefix(j.page.address, "file:") {
		ref := j.reference(link)
		j.page.find(&ref, Error, LocalFile, "", "it leads to the reader's own computer, and browsers do not follow it from a page "+
			"of a server")
	}
}

// resource judges a reference by HTTP: at once if it leads to a file of a site on disk, or later.
func (j *judge) resource(link *document.Link) {
	if isHint(link) {
		return
	}
	if host, _ := link.URL.Host(); host == "" { // as HTML5 reads http:x
		ref := j.reference(link)
		j.page.find(&ref, Error, TargetUnreachable, "", "the URL has no host")
		return
	}
	found, isIn, isNear := j.lookup(link.URL)
	switch {
	case isIn:
		j.counts.internal++
		if found.file != nil || !j.isFoundEarly(link, found) {
			j.fileOf(link, found)
		}
		return
	case j.isLive(link.URL):
		j.counts.internal++
	default:
		j.counts.external++
		if isNear {
			ref := j.reference(link)
			j.page.find(&ref, Warning, OutsideSite, "", "it is on the server of the site, but not below its address")
		}
		if !j.Servers.External {
			return
		}
	}
	if u := link.URL.Without(resolve.Fragment).String(); len(u) > maxURL {
		ref := j.reference(link)
		j.page.find(&ref, Warning, NotChecked, "", fmt.Sprintf("the URL has %d bytes: servers are not asked for more than %d", len(u),
			maxURL))
		return
	}
	w := waiting{reference: j.reference(link), isBroken: j.isBroken, isForm: link.Kind == document.FormSubmit, isSheet: isSheet(link)}
	w.fragment, _ = link.URL.Fragment()
	w.fragment = strings.Clone(w.fragment)
	j.page.waiting = append(j.page.waiting, w)
}

// isHint tells whether a link only names a server that the browser is to get in touch with.
//
// Spec: https://html.spec.whatwg.org/#link-type-dns-prefetch, https://html.spec.whatwg.org/#link-type-preconnect
func isHint(link *document.Link) bool {
	switch link.Kind {
	case document.ExternalResource:
		rel := link.Rel()
		return len(rel) > 0 && !slices.ContainsFunc(rel, func(token string) bool {
			return token != "dns-prefetch" && token != "preconnect"
		})
	case document.Auditing, document.Attribution: // which are only sent to
		return true
	case document.ScriptData: // a prefix of an import map
		return strings.HasSuffix(link.Raw, "/")
	}
	return false
}

// isSheet tells whether a reference leads to a style sheet.
func isSheet(link *document.Link) bool {
	switch link.Kind {
	case document.ExternalResource:
		return slices.Contains(link.Rel(), "stylesheet")
	case document.Style:
		return strings.HasSuffix(strings.ToLower(pathOf(link.URL.String())), ".css")
	}
	return false
}

// fileOf judges a reference to a file of a site on disk.
func (j *judge) fileOf(link *document.Link, a answer) {
	severity := Error
	switch a.rule {
	case "":
	case Redirected:
		severity = Info
	case EmptySegment:
		severity = Warning
	}
	if a.rule != "" {
		ref := j.reference(link)
		j.page.find(&ref, severity, a.rule, a.path, a.message)
	}
	if a.file == nil {
		return
	}
	j.mark(a.file)
	if a.file.err != nil {
		ref := j.reference(link)
		j.page.find(&ref, Error, TargetUnreadable, a.path, "the file is there, but "+reasonOf(a.file.err))
		return
	}
	if t := a.file.page; t != nil && t.contentType == sheetType {
		j.page.use(t)
	}
	j.fragmentOf(link, a.file.page)
}

// mark marks a file that something leads to.
func (j *judge) mark(f *file) {
	if f != j.page.file && !f.isLinked.Load() {
		f.isLinked.Store(true)
	}
}

// fragmentOf judges the fragment of a reference to a page of a site on disk: at once if it is the same page.
func (j *judge) fragmentOf(link *document.Link, target *page) {
	fragment, _ := link.URL.Fragment()
	switch {
	case target == nil:
	case fragment == "" || target.contentType == sheetType:
		if j.Graph {
			j.page.link(target, j.isBroken)
		}
	case target == j.page && !j.hasTextDirective(fragment):
		if !j.hasTarget(target, fragment) {
			ref := j.reference(link)
			j.page.find(&ref, Error, FragmentMissing, target.file.path, missingFragment(target.name, fragment))
		}
	default:
		w := waiting{reference: j.reference(link), target: target, isBroken: j.isBroken}
		w.fragment = strings.Clone(fragment)
		j.page.waiting = append(j.page.waiting, w)
	}
}

// hasTarget tells whether a fragment leads to something in a page. The older editions know no directives, but links with
// them are not broken: so a directive counts as one unless there is an ID that has it.
func (r *run) hasTarget(p *page, f string) bool {
	if p.targets == nil {
		return true // that it cannot be read is another finding
	}
	if _, ok := p.targets.Find(f, r.Edition); ok {
		return true
	}
	f, _, isDirected := fragment.SplitDirective(f)
	if isDirected {
		if _, ok := p.targets.Find(f, r.Edition); ok {
			return true
		}
	}
	return strings.HasPrefix(p.contentType, "image/") && fragment.IsView(f)
}

// missingFragment says that a fragment leads nowhere.
func missingFragment(page, f string) string {
	f, _, _ = fragment.SplitDirective(f)
	return fmt.Sprintf("%s has no element with the ID %q", page, resolve.AppendPercentDecoded(nil, f))
}

// data judges a data: URL.
func (j *judge) data(link *document.Link) {
	response, err := j.client().Fetch(context.Background(), fetch.Request{URL: link.URL})
	if err == nil {
		response.Body.Close()
		return
	}
	ref := j.reference(link)
	if bad, ok := err.(*fetch.Error); ok {
		err = bad.Err
	}
	j.page.find(&ref, Error, DataInvalid, "", "the data: URL holds no data: "+err.Error())
}

// mixedContent finds what an https: page loads by http:.
//
// Spec: https://w3c.github.io/webappsec-mixed-content/#categories
func (j *judge) mixedContent(link *document.Link) {
	scheme, _ := link.URL.Scheme()
	if !strings.EqualFold(scheme, "http") || !strings.HasPrefix(j.page.address, "https:") || j.isUpgrading || j.page.isUpgrading ||
		isTrustworthy(link.URL) {
		return
	}
	severity, message := Error, "browsers block it, as the page is https:"
	switch link.Kind {
	case document.Image, document.Media:
		severity, message = Warning, "browsers ask for it by https: instead, as the page is https:"
		if strings.HasSuffix(link.Attr, "srcset") {
			severity, message = Error, "browsers block it, as the page is https: and image candidates are not upgraded"
		}
	case document.FormSubmit:
		severity, message = Warning, "browsers warn before they send the form, as the page is https:"
	case document.Script, document.Style, document.NestedDocument, document.Plugin, document.TextTrack, document.Graphic,
		document.LocalReference:
	case document.ExternalResource:
		switch rel := link.Rel(); {
		case slices.Contains(rel, "icon"):
			severity, message = Warning, "browsers ask for it by https: instead, as the page is https:"
		case !slices.ContainsFunc(rel, loads):
			return
		}
	default:
		return
	}
	ref := j.reference(link)
	j.page.find(&ref, severity, MixedContent, "", message)
	j.isBroken = severity == Error
}

// loads tells whether browsers load what a link element of the type leads to for its page.
func loads(rel string) bool {
	return slices.Contains([]string{"stylesheet", "preload", "modulepreload", "manifest", "prefetch"}, rel)
}

// isTrustworthy tells whether http: is as good as https: there: on the reader's own computer.
//
// Spec: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
func isTrustworthy(u resolve.URL) bool {
	host, _ := u.Host()
	host = strings.ToLower(host)
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ip.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}
