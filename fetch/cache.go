package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"iter"
	"maps"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Cache keeps responses, so that the next request for the same URL can ask whether they are still good. It must be safe
// for concurrent use. Where it fails, it is as if it had nothing: no fetch fails for that.
//
// Spec: RFC 9110, 13; RFC 9111
type Cache interface {
	// Load returns what was stored last for the key, or nil if there is nothing. The caller closes its Body.
	Load(key string) (*Cached, error)

	// Store begins to replace what is stored for the key. It takes effect with Commit.
	Store(key string, header http.Header) (CacheWriter, error)
}

// Cached is a stored response: the header given to Store, and the bytes that were written.
type Cached struct {
	Header http.Header
	Size   int64 // of Body
	Body   io.ReadCloser
}

// CacheWriter takes the body of a response as it was transferred, with its content codings.
type CacheWriter interface {
	io.Writer

	// Commit ends the body, and stores the response, unless a Write failed.
	Commit() error

	// Close drops the response, if it was not stored.
	Close() error
}

// variedPrefix begins the names of header fields that are stored for Vary: each has a digest of the request's field,
// which may be a secret.
const variedPrefix = "Htmlurl-Varied-"

// storable tells whether a response is to be stored: only if its next request can be conditional.
//
// Spec: RFC 9111, 3
func storable(method string, status int, request, response http.Header) bool {
	if method != http.MethodGet || status != http.StatusOK || len(validators(response)) == 0 {
		return false
	}
	return !hasElement(request, "Cache-Control", "no-store") && !hasElement(response, "Cache-Control", "no-store") &&
		!hasElement(response, "Vary", "*")
}

// storedHeader returns the header to be stored for a response. The request's fields must be all that were sent.
//
// Spec: RFC 9111, 3.1 and 4.1
func storedHeader(request, response http.Header) http.Header {
	stored := response.Clone()
	removeConnectionFields(stored)
	for name := range stored {
		if strings.HasPrefix(name, variedPrefix) {
			delete(stored, name)
		}
	}
	for name := range elements(response, "Vary") {
		if digest := variedDigest(request, name); digest != "" {
			stored.Set(variedPrefix+name, digest)
		}
	}
	return stored
}

// selects tells whether a stored response may answer a request, which it may if the fields that its Vary names are the
// same as those of the request that it was stored for.
//
// Spec: RFC 9111, 4.1
func selects(stored, request http.Header) bool {
	for name := range elements(stored, "Vary") {
		if name == "*" || variedDigest(request, name) != stored.Get(variedPrefix+name) {
			return false
		}
	}
	return true
}

// variedDigest returns what stands for the values of a request's field, or "" if it has none.
func variedDigest(request http.Header, name string) string {
	values := request.Values(name)
	if len(values) == 0 {
		return ""
	}
	digest := sha256.New()
	for i, value := range values {
		if i > 0 {
			io.WriteString(digest, ",")
		}
		io.WriteString(digest, strings.Trim(value, " \t"))
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// validators returns the fields with which a request asks for the response only if it is another than the stored one.
// There are none if that has no validators that can be sent.
//
// Spec: RFC 9110, 13.1.2 and 13.1.3
func validators(stored http.Header) http.Header {
	h := http.Header{}
	if tag := stored.Get("ETag"); tag != "" && httpguts.ValidHeaderFieldValue(tag) {
		h.Set("If-None-Match", tag)
	}
	modified := stored.Get("Last-Modified")
	if _, err := http.ParseTime(modified); err == nil {
		h.Set("If-Modified-Since", modified)
	}
	return h
}

// refresh returns the header of a stored response after a 304 said that it is still good, or nil if that is about
// another response: then the request must be made again without the validators.
//
// Fields about the body, as it was transferred, stay.
//
// Deviation: the tags are compared weakly. A server that weakens the tag when it compresses often does not in a 304.
//
// Spec: RFC 9111, 4.3.4 and 3.2
func refresh(stored, fresh http.Header) http.Header {
	tag, old := fresh.Get("ETag"), stored.Get("ETag")
	if tag != "" && old != "" && strings.TrimPrefix(tag, "W/") != strings.TrimPrefix(old, "W/") {
		return nil
	}
	fresh = fresh.Clone()
	removeConnectionFields(fresh)
	for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Range"} {
		fresh.Del(name)
	}
	h := stored.Clone()
	maps.Copy(h, fresh)
	maps.DeleteFunc(h, func(name string, _ []string) bool { return strings.HasPrefix(name, variedPrefix) })
	return h
}

// removeConnectionFields removes the fields that are about the connection and not about the response.
//
// Spec: RFC 9111, 3.1; RFC 9110, 7.6.1
func removeConnectionFields(h http.Header) {
	for name := range elements(h, "Connection") {
		h.Del(name)
	}
	for _, name := range []string{
		"Connection", "Proxy-Connection", "Keep-Alive", "Te", "Transfer-Encoding", "Trailer", "Upgrade",
		"Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
	} {
		h.Del(name)
	}
}

// hasElement tells whether a field that is a list has the element, in any ASCII case, with an argument or without.
func hasElement(h http.Header, field, element string) bool {
	for e := range elements(h, field) {
		name, _, _ := strings.Cut(e, "=")
		if strings.EqualFold(strings.TrimRight(name, " \t"), element) {
			return true
		}
	}
	return false
}

// elements yields the elements of a field that is a list. Commas in quoted strings also separate: no name is in them.
//
// Spec: RFC 9110, 5.6.1
func elements(h http.Header, field string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, value := range h.Values(field) {
			for element := range strings.SplitSeq(value, ",") {
				if element = strings.Trim(element, " \t"); element != "" && !yield(element) {
					return
				}
			}
		}
	}
}
