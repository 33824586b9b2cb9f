package fetch_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// TestNoResource holds the second branch of step 10 of W3C HTML5 2.7.2 (2012): what names no resource, or none that can
// be had, is as a 204 response with no other metadata.
func TestNoResource(t *testing.T) {
	for _, url := range []string{
		"mailto:x@y", "MAILTO:x@y", "javascript:alert(1)", "ftp://127.0.0.1/x", "gopher://h/", "ws://127.0.0.1/",
		"wss://127.0.0.1/",
		"tel:1", "urn:x:y", "unknown:x", "unknown://127.0.0.1/", "about:srcdoc", "about:legacy-compat", "about:",
		"blob:http://h/x",
		"view-source:http://127.0.0.1/", "httpx://127.0.0.1/", "x-http:y",
	} {
		for _, e := range resolve.Editions() {
			o := get(t, &fetch.Client{Edition: e}, url)
			if o.err != nil {
				t.Errorf("%v, %s: %v", e, url, o.err)
				continue
			}
			if o.Status != 204 || o.body != "" || len(o.Header)+len(o.Redirects) != 0 || o.URL != parse(t, e, url) {
				t.Errorf("%v, %s: %d %s %q %v", e, url, o.Status, o.URL, o.body, o.Header)
			}
		}
	}
}

// TestAboutBlank holds the third branch: it is immediately available, and the empty string with no metadata.
func TestAboutBlank(t *testing.T) {
	for _, url := range []string{"about:blank", "about:blank#f"} {
		for _, e := range resolve.Editions() {
			o := get(t, &fetch.Client{Edition: e}, url)
			if o.err != nil || o.Status != 200 || o.body != "" || len(o.Header) != 0 || o.URL.String() != url ||
				o.Size > 0 {
				t.Errorf("%v, %s: %+v, %v", e, url, o.Response, o.err)
			}
		}
	}
}

// TestData holds data: URLs, which carry what they name.
//
// Spec: RFC 2397; https://fetch.spec.whatwg.org/#data-url-processor
func TestData(t *testing.T) {
	for _, c := range []struct{ url, contentType, body string }{
		{"data:,a%20b", "text/plain;charset=US-ASCII", "a b"},
		{"data:,", "text/plain;charset=US-ASCII", ""},
		{"DATA:,x", "text/plain;charset=US-ASCII", "x"},
		{"data:,a#b", "text/plain;charset=US-ASCII", "a"},
		{"data:,a?b", "text/plain;charset=US-ASCII", "a?b"},
		{"data:,a,b", "text/plain;charset=US-ASCII", "a,b"},
		{"data:text/html,%3Cp%3E", "text/html", "<p>"},
		{"data:text/html;charset=utf-8,%C3%A9", "text/html;charset=utf-8", "é"},
		{"data:;charset=utf-8,x", "text/plain;charset=utf-8", "x"},
		{"data:nonsense,x", "text/plain;charset=US-ASCII", "x"},
		{"data:text/plain;base64,aGVsbG8=", "text/plain", "hello"},
		{"data:;base64,aGVsbG8", "text/plain;charset=US-ASCII", "hello"},
		{"data:image/png;BASE64,aGVsbG8=", "image/png", "hello"},
		{"data:text/plain;base64,aGVs%20bG8%3D", "text/plain", "hello"},
		{"data:text/plain,%zz%", "text/plain", "%zz%"},
		{"data:x", "", ""},
		{"data:", "", ""},
		{"data:;base64,a", "", ""},
		{"data:;base64,????", "", ""},
	} {
		for _, e := range resolve.Editions() {
			o := get(t, &fetch.Client{Edition: e}, c.url)
			if c.contentType == "" {
				if o.err == nil {
					t.Errorf("%v, %s: no error", e, c.url)
				}
				continue
			}
			if o.err != nil {
				t.Errorf("%v, %s: %v", e, c.url, o.err)
				continue
			}
			if o.Status != 200 || o.Header.Get("Content-Type") != c.contentType || o.body != c.body ||
				o.Size != int64(len(c.body)) {
				t.Errorf("%v, %s: %d %q %q %d", e, c.url, o.Status, o.Header, o.body, o.Size)
			}
		}
	}
}

