package document_test

import (
	"fmt"
	"strings"
	"testing"

	"htmlurl/document"
	"htmlurl/internal/testcase"
	"htmlurl/resolve"
)

// TestFacts holds what a link says about its target.
func TestFacts(t *testing.T) {
	for _, c := range []struct{ page, want string }{
		{"<a href=x rel='NoFollow  me'>", "rel=[nofollow me] nofollow"},
		{"<meta name=ROBOTS content='index, NONE'><a href=x>", "rel=[] nofollow"},
		{"<meta name=robots content='index,nofollow'><a href=x>", "rel=[] nofollow"},
		{"<meta name=robots content='nofollowing'><a href=x>", "rel=[]"},
		{"<template><meta name=robots content=none></template><a href=x>", "rel=[]"},
		{"<a href=x referrerpolicy=ORIGIN>", "rel=[] referrer=origin"},
		{"<a href=x referrerpolicy=never>", "rel=[]"},
		{"<a href=x referrerpolicy=origin rel=noreferrer>", "rel=[noreferrer] referrer=no-referrer"},
		{"<img src=x>", "rel=[]"},
		{"<img src=x crossorigin>", "rel=[] cors=Anonymous"},
		{"<img src=x crossorigin=ANONYMOUS>", "rel=[] cors=Anonymous"},
		{"<img src=x crossorigin=unknown>", "rel=[] cors=Anonymous"},
		{"<img src=x crossorigin=Use-Credentials>", "rel=[] cors=Use Credentials"},
		{"<img src=x crossorigin=' use-credentials'>", "rel=[] cors=Anonymous"},
		{"<video crossorigin><track src=x>", "rel=[] cors=Anonymous"},
		{"<audio><source src=x crossorigin>", "rel=[]"},
		{"<picture><source srcset=x><img crossorigin=use-credentials>", "rel=[] cors=Use Credentials"},
		{"<a href=x target=t>", "rel=[] target=t"},
		{"<base target=b><base target=c><a href=x>", "rel=[] target=b"},
		{"<base target=b><a href=x target=''>", "rel=[]"},
		{"<base target=''><base target=b><a href=x>", "rel=[]"},
		{"<form target=T><button formaction=x>", "rel=[] target=T"},
		{"<form><button formaction=x>", "rel=[]"},
		{"<a href=x target='a\n<b'>", "rel=[] target=_blank"},
		{"<a href=x target='a<b'>", "rel=[] target=a<b"},
		{"<a href=h rel=nofollow target=t style='a:url(x)'>T</a>", "rel=[]"},
		{"<a href=h rel=nofollow target=t ping=x>T</a>", "rel=[]"},
		{"<meta name=robots content=index><meta name=robots content=nofollow><meta name=robots content=index><a href=x>", "rel=[] nofollow"},
		{"<form action=x>T</form>", "rel=[]"},
		{"<base target=b><form action=x>", "rel=[] target=b"},
		{"<base target=b><button formaction=x>", "rel=[] target=b"},
		{"<base target=b><button formaction=x formtarget=f>", "rel=[] target=f"},
		{"<base target=b><link rel=next href=x>", "rel=[next]"},
		{"<base target=b><img src=x>", "rel=[]"},
		{"<a href=x hreflang=de type=text/html>", "rel=[] hreflang=de type=text/html"},
		{"<link rel=stylesheet href=x media=print title=T>", "rel=[stylesheet] media=print text=T"},
		{"<a href=x> A <b>b</b>\n<img alt=c><script>s</script><br>d</a>", "rel=[] text=A b c d"},
		{"<a href=x><template>t</template></a>", "rel=[]"},
		{"<map><area href=x alt=A></map>", "rel=[] text=A"},
		{"<svg><a href=x><title>T</title><style>s</style></a></svg>", "rel=[] text=T"},
	} {
		d := mustParse(t, c.page, document.Options{Address: "http://h/"})
		found := false
		for link := range d.Links() {
			found = found || link.Raw == "x"
			if got := facts(link); link.Raw == "x" && got != c.want {
				t.Errorf("%s: %q, want %q", c.page, got, c.want)
			}
		}
		if !found {
			t.Errorf("%s: no link", c.page)
		}
	}
	d := mustParse(t, "", document.Options{Address: "http://h/", Header: map[string][]string{
		"Link":         {`<x>; rel="preload nofollow"; as=image; crossorigin; referrerpolicy=origin; hreflang=fr; media=m; type=t; title="a, b"`},
		"X-Robots-Tag": {"noindex", "otherbot: noindex, nofollow"},
	}})
	const want = "rel=[preload nofollow] nofollow referrer=origin cors=Anonymous hreflang=fr type=t media=m text=a, b"
	for link := range d.Links() {
		if got := facts(link); got != want {
			t.Errorf("Link header: %q, want %q", got, want)
		}
	}
}

