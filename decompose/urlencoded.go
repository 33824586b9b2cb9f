package decompose

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"htmlurl/internal/charset"
	"htmlurl/resolve"
)

// Pair is a name and a value, of a query or of a form's data. Either may be empty.
type Pair struct{ Name, Value string }

// URLEncoded says how ParseURLEncoded reads. The zero value is the parser of today, and of URLSearchParams in every
// edition; the fields are for servers that take what legacy pages send.
//
// Spec: URL Standard 3.1 (12 January 2015)
type URLEncoded struct {
	// Encoding is the encoding override: what the percent-encoded octets are decoded with.
	Encoding resolve.Encoding
	// UseCharset is the use _charset_ flag: the value of the first pair named "_charset_" that is a label of an encoding
	// overrides Encoding, for all pairs. That value is read as it stands: a percent-encoded label is no label.
	UseCharset bool
	// IsIndex is the isindex flag: what comes before the first "&" is a value if there is no "=" in it.
	IsIndex bool
}

// NonASCIIError is the failure of ParseURLEncoded: with an encoding other than UTF-8, no form and no URLSearchParams
// writes a byte above 0x7F.
type NonASCIIError struct {
	Encoding resolve.Encoding
	Offset   int // the first such byte of the input
}

// Error names the byte and the encoding.
func (e *NonASCIIError) Error() string {
	return fmt.Sprintf("byte %d of the %v form data is not ASCII: it should be percent-encoded", e.Offset, e.Encoding)
}

// ParseURLEncoded returns the pairs of data in the format application/x-www-form-urlencoded. A byte order mark is data,
// and what cannot be decoded becomes U+FFFD. A leading "?" is data too: see [ParseSearchParams]. The strings of the pairs
// share memory with the input and with each other.
//
// The error is a *NonASCIIError, and is nil where o.Encoding is UTF-8. It is safe for concurrent use.
//
// Spec: https://url.spec.whatwg.org/#concept-urlencoded-parser; URL Standard 3.1 (12 January 2015)
func ParseURLEncoded(input string, o URLEncoded) ([]Pair, error) {
	encoding := charsetOf(o.Encoding)
	if encoding != charset.UTF8 {
		if i := indexNonASCII(input); i >= 0 {
			return nil, &NonASCIIError{Encoding: o.Encoding, Offset: i}
		}
	}
	input = strings.ReplaceAll(input, "+", " ")
	if first, _, _ := strings.Cut(input, "&"); o.IsIndex && !strings.Contains(first, "=") {
		input = "=" + input
	}
	if o.UseCharset {
		encoding = declaredEncoding(input, encoding)
	}
	count := 0
	for range sequences(input) {
		count++
	}
	pairs := make([]Pair, 0, count)
	d := octetDecoder{encoding: encoding}
	for name, value := range sequences(input) {
		pairs = append(pairs, Pair{d.decode(name), d.decode(value)})
	}
	return pairs, nil
}

// sequences yields the names and values of input as they stand. An empty sequence between ampersands has none.
func sequences(input string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for sequence := range strings.SplitSeq(input, "&") {
			name, value, _ := strings.Cut(sequence, "=")
			if sequence != "" && !yield(name, value) {
				return
			}
		}
	}
}

// declaredEncoding returns the encoding that a pair named "_charset_" names, or else the given one. The text decodes the
// pairs after it has seen all, so the name counts for those before it as well.
//
// Spec: URL Standard 3.1 (12 January 2015), step 6.5
func declaredEncoding(input string, encoding charset.Encoding) charset.Encoding {
	for name, value := range sequences(input) {
		if name != "_charset_" {
			continue
		}
		if declared, ok := charset.Lookup(value); ok {
			return declared
		}
	}
	return encoding
}

// octetDecoder decodes names and values. The strings that it gives are pieces of a few large ones.
type octetDecoder struct {
	encoding charset.Encoding
	octets   []byte
	text     strings.Builder
}

func (d *octetDecoder) decode(s string) string {
	if d.encoding == charset.UTF8 && isPlain(s) {
		return s
	}
	d.octets = resolve.AppendPercentDecoded(d.octets[:0], s)
	start := d.text.Len()
	d.text.Write(d.encoding.Decode(d.octets))
	return d.text.String()[start:]
}

// isPlain tells whether there is nothing to decode in s.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] == '%' || s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AppendURLEncoded appends the pairs in the format application/x-www-form-urlencoded. A character that the encoding lacks
// becomes a percent-encoded decimal reference, "%26%23N%3B"; a byte that is no UTF-8 counts as U+FFFD. Line breaks stay as
// they are: it is the form that makes them CR LF. It is safe for concurrent use.
//
// The texts of 2015 and of today need no switch: the octets that stand for themselves, the plus sign for the space and
// the decimal reference are the same, and so are the places of the escape sequences of ISO-2022-JP, because each name and
// each value starts and ends in ASCII. They differ for UTF-16, which is UTF-8 today; an Encoding is never UTF-16. The
// encoders are those of today's Encoding Standard.
//
// Spec: https://url.spec.whatwg.org/#concept-urlencoded-serializer; URL Standard 3.2 (12 January 2015)
func AppendURLEncoded(dst []byte, pairs []Pair, encoding resolve.Encoding) []byte {
	for i, pair := range pairs {
		if i > 0 {
			dst = append(dst, '&')
		}
		dst = resolve.AppendPercentEncoded(dst, pair.Name, resolve.FormURLEncodedSet, encoding)
		dst = append(dst, '=')
		dst = resolve.AppendPercentEncoded(dst, pair.Value, resolve.FormURLEncodedSet, encoding)
	}
	return dst
}

// charsetOf returns the encoding that is known to this module's inside by the same name.
func charsetOf(e resolve.Encoding) charset.Encoding {
	encoding, _ := charset.Lookup(e.String())
	return encoding
}

// indexNonASCII returns the offset of the first byte of s above 0x7F, or -1.
func indexNonASCII(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return -1
}
