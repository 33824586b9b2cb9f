package syntax

import "strings"

// Replacement is a part of a text and what is to be written there.
type Replacement struct {
	Start, End int
	Text       string
}

func plainStub(ref Reference, value string) (Replacement, bool) {
	return Replacement{ref.Start, ref.End, value}, true
}
func WriteSpaces(text string, ref Reference, value string) (Replacement, bool) {
	return plainStub(ref, strings.ReplaceAll(value, " ", "%20"))
}
func WriteCommas(text string, ref Reference, value string) (Replacement, bool) {
	return plainStub(ref, value)
}
func WriteSrcset(text string, ref Reference, value string) (Replacement, bool) {
	return plainStub(ref, value)
}
func WriteRefresh(text string, ref Reference, value string) (Replacement, bool) {
	return plainStub(ref, value)
}
func WriteCSS(text string, ref Reference, value string, writable func(rune) bool) (Replacement, bool) {
	return plainStub(ref, value)
}
func WriteJSON(text string, ref Reference, value string, writable func(rune) bool) (Replacement, bool) {
	return plainStub(ref, value)
}
