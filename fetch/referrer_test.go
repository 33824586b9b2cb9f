package fetch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/fetch"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// page parses a document that came from address.
func page(t *testing.T, e resolve.Edition, address, text string, header http.Header) *document.Document {
	t.Helper()
	d, err := document.Parse(strings.NewReader(text), document.Options{Address: address, Edition: e, Header: header})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// innermost returns the last of the documents that are in each other.
func innermost(t *testing.T, d *document.Document) *document.Document {
	t.Helper()
	for frame, err := range d.Frames() {
		if err != nil {
			t.Fatal(err)
		}
		return innermost(t, frame)
	}
	return d
}

// TestReferrer holds steps 1 to 7 of W3C HTML5 2.7.2 (2012) to the data: which Referer field arrives.
func TestReferrer(t *testing.T) {
	type referrerCase struct {
		Clause, HTML, Override, Target string
		Document, Referer              *string
	}
	for _, c := range testcase.Own[referrerCase](t, "fetch/referrer.json") {
		w := newWeb(t, hello)
		r := to(t, c.Target)
		if c.Document != nil {
			r.Document = innermost(t, page(t, resolve.HTML5, *c.Document, c.HTML, nil))
		}
		if c.Override != "" {
			r.Referrer = parse(t, resolve.HTML5, c.Override)
		}
		want := "none"
		if c.Referer != nil {
			want = *c.Referer
		}
		checkReferer(t, w, c.Clause, r, want)
	}
}

// checkReferer holds the Referer field of the last request, and what the Response says of it.
func checkReferer(t *testing.T, w *web, clause string, r fetch.Request, want string) {
	t.Helper()
	o := fetchAll(t, w.client(), r)
	if o.err != nil {
		t.Errorf("%s: %v", clause, o.err)
		return
	}
	if got := w.last(t).field("Referer"); got != want {
		t.Errorf("%s: Referer: %s, want %s", clause, got, want)
	}
	if o.Referrer != strings.TrimPrefix(want, "none") {
		t.Errorf("%s: the response says %q, want %s", clause, o.Referrer, want)
	}
}

// TestReferrerOfRedirects holds that the referrer is determined before the main step, which each redirect redoes: it
// stays the same, but goes from no https: source to an http: target.
func TestReferrerOfRedirects(t *testing.T) {
	for _, c := range []struct{ source, to, want string }{
		{"http://a.example.com/p#f", "/x", "http://a.example.com/p"},
		{"http://a.example.com/p", "http://b.example.com/", "http://a.example.com/p"},
		{"http://a.example.com/p", "http://b.example.com/?to=https://c.example.com/", "http://a.example.com/p"},
		{"https://a.example.com/p", "https://b.example.com/", "https://a.example.com/p"},
		{"https://a.example.com/p", "http://b.example.com/", "none"},
	} {
		w := newWeb(t, setCookie)
		u := parse(t, resolve.HTML5, "https://h.example.com/?to="+c.to)
		checkReferer(t, w, c.to, fetch.Request{URL: u, Document: page(t, resolve.HTML5, c.source, "", nil)}, c.want)
		if got := w.first(t).field("Referer"); !strings.HasPrefix(c.source, got) {
			t.Errorf("%s: first Referer: %s", c.to, got)
		}
	}
}

// TestReferrerInjection holds that no address of a document brings another field into the header.
func TestReferrerInjection(t *testing.T) {
	for _, path := range []string{"\r\nX-Injected: 1", "?\nX-Injected: 1", "\x00"} {
		address := "http://a.example.com/" + path
		for _, e := range resolve.Editions() {
			u, err := resolve.Resolver{Edition: e}.Parse(address)
			if err != nil {
				continue
			}
			w := newWeb(t, hello)
			fetchAll(t, w.client(), fetch.Request{URL: parse(t, e, "http://h.example.com/"), Referrer: u})
			for _, q := range w.seen() {
				if got := q.field("X-Injected"); got != "none" {
					t.Errorf("%v, %q: X-Injected: %s", e, address, got)
				}
			}
		}
	}
}

// TestReferrerOfCaller holds that the fields that a caller adds do not say where a request comes from beside the
// referrer.
func TestReferrerOfCaller(t *testing.T) {
	w := newWeb(t, hello)
	r := fetch.Request{
		URL:      parse(t, resolve.HTML5, "http://h.example.com/"),
		Referrer: parse(t, resolve.HTML5, "http://a.example.com/p"),
		Header:   http.Header{"Referer": {"http://x.example.com/"}},
	}
	fetchAll(t, w.client(), r)
	if got := w.last(t).field("Referer"); strings.Contains(got, "|") {
		t.Errorf("Referer: %s", got)
	}
}

// policies is a Client of the Web with today's referrer policies.
func (w *web) policies() *fetch.Client {
	c := w.client()
	c.Edition, c.ReferrerPolicies = resolve.Living, true
	return c
}

// TestReferrerPolicies holds web-platform-tests to what arrives: the referrer of requests, also redirected ones, from a
// srcdoc document in one that has the policy.
func TestReferrerPolicies(t *testing.T) {
	type wptCase struct {
		Delivery, Policy, Target, Redirection string
		SourceScheme                          string `json:"source_scheme"`
		Expected                              string `json:"expected_referrer"`
	}
	w := newWeb(t, setCookie)
	client := w.policies()
	for _, c := range testcase.Conformance[wptCase](t, "referrer/srcdoc-inherit.json") {
		name := fmt.Sprintf("%+v", c)
		origin := c.SourceScheme + "://example.com"
		hops := hopsOf(t, c.Target, c.Redirection)
		first := hops[0]
		if len(hops) > 1 {
			first += "?to=" + hops[1]
		}
		w.forget()
		d := innermost(t, delivered(t, origin+"/dir/page?q#f", c.Delivery, c.Policy))
		if o := fetchAll(t, client, fetch.Request{URL: parse(t, resolve.Living, first), Document: d}); o.err != nil {
			t.Errorf("%s: %v", name, o.err)
			continue
		}
		want, known := map[string]string{
			"omitted": "none", "origin": origin + "/", "stripped-referrer": origin + "/dir/page?q",
		}[c.Expected]
		if got := w.last(t).field("Referer"); got != want || !known || len(w.seen()) != len(hops) {
			t.Errorf("%s: Referer: %s, want %s", name, got, want)
		}
	}
}

// delivered returns a document with a srcdoc document in it, whose policy was delivered that way.
func delivered(t *testing.T, address, delivery, policy string) *document.Document {
	t.Helper()
	text := "<iframe srcdoc=x>"
	header := http.Header{}
	switch {
	case policy == "unset":
	case delivery == "http-rp":
		header.Set("Referrer-Policy", policy)
	case delivery == "meta":
		text = fmt.Sprintf("<meta name=referrer content=%q>", policy) + text
	default:
		t.Fatalf("unknown delivery %s", delivery)
	}
	return page(t, resolve.Living, address, text, header)
}

// hopsOf returns the URLs of a request and its redirect: keep-origin redirects to the same origin, swap-origin to the
// other.
func hopsOf(t *testing.T, target, redirection string) []string {
	t.Helper()
	const same, cross = "://example.com/x", "://www1.example.com/x"
	where, scheme, _ := strings.Cut(target, "-")
	host, other := same, cross
	if where == "cross" {
		host, other = cross, same
	}
	switch redirection {
	case "no-redirect":
		return []string{scheme + host}
	case "keep-origin":
		return []string{scheme + host, scheme + host + "?redirected"}
	case "swap-origin":
		return []string{scheme + host, scheme + other}
	}
	t.Fatalf("unknown redirection %s", redirection)
	return nil
}

// TestReferrerPolicyTable holds the project's own data to what arrives: a policy applied to a source and a target.
func TestReferrerPolicyTable(t *testing.T) {
	type referrerCase struct {
		Clause, Policy, Source, Target string
		Referrer                       *string
	}
	w := newWeb(t, hello)
	client := w.policies()
	checked := 0
	for _, c := range testcase.Own[referrerCase](t, "referrer.json") {
		target, err := resolve.Resolver{Edition: resolve.Living}.Parse(c.Target)
		scheme, _ := target.Scheme()
		if c.Referrer == nil || err != nil || scheme != "http" && scheme != "https" || len(*c.Referrer) > 1<<16 {
			continue
		}
		checked++
		w.forget()
		r := fetch.Request{URL: target, Referrer: parse(t, resolve.Living, c.Source), ReferrerPolicy: c.Policy}
		if o := fetchAll(t, client, r); o.err != nil {
			t.Errorf("%+v: %v", c, o.err)
			continue
		}
		if got := w.last(t).field("Referer"); strings.TrimPrefix(got, "none") != *c.Referrer {
			t.Errorf("%+v: Referer: %s, want %q", c, got, *c.Referrer)
		}
	}
	const wantChecked = 78
	if checked != wantChecked {
		t.Errorf("%d cases, want %d", checked, wantChecked)
	}
}

// TestReferrerPolicyInheritance holds what web-platform-tests say in words of documents that inherit a policy, for the
// links in them.
func TestReferrerPolicyInheritance(t *testing.T) {
	const origin, full = "<meta name=referrer content=origin>", "<meta name=referrer content=unsafe-url>"
	const link = `<a href=http://x.example.com/>`
	held := map[string]struct{ address, page, want string }{
		"srcdoc iframe fetch":                                     {"", origin + `<iframe srcdoc='` + link + `'>`, "origin"},
		"parent policy changed to unsafe-url after creation":      {"", origin + `<iframe srcdoc='` + link + `'></iframe>` + full, "origin"},
		"srcdoc inside srcdoc":                                    {"", origin + `<iframe srcdoc="<iframe srcdoc='` + link + `'>">`, "origin"},
		"srcdoc with own <meta name=referrer content=unsafe-url>": {"", origin + `<iframe srcdoc='` + full + link + `'>`, "full"},
		"data: iframe":                                            {"data:text/html,x", full + link, "none"},
		"fetch() in about:blank iframe, referrer client":          {"about:blank", full + link, "none"},
		`sandbox="allow-scripts" srcdoc`:                          {"", full + `<iframe sandbox=allow-scripts srcdoc='` + link + `'>`, "none"},
		`sandbox="allow-same-origin allow-scripts" srcdoc`:        {"", full + `<iframe sandbox="allow-same-origin allow-scripts" srcdoc='` + link + `'>`, "full"},
	}
	// A request has an override referrer source for that; the others are of scripts.
	elsewhere := map[string]bool{
		"fetch with explicit referrer URL": true, "document.referrer in about:blank iframe": true,
		"javascript: child of srcdoc; srcdoc navigated to javascript:": true,
	}
	type wptCase struct{ WPT, Case, Expected string }
	w := newWeb(t, hello)
	for _, c := range testcase.Conformance[wptCase](t, "referrer/inheritance-generic.json") {
		h, ok := held[c.Case]
		if !ok {
			if !elsewhere[c.Case] {
				t.Errorf("unknown case %q", c.Case)
			}
			continue
		}
		address := h.address
		if address == "" {
			address = "http://a.example.com/p?q#f"
		}
		d := innermost(t, page(t, resolve.Living, address, h.page, nil))
		const origin, full = "http://a.example.com/", "http://a.example.com/p?q"
		want := map[string]string{"origin": origin, "full": full, "none": "none"}[h.want]
		followLink(t, w.policies(), d)
		if got := w.last(t).field("Referer"); got != want {
			t.Errorf("%s: Referer: %s, want %s (%s)", c.Case, got, want, c.Expected)
		}
	}
}

// followLink fetches the only link of a document.
func followLink(t *testing.T, c *fetch.Client, d *document.Document) outcome {
	t.Helper()
	for link := range d.Links() {
		response, err := c.FetchLink(t.Context(), link)
		return readAll(t, response, err)
	}
	t.Fatal("no link")
	return outcome{}
}

// TestReferrerPolicyOfRedirects holds that a redirect is a request of its own: its source is the referrer of the one
// before, its policy that of the redirect, if it has one.
//
// Spec: https://w3c.github.io/webappsec-referrer-policy/#set-requests-referrer-policy-on-redirect
func TestReferrerPolicyOfRedirects(t *testing.T) {
	for _, c := range []struct{ policy, redirect, target, want string }{
		{"unsafe-url", "", "http://b.example.com/", "http://a.example.com/p"},
		{"unsafe-url", "no-referrer", "http://b.example.com/", "none"},
		{"unsafe-url", "origin", "http://b.example.com/", "http://a.example.com/"},
		{"unsafe-url", "nonsense", "http://b.example.com/", "http://a.example.com/p"},
		{"unsafe-url", "no-referrer, origin", "http://b.example.com/", "http://a.example.com/"},
		{"origin", "unsafe-url", "http://b.example.com/", "http://a.example.com/"},
		{"no-referrer", "unsafe-url", "http://b.example.com/", "none"},
		{"same-origin", "", "http://b.example.com/", "none"},
		{"same-origin", "unsafe-url", "http://b.example.com/", "http://a.example.com/p"},
		{"strict-origin-when-cross-origin", "", "http://a.example.com/x", "http://a.example.com/p"},
	} {
		w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/start" {
				w.Header().Set("Referrer-Policy", c.redirect)
				w.Header().Set("Location", c.target)
				w.WriteHeader(http.StatusFound)
			}
		})
		d := page(t, resolve.Living, "http://a.example.com/p#f", "", http.Header{"Referrer-Policy": {c.policy}})
		r := fetch.Request{URL: parse(t, resolve.Living, "http://a.example.com/start"), Document: d}
		if o := fetchAll(t, w.policies(), r); o.err != nil {
			t.Errorf("%+v: %v", c, o.err)
			continue
		}
		if got := w.last(t).field("Referer"); got != c.want {
			t.Errorf("%+v: Referer: %s", c, got)
		}
	}
}

