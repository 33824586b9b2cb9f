package charset_test

import (
	"strings"
	"testing"

	"htmlurl/internal/charset"
)

// padding is a kilobyte that is no tag.
var padding = strings.Repeat(" ", 1024)

// Each group cites what it is about; paths are of https://html.spec.whatwg.org/multipage/ where nothing else is said.
var sniffCases = []struct {
	page, contentType string
	e                 charset.Encoding
	src               charset.Source
	bom               int
}{
	// https://encoding.spec.whatwg.org/#bom-sniff
	{"\xEF\xBB\xBF<meta charset=koi8-r>", "text/html; charset=koi8-r", charset.UTF8, charset.BOM, 3},
	{"\xFF\xFE<\x00", "text/html; charset=koi8-r", charset.UTF16LE, charset.BOM, 2},
	{"\xFE\xFF\x00<", "", charset.UTF16BE, charset.BOM, 2},
	{"\xEF\xBB", "", charset.Windows1252, charset.Fallback, 0},

	// https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
	{"", "text/html; charset=gbk, text/html; charset=gbk", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset=gbk, TEXT/html", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset=gbk, text/html; charset=big5", charset.Big5, charset.Transport, 0},
	{"", "text/html; charset=gbk, text/html; charset=bogus", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; charset=bogus, text/html; charset=gbk", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset=gbk, text/plain", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; charset=gbk, x", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset=gbk,", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset=gbk,*/*; charset=big5", charset.GBK, charset.Transport, 0},
	{"", "text/html; x=a,b; charset=gbk", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; x=\"a,\\\",\"; charset=gbk", charset.GBK, charset.Transport, 0},
	{"", "nonsense; charset=gbk", charset.GBK, charset.Transport, 0},

	// https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
	{"<meta charset=koi8-r>", "text/html; charset=utf-8", charset.UTF8, charset.Transport, 0},
	{"", "text/html;charset=Shift_JIS", charset.ShiftJIS, charset.Transport, 0},
	{"", "text/html; CHARSET=\"big5\"", charset.Big5, charset.Transport, 0},
	{"", "text/html; charset= big5 ; x=y", charset.Big5, charset.Transport, 0},
	{"", "text/html; a=b; charset=big5", charset.Big5, charset.Transport, 0},
	{"", "text/html; charset=big5; charset=gbk", charset.Big5, charset.Transport, 0},
	{"", "text/html; charset=; charset=gbk", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset; charset=gbk", charset.GBK, charset.Transport, 0},
	{"", "text/html; charset=\"\"; charset=gbk", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; charset=bogus; charset=gbk", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; x=\"a;charset=gbk\\\";charset=gbk\"; charset=big5", charset.Big5, charset.Transport, 0},
	{"", "text/html; charset=\"b\\ig5", charset.Big5, charset.Transport, 0},
	{"", "text/html; charset=utf-16", charset.UTF16LE, charset.Transport, 0},
	{"", "text/html; charset=x-user-defined", charset.XUserDefined, charset.Transport, 0},
	{"", "text/html; charset =gbk", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; char\u017Fet=gbk", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; charset='gbk'", charset.Windows1252, charset.Fallback, 0},
	{"", "text/html; charset", charset.Windows1252, charset.Fallback, 0},
	{"", "charset=gbk", charset.Windows1252, charset.Fallback, 0},
	{"<meta charset=koi8-r>", "text/html; charset=bogus", charset.KOI8R, charset.Meta, 0},

	// parsing.html#concept-get-xml-encoding-when-sniffing
	{"<?xml encoding='koi8-r'?>", "", charset.KOI8R, charset.XMLDeclaration, 0},
	{"<?xml encoding='utf-16be'?>", "", charset.UTF8, charset.XMLDeclaration, 0},
	{"<?xml encoding='x-user-defined'?>", "", charset.XUserDefined, charset.XMLDeclaration, 0},
	{"<?xml encoding='koi8-r'?><meta charset=big5>", "", charset.Big5, charset.Meta, 0},
	{"<?xml encoding='koi8-r'", "", charset.Windows1252, charset.Fallback, 0},
	{"<?xml encoding= koi8-r ?>", "", charset.Windows1252, charset.Fallback, 0},
	{" <?xml encoding='koi8-r'?>", "", charset.Windows1252, charset.Fallback, 0},
	{"<\x00?\x00x\x00m\x00", "", charset.UTF16LE, charset.XMLDeclaration, 0},
	{"\x00<\x00?\x00x\x00m", "", charset.UTF16BE, charset.XMLDeclaration, 0},

	// W3C HTML5 2.7.5 (2012)
	{"<meta http-equiv=content-type content='text/html; charset = koi8-r ;x'>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta http-equiv=content-type content='charset charset=koi8-r'>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta http-equiv=content-type content='xcharset=koi8-r'>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta http-equiv=content-type content='charset=\"koi8-r\"x'>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta http-equiv=content-type content='charset=\"koi8-r'>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta http-equiv=content-type content='charset='>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta http-equiv=content-type content='charset'>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta http-equiv=refresh content='charset=koi8-r'>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta content='CHARSET=koi8-r' HTTP-EQUIV=Content-Type>", "", charset.KOI8R, charset.Meta, 0},

	// parsing.html#parsing-main-inhead, for a meta start tag: the attribute first, then the pragma
	{"<meta charset=koi8-r http-equiv=content-type content='charset=big5'>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta charset=bogus http-equiv=content-type content='charset=big5'>", "", charset.Big5, charset.Meta, 0},
	{"<meta charset=bogus><meta charset=big5>", "", charset.Big5, charset.Meta, 0},
	{"<meta charset=utf-16>", "", charset.UTF8, charset.Meta, 0},
	{"<meta charset=x-user-defined>", "", charset.Windows1252, charset.Meta, 0},
	{"<meta charset=iso-2022-kr>", "", charset.Replacement, charset.Meta, 0},

	// parsing.html#tokenization: what is a tag, and what are its attributes
	{"<META/CHARSET = \"koi8-r\"/>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta charset=koi8-r/>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta charset=big5 charset=koi8-r>", "", charset.Big5, charset.Meta, 0},
	{"<meta charset charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta =charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta x=\">\" charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<meta charset=\"&#107;oi8-r\">", "", charset.KOI8R, charset.Meta, 0},
	{"<me\x00ta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"< meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"</meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<meta charset=koi8-r", "", charset.Windows1252, charset.Fallback, 0},
	{"<metas charset=koi8-r><<meta charset=big5>", "", charset.Big5, charset.Meta, 0},
	{"<!--><meta charset=koi8-r>-->", "", charset.KOI8R, charset.Meta, 0},
	{"<!---><meta charset=koi8-r>-->", "", charset.KOI8R, charset.Meta, 0},
	{"<!-- --!><meta charset=koi8-r>-->", "", charset.KOI8R, charset.Meta, 0},
	{"<!--!><meta charset=koi8-r>-->", "", charset.Windows1252, charset.Fallback, 0},
	{"<!-- <meta charset=big5> --><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<!-- <meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<!x <meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"</ <meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"</><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<title><meta charset=big5></titles></title/><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<TEXTAREA><meta charset=big5></textarea><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<noscript><meta charset=koi8-r></noscript>", "", charset.KOI8R, charset.Meta, 0},
	{"<plaintext></plaintext><meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},

	// parsing.html#script-data-state and the states after it
	{"<script>'<meta charset=big5>'</SCRIPT ><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<script><!--<script></script><meta charset=big5>--></script><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<script><!--</script><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<script><!--><script></script><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<script><script></script><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},

	// parsing.html#determining-the-character-encoding: how far
	{"<p>" + padding[4:] + "<meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<p>" + padding[3:] + "<meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<p><!--" + padding + "--><meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<p><title>" + padding + "</title><meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<p><title " + padding + "></title><meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{"<p><meta " + padding + " charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<html><head><title>" + padding + "</title><meta charset=koi8-r>", "", charset.KOI8R, charset.Meta, 0},
	{"<html><head>" + padding + "</head><meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},
	{padding + "<body><meta charset=koi8-r>", "", charset.Windows1252, charset.Fallback, 0},

	// The Deviation of Sniff
	{"<p>é", "", charset.UTF8, charset.ValidUTF8, 0},
	{"<p>\xE9", "", charset.Windows1252, charset.Fallback, 0},
	{"<p>e", "", charset.Windows1252, charset.Fallback, 0},
	{"", "", charset.Windows1252, charset.Fallback, 0},
}

func TestSniff(t *testing.T) {
	for _, c := range sniffCases {
		e, src, bom := charset.Sniff([]byte(c.page), c.contentType)
		if e != c.e || src != c.src || bom != c.bom {
			t.Errorf("Sniff(%.80q, %q) = %v, %v, %d, want %v, %v, %d", c.page, c.contentType, e, src, bom, c.e, c.src, c.bom)
		}
	}
}

func TestSourceString(t *testing.T) {
	for src, want := range map[charset.Source]string{
		charset.BOM:            "bom",
		charset.Transport:      "content-type",
		charset.XMLDeclaration: "xml-declaration",
		charset.Meta:           "meta",
		charset.ValidUTF8:      "valid-utf-8",
		charset.Fallback:       "fallback",
		0:                      "none",
	} {
		if got := src.String(); got != want {
			t.Errorf("%d is %q, want %q", src, got, want)
		}
	}
}

// hostile are texts that, repeated, have nothing to find, or much to look at.
var hostile = []string{
	"<", "</", "<!--", "<!-- --", "-->", "<a ", "<a b='", "<title>", "<script>", "<script><!--", "<!--<script", "</script",
	"<meta ", "<meta content='", "&", "charset ", "\x00", "\x00<", "<?xml", "=", "é", "\xFF", "<meta charset=x>", "--!>",
}

// Twice the page takes about twice the time; a quadratic scan would take hours here.
func TestSniffIsLinear(t *testing.T) {
	for _, s := range hostile {
		for _, prefix := range []string{"", "<meta http-equiv=content-type content='", "<p>", "<script><!--"} {
			charset.Sniff([]byte(prefix+strings.Repeat(s, 1<<20/len(s))), "")
		}
	}
}

func TestSniffDoesNotAllocate(t *testing.T) {
	for _, page := range []string{
		"<!DOCTYPE html><meta http-equiv=Content-Type content='text/html; charset=koi8-r'>",
		"<?xml version='1.0' encoding='koi8-r'?>",
		"<title>é</title>" + padding,
	} {
		b := []byte(page)
		if n := testing.AllocsPerRun(100, func() { charset.Sniff(b, "text/html; x=y") }); n != 0 {
			t.Errorf("%.40q: %v allocations", page, n)
		}
	}
}
