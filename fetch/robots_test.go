package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"htmlurl/fetch"
)

// robotsExample is the file of RFC 9309, 5.1.
const robotsExample = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

`

const wantRobotsCases = 76

// robotsCases are checked for the agent "foobot", unless they name another. The paths are separated by spaces.
var robotsCases = []struct {
	clause, file        string
	allowed, disallowed string
	agent               string
}{
	{"2.1 an empty file", "", "/ /a?b", "", ""},
	{"2.2 NL", "user-agent: *\rdisallow: /a\r\rdisallow: /b", "/c", "/a /b", ""},
	{"2.2 NL", "user-agent: *\r\ndisallow: /a\n\rdisallow: /b\r\n", "/c", "/a /b", ""},
	{"2.2 WS", " \tuser-agent\t : \t* \t\n\tdisallow \t:\t /a \t", "/c", "/a", ""},
	{"2.2 a key is in any ASCII case", "USER-AGENT: *\ndisALLOW: /a\nALLow: /ab", "/c /ab", "/a", ""},
	{"2.2 comments", "user-agent: * # all\n#x\ndisallow: /a#b\n# disallow: /b", "/b", "/a", ""},
	{"2.2 an empty pattern", "user-agent: *\ndisallow:\nallow: \ndisallow: # /", "/ /a", "", ""},
	{"2.2 a record without a colon", "user-agent: *\ndisallow /a", "/a", "", ""},
	{"2.2 a value with colons", "user-agent: *\ndisallow: /a:b:c", "/a:b", "/a:b:c", ""},
	{"2.3 a byte order mark", "\uFEFFuser-agent: *\ndisallow: /a", "/", "/a", ""},
	{"2.2 NUL", "user-agent: *\ndisallow: /a\x00b\n\x00disallow: /c\ndisallow\x00: /d", "/a /ab /c /d", "/a%00b", ""},
	{"2.2 no UTF-8", "user-agent: *\ndisallow: /\xe9", "/%C3%A9", "/%E9 /\xe9", ""},

	{"2.2.1 any case", "user-agent: FooBot\ndisallow: /a", "/", "/a", ""},
	{"2.2.1 any case", "user-agent: foobot\ndisallow: /a", "/", "/a", "FOOBOT"},
	{"2.2.1 the whole token", "user-agent: foo\ndisallow: /a", "/a", "", ""},
	{"2.2.1 the whole token", "user-agent: foobots\ndisallow: /a", "/a", "", ""},
	{"2.2.1 what follows the token", "user-agent: foobot/1.0 (x)\ndisallow: /a", "/", "/a", ""},
	{"2.2.1 what follows the token", "user-agent: foobot\ndisallow: /a", "/", "/a", "foobot/2.0 (+https://foo)"},
	{"2.2.1 groups are combined", "user-agent: foobot\ndisallow: /a\ndisallow: /b\n\nuser-agent: foobot\ndisallow: /c",
		"/", "/a /b /c", ""},
	{"2.2.1 groups are combined",
		"user-agent: x\nuser-agent: foobot\ndisallow: /a\nuser-agent: *\ndisallow: /b\nuser-agent: FOOBOT\nallow: /ab",
		"/ab /b", "/a", ""},
	{"2.2.1 groups are combined",
		"user-agent: *\ndisallow: /a\nuser-agent: x\ndisallow: /b\nuser-agent: *\ndisallow: /c",
		"/b", "/a /c", ""},
	{"2.2.1 no group but that of *", "user-agent: x\ndisallow: /\nuser-agent: *\ndisallow: /a", "/b", "/a", ""},
	{"2.2.1 no group at all", "user-agent: x\ndisallow: /", "/ /a", "", ""},
	{"2.2.1 both in one group", "user-agent: *\nuser-agent: foobot\ndisallow: /a\nuser-agent: *\ndisallow: /b",
		"/b", "/a", ""},
	{"2.2.1 an agent twice in a group", "user-agent: foobot\nuser-agent: foobot\ndisallow: /a", "/", "/a", ""},
	{"2.2.1 an agent without a token", "user-agent:\ndisallow: /a\nuser-agent: *\ndisallow: /b", "/a", "/b", " "},
	{"2.2.1 an agent that is a star", "user-agent: *\ndisallow: /a", "/", "/a", "*"},

	{"2.2.2 case", "user-agent: *\ndisallow: /a", "/A", "/a", ""},
	{"2.2.2 from the first octet", "user-agent: *\ndisallow: /a\ndisallow: b\ndisallow: /c*d",
		"/b/a /b /x/c/d", "/a", ""},
	{"2.2.2 the most octets", "user-agent: *\nallow: /a/b\ndisallow: /a/\nallow: /", "/ /a /a/b /a/bc", "/a/ /a/c", ""},
	{"2.2.2 the most octets", "user-agent: *\ndisallow: /*.gif$\nallow: /image",
		"/image /image.gifs", "/img.gif /image.gif", ""},
	{"2.2.2 the most octets", "user-agent: *\ndisallow: /%61%62%63\nallow: /ab*d", "/abcd", "/abc", ""},
	{"2.2.2 equivalent rules", "user-agent: *\ndisallow: /a\nallow: /a\nallow: /b\ndisallow: /b", "/a /b", "", ""},
	{"2.2.2 equivalent rules", "user-agent: *\ndisallow: /%41\nallow: /A", "/A", "", ""},
	{"2.2.2 as many octets", "user-agent: *\ndisallow: /ab\nallow: /*b\ndisallow: /c*\nallow: /cd",
		"/ab /cd", "/ce", ""},
	{"2.2.2 duplicates", "user-agent: *\ndisallow: /a\ndisallow: /a\n", "/b", "/a", ""},
	{"2.2.2 no match", "user-agent: *\ndisallow: /a", "/b", "", ""},
	{"2.2.2 /robots.txt", "user-agent: *\ndisallow: /", "", "/robots.txt? /robots.txtx /Robots.txt /a/robots.txt", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar?baz=quz",
		"/foo/bar?baz", "/foo/bar?baz=quz /foo/bar?baz=quzz", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar?baz=https://foo.bar",
		"/foo/bar?baz=https:",
		"/foo/bar?baz=https%3A%2F%2Ffoo.bar /foo/bar?baz=https://foo.bar /foo/bar?baz=https%3a%2f/foo.bar", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar",
		"/foo/bar?baz=https:", "/foo/bar?baz=https%3A%2F%2Ffoo.bar /foo/bar?baz=https://foo.bar", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar/ツ",
		"/foo/bar/%E3%83", "/foo/bar/%E3%83%84 /foo/bar/%e3%83%84 /foo/bar/ツ", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar/%E3%83%84",
		"/foo/bar/%E3%83", "/foo/bar/%E3%83%84 /foo/bar/ツ", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar/%62%61%7A", "/foo/bar/", "/foo/bar/baz /foo/bar/%62a%7a", ""},
	{"2.2.2 figure 4", "user-agent: *\ndisallow: /foo/bar/baz", "/foo/bar/", "/foo/bar/baz /foo/bar/%62%61%7A", ""},
	{"2.2.2 delimiters of the path", "user-agent: *\ndisallow: /a/\ndisallow: /*?", "/a%2Fb /c%3Fd", "/a/b /c?d", ""},
	{"2.2.2 delimiters of the path", "user-agent: *\ndisallow: /a%2fb\ndisallow: /a%3Fb",
		"/a/b /a?b", "/a%2Fb /a%3fb", ""},
	{"2.2.2 delimiters of the query", "user-agent: *\ndisallow: /*&\ndisallow: /*?a=b+c",
		"/%26 /?a%3Db+c /?a=b%2Bc", "/& /?x&y /?a=b+c", ""},
	{"2.2.2 octets somewhere", "user-agent: *\ndisallow: /*%2F\ndisallow: /*://",
		"/a/b /?a/b", "/a%2fb /?a%2Fb /?a://b /a://b", ""},
	{"2.2.2 reserved octets", "user-agent: *\ndisallow: /a:b\ndisallow: /c%40d\ndisallow: /e,f",
		"/", "/a%3Ab /a:b /c@d /c%40d /e%2cf", ""},
	{"2.2.2 octets no URL has", "user-agent: *\ndisallow: /a\"b|c\\d", "/a%22b", "/a%22b%7Cc%5Cd /a\"b|c\\d", ""},
	{"2.2.2 a percent sign alone", "user-agent: *\ndisallow: /a%\ndisallow: /b%zz\ndisallow: /c%2",
		"/a /b /c2", "/a% /a%25 /b%zz /b%25zz /c%2 /c%252", ""},
	{"2.2.2 rules in no group", "disallow: /a\nuser-agent: *\ndisallow: /b", "/a", "/b", ""},

	{"2.2.3 figure 5", "user-agent: *\ndisallow: /\nallow: /a # comment in line\n# comment on its own line",
		"/a", "/b", ""},
	{"2.2.3 figure 5", "user-agent: *\ndisallow: /\nallow: /this/path/exactly$",
		"/this/path/exactly", "/this/path/exactly/ /this/path/exactly?x /this", ""},
	{"2.2.3 figure 5", "user-agent: *\ndisallow: /\nallow: /this/*/exactly",
		"/this/x/exactly /this//exactly /this/a/b/exactlyz", "/this/exactly /this/x", ""},
	{"2.2.3 figure 6", "user-agent: *\ndisallow: /path/file-with-a-%2A.html",
		"/path/file-with-a-b.html", "/path/file-with-a-*.html /path/file-with-a-%2a.html", ""},
	{"2.2.3 figure 6", "user-agent: *\ndisallow: /path/foo-%24",
		"/path/foo-", "/path/foo-$ /path/foo-%24 /path/foo-$a", ""},
	{"2.2.3 $ ends a pattern", "user-agent: *\ndisallow: /a$b\ndisallow: /c$$",
		"/a /a%24 /c", "/a$b /a$bc /a%24b /c$", ""},
	{"2.2.3 $ and the query", "user-agent: *\ndisallow: /*.php$", "/a.php?b /a.php5", "/a.php /a?b=.php", ""},
	{"2.2.3 $ alone", "user-agent: *\ndisallow: $\ndisallow: /$", "/a /?", "/", ""},
	{"2.2.3 * is nothing, too", "user-agent: *\ndisallow: /a*b*c", "/acb /ab", "/abc /axbxc /abcd", ""},
	{"2.2.3 * takes what must be left", "user-agent: *\ndisallow: /*ab*abc$", "/abc /ab/abcd", "/ababc /abxabcabc", ""},
	{"2.2.3 * at the end", "user-agent: *\ndisallow: /a*\ndisallow: /b*$\ndisallow: /c**",
		"/", "/a /ab /b /bc /c /cd", ""},
	{"2.2.3 * alone", "user-agent: *\ndisallow: *", "", "/ /a", ""},
	{"2.2.3 * at the beginning", "user-agent: *\ndisallow: *a", "/b", "/a /ba", ""},
	{"2.2.3 dots are no wildcards", "user-agent: *\ndisallow: /a.b\ndisallow: /(c|d)+", "/axb /c", "/a.b /(c|d)+", ""},

	{"2.2.4 other records end no group", "user-agent: foobot\nsitemap: /x\nuser-agent: x\ncrawl-delay: 1\ndisallow: /a",
		"/", "/a", ""},
	{"2.2.4 other records end no group",
		"user-agent: foobot\ndisallow: /a\nsitemap: /x\ndisallow: /b\nfoo: bar\n\ndisallow: /c",
		"/", "/a /b /c", ""},
	{"2.3.1.5 what cannot be parsed", "<html>\nuser-agent: *\n???\ndisallow: /a\n\x01:\x02\ndisallow: /b",
		"/", "/a /b", ""},

	{"5.1 *", robotsExample,
		"/ /publications/ /publications/a /a.gif? /a.gifs", "/a.gif /x/a.gif /example/ /example/a /b?.gif", "other"},
	{"5.1 foobot", robotsExample,
		"/example/page.html /example/allowed.gif /example/page.html?x", "/ /a /example/ /example/page", ""},
	{"5.1 barbot", robotsExample, "/ /a.gif /example/", "/example/page.html /example/page.htmlx", "barbot"},
	{"5.1 bazbot", robotsExample, "/ /a.gif /example/", "/example/page.html", "BazBot"},
	{"5.1 quxbot", robotsExample, "/ /a.gif /example/page.html", "", "quxbot"},
	{"5.2", "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif",
		"/example/page/ /example/page/disallow.gif", "/example/page/disallowed.gif", ""},
}

// TestRobotsRules holds what files allow.
//
// Spec: RFC 9309, 2.1 to 2.3 and 5
func TestRobotsRules(t *testing.T) {
	for _, c := range robotsCases {
		agent := c.agent
		if agent == "" {
			agent = "foobot"
		}
		for i, paths := range []string{c.allowed, c.disallowed} {
			for target := range strings.FieldsSeq(paths) {
				if allowed, _ := fetch.RobotsAllow(c.file, agent, target); allowed != (i == 0) {
					t.Errorf("%s: %q allows %s: %v", c.clause, c.file, target, allowed)
				}
			}
		}
	}
	if len(robotsCases) != wantRobotsCases {
		t.Errorf("there are %d cases, want %d", len(robotsCases), wantRobotsCases)
	}
}

// TestCrawlDelay holds what is made of a record that is in no standard.
func TestCrawlDelay(t *testing.T) {
	for _, c := range []struct {
		records string
		want    time.Duration
	}{
		{"", 0},
		{"Crawl-delay: 10", 10 * time.Second},
		{"crawl-DELAY:1.5 # seconds", 1500 * time.Millisecond},
		{"Crawl-delay: .5", 500 * time.Millisecond},
		{"Crawl-delay: 5.", 5 * time.Second},
		{"Crawl-delay: 60.1", time.Minute},
		{"Crawl-delay: 86400", time.Minute},
		{"Crawl-delay: " + strings.Repeat("9", 1000), time.Minute},
		{"Crawl-delay: 1\nDisallow: /\nCrawl-delay: 2\n", 2 * time.Second},
		{"Crawl-delay: 2\nUser-agent: foobot\nCrawl-delay: 1", 2 * time.Second},
		{"User-agent: other\nDisallow: /\nCrawl-delay: 1", time.Second},
		{"Disallow: /\nUser-agent: other\nDisallow: /\nCrawl-delay: 1", 0},
		{"User-agent: *\nDisallow: /\nUser-agent: *\nCrawl-delay: 1", 0},
		{"Crawl-delay: 0", 0},
		{"Crawl-delay: -1", 0},
		{"Crawl-delay: +1", 0},
		{"Crawl-delay: 1e1", 0},
		{"Crawl-delay: 0x1", 0},
		{"Crawl-delay: 1_0", 0},
		{"Crawl-delay: 1.2.3", 0},
		{"Crawl-delay: .", 0},
		{"Crawl-delay: NaN", 0},
		{"Crawl-delay: Inf", 0},
		{"Crawl-delay: 1 s", 0},
		{"Crawl-delay:", 0},
		{"Crawl-delay", 0},
	} {
		if _, got := fetch.RobotsAllow("User-agent: foobot\n"+c.records, "foobot", "/"); got != c.want {
			t.Errorf("%.40q: %v, want %v", c.records, got, c.want)
		}
	}
}

// TestRobotsLimit holds that 500 KiB of a file are read, and of those whole lines.
//
// Spec: RFC 9309, 2.5
func TestRobotsLimit(t *testing.T) {
	const agent = "user-agent: *\n"
	for _, c := range []struct {
		before int // bytes before the last rule, which is 13 bytes long
		want   bool
	}{
		{fetch.RobotsLimit - 13, false},
		{fetch.RobotsLimit - 12, true},
		{fetch.RobotsLimit - 11, true},
		{fetch.RobotsLimit - 1, true},
		{fetch.RobotsLimit, true},
		{fetch.RobotsLimit + 1, true},
	} {
		file := agent + strings.Repeat("\n", c.before-len(agent)) + "disallow: /a\ndisallow: /b\n"
		if got, _ := fetch.RobotsAllow(file, "x", "/a"); got != c.want {
			t.Errorf("a rule after %d bytes: %v", c.before, got)
		}
		if got, _ := fetch.RobotsAllow(file, "x", "/b"); !got {
			t.Errorf("a rule beyond the limit counts")
		}
	}
	file := strings.Repeat("x", fetch.RobotsLimit) + "\nuser-agent: *\ndisallow: /"
	if got, _ := fetch.RobotsAllow(file, "x", "/"); !got {
		t.Errorf("a line that is too long is read")
	}
}

// TestLongTarget holds that of a path, with its query, the first 4 KiB are compared.
func TestLongTarget(t *testing.T) {
	const file = "user-agent: *\ndisallow: /*b"
	for before, want := range map[int]bool{4094: false, 4095: true} {
		if got, _ := fetch.RobotsAllow(file, "x", "/"+strings.Repeat("a", before)+"b"); got != want {
			t.Errorf("after %d bytes: %v", before+1, got)
		}
	}
}

// TestHostileRobots holds that no file makes checks slow. What takes quadratic time takes minutes.
func TestHostileRobots(t *testing.T) {
	if testing.Short() {
		t.Skip("reads dozens of hostile files")
	}
	lines := func(format string) string {
		const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
		var b strings.Builder
		for i := 0; b.Len() < fetch.RobotsLimit; i++ {
			fmt.Fprintf(&b, format+"\n", letters[i%64:i%64+1]+letters[i/64%64:i/64%64+1]+letters[i/4096%64:i/4096%64+1])
		}
		return b.String()
	}
	for name, records := range map[string]string{
		"stars":                 "Allow: /" + strings.Repeat("*", 499<<10),
		"stars and letters":     "Allow: /" + strings.Repeat("*a", 249<<10),
		"rules of stars":        strings.Repeat("Allow: /"+strings.Repeat("*a", 996)+"b\n", 250),
		"other rules of stars":  lines("Allow: /" + strings.Repeat("*a", 100) + "%sb"),
		"short rules":           lines("allow:/%s"),
		"short rules of a star": lines("allow:*%s"),
		"rules that nearly fit": lines("allow:*aaa%s"),
		"rules of two parts":    lines("allow:*aa*b%s"),
		"rules that fit late":   lines("allow:*aab%s$"),
		"long rules of a star":  lines("allow:*" + strings.Repeat("a", 70) + "%s"),
		"agents":                strings.Repeat("User-agent: *\n", 18000) + strings.Repeat("Allow: /x\n", 25000),
		"percent signs":         "Allow: /" + strings.Repeat("%", 499<<10),
		"colons":                strings.Repeat(":", 499<<10),
		"line ends":             strings.Repeat("\r", 499<<10),
	} {
		for _, target := range []string{
			"/" + strings.Repeat("a", 1<<20), "/" + strings.Repeat("aaaabaab", 1<<10), "/?" + strings.Repeat("|", 9999),
		} {
			start := time.Now()
			fetch.RobotsAllow("User-agent: *\n"+records, "x", target)
			if took := time.Since(start); took > 30*time.Second {
				t.Errorf("%s, %.20s…: %v", name, target, took)
			}
		}
	}
}

// BenchmarkRobotsCheck checks a path by the worst of the files above.
func BenchmarkRobotsCheck(b *testing.B) {
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for i := 0; file.Len() < fetch.RobotsLimit; i++ {
		fmt.Fprintf(&file, "allow:*aaa%x\n", i)
	}
	r := fetch.NewRobots("x", serve(200, file.String()))
	u := mustParse(b, "http://h/"+strings.Repeat("a", 4<<10))
	for b.Loop() {
		if allowed, _, err := r.Check(b.Context(), u); !allowed || err != nil {
			b.Fatal(err)
		}
	}
}

func mustParse(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// serve answers every request with the same response.
func serve(status int, body string) func(context.Context, string) (int, io.ReadCloser, error) {
	return func(context.Context, string) (int, io.ReadCloser, error) {
		return status, io.NopCloser(strings.NewReader(body)), nil
	}
}

// TestRobotsStatus holds what responses other than a file mean, and how long they are kept.
//
// Spec: RFC 9309, 2.3.1 and 2.4
func TestRobotsStatus(t *testing.T) {
	const file = "user-agent: *\ndisallow: /a"
	for _, c := range []struct {
		clause  string
		status  int
		a, b    bool
		failure bool
	}{
		{"2.3.1.1", 200, false, true, false},
		{"2.3.1.1", 203, false, true, false},
		{"2.3.1.2", 301, true, true, false},
		{"2.3.1.2", 304, true, true, false},
		{"2.3.1.3", 400, true, true, false},
		{"2.3.1.3", 401, true, true, false},
		{"2.3.1.3", 403, true, true, false},
		{"2.3.1.3", 404, true, true, false},
		{"2.3.1.3", 429, true, true, false},
		{"2.3.1.3", 499, true, true, false},
		{"2.3.1.4", 500, false, false, true},
		{"2.3.1.4", 503, false, false, true},
		{"2.3.1.4", 599, false, false, true},
		{"2.3.1.4", 600, false, false, true},
		{"2.3.1.4", 0, false, false, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			requests := 0
			r := fetch.NewRobots("foobot", func(_ context.Context, address string) (int, io.ReadCloser, error) {
				requests++
				return c.status, io.NopCloser(strings.NewReader(file)), nil
			})
			kept := 24 * time.Hour
			if c.failure {
				kept = 10 * time.Minute
			}
			start := time.Now()
			for _, at := range []time.Duration{0, kept - 1, kept} {
				time.Sleep(at - time.Since(start))
				for target, want := range map[string]bool{"/a": c.a, "/b": c.b} {
					allowed, _, err := r.Check(t.Context(), mustParse(t, "http://h"+target))
					if allowed != want || (err != nil) != c.failure {
						t.Errorf("%s, %d: %s is %v, %v", c.clause, c.status, target, allowed, err)
					}
					if c.failure && !strings.Contains(err.Error(), fmt.Sprint("robots.txt cannot be read: the server answers ", c.status)) {
						t.Error(err)
					}
				}
			}
			if requests != 2 {
				t.Errorf("%s, %d: %d requests", c.clause, c.status, requests)
			}
		})
	}
}

// TestRobotsFailure holds that nothing is allowed where the file cannot be had or not be read.
//
// Spec: RFC 9309, 2.3.1.4
func TestRobotsFailure(t *testing.T) {
	failure := errors.New("no route")
	closed := 0
	for _, get := range []func(context.Context, string) (int, io.ReadCloser, error){
		func(context.Context, string) (int, io.ReadCloser, error) { return 0, nil, failure },
		func(context.Context, string) (int, io.ReadCloser, error) {
			return 200, closer{iotest.ErrReader(failure), &closed}, nil
		},
	} {
		r := fetch.NewRobots("x", get)
		allowed, _, err := r.Check(t.Context(), mustParse(t, "http://h/"))
		if allowed || !errors.Is(err, failure) || !strings.Contains(err.Error(), "robots.txt cannot be read") {
			t.Errorf("%v, %v", allowed, err)
		}
		if allowed, _, err = r.Check(t.Context(), mustParse(t, "http://h/robots.txt")); !allowed || err != nil {
			t.Errorf("/robots.txt: %v, %v", allowed, err)
		}
	}
	if closed != 1 {
		t.Error("the body is not closed")
	}
}

type closer struct {
	io.Reader
	closed *int
}

func (c closer) Close() error { *c.closed++; return nil }

// TestRobotsServices holds which URLs share a robots.txt, where it is, and which path is checked.
//
// Spec: RFC 9309, 2.3
func TestRobotsServices(t *testing.T) {
	var requested []string
	r := fetch.NewRobots("x", func(_ context.Context, address string) (int, io.ReadCloser, error) {
		requested = append(requested, address)
		return 200, io.NopCloser(strings.NewReader("user-agent: *\ndisallow: /a?b")), nil
	})
	for _, c := range []struct {
		url     string
		address string // "": known by then
		allowed bool
	}{
		{"http://h/robots.txt", "", true},
		{"http://h/%72obots%2Etxt", "", true},
		{"http://h/robots.txt?x", "http://h/robots.txt", true},
		{"http://h/a?b", "", false},
		{"HTTP://u:p@H:80/a?b#c", "", false},
		{"http://h:/a", "", true},
		{"http://h", "", true},
		{"http://h?b", "", true},
		{"http://h:443/", "http://h:443/robots.txt", true},
		{"https://h/", "https://h/robots.txt", true},
		{"https://h:443/a?bc", "", false},
		{"https://h:80/", "https://h:80/robots.txt", true},
		{"http://www.h/", "http://www.h/robots.txt", true},
		{"http://[::1]:80/", "http://[::1]/robots.txt", true},
		{"http://[::1]:8080/a?b", "http://[::1]:8080/robots.txt", false},
	} {
		requested = nil
		allowed, _, err := r.Check(t.Context(), mustParse(t, c.url))
		if allowed != c.allowed || err != nil || strings.Join(requested, " ") != c.address {
			t.Errorf("%s: %v, %v, %v", c.url, allowed, err, requested)
		}
	}
	for opaque, want := range map[string]bool{
		"//h/a?b": false, "/a?b": false, "//h/b": true, "//h": true, "//h?b": true,
	} {
		u := &url.URL{Scheme: "http", Host: "h", Opaque: opaque}
		if allowed, _, err := r.Check(t.Context(), u); allowed != want || err != nil {
			t.Errorf("%s: %v, %v", opaque, allowed, err)
		}
	}
}

// TestRobotsShared holds that a file is fetched once for all who wait for it, that who leaves does not disturb it, and
// that it takes a minute at most.
func TestRobotsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var requests atomic.Int32
		r := fetch.NewRobots("x", func(ctx context.Context, _ string) (int, io.ReadCloser, error) {
			requests.Add(1)
			select {
			case <-time.After(10 * time.Second):
			case <-ctx.Done():
				return 0, nil, ctx.Err()
			}
			return 200, io.NopCloser(strings.NewReader("user-agent: *\ndisallow: /a")), nil
		})
		left := errors.New("left")
		first, leave := context.WithCancelCause(t.Context())
		var all sync.WaitGroup
		for i := range 10 {
			all.Go(func() {
				ctx := t.Context()
				if i == 0 {
					ctx = first
				}
				time.Sleep(time.Duration(i) * time.Millisecond)
				allowed, _, err := r.Check(ctx, mustParse(t, "http://h/a"))
				if i == 0 {
					if !errors.Is(err, left) {
						t.Error(err)
					}
				} else if allowed || err != nil {
					t.Error(allowed, err)
				}
			})
		}
		time.Sleep(time.Second)
		leave(left)
		synctest.Wait()
		start := time.Now()
		all.Wait()
		if took := time.Since(start); took != 9*time.Second || requests.Load() != 1 {
			t.Errorf("%v, %d requests", took, requests.Load())
		}
		if _, _, err := r.Check(first, mustParse(t, "http://h/a")); !errors.Is(err, left) {
			t.Error(err)
		}
	})
}

// TestRobotsMemory holds that not all is kept of many services.
func TestRobotsMemory(t *testing.T) {
	file := "user-agent: *\n"
	for i := range 1000 {
		file += fmt.Sprintf("disallow: /%d%s\n", i, strings.Repeat("a", 400))
	}
	r := fetch.NewRobots("x", serve(200, file))
	for i := range 180 {
		allowed, _, err := r.Check(t.Context(), mustParse(t, fmt.Sprintf("http://h%d/", i)))
		if !allowed || err != nil {
			t.Fatal(err)
		}
	}
	if services, size := r.Kept(); size > 64<<20 || size < 60<<20 || services < 100 {
		t.Errorf("%d bytes of %d services", size, services)
	}
	r = fetch.NewRobots("x", serve(200, "user-agent: *\ndisallow: /a"))
	for i := range 5000 {
		allowed, _, err := r.Check(t.Context(), mustParse(t, fmt.Sprintf("http://h%d/a", i)))
		if allowed || err != nil {
			t.Fatal(err)
		}
	}
	if services, size := r.Kept(); services != 4096 || size < services*50 || size > services*54 {
		t.Errorf("%d bytes of %d services", size, services)
	}
}

// FuzzRobots holds that what a file allows depends on nothing else: not on line ends, comments, other records, or
// groups of others; and that a rule for just that URL overrules all.
func FuzzRobots(f *testing.F) {
	for _, c := range robotsCases {
		for target := range strings.FieldsSeq(c.allowed + " " + c.disallowed) {
			f.Add(c.file, target)
		}
	}
	f.Fuzz(func(t *testing.T, file, target string) {
		if len(file) > 10_000 || len(target) > 1000 || strings.Contains(file, "\uFEFF") {
			return
		}
		target = "/" + target
		want, delay := fetch.RobotsAllow(file, "foobot", target)
		if delay < 0 || delay > time.Minute {
			t.Fatal(delay)
		}
		for _, same := range []string{
			"\uFEFF" + file, file + "\n", "\n\n#\r" + file, "user-agent: other\ndisallow: /\nallow: /$\n" + file,
			strings.ReplaceAll(strings.ReplaceAll(file, "\r", "\n"), "\n", "\r\n"),
			strings.ReplaceAll(file, "\n", " #x\nsitemap: x\n\n"),
		} {
			if got, _ := fetch.RobotsAllow(same, "foobot", target); got != want {
				t.Fatalf("%q allows %q: %v, %q: %v", file, target, want, same, got)
			}
		}
		pattern := strings.NewReplacer(
			"*", "%2A", "$", "%24", "#", "%23", "\r", "%0D", "\n", "%0A", " ", "%20", "\t", "%09",
		).Replace(target)
		allowed, _ := fetch.RobotsAllow("user-agent: *\nallow: /\ndisallow: "+pattern+"$", "foobot", target)
		if allowed {
			t.Fatalf("%q is allowed, though disallowed as %q", target, pattern)
		}
	})
}

// FuzzRobotsPattern compares the matching of patterns with that of regular expressions.
func FuzzRobotsPattern(f *testing.F) {
	f.Add([]byte("\x02\x03\x00\x03\x01\x04"), []byte("\x02\x00\x01"))
	f.Fuzz(func(t *testing.T, pattern, target []byte) {
		p, s := "/", "/"
		for _, c := range pattern {
			p += string("ab/*"[c%4])
		}
		if len(pattern) > 0 && pattern[0] > 127 {
			p += "$"
		}
		for _, c := range target {
			s += string("ab/"[c%3])
		}
		expression := regexp.QuoteMeta(strings.TrimSuffix(p, "$"))
		expression = "^" + strings.ReplaceAll(expression, `\*`, ".*")
		if strings.HasSuffix(p, "$") {
			expression += "$"
		}
		want := !regexp.MustCompile(expression).MatchString(s)
		if got, _ := fetch.RobotsAllow("user-agent: *\ndisallow: "+p, "x", s); got != want {
			t.Fatalf("disallow: %s, %s: %v", p, s, got)
		}
	})
}
