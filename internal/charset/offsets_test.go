package charset_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
)

// Each row has Start and End for every offset of the decoded text, the end included: one pair of numbers for each, as
// Start, or as Start-End where the two differ.
func TestOffsets(t *testing.T) {
	for _, c := range []struct {
		e         charset.Encoding
		src, want string
	}{
		{charset.UTF8, "", "0"},
		{charset.UTF8, "aé漢", "0 1 1-3 3 3-6 3-6 6"},
		{charset.UTF8, "é\xE6\xBCa", "0 0-2 2 2-4 2-4 4 5"},
		{charset.UTF8, "\xF4\x90a", "0 0-1 0-1 1 1-2 1-2 2 3"},
		{charset.UTF16BE, "\x00a\xD8\x3D\xDE\x00", "0 2 2-6 2-6 2-6 6"},
		{charset.UTF16LE, "\x3D\xD8a\x00b", "0 0-2 0-2 2 4 4-5 4-5 5"},
		{charset.UTF16BE, "\x00a\xD8\x00\x00", "0 2 2-5 2-5 5"},
		{charset.Windows1252, "a\x80b", "0 1 1-2 1-2 2 3"},
		{charset.XUserDefined, "\xFFa", "0 0-1 0-1 1 2"},
		{charset.Replacement, "", "0"},
		{charset.Replacement, "anything", "0 0-8 0-8 8"},
		{charset.ShiftJIS, "\x95\x5C\xB1\x81\"", "0 0-2 0-2 2 2-3 2-3 3 3-4 3-4 4 5"},
		{charset.ShiftJIS, "\x81\xFFa", "0 0-2 0-2 2 3"},
		{charset.EUCJP, "\x8F\xB0\xA1\x8E\xB1", "0 0-3 0-3 3 3-5 3-5 5"},
		{charset.EUCJP, "\x8F\xB0\"\x8F\xB0", "0 0-2 0-2 2 3 3-5 3-5 5"},
		{charset.Big5, "\x88\x62a\xA4\"", "0 0-2 0-2 0-2 2 3 3-4 3-4 4 5"},
		{charset.EUCKR, "\xB0\xA1\xC9\xA1", "0 0-2 0-2 2 2-4 2-4 4"},
		{charset.GBK, "\x80\x94\x39\xDA\x33", "0 0-1 0-1 1 1-5 1-5 1-5 5"},
		{charset.GB18030, "\x81\x30\x81\"", "0 0-1 0-1 1 2 2-3 2-3 3 4"},
		{charset.GB18030, "\x81\x30\x81\x40", "0 0-1 0-1 1 2 2-4 2-4 4"},
		{charset.GB18030, "a\x81\x30\x81", "0 1 1-4 1-4 4"},
		{charset.ISO2022JP, "a\x1B$BI=\x1B(Bb", "0 1-4 1-9 1-9 6-9 10"},
		{charset.ISO2022JP, "\x1B$BI=\x1B(B", "0-3 0-8 0-8 8"},
		{charset.ISO2022JP, "\x1B(B", "3"},
		{charset.ISO2022JP, "a\x1B$C", "0 1 1-2 1-2 2 3 4"},
		{charset.ISO2022JP, "\x1B(B\x1B(J\x1B(B\\", "0-3 0-6 0-6 3-6 3-9 3-9 6-9 10"},
		{charset.ISO2022JP, "\x1B$BI\x1B(Ba", "0-3 0-7 0-7 4-7 8"},
	} {
		o, n := c.e.Offsets([]byte(c.src)), len(c.e.Decode([]byte(c.src)))
		var got []string
		for i := 0; i <= n; i++ {
			got = append(got, pair(o.Start(i), o.End(i)))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%v %q: %s, want %s", c.e, c.src, got, c.want)
		}
	}
}

func pair(start, end int) string {
	if start == end {
		return strconv.Itoa(start)
	}
	return fmt.Sprintf("%d-%d", start, end)
}

