package check

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"syscall"

	"htmlurl/fetch"
	"htmlurl/internal/probe"
)

// settle judges the references that waited for pages of the sites.
func (r *run) settle() {
	for _, p := range r.pages {
		p.waiting = slices.DeleteFunc(p.waiting, func(w waiting) bool { return r.settled(p, &w) })
	}
}

// settled judges a reference, if enough is known.
func (r *run) settled(p *page, w *waiting) bool {
	if w.target != nil {
		if w.target.isClosed {
			p.find(&w.reference, Error, TargetUnreadable, w.target.file.path, "the page is there, but it cannot be read")
		}
		r.judgeFragment(p, w, w.target)
		return true
	}
	u, err := living.Parse(w.url)
	if err != nil {
		return false
	}
	v := r.visits[keyOf(u)]
	if v == nil || errors.Is(v.err, fetch.ErrRobots) {
		return false
	}
	switch {
	case v.err != nil:
		r.judgeError(p, w, v.err)
	case isRedirect(v.status) && len(v.redirects) > 0: // out of the site
		if r.Servers.External {
			return false
		}
		r.judgeRedirects(p, w, v.redirects, v.address)
	case !r.accepts(v.status):
		p.find(&w.reference, Error, statusRule(v.status), "", statusText(v.status))
	default:
		r.judgeRedirects(p, w, v.redirects, v.address)
		if v.page != nil && !strings.Contains(v.address, "#") { // the fragment of a redirect takes the place of the link's
			r.judgeFragment(p, w, v.page)
		}
	}
	return true
}

func isRedirect(status int) bool { return 300 <= status && status <= 399 }

// judgeFragment judges the fragment of a reference to a page.
func (r *run) judgeFragment(p *page, w *waiting, target *page) {
	isBroken := w.fragment != "" && !r.hasTarget(target, w.fragment)
	if isBroken {
		path := ""
		if target.file != nil {
			path = target.file.path
		}
		p.find(&w.reference, Error, FragmentMissing, path, missingFragment(target.name, w.fragment))
	}
	if !isBroken && target.file != nil && r.hasTextDirective(w.fragment) {
		p.directed = append(p.directed, waiting{reference: w.reference, target: target, fragment: w.fragment})
	}
	if r.Graph {
		p.link(target, isBroken || w.isBroken)
	}
}

// judgeRedirects tells where redirects lead.
func (r *run) judgeRedirects(p *page, w *waiting, redirects []fetch.Redirect, address string) {
	if len(redirects) > 0 {
		p.find(&w.reference, Info, Redirected, "", fmt.Sprintf("the server redirects (%d) to %s", redirects[0].Status, address))
	}
}

// judgeError judges a reference that got no answer.
func (r *run) judgeError(p *page, w *waiting, err error) {
	severity, rule, message := Error, TargetUnreachable, whyUnreachable(err)
	switch {
	case errors.Is(err, fetch.ErrRobots):
		severity, rule, message = Info, NotChecked, "not checked: "+message
	case errors.Is(err, fetch.ErrPrivate), errors.Is(err, probe.ErrGivenUp):
		severity, rule, message = Warning, NotChecked, "not checked: "+message
	}
	p.find(&w.reference, severity, rule, "", message)
}

// whyUnreachable says why there is no answer, without the URL.
func whyUnreachable(err error) string {
	if bad, ok := errors.AsType[*net.DNSError](err); ok && bad.IsNotFound {
		return fmt.Sprintf("there is no server of the name %s", bad.Name)
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "the server refuses the connection"
	}
	if bad, ok := errors.AsType[*fetch.Error](err); ok {
		return bad.Err.Error()
	}
	return err.Error()
}

func statusRule(status int) Rule {
	if status == 404 || status == 410 {
		return TargetMissing
	}
	return TargetStatus
}