// TestFiles holds that files are for a Client that allows them, and only files.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.html": "<p>", "a b%é#.txt": "odd"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root := "file://" + (&url.URL{Path: "/" + strings.TrimPrefix(filepath.ToSlash(dir), "/")}).EscapedPath()
	for _, c := range []struct {
		url, body string
		err       error
	}{
		{root + "/a.html", "<p>", nil},
		{root + "/a.html?q#f", "<p>", nil},
		{strings.Replace(root, "file://", "file://localhost", 1) + "/a.html", "<p>", nil},
		{strings.Replace(root, "file:", "FILE:", 1) + "/%61.html", "<p>", nil},
		{root + "/a%20b%25%C3%A9%23.txt", "odd", nil},
		{root + "/missing", "", fs.ErrNotExist},
		{root, "", errAny},
		{root + "/a.html%00", "", errAny},
		{strings.Replace(root, "file://", "file://server.invalid", 1) + "/a.html", "", errAny},
	} {
		for _, e := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			o := get(t, &fetch.Client{Edition: e, AllowFiles: true}, c.url)
			switch {
			case c.err == errAny && o.err == nil || c.err != errAny && !errors.Is(o.err, c.err):
				t.Errorf("%v, %s: %v, want %v", e, c.url, o.err, c.err)
			case c.err == nil && (o.Status != 200 || o.body != c.body || o.Size != int64(len(c.body)) ||
				o.URL != parse(t, e, c.url)):
				t.Errorf("%v, %s: %d %q %d %s", e, c.url, o.Status, o.body, o.Size, o.URL)
			}
			checkIs(t, get(t, &fetch.Client{Edition: e}, c.url).err, fetch.ErrFiles)
		}
	}
}

// TestDevices holds that what is no file, and has no end, is not read.
func TestDevices(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no /dev/zero")
	}
	if o := get(t, &fetch.Client{AllowFiles: true}, "file:///dev/zero"); o.err == nil || o.body != "" {
		t.Errorf("%d bytes, %v", len(o.body), o.err)
	}
}

// TestNoURL holds that what cannot be asked for is an error of that kind, and nothing is sent.
func TestNoURL(t *testing.T) {
	_, err := new(fetch.Client).Fetch(t.Context(), fetch.Request{})
	checkIs(t, err, fetch.ErrURL)
	for _, url := range []string{"http:x", "http:/x", "http:", "http://", "http:///x", "https://:80/", "http://["} {
		o := get(t, loopback(), url)
		checkIs(t, o.err, fetch.ErrURL)
	}
	for _, url := range []string{"http://127.0.0.1:99999/", "http://127.0.0.1:x/", "http://a b/", "http://a\r\nb/"} {
		if o := get(t, loopback(), url); o.err == nil {
			t.Errorf("%q was fetched", url)
		}
	}
	for _, method := range []string{"G T", "GET /x HTTP/1.1\r\nX: y", "é"} {
		s := newSite(t, hello)
		r := fetch.Request{URL: parse(t, resolve.HTML5, s.URL), Method: method}
		if o := fetchAll(t, loopback(), r); o.err == nil || s.asked() != "" {
			t.Errorf("%q: %s, %v", method, s.asked(), o.err)
		}
	}
	for _, header := range []http.Header{{"X": {"1\r\nX-Injected: 1"}}, {"X\r\nX-Injected": {"1"}}, {"": {"1"}}} {
		s := newSite(t, hello)
		r := fetch.Request{URL: parse(t, resolve.HTML5, s.URL), Header: header}
		if o := fetchAll(t, loopback(), r); o.err == nil && s.last(t).field("X-Injected") != "none" {
			t.Errorf("%q was sent", header)
		}
	}
}

// TestRequestTarget holds that a URL is asked for as it is: what the edition did not escape stays, without the
// fragment.
func TestRequestTarget(t *testing.T) {
	for target, want := range map[string]string{
		"": "/", "/": "/", "/a/../b": "/a/../b", "/a//b": "/a//b", "//x": "//x", "/%zz?%": "/%zz?%",
		"/a|b?c|d": "/a|b?c|d", "/%7E%2F%2f": "/%7E%2F%2f",
		"/x#f": "/x", "/?": "/?", "/?#": "/?", "?q": "/?q", "/x?a?b": "/x?a?b", "/{}^": "/{}^",
		"/a;b=c:d@e!$&'()*+,": "/a;b=c:d@e!$&'()*+,",
		"/%C3%A9":             "/%C3%A9", "/*": "/*",
	} {
		got := ""
		site := newRaw(t, func(conn net.Conn, header string) {
			got = header
			io.WriteString(conn, ok+"Content-Length: 5\r\n\r\nhello")
		})
		o := get(t, loopback(), site+target)
		line, rest, _ := strings.Cut(got, "\r\n")
		if o.err != nil || line != "GET "+want+" HTTP/1.1" {
			t.Errorf("%s: %q, %v", target, line, o.err)
			continue
		}
		if host := "Host: " + strings.TrimPrefix(site, "http://") + "\r\n"; !strings.Contains(rest, host) {
			t.Errorf("%s: %q lacks %q", target, rest, host)
		}
		if o.URL.String() != site+target {
			t.Errorf("%s: it is at %s", target, o.URL)
		}
	}
}

