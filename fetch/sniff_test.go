package fetch_test

import (
	"net/http"
	"strings"
	"testing"

	"htmlurl/fetch"
)

const (
	plain  = "text/plain"
	octets = "application/octet-stream"
)

// unknownCases are the beginnings of resources without a type, and what they are. The clause is an id of the MIME
// Sniffing Standard. HTML, XML and PDF are in TestScriptable.
var unknownCases = []struct{ clause, beginning, essence string }{
	{"identifying-a-resource-with-an-unknown-mime-type", "", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "%!PS-Adobe-", "application/postscript"},
	{"identifying-a-resource-with-an-unknown-mime-type", "%!PS-Adobe", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", " %!PS-Adobe-", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\xFE\xFF\x00<", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\xFE\xFF\x00", octets},
	{"identifying-a-resource-with-an-unknown-mime-type", "\xFE\xFF", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\xFF\xFE<\x00", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\xEF\xBB\xBF\x00", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\xEF\xBB\xBF<html>", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "text \xFF \x7F \x80 \x1B", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "ttcf", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "wOFF", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "wOF2\x00", octets},
	{"identifying-a-resource-with-an-unknown-mime-type", "OTTO the Great", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\x00\x01\x00\x00", octets},
	{"identifying-a-resource-with-an-unknown-mime-type", strings.Repeat("x", 34) + "LP", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "\x00asm\x01\x00\x00\x00", octets},
	{"identifying-a-resource-with-an-unknown-mime-type", ".snd", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "fLaC", plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "II*\x00", octets},
	{"identifying-a-resource-with-an-unknown-mime-type", `{"a": 1}`, plain},
	{"identifying-a-resource-with-an-unknown-mime-type", "<rss>", plain},

	{"matching-an-image-type-pattern", "\x00\x00\x01\x00", "image/x-icon"},
	{"matching-an-image-type-pattern", "\x00\x00\x02\x00", "image/x-icon"},
	{"matching-an-image-type-pattern", "\x00\x00\x03\x00", octets},
	{"matching-an-image-type-pattern", "BM", "image/bmp"},
	{"matching-an-image-type-pattern", " BM", plain},
	{"matching-an-image-type-pattern", "GIF87a", "image/gif"},
	{"matching-an-image-type-pattern", "GIF89a", "image/gif"},
	{"matching-an-image-type-pattern", "GIF88a", plain},
	{"matching-an-image-type-pattern", "RIFF\x01\x02\x03\x04WEBPVP8", "image/webp"},
	{"matching-an-image-type-pattern", "RIFF\x01\x02\x03\x04WEBP", octets},
	{"matching-an-image-type-pattern", "RIFFxxxxWEBPVq", plain},
	{"matching-an-image-type-pattern", "\x89PNG\r\n\x1A\n", "image/png"},
	{"matching-an-image-type-pattern", "\x89PNG\n\x1A\n", octets},
	{"matching-an-image-type-pattern", "\xFF\xD8\xFF", "image/jpeg"},
	{"matching-an-image-type-pattern", "\xFF\xD8", plain},

	{"matching-an-audio-or-video-type-pattern", "FORM....AIFF", "audio/aiff"},
	{"matching-an-audio-or-video-type-pattern", "FORM\x00\x00\x00\x01AIFC", octets},
	{"matching-an-audio-or-video-type-pattern", "ID3", "audio/mpeg"},
	{"matching-an-audio-or-video-type-pattern", "OggS\x00", "application/ogg"},
	{"matching-an-audio-or-video-type-pattern", "OggS", plain},
	{"matching-an-audio-or-video-type-pattern", "MThd\x00\x00\x00\x06", "audio/midi"},
	{"matching-an-audio-or-video-type-pattern", "MThd\x00\x00\x00\x07", octets},
	{"matching-an-audio-or-video-type-pattern", "RIFF\x00\x00\x00\x00AVI ", "video/avi"},
	{"matching-an-audio-or-video-type-pattern", "RIFF\x00\x00\x00\x00WAVE", "audio/wave"},

	{"signature-for-mp4", "\x00\x00\x00\x10ftypmp4x\x00\x00\x00\x00", "video/mp4"},
	{"signature-for-mp4", "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42", "video/mp4"},
	{"signature-for-mp4", "\x00\x00\x00\x18ftypisomxmp4isommp42", "video/mp4"},
	{"signature-for-mp4", "\x00\x00\x00\x10ftypisommp41", octets},
	{"signature-for-mp4", "\x00\x00\x00\x14ftypisom\x00\x00\x00\x00isommp42", octets},
	{"signature-for-mp4", "\x00\x00\x00\x14ftypmp42", octets},
	{"signature-for-mp4", "\x00\x00\x00\x0Cftypmp42", "video/mp4"},
	{"signature-for-mp4", "\x00\x00\x00\x00ftypmp42", "video/mp4"},
	{"signature-for-mp4", "\x00\x00\x00\x0Bftypmp4", octets},
	{"signature-for-mp4", "\x00\x00\x00\x12ftypmp42\x00\x00\x00\x00xx", octets},
	{"signature-for-mp4", "\x00\x00\x00\x10ftyqmp42\x00\x00\x00\x00", octets},
	{"signature-for-mp4", "\xFF\xFF\xFF\xFCftypmp42", plain},
	{"signature-for-mp4", "\x00\x00\x04\x00ftypisom" + strings.Repeat("avc1", 252) + "mp41", "video/mp4"},
	{"signature-for-mp4", "\x00\x00\x08\x00ftypmp42" + strings.Repeat("avc1", 509), octets},

	{"signature-for-webm", "\x1A\x45\xDF\xA3\x9F\x42\x86\x81\x01\x42\x82\x84webm", "video/webm"},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x84webm", "video/webm"},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x86\x00\x00webm", "video/webm"},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x40\x04webm", "video/webm"},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x01\x00\x00\x00\x00\x00\x00\x04webm", "video/webm"},
	{"signature-for-webm", "\x1A\x45\xDF\xA3" + strings.Repeat("\x00", 33) + "\x42\x82\x84webm", "video/webm"},
	{"signature-for-webm", "\x1A\x45\xDF\xA3" + strings.Repeat("\x00", 34) + "\x42\x82\x84webm", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x88matroska", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x84webx", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x84web", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\xFFwebm", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82\x01\x00", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3\x42\x82", octets},
	{"signature-for-webm", "\x1A\x45\xDF\xA3", octets},

	{"matching-an-archive-type-pattern", "\x1F\x8B\x08", "application/x-gzip"},
	{"matching-an-archive-type-pattern", "\x1F\x8B\x00", octets},
	{"matching-an-archive-type-pattern", "PK\x03\x04" + strings.Repeat("x", 30) + "LP", "application/zip"},
	{"matching-an-archive-type-pattern", "PK\x05\x06", octets},
	{"matching-an-archive-type-pattern", "Rar!\x1A\x07\x00", "application/x-rar-compressed"},
	{"matching-an-archive-type-pattern", "Rar!\x1A\x07\x01\x00", octets},

	{"reading-the-resource-header", strings.Repeat("x", 1444) + "\x00", octets},
	{"reading-the-resource-header", strings.Repeat("x", 1445) + "\x00", plain},
	{"reading-the-resource-header", strings.Repeat(" ", 1439) + "<html>", "text/html"},
	{"reading-the-resource-header", strings.Repeat(" ", 1440) + "<html>", plain},
}

// TestUnknownType holds what resources without a type are.
func TestUnknownType(t *testing.T) {
	if want := 85; len(unknownCases) != want {
		t.Fatalf("%d cases, want %d", len(unknownCases), want)
	}
	for _, c := range unknownCases {
		if got := fetch.SniffType(nil, false, []byte(c.beginning)); got != c.essence {
			t.Errorf("%s: %.60q is %s, want %s", c.clause, c.beginning, got, c.essence)
		}
	}
}

// unknownTypes are what a server may say that says nothing.
var unknownTypes = [][]string{
	nil, {""}, {"bogus"}, {"text/"}, {"*/*"}, {"*/*; charset=utf-8"}, {"unknown/unknown"}, {"Application/Unknown; a=b"},
	{"bogus", "*/*, unknown/unknown"},
}

// TestScriptable holds which resources without a type are HTML, XML or PDF, and that none is if sniffing is forbidden.
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type
func TestScriptable(t *testing.T) {
	const tags = "<!doctype_html <html <head <script <iframe <h1 <div <font <table <a <style <title <b <body <br <p <!--"
	cases := 0
	check := func(beginning, essence, elseEssence string) {
		for _, contentType := range unknownTypes {
			cases++
			if got := fetch.SniffType(contentType, false, []byte(beginning)); got != essence {
				t.Errorf("%q as %q is %s, want %s", beginning, contentType, got, essence)
			}
			if got := fetch.SniffType(contentType, true, []byte(beginning)); got != elseEssence {
				t.Errorf("%q as %q, unsniffed, is %s, want %s", beginning, contentType, got, elseEssence)
			}
		}
	}
	for _, space := range []string{"", " ", "\t\n\f\r "} {
		for tag := range strings.FieldsSeq(tags) {
			tag = strings.ReplaceAll(tag, "_", " ")
			for _, tag := range []string{tag, strings.ToUpper(tag), strings.ReplaceAll(tag, "t", "T")} {
				check(space+tag+" ", "text/html", plain)
				check(space+tag+">\x00", "text/html", octets)
				for _, end := range []string{"", "\t", "\n", "/>", "\x00"} {
					if strings.Contains(end, "\x00") {
						check(space+tag+end, octets, octets)
					} else {
						check(space+tag+end, plain, plain)
					}
				}
			}
		}
		check(space+"<?xml", "text/xml", plain)
		check(space+"<?xml version='1.0'?>\x00", "text/xml", octets)
		check(space+"<?XML", plain, plain)
	}
	check("%PDF-", "application/pdf", plain)
	check("%PDF-1.7\x00", "application/pdf", octets)
	check(" %PDF-", plain, plain)
	check("<\x53cript>", "text/html", plain)
	check("<\u017Fcript>", plain, plain)
	check("\v<html>", octets, octets)
	check("x<html>", plain, plain)
	check("<!doctype  html>", plain, plain)
	if want := 9 * (3*(17*3*7+3) + 8); cases != want {
		t.Errorf("%d cases, want %d", cases, want)
	}
}

const (
	png      = "\x89PNG\r\n\x1A\n"
	ogg      = "OggS\x00"
	somePage = "<html>"
	feed     = "<rss version='2.0'>"
)

// TestSniffType holds what resources are that have a type. The clause is an id of the MIME Sniffing Standard.
func TestSniffType(t *testing.T) {
	cases := []struct {
		clause      string
		contentType []string
		noSniff     bool
		beginning   string
		essence     string
	}{
		{"supplied-mime-type-detection-algorithm", []string{"TEXT/Html ; charset=x"}, false, png, "text/html"},
		{"supplied-mime-type-detection-algorithm", []string{"text/html", "text/css"}, false, somePage, "text/css"},
		{"supplied-mime-type-detection-algorithm", []string{"text/html, text/css"}, false, somePage, "text/css"},
		{"supplied-mime-type-detection-algorithm", []string{"text/css", "bogus"}, false, somePage, "text/css"},
		{"supplied-mime-type-detection-algorithm", []string{"text/css", "*/*"}, false, somePage, "text/css"},
		{"supplied-mime-type-detection-algorithm", []string{`a/b;x="`, `text/html`}, false, png, "a/b"},

		{"mime-type-sniffing-algorithm 1", []string{"text/html"}, false, feed, "text/html"},
		{"mime-type-sniffing-algorithm 1", []string{"text/html"}, false, "<?xml version='1.0'?><feed>", "text/html"},
		{"mime-type-sniffing-algorithm 1", []string{"text/xml"}, false, feed, "text/xml"},
		{"mime-type-sniffing-algorithm 1", []string{"application/xml"}, false, somePage, "application/xml"},
		{"mime-type-sniffing-algorithm 1", []string{"application/xhtml+xml"}, false, somePage, "application/xhtml+xml"},
		{"mime-type-sniffing-algorithm 1", []string{"image/svg+xml"}, false, png, "image/svg+xml"},
		{"mime-type-sniffing-algorithm 1", []string{"video/x+xml"}, false, ogg, "video/x+xml"},
		{"mime-type-sniffing-algorithm 2", []string{"unknown/unknown"}, false, png, "image/png"},
		{"mime-type-sniffing-algorithm 2", []string{"unknown/unknown"}, true, png, "image/png"},
		{"mime-type-sniffing-algorithm 2", []string{"application/unknown"}, true, somePage, plain},
		{"mime-type-sniffing-algorithm 2", []string{"application/x-unknown"}, false, somePage, "application/x-unknown"},
		{"mime-type-sniffing-algorithm 3", []string{"text/plain"}, true, "\x00", "text/plain"},
		{"mime-type-sniffing-algorithm 3", []string{"image/gif"}, true, png, "image/gif"},
		{"mime-type-sniffing-algorithm 3", []string{"audio/mpeg"}, true, ogg, "audio/mpeg"},

		{"mime-type-sniffing-algorithm 4", []string{"text/plain"}, false, "\x00", octets},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain; charset=ISO-8859-1"}, false, "\x00", octets},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain; charset=iso-8859-1"}, false, "\x00", octets},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain; charset=UTF-8"}, false, "\x00", octets},
		{"mime-type-sniffing-algorithm 4", []string{"text/html", "text/plain"}, false, "\x00", octets},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain; charset=utf-8"}, false, "\x00", plain},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain;charset=UTF-8"}, false, "\x00", plain},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain;"}, false, "\x00", plain},
		{"mime-type-sniffing-algorithm 4", []string{"Text/plain"}, false, "\x00", plain},
		{"mime-type-sniffing-algorithm 4", []string{"text/html, text/plain"}, false, "\x00", plain},
		{"mime-type-sniffing-algorithm 4", []string{"text/plain", "bogus"}, false, "\x00", plain},
		{"rules-for-text-or-binary 2", []string{"text/plain"}, false, "\xFE\xFF\x00", plain},
		{"rules-for-text-or-binary 2", []string{"text/plain"}, false, "\xFF\xFE\x00", plain},
		{"rules-for-text-or-binary 3", []string{"text/plain"}, false, "\xEF\xBB\xBF\x00", plain},
		{"rules-for-text-or-binary 3", []string{"text/plain"}, false, "\xEF\xBB\x00", octets},
		{"rules-for-text-or-binary 4", []string{"text/plain"}, false, somePage, plain},
		{"rules-for-text-or-binary 4", []string{"text/plain"}, false, "", plain},
		{"rules-for-text-or-binary 5", []string{"text/plain"}, false, png, octets},
		{"rules-for-text-or-binary 5", []string{"text/plain"}, false, somePage + "\x00", octets},

		{"mime-type-sniffing-algorithm 5", []string{"image/gif"}, false, png, "image/png"},
		{"mime-type-sniffing-algorithm 5", []string{"Image/X-Whatever"}, false, png, "image/png"},
		{"mime-type-sniffing-algorithm 5", []string{"image/gif"}, false, ogg, "image/gif"},
		{"mime-type-sniffing-algorithm 5", []string{"image/gif"}, false, somePage, "image/gif"},
		{"mime-type-sniffing-algorithm 7", []string{"audio/mpeg"}, false, ogg, "application/ogg"},
		{"mime-type-sniffing-algorithm 7", []string{"video/webm"}, false, ogg, "application/ogg"},
		{"mime-type-sniffing-algorithm 7", []string{"application/ogg"}, false, "ID3", "audio/mpeg"},
		{"mime-type-sniffing-algorithm 7", []string{"audio/mpeg"}, false, "\xFF\xFB\x90\x00", "audio/mpeg"},
		{"mime-type-sniffing-algorithm 7", []string{"audio/mpeg"}, false, somePage, "audio/mpeg"},
		{"mime-type-sniffing-algorithm 7", []string{"audio/mpeg"}, false, png, "audio/mpeg"},
		{"mime-type-sniffing-algorithm 9", []string{"application/octet-stream"}, false, somePage, octets},
		{"mime-type-sniffing-algorithm 9", []string{"text/css"}, false, "\x00", "text/css"},
		{"mime-type-sniffing-algorithm 9", []string{"application/json"}, false, somePage, "application/json"},
	}
	if want := 52; len(cases) != want {
		t.Fatalf("%d cases, want %d", len(cases), want)
	}
	for _, c := range cases {
		if got := fetch.SniffType(c.contentType, c.noSniff, []byte(c.beginning)); got != c.essence {
			t.Errorf("%s: %q, %v, %q is %s, want %s", c.clause, c.contentType, c.noSniff, c.beginning, got, c.essence)
		}
	}
}

