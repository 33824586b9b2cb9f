package source

import (
	"bytes"
	"slices"

	"golang.org/x/net/html/atom"
)

// tableContext returns the index of the innermost open element that only takes certain parts of a table, or that can be
// in a table and takes all again, and its name. For a template that is what its contents are in. Without any they are
// -1 and body.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately
func (b *builder) tableContext() (int, atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		switch e := &b.open[i]; {
		case e.name == atom.Template && e.namespace == inHTML:
			return i, e.contents
		case e.class.is(tablePart):
			return i, e.name
		}
	}
	return -1, atom.Body
}

// isBetweenCells tells whether the current place is in a table but in no cell or caption.
func (b *builder) isBetweenCells() bool {
	_, context := b.tableContext()
	return context != atom.Body && !holdsFlow(context)
}

// holdsFlow tells whether a part of a table can hold another table.
func holdsFlow(part atom.Atom) bool {
	return part == atom.Td || part == atom.Th || part == atom.Caption
}

// startTablePart takes the start tag of table or of a part of a table: it opens the elements that the part must be in,
// and closes those that it cannot be in.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable
func (b *builder) startTablePart(tag *Tag, e element) {
	for {
		i, context := b.tableContext()
		child := childOf(context, e.name)
		switch {
		case child == e.name:
			b.open = b.open[:i+1]
			b.insert(tag, e)
			return
		case child != 0:
			b.open = b.open[:i+1]
			b.push(element{name: child, class: classes[child], before: b.before()})
		case e.name == atom.Table && (context == atom.Body || holdsFlow(context)):
			b.startInBody(tag, e)
			return
		case context == atom.Body, context == atom.Caption && e.name == atom.Th, b.open[i].name == atom.Template:
			tag.Ignored = true
			return
		default:
			b.open = b.open[:i]
		}
	}
}

// childOf returns the element that is opened in another for a part of a table: that part, what must be around it, or
// 0 if it cannot be in there.
func childOf(parent, part atom.Atom) atom.Atom {
	switch parent {
	case atom.Table:
		switch part {
		case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
			return part
		case atom.Col:
			return atom.Colgroup
		case atom.Tr, atom.Td, atom.Th:
			return atom.Tbody
		}
	case atom.Tbody, atom.Tfoot, atom.Thead:
		switch part {
		case atom.Tr:
			return part
		case atom.Td, atom.Th:
			return atom.Tr
		}
	case atom.Tr:
		if part == atom.Td || part == atom.Th {
			return part
		}
	case atom.Colgroup:
		if part == atom.Col {
			return part
		}
	}
	return 0
}

// endColgroup closes a colgroup before the start tag of anything that it cannot have.
func (b *builder) endColgroup(name atom.Atom) {
	if n := len(b.open); n > 0 && b.open[n-1].name == atom.Colgroup && name != atom.Col && name != atom.Template {
		b.open = b.open[:n-1]
	}
}

// before returns the Before of what is put into the current element.
func (b *builder) before() int {
	if len(b.open) == 0 {
		return -1
	}
	return b.open[len(b.open)-1].before
}

// placeOf returns the Before of an element that a tag is about to open.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node
func (b *builder) placeOf(tag *Tag, name atom.Atom) int {
	if n := len(b.open); n == 0 || !b.open[n-1].class.is(fosters) || b.isForTables(tag, name) {
		return b.before()
	}
	for i := len(b.open) - 1; ; i-- {
		switch e := &b.open[i]; {
		case e.name == atom.Table:
			return e.span.Start - len("<")
		case e.name == atom.Template || i == 0:
			return e.before
		}
	}
}

// isForTables tells whether an element can be in a table, but in no cell of it.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable
func (b *builder) isForTables(tag *Tag, name atom.Atom) bool {
	switch name {
	case atom.Style, atom.Script, atom.Template:
		return true
	case atom.Input:
		return b.isHidden(tag)
	}
	return classes[name].is(tablePart)
}

// isHidden tells whether the type of an input is hidden.
func (b *builder) isHidden(tag *Tag) bool {
	for _, a := range tag.Attrs {
		if equalFold(b.bytes(a.Name), "type") {
			value := b.bytes(a.Value)
			if bytes.IndexByte(value, '&') >= 0 {
				value = AppendValue(nil, value, true)
			}
			return equalFold(value, "hidden")
		}
	}
	return false
}

// startTemplate opens a template. In SVG or MathML x/net/html ignores it and all that follows.
func (b *builder) startTemplate(tag *Tag, e element) {
	if slices.ContainsFunc(b.open, func(e element) bool { return e.namespace != inHTML }) {
		b.stopped = true
		return
	}
	b.templates = true
	b.insert(tag, e)
}

// endTemplate closes the innermost template.
func (b *builder) endTemplate() {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i].name == atom.Template && b.open[i].namespace == inHTML {
			b.open = b.open[:i]
			return
		}
	}
}

func (b *builder) hasTemplate() bool {
	return b.templates && slices.ContainsFunc(b.open, func(e element) bool { return e.name == atom.Template })
}

// startInTemplate takes the name of a start tag. The first one right in a template decides what its contents are in. It
// reports whether the contents of the template take the tag.
//
// Spec: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate
func (b *builder) startInTemplate(name atom.Atom) bool {
	if !b.templates {
		return true
	}
	i, context := b.tableContext()
	if i < 0 || b.open[i].name != atom.Template {
		return true
	}
	if context == 0 {
		context = contentsFor(name)
		b.open[i].contents = context
	}
	return context != atom.Colgroup || name == atom.Col || name == atom.Template
}

// contentsFor returns what the contents of a template are in if they begin with the element, or 0 if that says nothing.
func contentsFor(name atom.Atom) atom.Atom {
	switch name {
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Script, atom.Style,
		atom.Template, atom.Title:
		return 0
	case atom.Caption, atom.Colgroup, atom.Tbody, atom.Tfoot, atom.Thead:
		return atom.Table
	case atom.Col:
		return atom.Colgroup
	case atom.Tr:
		return atom.Tbody
	case atom.Td, atom.Th:
		return atom.Tr
	}
	return atom.Body
}