// TestHosts holds that a server is reached by its name in ASCII and the port of the scheme, however the edition writes
// it.
func TestHosts(t *testing.T) {
	for _, e := range resolve.Editions() {
		for url, want := range map[string]string{
			"http://bücher.example.com/x":        "http://xn--bcher-kva.example.com/x",
			"http://xn--bcher-kva.example.com/x": "http://xn--bcher-kva.example.com/x",
			"http://a.example.com:/x":            "http://a.example.com/x",
			"https://a.example.com:443/x":        "https://a.example.com/x",
			"http://a.example.com:0080/x":        "http://a.example.com/x",
		} {
			w := newWeb(t, hello)
			u, err := resolve.Resolver{Edition: e}.Resolve(resolve.URL{}, url)
			if err != nil {
				t.Fatal(err)
			}
			client := w.client()
			client.Edition = e
			if o := fetchAll(t, client, fetch.Request{URL: u}); o.err != nil {
				t.Errorf("%v, %s: %v", e, url, o.err)
				continue
			}
			got := strings.NewReplacer(":443/", "/", ":80/", "/", ":0080/", "/", "com:/", "com/").Replace(w.last(t).url)
			if got != want {
				t.Errorf("%v, %s: %s", e, url, got)
			}
		}
	}
}

// TestRequestFields holds which fields a request has: those of the Client, over which go those of the request.
func TestRequestFields(t *testing.T) {
	s := newSite(t, hello)
	mustGet(t, loopback(), s.URL)
	q := s.last(t)
	for name, want := range map[string]string{
		"User-Agent": "htmlurl", "Referer": "none", "Origin": "none", "Cookie": "none", "Authorization": "none",
	} {
		if got := q.field(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		if !strings.Contains(q.field("Accept-Encoding"), coding) {
			t.Errorf("Accept-Encoding: %s", q.field("Accept-Encoding"))
		}
	}
	c := &fetch.Client{AllowPrivate: true, UserAgent: "x/1", Header: http.Header{"X-One": {"1", "2"}, "X-Two": {"1"}}}
	o := fetchAll(t, c, fetch.Request{
		URL: parse(t, resolve.HTML5, s.URL), Method: "POST", Body: []byte("body"),
		Header: http.Header{"X-Two": {"2"}, "Accept": {"text/x"}},
	})
	q = s.last(t)
	got := []string{q.method, q.body, q.field("User-Agent"), q.field("X-One"), q.field("X-Two"), q.field("Accept")}
	if want := []string{"POST", "body", "x/1", "1 | 2", "2", "text/x"}; !slices.Equal(got, want) || o.err != nil {
		t.Errorf("%q, %v", got, o.err)
	}
	if len(c.Header) != 2 || c.Header.Get("X-Two") != "1" {
		t.Errorf("the header of the Client was changed: %v", c.Header)
	}
}

// TestUserinfo holds that the user and password of a URL are credentials for its server: RFC 7617. They are not sent to
// another, nor in a request without credentials.
func TestUserinfo(t *testing.T) {
	w := newWeb(t, generous)
	for url, want := range map[string]string{
		"http://u:p@b.example.com/":                              "Basic dTpw",
		"http://u%3A:%C3%A9@b.example.com/":                      "Basic dTo6w6k=",
		"http://u:p@b.example.com/?to=/x":                        "Basic dTpw",
		"http://u:p@b.example.com/?to=http://b.example.com/x":    "none",
		"http://u:p@b.example.com/?to=http://c.example.com/":     "none",
		"http://b.example.com/?to=http://u:p@c.example.com/":     "Basic dTpw",
		"http://u:p@b.example.com/?to=http://x:y@c.example.com/": "Basic eDp5",
	} {
		mustGet(t, w.client(), url)
		if got := w.last(t).field("Authorization"); got != want {
			t.Errorf("%s: Authorization: %s, want %s", url, got, want)
		}
	}
	for mode, want := range map[fetch.CORS]string{anonymous: "none", useCreds: "Basic dTpw"} {
		r := to(t, "http://u:p@b.example.com/")
		r.Origin = ours
		fetchCORS(t, w.client(), r, mode)
		if got := w.last(t).field("Authorization"); got != want {
			t.Errorf("%v: Authorization: %s, want %s", mode.Mode, got, want)
		}
	}
}

// TestStatuses holds that any status is a response, with its header and body.
func TestStatuses(t *testing.T) {
	for _, status := range []int{200, 201, 203, 206, 299, 400, 401, 403, 404, 410, 418, 429, 451, 500, 503, 599, 600, 999} {
		s := newSite(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Own", "1")
			w.WriteHeader(status)
			io.WriteString(w, "body")
		})
		o := get(t, loopback(), s.URL)
		if o.err != nil || o.Status != status || o.body != "body" || o.Header.Get("X-Own") != "1" ||
			len(s.seen()) != 1 {
			t.Errorf("%d: %+v, %v", status, o.Response, o.err)
		}
	}
}