// The offsets are those of the model, which looks at each beginning of the bytes alone, and they go on in the same way
// where a text is repeated. The bytes of any span are its text alone, too.
func FuzzOffsets(f *testing.F) {
	for _, s := range append(seeds,
		"\x1B$B\x1B(BI\x1B$BI=I\x1B(Ba", "\xD8\x3D\xDE\x00\xD8\x00a", "\x81\x30\x81\x81\x30\"",
	) {
		for _, e := range all() {
			f.Add(uint8(e), []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, src []byte) {
		e := all()[int(number)%len(all())]
		src = src[:min(len(src), 64)] // the model is slow
		checkModel(t, e, src)
		decoded, o := e.Decode(src), e.Offsets(src)
		checkOrder(t, o, len(decoded), len(src))
		random := rand.New(rand.NewPCG(1, uint64(len(src))))
		for range 20 {
			a := random.IntN(len(decoded) + 1)
			checkSpan(t, e, o, src, decoded, a, a+random.IntN(len(decoded)-a+1))
		}
		if e != charset.Replacement {
			unit := append(bytes.Clone(src), separator(e, len(src))...)
			checkModel(t, e, unit)
			checkRepeated(t, e, unit)
		}
	})
}

// separator returns the bytes of a line feed that ends whatever n bytes have begun.
func separator(e charset.Encoding, n int) string {
	switch e {
	case charset.UTF16BE:
		return "\x00\x00\n"[1-n%2:]
	case charset.UTF16LE:
		return "\x00\n\x00"[1-n%2:]
	case charset.ISO2022JP:
		return "\x1B(B\n"
	}
	return "\n"
}

// checkOrder checks that the offsets of a text rise from 0 to the length of src.
func checkOrder(t *testing.T, o *charset.Offsets, decoded, src int) {
	t.Helper()
	if decoded > 0 && o.Start(0) != 0 || o.Start(decoded) != src || o.End(decoded) != src {
		t.Errorf("from %d to %s, want 0 to %d", o.Start(0), pair(o.Start(decoded), o.End(decoded)), src)
	}
	for i := range decoded {
		if o.Start(i) > o.End(i) || o.Start(i) > o.Start(i+1) || o.End(i) > o.End(i+1) {
			t.Errorf("%s at %d, and %s behind it", pair(o.Start(i), o.End(i)), i, pair(o.Start(i+1), o.End(i+1)))
		}
	}
}

// checkModel compares all offsets with the model.
func checkModel(t *testing.T, e charset.Encoding, src []byte) {
	t.Helper()
	o := e.Offsets(src)
	starts, ends := modelOffsets(e, src)
	for i := range starts {
		if start, end := o.Start(i), o.End(i); start != starts[i] || end != ends[i] {
			t.Errorf("%v %q: %d is at %s, want %s", e, src, i, pair(start, end), pair(starts[i], ends[i]))
		}
	}
}

// checkRepeated checks offsets far in a text against those in the unit that it repeats.
func checkRepeated(t *testing.T, e charset.Encoding, unit []byte) {
	t.Helper()
	const size = 2500 // more than two marks
	times := size/len(unit) + 1
	src := bytes.Repeat(unit, times)
	o, one, length := e.Offsets(src), e.Offsets(unit), len(e.Decode(unit))
	for i := 0; i < times*length; i += 29 {
		at := i / length * len(unit)
		start, end := at+one.Start(i%length), at+one.End(i%length)
		if o.Start(i) != start || o.End(i) != end {
			t.Errorf("%v: %q, %d times: %d is at %s, want %s", e, unit, times, i, pair(o.Start(i), o.End(i)), pair(start, end))
		}
	}
	if n := times * length; o.Start(n) != len(src) || o.End(n) != len(src) {
		t.Errorf("%v: %q, %d times: ends at %s, want %d", e, unit, times, pair(o.Start(n), o.End(n)), len(src))
	}
}

// A lookup costs no memory, and the way back from valid UTF-8 not even in the beginning.
func TestOffsetsDoNotAllocate(t *testing.T) {
	src := []byte(strings.Repeat("é漢 <a href=x>", 1000))
	if n := testing.AllocsPerRun(10, func() {
		o := charset.UTF8.Offsets(src)
		if o.Start(5003)+o.End(5003) == 0 {
			t.Error("no way back")
		}
	}); n != 0 {
		t.Errorf("valid UTF-8: %v allocations", n)
	}
	for _, e := range all() {
		o := e.Offsets(append(src, 0xFF))
		if n := testing.AllocsPerRun(10, func() { o.Start(5003); o.End(5003) }); n != 0 {
			t.Errorf("%v: %v allocations", e, n)
		}
	}
}

// Real pages: spans of their decoded text are the decoded text of their spans.
func TestOffsetsCorpus(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(testcase.Corpus(t), "pages", "*"))
	if err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, path := range paths {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e, _, bom := charset.Sniff(page, "")
		if e == charset.UTF8 {
			continue
		}
		pages++
		src := page[bom:]
		decoded, o := e.Decode(src), e.Offsets(src)
		random := rand.New(rand.NewPCG(1, uint64(pages)))
		for range 500 {
			a := random.IntN(len(decoded))
			checkSpan(t, e, o, src, decoded, a, min(a+random.IntN(300), len(decoded)))
		}
		if t.Failed() {
			t.Fatalf("%s in %v", filepath.Base(path), e)
		}
	}
	count(t, "the corpus", pages, 61)
}

