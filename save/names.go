package save

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"htmlurl/resolve"
)

// maxName is how many bytes a name has at most.
const maxName = 80

// names gives the files of a folder names that no system confuses, whatever URLs they have. The zero value has given
// none.
type names struct {
	taken map[string]bool // in lower case
	next  map[string]int  // the next suffix for a name that is taken
}

// choose returns a name for a file of a type that came from the URL. It is made of ASCII letters, digits, dots,
// hyphens and underscores, and differs from all others in more than case. The same calls in the same order give the
// same names.
func (n *names) choose(u resolve.URL, kind string) string {
	if n.taken == nil {
		n.taken, n.next = map[string]bool{}, map[string]int{}
	}
	stem, ext := stemAndExtension(u, kind)
	key := strings.ToLower(stem + ext)
	for suffix := ""; ; {
		name := shorten(stem, maxName-len(suffix)-len(ext)) + suffix + ext
		if lower := strings.ToLower(name); !n.taken[lower] {
			n.taken[lower] = true
			return name
		}
		n.next[key] = max(n.next[key], 1) + 1
		suffix = "-" + strconv.Itoa(n.next[key])
	}
}

// stemAndExtension returns the name of a file in two parts.
func stemAndExtension(u resolve.URL, kind string) (stem, ext string) {
	segment := lastSegment(u)
	written := path.Ext(segment)
	ext, isWritten := extension(kind, written)
	stem = segment
	if isWritten || typesByExtension[strings.ToLower(written)] != nil || isServerScript(written) {
		stem = strings.TrimSuffix(segment, written)
	}
	stem = shorten(clean(stem), maxName-len(ext))
	if stem == "" {
		stem = "file"
		if t := typesByExtension[ext]; t != nil {
			stem = t.stem
		}
	}
	if isReserved(stem) {
		stem = "_" + stem
	}
	return stem, ext
}

// lastSegment returns the last segment of the path that is not empty, decoded, or else the host.
func lastSegment(u resolve.URL) string {
	segments := strings.Split(u.Path(), "/")
	for _, segment := range slices.Backward(segments) {
		if decoded, err := url.PathUnescape(segment); err == nil {
			segment = decoded
		}
		if clean(segment) != "" {
			return segment
		}
	}
	host, _ := u.Host()
	return host + "." // its last label is no extension
}

// isServerScript tells whether an extension says what program answers, not what it answers.
func isServerScript(extension string) bool {
	switch strings.ToLower(extension) {
	case ".php", ".asp", ".aspx", ".jsp", ".cgi", ".pl", ".do", ".ashx", ".axd", ".cfm":
		return true
	}
	return false
}

// clean returns s with only characters that names have: white space and what systems forbid become hyphens, all else
// that is not ASCII is dropped. It neither begins with a dot or hyphen nor ends with a dot.
func clean(s string) string {
	var b strings.Builder
	last := rune(0)
	for _, c := range s {
		switch {
		case isAlphanumeric(c), c == '_', c == '.' && last != '.':
		case c < 0x80 && c != '.' && c != '-', c == '-', c == '\u3000', c == '\u00a0':
			if c = '-'; last == '-' {
				continue
			}
		default:
			continue
		}
		b.WriteRune(c)
		last = c
	}
	return strings.Trim(b.String(), ".-")
}

// shorten returns at most size bytes of s, which is ASCII, without a dot or hyphen at the end.
func shorten(s string, size int) string { return strings.TrimRight(s[:min(len(s), size)], ".-") }

// isReserved tells whether Windows takes a name for that of a device, whatever comes after its first dot.
func isReserved(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	switch name {
	case "con", "prn", "aux", "nul", "conin", "conout", "clock":
		return true
	}
	device := strings.TrimRight(name, "0123456789")
	return len(name) == len(device)+1 && (device == "com" || device == "lpt")
}
