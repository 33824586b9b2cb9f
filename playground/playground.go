// Package playground is a page that shows what the library says about a document: the base URL and why, all references with
// their places, the parts of each, what the editions make of it, and what the browser says. The library runs in the page, as
// WebAssembly; nothing is sent anywhere.
//
// The page is the folder static, which any web server can serve; Handler serves it from the binary. In the page, Go answers
// and JavaScript shows: package answer knows the questions, and the program in wasm hands them over. What that is compiled
// to is part of the repository, so that nobody needs to build it; go generate does.
package playground

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:generate go run ./build

//go:embed static
var static embed.FS

// Files returns the folder of the page.
func Files() fs.FS {
	files, err := fs.Sub(static, "static")
	if err != nil {
		panic("playground: " + err.Error())
	}
	return files
}

// Content-Security-Policies, which the documents also have in a meta element for other servers. Nothing is loaded from
// elsewhere, and no script runs but those of the folder. In the frame for the browser's answer, which is sandboxed, none
// does; styles are allowed there, as it has documents that nobody sees, and forbidding theirs would only be reported.
const (
	policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
		"connect-src 'self' blob:; frame-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
	framePolicy = "default-src 'none'; style-src 'unsafe-inline'; connect-src blob:; form-action 'none'"
	embedding   = "; frame-ancestors 'self'" // not for a meta element
)

// types are the Content-Types of the files, which must not depend on the machine.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
	".gz":   "application/gzip",
}

// Handler serves the page to browsers on this machine: requests for any other host than localhost or a loopback address are
// refused, so that no other site can have its name point here.
func Handler() http.Handler { return &handler{Files()} }

type handler struct{ files fs.FS }

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !isLocal(r.Host):
		http.Error(w, "the playground is for this machine only", http.StatusMisdirectedRequest)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the playground takes GET and HEAD only", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	content, err := fs.ReadFile(h.files, name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	setHeader(w.Header(), name, content)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

// isLocal tells whether the Host field of a request names this machine.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}

func setHeader(h http.Header, name string, content []byte) {
	h.Set("Content-Type", types[path.Ext(name)])
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache") // ask each time, for the ETag
	h.Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(content)))
	switch name {
	case "frame.html":
		h.Set("Content-Security-Policy", framePolicy+embedding)
	default:
		h.Set("Content-Security-Policy", policy+embedding)
	}
}
