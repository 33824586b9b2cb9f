package resolve

import (
	"bytes"
	"strings"

	"htmlurl/internal/charset"
)

// path appends segments to url's path: a slash and the text's buffer for each.
//
// Spec: https://url.spec.whatwg.org/#path-state
func (m *living) path() livingState {
	m.out = append(m.out, '/')
	start := m.pointer
	copied := start  // text before this byte is in out
	segment := start // where a segment starts; others start behind a plain slash
	plain := &pathPlain
	if m.isFile() {
		plain = &filePathPlain
	}
	for m.pointer < len(m.text) {
		switch c := m.text[m.pointer]; {
		case plain[c]:
			m.pointer++
		case c == '.' || c == '%':
			if m.pointer > segment && m.text[m.pointer-1] != '/' || !m.isDotSegment() {
				m.pointer++
				continue
			}
			m.out = append(m.out, m.text[copied:m.pointer]...)
			m.dotSegment()
			copied, segment = m.pointer, m.pointer
		case m.isSlash(int(c)):
			m.out = append(m.out, m.text[copied:m.pointer]...)
			m.endSegment()
			m.out = append(m.out, '/')
			m.pointer++
			copied, segment = m.pointer, m.pointer
		case m.endsPath(int(c)):
			m.out = append(m.out, m.text[copied:m.pointer]...)
			m.endSegment()
			m.judgePath(start)
			return m.endPath()
		case c == '\\':
			m.pointer++
		default:
			m.out = append(m.out, m.text[copied:m.pointer]...)
			m.out = appendRunePercentEncoded(m.out, m.text[m.pointer:])
			m.pointer += runeLen(m.text[m.pointer:])
			copied = m.pointer
		}
	}
	m.out = append(m.out, m.text[copied:]...)
	m.endSegment()
	m.judgePath(start)
	return m.endPath()
}

// endsPath tells whether c begins the query or the fragment.
func (m *living) endsPath(c int) bool { return (c == '?' || c == '#') && !m.override }

// isDotSegment tells whether the segment that starts at the pointer is a single-dot or double-dot URL path segment.
func (m *living) isDotSegment() bool {
	_, size := countDots(m.text[m.pointer:])
	end := m.pointer + size
	return size > 0 && (end == len(m.text) || m.isSlash(int(m.text[end])) || m.endsPath(int(m.text[end])))
}

// countDots counts the dots that s begins with, two at most, and their bytes; a dot may be percent-encoded.
//
// Spec: https://url.spec.whatwg.org/#double-dot-path-segment
func countDots(s string) (dots, size int) {
	for dots < 2 {
		switch rest := s[size:]; {
		case strings.HasPrefix(rest, "."):
			size += len(".")
		case strings.HasPrefix(rest, "%2e"), strings.HasPrefix(rest, "%2E"):
			size += len("%2e")
		default:
			return dots, size
		}
		dots++
	}
	return dots, size
}

// dotSegment takes a dot segment and the slash behind it. What is left of the path ends with a slash either way: that
// of the next segment, or that of the empty segment at the end.
func (m *living) dotSegment() {
	dots, size := countDots(m.text[m.pointer:])
	m.pointer += size
	if dots == 2 {
		m.out = m.out[:len(m.out)-len("/")]
		m.shorten()
		m.out = append(m.out, '/')
	}
	if m.isSlash(m.c()) {
		m.pointer++
	}
}

// endSegment makes a normalized Windows drive letter of one that is the first segment of a file URL's path.
func (m *living) endSegment() {
	if path := m.out[m.url.path:]; m.isFile() && len(path) == len("/C|") && isWindowsDriveLetter(path[1:]) {
		path[2] = ':'
	}
}

// shorten removes the last segment of url's path, if there is one; but never the drive of a file URL.
//
// Spec: https://url.spec.whatwg.org/#shorten-a-urls-path
func (m *living) shorten() {
	path := m.out[m.url.path:]
	if m.isFile() && len(path) == len("/C:") && startsWithNormalizedDriveLetter(string(path)) {
		return
	}
	m.out = m.out[:m.url.path+len(withoutLastSegment(path))]
}

