package charset_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"htmlurl/internal/charset"
	"htmlurl/internal/testcase"
)

// readers are ways to get the same bytes.
var readers = map[string]func(io.Reader) io.Reader{
	"whole":         func(r io.Reader) io.Reader { return r },
	"without Len":   func(r io.Reader) io.Reader { return io.MultiReader(r) },
	"byte by byte":  iotest.OneByteReader,
	"half":          iotest.HalfReader,
	"data and EOF":  iotest.DataErrReader,
	"now and then":  func(r io.Reader) io.Reader { return &hesitant{src: r} },
	"bytes and EOF": func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
}

// A hesitant reader reads nothing the first 99 times of 100.
type hesitant struct {
	src   io.Reader
	times int
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.times++; h.times%100 != 0 {
		return 0, nil
	}
	return h.src.Read(p)
}

// readAll joins the pieces that r has, and holds what is said of each of them.
func readAll(t *testing.T, r *charset.Reader) (string, error) {
	t.Helper()
	var text strings.Builder
	for {
		piece, err := r.Next()
		if err != nil {
			if again, err2 := r.Next(); len(piece) > 0 || again != nil || err2 != err {
				t.Fatalf("%q with %v, then %q with %v", piece, err, again, err2)
			}
			return text.String(), err
		}
		if len(piece) == 0 || !utf8.Valid(piece) {
			t.Fatalf("the piece %q", piece)
		}
		text.Write(piece)
	}
}

// checkReader reads page with r, and holds that the result is that of Sniff and Decode. It returns false if r refuses
// the page.
func checkReader(t *testing.T, r *charset.Reader, page []byte, contentType string) bool {
	t.Helper()
	e, src, bom := charset.Sniff(page, contentType)
	want := string(e.Decode(page[bom:]))
	text, err := readAll(t, r)
	if err == charset.ErrEncoding {
		return false
	}
	if e2, src2, bom2 := r.Encoding(); err != io.EOF || e2 != e || src2 != src || bom2 != bom {
		t.Fatalf("%.200q, %q: %v, %v, %d, %v, want %v, %v, %d", page, contentType, e2, src2, bom2, err, e, src, bom)
	}
	if text != want {
		t.Fatalf("%.200q in %v: %+.200q, want %+.200q", page, e, text, want)
	}
	return true
}

// awkward are texts in an encoding with what stands at the ends of pieces: characters of all lengths, what is
// malformed, and what breaks off.
var awkward = map[charset.Encoding][]string{
	charset.UTF8: {
		"aé漢😀", "\xE6\xBC", "\xF0\x9F\x98", "\xF0\x9F\x98a", "\xED\xA0\x80", "\x80\x80\x80\x80\x80\x80", "\uFEFF",
		"\xF4\x90", "😀\x80\x80\x80\x80\x80\x80",
	},
	charset.UTF16LE: {
		"a\x00\xE9\x00\x22\x6F\x3D\xD8\x00\xDE", "\x3D\xD8", "\x00\xDE", "\x3D\xD8a\x00", "\x3D\xD8\x3D", "x",
	},
	charset.UTF16BE: {
		"\x00a\x00\xE9\x6F\x22\xD8\x3D\xDE\x00", "\xD8\x3D", "\xDE\x00", "\xD8\x3D\x00a", "\xD8\x3D\xDE", "x",
	},
	charset.GB18030: {
		"a\xBA\xBA\x81\x30\x81\x30\x94\x39\xDA\x33", "\x81\x30\x81", "\x81\x30", "\x81", "\x81\x30\"",
		"\x81\x30\x81\"", "\xFF",
	},
	charset.Big5:  {"a\xBA\x7E\x88\x62", "\x88", "\x88\"", "\x80"},
	charset.EUCJP: {"a\xB4\xC1\x8E\xB1\x8F\xB0\xA1", "\x8F\xB0", "\x8F", "\x8F\xB0\"", "\x8E\"", "\x8E"},
	charset.ISO2022JP: {
		"a\x1B$BI=\x1B(Ba\x1B(J\\~\x1B(I1\x1B(B", "\x1B$B\x1B(J", "\x1B$B\x1B(J\x1B$BI=\x1B(B", "\x1B", "\x1B$",
		"\x1B$BI", "\x1B$BI\x1B(B", "\x1B$BI=I=I=", "\x1B(B\x1B(", "\x0E\x0F", "\x1B$B", "\x1B(J~",
	},
	charset.ShiftJIS:     {"a\x8A\xBF\xB1\x95\\", "\x95", "\x95\"", "\xA0\xFD"},
	charset.EUCKR:        {"a\xF9\xD3\x81\x41", "\x81", "\x81\""},
	charset.Replacement:  {"abc", "\xFF"},
	charset.XUserDefined: {"a\x80\xFF"},
	charset.Windows1252:  {"a\x80\xE9\x81"},
}

