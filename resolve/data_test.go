package resolve_test

import (
	"errors"
	"testing"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

type resolveCase struct {
	Clause   string
	Ref      string
	Base     *string
	Encoding string
	HTML5    *string
	Rule, At string // of an error
}

func TestResolve(t *testing.T) {
	for _, c := range testcase.Own[resolveCase](t, "resolve.json") {
		r := resolver(t, c.Encoding)
		got, err := resolveOn(r, c.Base, c.Ref)
		switch {
		case c.HTML5 == nil && err == nil:
			t.Errorf("%s: %q on %s is %q, want an error", c.Clause, c.Ref, show(c.Base), got)
		case c.HTML5 != nil && err != nil:
			t.Errorf("%s: %q on %s: %v, want %q", c.Clause, c.Ref, show(c.Base), err, *c.HTML5)
		case c.HTML5 != nil && got.String() != *c.HTML5:
			t.Errorf("%s: %q on %s is\n %q, want\n %q", c.Clause, c.Ref, show(c.Base), got, *c.HTML5)
		case c.HTML5 == nil:
			checkError(t, err, c.Ref)
			if bad, ok := errors.AsType[*resolve.Error](err); ok && (string(bad.Rule) != c.Rule || c.Ref[bad.Start:bad.End] != c.At) {
				t.Errorf("%s: %q on %s: %v, want %s at %q", c.Clause, c.Ref, show(c.Base), err, c.Rule, c.At)
			}
		}
	}
}

// checkError checks that an error names a rule and bytes of the input.
func checkError(t *testing.T, err error, input string) {
	t.Helper()
	bad, ok := errors.AsType[*resolve.Error](err)
	if !ok || bad.Input != input || bad.Start < 0 || bad.End < bad.Start || bad.End > len(input) || bad.Rule == "" || err.Error() == "" {
		t.Errorf("%q: error without rule or bytes: %#v", input, err)
	}
	if !errors.Is(err, bad.Rule) {
		t.Errorf("%q: errors.Is does not find rule %s", input, string(bad.Rule))
	}
}

func resolver(t testing.TB, encoding string) resolve.Resolver {
	t.Helper()
	if encoding == "" {
		return resolve.Resolver{}
	}
	e, err := resolve.LookupEncoding(encoding)
	if err != nil {
		t.Fatal(err)
	}
	return resolve.Resolver{Encoding: e}
}

// parse parses a base, silently; "" is none.
func parse(t testing.TB, r resolve.Resolver, s string) resolve.URL {
	t.Helper()
	base, err := parseBase(r, s)
	if err != nil {
		t.Fatalf("base %q: %v", s, err)
	}
	return base
}

func parseBase(r resolve.Resolver, s string) (resolve.URL, error) {
	if s == "" {
		return resolve.URL{}, nil
	}
	r.Report = nil
	return r.Parse(s)
}

// resolveOn resolves relative to a base that may itself be no URL, which is the error then; nil and "" are no base.
func resolveOn(r resolve.Resolver, base *string, ref string) (resolve.URL, error) {
	if base == nil {
		return r.Resolve(resolve.URL{}, ref)
	}
	b, err := parseBase(r, *base)
	if err != nil {
		return resolve.URL{}, err
	}
	return r.Resolve(b, ref)
}

func show(s *string) string {
	if s == nil {
		return "nothing"
	}
	return *s
}

type componentsCase struct {
	Clause string
	Input  string
	HTML5  *struct {
		Scheme, Host, Port, HostPort, Path, Query, Fragment *string
		HostSpecific                                        *string `json:"host_specific"`
	}
}

func TestParseComponents(t *testing.T) {
	for _, c := range testcase.Own[componentsCase](t, "components.json") {
		got, err := resolve.ParseComponents(c.Input)
		if c.HTML5 == nil || err != nil {
			if c.HTML5 != nil || err == nil {
				t.Errorf("%s: %q: error %v", c.Clause, c.Input, err)
			} else {
				checkError(t, err, c.Input)
			}
			continue
		}
		check := func(name string, want *string, got string, ok bool) {
			t.Helper()
			if ok != (want != nil) || ok && got != *want {
				t.Errorf("%s: %q: %s is %q, %t, want %s", c.Clause, c.Input, name, got, ok, show(want))
			}
		}
		scheme, ok := got.Scheme()
		check("scheme", c.HTML5.Scheme, scheme, ok)
		host, ok := got.Host()
		check("host", c.HTML5.Host, host, ok)
		port, ok := got.Port()
		check("port", c.HTML5.Port, port, ok)
		hostport, ok := got.HostPort()
		check("hostport", c.HTML5.HostPort, hostport, ok)
		check("path", c.HTML5.Path, got.Path(), true)
		query, ok := got.Query()
		check("query", c.HTML5.Query, query, ok)
		fragment, ok := got.Fragment()
		check("fragment", c.HTML5.Fragment, fragment, ok)
		check("host-specific", c.HTML5.HostSpecific, got.HostSpecific(), true)
	}
}

type validityCase struct {
	Clause         string
	Input          string
	Encoding       string
	Valid          bool
	NonEmpty       bool `json:"non_empty"`
	Spaces         bool
	NonEmptySpaces bool `json:"non_empty_spaces"`
}

func TestValidity(t *testing.T) {
	for _, c := range testcase.Own[validityCase](t, "validity.json") {
		r := resolver(t, c.Encoding)
		got := [4]bool{
			r.ValidURL(c.Input), r.ValidNonEmptyURL(c.Input),
			r.ValidURLPotentiallySurroundedBySpaces(c.Input), r.ValidNonEmptyURLPotentiallySurroundedBySpaces(c.Input),
		}
		if want := [4]bool{c.Valid, c.NonEmpty, c.Spaces, c.NonEmptySpaces}; got != want {
			t.Errorf("%s: %q in %q: %v, want %v", c.Clause, c.Input, c.Encoding, got, want)
		}
	}
}
