package idna_test

import (
	"strings"
	"testing"

	"htmlurl/internal/idna"
	"htmlurl/internal/testcase"
)

// IdnaTestV2 and toascii are held by the tests of package decompose, which has a host parser.

// TestVerifyDNSLength is about names with the dot of the root label, which UTS #46 does not allow with
// VerifyDNSLength; the test data does.
func TestVerifyDNSLength(t *testing.T) {
	type Case struct {
		Message, Input string
		Failure        bool
	}
	verifying := idna.UTS46{VerifyDNSLength: true}
	for _, c := range testcase.ConformanceObjects[Case](t, "url/verifydnslength_tests.json") {
		domain := strings.TrimSuffix(strings.TrimPrefix(c.Input, "http://"), "/")
		if _, err := verifying.ToASCII(strings.TrimSuffix(domain, ".")); (err != nil) != c.Failure {
			t.Errorf("%s: %v, want failure %t: %s", domain, err, c.Failure, c.Message)
		}
		if _, err := verifying.ToASCII(domain); strings.HasSuffix(domain, ".") && err == nil {
			t.Errorf("%s: no error for the root label", domain)
		}
	}
}
