package fetch

import (
	"cmp"
	"net/http"

	"htmlurl/document"
	"htmlurl/internal/policy"
	"htmlurl/resolve"
)

// firstReferrer returns the address of the resource from which the URL was obtained, for the first request.
//
// Spec: W3C HTML5 2.7.2 (2012), steps 1 to 7
func (f *fetching) firstReferrer() string {
	r := &f.request
	switch {
	case f.client.ReferrerPolicies:
		return f.policyReferrer()
	case !r.Referrer.IsZero():
		return document.CleanReferrer(r.Referrer)
	case r.Document != nil:
		return r.Document.Referrer()
	}
	return ""
}

// policyReferrer is firstReferrer by today's rules.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
func (f *fetching) policyReferrer() string {
	r := &f.request
	f.policy = policy.ReferrerPolicy(r.ReferrerPolicy)
	if f.policy == "" && r.Document != nil {
		f.policy = policy.ReferrerPolicy(r.Document.ReferrerPolicy())
	}
	switch {
	case !r.Referrer.IsZero():
		return policy.Referrer(f.policy, living(r.Referrer), living(f.url))
	case r.Document != nil:
		return r.Document.ReferrerFor(f.url, string(f.policy))
	}
	return ""
}

// nextReferrer returns the referrer after a redirect. In 2012 it stays; today each request is one of its own, whose
// source is the referrer before.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#set-requests-referrer-policy-on-redirect
func (f *fetching) nextReferrer(redirect http.Header) string {
	if !f.client.ReferrerPolicies {
		return f.referrer
	}
	f.policy = cmp.Or(policy.ParseHeader(redirect["Referrer-Policy"]), f.policy)
	source, err := resolve.Resolver{Edition: resolve.Living}.Parse(f.referrer)
	if err != nil {
		return ""
	}
	return policy.Referrer(f.policy, source, living(f.url))
}

// refererField returns the referrer as HTTP wants it in a request for the current URL: without userinfo, and none that
// anyone on the way could read although it came from https.
//
// Spec: RFC 9110 section 10.1.3
func (f *fetching) refererField() string {
	source, err := f.client.resolver().Parse(f.referrer)
	if err != nil {
		return ""
	}
	scheme, _ := living(source).Scheme()
	if target, _ := living(f.url).Scheme(); scheme == "https" && target == "http" && !f.client.ReferrerPolicies {
		return ""
	}
	if _, ok := source.Userinfo(); ok {
		start, _ := source.Span(resolve.Host)
		scheme, _ := source.Scheme()
		return escaped(scheme + "://" + source.String()[start:])
	}
	return escaped(source.String())
}

// living returns a URL as today's rules parse it, or the zero URL.
func living(u resolve.URL) resolve.URL {
	parsed, err := resolve.Resolver{Edition: resolve.Living}.Parse(u.String())
	if err != nil {
		return resolve.URL{}
	}
	return parsed
}
