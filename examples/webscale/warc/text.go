package warc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"slices"
)

// How much of a stream is in memory. What the decoder of a damaged gzip member reads beyond the damage is seldom more
// than a stored block of 64 KB, so it can go back by twice as much to look for the next one there.
const (
	fileWindow = 256 << 10
	fileKeep   = 128 << 10
	textWindow = 64 << 10
)

// magic begins a gzip member.
//
// Spec: https://www.rfc-editor.org/rfc/rfc1952#section-2.3.1
const magic = "\x1F\x8B\x08"

// none is a place in the text that is not reached.
const none = math.MaxInt64

// text is what is in a file: its bytes, or what its gzip members hold, one after the other.
//
// A member that begins with a record ends what is before it, which is a record of its own or a damaged one. Any other
// goes on with the text: the file may have been cut into members anywhere.
//
// Spec: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#record-at-time-compression
type text struct {
	file     window
	unzipped window
	*window  // of the two, that of the text

	isKnown bool // the first record was found, or the first member
	member  gzip.Reader
	starts  []start // of the members from the one on that has the next byte
	barrier int64   // where in the text a member begins with a record that was not reached yet, or none
	rewound int64   // how many bytes of the file were read again, at most
}

// start is where a member begins in the text, and in the file.
type start struct{ text, file int64 }

// reset begins to read a file. It is like one of gzip members which have all been read, until it is known.
func (t *text) reset(src io.Reader) {
	t.file.reset(src, fileWindow, fileKeep)
	t.unzipped.reset(&t.member, textWindow, 1)
	t.unzipped.err = io.EOF
	t.window = &t.unzipped
	t.isKnown, t.starts, t.barrier, t.rewound = false, t.starts[:0], none, 0
}

// isPlain tells whether the file has no gzip members.
func (t *text) isPlain() bool { return t.window == &t.file }

// place returns where the next byte of the text stands.
func (t *text) place() Place {
	if t.isPlain() || len(t.starts) == 0 {
		return Place{Offset: t.file.offset()}
	}
	t.prune()
	return Place{t.starts[0].file, t.offset() - t.starts[0].text}
}

// prune forgets the members that were read.
func (t *text) prune() {
	n := 0
	for n+1 < len(t.starts) && t.starts[n+1].text <= t.offset() {
		n++
	}
	t.starts = slices.Delete(t.starts, 0, n)
}

// peek returns the next n bytes. There are fewer only before the barrier, and where the text stops.
func (t *text) peek(n int) []byte {
	for len(t.window.peek(n)) < n && t.join() {
	}
	return t.fenced(t.window.peek(n))
}

// ahead returns the next bytes that are in memory. There are none only before the barrier, and where the text stops.
func (t *text) ahead() []byte {
	t.peek(1)
	return t.fenced(t.window.ahead())
}

// fenced returns those of the bytes ahead that are before the barrier.
func (t *text) fenced(ahead []byte) []byte {
	return ahead[:min(int64(len(ahead)), t.barrier-t.offset())]
}

// ReadSlice implements lines.
func (t *text) ReadSlice(delim byte) ([]byte, error) {
	ahead := t.ahead()
	if len(ahead) == 0 {
		return nil, io.EOF
	}
	size, err := bytes.IndexByte(ahead, delim)+1, error(nil)
	if size == 0 {
		size, err = len(ahead), bufio.ErrBufferFull
	}
	t.skip(size)
	return ahead[:size], err
}

// cross goes beyond the barrier, if that is next.
func (t *text) cross() bool {
	if t.offset() != t.barrier {
		return false
	}
	t.barrier = none
	return true
}

// join begins the next member after one that is complete, and tells whether the text goes on so. If it begins with a
// record the barrier is before it.
func (t *text) join() bool {
	if t.isPlain() || t.err != io.EOF || t.barrier != none || string(t.file.peek(len(magic))) != magic {
		return false
	}
	before := t.end - t.pos
	t.open()
	if isVersionLine(t.window.peek(before + lineAhead)[before:]) {
		t.barrier = t.starts[len(t.starts)-1].text
	}
	return t.barrier == none
}

// open begins the member that is next in the file.
func (t *text) open() {
	t.isKnown = true
	t.prune()
	t.starts = append(t.starts, start{t.start + int64(t.end), t.file.offset()})
	t.err = t.member.Reset(&t.file)
	t.member.Multistream(false)
}

// toLine reads up to the next line that may begin a record, but not beyond the barrier. It returns how many bytes that
// is.
func (t *text) toLine() (n int64) {
	for ahead := t.ahead(); len(ahead) > 0; ahead = t.ahead() {
		size := bytes.IndexByte(ahead, '\n') + 1
		isLine := size > 0
		if !isLine {
			size = len(ahead)
		}
		t.skip(size)
		n += int64(size)
		if isLine && isVersionLine(t.peek(lineAhead)) {
			break
		}
	}
	return n
}

// again goes back in the file to where the last member began, so that all of it is searched for others but its first
// byte.
func (t *text) again() {
	if len(t.starts) > 0 {
		t.back(t.starts[len(t.starts)-1].file + 1)
	}
}

// back goes back in the file, as far as that is in memory. All ways back together are no longer than the file as far
// as it was read, and some more; so reading it takes linear time.
func (t *text) back(offset int64) {
	const free = 1 << 20
	from := t.file.offset()
	if t.rewound+from-offset <= from+free {
		t.file.back(offset)
		t.rewound += from - t.file.offset()
	}
}

// find looks in the file for the next gzip member that begins with a record, or, if nothing is known of the file, for
// the line that begins one. The text goes on there. It returns where that is, and whether there is one.
func (t *text) find() (at int64, ok bool) {
	for len(t.file.peek(1)) > 0 {
		at := t.file.offset()
		switch ahead := t.file.peek(lineAhead); {
		case bytes.HasPrefix(ahead, []byte(magic)):
			if t.opens() {
				return at, true
			}
			continue
		case !t.isKnown && t.file.isLine() && isVersionLine(ahead):
			t.isKnown = true
			t.window = &t.file
			return at, true
		}
		ahead := t.file.ahead()
		size := bytes.IndexAny(ahead[1:], "W\x1F") + 1
		if size == 0 {
			size = len(ahead)
		}
		t.file.skip(size)
	}
	return t.file.offset(), false
}

// opens begins the gzip member that seems to be next in the file, and tells whether it begins with a record. If not,
// the file goes on behind the first byte.
func (t *text) opens() bool {
	wasKnown, at := t.isKnown, t.file.offset()
	t.pos = t.end
	t.open()
	if isVersionLine(t.window.peek(lineAhead)) {
		return true
	}
	t.isKnown = wasKnown
	t.pos, t.err = t.end, io.EOF
	t.back(at + 1)
	return false
}

// stop returns why there is nothing ahead, where something should be.
func (t *text) stop() (Fault, error) {
	switch {
	case t.barrier != none:
		return Truncated, io.ErrUnexpectedEOF
	case t.isUnreadable():
		return Unreadable, t.file.err
	case t.err == io.EOF, t.err == io.ErrUnexpectedEOF:
		return Truncated, io.ErrUnexpectedEOF
	}
	return Corrupt, t.err
}

// isUnreadable tells whether the file was read as far as possible, and that is not all of it.
func (t *text) isUnreadable() bool {
	return t.file.pos == t.file.end && t.file.err != nil && t.file.err != io.EOF
}

// isDamaged tells whether the text stops within a gzip member.
func (t *text) isDamaged() bool {
	return !t.isPlain() && t.barrier == none && t.err != nil && t.err != io.EOF
}
