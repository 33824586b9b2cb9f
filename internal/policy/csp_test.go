package policy_test

import (
	"strings"
	"testing"

	"htmlurl/internal/policy"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type cspCase struct {
	Clause        string
	Headers, Meta []string
	Self, Base    string
	Allowed       bool
}

// policies parses the policies of a case.
func (c cspCase) policies() policy.Policies {
	policies := policy.ParseCSPList(c.Headers)
	for _, content := range c.Meta {
		policies = append(policies, policy.ParseCSP(content)...)
	}
	return policies
}

// TestAllowsBase holds the parsing of policies and the matching of URLs, clause by clause.
func TestAllowsBase(t *testing.T) {
	for _, c := range testcase.Own[cspCase](t, "csp-base-uri.json") {
		base, self := parse(t, c.Base), parse(t, c.Self)
		if got := c.policies().AllowsBase(base, self); got != c.Allowed {
			t.Errorf("%s: %q and %q at %s allow %s: %t", c.Clause, c.Headers, c.Meta, self, base, got)
		}
		if got := modelAllowsBase(c.Headers, c.Meta, base, self); got != c.Allowed {
			t.Errorf("%s: %q and %q at %s allow %s by the model: %t", c.Clause, c.Headers, c.Meta, self, base, got)
		}
	}
}

// The zero URL is no base that a policy could allow, and no document to compare it with.
func TestAllowsBaseZeroURL(t *testing.T) {
	u := parse(t, "https://example.com/")
	for list, want := range map[string]bool{"*": true, "'self'": false, "example.com": false, "https:": true} {
		policies := policy.ParseCSP("base-uri " + list)
		if policies.AllowsBase(resolve.URL{}, u) || policies.AllowsBase(resolve.URL{}, resolve.URL{}) {
			t.Errorf("%s allows the zero URL", list)
		}
		if got := policies.AllowsBase(u, resolve.URL{}); got != want {
			t.Errorf("%s without a document: %t", list, got)
		}
	}
	if !policy.Policies(nil).AllowsBase(u, u) {
		t.Error("no policy forbids something")
	}
}

// A hostile header takes time in proportion to its length, whatever the base is.
func TestHostilePolicies(t *testing.T) {
	const n = 1 << 17
	long := parse(t, "https://h.example/"+strings.Repeat("%61", n)+"/"+strings.Repeat("a/", n))
	for name, header := range map[string]string{
		"commas":     strings.Repeat(",", 8*n),
		"semicolons": strings.Repeat(";", 8*n),
		"directives": strings.Repeat("x;", 4*n) + "base-uri 'none'",
		"policies":   strings.Repeat("base-uri *,", n) + "base-uri 'none'",
		"'self'":     "base-uri " + strings.Repeat("'self' ", n),
		"spaces":     "base-uri" + strings.Repeat(" \t", 4*n),
		"hosts":      "base-uri " + strings.Repeat("a.", 4*n),
		"wildcards":  "base-uri " + strings.Repeat("*.", 4*n),
		"ports":      "base-uri " + strings.Repeat("h.example:1 ", n),
		"digits":     "base-uri h.example:" + strings.Repeat("9", 8*n),
		"zeros":      "base-uri h.example:" + strings.Repeat("0", 8*n),
		"schemes":    "base-uri " + strings.Repeat("a://", 4*n),
		"paths":      "base-uri " + strings.Repeat("h.example/%61a ", n),
		"path":       "base-uri h.example/" + strings.Repeat("%61", n) + "b",
		"prefixes":   "base-uri " + strings.Repeat("h.example/%61%61/ ", n),
		"slashes":    "base-uri h.example" + strings.Repeat("/", 8*n),
		"percents":   "base-uri h.example/" + strings.Repeat("%", 8*n),
	} {
		if policy.ParseCSPList([]string{header}).AllowsBase(long, parse(t, "http://other.example/")) !=
			(name == "commas" || name == "semicolons") {
			t.Errorf("%s: the base is not what it should be", name)
		}
	}
}

// parse returns a URL of Living.
func parse(t testing.TB, s string) resolve.URL {
	t.Helper()
	u, err := living.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

var living = resolve.Resolver{Edition: resolve.Living}