// TestReferrerPolicyOfLinks holds that the policy of an element goes before that of the document.
func TestReferrerPolicyOfLinks(t *testing.T) {
	for text, want := range map[string]string{
		`<a href=http://x.example.com/>`:                                    "http://a.example.com/",
		`<a href=http://x.example.com/ rel=noreferrer>`:                     "none",
		`<a href=http://x.example.com/ referrerpolicy=unsafe-url>`:          "http://a.example.com/p",
		`<a href=http://x.example.com/ referrerpolicy=never>`:               "http://a.example.com/",
		`<img src=http://x.example.com/ referrerpolicy=no-referrer>`:        "none",
		`<meta name=referrer content=always><a href=http://x.example.com/>`: "http://a.example.com/p",
	} {
		w := newWeb(t, hello)
		d := page(t, resolve.Living, "http://a.example.com/p#f", text, nil)
		if o := followLink(t, w.policies(), d); o.err != nil {
			t.Errorf("%s: %v", text, o.err)
			continue
		}
		if got := w.last(t).field("Referer"); got != want {
			t.Errorf("%s: Referer: %s, want %s", text, got, want)
		}
		w.forget()
		old := page(t, resolve.HTML5, "http://a.example.com/p#f", text, nil)
		followLink(t, w.client(), old)
		want = "http://a.example.com/p"
		if strings.Contains(text, "rel=noreferrer") { // the link type of 2012
			want = "none"
		}
		if got := w.last(t).field("Referer"); got != want {
			t.Errorf("%s: by the rules of 2012: Referer: %s", text, got)
		}
	}
}
