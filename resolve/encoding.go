package resolve

import (
	"fmt"

	"htmlurl/internal/charset"
)

// Encoding is the character encoding of a document as far as URLs see it: an output encoding, so UTF-16 and the
// replacement encoding, which stand for UTF-8 here, cannot be represented. The zero value is UTF-8. Comparable.
//
// Spec: W3C HTML5 2.6.4 step 3 (2012); https://encoding.spec.whatwg.org/#get-an-output-encoding
type Encoding struct{ enc charset.Encoding }

// LookupEncoding returns the output encoding for a label of the Encoding Standard, such as "latin1" or "Shift_JIS".
// White space around the label and its ASCII case do not matter.
func LookupEncoding(label string) (Encoding, error) {
	enc, ok := charset.Lookup(label)
	if !ok {
		return Encoding{}, fmt.Errorf("unknown encoding label %s", quote(label))
	}
	return Encoding{enc.Output()}, nil
}

// String returns the Encoding Standard's name of the encoding.
func (e Encoding) String() string { return e.enc.String() }

// MarshalText returns the encoding's name.
func (e Encoding) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText sets the output encoding for a label.
func (e *Encoding) UnmarshalText(label []byte) (err error) {
	*e, err = LookupEncoding(string(label))
	return err
}
