package syntax

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// WriteJSON writes a reference that ImportMap or SpeculationRules read. In an import map an address of a module, also
// one with an integrity, must begin with a scheme, "/", "./" or "../": nothing else counts. Its Base is that of the new
// value. An address whose specifier ends in a slash must end in one too.
//
// Scopes and the modules with an integrity are keys. It is up to the caller that no two keys of an object are equal,
// before or after: only the last of these counts.
//
// Writable is as for WriteCSS.
//
// Spec: https://www.rfc-editor.org/rfc/rfc8259#section-7,
// https://html.spec.whatwg.org/multipage/webappapis.html#resolving-a-url-like-module-specifier
func WriteJSON(_ string, ref Reference, value string, writable func(rune) bool) (Replacement, bool) {
	isModule := ref.Role == ModuleAddress || ref.Role == ModuleIntegrity
	isPrefix := ref.Role == ModuleAddress && strings.HasSuffix(ref.Descriptor, "/")
	if isModule && !isURLLike(value) || isPrefix && !strings.HasSuffix(value, "/") {
		return Replacement{}, false
	}
	numbered := func(r rune) bool { return isControl(r) || writable != nil && !writable(r) }
	plain := func(r rune) bool { return r != '"' && r != '\\' && !numbered(r) }
	return ref.write(escape(value, plain, func(b []byte, r rune) []byte {
		if !numbered(r) {
			return append(b, '\\', byte(r))
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
		return b
	}))
}

// isURLLike reports whether a module specifier has a scheme, or is relative to a base URL.
func isURLLike(specifier string) bool {
	return baseURLLike(specifier) == OwnBase || hasScheme(specifier)
}

// hasScheme reports whether s begins as an absolute URL.
//
// Spec: https://url.spec.whatwg.org/#scheme-start-state
func hasScheme(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	scheme, _, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || strings.IndexByte(letters, scheme[0]) < 0 {
		return false
	}
	return strings.Trim(scheme, letters+"0123456789+-.") == ""
}
