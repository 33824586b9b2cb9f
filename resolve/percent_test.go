package resolve_test

import (
	"testing"

	"htmlurl/resolve"
)

// TestAppendPercentEncoded holds the examples of the standard, and what each set adds to the ones before.
//
// Spec: https://url.spec.whatwg.org/#example-percent-encode-operations
func TestAppendPercentEncoded(t *testing.T) {
	for _, c := range []struct {
		encoding, in string
		set          resolve.PercentEncodeSet
		want         string
	}{
		{"shift_jis", " ", resolve.SpecialQuerySet, "%20"},
		{"shift_jis", "≡", resolve.SpecialQuerySet, "%81%DF"},
		{"shift_jis", "‽", resolve.SpecialQuerySet, "%26%238253%3B"},
		{"iso-2022-jp", "¥", resolve.SpecialQuerySet, `%1B(J\%1B(B`},
		{"shift_jis", "1+1 ≡ 2%20‽", resolve.FormURLEncodedSet, "1%2B1+%81%DF+2%2520%26%238253%3B"},
		{"utf-8", "≡", resolve.UserinfoSet, "%E2%89%A1"},
		{"utf-8", "Say what‽", resolve.UserinfoSet, "Say%20what%E2%80%BD"},
		{"utf-8", "\x1f ~\x7f\xff", resolve.C0ControlSet, "%1F ~%7F%EF%BF%BD"},
		{"utf-8", " \"<>`#'", resolve.FragmentSet, "%20%22%3C%3E%60#'"},
		{"utf-8", " \"<>`#'?", resolve.QuerySet, "%20%22%3C%3E`%23'?"},
		{"utf-8", "`#'?", resolve.SpecialQuerySet, "`%23%27?"},
		{"utf-8", "#'?^`{}/:", resolve.PathSet, "%23'%3F%5E%60%7B%7D/:"},
		{"utf-8", `?/:;=@[\]|'$`, resolve.UserinfoSet, "%3F%2F%3A%3B%3D%40%5B%5C%5D%7C'$"},
		{"utf-8", "|$%&+,'!~ ", resolve.ComponentSet, "%7C%24%25%26%2B%2C'!~%20"},
		{"utf-8", ",!'()~*-._ a", resolve.FormURLEncodedSet, "%2C%21%27%28%29%7E*-._+a"},
	} {
		got := resolve.AppendPercentEncoded([]byte("x"), c.in, c.set, resolver(t, c.encoding).Encoding)
		if string(got) != "x"+c.want {
			t.Errorf("%q in %s, set %d: %q, want %q", c.in, c.encoding, c.set, got, c.want)
		}
	}
}

// TestAppendPercentDecoded holds the examples of the standard.
func TestAppendPercentDecoded(t *testing.T) {
	for in, want := range map[string]string{"%25%s%1G": "%%s%1G", "‽%25%2E": "\xE2\x80\xBD%.", "%": "%", "%4": "%4", "%fF": "\xFF"} {
		if got := resolve.AppendPercentDecoded(nil, in); string(got) != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
