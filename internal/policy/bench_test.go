package policy_test

import (
	"testing"

	"htmlurl/internal/policy"
)

func BenchmarkParseCSPList(b *testing.B) {
	header := []string{"default-src 'self'; script-src 'nonce-abc' 'strict-dynamic'; img-src *; base-uri *.example.org"}
	b.ReportAllocs()
	for b.Loop() {
		policy.ParseCSPList(header)
	}
}

func BenchmarkAllowsBase(b *testing.B) {
	policies := policy.ParseCSP("base-uri 'self' https://*.example.net https://cdn.example.org:*/assets/")
	base, self := parse(b, "https://cdn.example.org/assets/x/"), parse(b, "https://example.com/page.html")
	b.ReportAllocs()
	for b.Loop() {
		policies.AllowsBase(base, self)
	}
}

func BenchmarkReferrer(b *testing.B) {
	source := parse(b, "https://example.com/dir/page.html?q#f")
	same, cross := parse(b, "https://example.com/x"), parse(b, "http://example.org/")
	b.ReportAllocs()
	for b.Loop() {
		policy.Referrer("", source, same)
		policy.Referrer("", source, cross)
	}
}
