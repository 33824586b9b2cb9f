package charset

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"unicode/utf8"
)

// The first piece of a page is read to prefixSize bytes, and the others are pieceSize bytes long.
const (
	prefixSize = 1 << 20
	pieceSize  = 64 << 10
)

// ErrEncoding is the error of [Reader.Next] for a page whose encoding cannot be told in time: what follows shows that
// text already returned is wrong, or a tag or an XML declaration that may decide is too long to be kept.
var ErrEncoding = errors.New("charset: the encoding of the page cannot be told from its beginning")

// A Reader decodes a page piece by piece. The result is that of [Sniff] and [Encoding.Decode] for the whole page, or
// [ErrEncoding]. The zero Reader is ready for Reset, which begins another page with the same buffers.
//
// Memory does not grow with the page: the buffers have at most 2 MiB for the page, and 4 MiB for text that has other
// bytes than the page. They are as small as the page, if that is shorter than 1 MiB. Time is linear.
//
// In most pages the first MiB settles the encoding. In the others:
//   - A meta element is looked for as long as one may come. Until then the encoding is what it is without one. If that
//     changes, the text already returned must be ASCII, and the same in the new encoding.
//   - Without any declaration the encoding is windows-1252, by [Fallback], while the page is ASCII. The first piece
//     with more than ASCII settles that, or makes it UTF-8. After that an error in UTF-8 is too late.
//   - A tag in the head, or an XML declaration, that is longer than 1 MiB may be too long.
type Reader struct {
	src         io.Reader
	contentType string
	isUTF8      bool  // whatever is declared
	err         error // of src, or ErrEncoding: what Next returns after the text

	prefix, piece int // prefixSize and pieceSize

	encoding Encoding
	source   Source
	bom      int

	begun    bool       // the first piece has been read
	scanning bool       // a meta element may decide
	guessing bool       // nothing is declared yet
	scan     tagScanner // its page is the window

	window []byte // what is kept of the page
	place         // where in the window to go on decoding
	used   content
	text   []byte
}

// Reset makes r read the page in src from its beginning. The Content-Type header field may be empty, as for Sniff. If
// src has a method Len, as a [bytes.Reader] has, that is the length of the page.
func (r *Reader) Reset(src io.Reader, contentType string) {
	*r = Reader{
		src:         src,
		contentType: contentType,
		prefix:      cmp.Or(r.prefix, prefixSize),
		piece:       cmp.Or(r.piece, pieceSize),
		scan:        tagScanner{always: scannedAlways},
		window:      r.window[:0],
		text:        r.text[:0],
	}
}

// ResetUTF8 is Reset for a page in UTF-8 whatever it declares, such as an srcdoc document. A byte order mark is part of
// the text, and Encoding says that nothing was sniffed.
func (r *Reader) ResetUTF8(src io.Reader) {
	r.Reset(src, "")
	r.isUTF8 = true
}

// Encoding returns what Sniff says of the page, as far as is known: nothing before the first call of Next, after others
// the encoding of the last piece, and all of it after io.EOF. As long as the text is ASCII, another encoding can come
// without an error; see Rely.
func (r *Reader) Encoding() (e Encoding, src Source, bom int) { return r.encoding, r.source, r.bom }

// Rely says that the encoding is used for more than the text, such as for the query of a URL: from now on Next returns
// ErrEncoding for another encoding even if the text is ASCII. It does nothing before the first call of Next.
func (r *Reader) Rely() {
	if r.begun {
		r.used = anyContent
	}
}

// Next returns the next piece of the text, in UTF-8 and without the byte order mark. Pieces end between characters and
// are not empty. The first is the whole page, if that is shorter than 1 MiB. A piece is valid until the next call or
// Reset, and must not be changed.
//
// After the last piece the error is io.EOF. Another error of the page's reader comes after the text of what was read
// before it, as if the page ended there, but at once if that would be ErrEncoding. A reader that does not read gives
// [io.ErrNoProgress]. ErrEncoding comes as soon as it is known, before the rest of the text. Later calls return the
// same error.
func (r *Reader) Next() ([]byte, error) {
	for r.err == nil {
		r.drop()
		r.fill()
		if !r.sniff() {
			if r.err == nil || r.err == io.EOF {
				r.err = ErrEncoding
			}
			break
		}
		if text := r.decode(r.end()); len(text) > 0 {
			return text, nil
		}
	}
	return nil, r.err
}

// drop forgets what is decoded and scanned.
func (r *Reader) drop() {
	n := r.at
	if r.scanning {
		n = min(n, r.scan.pos)
		r.scan.drop(n)
	}
	r.at -= n
	r.window = append(r.window[:0], r.window[n:]...)
}

// fill reads the next piece. It is at least as long as what is kept before it, so that a long tag, which is scanned
// again from its beginning, takes linear time.
func (r *Reader) fill() {
	size := r.prefix
	if r.begun {
		size = len(r.window) + max(r.piece, len(r.window))
	}
	const patience = 100
	for idle := 0; len(r.window) < size && r.err == nil; idle++ {
		r.grow(size)
		n, err := r.src.Read(r.window[len(r.window):min(cap(r.window), size)])
		r.window = r.window[:len(r.window)+n]
		if n > 0 {
			idle = 0
		}
		if r.err = err; err == nil && idle == patience {
			r.err = io.ErrNoProgress
		}
	}
}

