package playground_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"htmlurl/internal/browsertest"
)

// patience is how long anything in the browser may take.
const patience = 60 * time.Second

// serve builds the command, runs htmlurl playground, and returns the address that it prints.
func serve(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "htmlurl")
	build := exec.Command("go", "build", "-o", binary, "./cmd/htmlurl")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command := exec.Command(binary, "playground", "--port", "0")
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Signal(os.Interrupt)
		if err := command.Wait(); err != nil {
			t.Errorf("htmlurl playground, interrupted: %v", err)
		}
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("htmlurl playground prints no address")
	}
	address := lines.Text()
	if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.HasSuffix(address, "/") {
		t.Fatalf("htmlurl playground prints %q", address)
	}
	return address
}

// A gate is the proxy through which all requests of the browser go: those to the playground go on, all others are refused
// and remembered.
type gate struct {
	proxy *httputil.ReverseProxy

	mu      sync.Mutex
	allowed []string // hosts
	refused []string
}

// newGate starts a gate, and returns its host.
func newGate(t *testing.T) (*gate, string) {
	t.Helper()
	g := &gate{proxy: &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}}}
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	return g, strings.TrimPrefix(server.URL, "http://")
}

// allow lets requests to the host of an address go on.
func (g *gate) allow(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.allowed = append(g.allowed, strings.Trim(strings.TrimPrefix(address, "http:"), "/"))
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	isAllowed := r.Method != http.MethodConnect && slices.Contains(g.allowed, r.URL.Host)
	if !isAllowed && !isOfBrowser(r.URL.Hostname()) {
		g.refused = append(g.refused, r.Method+" "+r.URL.String())
	}
	g.mu.Unlock()
	if isAllowed {
		g.proxy.ServeHTTP(w, r)
		return
	}
	http.Error(w, "not here", http.StatusForbidden)
}

// isOfBrowser tells whether a host is one of those that Chromium asks by itself, for updates and the like.
func isOfBrowser(host string) bool {
	return strings.HasSuffix(host, ".google.com") || strings.HasSuffix(host, ".googleapis.com")
}

// takeRefused returns the requests that were refused, and forgets them.
func (g *gate) takeRefused() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	refused := g.refused
	g.refused = nil
	return refused
}

// A browser is a Chromium without a window and with a new profile, all of whose requests go through a gate.
type browser struct {
	context.Context
	*gate
	address string // of the playground
}

// newBrowser starts a Chromium, or skips the test if there is none.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	program, err := browsertest.Find()
	if err != nil {
		t.Skip(err)
	}
	address := serve(t)
	g, proxy := newGate(t)
	g.allow(address)
	b, err := browsertest.Start(context.Background(), program,
		chromedp.Flag("no-proxy-server", false),
		chromedp.Flag("proxy-server", proxy),
		chromedp.Flag("proxy-bypass-list", "<-loopback>"), // not even requests to this machine
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"),
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return &browser{b.Context(), g, address}
}