// Wherever a page is cut, the text is the same.
func TestReaderCuts(t *testing.T) {
	cases := 0
	for e, texts := range awkward {
		contentType := "text/html; charset=" + e.String()
		for i, first := range texts {
			for _, second := range append(texts, "") {
				page := []byte(strings.Repeat(first, 1+i%3) + second + first + second)
				for piece := 1; piece <= 9; piece++ {
					r := charset.NewReader(7+piece, piece)
					r.Reset(bytes.NewReader(page), contentType)
					if !checkReader(t, r, page, contentType) {
						t.Errorf("%v: %q is refused", e, page)
					}
					cases++
				}
			}
		}
	}
	count(t, "the cuts of characters", cases, 4410)
}

// All encodings, all ways to read, and both resets, with one Reader.
func TestReaderReuse(t *testing.T) {
	var r charset.Reader
	small := charset.NewReader(16, 5)
	for _, e := range all() {
		page := e.AppendEncode(nil, strings.Repeat("<a href=x>表示 é</a>\n", 10), charset.CharacterReference)
		page = append(page, "\xFF\x81\x1B$B"...)
		contentType := "text/html; charset=" + e.String()
		for name, reader := range readers {
			for _, r := range []*charset.Reader{&r, small} {
				r.Reset(reader(bytes.NewReader(page)), contentType)
				if !checkReader(t, r, page, contentType) {
					t.Errorf("%v, %s: refused", e, name)
				}
				r.ResetUTF8(reader(bytes.NewReader(page)))
				text, err := readAll(t, r)
				if want := string(charset.UTF8.Decode(page)); text != want || err != io.EOF {
					t.Errorf("%v as UTF-8, %s: %q, %v, want %q", e, name, text, err, want)
				}
				if e, src, bom := r.Encoding(); e != charset.UTF8 || src != charset.Unsniffed || bom != 0 {
					t.Errorf("UTF-8 is %v by %v, %d", e, src, bom)
				}
			}
		}
	}
}

// An srcdoc document's bytes are UTF-8 whatever it declares, and U+FEFF is a part of it.
func TestReaderUTF8(t *testing.T) {
	r := charset.NewReader(8, 1)
	r.ResetUTF8(strings.NewReader("\uFEFF<meta charset=koi8-r>é"))
	if text, err := readAll(t, r); text != "\uFEFF<meta charset=koi8-r>é" || err != io.EOF {
		t.Errorf("%q, %v", text, err)
	}
}

// What Sniff is tested with is the same in pieces. What has no end is refused where less is kept than follows it.
func TestReaderSniffs(t *testing.T) {
	for name, reader := range readers {
		for _, c := range sniffCases {
			page := []byte(c.page + padding)
			endless := c.page == "<meta charset=koi8-r" || c.page == "<?xml encoding='koi8-r'" ||
				strings.Contains(c.page, "<title "+padding) || strings.Contains(c.page, "<meta "+padding)
			for _, size := range []int{3000, 100} {
				r := charset.NewReader(size, 1+size/10)
				r.Reset(reader(bytes.NewReader(page)), c.contentType)
				if ok := checkReader(t, r, page, c.contentType); ok == (endless && size == 100) {
					t.Errorf("%.80q, %s: read with %d bytes: %v", page, name, size, ok)
				}
			}
		}
	}
}