// TestCancel holds that a context ends a fetch in each of its stages, soon, and that the error says so.
func TestCancel(t *testing.T) {
	wait := func(conn net.Conn, _ string) { io.Copy(io.Discard, conn) }
	half := func(conn net.Conn, s string) {
		io.WriteString(conn, ok+"Content-Length: 9\r\n\r\nhe")
		wait(conn, s)
	}
	for name, url := range map[string]string{
		"connecting":         "https" + strings.TrimPrefix(newRaw(t, wait), "http"),
		"before the header":  newRaw(t, wait),
		"in the body":        newRaw(t, half),
		"before a new start": answers(t, ok+"Content-Length: 0\r\n\r\n"),
	} {
		for _, timeout := range []bool{false, true} {
			ctx, cancel := context.WithCancel(t.Context())
			kind := context.Canceled
			if timeout {
				ctx, cancel = context.WithTimeout(t.Context(), settle)
				kind = context.DeadlineExceeded
			}
			if name == "before a new start" {
				cancel()
				kind = context.Canceled
			} else if !timeout {
				time.AfterFunc(settle, cancel)
			}
			start := time.Now()
			response, err := loopback().Fetch(ctx, to(t, url))
			if err == nil {
				_, err = io.ReadAll(response.Body)
				response.Body.Close()
			}
			cancel()
			checkIs(t, err, kind)
			d := time.Since(start)
			if e, ok := errors.AsType[*fetch.Error](err); !ok || !strings.HasPrefix(e.URL, url) || d > patience/2 {
				t.Errorf("%s: after %v: %v", name, d, err)
			}
		}
	}
}

// TestCancelBetween holds that a context which ends between redirects ends the fetch.
func TestCancelBetween(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.Redirect(w, r, "/x", http.StatusFound)
			return
		}
		cancel()
		<-r.Context().Done()
	})
	_, err := loopback().Fetch(ctx, to(t, s.URL+"/"))
	checkIs(t, err, context.Canceled)
	if chain := chainOf(err); len(chain) != 1 {
		t.Errorf("the error has the chain %v", chain)
	}
}

// TestRefused holds that a server that is not there is an error with the URL and the reason.
func TestRefused(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	for _, scheme := range []string{"http", "https"} {
		o := get(t, loopback(), scheme+strings.TrimPrefix(s.URL, "http"))
		if o.err == nil || !strings.Contains(o.err.Error(), "refused") {
			t.Error(o.err)
		}
	}
	o := get(t, loopback(), "http://nothing.invalid/")
	if o.err == nil || strings.Count(o.err.Error(), "http://nothing.invalid/") != 1 {
		t.Error(o.err)
	}
}

// TestCertificates holds that resources with erroneous certificates are refused, and that nothing is sent to them:
// W3C HTML5 2.7.2 (2012).
func TestCertificates(t *testing.T) {
	for name, c := range map[string]struct {
		host           string
		from, to       time.Duration // from now
		trusted, right bool
	}{
		"right":      {"127.0.0.1", -time.Hour, time.Hour, true, true},
		"untrusted":  {"127.0.0.1", -time.Hour, time.Hour, false, false},
		"wrong name": {"example.com", -time.Hour, time.Hour, true, false},
		"expired":    {"127.0.0.1", -time.Hour, -time.Minute, true, false},
		"not yet":    {"127.0.0.1", time.Minute, time.Hour, true, false},
	} {
		s := new(site)
		s.Server = httptest.NewUnstartedServer(s.handler("https", hello))
		s.Config.ErrorLog = silent
		certificate, roots := newCertificate(t, c.host, c.from, c.to)
		s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
		s.StartTLS()
		client := loopback()
		if c.trusted {
			client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
		}
		o := get(t, client, s.URL)
		if c.right && o.err != nil {
			t.Errorf("%s: %v", name, o.err)
		}
		if !c.right {
			checkIs(t, o.err, fetch.ErrCertificate)
			if got := s.asked(); got != "" {
				t.Errorf("%s: the server was asked: %s", name, got)
			}
		}
		stop(s.Server)
	}
}

