package save

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/internal/syntax"
	"htmlurl/resolve"
)

// byteOrderMark is that of UTF-8. It tells the encoding of style sheets and scripts on disk, whatever else does.
//
// Spec: https://encoding.spec.whatwg.org/#decode
const byteOrderMark = "\uFEFF"

// decodeText returns a style sheet or script in UTF-8 with a byte order mark, and the encoding that it was in.
func (j *job) decodeText(f *file) (text []byte, encoding charset.Encoding, err error) {
	content, err := j.folder.read(f.raw)
	if err != nil {
		return nil, encoding, err
	}
	environment, _ := charset.Lookup(f.encoding)
	encoding, _, bom := charset.SniffSheet(content, f.contentType, environment)
	return append([]byte(byteOrderMark), encoding.Decode(content[bom:])...), encoding, nil
}

// parseStylesheet reads a style sheet that was fetched. The encoding is the one that it was in.
func (j *job) parseStylesheet(f *file) (sheet *document.Sheet, uses []use, encoding charset.Encoding, err error) {
	text, encoding, err := j.decodeText(f)
	if err != nil {
		return nil, nil, encoding, err
	}
	options := document.SheetOptions{Address: f.address.String(), Edition: j.Edition}
	sheet, err = document.ParseSheet(bytes.NewReader(text), options)
	return sheet, usesIn(string(text[len(byteOrderMark):]), false), encoding, err
}

// lookIntoStylesheet finds what a style sheet refers to.
func (j *job) lookIntoStylesheet(f *file) error {
	if f.size > maxParsed {
		return ErrFileTooLong
	}
	sheet, uses, encoding, err := j.parseStylesheet(f)
	if err != nil {
		return err
	}
	f.content = stylesheet
	f.name = j.nameOf(f, "text/css")
	from := origin{sheetReferrer(f), encoding.String(), isLocal(f.address)}
	for link := range sheet.Links() {
		j.want(useOf(link, &uses), from)
	}
	return nil
}

// useOf returns a reference of a style sheet with the next of the uses.
func useOf(link document.Link, uses *[]use) reference {
	r := reference{Link: link}
	if len(*uses) > 0 {
		r.isImport, r.property = (*uses)[0].isImport, (*uses)[0].property
		*uses = (*uses)[1:]
	}
	return r
}

// sheetReferrer returns the referrers of what a style sheet refers to.
func sheetReferrer(f *file) func(document.Link) string {
	d, err := document.Parse(strings.NewReader(""), document.Options{Address: f.address.String(), Header: f.header})
	if err != nil {
		return func(document.Link) string { return "" }
	}
	return d.ReferrerOf
}

// rewriteStylesheet returns a style sheet as it is saved. It comes with an error for what could not be changed.
func (j *job) rewriteStylesheet(f *file) ([]byte, error) {
	sheet, uses, _, err := j.parseStylesheet(f)
	if err != nil {
		return nil, err
	}
	r := j.newRewriter(f)
	defer r.close()
	text, err := sheet.AppendRewrite(nil, func(link document.Link) (string, bool) {
		return r.replace(resolve.Resolver{Edition: j.Edition}, useOf(link, &uses))
	})
	if r.err != nil {
		err = r.err
	}
	return text, err
}

// use says where a reference stands in CSS.
type use struct {
	isImport bool
	property string // in lower case
}

// usesIn returns where each reference stands in a style sheet, or in the declarations of a style attribute.
func usesIn(text string, isBlock bool) []use {
	var uses []use
	properties := propertyReader{text: text, lexer: css.NewLexer(parse.NewInputString(text)), isStart: true}
	for ref := range syntax.CSS(text, isBlock) {
		properties.readTo(ref.Start)
		uses = append(uses, use{ref.Role == syntax.StyleSheet, strings.ToLower(properties.name)})
	}
	return uses
}

// propertyReader finds the property whose value stands at some place of a text in CSS.
type propertyReader struct {
	text    string
	lexer   *css.Lexer
	at      int    // where the next token begins
	isStart bool   // no token of the statement was read
	first   string // its first token, if that is a name
	name    string // that of the property, in its value
}

// readTo reads the tokens that begin before an offset.
func (p *propertyReader) readTo(offset int) {
	for p.at < offset {
		kind, token := p.lexer.Next()
		if kind == css.ErrorToken && len(token) == 0 {
			return
		}
		p.at += len(token)
		switch kind {
		case css.WhitespaceToken, css.CommentToken:
		case css.SemicolonToken, css.LeftBraceToken, css.RightBraceToken:
			p.isStart, p.first, p.name = true, "", ""
		case css.ColonToken:
			p.name = cmp.Or(p.name, p.first)
		case css.IdentToken, css.CustomPropertyNameToken:
			if p.isStart {
				p.first = string(token)
			}
			p.isStart = false
		default:
			p.isStart = false
		}
	}
}

// lookIntoScript finds out whether a script must be rewritten for browsers to read the same characters from disk.
func (j *job) lookIntoScript(f *file) error {
	content, err := j.folder.read(f.raw)
	if err != nil {
		return err
	}
	text, _, err := j.decodeText(f)
	if err != nil {
		return err
	}
	if isASCII(string(content)) && bytes.Equal(text[len(byteOrderMark):], content) {
		return j.put(f, scriptType)
	}
	f.content = script
	f.name = j.nameOf(f, scriptType)
	return nil
}

// rewriteScript returns a script as it is saved.
func (j *job) rewriteScript(f *file) ([]byte, error) {
	text, _, err := j.decodeText(f)
	return text, err
}

const scriptType = "text/javascript"