// late are pages whose encoding is not settled by their first 64 bytes. "_" stands for 100 spaces, so for a new piece.
var late = []struct {
	page string
	e    charset.Encoding
	src  charset.Source // Unsniffed where the page is refused
}{
	// Nothing declared
	{"a_b_é_é", charset.UTF8, charset.ValidUTF8},
	{"a_b_\xE9_\xE9", charset.Windows1252, charset.Fallback},
	{"a_b_\xE9_é", charset.Windows1252, charset.Fallback},
	{"a_b_é\xE9_", charset.Windows1252, charset.Fallback},
	{"é_é_\xE9", charset.UTF8, charset.Unsniffed},
	{"é_é_\xC3", charset.UTF8, charset.Unsniffed},
	{"a_b_\xC3", charset.Windows1252, charset.Fallback},
	{"a_b_\x1B$B_\xE9", charset.Windows1252, charset.Fallback},
	{"a_b_\x1B$B_é", charset.UTF8, charset.ValidUTF8},

	// A declaration that comes late
	{"_<meta charset=koi8-r>\xE9_", charset.KOI8R, charset.Meta},
	{"_<meta charset=utf-8>\xE9_", charset.UTF8, charset.Meta},
	{"_<title>é</title>_<meta charset=utf-8>", charset.UTF8, charset.Meta},
	{"_<title>é</title>_<meta charset=utf-8>\xE9", charset.UTF8, charset.Meta},
	{"_<title>\xE9</title>_<meta charset=latin1>é", charset.Windows1252, charset.Meta},
	{"_<title>\xE9</title>_<meta charset=koi8-r>", charset.KOI8R, charset.Unsniffed},
	{"_<title>é</title>_<meta charset=koi8-r>", charset.KOI8R, charset.Unsniffed},
	{"_<meta charset=iso-2022-jp>\x1B$BI=", charset.ISO2022JP, charset.Meta},
	{"\x1B_<meta charset=iso-2022-jp>", charset.ISO2022JP, charset.Unsniffed},
	{"\x1B_<meta charset=koi8-r>\xE9", charset.KOI8R, charset.Meta},
	{"_<meta charset=hz-gb-2312>", charset.Replacement, charset.Unsniffed},
	{"_<meta charset=utf-16>é", charset.UTF8, charset.Meta},
	{"_______________<p>_<meta charset=koi8-r>\xE9", charset.Windows1252, charset.Fallback},
	{"_<p>_<meta charset=koi8-r>\xE9", charset.KOI8R, charset.Meta},

	// What is no declaration
	{"_<!--_<meta charset=big5>_-->_<meta charset=koi8-r>", charset.KOI8R, charset.Meta},
	{"_<!x_<meta charset=koi8-r>_<meta charset=big5>", charset.Big5, charset.Meta},
	{"_<script>_<meta charset=big5>_<!--_<script>_</script>_<meta charset=big5>_--></script>_<meta charset=koi8-r>",
		charset.KOI8R, charset.Meta},
	{"_<style>_</styles>_<meta charset=big5>_</style ___><meta charset=koi8-r>", charset.KOI8R, charset.Unsniffed},
	{"_<style>_</styles>_<meta charset=big5>_</style   ><meta charset=koi8-r>", charset.KOI8R, charset.Meta},
	{"_<plaintext>_<meta charset=big5>", charset.Windows1252, charset.Fallback},

	// XML declarations: a meta element still counts more
	{"<?xml encoding='koi8-r'?>_\xE9_", charset.KOI8R, charset.XMLDeclaration},
	{"<?xml encoding='koi8-r'?>\xE9_<meta charset=koi8-r>\xE9", charset.KOI8R, charset.Meta},
	{"<?xml encoding='koi8-r'?>_<meta charset=big5>\xA4\xA4", charset.Big5, charset.Meta},
	{"<?xml encoding='koi8-r'?>\xE9_<meta charset=big5>", charset.Big5, charset.Unsniffed},
	{"<?xml encoding='iso-2022-jp'?>_<meta charset=big5>", charset.Big5, charset.Meta},
	{"<?xml encoding='iso-2022-jp'?>\x1B$BI=_<meta charset=big5>", charset.Big5, charset.Unsniffed},
	{"<?xml encoding='hz-gb-2312'?>_<meta charset=big5>", charset.Big5, charset.Unsniffed},
	{"<?xml encoding='hz-gb-2312'?>___", charset.Replacement, charset.XMLDeclaration},
	{"<?xml ___encoding='koi8-r'?>_", charset.KOI8R, charset.Unsniffed},
	{"<?xml _", charset.Windows1252, charset.Unsniffed},

	// Long tags
	{"_<link href='___'>_<meta charset=big5>", charset.Big5, charset.Unsniffed},
	{"_<meta ___charset=big5>", charset.Big5, charset.Unsniffed},
	{"_<p class='___________________________'><meta charset=big5>\xE9", charset.Windows1252, charset.Unsniffed},
	{"__________<p class='___________________________'><meta charset=big5>\xE9", charset.Windows1252, charset.Fallback},
}

