package policy_test

import (
	"strings"
	"testing"

	"htmlurl/internal/policy"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// FuzzAllowsBase holds that the policies decide as the model does, that each policy more can only forbid, and that
// 'none' does.
func FuzzAllowsBase(f *testing.F) {
	for _, c := range testcase.Own[cspCase](f, "csp-base-uri.json") {
		f.Add(strings.Join(c.Headers, ","), strings.Join(c.Meta, ";"), c.Self, c.Base)
	}
	f.Fuzz(func(t *testing.T, header, meta, selfText, baseText string) {
		self, _ := living.Parse(selfText)
		base, err := living.Parse(baseText)
		if err != nil {
			return
		}
		policies := policy.ParseCSPList([]string{header})
		fewer := policies.AllowsBase(base, self)
		policies = append(policies, policy.ParseCSP(meta)...)
		got := policies.AllowsBase(base, self)
		if want := modelAllowsBase([]string{header}, []string{meta}, base, self); got != want {
			t.Fatalf("%q and %q at %q allow %q: %t, want %t", header, meta, self, base, got, want)
		}
		if got && !fewer {
			t.Fatalf("%q allows %q, but %q alone does not", meta, base, header)
		}
		if append(policies, policy.ParseCSP("base-uri 'none'")...).AllowsBase(base, self) {
			t.Fatalf("'none' and %q allow %q", header, base)
		}
	})
}

// FuzzReferrer holds that a referrer is an http: or https: URL of the origin of its source, as it would be parsed
// again, without userinfo and fragment, and that no policy tells more than unsafe-url or across a downgrade than it
// may.
func FuzzReferrer(f *testing.F) {
	for _, c := range testcase.Own[referrerCase](f, "referrer.json") {
		if c.Source != "" {
			f.Add(string(c.Policy), c.Source, c.Target)
		}
	}
	f.Fuzz(func(t *testing.T, value, sourceText, targetText string) {
		source, err := living.Parse(sourceText)
		if err != nil {
			return
		}
		target, _ := living.Parse(targetText)
		for _, p := range []policy.ReferrerPolicy{
			policy.ReferrerPolicy(value), policy.ParseAttribute(value), policy.ParseMeta(value),
			policy.ParseHeader([]string{"unsafe-url", value}),
		} {
			got := policy.Referrer(p, source, target)
			if got == "" {
				continue
			}
			checkReferrer(t, got, source)
			if all := policy.Referrer(policy.UnsafeURL, source, target); got != all && got != living.Origin(source)+"/" {
				t.Fatalf("%q from %q to %q tells %q", p, source, target, got)
			}
			if again := policy.Referrer(p, parse(t, got), target); again != got {
				t.Fatalf("%q from %q to %q tells %q, then %q", p, source, target, got, again)
			}
		}
	})
}

// checkReferrer checks that a referrer is a URL that may be told.
func checkReferrer(t *testing.T, referrer string, source resolve.URL) {
	t.Helper()
	u := parse(t, referrer)
	scheme, _ := u.Scheme()
	_, hasUserinfo := u.Userinfo()
	_, hasFragment := u.Fragment()
	if u.String() != referrer || hasUserinfo || hasFragment || scheme != "http" && scheme != "https" ||
		living.Origin(u) != living.Origin(source) || len(referrer) > 4096 && u.Path() != "/" {
		t.Fatalf("%q is the referrer of %q", referrer, source)
	}
}

// FuzzParse holds that any bytes can be parsed, to a policy that is known and the same for all who know the word.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"origin, unsafe-url", "NEVER", "no-referrer", "\x00\xFF,;'self'", "base-uri"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		attribute, meta, header := policy.ParseAttribute(s), policy.ParseMeta(s), policy.ParseHeader([]string{s})
		for _, p := range []policy.ReferrerPolicy{attribute, meta, header} {
			if policy.ParseAttribute(string(p)) != p {
				t.Fatalf("%q has the policy %q", s, p)
			}
		}
		if attribute != "" && (meta != attribute || header != attribute) {
			t.Fatalf("%q is %q as an attribute, %q in meta, %q in a header", s, attribute, meta, header)
		}
		if list := policy.ParseCSPList([]string{s}); len(list) > 1+strings.Count(s, ",") {
			t.Fatalf("%q has %d policies", s, len(list))
		}
		if len(policy.ParseCSP(s)) > 1 {
			t.Fatalf("%q is more than one policy", s)
		}
	})
}