// TestImageType holds the rules for sniffing images specifically.
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-sniffing-images-specifically
func TestImageType(t *testing.T) {
	for _, c := range []struct{ supplied, beginning, want string }{
		{"image/gif", png, "image/png"},
		{"image/gif", somePage, "image/gif"},
		{"text/html", png, "image/png"},
		{"", png, "image/png"},
		{"", somePage, ""},
		{"image/svg+xml", png, "image/svg+xml"},
		{"text/xml", png, "text/xml"},
	} {
		if got := fetch.ImageType(c.supplied, []byte(c.beginning)); got != c.want {
			t.Errorf("%q as %q is %q, want %q", c.beginning, c.supplied, got, c.want)
		}
	}
}

// TestNoSniff holds which header fields forbid sniffing.
//
// Spec: https://fetch.spec.whatwg.org/#determine-nosniff
func TestNoSniff(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   bool
	}{
		{nil, false},
		{[]string{"nosniff"}, true},
		{[]string{"NoSniff"}, true},
		{[]string{"\t nosniff "}, true},
		{[]string{"nosniff,nosniff"}, true},
		{[]string{"nosniff , no"}, true},
		{[]string{"nosniff", "no"}, true},
		{[]string{"no", "nosniff"}, false},
		{[]string{"no,nosniff"}, false},
		{[]string{"", "nosniff"}, false},
		{[]string{",nosniff"}, false},
		{[]string{"'nosniff'"}, false},
		{[]string{`"nosniff"`}, false},
		{[]string{`"nosniff,nosniff"`}, false},
		{[]string{"nosniff;x"}, false},
		{[]string{"nosniff\f"}, false},
		{[]string{"no\u017Fniff"}, false},
		{[]string{"nosn\u0130ff"}, false},
	} {
		if got := fetch.IsNoSniff(c.values); got != c.want {
			t.Errorf("%q: %v", c.values, got)
		}
	}
}

// detected returns what net/http makes of a resource of at most 512 bytes, and whether that must be what we got. Where
// it need not is listed in the comment of unknownType.
func detected(beginning []byte, got string) (essence string, isSame bool) {
	essence, _, _ = strings.Cut(http.DetectContentType(beginning), ";")
	switch {
	case strings.HasPrefix(essence, "font/"), essence == "application/vnd.ms-fontobject", essence == "application/wasm":
		return essence, false
	case strings.HasPrefix(string(beginning), "Rar!\x1A\x07\x01"):
		return essence, false
	case essence == "video/webm":
		return essence, got != octets
	case got == "video/mp4":
		return essence, beginning[2] != 0 || beginning[3] >= 12
	}
	return essence, true
}