func TestReaderLate(t *testing.T) {
	for _, c := range late {
		page := []byte(strings.ReplaceAll(c.page, "_", strings.Repeat(" ", 100)))
		for name, reader := range readers {
			for piece := 16; piece <= 64; piece += 7 {
				r := charset.NewReader(64, piece)
				r.Reset(reader(bytes.NewReader(page)), "")
				if ok := checkReader(t, r, page, ""); ok != (c.src != charset.Unsniffed) {
					t.Fatalf("%q in pieces of %d, %s: read: %v", c.page, piece, name, ok)
				} else if e, src, _ := r.Encoding(); ok && (e != c.e || src != c.src) {
					t.Fatalf("%q in pieces of %d, %s: %v by %v, want %v by %v", c.page, piece, name, e, src, c.e, c.src)
				}
			}
		}
	}
}

// The real sizes: long tags, a long script, long text, and what is too long.
func TestReaderSizes(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		page string
		ok   bool
	}{
		{"<img src='data:," + strings.Repeat("A", 3*mib) + "'><p>é", true},
		{"<link href='data:," + strings.Repeat("A", mib/2) + "'><meta charset=koi8-r>\xE9", true},
		{strings.Repeat(" ", mib-5) + "<link a='" + strings.Repeat("A", mib/2) + "'><meta charset=koi8-r>\xE9", true},
		{"<link href='data:," + strings.Repeat("A", mib) + "'><meta charset=koi8-r>\xE9", false},
		{"<script>" + strings.Repeat("<!-- a", mib) + "</script><meta charset=koi8-r>\xE9", true},
		{strings.Repeat("plain text\n", mib) + "é", true},
		{strings.Repeat("漢", mib), true},
		{strings.Repeat("é", mib) + "\xE9", false},
		{strings.Repeat("a", mib), true},
		{strings.Repeat("é", mib/2) + "\xC3", false},
		{strings.Repeat("é", mib/2-1) + "\xC3", true},
	} {
		var r charset.Reader
		page := []byte(c.page)
		r.Reset(bytes.NewReader(page), "")
		if ok := checkReader(t, &r, page, ""); ok != c.ok {
			t.Errorf("%.40q…: read: %v", c.page, ok)
		}
	}
}

