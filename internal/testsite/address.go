package testsite

import (
	"strconv"
	"strings"
)

// folders are the names of folders, as URLs have them. Plain sites have the first plainFolders of them.
var folders = [...]string{"news", "archive", "2012", "shop", "people", "caf%C3%A9", "with%20space", "a.b~c;d"}

const plainFolders = 5

// appendAddress appends the URI of page n. That is its only spelling: the site knows no other.
func (s *Site) appendAddress(dst []byte, n int) []byte {
	dst = append(dst, '/')
	if n == 0 {
		return dst
	}
	known := len(folders)
	if s.Plain {
		known = plainFolders
	}
	h := scramble(s.Seed + uint64(n)*0x9E3779B97F4A7C15)
	for range h % 4 {
		h >>= 6
		dst = append(dst, folders[h%64%uint64(known)]...)
		dst = append(dst, '/')
	}
	dst = strconv.AppendInt(append(dst, 'p'), int64(n), 10)
	switch h >> 6 % 4 {
	case 0:
		dst = append(dst, '/')
	case 1, 2:
		dst = append(dst, ".html"...)
	}
	return s.appendQuery(dst, n)
}

// Pages whose numbers have these remainders by addressKinds have a query.
const (
	addressKinds  = 16
	queryOfWord   = 3 // in one of the encodings
	queryOfFields = 5
)

func (s *Site) appendQuery(dst []byte, n int) []byte {
	switch {
	case s.Plain:
	case n%addressKinds == queryOfWord:
		e := encodings[n/addressKinds%len(encodings)]
		dst = append(append(dst, "?w="...), e.escaped...)
	case n%addressKinds == queryOfFields:
		dst = append(dst, "?id=7&copy=2"...)
	}
	return dst
}

// pageWithWord returns the number of some page whose query is a word in the encoding, if there is one.
func (w *writer) pageWithWord(e *encoding) (n int, ok bool) {
	last, _ := w.site.pages()
	cycle := addressKinds * len(encodings)
	n = addressKinds*e.index + queryOfWord + cycle*w.below(last/cycle+1)
	return n, n < last
}

// pageAt returns the number of the page at a URI.
func (s *Site) pageAt(uri string) (n int, ok bool) {
	if uri == "/" {
		return 0, true
	}
	path, _, _ := strings.Cut(uri, "?")
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/"), ".html")
	name := path[strings.LastIndexByte(path, '/')+1:]
	if !strings.HasPrefix(name, "p") {
		return 0, false
	}
	n, err := strconv.Atoi(name[1:])
	if _, all := s.pages(); err != nil || n < 1 || n >= all {
		return 0, false
	}
	var room [200]byte
	return n, string(s.appendAddress(room[:0], n)) == uri
}