// grow makes room in a full window, which is to be size bytes long at most.
func (r *Reader) grow(size int) {
	if len(r.window) < cap(r.window) {
		return
	}
	const smallest = 4 << 10
	room := max(smallest, len(r.window))
	if sized, ok := r.src.(interface{ Len() int }); ok {
		room = max(sized.Len()+1, 1) // one more to see the end
	}
	r.window = slices.Grow(r.window, min(room, size-len(r.window)))
}

// sniff determines the encoding as far as the window shows it, and reports whether it can be.
func (r *Reader) sniff() bool {
	if !r.begun {
		r.begun = true
		if r.isUTF8 {
			return true
		}
		r.encoding, r.source, r.bom = sniffFirst(r.window, r.contentType)
		r.at = r.bom
		if r.source == Unsniffed && !r.sniffXML() {
			return false
		}
	}
	return (!r.scanning || r.sniffMeta()) && (!r.guessing || r.guess())
}

// sniffXML looks for an XML declaration, which counts if no meta element does, and begins to look for that.
func (r *Reader) sniffXML() bool {
	r.scanning = true
	e, ok := xmlEncoding(r.window)
	if ok {
		return r.change(e, XMLDeclaration)
	}
	r.guessing = true
	isCut := r.err == nil && bytes.HasPrefix(r.window, []byte("<?xml")) && bytes.IndexByte(r.window, '>') < 0
	return !isCut && r.change(Windows1252, Fallback)
}

// sniffMeta looks for a meta element in the window.
func (r *Reader) sniffMeta() bool {
	r.scan.page, r.scan.more = r.window, r.err == nil
	e, ok := r.scan.meta()
	switch {
	case ok:
		r.scanning, r.guessing = false, false
		return r.change(e, Meta)
	case r.scan.pos >= r.scan.limit() || !r.scan.more:
		r.scanning = false
		return true
	}
	return len(r.window)-r.scan.pos < r.prefix
}

// guess tells UTF-8 from windows-1252 as soon as there is more than ASCII.
func (r *Reader) guess() bool {
	switch part := r.window[r.at:r.end()]; {
	case lenASCII(part) == len(part):
		return true
	case utf8.Valid(part):
		return r.change(UTF8, ValidUTF8)
	}
	r.guessing = false
	return r.change(Windows1252, Fallback)
}

// change sets the encoding, and reports whether what was decoded before would be the same in it.
func (r *Reader) change(e Encoding, src Source) bool {
	if e != r.encoding && !(e.shares(r.used) && r.encoding.shares(r.used)) {
		return false
	}
	r.encoding, r.source = e, src
	return true
}

// longestCharacter is the number of bytes that are enough to tell what a character is. In ISO-2022-JP that is an escape
// sequence and another.
const longestCharacter = 6

// end returns where in the window the part ends that can be decoded. Characters that begin before it are whole. In
// UTF-8 without errors it is between characters.
func (r *Reader) end() int {
	if r.err != nil {
		return len(r.window)
	}
	end := max(r.at, len(r.window)-longestCharacter+1)
	for n := 1; n < utf8.UTFMax && end > r.at && !utf8.RuneStart(r.window[end]); n++ {
		end--
	}
	return end
}

// decode decodes the window from the place to end, and moves the place. Text that is in the window is not copied.
func (r *Reader) decode(end int) []byte {
	part := r.window[r.at:end]
	switch {
	case len(part) == 0:
		return nil
	case r.encoding == Replacement && r.used != noContent:
		r.at = end
		return nil
	case r.source == ValidUTF8 || r.encoding == UTF8 && utf8.Valid(part):
		r.at = end
		r.use(part)
		return part
	case r.state == isoASCII && r.encoding.shares(contentOf(part)):
		r.at = end
		r.use(part)
		return part
	}
	start := r.at
	r.text = slices.Grow(r.text[:0], len(part)+len(part)/8+utf8.UTFMax)
	r.text, r.place = r.encoding.decodePart(r.text, r.window, r.place, end)
	r.use(r.window[start:r.at])
	return r.text
}

// use notes that a part of the page has been decoded.
func (r *Reader) use(part []byte) {
	switch {
	case !r.scanning && !r.guessing:
		r.used = anyContent
	case r.used < anyContent:
		r.used = max(r.used, contentOf(part))
	}
}

// A content says what bytes there are in a part of a page. A greater one has the bytes of the lesser ones, too.
type content uint8

const (
	noContent    content = iota
	plainASCII           // the same text in all encodings but UTF-16 and the replacement encoding
	shiftedASCII         // with the bytes that have a meaning of their own in ISO-2022-JP
	anyContent           // other text in another encoding
)

// contentOf returns the content of a part that is not empty.
func contentOf(part []byte) content {
	switch {
	case lenASCII(part) < len(part):
		return anyContent
	case bytes.IndexByte(part, escape) >= 0 || bytes.IndexByte(part, 0x0E) >= 0 || bytes.IndexByte(part, 0x0F) >= 0:
		return shiftedASCII
	}
	return plainASCII
}

// shares reports whether such content is decoded in e to what it is in ASCII.
func (e Encoding) shares(c content) bool {
	switch e {
	case UTF16BE, UTF16LE, Replacement:
		return c == noContent
	case ISO2022JP:
		return c <= plainASCII
	}
	return c <= shiftedASCII
}
