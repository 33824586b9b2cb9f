package resolve_test

import (
	"testing"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// validityLedger has the values about which the validator of 2014, whose judgement the data is, and today's standard
// disagree.
var validityLedger = testcase.ByReason(map[string][]string{
	"a valid IPv4 address has four decimal parts": {
		"host-192.0x00A80001", "host-IP-address-broken", "host-IP-address-fullwidth", "host-IP-address-percent-encoded",
	},
	"a file URL has two slashes after its scheme": {
		"scheme-file-no-slash", "scheme-file-scheme-only", "scheme-file-single-slash", "scheme-file-slash-only",
	},
	"| is no URL code point": {"scheme-file-slash-slash-abc-bar", "scheme-file-slash-slash-c-bar"},
	"ws and wss are special schemes, which need two slashes": {
		"scheme-ws-single-slash", "scheme-wss-no-slash", "scheme-wss-single-slash",
	},
	"credentials are never valid": {
		"userinfo", "userinfo-empty", "userinfo-host-port-path", "userinfo-password-empty", "userinfo-user-empty",
		"userinfo-username-contains-percent-encoded", "userinfo-username-non-alpha",
	},
	"data is not special: any path may follow": {"scheme-data-single-slash"},
})

// TestValidityConformance holds which values are valid URL strings in an attribute.
//
// Spec: https://url.spec.whatwg.org/#valid-url-string
func TestValidityConformance(t *testing.T) {
	type validityCase struct{ Name, Value, Verdict string }
	r := resolve.Resolver{Edition: resolve.Living}
	base, err := r.Parse("http://example.com/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	known := validityLedger.Open(t)
	for _, c := range testcase.Conformance[validityCase](t, "html/url-validity.json") {
		got := r.ValidURLString(base, c.Value)
		known.Check(c.Name, got == (c.Verdict != "invalid"), "%q: valid is %t, want %s", c.Value, got, c.Verdict)
	}
}
