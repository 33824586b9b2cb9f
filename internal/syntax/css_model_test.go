package syntax_test

import (
	"strings"

	"htmlurl/internal/syntax"
)

// modelCSS finds the references in CSS by the parser of the standard, which reads a rule again where it turns out to be
// no declaration, and goes down into blocks by recursion.
//
// Spec: https://drafts.csswg.org/css-syntax-3/#parser-algorithms
func modelCSS(text string, block bool) []syntax.Reference {
	m := &modelParser{tokens: modelTokens(text)}
	if block {
		m.block(true)
	} else {
		m.sheet()
	}
	return m.found
}

// modelParser has found the references up to its place. A declaration that turns out to be none takes its own back.
type modelParser struct {
	tokens    []modelToken
	i         int
	found     []syntax.Reference
	inert     int // how many rules are open in which nothing counts
	importing string
}

func (m *modelParser) next() modelToken { return m.tokens[m.i] }

func (m *modelParser) is(kinds ...string) bool {
	for _, kind := range kinds {
		if m.next().kind == kind {
			return true
		}
	}
	return false
}

func (m *modelParser) discardSpace() {
	for m.is("space") {
		m.i++
	}
}

// sheet consumes a style sheet's contents.
func (m *modelParser) sheet() {
	for !m.is("eof") {
		switch {
		case m.is("space", "cdo", "cdc"):
			m.i++
		case m.is("at"):
			m.topRule()
		default:
			if m.qualifiedRule(false) {
				m.importing = "over"
			}
		}
	}
}

// modelBlockRules are the at-rules that are valid with a block.
const modelBlockRules = " media supports container layer scope starting-style font-face page font-feature-values " +
	"font-palette-values keyframes -webkit-keyframes counter-style property view-transition position-try color-profile function " +
	"namespace "

// topRule consumes an at-rule of the sheet, and looks at what it means for @import.
//
// Spec: https://drafts.csswg.org/css-cascade-5/#at-import
func (m *modelParser) topRule() {
	name := strings.ToLower(m.next().value)
	url := modelImported(m.tokens[m.i+1:])
	if withBlock := m.atRule(false); withBlock {
		if strings.Contains(modelBlockRules, " "+name+" ") {
			m.importing = "over"
		}
		return
	}
	switch {
	case name == "import" && m.importing != "over" && url != nil:
		m.found = append(m.found, *url)
		m.importing = "begun"
	case name == "namespace", name == "layer" && m.importing == "begun":
		m.importing = "over"
	}
}

// modelImported returns the URL that follows @import, if one does.
func modelImported(tokens []modelToken) *syntax.Reference {
	m := &modelParser{tokens: tokens}
	m.discardSpace()
	t := m.next()
	switch {
	case t.kind == "function" && (strings.EqualFold(t.value, "url") || strings.EqualFold(t.value, "src")):
		m.i++
		m.discardSpace()
		if t = m.next(); t.kind != "string" {
			return nil
		}
	case t.kind != "string" && t.kind != "url":
		return nil
	}
	return &syntax.Reference{Start: t.start, End: t.end, Value: t.value, Role: syntax.StyleSheet}
}

// atRule consumes an at-rule, and reports whether it has a block.
func (m *modelParser) atRule(nested bool) bool {
	m.i++
	for {
		switch {
		case m.is("eof"):
			return false
		case m.is(";"):
			m.i++
			return false
		case m.is("}") && nested:
			return false
		case m.is("{"):
			m.i++
			m.block(false)
			return true
		default:
			m.skipValue()
		}
	}
}

// qualifiedRule consumes a qualified rule, and reports whether there is one. In a block a semicolon stops it.
func (m *modelParser) qualifiedRule(nested bool) bool {
	for {
		switch {
		case m.is("eof"):
			return false
		case nested && m.is(";", "}"):
			return false
		case m.is("{"):
			m.i++
			m.block(false)
			return true
		default:
			m.skipValue()
		}
	}
}

// block consumes a block's contents, with the brace that ends them. The rules of a style attribute count for nothing.
func (m *modelParser) block(styleAttribute bool) {
	for {
		if styleAttribute {
			m.inert = 0
		}
		switch {
		case m.is("eof"):
			return
		case m.is("}"):
			m.i++
			return
		case m.is("space", ";"):
			m.i++
		default:
			mark := *m
			if !m.is("at") && m.declaration() {
				continue
			}
			*m = mark
			if styleAttribute {
				m.inert = 1
			}
			if m.is("at") {
				m.atRule(true)
			} else {
				m.qualifiedRule(true)
			}
		}
	}
}

// declaration consumes a declaration, and reports whether there is one. Only a custom property can have a block in its
// value.
func (m *modelParser) declaration() bool {
	if !m.is("ident") {
		return false
	}
	custom := strings.HasPrefix(m.next().value, "--")
	m.i++
	m.discardSpace()
	if !m.is(":") {
		return false
	}
	m.i++
	for !m.is("eof", ";", "}") {
		if m.is("{") && !custom {
			return false
		}
		m.value()
	}
	return true
}

// skipValue consumes a component value in which nothing counts.
func (m *modelParser) skipValue() {
	m.inert++
	m.value()
	m.inert--
}

// value consumes a component value.
func (m *modelParser) value() {
	t := m.next()
	m.i++
	closing := map[string]string{"(": ")", "[": "]", "{": "}", "function": ")"}[t.kind]
	if t.kind == "url" {
		m.reference(t)
	}
	if closing == "" {
		return
	}
	isURL, isImages := false, false
	if t.kind == "function" {
		name := strings.ToLower(t.value)
		isURL = name == "url" || name == "src"
		isImages = name == "image-set" || name == "-webkit-image-set"
	}
	for first := true; !m.is("eof", closing); {
		t := m.next()
		if first && (isURL || isImages) && t.kind == "string" {
			m.reference(t)
		}
		if t.kind != "space" {
			first = isImages && t.kind == ","
		}
		m.value()
	}
	if !m.is("eof") {
		m.i++
	}
}

func (m *modelParser) reference(t modelToken) {
	if m.inert == 0 {
		m.found = append(m.found, syntax.Reference{Start: t.start, End: t.end, Value: t.value})
	}
}
