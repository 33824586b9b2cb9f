package document

import (
	"slices"

	"golang.org/x/net/html"

	"htmlurl/internal/policy"
	"htmlurl/resolve"
)

// settings are what a child document inherits, as they are at some place of the document.
//
// Spec: https://html.spec.whatwg.org/#policy-container, https://html.spec.whatwg.org/#concept-document-about-base-url
type settings struct {
	base     resolve.URL
	policies policy.Policies // Content Security Policies that may forbid a base
	referrer policy.ReferrerPolicy
}

// initialSettings returns the settings before any element of the document, but for the base: what the document inherits,
// or else what the header fields say.
func (d *Document) initialSettings() settings {
	if d.parent() != nil {
		s := d.inherited
		s.policies = slices.Clip(s.policies)
		return s
	}
	return settings{
		policies: policy.ParseCSPList(d.field("Content-Security-Policy")),
		referrer: policy.ParseHeader(d.field("Referrer-Policy")),
	}
}

// readMeta reads what a meta element changes: it may add a Content Security Policy, if it is in the head, or set the
// referrer policy.
//
// Spec: https://html.spec.whatwg.org/#attr-meta-http-equiv-content-security-policy,
// https://html.spec.whatwg.org/#meta-referrer
func (s *settings) readMeta(n *html.Node) {
	content, _ := attribute(n, "content")
	if content == "" || inTemplate(n) {
		return
	}
	inHead := n.Parent != nil && isHTML(n.Parent, "head")
	if inHead && keyword(n, "http-equiv") == "content-security-policy" {
		s.policies = append(s.policies, policy.ParseCSP(content)...)
	}
	if keyword(n, "name") == "referrer" {
		if p := policy.ParseMeta(content); p != "" {
			s.referrer = p
		}
	}
}

// living returns a URL as today's rules parse it, or the zero URL.
func living(u resolve.URL) resolve.URL {
	parsed, err := resolve.Resolver{Edition: resolve.Living}.Parse(u.String())
	if err != nil {
		return resolve.URL{}
	}
	return parsed
}
