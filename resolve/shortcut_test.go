package resolve_test

import (
	"strings"
	"testing"

	"htmlurl/resolve"
)

// The parts of references that a shortcut may take, or must leave to the state machine.
var (
	shortcutStarts = []string{
		"", "//", "///", `\\`, `/\`, `\/`, "/", "http:", "http:/", "http://", "https://", "HTTP://", "http:///", "ftp://",
		"ws://", "file://", "x://", "//u@", "//u:p@", "http://@", " //", "\t//", "/\t/", "/\n/", "http:/\t/", "//\r", "?",
		"#", "./", ".//", "././", "../", ".././", "./../", "..//", "./.", ".%2e/", "%2e/", "%2E%2e/", "/./", "/.",
		"mailto:", "javascript:",
	}
	shortcutHosts = []string{
		"", "h", "example.com", "EXAMPLE.com", "ho%41st", "h%zz", "xn--tda.de", "xn--a", "ü.de", "h_-.x", "h.", "h..", ".",
		"..", ".h", "a..b", "1.2.3.4", "1.2.3.4.", "256.1.1.1", "1.2.3.4.5", "0x1", "0x", "0X1", "a.0x", "a.0xg", "a.09",
		"1a", "a.1b", "a.1.b", "[::1]", "[::1", "h:", "h:80", "h:443", "h:8080", "h:x", "h:65536", "h\tx", "h x", "h\x00",
		"h|", "h^", "h~", "\xff",
	}
	shortcutEnds = []string{
		"", "/", `\`, `\path`, "/path", "/a/b.html", "/a:b", "/..//a", "/../a", "/./", "/.", "/..", "/.a", "/..a", "/...",
		"/a./b..", "/%2e", "/%2E.", "/.%2e/a", "/%2e%2E%2e", "/%2ea", "/%41", "/%", "/%2", "/%2/%2f", "//", "//a",
		`/a\..\b`, "?", "?q", "?a=/../b?c", "?'", "?é≡", "?\\`", "#", "#f", "#f?a#b", "#`", "#é", "?q#f", "/?q#f", "/?#",
		"?#", " ", "\n", "/ ", "/a b", "/a\tb", "?a\nb", "/é", "/\xff", "/\x00", "/^`{}", "@h/", ":80/",
	}
)

// Bases of all kinds for them. HTML5 keeps a base as it is.
const (
	livingBases = "https://u:p@h.x:8080/a//b/ https://h/a/b/c.d?q#f http://h/ http://[::1]/x?y wss://h/a/ ftp://h/a/ " +
		"file:///C:/a file://h/a/ mailto:x javascript:1 about:blank data:,a?b#c x://h/p/q?r x:/p/q x:/.//p blob:http://h/"
	html5Bases = `http://h http://h?q#f HTTP://h/a http:///a/b http:a http:/a http://H/../a/./b https://a\b/c\d http://`
)

// shortcutBases returns the bases and the zero URL.
func shortcutBases(t *testing.T) []resolve.URL {
	bases := []resolve.URL{{}}
	for text := range strings.FieldsSeq(livingBases) {
		bases = append(bases, parse(t, resolve.Resolver{Edition: resolve.Living}, text))
	}
	for text := range strings.FieldsSeq(html5Bases) {
		bases = append(bases, parse(t, resolve.Resolver{}, text))
	}
	return bases
}

// shortcutReferences returns each start with each host and some end, and with each end after no host and after one.
func shortcutReferences() (refs []string) {
	for _, start := range shortcutStarts {
		for i, host := range shortcutHosts {
			refs = append(refs, start+host+shortcutEnds[(i+len(start))%len(shortcutEnds)])
		}
		for _, end := range shortcutEnds {
			refs = append(refs, start+end, start+"h.example"+end)
		}
	}
	return refs
}

// TestShortcut holds that a shortcut gives what the state machine does, which Explain goes through; in a batch, too.
func TestShortcut(t *testing.T) {
	refs := shortcutReferences()
	for i, r := range resolvers(t, "utf-8", "windows-1252", "iso-2022-jp") {
		r.Edition = resolve.Living
		c := batchChecker{batch: resolve.Batch{Resolver: r}}
		for j, base := range shortcutBases(t) {
			if j%3 != i && !strings.HasPrefix(base.String(), "https:") {
				continue // each base in one encoding, and some in all
			}
			for _, ref := range refs {
				checkAgreement(t, r, base, ref)
				c.resolve(t, base, ref)
			}
		}
		c.end(t)
	}
}