// A user that relies on the encoding gets no other, not even for ASCII.
func TestReaderRely(t *testing.T) {
	space := strings.Repeat(" ", 100)
	for _, c := range []struct {
		page string
		want error
	}{
		{space, io.EOF},
		{space + "\xE9", io.EOF},
		{space + "é", charset.ErrEncoding},
		{space + "<meta charset=latin1>", io.EOF},
		{space + "<meta charset=koi8-r>", charset.ErrEncoding},
		{"é" + space + "<meta charset=utf-8>", io.EOF},
		{"<meta charset=koi8-r>" + space + "é", io.EOF},
	} {
		r := charset.NewReader(64, 16)
		r.Reset(strings.NewReader(c.page), "")
		r.Rely() // on nothing
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		r.Rely()
		if _, err := readAll(t, r); err != c.want {
			t.Errorf("%q: %v, want %v", c.page, err, c.want)
		}
	}
}

// A page that is UTF-8 in whole comes as one piece, if it is not long.
func TestReaderFirstPiece(t *testing.T) {
	page := strings.Repeat("é", 1<<19-1)
	var r charset.Reader
	r.Reset(strings.NewReader(page), "")
	if piece, err := r.Next(); string(piece) != page || err != nil {
		t.Errorf("%d bytes of %d, %v", len(piece), len(page), err)
	}
}

var errBroken = errors.New("broken")

