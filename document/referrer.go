package document

import (
	"slices"

	"htmlurl/internal/policy"
	"htmlurl/resolve"
)

// Referrer returns the address that requests of the document name as where they come from, or "" if they name none:
// that of the document, of a srcdoc document that of the document around it, without the fragment. A document whose
// origin is not a tuple, and a data:, javascript: or about:blank address, give none.
//
// Spec: W3C HTML5 2.7.2 (2012), steps 2 to 7
func (d *Document) Referrer() string {
	d = d.referrerSource()
	if d.resolver.Origin(d.address) == "null" {
		return ""
	}
	return CleanReferrer(d.address)
}

// referrerSource returns the document around srcdoc documents.
func (d *Document) referrerSource() *Document {
	for d.options.Container != nil {
		d = d.options.Container
	}
	return d
}

// CleanReferrer returns the address that requests name for a referrer source that is a URL, or "".
//
// Spec: W3C HTML5 2.7.2 (2012), steps 1, 6 and 7
func CleanReferrer(source resolve.URL) string {
	referrer := source.Without(resolve.Fragment).String()
	scheme, _ := source.Scheme()
	if scheme = lowerASCII(scheme); scheme == "data" || scheme == "javascript" || referrer == aboutBlank {
		return ""
	}
	return referrer
}

// Origin returns the origin that the document fetches from, such as "https://example.com", or "null" for an opaque one.
// A child document has that of its parent, but none in a sandbox.
//
// Spec: https://html.spec.whatwg.org/#concept-document-origin
func (d *Document) Origin() string {
	for d.parent() != nil {
		if d.isSandboxed() {
			return "null"
		}
		d = d.parent()
	}
	return d.resolver.Origin(d.address)
}

// ReferrerOf returns the referrer of a request for the link by today's rules: ReferrerFor of its URL and its policy.
func (d *Document) ReferrerOf(link Link) string {
	return d.ReferrerFor(link.URL, link.ReferrerPolicy())
}

// ReferrerFor returns the referrer of a request of the document by today's rules: what a referrer policy, "" for that
// of the document, leaves of the document's address for a target. It is "" if there is none, as in a frame whose
// sandbox has an origin of its own, or for targets that are not fetched by HTTP. When a request is redirected, what it
// returns is the source for the next one.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
func (d *Document) ReferrerFor(target resolve.URL, referrerPolicy string) string {
	p := policy.ReferrerPolicy(referrerPolicy)
	if p == "" {
		p = d.settings.referrer
	}
	scheme, _ := target.Scheme()
	if scheme = lowerASCII(scheme); d.isSandboxed() || scheme != "http" && scheme != "https" {
		return ""
	}
	return policy.Referrer(p, living(d.referrerSource().address), living(target))
}

// ReferrerPolicy returns the policy of the document: what its last meta element for it says, or else the
// Referrer-Policy header field, or ""; a child document begins with that of its parent.
//
// Spec: https://html.spec.whatwg.org/#meta-referrer
func (d *Document) ReferrerPolicy() string { return string(d.settings.referrer) }

// isSandboxed tells whether a srcdoc document, or one around it, is sandboxed into an opaque origin.
//
// Spec: https://html.spec.whatwg.org/#attr-iframe-sandbox
func (d *Document) isSandboxed() bool {
	for ; d.options.Container != nil; d = d.options.Container {
		if d.element == nil {
			continue
		}
		if sandbox, ok := attribute(d.element, "sandbox"); ok && !slices.Contains(tokens(sandbox), "allow-same-origin") {
			return true
		}
	}
	return false
}
