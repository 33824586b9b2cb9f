package policy

import (
	"strings"

	"htmlurl/resolve"
)

// ReferrerPolicy says what the requests of a document tell of it. The zero value is no policy: what is less specific
// decides, and in the end the default, StrictOriginWhenCrossOrigin.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#referrer-policies
type ReferrerPolicy string

const (
	NoReferrer                  ReferrerPolicy = "no-referrer"
	NoReferrerWhenDowngrade     ReferrerPolicy = "no-referrer-when-downgrade"
	SameOrigin                  ReferrerPolicy = "same-origin"
	Origin                      ReferrerPolicy = "origin"
	StrictOrigin                ReferrerPolicy = "strict-origin"
	OriginWhenCrossOrigin       ReferrerPolicy = "origin-when-cross-origin"
	StrictOriginWhenCrossOrigin ReferrerPolicy = "strict-origin-when-cross-origin"
	UnsafeURL                   ReferrerPolicy = "unsafe-url"
)

var referrerPolicies = [...]ReferrerPolicy{
	NoReferrer, NoReferrerWhenDowngrade, SameOrigin, Origin, StrictOrigin, OriginWhenCrossOrigin,
	StrictOriginWhenCrossOrigin, UnsafeURL,
}

// ParseHeader returns the policy of the values of all Referrer-Policy header fields: the last one that is known.
// Unknown ones are passed over, but a value that is no list of words of letters and hyphens makes the header void.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#parse-referrer-policy-from-header
func ParseHeader(values []string) ReferrerPolicy {
	var policy ReferrerPolicy
	for _, value := range values {
		for token := range strings.SplitSeq(value, ",") {
			token = strings.Trim(token, " \t")
			if !all(token, isTokenChar) {
				return ""
			}
			if known := ParseAttribute(token); known != "" {
				policy = known
			}
		}
	}
	return policy
}

func isTokenChar(c byte) bool { return isLetter(c) || c == '-' }

// ParseMeta returns the policy that the content of a meta element named referrer gives to the document, or "" if it
// gives none: then the document keeps the one it has. The last element that gives one counts.
//
// Spec: https://html.spec.whatwg.org/#meta-referrer
func ParseMeta(content string) ReferrerPolicy {
	switch {
	case equalFold(content, "never"):
		return NoReferrer
	case equalFold(content, "default"):
		return StrictOriginWhenCrossOrigin
	case equalFold(content, "always"):
		return UnsafeURL
	case equalFold(content, "origin-when-crossorigin"):
		return OriginWhenCrossOrigin
	}
	return ParseAttribute(content)
}

// ParseAttribute returns the policy of a referrerpolicy attribute, or "" if its value is no keyword: then that of the
// document counts.
//
// Spec: https://html.spec.whatwg.org/#referrer-policy-attributes
func ParseAttribute(value string) ReferrerPolicy {
	for _, policy := range referrerPolicies {
		if equalFold(value, string(policy)) {
			return policy
		}
	}
	return ""
}

// Referrer returns what a request for target tells of its source, or "" if it tells nothing. It is the caller who
// knows:
//
//   - the source, as a rule the URL of the document. For a srcdoc document it is that of its container, of which the
//     same holds; for an about:blank document it is about:blank, which gives nothing.
//   - the policy: that of the element or else of the document. Documents without a response of their own start with
//     that of the document they inherit from, as it is then. The link type noreferrer is NoReferrer.
//   - whether the document has been given an opaque origin, as by the sandbox attribute: then there is no referrer.
//   - redirects: each is a request of its own. Its source is the referrer of the one before, where none stays none;
//     its policy is that of the header of the redirect or else as before.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
func Referrer(policy ReferrerPolicy, source, target resolve.URL) string {
	if scheme, _ := source.Scheme(); scheme != "http" && scheme != "https" {
		return ""
	}
	origin := living.Origin(source)
	sameOrigin := origin == living.Origin(target)
	url := stripped(source, origin)
	origin += "/"
	if len(url) > maxReferrer {
		url = origin
	}
	switch policy {
	case NoReferrer:
		return ""
	case Origin:
		return origin
	case UnsafeURL:
		return url
	case StrictOrigin:
		return unlessDowngrade(origin, source, target)
	case NoReferrerWhenDowngrade:
		return unlessDowngrade(url, source, target)
	}
	switch {
	case sameOrigin:
		return url
	case policy == SameOrigin:
		return ""
	case policy == OriginWhenCrossOrigin:
		return origin
	}
	return unlessDowngrade(origin, source, target)
}

// maxReferrer is the length up to which a referrer is not reduced to its origin.
const maxReferrer = 4096

// stripped returns an http: or https: URL of that origin without userinfo and fragment.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#strip-url
func stripped(u resolve.URL, origin string) string {
	if query, ok := u.Query(); ok {
		return origin + u.Path() + "?" + query
	}
	return origin + u.Path()
}

// unlessDowngrade returns the referrer unless anyone could read it on the way to target, but not to source.
func unlessDowngrade(referrer string, source, target resolve.URL) string {
	if isTrustworthy(source) && !isTrustworthy(target) {
		return ""
	}
	return referrer
}