// An error of the reader comes after the text before it, and a reader that does nothing is an error.
func TestReaderErrors(t *testing.T) {
	long := strings.Repeat("<p>é", 100)
	for _, c := range []struct {
		src  io.Reader
		text string
		err  error
	}{
		{iotest.ErrReader(errBroken), "", errBroken},
		{io.MultiReader(strings.NewReader("<p>é"), iotest.ErrReader(errBroken)), "<p>é", errBroken},
		{io.MultiReader(strings.NewReader(long), iotest.ErrReader(errBroken)), long, errBroken},
		{iotest.DataErrReader(io.MultiReader(strings.NewReader(long), iotest.ErrReader(errBroken))), long, errBroken},
		{io.MultiReader(strings.NewReader("<p>\xC3"), iotest.ErrReader(errBroken)), "<p>Ã", errBroken},
		{io.MultiReader(strings.NewReader(long), idle{}), long, io.ErrNoProgress},
		{idle{}, "", io.ErrNoProgress},
		{strings.NewReader(""), "", io.EOF},
	} {
		r := charset.NewReader(64, 10)
		r.Reset(c.src, "")
		if text, err := readAll(t, r); text != c.text || err != c.err {
			t.Errorf("%q, %v, want %q, %v", text, err, c.text, c.err)
		}
	}
	r := charset.NewReader(64, 10)
	r.Reset(io.MultiReader(strings.NewReader(long+"\xC3"), iotest.ErrReader(errBroken)), "")
	if text, err := readAll(t, r); !strings.HasPrefix(long, text) || err != errBroken {
		t.Errorf("%q, %v", text, err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// A repeated reader repeats a text up to a number of bytes.
type repeated struct {
	text string
	left int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	p = p[:min(len(p), r.left)]
	for n := 0; n < len(p); {
		n += copy(p[n:], r.text)
	}
	r.left -= len(p)
	return len(p), nil
}

// The memory does not grow with the page, and time is linear: a quadratic scan would take hours here.
func TestReaderIsBounded(t *testing.T) {
	texts := append([]string{"\xE9", "\x80", "漢", "\x1B$B", "\x1B(I1", "<link x='>"}, hostile...)
	for _, text := range texts {
		for _, before := range []string{"", "<link ", "<script><!--", "<!--"} {
			for _, label := range []string{"", "utf-8", "gb18030", "x-user-defined"} {
				if label != "" && before != "" {
					continue
				}
				var r charset.Reader
				page := io.MultiReader(strings.NewReader(before), &repeated{text: text, left: 3 << 20})
				r.Reset(page, "; charset="+label)
				_, err := discard(&r)
				kept, decoded := r.Kept()
				if kept > 2<<20+64<<10 || decoded > 4<<20 || err != io.EOF && err != charset.ErrEncoding {
					t.Errorf("%q, %q, %q: %d and %d bytes, %v", before, text, label, kept, decoded, err)
				}
			}
		}
	}
}

func discard(r *charset.Reader) (n int, err error) {
	for {
		piece, err := r.Next()
		if err != nil {
			return n, err
		}
		n += len(piece)
	}
}

// A second page allocates nothing, however long it is, and whatever its encoding.
func TestReaderDoesNotAllocate(t *testing.T) {
	for _, c := range []struct{ text, contentType string }{
		{"<p>é", ""},
		{"<p>\xE9", ""},
		{"<p>\xE9", "text/html;charset=utf-8"},
		{"<p>\x8A\xBF", "text/html;charset=shift_jis"},
	} {
		for _, size := range []int{1000, 1 << 20, 4 << 20} {
			var r charset.Reader
			page := bytes.NewReader([]byte(strings.Repeat(c.text, size/len(c.text))))
			read := func() {
				page.Seek(0, io.SeekStart)
				r.Reset(page, c.contentType)
				discard(&r)
			}
			if n := testing.AllocsPerRun(3, read); n != 0 {
				t.Errorf("%q, %d bytes: %v allocations", c.text, size, n)
			}
		}
	}
}

// A small page needs a small buffer.
func TestReaderIsSmall(t *testing.T) {
	for _, reader := range readers {
		var r charset.Reader
		r.Reset(reader(strings.NewReader("<p>é")), "")
		discard(&r)
		if page, text := r.Kept(); page > 4096 || text > 0 {
			t.Errorf("%d and %d bytes for a page of five", page, text)
		}
	}
}

// The real pages, as they are and in small pieces: then a few have a tag in their head that is too long.
func TestReaderCorpus(t *testing.T) {
	var r charset.Reader
	small := charset.NewReader(512, 100)
	pages, refused := 0, 0
	for _, p := range testcase.Pages(t) {
		pages++
		page := p.Bytes
		r.Reset(bytes.NewReader(page), "")
		if !checkReader(t, &r, page, "") {
			t.Errorf("%s is refused", p.File)
		}
		small.Reset(bytes.NewReader(page), "")
		if !checkReader(t, small, page, "") {
			refused++
		}
	}
	count(t, "the corpus", pages, 160)
	count(t, "the corpus in small pieces, refused,", refused, 8)
}

// Pieces are the whole, or refused; and what is refused is not settled by what is kept.
func FuzzReader(f *testing.F) {
	for _, c := range sniffCases {
		f.Add([]byte(c.page), c.contentType, byte(9), byte(3))
	}
	for _, c := range late {
		f.Add([]byte(c.page), "", byte(50), byte(20))
	}
	for e, texts := range awkward {
		f.Add([]byte(fmt.Sprint("<p>", texts, "<meta charset=", e, ">", texts)), "", byte(30), byte(5))
		f.Add([]byte(strings.Join(texts, "")), "; charset="+e.String(), byte(0), byte(0))
	}
	f.Fuzz(func(t *testing.T, page []byte, contentType string, prefix, piece byte) {
		page = bytes.ReplaceAll(page, []byte("_"), []byte(padding[:300]))
		kept := 8 + int(prefix)
		for _, reader := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.DataErrReader} {
			r := charset.NewReader(kept, 1+int(piece))
			r.Reset(reader(bytes.NewReader(page)), contentType)
			if checkReader(t, r, page, contentType) {
				continue
			}
			if len(page) < kept {
				t.Fatalf("%q, %q is shorter than %d bytes and refused", page, contentType, kept)
			}
			_, src, _ := charset.Sniff(page[:kept], contentType)
			if src < charset.XMLDeclaration || src == charset.Meta {
				t.Fatalf("%q, %q is refused after %d bytes, by %v", page, contentType, kept, src)
			}
		}
	})
}
