package testsite

import (
	"bytes"
	"slices"
	"strconv"
)

// to makes w.raw a reference to a URI of the site or to a place there, written in one of many ways, and w.url what it
// points to.
func (w *writer) to(uri []byte) {
	w.toExactly(uri)
	if w.oneIn(12) {
		w.fragment()
	}
	if !w.site.Plain && !w.isXML && w.oneIn(40) {
		w.raw = slices.Insert(append(w.raw, '\t'), 0, ' ', '\n')
	}
}

// toExactly is to without a fragment, and without the space around that not every syntax allows.
func (w *writer) toExactly(uri []byte) {
	w.url = append(append(w.url[:0], w.origin...), uri...)
	w.raw = w.raw[:0]
	style := w.below(16)
	switch {
	case w.base.foreign != "" && style < 8:
		w.raw = append(append(w.raw, w.origin[len("http:"):]...), uri...)
	case w.base.foreign != "" || style == 0:
		w.raw = append(w.raw, w.url...)
	case style == 1 && !w.site.Plain:
		w.raw = append(append(w.raw, w.origin[len("http:"):]...), uri...)
	case style == 2 && !w.site.Plain:
		w.raw = append(append(w.raw, "/x/./.."...), uri...)
	case style == 3 && !w.site.Plain:
		w.raw = appendRelative(append(w.raw, "./y/../"...), w.base.uri, uri)
	case style < 10:
		w.raw = appendRelative(w.raw, w.base.uri, uri)
	default:
		w.raw = append(w.raw, uri...)
	}
	w.unescape()
}

// appendRelative appends a path-relative reference to target. Both are URIs of the site.
func appendRelative(dst, base, target []byte) []byte {
	folder := base[:bytes.LastIndexByte(path(base), '/')+1]
	name := bytes.LastIndexByte(path(target), '/') + 1
	common := 0
	for i := 0; i < len(folder) && i < name && folder[i] == target[i]; i++ {
		if folder[i] == '/' {
			common = i + 1
		}
	}
	start := len(dst)
	for range bytes.Count(folder[common:], []byte("/")) {
		dst = append(dst, "../"...)
	}
	if len(dst) == start && (common == len(target) || target[common] == '?') {
		dst = append(dst, "./"...)
	}
	return append(dst, target[common:]...)
}

func path(uri []byte) []byte {
	path, _, _ := bytes.Cut(uri, []byte("?"))
	return path
}

// unescape writes some of what is percent-encoded in w.raw in other ways: the path can have any character, the query
// those of the page's encoding.
func (w *writer) unescape() {
	at := bytes.IndexByte(w.raw, '%')
	if at < 0 || w.oneIn(3) {
		return
	}
	if before, ok := bytes.CutSuffix(w.raw, []byte("?w="+w.encoding.escaped)); ok {
		w.raw = append(append(before, "?w="...), w.encoding.word...)
	}
	for _, name := range [][2]string{{"caf%C3%A9/", "café/"}, {"with%20space/", "with space/"}} {
		if at := bytes.Index(w.raw, []byte(name[0])); at >= 0 {
			w.raw = slices.Replace(w.raw, at, at+len(name[0]), []byte(name[1])...)
		}
	}
}

// fragment appends a fragment to the reference.
func (w *writer) fragment() {
	name := w.either("#top", "#s1", "#s2", "#note-7")
	w.raw, w.url = append(w.raw, name...), append(w.url, name...)
}

// toFragment makes the reference one to a place in what the base names.
func (w *writer) toFragment() {
	w.raw, w.url = w.raw[:0], w.base.append(w.url[:0], w.origin)
	w.fragment()
}

// toNumbered makes it a reference to what is called prefix, number, suffix.
func (w *writer) toNumbered(prefix string, number int, suffix string) {
	w.name(prefix, number, suffix)
	w.to(w.target)
}

// name makes w.target a URI of prefix, number, suffix.
func (w *writer) name(prefix string, number int, suffix string) {
	w.target = strconv.AppendInt(append(w.target[:0], prefix...), int64(number), 10)
	w.target = append(w.target, suffix...)
}

// toPage makes it a reference to page n.
func (w *writer) toPage(n int) {
	w.target = w.site.appendAddress(w.target[:0], n)
	w.to(w.target)
}

// elsewhere makes it a reference that leads away from the site, as it is. One that has no URL has the URL "".
func (w *writer) elsewhere(raw, url string) {
	w.raw, w.url = append(w.raw[:0], raw...), append(w.url[:0], url...)
}
