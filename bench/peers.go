package main

import (
	neturl "net/url"
	"strings"
	"unsafe"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"htmlurl/resolve"
)

// peer is a URL parser. A base is parsed once for all the references relative to it.
type peer struct {
	name  string
	parse func(s string) (string, error)
	base  func(s string) (relative, error)
}

// relative resolves references relative to one base.
type relative struct {
	resolve func(ref string) (string, error)
	append  func(dst []byte, ref string) ([]byte, error)
}

var netURL = peer{
	name: "net/url",
	parse: func(s string) (string, error) {
		u, err := neturl.Parse(s)
		if err != nil {
			return "", err
		}
		return u.String(), nil
	},
	base: func(s string) (relative, error) {
		base, err := neturl.Parse(s)
		return relative{
			resolve: func(ref string) (string, error) {
				u, err := base.Parse(ref)
				if err != nil {
					return "", err
				}
				return u.String(), nil
			},
			append: func(dst []byte, ref string) ([]byte, error) {
				u, err := base.Parse(ref)
				if err != nil {
					return dst, err
				}
				return u.AppendBinary(dst)
			},
		}, err
	},
}

var whatwgURL = peer{
	name: "whatwg-url",
	parse: func(s string) (string, error) {
		u, err := whatwg.Parse(s)
		if err != nil {
			return "", err
		}
		return u.Href(false), nil
	},
	base: func(s string) (relative, error) {
		base, err := whatwg.Parse(s)
		return relative{
			resolve: func(ref string) (string, error) {
				u, err := base.Parse(ref)
				if err != nil {
					return "", err
				}
				return u.Href(false), nil
			},
			append: func(dst []byte, ref string) ([]byte, error) {
				u, err := base.Parse(ref)
				if err != nil {
					return dst, err
				}
				return append(dst, u.Href(false)...), nil
			},
		}, err
	},
}

// htmlurl is this project with the rules of an edition.
func htmlurl(e resolve.Edition) peer {
	r := resolve.Resolver{Edition: e}
	parse := r.Parse
	if e == resolve.HTML5 { // where parsing leaves a URL as it is
		parse = func(s string) (resolve.URL, error) { return r.Resolve(resolve.URL{}, s) }
	}
	return peer{
		name: "htmlurl " + e.String(),
		parse: func(s string) (string, error) {
			u, err := parse(s)
			if err != nil {
				return "", err
			}
			return owned(u.String(), s, ""), nil
		},
		base: func(s string) (relative, error) {
			base, err := r.Parse(s)
			return relative{
				resolve: func(ref string) (string, error) {
					u, err := r.Resolve(base, ref)
					if err != nil {
						return "", err
					}
					return owned(u.String(), ref, base.String()), nil
				},
				append: func(dst []byte, ref string) ([]byte, error) { return r.Append(dst, base, ref) },
			}, err
		},
	}
}

// owned returns s as a string with memory of its own, copied if it is a part of the reference or of the base.
func owned(s, ref, base string) string {
	if isPart(s, ref) || isPart(s, base) {
		return strings.Clone(s)
	}
	return s
}

// isPart tells whether s shares the memory of the whole.
func isPart(s, whole string) bool {
	at, start := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(whole)))
	return start <= at && at < start+uintptr(len(whole))
}

// allPeers returns the peers.
func allPeers() []peer {
	peers := []peer{netURL, whatwgURL}
	for _, e := range resolve.Editions() {
		peers = append(peers, htmlurl(e))
	}
	return peers
}
