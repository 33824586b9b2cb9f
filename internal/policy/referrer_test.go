package policy_test

import (
	"strings"
	"testing"

	"htmlurl/internal/policy"
	"htmlurl/internal/testcase"
)

type referrerCase struct {
	Clause                   string
	Headers                  *[]string
	Meta, Attribute          *string
	Policy                   policy.ReferrerPolicy
	Source, Target, Referrer string
}

// TestReferrer holds where a policy comes from, what it makes of a referrer, and what is trustworthy.
func TestReferrer(t *testing.T) {
	for _, c := range testcase.Own[referrerCase](t, "referrer.json") {
		switch {
		case c.Headers != nil:
			if got := policy.ParseHeader(*c.Headers); got != c.Policy {
				t.Errorf("%s: %q is %q, want %q", c.Clause, *c.Headers, got, c.Policy)
			}
		case c.Meta != nil:
			if got := policy.ParseMeta(*c.Meta); got != c.Policy {
				t.Errorf("%s: %q is %q, want %q", c.Clause, *c.Meta, got, c.Policy)
			}
		case c.Attribute != nil:
			if got := policy.ParseAttribute(*c.Attribute); got != c.Policy {
				t.Errorf("%s: %q is %q, want %q", c.Clause, *c.Attribute, got, c.Policy)
			}
		default:
			if got := policy.Referrer(c.Policy, parse(t, c.Source), parse(t, c.Target)); got != c.Referrer {
				t.Errorf("%s: %q from %s to %s tells %q, want %q", c.Clause, c.Policy, c.Source, c.Target, got, c.Referrer)
			}
		}
	}
}

// A referrer of more than 4096 characters, which the fragment is no part of, is reduced to its origin.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer step 6
func TestLongReferrer(t *testing.T) {
	const origin = "https://example.com/"
	longest := origin + strings.Repeat("a", 4096-len(origin))
	for _, c := range []struct {
		policy         policy.ReferrerPolicy
		source, target string
		want           string
	}{
		{policy.UnsafeURL, longest, "https://x/", longest},
		{policy.UnsafeURL, longest + "#" + strings.Repeat("f", 5000), "https://x/", longest},
		{policy.UnsafeURL, longest + "a", "https://x/", origin},
		{policy.UnsafeURL, longest + "?", "https://x/", origin},
		{policy.SameOrigin, longest + "a", "https://example.com/", origin},
		{policy.SameOrigin, longest + "a", "https://x/", ""},
		{policy.NoReferrerWhenDowngrade, longest + "a", "http://x/", ""},
		{policy.NoReferrerWhenDowngrade, longest + "a", "https://x/", origin},
		{"", longest + "a", "https://example.com/", origin},
	} {
		if got := policy.Referrer(c.policy, parse(t, c.source), parse(t, c.target)); got != c.want {
			t.Errorf("%q, %d characters: %d characters, want %d", c.policy, len(c.source), len(got), len(c.want))
		}
	}
}
