package fetch

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"htmlurl/internal/charset"
	"htmlurl/internal/xmltree"
)

// beginningSize is how many bytes of a resource decide about its type. What comes after them does not count.
//
// Spec: https://mimesniff.spec.whatwg.org/#reading-the-resource-header
const beginningSize = 1445

// sniffType returns what a resource is, such as "text/html", from the values of its Content-Type header fields, whether
// they must be believed (see isNoSniff) or came over HTTP, and its first bytes: beginningSize of them, or all if there
// are fewer. The type is in lower case and has no parameters.
//
// HTML and XML are what they say they are: since July 2024 the text makes no feed of what is served as HTML. Every
// image, audio and video type counts as supported.
//
// Deviation: of several values the last that is a MIME type counts, as the Fetch Standard and browsers have it, and as
// documents are read here. The text takes the last one, whatever it is.
//
// Spec: https://mimesniff.spec.whatwg.org/#mime-type-sniffing-algorithm (2026-07-17); W3C HTML5 2.7.4 (2012)
func sniffType(contentType []string, noSniff, overHTTP bool, beginning []byte) string {
	supplied := charset.Essence(strings.Join(contentType, ", "))
	beginning = beginning[:min(len(beginning), beginningSize)]
	switch {
	case supplied == "text/html" || xmltree.IsXML(supplied):
		return supplied
	case supplied == "" || supplied == "unknown/unknown" || supplied == "application/unknown":
		return unknownType(!noSniff, beginning)
	case noSniff:
		return supplied
	case overHTTP && isServerDefault(contentType[len(contentType)-1]):
		return textOrBinary(beginning)
	case strings.HasPrefix(supplied, "image/"):
		return imageType(supplied, beginning)
	case strings.HasPrefix(supplied, "audio/"), strings.HasPrefix(supplied, "video/"), supplied == "application/ogg":
		return cmp.Or(mediaSignature(beginning), supplied)
	}
	return supplied
}

// isNoSniff tells whether the values of the X-Content-Type-Options header fields say that the Content-Type must be
// believed.
//
// Spec: https://fetch.spec.whatwg.org/#determine-nosniff
func isNoSniff(options []string) bool {
	if len(options) == 0 {
		return false
	}
	first, _, _ := strings.Cut(options[0], ",")
	return lowerASCII(strings.Trim(first, "\t ")) == "nosniff"
}

// isServerDefault tells whether a Content-Type is exactly one that old Apache servers send for files of unknown types.
//
// Spec: https://mimesniff.spec.whatwg.org/#supplied-mime-type-detection-algorithm, the check-for-apache-bug flag
func isServerDefault(contentType string) bool {
	switch contentType {
	case "text/plain", "text/plain; charset=ISO-8859-1", "text/plain; charset=iso-8859-1", "text/plain; charset=UTF-8":
		return true
	}
	return false
}

// unknownType returns the type that a resource without one looks like. Types in which scripts may run are taken only if
// isScriptable.
//
// net/http.DetectContentType is not used, because it is like the text but not the same where the text must be followed
// exactly. It
//
//   - looks at 512 bytes: beyond them white space may end, or the first box of MP4, or the first binary byte may stand
//   - looks for HTML, XML and PDF always
//   - finds fonts, even in a text with "LP" at its byte 34 and in archives; WebAssembly; and RAR 5
//   - takes all of Matroska for WebM, and no MP4 whose first box is too short for the brand in it
//   - adds a charset parameter to types of text
//
// In the rest the two agree.
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type
func unknownType(isScriptable bool, beginning []byte) string {
	scriptable := ""
	if isScriptable {
		scriptable = scriptableSignature(beginning)
	}
	return cmp.Or(scriptable, match(textSignatures, beginning), match(imageSignatures, beginning),
		mediaSignature(beginning), match(archiveSignatures, beginning), textUnlessBinary(beginning))
}

// textOrBinary tells whether a resource that is served as text is text or binary: it returns "text/plain" or
// "application/octet-stream".
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-text-or-binary
func textOrBinary(beginning []byte) string {
	for _, mark := range []string{"\xFE\xFF", "\xFF\xFE", "\xEF\xBB\xBF"} {
		if bytes.HasPrefix(beginning, []byte(mark)) {
			return "text/plain"
		}
	}
	return textUnlessBinary(beginning)
}

// textUnlessBinary is textOrBinary without byte order marks.
//
// Spec: https://mimesniff.spec.whatwg.org/#binary-data-byte
func textUnlessBinary(beginning []byte) string {
	isBinary := bytes.ContainsFunc(beginning, func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\f' && c != '\r' && c != '\x1B'
	})
	if isBinary {
		return "application/octet-stream"
	}
	return "text/plain"
}

// imageType returns the type of what is served as an image of the type supplied: what it looks like, or else what it is
// said to be.
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-sniffing-images-specifically
func imageType(supplied string, beginning []byte) string {
	if xmltree.IsXML(supplied) {
		return supplied
	}
	return cmp.Or(match(imageSignatures, beginning), supplied)
}

// signature is how resources of a type begin. A full stop in it stands for any byte.
type signature struct{ beginning, essence string }

var imageSignatures = []signature{
	{"\x00\x00\x01\x00", "image/x-icon"},
	{"\x00\x00\x02\x00", "image/x-icon"},
	{"BM", "image/bmp"},
	{"GIF87a", "image/gif"},
	{"GIF89a", "image/gif"},
	{"RIFF....WEBPVP", "image/webp"},
	{"\x89PNG\r\n\x1A\n", "image/png"},
	{"\xFF\xD8\xFF", "image/jpeg"},
}

