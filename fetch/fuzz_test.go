package fetch_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"htmlurl/fetch"
)

// A data: URL has one body, which is no longer than it, and a type that is a MIME type of a header field. The type of
// another URL with this type is the same.
func FuzzParseData(f *testing.F) {
	for _, c := range dataCases {
		f.Add(c.url)
	}
	f.Fuzz(func(t *testing.T, u string) {
		contentType, body, err := fetch.ParseData(u)
		if err != nil {
			if contentType != "" || body != nil || !errors.Is(err, fetch.ErrNoComma) && !errors.Is(err, fetch.ErrBase64) {
				t.Fatalf("%q is %q, %q, %v", u, contentType, body, err)
			}
			return
		}
		if len(body) > len(u) || len(contentType) > 2*len(u)+len(fetch.DefaultType) {
			t.Fatalf("%q is %q, %q", u, contentType, body)
		}
		main, rest, _ := strings.Cut(contentType, "/")
		if main == "" || rest == "" || strings.ContainsAny(contentType, "\x00\r\n\x7F") {
			t.Fatalf("%q is of the type %q", u, contentType)
		}
		if strings.Contains(contentType, ",") {
			return // which cannot be written in a data: URL
		}
		again, body2, err := fetch.ParseData("data:" + contentType + ";base64,")
		if again != contentType || len(body2) > 0 || err != nil {
			t.Fatalf("the type %q is %q, %v", contentType, again, err)
		}
	})
}

// The type of a resource is a MIME type, and depends on the first bytes alone. Scripts run in it only if the server
// says so, or says nothing and allows to sniff. Of resources without a type net/http says the same, but for known
// differences.
func FuzzSniffType(f *testing.F) {
	for _, c := range unknownCases {
		f.Add("", false, []byte(c.beginning))
		f.Add("text/plain", true, []byte(c.beginning))
		f.Add("text/plain", false, []byte(c.beginning))
		f.Add("image/png, audio/mpeg", false, []byte(c.beginning))
	}
	f.Fuzz(func(t *testing.T, contentType string, noSniff bool, beginning []byte) {
		got := fetch.SniffType([]string{contentType}, noSniff, beginning)
		main, sub, _ := strings.Cut(got, "/")
		if main == "" || sub == "" || strings.ContainsAny(got, " ;,\"\r\n\x00") {
			t.Fatalf("%q as %q is %q", beginning, contentType, got)
		}
		if len(beginning) >= fetch.BeginningSize {
			longer := append(beginning[:fetch.BeginningSize:fetch.BeginningSize], make([]byte, 10)...)
			if other := fetch.SniffType([]string{contentType}, noSniff, longer); other != got {
				t.Fatalf("%q as %q is %q and, if it is longer, %q", beginning, contentType, got, other)
			}
		}
		for _, said := range []string{"text/plain", "text/plain; charset=UTF-8", "text/css", "image/png", "video/mp4"} {
			other := fetch.SniffType([]string{said}, noSniff, beginning)
			if isScriptable(other) || noSniff && !strings.HasPrefix(said, other) {
				t.Fatalf("%q as %q is %q", beginning, said, other)
			}
		}
		if unsniffed := fetch.SniffType(nil, true, beginning); isScriptable(unsniffed) {
			t.Fatalf("%q, unsniffed, is %q", beginning, unsniffed)
		}
		beginning = beginning[:min(len(beginning), 512)]
		got = fetch.SniffType(nil, false, beginning)
		if essence, isSame := detected(beginning, got); isSame && got != essence {
			t.Fatalf("%q is %q, not %q", beginning, got, essence)
		}
	})
}

func isScriptable(essence string) bool {
	return essence == "text/html" || essence == "application/pdf" || strings.HasSuffix(essence, "xml")
}

// What was encoded in any format, and in another one, is decoded to itself, whatever the sizes of reads are.
func FuzzDecode(f *testing.F) {
	for _, text := range texts {
		f.Add(text[:min(len(text), 5000)], uint8(len(f.Name())), uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, which uint8, seed uint64) {
		inner, outer := formats[int(which)%len(formats)], formats[int(which)/len(formats)%len(formats)]
		body := outer.encode(inner.encode(text))
		random := rand.New(rand.NewPCG(seed, 0))
		r, err := fetch.Decode(&chunks{body, random}, []string{inner.coding, outer.coding})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var got []byte
		for err == nil {
			var n int
			part := make([]byte, random.IntN(4000))
			n, err = r.Read(part)
			got = append(got, part[:n]...)
		}
		if err != io.EOF || !bytes.Equal(got, text) {
			t.Fatalf("%s in %s: %d bytes have become %d, %v", inner.name, outer.name, len(text), len(got), err)
		}
	})
}

// chunks reads a body in chunks of any size.
type chunks struct {
	body   []byte
	random *rand.Rand
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.body) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1+c.random.IntN(2000))], c.body)
	c.body = c.body[n:]
	return n, nil
}

// What is no good body gives an error that names the coding, the same one whatever the sizes of reads are, and the same
// text, of which brotli may drop what is before the error; and decoders that have seen it are as good as new.
func FuzzBrokenBody(f *testing.F) {
	for i, format := range formats {
		body := format.encode(texts[1])
		f.Add(body, uint8(i))
		f.Add(append(body[:len(body)-1:len(body)-1], body...), uint8(i))
		f.Add(body[:len(body)/2], uint8(i))
	}
	good := texts[1]
	f.Fuzz(func(t *testing.T, body []byte, which uint8) {
		format := formats[int(which)%len(formats)]
		read := func(r io.Reader) (string, string) {
			d, err := fetch.Decode(r, []string{format.coding})
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			got, err := io.ReadAll(io.LimitReader(d, 1<<20))
			if err != nil && !strings.HasPrefix(err.Error(), "in the content coding "+format.coding+": ") {
				t.Fatalf("%q as %s: %v", body, format.coding, err)
			}
			if err == nil {
				return string(got), ""
			}
			return string(got), err.Error()
		}
		got, failure := read(bytes.NewReader(body))
		got2, failure2 := read(&chunks{body, rand.New(rand.NewPCG(uint64(which), 1))})
		isSame := got == got2 || format.coding == "br" && failure != "" &&
			(strings.HasPrefix(got, got2) || strings.HasPrefix(got2, got))
		if !isSame || failure != failure2 {
			t.Fatalf("%q as %s: %.50q, %s and %.50q, %s", body, format.coding, got, failure, got2, failure2)
		}
		if got, failure := read(bytes.NewReader(format.encode(good))); got != string(good) || failure != "" {
			t.Fatalf("after %q: %q, %s", body, got, failure)
		}
	})
}
