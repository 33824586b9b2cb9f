package resolve_test

import (
	"strings"
	"testing"

	"htmlurl/resolve"
)

// FuzzResolve holds what is true of every reference: Resolve, Append and Explain agree, a URL has a scheme and no
// character that path and query must not have, an error names its bytes, and what is resolved stays as it is.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"../a b?ü#c", "http://Bücher.example:80", "//[v1.x]:1/./..", `\\x\y`, "a:b/../..//c"} {
		f.Add("http://u:p@h:8080/a/b/c?q", seed, uint8(0))
		f.Add("mailto:x", seed, uint8(1))
	}
	resolvers := resolvers(f, "utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-kr", "x-user-defined")
	f.Fuzz(func(t *testing.T, baseText, ref string, encoding uint8) {
		r := resolvers[int(encoding)%len(resolvers)]
		base, err := r.Parse(baseText)
		if err != nil {
			base = resolve.URL{}
		}
		u, _, err := checkAgreement(t, r, base, ref)
		if err != nil {
			checkError(t, err, ref)
			return
		}
		checkURL(t, u)
		if base.IsZero() {
			checkEscaped(t, u)
		}
		checkStable(t, r, base, u, ref)
	})
}

// checkAgreement checks that Resolve, Append and Explain come to the same, and returns it with the steps, of which there
// are always some.
func checkAgreement(t *testing.T, r resolve.Resolver, base resolve.URL, ref string) (resolve.URL, []resolve.Step, error) {
	t.Helper()
	u, err := r.Resolve(base, ref)
	appended, appendErr := r.Append([]byte("x"), base, ref)
	steps, explained, explainErr := r.Explain(base, ref)
	if (err == nil) != (appendErr == nil) || (err == nil) != (explainErr == nil) || len(steps) == 0 {
		t.Fatalf("Resolve %v, Append %v, Explain %v after %d steps", err, appendErr, explainErr, len(steps))
	}
	if string(appended) != "x"+u.String() || explained != u {
		t.Fatalf("Resolve %q, Append %q, Explain %q", u, appended, explained)
	}
	return u, steps, err
}

// resolvers returns a resolver for each encoding, with its tables built: the fuzzer would take that for something new.
func resolvers(t testing.TB, encodings ...string) []resolve.Resolver {
	t.Helper()
	var all []resolve.Resolver
	for _, encoding := range encodings {
		r := resolver(t, encoding)
		if _, err := r.Resolve(resolve.URL{}, "http://h/?é"); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// checkURL checks that the components of a URL are its parts and have nothing that should have been escaped.
func checkURL(t *testing.T, u resolve.URL) {
	t.Helper()
	scheme, ok := u.Scheme()
	if !ok {
		t.Fatalf("%q has no scheme", u)
	}
	whole := scheme + ":"
	if authority, ok := u.Authority(); ok {
		whole += "//" + authority
	}
	whole += u.Path()
	if query, ok := u.Query(); ok {
		whole += "?" + query
	}
	if fragment, ok := u.Fragment(); ok {
		whole += "#" + fragment
	}
	if whole != u.String() {
		t.Fatalf("the components of %q are %q", u, whole)
	}
}

// checkEscaped checks that an absolute reference came out with nothing in path and query that RFC 3986 forbids there.
func checkEscaped(t *testing.T, u resolve.URL) {
	t.Helper()
	const path = "%-._~!$&'()*+,;=:@/"
	query, _ := u.Query()
	for _, part := range [][2]string{{u.Path(), path}, {query, path + "?"}} {
		for _, c := range part[0] {
			letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
			if !letter && !strings.ContainsRune(part[1], c) {
				t.Fatalf("%q contains %q in %q", u, c, part[0])
			}
		}
	}
}

// checkStable checks that a URL resolves to itself, unless step 12, which comes last, moved components by making
// slashes, or the base, which is used as it is, would not.
func checkStable(t *testing.T, r resolve.Resolver, base, u resolve.URL, ref string) {
	t.Helper()
	if strings.Contains(base.String()+ref, `\`) {
		return
	}
	if !base.IsZero() {
		if clean, err := r.Resolve(resolve.URL{}, base.String()); err != nil || clean != base {
			return
		}
	}
	if again, err := r.Resolve(resolve.URL{}, u.String()); err != nil || again != u {
		t.Fatalf("%q resolves again to %q, %v", u, again, err)
	}
}

// FuzzValidity holds that a valid URL needs no escaping, and that each violation names its bytes.
func FuzzValidity(f *testing.F) {
	f.Add("http://h/ü?ü#ü", uint8(0))
	f.Add("a b%zz\\[]", uint8(1))
	resolvers := resolvers(f, "utf-8", "windows-1252", "iso-2022-jp")
	f.Fuzz(func(t *testing.T, s string, encoding uint8) {
		r := resolvers[int(encoding)%len(resolvers)]
		violations, end := 0, 0
		r.Report = func(v resolve.Violation) {
			violations++
			if v.Input != s || v.Start < end || v.End <= v.Start || v.End > len(s) || v.String() == "" {
				t.Fatalf("%q: bad violation %#v after byte %d", s, v, end)
			}
			end = v.End
		}
		base, err := r.Parse("http://h/")
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Resolve(base, s)
		if err == nil && (violations == 0) != r.ValidURL(s) {
			t.Fatalf("%q: %d violations, but valid is %t", s, violations, r.ValidURL(s))
		}
		if r.ValidURL(s) && !r.ValidURLPotentiallySurroundedBySpaces(" "+s+"\n") {
			t.Fatalf("%q is valid, but not with spaces around", s)
		}
		if c, parseErr := resolve.ParseComponents(s); r.ValidURL(s) && (parseErr != nil || c.String() != s) {
			t.Fatalf("%q is valid, but does not parse: %v", s, parseErr)
		}
	})
}