var mediaSignatures = []signature{
	{"FORM....AIFF", "audio/aiff"},
	{"ID3", "audio/mpeg"},
	{"OggS\x00", "application/ogg"},
	{"MThd\x00\x00\x00\x06", "audio/midi"},
	{"RIFF....AVI ", "video/avi"},
	{"RIFF....WAVE", "audio/wave"},
}

var archiveSignatures = []signature{
	{"\x1F\x8B\x08", "application/x-gzip"},
	{"PK\x03\x04", "application/zip"},
	{"Rar!\x1A\x07\x00", "application/x-rar-compressed"},
}

// textSignatures are those of what is neither scripted nor binary: PostScript, and byte order marks with a byte or two
// after them.
var textSignatures = []signature{
	{"%!PS-Adobe-", "application/postscript"},
	{"\xFE\xFF..", "text/plain"},
	{"\xFF\xFE..", "text/plain"},
	{"\xEF\xBB\xBF.", "text/plain"},
}

// htmlTags are how HTML pages begin, in any case, before a space or a greater-than sign.
var htmlTags = []string{
	"<!DOCTYPE HTML", "<HTML", "<HEAD", "<SCRIPT", "<IFRAME", "<H1", "<DIV", "<FONT", "<TABLE", "<A", "<STYLE", "<TITLE",
	"<B", "<BODY", "<BR", "<P", "<!--",
}

// match returns the type of the first signature that b begins with, or "".
//
// Spec: https://mimesniff.spec.whatwg.org/#matching-a-mime-type-pattern
func match(signatures []signature, b []byte) string {
	for _, s := range signatures {
		if s.matches(b) {
			return s.essence
		}
	}
	return ""
}

func (s signature) matches(b []byte) bool {
	if len(b) < len(s.beginning) {
		return false
	}
	for i := range len(s.beginning) {
		if c := s.beginning[i]; c != '.' && c != b[i] {
			return false
		}
	}
	return true
}

// scriptableSignature returns the type of the HTML, XML or PDF that b begins as, or "".
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type, the first table
func scriptableSignature(b []byte) string {
	text := bytes.TrimLeft(b, asciiWhitespace)
	switch {
	case slices.ContainsFunc(htmlTags, func(tag string) bool { return startsWithTag(text, tag) }):
		return "text/html"
	case bytes.HasPrefix(text, []byte("<?xml")):
		return "text/xml"
	case bytes.HasPrefix(b, []byte("%PDF-")):
		return "application/pdf"
	}
	return ""
}

// startsWithTag tells whether text starts with the tag, in any case, and its end or a space.
func startsWithTag(text []byte, tag string) bool {
	if len(text) <= len(tag) || text[len(tag)] != ' ' && text[len(tag)] != '>' {
		return false
	}
	for i := range len(tag) {
		c := text[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if c != tag[i] {
			return false
		}
	}
	return true
}

// mediaSignature returns the type of the audio or video that b begins as, or "".
//
// The steps for MP3 without ID3 are left out: as printed they match nothing, because the size of a frame must not be
// greater than a number that is never positive.
//
// Spec: https://mimesniff.spec.whatwg.org/#audio-or-video-type-pattern-matching-algorithm
func mediaSignature(b []byte) string {
	essence := match(mediaSignatures, b)
	switch {
	case essence != "":
		return essence
	case isMP4(b):
		return "video/mp4"
	case isWebM(b):
		return "video/webm"
	}
	return ""
}

// isMP4 tells whether b begins with a whole box of the type ftyp that has a brand of MP4.
//
// Spec: https://mimesniff.spec.whatwg.org/#signature-for-mp4
func isMP4(b []byte) bool {
	if len(b) < 12 {
		return false
	}
	size := uint64(binary.BigEndian.Uint32(b))
	if uint64(len(b)) < size || size%4 != 0 || string(b[4:8]) != "ftyp" {
		return false
	}
	if string(b[8:11]) == "mp4" {
		return true
	}
	for i := 16; i < int(size); i += 4 { // the four bytes before are a version
		if string(b[i:i+3]) == "mp4" {
			return true
		}
	}
	return false
}

// isWebM tells whether b begins with an EBML header whose document type is "webm", near its beginning.
//
// Deviation: the text stops where fewer than five bytes are left for the document type. It has four, and the public
// tests of the standard end with it. The text does not say either where it ends: here where its size says.
//
// Spec: https://mimesniff.spec.whatwg.org/#signature-for-webm
func isWebM(b []byte) bool {
	if !bytes.HasPrefix(b, []byte("\x1A\x45\xDF\xA3")) {
		return false
	}
	for i := 4; i < min(len(b), 38); i++ {
		if value, ok := bytes.CutPrefix(b[i:], []byte("\x42\x82")); ok && isPadded(value, "webm") {
			return true
		}
	}
	return false
}

// isPadded tells whether b begins with the size of a string, and the string with zeros before it.
//
// Spec: https://mimesniff.spec.whatwg.org/#parse-a-vint, https://mimesniff.spec.whatwg.org/#matching-a-padded-sequence
func isPadded(b []byte, s string) bool {
	if len(b) == 0 {
		return false
	}
	size := min(bits.LeadingZeros8(b[0]), 7) + 1
	if len(b) < size {
		return false
	}
	length := uint64(b[0]) &^ (0x80 >> (size - 1))
	for _, c := range b[1:size] {
		length = length<<8 | uint64(c)
	}
	b = b[size:]
	return length <= uint64(len(b)) && string(bytes.TrimLeft(b[:length], "\x00")) == s
}
