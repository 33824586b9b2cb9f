package fetch_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// portOf returns the port of a server.
func portOf(s *site) string {
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	return port
}

// TestPrivateNames holds that no way to write the loopback addresses reaches a server there: each edition by its rules
// makes another host of it, and the system's resolver may, too.
func TestPrivateNames(t *testing.T) {
	s := newSite(t, hello)
	for host, living := range map[string]bool{
		"127.0.0.1": true, "localhost": true, "LOCALHOST": true, "localhost.": false, "[::1]": true, "0.0.0.0": true,
		"[::]":       true,
		"127.0.0.1.": true, "127.1.2.3": true, "[::ffff:127.0.0.1]": true, "[::ffff:7f00:1]": true,
		"[0:0:0:0:0:0:0:1]": true,
		"2130706433":        true, "0x7f.1": true, "0x7f000001": true, "0177.0.0.1": true, "127.1": true, "0": true,
		"１２７.0.0.1": true, "%31%32%37.0.0.1": true, "127。0。0。1": true, "[::127.0.0.1]": true,
		"[::1%25lo]": false, "[fe80::1%25lo]": false, "a.localhost": false, "ip6-localhost": false,
	} {
		for _, e := range resolve.Editions() {
			u, err := resolve.Resolver{Edition: e}.Resolve(resolve.URL{}, "http://"+host+":"+portOf(s)+"/")
			if err != nil {
				continue
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			c := &fetch.Client{Edition: e}
			response, err := c.Fetch(ctx, fetch.Request{URL: u})
			cancel()
			if readAll(t, response, err).err == nil {
				t.Errorf("%v: %s was fetched", e, u)
			}
			if e == resolve.Living && living || host == "127.0.0.1" || host == "localhost" {
				checkIs(t, err, fetch.ErrPrivate)
			}
		}
	}
	if got := s.asked(); got != "" {
		t.Errorf("the server was asked: %s", got)
	}
}

// TestPrivateAddresses holds which addresses are not for everyone: they are refused before anything is sent.
//
// Spec: RFC 6890 and the IANA registries of special-purpose addresses
func TestPrivateAddresses(t *testing.T) {
	for _, address := range []string{
		"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.255.255.254",
		"169.254.169.254",
		"172.16.0.1", "172.31.255.255", "192.168.0.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"[::]", "[::1]", "[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[ff02::1]", "[fec0::1]",
		"[::ffff:10.0.0.1]", "[::ffff:169.254.169.254]", "[64:ff9b::a00:1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]",
		"[2002:7f00:1::]",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err := new(fetch.Client).Fetch(ctx, to(t, "http://"+address+"/"))
		cancel()
		if err == nil {
			t.Errorf("%s was fetched", address)
			continue
		}
		checkError(t, err)
		checkIs(t, err, fetch.ErrPrivate)
		if !strings.Contains(err.Error(), strings.Trim(address, "[]")) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestPublicAddresses holds that the neighbours of those addresses are not refused for that.
func TestPublicAddresses(t *testing.T) {
	for _, address := range []string{
		"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
		"169.253.0.1",
		"172.15.255.255", "172.32.0.0", "192.167.0.1", "192.169.0.1", "223.255.255.255", "[2606:4700::1]",
		"[::ffff:8.8.8.8]",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := new(fetch.Client).Fetch(ctx, to(t, "http://"+address+"/"))
		checkIs(t, err, context.Canceled)
	}
}

// TestPrivateByRedirect holds that no redirect leads from elsewhere to an address that is written out, whatever
// connects: a server may not choose what the Client may not ask for.
func TestPrivateByRedirect(t *testing.T) {
	for _, to := range []string{
		"http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://10.0.0.1/",
		"https://169.254.169.254/latest/",
	} {
		w := newWeb(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Host == "a.example.com" {
				w.Header().Set("Location", to)
				w.WriteHeader(http.StatusFound)
			}
		})
		client := w.client()
		client.AllowPrivate = false
		checkIs(t, get(t, client, "http://a.example.com/").err, fetch.ErrPrivate)
		if got := w.asked(); got != "GET http://a.example.com/" {
			t.Errorf("%s: the requests were %s", to, got)
		}
	}
}

// TestPrivateAllowed holds that the flag opens the way, for names, addresses and what they redirect to.
func TestPrivateAllowed(t *testing.T) {
	s := newSite(t, setCookie)
	c := loopback()
	for _, host := range []string{"127.0.0.1", "localhost"} {
		to := fmt.Sprintf("http://127.0.0.1:%s/x", portOf(s))
		if o := mustGet(t, c, "http://"+host+":"+portOf(s)+"/?to="+to); o.Status != 200 || o.URL.String() != to {
			t.Errorf("%s: %d %s", host, o.Status, o.URL)
		}
	}
}

// TestPrivateRobots holds that also robots.txt is not asked for there.
func TestPrivateRobots(t *testing.T) {
	s := newSite(t, hello)
	checkIs(t, get(t, &fetch.Client{Robots: true, Retries: 3}, s.URL).err, fetch.ErrPrivate)
	if got := s.asked(); got != "" {
		t.Error(got)
	}
}

// TestPrivateDocument holds that the document of the package's own function is no way around.
func TestPrivateDocument(t *testing.T) {
	s := newSite(t, say("text/html", "x"))
	_, err := fetch.Document(t.Context(), s.URL)
	checkIs(t, err, fetch.ErrPrivate)
	if got := s.asked(); got != "" {
		t.Error(got)
	}
}

// TestIPv6 holds that addresses are reached in brackets.
func TestIPv6(t *testing.T) {
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip(err)
	}
	s := httptest.NewUnstartedServer(hello)
	s.Listener.Close()
	s.Listener = l
	s.Start()
	defer s.Close()
	if o := mustGet(t, loopback(), s.URL+"/"); o.body != "hello" {
		t.Errorf("%q", o.body)
	}
}

// TestProxy holds that a proxy of the environment, which may be on a private address, is asked for what is elsewhere,
// but not for private addresses. Another process makes the requests, as the environment is read once.
func TestProxy(t *testing.T) {
	const asked = "FETCH_TEST_URL"
	if url := os.Getenv(asked); url != "" {
		o := get(t, new(fetch.Client), url)
		fmt.Printf("%q %v\n", o.body, o.err)
		return
	}
	s := newSite(t, hello)
	for url, want := range map[string]string{
		"http://name.invalid/x": `"hello" <nil>`,
		"http://10.0.0.1/":      fetch.ErrPrivate.Error(),
		"http://127.0.0.1:9/":   fetch.ErrPrivate.Error(),
	} {
		s.forget()
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProxy$")
		child.Env = append(os.Environ(), asked+"="+url,
			"HTTP_PROXY="+s.URL, "http_proxy="+s.URL, "NO_PROXY=", "no_proxy=")
		out, err := child.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %s %v", url, out, err)
		}
		if got := s.asked(); (got != "") != strings.Contains(url, "invalid") {
			t.Errorf("%s: the proxy was asked: %s", url, got)
		}
	}
}
