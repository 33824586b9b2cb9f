package resolve_test

import (
	"testing"

	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// living returns a resolver of today's rules.
func living(t testing.TB, encoding string) resolve.Resolver {
	r := resolver(t, encoding)
	r.Edition = resolve.Living
	return r
}

type urlTestCase struct {
	Input                                                                      string
	Base                                                                       *string
	Failure                                                                    bool
	Href                                                                       string
	Origin                                                                     *string
	Protocol, Username, Password, Host, Hostname, Port, Pathname, Search, Hash string
}

// TestURLTestData holds the parser's test data of the web platform tests and of ada.
func TestURLTestData(t *testing.T) {
	for _, name := range []string{"urltestdata", "ada_extra_urltestdata", "ada_long_urltestdata"} {
		for _, c := range testcase.ConformanceObjects[urlTestCase](t, "url/"+name+".json") {
			r := living(t, "")
			var base resolve.URL
			var err error
			if c.Base != nil {
				base, err = r.Parse(*c.Base)
			}
			var u resolve.URL
			if err == nil {
				u, err = r.Resolve(base, c.Input)
			}
			if c.Failure != (err != nil) || u.String() != c.Href && !c.Failure {
				t.Errorf("%s: %q on %s: %q, %v, want %q", name, c.Input, show(c.Base), u, err, c.Href)
				continue
			}
			if err != nil {
				continue
			}
			password, _ := u.Password()
			host, _ := u.Host()
			port, _ := u.Port()
			scheme, _ := u.Scheme()
			got := [6]string{scheme + ":", u.Username(), password, host, port, u.Path()}
			if want := [6]string{c.Protocol, c.Username, c.Password, c.Hostname, c.Port, c.Pathname}; got != want {
				t.Errorf("%s: %q on %s: %q, want %q", name, c.Input, show(c.Base), got, want)
			}
		}
	}
}
