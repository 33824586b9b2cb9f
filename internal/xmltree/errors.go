package xmltree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The kinds of errors, for errors.Is.
var (
	ErrNotWellFormed = errors.New("the document is not well-formed")
	ErrDepth         = errors.New("elements are nested more than 512 deep")
	ErrEntity        = errors.New("the document refers to an entity that its DTD may declare, and the DTD is not read")
)

// Error says why a document has no tree.
type Error struct {
	// Kind is ErrNotWellFormed, ErrDepth or ErrEntity.
	Kind error
	// Offset is the byte in the page where parsing stopped: at what is wrong or right after it.
	Offset int
	// Line and Column are its place, counted from 1, in lines and characters.
	Line, Column int
	// Problem is what is wrong.
	Problem string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%v: line %d, column %d: %s", e.Kind, e.Line, e.Column, e.Problem)
}

func (e *Error) Unwrap() error { return e.Kind }

// fail returns the error that the document is not well-formed.
func (p *parser) fail(offset int, format string, args ...any) error {
	return p.errorAt(ErrNotWellFormed, offset, fmt.Sprintf(format, args...))
}

func (p *parser) errorAt(kind error, offset int, problem string) error {
	const limit = 200 // a message must stay readable when the page is hostile
	if len(problem) > limit {
		problem = strings.ToValidUTF8(problem[:limit], "") + "…"
	}
	line, column := place(p.page[:offset])
	return &Error{kind, offset, line, column, problem}
}

// place returns line and column of what follows text.
func place(text []byte) (line, column int) {
	breaks := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
	last := text[bytes.LastIndexAny(text, "\r\n")+1:]
	return breaks + 1, utf8.RuneCount(last) + 1
}

// decoderError makes an Error of one of encoding/xml.
func (p *parser) decoderError(err error) error {
	problem := err.Error()
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		problem = syntax.Msg
	}
	// The decoder has no other sign of an entity.
	entity, ok := strings.CutPrefix(problem, "invalid character entity ")
	if ok && p.hasDTD && !strings.HasPrefix(entity, "&#") && strings.HasSuffix(entity, ";") {
		return p.errorAt(ErrEntity, p.offset(), entity)
	}
	return p.errorAt(ErrNotWellFormed, p.offset(), problem)
}