// checkSpan checks that the span of src for decoded[a:b], widened to whole characters, decodes to just that.
func checkSpan(t *testing.T, e charset.Encoding, o *charset.Offsets, src, decoded []byte, a, b int) {
	t.Helper()
	for a > 0 && o.Start(a) == o.Start(a-1) {
		a--
	}
	for b < len(decoded) && o.End(b) == o.End(b+1) {
		b++
	}
	from, to := o.Start(a), o.End(b)
	if e == charset.ISO2022JP && !beginsAnew(src, from) {
		return
	}
	want := aloneAtEnd(e, src[from:to], decoded[a:b])
	if got := e.Decode(src[from:to]); !bytes.Equal(got, want) {
		t.Errorf("%v: %q at %d to %d gives %+q, want %+q", e, src[from:to], from, to, got, want)
	}
}

// beginsAnew reports whether src[from:] means the same on its own: nothing before it has left ASCII, or it says itself
// what it is in.
func beginsAnew(src []byte, from int) bool {
	last, ascii := -1, true
	for n, s := range isoEscapes {
		if bytes.HasPrefix(src[from:], []byte(s)) {
			return true
		}
		if at := bytes.LastIndex(src[:from], []byte(s)); at > last {
			last, ascii = at, n == 0
		}
	}
	return ascii
}

// aloneAtEnd returns what text, which src stands for in a longer text, is at the end of one. A sequence of four bytes
// that another byte broke is an error of its first byte there, but here of its second and third byte, too.
func aloneAtEnd(e charset.Encoding, src, text []byte) []byte {
	if e != charset.GBK && e != charset.GB18030 {
		return text
	}
	isLead := func(b byte) bool { return 0x81 <= b && b <= 0xFE }
	for n := 2; n <= min(3, len(src)); n++ {
		tail := src[len(src)-n:]
		broken := bad + string(rune(tail[1]))
		if n == 3 {
			broken += bad
		}
		if isLead(tail[0]) && within(int(tail[1]), '0', '9') && isLead(tail[n-1]) == (n == 3) {
			if before, ok := bytes.CutSuffix(text, []byte(broken)); ok {
				return append(bytes.Clone(before), bad...)
			}
		}
	}
	return text
}