// endPath says that url's path ends here, and so does url as long as there is no query and no fragment.
func (m *living) endPath() livingState {
	m.url.query, m.url.fragment = len(m.out), len(m.out)
	switch c := m.c(); {
	case c == '?':
		return queryState
	case c == '#':
		return fragmentState
	}
	return success
}

// guardPath puts "/." before a path that would be taken for an authority.
//
// Spec: https://url.spec.whatwg.org/#concept-url-serializer step 3
func (m *living) guardPath() {
	if m.url.hasAuthority() || !bytes.HasPrefix(m.out[m.url.hierPart():], []byte("//")) {
		return
	}
	m.out = append(m.out, "/."...)
	copy(m.out[m.url.path+len("/."):], m.out[m.url.path:])
	copy(m.out[m.url.path:], "/.")
	m.url.path += len("/.")
	m.url.query += len("/.")
	m.url.fragment += len("/.")
}

// A space that would be the last of the path is percent-encoded, so that it survives.
//
// Spec: https://url.spec.whatwg.org/#cannot-be-a-base-url-path-state
func (m *living) opaquePath() livingState {
	rest := m.text[m.pointer:]
	end := indexSet(rest, &pathEnd)
	if end < 0 {
		end = len(rest)
	}
	m.judgeUnits(m.pointer, m.pointer+end)
	m.pointer += end
	if path, ok := strings.CutSuffix(rest[:end], " "); ok && m.c() != eof {
		m.out = appendUTF8PercentEncoded(m.out, path, &c0ControlSet)
		m.out = append(m.out, "%20"...)
	} else {
		m.out = appendUTF8PercentEncoded(m.out, rest[:end], &c0ControlSet)
	}
	return m.endPath()
}

// query takes "?" and what follows it.
//
// Spec: https://url.spec.whatwg.org/#query-state
func (m *living) query() livingState {
	m.url.query = len(m.out)
	m.out = append(m.out, '?')
	m.pointer += len("?")
	buffer, _, hasFragment := strings.Cut(m.text[m.pointer:], "#")
	m.judgeUnits(m.pointer, m.pointer+len(buffer))
	m.out = m.appendQuery(m.out, buffer)
	m.pointer += len(buffer)
	m.url.fragment = len(m.out)
	if hasFragment {
		return fragmentState
	}
	return success
}

// appendQuery percent-encodes after encoding.
func (m *living) appendQuery(dst []byte, buffer string) []byte {
	if !m.facts.special {
		return appendUTF8PercentEncoded(dst, buffer, &querySet)
	}
	if name := m.facts.name; m.encoding == charset.UTF8 || name == "ws" || name == "wss" {
		return appendUTF8PercentEncoded(dst, buffer, &specialQuerySet)
	}
	return appendPercentEncodedAfterEncoding(dst, m.encoding, buffer, &specialQuerySet)
}

// fragment takes "#" and what follows it.
//
// Spec: https://url.spec.whatwg.org/#fragment-state
func (m *living) fragment() livingState {
	m.url.fragment = len(m.out)
	m.out = append(m.out, '#')
	m.pointer += len("#")
	m.judgeUnits(m.pointer, len(m.text))
	m.out = appendUTF8PercentEncoded(m.out, m.text[m.pointer:], &fragmentSet)
	m.pointer = len(m.text)
	return success
}

// isWindowsDriveLetter tells whether s is a letter and ":" or "|".
//
// Spec: https://url.spec.whatwg.org/#windows-drive-letter
func isWindowsDriveLetter[T string | []byte](s T) bool {
	return len(s) == len("C|") && alpha[s[0]] && (s[1] == ':' || s[1] == '|')
}

// Spec: https://url.spec.whatwg.org/#start-with-a-windows-drive-letter
func startsWithWindowsDriveLetter(s string) bool {
	return len(s) >= len("C|") && isWindowsDriveLetter(s[:len("C|")]) &&
		(len(s) == len("C|") || specialAuthorityEnd[s[len("C|")]])
}

// startsWithNormalizedDriveLetter tells whether the first segment of a serialized path is a letter and ":".
//
// Spec: https://url.spec.whatwg.org/#normalized-windows-drive-letter
func startsWithNormalizedDriveLetter(path string) bool {
	return len(path) >= len("/C:") && alpha[path[1]] && path[2] == ':' && (len(path) == len("/C:") || path[len("/C:")] == '/')
}