// TestRobotsField holds that an X-Robots-Tag header field asks all robots, unless it names one.
func TestRobotsField(t *testing.T) {
	for field, want := range map[string]bool{
		"nofollow": true, "noindex, NONE": true, "noindex": false, "otherbot: nofollow": false,
		"noindex, max-snippet: 5, nofollow": true, "unavailable_after: 25 Jun 2030 15:00:00 PST": false,
	} {
		d := mustParse(t, "<a href=x>", document.Options{Header: map[string][]string{"X-Robots-Tag": {field}}})
		for link := range d.Links() {
			if link.NoFollow() != want {
				t.Errorf("%s: %t", field, link.NoFollow())
			}
		}
	}
}

// TestCleanReferrer holds which URLs are no referrer: W3C HTML5 2.7.2 (2012), steps 6 and 7.
func TestCleanReferrer(t *testing.T) {
	for source, want := range map[string]string{
		"http://h/p?q#f": "http://h/p?q", "data:x": "", "JavaScript:x": "", "about:blank#f": "", "about:blank?q": "about:blank?q",
	} {
		u, err := resolve.Resolver{}.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := document.CleanReferrer(u); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// facts lists the facts of a link that are not empty.
func facts(l document.Link) string {
	parts := []string{fmt.Sprintf("rel=%v", l.Rel())}
	if l.NoFollow() {
		parts = append(parts, "nofollow")
	}
	if l.CrossOrigin() != document.NoCORS {
		parts = append(parts, "cors="+l.CrossOrigin().String())
	}
	if p := l.ReferrerPolicy(); p != "" {
		parts = append(parts[:len(parts):len(parts)], "referrer="+p)
		if last := len(parts) - 2; strings.HasPrefix(parts[last], "cors=") {
			parts[last], parts[last+1] = parts[last+1], parts[last]
		}
	}
	for _, fact := range []struct{ name, value string }{
		{"target", l.Target()}, {"hreflang", l.Hreflang()}, {"type", l.Type()}, {"media", l.Media()}, {"text", l.Text()},
	} {
		if fact.value != "" {
			parts = append(parts, fact.name+"="+fact.value)
		}
	}
	return strings.Join(parts, " ")
}

// TestReferrer holds the referrer of documents by the rules of 2012, and by today's.
func TestReferrer(t *testing.T) {
	for _, c := range []struct{ address, page, old, now string }{
		{"http://u:p@h/p?q#f", "<a href=http://x/>", "http://u:p@h/p?q", "http://h/"},
		{"http://h/p", "<a href=/x>", "http://h/p", "http://h/p"},
		{"https://h/p", "<a href=http://x/>", "https://h/p", ""},
		{"http://h/p", "<meta name=referrer content=unsafe-url><a href=http://x/>", "http://h/p", "http://h/p"},
		{"http://h/p", "<a href=http://x/ rel=noreferrer>", "http://h/p", ""},
		{"http://h/p", "<a href=mailto:x>", "http://h/p", ""},
		{"http://h/p", "<a href='http://['>", "http://h/p", ""},
		{"http://h/p", "<template><meta name=referrer content=no-referrer></template><a href=/x>", "http://h/p", "http://h/p"},
		{"data:text/html,x", "<a href=http://x/>", "", ""},
		{"about:blank", "<a href=http://x/>", "", ""},
		{"file:///p", "<a href=http://x/>", "", ""},
		{"http://h/p#f", "<iframe srcdoc='<a href=/x>'>", "http://h/p", "http://h/p"},
		{"http://h/p#f", "<iframe sandbox srcdoc='<a href=/x>'>", "http://h/p", ""},
	} {
		for edition, want := range map[resolve.Edition]string{resolve.HTML5: c.old, resolve.Living: c.now} {
			d := mustParse(t, c.page, document.Options{Address: c.address, Edition: edition})
			for frame := range d.Frames() {
				d = frame
			}
			got := d.Referrer()
			if edition == resolve.Living {
				for link := range d.Links() {
					got = d.ReferrerOf(link)
				}
			}
			if got != want {
				t.Errorf("%s, %s, %v: %q, want %q", c.address, c.page, edition, got, want)
			}
		}
	}
}

// TestReferrerConformance holds the referrer of requests from a srcdoc document, without redirects; package policy has all
// cases.
func TestReferrerConformance(t *testing.T) {
	type inheritCase struct {
		Delivery, Policy, Target, Redirection string
		SourceScheme                          string `json:"source_scheme"`
		Expected                              string `json:"expected_referrer"`
	}
	checked := 0
	for _, c := range testcase.Conformance[inheritCase](t, "referrer/srcdoc-inherit.json") {
		if c.Redirection != "no-redirect" {
			continue
		}
		origin := c.SourceScheme + "://h"
		where, scheme, _ := strings.Cut(c.Target, "-")
		target := map[string]string{"same": scheme + "://h/", "cross": scheme + "://x/"}[where]
		o := document.Options{Address: origin + "/p?q#f", Edition: resolve.Living}
		page := fmt.Sprintf("<iframe srcdoc='<a href=%s>'>", target)
		if c.Delivery == "meta" {
			page = fmt.Sprintf("<meta name=referrer content=%q>", c.Policy) + page
		} else {
			o.Header = map[string][]string{"Referrer-Policy": {c.Policy}}
		}
		want := map[string]string{"omitted": "", "origin": origin + "/", "stripped-referrer": origin + "/p?q"}[c.Expected]
		for frame := range mustParse(t, page, o).Frames() {
			for link := range frame.Links() {
				checked++
				if got := frame.ReferrerOf(link); got != want {
					t.Errorf("%+v: %q, want %q", c, got, want)
				}
			}
		}
	}
	const wantChecked = 86
	if checked != wantChecked {
		t.Errorf("%d cases, want %d", checked, wantChecked)
	}
}

// TestReferrerInheritance holds what the public data says in words about documents that inherit a referrer policy.
func TestReferrerInheritance(t *testing.T) {
	const origin = `<meta name=referrer content=origin>`
	const full = `<meta name=referrer content=unsafe-url>`
	for _, c := range []struct{ name, page, want string }{
		{"srcdoc iframe", origin + `<iframe srcdoc='<a href=http://x/>'>`, "http://h/"},
		{"parent policy changed after creation", origin + `<iframe srcdoc='<a href=http://x/>'></iframe>` + full, "http://h/"},
		{"srcdoc inside srcdoc", origin + `<iframe srcdoc="<iframe srcdoc='<a href=http://x/>'>">`, "http://h/"},
		{"srcdoc with a policy of its own", origin + `<iframe srcdoc='` + full + `<a href=http://x/>'>`, "http://h/p"},
		{"sandbox=allow-scripts", full + `<iframe sandbox=allow-scripts srcdoc='<a href=http://x/>'>`, ""},
		{"sandbox=allow-same-origin", full + `<iframe sandbox='allow-scripts ALLOW-same-origin' srcdoc='<a href=http://x/>'>`, "http://h/p"},
	} {
		var last *document.Document
		for d := mustParse(t, c.page, document.Options{Address: "http://h/p#f", Edition: resolve.Living}); d != nil; {
			last, d = d, firstFrame(d)
		}
		found := false
		for link := range last.Links() {
			found = true
			if got := last.ReferrerOf(link); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		}
		if !found {
			t.Errorf("%s: no link", c.name)
		}
	}
}

func firstFrame(d *document.Document) *document.Document {
	for frame := range d.Frames() {
		return frame
	}
	return nil
}
