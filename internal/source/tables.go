package source

import "golang.org/x/net/html/atom"

// startInTable takes a start tag in a table.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable
func (b *builder) startInTable(t *token) bool {
	switch t.kind.atom {
	case atom.Caption:
		b.clearTo(atom.Table)
		b.active = append(b.active, nil)
		b.insert(t)
		b.mode = inCaption
	case atom.Colgroup:
		b.clearTo(atom.Table)
		b.insert(t)
		b.mode = inColumnGroup
	case atom.Col:
		b.startImplied(kindColgroup)
		return false
	case atom.Tbody, atom.Tfoot, atom.Thead:
		b.clearTo(atom.Table)
		b.insert(t)
		b.mode = inTableBody
	case atom.Td, atom.Th, atom.Tr:
		b.startImplied(kindTbody)
		return false
	case atom.Table:
		if b.popUntil(tableScope, atom.Table) {
			b.resetMode()
			return false
		}
	case atom.Style, atom.Script, atom.Template:
		return b.startInHead(t)
	default:
		return b.startBesideTable(t)
	}
	return true
}

// startBesideTable takes a start tag that is none of a part of a table.
func (b *builder) startBesideTable(t *token) bool {
	switch t.kind.atom {
	case atom.Input:
		if b.isHidden(t) {
			b.insertVoid(t)
			return true
		}
	case atom.Form:
		if b.templates == 0 && b.form == nil {
			b.form = b.insert(t)
			b.pop()
		}
		return true
	}
	b.fosters = true
	done := b.startInBody(t)
	b.fosters = false
	return done
}

// endInTable takes an end tag in a table.
func (b *builder) endInTable(t *token) bool {
	switch t.kind.atom {
	case atom.Table:
		if b.popUntil(tableScope, atom.Table) {
			b.resetMode()
		}
	case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead,
		atom.Tr:
	case atom.Template:
		return b.endInHead(t)
	default:
		b.fosters = true
		done := b.endInBody(t)
		b.fosters = false
		return done
	}
	return true
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption
func (b *builder) startInCaption(t *token) bool {
	switch t.kind.atom {
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Thead, atom.Tr:
		return !b.endCaption()
	}
	return b.startInBody(t)
}

// endCaption closes a caption and reports whether there is one.
func (b *builder) endCaption() bool {
	if !b.popUntil(tableScope, atom.Caption) {
		return false
	}
	b.clearActive()
	b.mode = inTable
	return true
}

func (b *builder) endInCaption(t *token) bool {
	switch t.kind.atom {
	case atom.Caption:
		b.endCaption()
	case atom.Table:
		return !b.endCaption()
	case atom.Body, atom.Col, atom.Colgroup, atom.Html, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
	default:
		return b.endInBody(t)
	}
	return true
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup
func (b *builder) startInColumnGroup(t *token) bool {
	switch t.kind.atom {
	case atom.Html:
		return b.startInBody(t)
	case atom.Col:
		b.insertVoid(t)
		return true
	case atom.Template:
		return b.startInHead(t)
	}
	return !b.endColumnGroup()
}

// endColumnGroup closes a colgroup and reports whether there is one.
func (b *builder) endColumnGroup() bool {
	if !b.isCurrent(atom.Colgroup) {
		return false
	}
	b.pop()
	b.mode = inTable
	return true
}

func (b *builder) endInColumnGroup(t *token) bool {
	switch t.kind.atom {
	case atom.Colgroup:
		b.endColumnGroup()
	case atom.Col:
	case atom.Template:
		return b.endInHead(t)
	default:
		return !b.endColumnGroup()
	}
	return true
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody
func (b *builder) startInTableBody(t *token) bool {
	switch t.kind.atom {
	case atom.Tr:
		b.clearTo(atom.Tbody, atom.Tfoot, atom.Thead)
		b.insert(t)
		b.mode = inRow
		return true
	case atom.Td, atom.Th:
		b.startImplied(kindTr)
		return false
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
		return !b.endTableBody()
	}
	return b.startInTable(t)
}

// endTableBody closes the innermost section of the table and reports whether there is one.
func (b *builder) endTableBody() bool {
	if !b.popUntil(tableScope, atom.Tbody, atom.Thead, atom.Tfoot) {
		return false
	}
	b.mode = inTable
	return true
}

func (b *builder) endInTableBody(t *token) bool {
	switch a := t.kind.atom; a {
	case atom.Tbody, atom.Tfoot, atom.Thead:
		if b.find(tableScope, a) >= 0 {
			b.clearTo(atom.Tbody, atom.Tfoot, atom.Thead)
			b.pop()
			b.mode = inTable
		}
	case atom.Table:
		return !b.endTableBody()
	case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th, atom.Tr:
	default:
		return b.endInTable(t)
	}
	return true
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr
func (b *builder) startInRow(t *token) bool {
	switch t.kind.atom {
	case atom.Td, atom.Th:
		b.clearTo(atom.Tr)
		b.insert(t)
		b.active = append(b.active, nil)
		b.mode = inCell
		return true
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		return !b.endRow()
	}
	return b.startInTable(t)
}

// endRow closes the row and reports whether there is one.
func (b *builder) endRow() bool {
	if b.find(tableScope, atom.Tr) < 0 {
		return false
	}
	b.clearTo(atom.Tr)
	b.pop()
	b.mode = inTableBody
	return true
}

func (b *builder) endInRow(t *token) bool {
	switch a := t.kind.atom; a {
	case atom.Tr:
		b.endRow()
	case atom.Table:
		return !b.endRow()
	case atom.Tbody, atom.Tfoot, atom.Thead:
		return b.find(tableScope, a) < 0 || !b.endRow()
	case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html, atom.Td, atom.Th:
	default:
		return b.endInTable(t)
	}
	return true
}

// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd
func (b *builder) startInCell(t *token) bool {
	if t.kind.class.is(tablePart) {
		return !b.endCell(atom.Td, atom.Th)
	}
	return b.startInBody(t)
}

// endCell closes a cell and reports whether there is one.
func (b *builder) endCell(name atom.Atom, more ...atom.Atom) bool {
	if !b.popUntil(tableScope, name, more...) {
		return false
	}
	b.clearActive()
	b.mode = inRow
	return true
}

func (b *builder) endInCell(t *token) bool {
	switch a := t.kind.atom; a {
	case atom.Td, atom.Th:
		b.endCell(a)
	case atom.Body, atom.Caption, atom.Col, atom.Colgroup, atom.Html:
	case atom.Table, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr:
		if b.find(tableScope, a) < 0 {
			return true
		}
		b.endCell(atom.Td, atom.Th)
		b.mode = inRow
		return false
	default:
		return b.endInBody(t)
	}
	return true
}
