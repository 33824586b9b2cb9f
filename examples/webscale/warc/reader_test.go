package warc_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"htmlurl/examples/webscale/warc"
)

// Two records, and how long the first one is.
var (
	first   = record("http://a.example/", "one")
	second  = record("http://b.example/", "two")
	between = len(first)
)

// head returns the beginning of a record with a Content-Length field as it is given, or with none.
func head(length string) string {
	return "WARC/1.0\r\nWARC-Target-URI: x\r\n" + length + "\r\n"
}

// plainCases are files without compression. A log has where each record or error is, the target URI and the block of
// the record, and what is wrong.
var plainCases = []struct {
	name, clause, file, log string
}{
	{"two records", "4: a file is the concatenation of records", first + second,
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d http://b.example/ \"two\"\n", between)},
	{"nothing", "4: at least one record; nothing is no damage", "", ""},
	{"blank lines only", "4: line ends between records", "\r\n\r\n \n", ""},
	{"bare LF", "4: CRLF; old datasets have LF", "WARC/1.0\nWARC-Target-URI: x\nContent-Length: 3\n\na\nb\n\n" + second,
		"0 x \"a\\nb\"\n52 http://b.example/ \"two\"\n"},
	{"LF and CRLF", "4: CRLF", "WARC/1.0\nWARC-Target-URI: x\r\nContent-Length: 1\n\r\na", "0 x \"a\"\n"},
	{"a draft", "4: version; drafts 0.17 and 0.18 were in use", "WARC/0.18\nWARC-Target-URI: x\nContent-Length: 1\n\na",
		"0 x \"a\"\n"},
	{"version 1.1", "4: version", strings.Replace(first, "1.0", "1.1", 1), "0 http://a.example/ \"one\"\n"},
	{"a version of many digits", "4: version", strings.Replace(first, "1.0", "1.012", 1), "0 http://a.example/ \"one\"\n"},
	{"blanks after the version", "4: version CRLF; blanks are taken", strings.Replace(first, "1.0", "1.0 \t", 1),
		"0 http://a.example/ \"one\"\n"},
	{"an unknown version", "4: version", "WARC/2.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n" + second,
		"0 Garbage\n35 http://b.example/ \"two\"\n"},
	{"no version", "4: version", "WARC/\r\nWARC/1.\r\nWARC/1\r\nwarc/1.0\r\n" + second,
		"0 Garbage\n34 http://b.example/ \"two\"\n"},
	{"names in any case", "4: field names are case-insensitive",
		"WARC/1.0\r\nwarc-target-uri: x\r\nCONTENT-LENGTH: 1\r\n\r\na", "0 x \"a\"\n"},
	{"blanks around names and values", "4: any amount of LWS",
		"WARC/1.0\r\nWARC-Target-URI \t:\t x \t\r\nContent-Length:1 \r\n\r\na", "0 x \"a\"\n"},
	{"a folded value", "4: each extra line begins with a space or tab",
		"WARC/1.0\r\nWARC-Target-URI:\r\n\tx\r\nContent-Length:\n  1\r\n\r\na", "0 x \"a\"\n"},
	{"a folded blank line", "4: LWS, of blanks only",
		"WARC/1.0\r\nWARC-Target-URI: x\r\n \t \r\n y\r\nContent-Length: 1\r\n\r\na", "0 x  y \"a\"\n"},
	{"a line after the version that is folded", "4: there is nothing that it goes on with",
		"WARC/1.0\r\n Content-Length: 7\r\nContent-Length: 1\r\n\r\na", "0  \"a\"\n"},
	{"lines without a colon", "4: named-field; others are skipped",
		"WARC/1.0\r\nnonsense\r\n: x\r\nContent-Length: 1\r\n\r\na", "0  \"a\"\n"},
	{"a field twice", "5.1: fields shall not be repeated; the first counts",
		"WARC/1.0\r\nContent-Length: 1\r\nContent-Length: 9\r\n\r\na", "0  \"a\"\n"},
	{"a target URI in angle brackets", "5.14: uri, which version 1.0 has in brackets",
		"WARC/1.0\r\nWARC-Target-URI: <http://a.example/>\r\nContent-Length: 0\r\n\r\n", "0 http://a.example/ \"\"\n"},
	{"a bracket that is not closed", "5.14: uri", "WARC/1.0\r\nWARC-Target-URI: <x\r\nContent-Length: 0\r\n\r\n",
		"0 <x \"\"\n"},
	{"an empty block", "5.3: 0 if no block is present", record("x", "") + second,
		fmt.Sprintf("0 x \"\"\n%d http://b.example/ \"two\"\n", len(record("x", "")))},
	{"no line ends after a block", "4: block CRLF CRLF; some writers have none", first[:between-4] + second,
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d http://b.example/ \"two\"\n", between-4)},
	{"one line end after a block", "4: block CRLF CRLF; some writers have one", first[:between-2] + second,
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d http://b.example/ \"two\"\n", between-2)},
	{"many line ends after a block", "4: block CRLF CRLF; some writers have more", first + "\r\n\n \r\n" + second,
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d http://b.example/ \"two\"\n", between+6)},
	{"line ends before the first record", "4: a record begins a file", "\r\n\r\n" + second,
		"4 http://b.example/ \"two\"\n"},
	{"a record within a block", "4: block = *OCTET", record("x", "\r\n"+second),
		fmt.Sprintf("0 x %q\n", "\r\n"+second)},
	{"garbage first", "4: a record begins a file", "junk\r\njunk WARC/1.0\r\n" + second,
		"0 Garbage\n21 http://b.example/ \"two\"\n"},
	{"garbage between", "4: records follow each other", first + "junk\r\n" + second,
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d Garbage\n%d http://b.example/ \"two\"\n", between, between+6)},
	{"garbage last", "4: records follow each other", first + "junk",
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d Garbage\n", between)},
	{"garbage only", "4: at least one record", "<html>\n\n</html>", "0 Garbage\n"},
	{"no Content-Length", "5.3: mandatory", head("") + "block\r\n\r\n" + second,
		"0 ContentLength\n41 http://b.example/ \"two\"\n"},
	{"a negative Content-Length", "5.3: 1*DIGIT", head("Content-Length: -1\r\n") + "block\r\n\r\n" + second,
		"0 ContentLength\n61 http://b.example/ \"two\"\n"},
	{"a Content-Length with a sign", "5.3: 1*DIGIT", head("Content-Length: +1\r\n") + "b\r\n\r\n" + second,
		"0 ContentLength\n57 http://b.example/ \"two\"\n"},
	{"a Content-Length that is no number", "5.3: 1*DIGIT", head("Content-Length: 0x5\r\n") + "block\r\n\r\n" + second,
		"0 ContentLength\n62 http://b.example/ \"two\"\n"},
	{"an empty Content-Length", "5.3: 1*DIGIT", head("Content-Length:\r\n") + "block\r\n\r\n" + second,
		"0 ContentLength\n58 http://b.example/ \"two\"\n"},
	{"a Content-Length beyond all files", "5.3: 1*DIGIT", head("Content-Length: 9223372036854775808\r\n") + second,
		"0 ContentLength\n69 http://b.example/ \"two\"\n"},
	{"a Content-Length beyond this file", "5.3: the number of octets in the block",
		head("Content-Length: 9223372036854775807\r\n") + "block", "0 x \"block\" Truncated\n"},
	{"a Content-Length that is too small", "5.3: the number of octets in the block",
		head("Content-Length: 2\r\n") + "block\r\n\r\n" + second,
		"0 x \"bl\"\n53 Garbage\n60 http://b.example/ \"two\"\n"},
	{"a Content-Length that is too large", "5.3: the number of octets in the block",
		head("Content-Length: 7\r\n") + "block\r\n\r\n" + second,
		"0 x \"block\\r\\n\"\n60 http://b.example/ \"two\"\n"},
	{"a Content-Length that takes the next record's first line", "5.3: the number of octets in the block",
		head("Content-Length: 19\r\n") + "block\r\n\r\n" + second + first,
		fmt.Sprintf("0 x \"block\\r\\n\\r\\nWARC/1.0\\r\\n\"\n71 Garbage\n%d http://a.example/ \"one\"\n", 61+len(second))},
	{"a header that is cut", "4: header CRLF block", head("")[:30], "0 Truncated\n"},
	{"a header that is cut before its blank line", "4: header CRLF block", "WARC/1.0\r\nContent-Length: 0\r\n",
		"0 Truncated\n"},
	{"a version without a line end", "4: header CRLF block", "WARC/1.0", "0 Truncated\n"},
	{"a version that is cut", "4: header CRLF block", first + "WAR",
		fmt.Sprintf("0 http://a.example/ \"one\"\n%d Truncated\n",
			between)},
	{"a header that is cut by a record", "4: header CRLF block", head("")[:30] + second,
		"0 Truncated\n30 http://b.example/ \"two\"\n"},
	{"a header that is too long", "none: memory is bounded",
		"WARC/1.0\r\nX: " + strings.Repeat("x", warc.MaxHeader) + "\r\n\r\n" + second,
		"0 HeaderTooLong\n1048593 http://b.example/ \"two\"\n"},
	{"a header of too many lines", "none: memory is bounded",
		"WARC/1.0\r\n" + strings.Repeat("a:b\n", warc.MaxHeader/4) + "\n" + second,
		"0 HeaderTooLong\n1048587 http://b.example/ \"two\"\n"},
	{"a header of too many folded lines", "none: memory is bounded",
		"WARC/1.0\r\nX:\n" + strings.Repeat(" b\n", warc.MaxHeader/2) + "\n" + second,
		"0 HeaderTooLong\n1572878 http://b.example/ \"two\"\n"},
}

// The text is the same in one gzip member, and in members that end anywhere.
func TestPlain(t *testing.T) {
	var r warc.Reader
	for _, c := range plainCases {
		log := logOf(t, &r, strings.NewReader(c.file))
		if got := text(log); got != c.log {
			t.Errorf("%s (%s):\n%swant\n%s", c.name, c.clause, clip(got), clip(c.log))
		}
		if c.file == "" {
			continue
		}
		files := map[string]string{"one member": member(c.file)}
		if len(c.file) < 1000 {
			for size := 1; size < 50; size++ {
				if !isAmbiguous(c.file, size, log) {
					files[fmt.Sprint("members of ", size)] = members(c.file, size)
				}
			}
		}
		for kind, file := range files {
			if got := placeless(logOf(t, &r, strings.NewReader(file))); got != placeless(log) {
				t.Errorf("%s in %s (%s):\n%swant\n%s", c.name, kind, c.clause, clip(got), clip(placeless(log)))
			}
		}
	}
	count(t, "plain files", len(plainCases), 48)
}

// isAmbiguous tells whether one of the members of some size begins as a record does, and is none.
func isAmbiguous(file string, size int, log []event) bool {
	for at := size; at < len(file); at += size {
		isEvent := slices.ContainsFunc(log, func(e event) bool { return e.place == fmt.Sprint(at) })
		if strings.HasPrefix(file[at:], "WARC/1.0") && !isEvent {
			return true
		}
	}
	return false
}

// clip shortens a log.
func clip(s string) string { return s[:min(len(s), 2000)] }

// flip changes the byte at an index, which counts from the end if it is negative.
func flip(s string, i int) string {
	if i < 0 {
		i += len(s)
	}
	return s[:i] + string([]byte{s[i] ^ 0xFF}) + s[i+1:]
}

// Members with the two records, and one that is long.
var (
	m1, m2 = member(first), member(second)
	noise  = noiseOf(100_000)
	long   = member(record("http://long.example/", noise))
)

// noiseOf returns text that gzip cannot shorten much.
func noiseOf(n int) string {
	var b strings.Builder
	for x := uint32(1); b.Len() < n; {
		x = x*1664525 + 1013904223
		b.WriteByte(' ' + byte(x>>24)%64)
	}
	return b.String()
}

// gzipCases are files of gzip members. In a log, what is in a member has the offset of that first, and blocks have
// their length only.
var gzipCases = []struct {
	name, clause, file, log string
}{
	{"a member for each record", "record-at-time compression", m1 + m2,
		fmt.Sprintf("0 http://a.example/ 3\n%d http://b.example/ 3\n", len(m1))},
	{"a member for all records", "RFC 1952, 2.2", member(first + second),
		fmt.Sprintf("0 http://a.example/ 3\n0+%d http://b.example/ 3\n", between)},
	{"members of both kinds", "RFC 1952, 2.2", member(first+second) + m1,
		fmt.Sprintf("0 http://a.example/ 3\n0+%d http://b.example/ 3\n%d http://a.example/ 3\n", between,
			len(member(first+second)))},
	{"an empty member", "RFC 1952, 2.2", member("") + m1 + member("") + member("") + m2,
		fmt.Sprintf("%d http://a.example/ 3\n%d http://b.example/ 3\n", len(member("")),
			len(m1)+3*len(member("")))},
	{"a member that goes on with the last one", "RFC 1952, 2.2", member(first[:between-5]) + member(first[between-5:]),
		"0 http://a.example/ 3\n"},
	{"a record across members", "RFC 1952, 2.2", member(first+second[:3]) + member(second[3:]),
		fmt.Sprintf("0 http://a.example/ 3\n0+%d http://b.example/ 3\n", between)},
	{"a member without a record", "4: records follow each other", m1 + member("junk") + m2,
		fmt.Sprintf("0 http://a.example/ 3\n%d Garbage\n%d http://b.example/ 3\n", len(m1), len(m1+member("junk")))},
	{"a record that is too short for its member", "5.3: the number of octets in the block",
		member(head("Content-Length: 2\r\n")+"block") + m2,
		fmt.Sprintf("0 x 2\n0+53 Garbage\n%d http://b.example/ 3\n", len(member(head("Content-Length: 2\r\n")+"block")))},
	{"a record that is too long for its member", "5.3: the number of octets in the block",
		member(head("Content-Length: 90\r\n")+"block") + m2,
		fmt.Sprintf("0 x Truncated\n%d http://b.example/ 3\n", len(member(head("Content-Length: 90\r\n")+"block")))},
	{"a header that is too long for its member", "4: header CRLF block", member(head("")[:20]) + m2,
		fmt.Sprintf("0 Truncated\n%d http://b.example/ 3\n", len(member(head("")[:20])))},
	{"a wrong checksum", "RFC 1952, 2.3.1: CRC32", flip(m1, -5) + m2,
		fmt.Sprintf("0 http://a.example/ 3\n0+%d Corrupt\n%d http://b.example/ 3\n", between, len(m1))},
	{"a wrong size", "RFC 1952, 2.3.1: ISIZE", flip(m1, -1) + m2,
		fmt.Sprintf("0 http://a.example/ 3\n0+%d Corrupt\n%d http://b.example/ 3\n", between, len(m1))},
	{"a wrong byte in a header", "RFC 1951", flip(stored(first), 11) + m2,
		fmt.Sprintf("0 Corrupt\n%d http://b.example/ 3\n", len(stored(first)))},
	{"a wrong first byte", "RFC 1952, 2.3.1: ID1", m1 + flip(m2, 0) + m1,
		fmt.Sprintf("0 http://a.example/ 3\n%d Garbage\n%d http://a.example/ 3\n", len(m1), len(m1+m2))},
	{"a wrong first byte of the file", "RFC 1952, 2.3.1: ID1", flip(m1, 0) + m2,
		fmt.Sprintf("0 Garbage\n%d http://b.example/ 3\n", len(m1))},
	{"a stored member that is cut, and others", "RFC 1951, 3.2.4",
		stored(first + record("x", noise))[:2000] + strings.Repeat(m2, 3),
		fmt.Sprintf("0 http://a.example/ 3\n0+%d x Truncated\n2000 http://b.example/ 3\n%d http://b.example/ 3\n"+
			"%d http://b.example/ 3\n", between, 2000+len(m2), 2000+2*len(m2))},
	{"a member cut in its magic number", "RFC 1952, 2.3.1: ID1", m1 + m2[:2],
		fmt.Sprintf("0 http://a.example/ 3\n%d Truncated\n", len(m1))},
	{"a member cut in its header", "RFC 1952, 2.3.1", m1 + m2[:7],
		fmt.Sprintf("0 http://a.example/ 3\n%d Truncated\n", len(m1))},
	{"a member cut in its checksum", "RFC 1952, 2.3.1: CRC32", m1 + m2[:len(m2)-6],
		fmt.Sprintf("0 http://a.example/ 3\n%d http://b.example/ 3\n%d+%d Truncated\n", len(m1), len(m1), len(second))},
	{"zeros after the last member", "RFC 1952, 2.2", m1 + strings.Repeat("\x00", 1000),
		fmt.Sprintf("0 http://a.example/ 3\n%d Garbage\n", len(m1))},
	{"line ends between members", "RFC 1952, 2.2", m1 + "\r\n\r\n" + m2 + "\n",
		fmt.Sprintf("0 http://a.example/ 3\n%d http://b.example/ 3\n", len(m1)+4)},
	{"garbage between members", "RFC 1952, 2.2", m1 + "junk" + magic + "\x00\x00" + magic + m2,
		fmt.Sprintf("0 http://a.example/ 3\n%d Garbage\n%d http://b.example/ 3\n", len(m1), len(m1)+12)},
	{"plain records after members", "4: a file is of one kind", m1 + second,
		fmt.Sprintf("0 http://a.example/ 3\n%d Garbage\n", len(m1))},
	{"members after plain records", "4: a file is of one kind", first + m2,
		fmt.Sprintf("0 http://a.example/ 3\n%d Garbage\n", between)},
	{"garbage before the first member", "4: a record begins a file", "junk\nWARC/\n" + magic + m1 + m2,
		fmt.Sprintf("0 Garbage\n14 http://a.example/ 3\n%d http://b.example/ 3\n", 14+len(m1))},
	{"a member with no record before plain ones", "4: a file is of one kind", "junk" + member("junk") + "\r\n" + first,
		fmt.Sprintf("0 Garbage\n%d http://a.example/ 3\n", len("junk"+member("junk"))+2)},
	{"a long member", "RFC 1952, 2.2", long + m1, fmt.Sprintf("0 http://long.example/ 100000\n%d http://a.example/ 3\n",
		len(long))},
}

const magic = "\x1F\x8B\x08"

func TestGzip(t *testing.T) {
	var r warc.Reader
	for _, c := range gzipCases {
		var got strings.Builder
		for _, e := range logOf(t, &r, strings.NewReader(c.file)) {
			got.WriteString(short(e) + "\n")
		}
		if got.String() != c.log {
			t.Errorf("%s (%s):\n%swant\n%s", c.name, c.clause, got.String(), c.log)
		}
	}
	count(t, "files of gzip members", len(gzipCases), 27)
}

// What comes after a member that was cut is found though the decoder has read into it, wherever the cut is.
func TestOverrun(t *testing.T) {
	var r warc.Reader
	cases := 0
	for n := 20; n < len(long)-10; n += 997 {
		log := logOf(t, &r, strings.NewReader(long[:n]+m2+m1))
		damage := len(log) - 2
		want := fmt.Sprintf("%d http://b.example/ \"two\"\n%d http://a.example/ \"one\"\n", n, n+len(m2))
		if damage < 1 || log[0].fault == "" || text(log[damage:]) != want {
			t.Errorf("cut at %d:\n%swant\n%s", n, clip(text(log)), want)
		}
		cases++
	}
	count(t, "cuts", cases, (len(long)-30)/997+1)
}

// short writes an event with the length of the block, unless that is damaged.
func short(e event) string {
	if e.rec == nil {
		return e.String()
	}
	if e.fault != "" {
		return fmt.Sprintf("%s %s %s", e.place, e.rec.URI(), e.fault)
	}
	return fmt.Sprintf("%s %s %d", e.place, e.rec.URI(), len(e.body))
}

// sources are ways to get the same bytes.
var sources = map[string]func(io.Reader) io.Reader{
	"whole":         func(r io.Reader) io.Reader { return r },
	"byte by byte":  iotest.OneByteReader,
	"half":          iotest.HalfReader,
	"data and EOF":  iotest.DataErrReader,
	"bytes and EOF": func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
}

// A file is the same however its bytes come, and a Reader forgets the last file.
func TestSources(t *testing.T) {
	cases := 0
	var r warc.Reader
	for _, c := range append(plainCases, gzipCases...) {
		var fresh warc.Reader
		want := text(logOf(t, &fresh, strings.NewReader(c.file)))
		for name, source := range sources {
			if got := text(logOf(t, &r, source(strings.NewReader(c.file)))); got != want {
				t.Errorf("%s, %s:\n%swant\n%s", c.name, name, clip(got), clip(want))
			}
			cases++
		}
	}
	count(t, "ways to read", cases, 5*(48+27))
}

// Blocks that are not read, or in part, are skipped; what is wrong with them is told by Records then.
func TestSkipped(t *testing.T) {
	cases := 0
	var r warc.Reader
	for _, c := range append(plainCases, gzipCases...) {
		var want, got strings.Builder
		for _, e := range logOf(t, &r, strings.NewReader(c.file)) {
			if e.rec != nil {
				want.WriteString(e.place + "\n")
			}
			if e.fault != "" {
				want.WriteString(e.place + " " + e.fault + "\n")
			}
		}
		r.Reset(strings.NewReader(c.file))
		for rec, err := range r.Records() {
			if e, ok := errors.AsType[*warc.Error](err); ok {
				got.WriteString(place(e.Place) + " " + faults[e.Fault] + "\n")
				continue
			}
			got.WriteString(place(rec.Place) + "\n")
			if n, err := rec.Body.Read(make([]byte, 1)); n > 1 || n == 0 && err == nil {
				t.Fatalf("%s: %d bytes of 1, %v", c.name, n, err)
			}
			cases++
		}
		if got.String() != want.String() {
			t.Errorf("%s:\n%swant\n%s", c.name, got.String(), want.String())
		}
	}
	count(t, "skipped blocks", cases, 100)
}

// A file that cannot be read ends the loop, with the error of the file, and not before the records that were read.
func TestUnreadable(t *testing.T) {
	broken := errors.New("the disk is broken")
	files := map[string]string{"plain": first + second, "members": m1 + m2, "one member": member(first + second)}
	cases := 0
	for name, file := range files {
		for n := range len(file) {
			var r warc.Reader
			r.Reset(io.MultiReader(strings.NewReader(file[:n]), iotest.ErrReader(broken)))
			var last error
			for _, err := range r.Records() {
				if errors.Is(last, warc.Unreadable) {
					t.Fatalf("%s of %d bytes goes on after %v", name, n, last)
				}
				last = err
			}
			if !errors.Is(last, broken) || !errors.Is(last, warc.Unreadable) {
				t.Fatalf("%s of %d bytes: %v", name, n, last)
			}
			for _, err := range r.Records() {
				t.Fatalf("%s of %d bytes: %v after the end", name, n, err)
			}
			cases++
		}
	}
	if cases < 400 {
		t.Errorf("%d cases", cases)
	}
	var r warc.Reader
	r.Reset(iotest.ErrReader(nil))
	for _, err := range r.Records() {
		if !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("a file that gives nothing: %v", err)
		}
	}
}

// Wherever a file is cut, the records before that are whole.
func TestChopped(t *testing.T) {
	kinds := map[string]func() (file []byte, ends []int){
		"plain": func() ([]byte, []int) {
			return joined(func(w io.Writer, text string) { _, _ = io.WriteString(w, text) })
		},
		"members": func() ([]byte, []int) {
			return joined(func(w io.Writer, text string) { _, _ = io.WriteString(w, member(text)) })
		},
		"one member": flushed,
	}
	cases := 0
	var r warc.Reader
	for name, kind := range kinds {
		file, ends := kind()
		for n := range len(file) + 1 {
			log := logOf(t, &r, bytes.NewReader(file[:n]))
			whole := 0
			for whole < len(ends) && ends[whole] <= n {
				whole++
			}
			for i := range whole {
				if i >= len(log) || log[i].fault != "" || log[i].body != chopped(i) {
					t.Fatalf("%s, %d bytes: %d records are before that, not\n%s", name, n, whole, text(log))
				}
			}
			cases++
		}
	}
	if cases < 1000 {
		t.Errorf("%d cases", cases)
	}
}

// chopped is the block of record i of the files of TestChopped.
func chopped(i int) string { return strings.Repeat(fmt.Sprint("block ", i, "\r\n"), i) }

const choppedRecords = 6

// joined writes records with add. It returns the file, and where each record ends.
func joined(add func(w io.Writer, text string)) (file []byte, ends []int) {
	var b bytes.Buffer
	for i := range choppedRecords {
		add(&b, record(fmt.Sprint("http://", i, ".example/"), chopped(i)))
		ends = append(ends, b.Len())
	}
	return b.Bytes(), ends
}

// flushed is joined for one gzip member, which can be read up to the end of each record.
func flushed() (file []byte, ends []int) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for i := range choppedRecords {
		_, _ = io.WriteString(w, record(fmt.Sprint("http://", i, ".example/"), chopped(i)))
		_ = w.Flush()
		ends = append(ends, b.Len())
	}
	_ = w.Close()
	return b.Bytes(), ends
}

// A record that was passed has no more to read, and a loop can be left and gone on with.
func TestPassed(t *testing.T) {
	var r warc.Reader
	for range r.Records() {
		t.Fatal("a Reader without a file has a record")
	}
	r.Reset(strings.NewReader(first + second))
	var passed []*warc.Record
	for range 3 {
		for rec := range r.Records() {
			passed = append(passed, rec)
			break
		}
	}
	if len(passed) != 2 {
		t.Fatalf("%d records", len(passed))
	}
	for _, rec := range passed {
		if n, err := rec.Body.Read(make([]byte, 9)); n > 0 || err == nil || err == io.EOF {
			t.Errorf("%s, when it was passed: %d bytes, %v", rec.URI(), n, err)
		}
		if resp, err := rec.Response(); err == nil {
			if n, err := resp.Body.Read(make([]byte, 9)); n > 0 || err == nil || err == io.EOF {
				t.Errorf("the response of %s, when it was passed: %d bytes, %v", rec.URI(), n, err)
			}
		}
	}
}
