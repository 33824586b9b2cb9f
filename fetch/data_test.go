package fetch_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// dataCases are data: URLs with what they are. The clause is an id of the Fetch Standard, or of the standard infra or
// mimesniff, and a step. A type of "" is the default one.
var dataCases = []struct {
	clause, url, contentType, body string
	err                            error
}{
	{"data-url-processor 3", "data:,X", "", "X", nil},
	{"data-url-processor 3", "DATA:,X", "", "X", nil},
	{"data-url-processor 3", "data://h/,X", "", "X", nil},
	{"data-url-processor 5", "data:text/html,a,b", "text/html", "a,b", nil},
	{"data-url-processor 5", `data:text/plain;a=",",X`, `text/plain;a=""`, `",X`, nil},
	{"data-url-processor 5", "data:text/plain;a=%2C,X", "text/plain;a=%2C", "X", nil},
	{"data-url-processor 6", "data: text/html  ,X", "text/html", "X", nil},
	{"data-url-processor 6", "data:\t\n\f\r text/html\f,X", "text/html", "X", nil},
	{"data-url-processor 6", "data:text/html%20,X", "text/html%20", "X", nil},
	{"data-url-processor 6", "data:text/html\v,X", "", "X", nil},
	{"data-url-processor 6", "data: ,X", "", "X", nil},
	{"data-url-processor 7", "data:", "", "", fetch.ErrNoComma},
	{"data-url-processor 7", "data:text/html;base64", "", "", fetch.ErrNoComma},
	{"data-url-processor 7", "data:text/html%2CX", "", "", fetch.ErrNoComma},
	{"data-url-processor 7", "data://h:h/,X", "", "X", nil},
	{"data-url-processor 9", "data:,", "", "", nil},
	{"data-url-processor 9", "data:,a?b&c", "", "a?b&c", nil},
	{"data-url-processor 10", "data:,%FF%ff", "", "\xFF\xFF", nil},
	{"data-url-processor 10", "data:,%00%0a", "", "\x00\n", nil},
	{"data-url-processor 10", "data:,%2541", "", "%41", nil},
	{"data-url-processor 10", "data:,%%4%G1%41%4", "", "%%4%G1A%4", nil},
	{"data-url-processor 10", "data:,a+b%20c d", "", "a+b c d", nil},
	{"data-url-processor 10", "data:,é", "", "é", nil},

	{"data-url-processor 11", "data:;base64,WA", "", "X", nil},
	{"data-url-processor 11", "data:;BaSe64,WA", "", "X", nil},
	{"data-url-processor 11", "data:; base64,WA", "", "X", nil},
	{"data-url-processor 11", "data:;   base64 ,WA", "", "X", nil},
	{"data-url-processor 11", "data:;\tbase64,WA", "text/plain", "WA", nil},
	{"data-url-processor 11", "data:base64,WA", "", "WA", nil},
	{"data-url-processor 11", "data:text/base64,WA", "text/base64", "WA", nil},
	{"data-url-processor 11", "data:x/x;base64;charset=x,WA", "x/x;charset=x", "WA", nil},
	{"data-url-processor 11", "data:x/x;charset=x;base64,WA", "x/x;charset=x", "X", nil},
	{"data-url-processor 11", "data:x/x;base64;base64,WA", "x/x", "X", nil},
	{"data-url-processor 11", "data:;base64;base64,WA", "text/plain", "X", nil},
	{"data-url-processor 11", "data:x/x;base64x,WA", "x/x", "WA", nil},
	{"data-url-processor 11", "data:x/x;xbase64,WA", "x/x", "WA", nil},
	{"data-url-processor 11", "data:x/x;base64=x,WA", "x/x;base64=x", "WA", nil},
	{"data-url-processor 11", "data:x/x;base64;,WA", "x/x", "WA", nil},
	{"data-url-processor 11", "data:x/x;%62ase64,WA", "x/x", "WA", nil},
	{"data-url-processor 11", "data:x/x%3Bbase64,WA", "x/x%3bbase64", "WA", nil},
	{"data-url-processor 11", "data:x/x;\u212Aase64,WA", "x/x", "WA", nil},
	{"data-url-processor 11.1", "data:;base64,V%30%3d%3D", "", "W", nil},
	{"data-url-processor 11.1", "data:;base64,W%41%3d%3D", "", "X", nil},
	{"data-url-processor 11.3", "data:;base64,\xFF\xFE", "", "", fetch.ErrBase64},
	{"data-url-processor 11.5", "data:x/x;  base64,WA", "x/x", "X", nil},
	{"data-url-processor 11.6", "data:x/x ;a=b; ;base64,WA", "x/x;a=b", "X", nil},
	{"data-url-processor 12", "data:;charset=x,X", "text/plain;charset=x", "X", nil},
	{"data-url-processor 12", "data:; Charset=X;x=y,X", "text/plain;charset=X;x=y", "X", nil},
	{"data-url-processor 12", "data:;,X", "text/plain", "X", nil},
	{"data-url-processor 12", "data:charset=x,X", "", "X", nil},
	{"data-url-processor 14", "data:x,X", "", "X", nil},
	{"data-url-processor 14", "data:x;charset=utf-8,X", "", "X", nil},
	{"data-url-processor 14", "data:†/†,X", "", "X", nil},

	{"infra forgiving-base64-decode 1", "data:;base64, W%0CA%09%0A%0D = =", "", "X", nil},
	{"infra forgiving-base64-decode 1", "data:;base64,W%0BA", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 1", "data:;base64,W%C2%A0A", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 2", "data:;base64,YWI=", "", "ab", nil},
	{"infra forgiving-base64-decode 2", "data:;base64,YWI", "", "ab", nil},
	{"infra forgiving-base64-decode 2", "data:;base64,WA=", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 2", "data:;base64,WA===", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 2", "data:;base64,YWJj=", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 2", "data:;base64,YWJj====", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 2", "data:;base64,W=A=", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 2", "data:;base64,==", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 3", "data:;base64,W", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 3", "data:;base64,", "", "", nil},
	{"infra forgiving-base64-decode 4", "data:;base64,W-_A", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 4", "data:;base64,+/+/", "", "\xFB\xFF\xBF", nil},
	{"infra forgiving-base64-decode 4", "data:;base64,YW%00I", "", "", fetch.ErrBase64},
	{"infra forgiving-base64-decode 8", "data:;base64,WB", "", "X", nil},

	{"mimesniff parsing-a-mime-type 1", `data:a/b;x="y ;base64,WA`, "a/b;x=y", "X", nil},
	{"mimesniff parsing-a-mime-type 4", "data:/html,", "", "", nil},
	{"mimesniff parsing-a-mime-type 4", "data:te xt/html,", "", "", nil},
	{"mimesniff parsing-a-mime-type 4", "data:*/*,", "*/*", "", nil},
	{"mimesniff parsing-a-mime-type 5", "data:text,", "", "", nil},
	{"mimesniff parsing-a-mime-type 9", "data:text/,", "", "", nil},
	{"mimesniff parsing-a-mime-type 9", "data:text/ ;a=b,", "", "", nil},
	{"mimesniff parsing-a-mime-type 9", "data:text/html/x,", "", "", nil},
	{"mimesniff parsing-a-mime-type 9", "data:text/ html,", "", "", nil},
	{"mimesniff parsing-a-mime-type 9", "data:text/html(;a=b,", "", "", nil},
	{"mimesniff parsing-a-mime-type 10", "data:IMAGE/Gif;HI=X,", "image/gif;hi=X", "", nil},
	{"mimesniff parsing-a-mime-type 10", "data:!#$&'*+-.^_`|~/9,", "!#$&'*+-.^_`|~/9", "", nil},
	{"mimesniff parsing-a-mime-type 11.2", "data:a/b;\t\r\n x=y,", "a/b;x=y", "", nil},
	{"mimesniff parsing-a-mime-type 11.2", "data:a/b;\fx=y,", "a/b", "", nil},
	{"mimesniff parsing-a-mime-type 11.3", "data:a/b;x;y=z;;v,", "a/b;y=z", "", nil},
	{"mimesniff parsing-a-mime-type 11.3", "data:a/b;x =y,", "a/b", "", nil},
	{"mimesniff parsing-a-mime-type 11.6", "data:a/b;x=,", "a/b", "", nil},
	{"mimesniff parsing-a-mime-type 11.8", `data:a/b;x="y;z"v;w=1,`, `a/b;x="y;z";w=1`, "", nil},
	{"mimesniff parsing-a-mime-type 11.8", `data:a/b;x="y,`, "a/b;x=y", "", nil},
	{"mimesniff parsing-a-mime-type 11.8", `data:a/b;x="";y="z",`, `a/b;x="";y=z`, "", nil},
	{"mimesniff parsing-a-mime-type 11.9", "data:a/b;x=y z \t;v=w,", `a/b;x="y z";v=w`, "", nil},
	{"mimesniff parsing-a-mime-type 11.9", "data:a/b;x= ;v=w,", "a/b;v=w", "", nil},
	{"mimesniff parsing-a-mime-type 11.9", "data:a/b;x='y',", "a/b;x='y'", "", nil},
	{"mimesniff parsing-a-mime-type 11.10", "data:a/b;x=1;X=2;x=3,", "a/b;x=1", "", nil},
	{"mimesniff parsing-a-mime-type 11.10", "data:a/b;=1;(=2,", "a/b", "", nil},
	{"mimesniff parsing-a-mime-type 11.10", "data:a/b;x=\u0100;x=\x7F;x=\x00;x=\xFF;x=ÿ,", `a/b;x="ÿ"`, "", nil},
	{"collect-an-http-quoted-string", `data:a/b;x="\y\"\\;",`, `a/b;x="y\"\\;"`, "", nil},
	{"collect-an-http-quoted-string", `data:a/b;x="\,`, `a/b;x="\\"`, "", nil},
	{"collect-an-http-quoted-string", `data:a/b;x="\é",`, `a/b;x="é"`, "", nil},
	{"mimesniff serializing-a-mime-type", `data:a/b;x=y"\z,`, `a/b;x="y\"\\z"`, "", nil},
	{"mimesniff serializing-a-mime-type", `data:a/b;x="y",`, "a/b;x=y", "", nil},
	{"mimesniff serializing-a-mime-type", `data:a/b;x={y},`, `a/b;x="{y}"`, "", nil},
}

// TestParseData holds the data: URL processor.
//
// Spec: https://fetch.spec.whatwg.org/#data-url-processor
func TestParseData(t *testing.T) {
	if want := 102; len(dataCases) != want {
		t.Fatalf("%d cases, want %d", len(dataCases), want)
	}
	for _, c := range dataCases {
		contentType, body, err := fetch.ParseData(c.url)
		want := c.contentType
		if want == "" && c.err == nil {
			want = fetch.DefaultType
		}
		if !errors.Is(err, c.err) || contentType != want || err == nil && string(body) != c.body {
			t.Errorf("%s: %q is %q, %q, %v; want %q, %q, %v", c.clause, c.url, contentType, body, err, want, c.body, c.err)
		}
	}
}

// TestParseResolvedData holds what data: URLs are that were resolved before, as they always are.
func TestParseResolvedData(t *testing.T) {
	for _, c := range []struct{ reference, contentType, body string }{
		{" Data:text/html,<p>é ", "text/html", "<p>é"},
		{"data:text/html\t\n;\rcharset=utf-8,a b", "text/html;charset=utf-8", "a b"},
		{"data:;base64,W\nA==", fetch.DefaultType, "X"},
		{"data:†/†,†", "%e2%80%a0/%e2%80%a0", "†"},
		{"data:text/plain\f,\x00\vX", "text/plain%0c", "\x00\vX"},
	} {
		u, err := resolve.Resolver{Edition: resolve.Living}.Parse(c.reference)
		if err != nil {
			t.Fatal(err)
		}
		contentType, body, err := fetch.ParseData(u.String())
		if err != nil || contentType != c.contentType || string(body) != c.body {
			t.Errorf("%q is %q, %q, %v", c.reference, contentType, body, err)
		}
	}
}

// TestHostileData holds that long URLs take time and memory in proportion.
func TestHostileData(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 70 MB of hostile URLs")
	}
	const unit = 1 << 18
	for name, u := range map[string]string{
		"commas":            "data:" + strings.Repeat(",", 20*unit),
		"no comma":          "data:" + strings.Repeat(";", 20*unit),
		"percent signs":     "data:," + strings.Repeat("%", 20*unit),
		"bytes":             "data:," + strings.Repeat("%41", 7*unit),
		"base64":            "data:;base64," + strings.Repeat("QUJD", 5*unit),
		"spaced base64":     "data:;base64," + strings.Repeat("Q U%0AJ D", 2*unit),
		"padding":           "data:;base64," + strings.Repeat("=", 20*unit),
		"spaces":            "data:" + strings.Repeat(" ", 10*unit) + "x" + strings.Repeat(" ", 10*unit) + ",",
		"semicolons":        "data:" + strings.Repeat("; ", 10*unit) + "base64,",
		"like parameters":   "data:a/b" + strings.Repeat(";a=b", 5*unit) + ",",
		"parameters":        "data:a/b;" + parameters(unit/2) + ",",
		"quotation marks":   `data:a/b;x="` + strings.Repeat(`\"`, 10*unit) + ",",
		"backslashes":       `data:a/b;x=` + strings.Repeat(`\`, 10*unit) + ",",
		"opening quotation": "data:a/b" + strings.Repeat(`;x="y`, 4*unit) + ",",
		"spaces in values":  "data:a/b" + strings.Repeat(";x= ", 5*unit) + ",",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, _ = fetch.ParseData(u)
		runtime.ReadMemStats(&after)
		allowed := 2.0
		if strings.Contains(u[:min(len(u), 20)], "a/b") {
			allowed = 24 // buffers that grow, and names that were seen
		}
		if perByte := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(u)); perByte > allowed {
			t.Errorf("%s: %.1f bytes of memory for each byte", name, perByte)
		}
	}
}

// parameters returns different parameters of a MIME type.
func parameters(n int) string {
	var b strings.Builder
	for i := range n {
		for j := i; ; j /= 26 {
			b.WriteByte('a' + byte(j%26))
			if j == 0 {
				break
			}
		}
		b.WriteString("=1;")
	}
	return b.String()
}