// newCertificate makes a certificate for a host that signs itself.
func newCertificate(t *testing.T, host string, from, to time.Duration) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(from), NotAfter: time.Now().Add(to),
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, IsCA: true, BasicConstraintsValid: true,
	}
	if ip := net.ParseIP(host); ip != nil {
		c.IPAddresses = []net.IP{ip}
	} else {
		c.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(signed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// TestNothingInClear holds that what is asked for by https: never goes out without encryption, whoever answers.
func TestNothingInClear(t *testing.T) {
	for _, answer := range []string{"", ok + "Content-Length: 5\r\n\r\nhello", "\x15\x03\x01\x00\x02\x02\x28"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var heard strings.Builder
		all.Go(func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				piece := make([]byte, 1<<14)
				n, _ := conn.Read(piece)
				mu.Lock()
				heard.Write(piece[:n])
				mu.Unlock()
				io.WriteString(conn, answer)
				conn.Close()
			}
		})
		o := fetchAll(t, loopback(), fetch.Request{
			URL:    parse(t, resolve.HTML5, "https://"+l.Addr().String()+"/secret-path"),
			Header: http.Header{"X-Own": {"secret-value"}},
		})
		l.Close()
		all.Wait()
		if said := heard.String(); o.err == nil || strings.Contains(said, "secret") || !strings.HasPrefix(said, "\x16\x03") {
			t.Errorf("%q was heard, %v", said, o.err)
		}
	}
}

// TestCertificateOfRedirect holds that a redirect to a server without a right certificate is none to another way there.
func TestCertificateOfRedirect(t *testing.T) {
	secure := newSecureSite(t, hello)
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, secure.URL+"/x", http.StatusFound)
	})
	o := get(t, loopback(), s.URL)
	checkIs(t, o.err, fetch.ErrCertificate)
	if chain := chainOf(o.err); len(chain) != 1 {
		t.Errorf("the error has the chain %v", chain)
	}
	if got := secure.asked(); got != "" {
		t.Error(got)
	}
}

// TestClose holds that a body may be closed twice, and has nothing more after that.
func TestClose(t *testing.T) {
	s := newSite(t, hello)
	for _, url := range []string{s.URL, "data:,hello", "about:blank", "mailto:x"} {
		response, err := loopback().Fetch(t.Context(), to(t, url))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := response.Body.Close(); err != nil {
				t.Errorf("%s: %v", url, err)
			}
		}
		if n, err := response.Body.Read(make([]byte, 9)); url == s.URL && (n != 0 || err == nil) {
			t.Errorf("%s: %d bytes were read after Close, %v", url, n, err)
		}
	}
}

// TestNothingIsLeft holds that fetches leave no goroutine behind, however they end.
func TestNothingIsLeft(t *testing.T) {
	s := newSite(t, bomb)
	cut := answers(t, ok+"Content-Length: 9\r\n\r\nhello")
	c := &fetch.Client{AllowPrivate: true, Share: true}
	before := runtime.NumGoroutine()
	for i := range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		u := s.URL + "/?coding=" + []string{"gzip", "zstd", "identity"}[i%3]
		if i%4 == 3 {
			u = cut
		}
		response, err := c.Fetch(ctx, to(t, u))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			io.ReadFull(response.Body, make([]byte, 100))
		}
		if i%5 == 0 {
			cancel()
		}
		response.Body.Close()
		cancel()
	}
	s.CloseClientConnections()
	for deadline := time.Now().Add(3 * time.Second); runtime.NumGoroutine() > before+5; time.Sleep(settle / 10) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// TestConcurrentUse holds that a Client may be used by many at the same time.
func TestConcurrentUse(t *testing.T) {
	s := newSite(t, setCookie)
	c := &fetch.Client{AllowPrivate: true, Share: true, Robots: true}
	c.Cookies, c.Header = newJar(t), http.Header{"X": {"1"}}
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			if o := get(t, c, fmt.Sprintf("%s/?set=c%d&to=/x%d", s.URL, i%5, i%3)); o.err != nil || o.Status != 200 {
				t.Error(o.err)
			}
		})
	}
	all.Wait()
}
