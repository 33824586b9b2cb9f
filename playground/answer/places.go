package answer

import (
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"htmlurl/internal/charset"
)

// shown is the text of a page as a text area has it: in UTF-16 code units, with LF at the end of lines.
type shown struct {
	text       string // decoded
	offsets    *charset.Offsets
	bom        int         // bytes of a byte order mark before the text
	skipped    int         // code units that are shown before the text
	references []reference // what is shown as a character
}

func newShown(page []byte, contentType string, references []reference, isTyped bool) *shown {
	encoding, bom := sniff(page, contentType)
	page = page[bom:]
	s := &shown{text: string(encoding.Decode(page)), offsets: encoding.Offsets(page), bom: bom, references: references}
	if isTyped && bom > 0 {
		s.skipped = 1
	}
	return s
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// normal returns the text with LF at the end of lines.
func (s *shown) normal() string { return lineEnds.Replace(s.text) }

// spot is a byte offset in the page, and what it is in the text that is shown.
type spot struct {
	offset int
	isEnd  bool
	place  *int
}

// place sets the places of spots. It takes time in proportion to the text, and a little for each spot.
func (s *shown) place(spots []spot) {
	sort.SliceStable(spots, func(i, j int) bool { return spots[i].offset < spots[j].offset })
	w := walker{shown: s, units: s.skipped}
	decoded := 0
	for _, spot := range spots {
		decoded = s.decodedOffset(spot.offset-s.bom, spot.isEnd, decoded)
		w.to(decoded)
		*spot.place = w.units
	}
}

// decodedOffset returns the offset in the text of a byte offset behind the byte order mark. It looks from an offset on that
// is not behind it.
func (s *shown) decodedOffset(offset int, isEnd bool, from int) int {
	beyond := func(i int) bool { return s.offsets.Start(i) >= offset }
	if isEnd {
		beyond = func(i int) bool { return i == len(s.text) || s.offsets.End(i+1) > offset }
	}
	step := 1
	for from+step < len(s.text) && !beyond(from+step) {
		from += step
		step *= 2
	}
	return from + sort.Search(min(step, len(s.text)-from), func(i int) bool { return beyond(from + i) })
}

// walker counts code units while it goes through the text.
type walker struct {
	*shown
	at    int
	units int
	next  int // of the references
}

// to goes to an offset of the text that is not before the walker.
func (w *walker) to(offset int) {
	for w.at < offset {
		if w.next < len(w.references) && w.references[w.next].at == w.at {
			r := w.references[w.next]
			if w.at+r.length > offset {
				return
			}
			w.next++
			w.at += r.length
			w.units += r.units
			continue
		}
		r, size := utf8.DecodeRuneInString(w.text[w.at:])
		w.at += size
		if r != '\r' || !strings.HasPrefix(w.text[w.at:], "\n") {
			w.units += utf16.RuneLen(r)
		}
	}
}
