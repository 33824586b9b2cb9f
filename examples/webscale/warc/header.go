package warc

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
)

// MaxHeader is how many bytes the header of a record may have, and that of a response.
const MaxHeader = 1 << 20

// format begins a line that gives a version.
const format = "WARC/"

// lineAhead is how many bytes show whether a line gives a version of WARC.
const lineAhead = 32

// isVersionLine tells whether the bytes ahead are a line with a version of WARC. It may end where they do. Versions 0.x
// are drafts of the standard, which some files have; what a version 2 will be is not known.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#file-and-record-model
func isVersionLine(ahead []byte) bool {
	number, ok := bytes.CutPrefix(ahead, []byte(format))
	if !ok || len(number) < len("1.0") || number[0] != '0' && number[0] != '1' || number[1] != '.' {
		return false
	}
	rest := bytes.TrimLeft(number[2:], "0123456789")
	if len(rest) == len(number)-2 {
		return false
	}
	rest = bytes.TrimLeft(rest, " \t\r")
	return len(rest) > 0 && rest[0] == '\n' || len(rest) == 0 && len(ahead) < lineAhead
}

// isCutVersion tells whether a version line has begun where the bytes ahead end, with the text.
func isCutVersion(ahead []byte) bool {
	n := min(len(ahead), len(format))
	return 0 < n && len(ahead) < lineAhead && string(ahead[:n]) == format[:n] &&
		len(bytes.TrimLeft(ahead[n:], "0123456789.")) == 0
}

// skipBlank reads line ends and blanks. More or less of them than the two line ends after a block do no harm.
func skipBlank(r interface {
	ahead() []byte
	skip(n int)
}) {
	for ahead := r.ahead(); len(ahead) > 0; ahead = r.ahead() {
		rest := bytes.TrimLeft(ahead, " \t\r\n")
		r.skip(len(ahead) - len(rest))
		if len(rest) > 0 {
			return
		}
	}
}

// errHeaderTooLong is the error of appendLine for a header with more than MaxHeader bytes.
var errHeaderTooLong = errors.New("more than 1 MiB")

// lines gives lines as a bufio.Reader does.
type lines interface {
	ReadSlice(delim byte) ([]byte, error)
}

// appendLine appends the next line of a header to those before, with LF at its end, whether it had CR too or not. A
// line that goes on with the last one becomes part of that. The blank line that ends the header is not appended.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#file-and-record-model,
// https://www.rfc-editor.org/rfc/rfc9112#section-5.2
func appendLine(header []byte, r lines) (_ []byte, isEnd bool, err error) {
	start := len(header)
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
		var part []byte
		part, err = r.ReadSlice('\n')
		if header = append(header, part...); len(header) > MaxHeader {
			return header, false, errHeaderTooLong
		}
	}
	line := bytes.TrimRight(header[start:], "\r\n")
	if len(line) == 0 {
		return header[:start], err == nil, err
	}
	if start > 0 && (line[0] == ' ' || line[0] == '\t') {
		start--
		line = append(header[start:start], " "+string(bytes.Trim(line, " \t"))...)
	}
	return append(header[:start+len(line)], '\n'), false, err
}

// Header is the named fields of a record, in their order.
type Header []Field

// Field is a named field. White space around its name and value is no part of them, and folded lines are one.
type Field struct{ Name, Value string }

// Value returns the value of the first field with a name, in any case, or "".
func (h Header) Value(name string) string {
	for i := range h {
		if strings.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return ""
}

// parseHeader returns the fields in lines that appendLine gave.
func parseHeader(text string) Header {
	h := make(Header, 0, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		if name, value, ok := cutField(line); ok {
			h = append(h, Field{name, value})
		}
	}
	return h
}

// cutField returns the name and the value of a field, unless the line is none.
func cutField(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, ":")
	name = strings.Trim(name, " \t")
	return name, strings.Trim(value, " \t\r\n"), ok && name != ""
}
