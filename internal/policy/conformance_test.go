package policy_test

import (
	"strings"
	"testing"

	"htmlurl/internal/policy"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// document is where the containers of the public data are.
const document = "http://web-platform.test:8000/dir/page.html"

// TestSrcdocInheritance holds what web-platform-tests say of the referrer of requests from srcdoc documents: the policy
// is that of the container, and so is the source. Each redirect is a request of its own, with the referrer of the one
// before as its source; keep-origin redirects to the same origin, swap-origin to the other of "web-platform.test" and
// "www1.web-platform.test". Not held, because it is not decided here: that the document inherits the policy.
func TestSrcdocInheritance(t *testing.T) {
	type wptCase struct {
		Delivery, Policy    string
		SourceScheme        string `json:"source_scheme"`
		Target, Redirection string
		ExpectedReferrer    string `json:"expected_referrer"`
	}
	for _, c := range testcase.Conformance[wptCase](t, "referrer/srcdoc-inherit.json") {
		if c.SourceScheme != "http" {
			t.Fatalf("unknown %+v", c)
		}
		want, known := map[string]string{
			"omitted": "", "origin": "http://web-platform.test:8000/", "stripped-referrer": document,
		}[c.ExpectedReferrer]
		if !known {
			t.Fatalf("unknown %+v", c)
		}
		if got := follow(t, delivered(t, c.Delivery, c.Policy), hops(t, c.Target, c.Redirection)); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// delivered returns the policy as it was delivered.
func delivered(t *testing.T, delivery, value string) policy.ReferrerPolicy {
	t.Helper()
	switch {
	case value == "unset":
		return ""
	case delivery == "http-rp":
		return policy.ParseHeader([]string{value})
	case delivery == "meta":
		return policy.ParseMeta(value)
	}
	t.Fatalf("unknown delivery %s", delivery)
	return ""
}

// hops returns the URLs of a request and its redirect.
func hops(t *testing.T, target, redirection string) []string {
	t.Helper()
	const same, cross = "web-platform.test", "www1.web-platform.test"
	where, scheme, _ := strings.Cut(target, "-")
	host, other := same, cross
	if where == "cross" {
		host, other = cross, same
	}
	port, known := map[string]string{"http": ":8000/x", "https": ":8443/x"}[scheme]
	if !known || where != "same" && where != "cross" {
		t.Fatalf("unknown target %s", target)
	}
	first := scheme + "://" + host + port
	switch redirection {
	case "no-redirect":
		return []string{first}
	case "keep-origin":
		return []string{first, first + "?redirected"}
	case "swap-origin":
		return []string{first, scheme + "://" + other + port}
	}
	t.Fatalf("unknown redirection %s", redirection)
	return nil
}

// follow returns the referrer of the last of several requests, each redirected to the next.
func follow(t *testing.T, p policy.ReferrerPolicy, hops []string) string {
	t.Helper()
	referrer := document + "#fragment"
	for _, hop := range hops {
		if referrer != "" {
			referrer = policy.Referrer(p, parse(t, referrer), parse(t, hop))
		}
	}
	return referrer
}

// TestInheritance holds what web-platform-tests say in words of srcdoc, about:blank and data: documents, as far as
// source and policy say it. The others are left to the caller of Referrer: which document.referrer an about:blank
// document has, which is the whole URL of its creator, and that a document that was sandboxed into an opaque origin has
// no referrer.
func TestInheritance(t *testing.T) {
	const origin = "http://web-platform.test:8000/"
	const full = document
	snapshot := policy.ParseHeader([]string{"origin"})
	held := map[string]struct {
		policy       policy.ReferrerPolicy
		source, want string
	}{
		"srcdoc iframe fetch":                                          {snapshot, document, origin},
		"parent policy changed to unsafe-url after creation":           {snapshot, document, origin},
		"srcdoc inside srcdoc":                                         {snapshot, document, origin},
		"srcdoc with own <meta name=referrer content=unsafe-url>":      {policy.ParseMeta("unsafe-url"), document, full},
		"fetch() in about:blank iframe, referrer client":               {snapshot, "about:blank", ""},
		"fetch with explicit referrer URL":                             {snapshot, document, origin},
		"data: iframe":                                                 {snapshot, "data:text/html,x", ""},
		"javascript: child of srcdoc; srcdoc navigated to javascript:": {policy.UnsafeURL, document, full},
		`sandbox="allow-same-origin allow-scripts" srcdoc`:             {policy.ParseMeta("always"), document, full},
	}
	callers := map[string]bool{
		"document.referrer in about:blank iframe": true,
		`sandbox="allow-scripts" srcdoc`:          true,
	}
	type wptCase struct{ WPT, Case, Expected string }
	cases := testcase.Conformance[wptCase](t, "referrer/inheritance-generic.json")
	if len(cases) != len(held)+len(callers) {
		t.Fatalf("%d cases, not %d", len(cases), len(held)+len(callers))
	}
	target := parse(t, "http://web-platform.test:8000/x")
	for _, c := range cases {
		h, ok := held[c.Case]
		if !ok && !callers[c.Case] {
			t.Errorf("unknown case %q", c.Case)
		}
		if !ok {
			continue
		}
		if got := policy.Referrer(h.policy, parse(t, h.source), target); got != h.want {
			t.Errorf("%s: %q, want %q (%s)", c.Case, got, h.want, c.Expected)
		}
	}
	if got := policy.Referrer(policy.ParseMeta("no-referrer"), parse(t, document), target); got != "" {
		t.Errorf("javascript: child of a srcdoc document without referrer: %q", got)
	}
	if got := policy.Referrer(policy.UnsafeURL, parse(t, resolve.Srcdoc), target); got != "" {
		t.Errorf("the address of a srcdoc document is a referrer: %q", got)
	}
}
