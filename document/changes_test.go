package document_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// changedPage has one element of each effect. Its elements are named by their id, or else their name.
const changedPage = `<!DOCTYPE html><html><head></head><body id=b><a id=a href=x></a><div id=d><q id=q cite=x></q>` +
	`<img id=i src=x></div><a id=abs href=http://abs/></a></body></html>`

// TestChanges holds what each change of a document affects, and how: W3C HTML5 2.6.6 (2012), 2.6.5 (2011).
func TestChanges(t *testing.T) {
	const all = `html: not directly affected
		head: not directly affected
		b: not directly affected
		a: hyperlink re-resolved http://h/x -> http://n/x
		d: not directly affected
		q: cite re-resolved http://h/x -> http://n/x
		i: not directly affected http://h/x -> http://n/x
		abs: hyperlink re-resolved http://abs/ -> http://abs/`
	const below = `d: not directly affected
		q: cite re-resolved http://h/x -> http://n/x
		i: not directly affected http://h/x -> http://n/x`
	newBase := &html.Node{Type: html.ElementNode, Data: "base", Attr: []html.Attribute{{Key: "href", Val: "http://n/"}}}
	for _, c := range []struct {
		name   string
		change func(d *document.Document) []document.Affected
		want   string // in HTML5
		living string // if it differs
	}{
		{"href of a hyperlink", func(d *document.Document) []document.Affected {
			return d.SetAttribute(byID(d, "a"), "href", "y")
		}, "", ""},
		{"cite", func(d *document.Document) []document.Affected {
			return d.RemoveAttribute(byID(d, "q"), "cite")
		}, "", ""},
		{"an element without a base", func(d *document.Document) []document.Affected {
			return d.Remove(byID(d, "d"))
		}, "", ""},
		{"xml:base set", func(d *document.Document) []document.Affected {
			return d.SetAttribute(byID(d, "d"), "xml:base", "http://n/")
		}, below, "-"},
		{"xml:base set to what it was", func(d *document.Document) []document.Affected {
			return d.SetAttribute(byID(d, "i"), "xml:base", "http://h/")
		}, "i: not directly affected http://h/x -> http://h/x", "-"},
		{"a base element inserted", func(d *document.Document) []document.Affected {
			return slices.DeleteFunc(insert(d, byID(d, "b").PrevSibling, clone(newBase), nil), isBase)
		}, all, ""},
		{"a base element inside another inserted", func(d *document.Document) []document.Affected {
			div := &html.Node{Type: html.ElementNode, Data: "p"}
			div.AppendChild(clone(newBase))
			return slices.DeleteFunc(insert(d, byID(d, "b"), div, byID(d, "a")), isBase)
		}, strings.Replace(all, "a: hyper", "p: not directly affected\na: hyper", 1), ""},
		{"a second base element", func(d *document.Document) []document.Affected {
			insert(d, byID(d, "b"), clone(newBase), byID(d, "a"))
			return insert(d, byID(d, "b"), clone(newBase), nil)
		}, "", ""},
		{"the base element's href removed", func(d *document.Document) []document.Affected {
			base := clone(newBase)
			d.SetAttribute(base, "href", "http://h/")
			insert(d, byID(d, "b").PrevSibling, base, nil)
			if affected := d.RemoveAttribute(base, "href"); affected != nil { // the address is the same
				return affected
			}
			return slices.DeleteFunc(d.SetAttribute(base, "href", "http://n/"), isBase)
		}, all, ""},
		{"target of a base element", func(d *document.Document) []document.Affected {
			base := clone(newBase)
			insert(d, byID(d, "b").PrevSibling, base, nil)
			return d.SetAttribute(base, "target", "t")
		}, "", ""},
	} {
		for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
			d := mustParse(t, changedPage, document.Options{Address: "http://h/", Edition: edition})
			want := c.want
			if edition == resolve.Living && c.living != "" {
				want = strings.Trim(c.living, "-")
			}
			if got := describe(c.change(d)); got != strings.ReplaceAll(want, "\t", "") {
				t.Errorf("%s, %v:\n%s\nwant\n%s", c.name, edition, got, want)
			}
			checkFresh(t, c.name, d)
		}
	}
}

// describe lists what is affected, a line for each.
func describe(affected []document.Affected) string {
	var lines []string
	for _, a := range affected {
		name := a.Node.Data
		for _, attr := range a.Node.Attr {
			if attr.Key == "id" {
				name = attr.Val
			}
		}
		line := fmt.Sprintf("%s: %v", name, a.Effect)
		if a.Attr != "" {
			line += fmt.Sprintf(" %v -> %v", a.Old, a.New)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// checkFresh checks that links and bases of a changed document are those of one that is made of the same tree now.
func checkFresh(t *testing.T, name string, d *document.Document) {
	t.Helper()
	o := document.Options{Address: d.Address().String(), Edition: d.Resolver().Edition}
	fresh, err := document.FromNode(d.Root(), o)
	if err != nil {
		t.Fatal(err)
	}
	if d.Base() != fresh.Base() || d.Why() != fresh.Why() {
		t.Errorf("%s: base %v (%v), want %v (%v)", name, d.Base(), d.Why(), fresh.Base(), fresh.Why())
	}
	var got, want []resolve.URL
	for link := range d.Links() {
		got = append(got, link.URL)
	}
	for link := range fresh.Links() {
		want = append(want, link.URL)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: links %q, want %q", name, got, want)
	}
}

// TestAdopt holds that an element which moves to a document with another base is affected: 2.6.5 (2011).
func TestAdopt(t *testing.T) {
	from := mustParse(t, changedPage, document.Options{Address: "http://h/"})
	to := mustParse(t, "<base href=http://n/>", document.Options{Address: "http://h/"})
	n := byID(from, "d")
	left, moved := to.Adopt(from, n)
	if left != nil || n.Parent != nil {
		t.Errorf("left: %s, parent %v", describe(left), n.Parent)
	}
	const want = "d: not directly affected\nq: cite re-resolved http://h/x -> http://n/x\n" +
		"i: not directly affected http://h/x -> http://n/x"
	if got := describe(moved); got != want {
		t.Errorf("moved:\n%s\nwant\n%s", got, want)
	}
	if affected := insert(to, to.Root(), n, nil); affected != nil {
		t.Errorf("inserted: %s", describe(affected))
	}
	checkFresh(t, "adopted", to)
	checkFresh(t, "left", from)

	same := mustParse(t, "", document.Options{Address: "http://h/"})
	if _, moved := same.Adopt(from, byID(from, "a")); moved != nil {
		t.Errorf("moved to the same base: %s", describe(moved))
	}
	base := mustParse(t, "<base href=http://n/><a href=x>", document.Options{Address: "http://h/"})
	left, _ = same.Adopt(base, base.Why().Element)
	if !strings.Contains(describe(left), "a: hyperlink re-resolved http://n/x -> http://h/x") {
		t.Errorf("the base left: %s", describe(left))
	}
}

// TestUpdate holds that a document follows changes of its tree by other means, and, in HTML5, of its container.
func TestUpdate(t *testing.T) {
	for edition, want := range map[resolve.Edition]string{resolve.HTML5: "http://n/x", resolve.Living: "http://h/x"} {
		d := mustParse(t, "<iframe srcdoc='<a href=x>'>", document.Options{Address: "http://h/", Edition: edition})
		var frame *document.Document
		for frame = range d.Frames() {
			break
		}
		d.Selection().Find("head").AppendHtml("<base href=http://n/>")
		if affected := d.Update(); affected == nil || d.Base().String() != "http://n/" {
			t.Errorf("%v: base %v", edition, d.Base())
		}
		frame.Update()
		for link := range frame.Links() {
			if link.URL.String() != want {
				t.Errorf("%v: in the frame %v, want %s", edition, link.URL, want)
			}
		}
	}
}

func insert(d *document.Document, parent, child, before *html.Node) []document.Affected {
	affected, err := d.Insert(parent, child, before)
	if err != nil {
		panic(err)
	}
	return affected
}

func byID(d *document.Document, id string) *html.Node {
	return d.Selection().Find("#" + id).Get(0)
}

func clone(n *html.Node) *html.Node {
	return &html.Node{Type: n.Type, Data: n.Data, Attr: slices.Clone(n.Attr)}
}

func isBase(a document.Affected) bool { return a.Node.Data == "base" }

// TestHierarchy holds that a node is not inserted where it cannot be.
func TestHierarchy(t *testing.T) {
	d := mustParse(t, changedPage, document.Options{})
	div, a := byID(d, "d"), byID(d, "a")
	for _, c := range []struct{ parent, child, before *html.Node }{
		{div, div, nil}, {byID(d, "q"), div, nil}, {div, a, a}, {div, a, d.Root()},
	} {
		if _, err := d.Insert(c.parent, c.child, c.before); !errors.Is(err, document.ErrHierarchy) {
			t.Errorf("%s into %s: %v", c.child.Data, c.parent.Data, err)
		}
	}
	if _, err := d.Insert(div.Parent, div, div); err != nil || div.Parent != a.Parent {
		t.Errorf("before itself: %v", err)
	}
}

// TestChangedXMLBases holds that xml:base counts when an element is adopted, and when the tree was changed by other means:
// 2.6.5 (2011), 2.6.6 (2012).
func TestChangedXMLBases(t *testing.T) {
	from := mustParse(t, "<div xml:base=/x/><a href=y></a></div>", document.Options{Address: "http://one/"})
	to := mustParse(t, "", document.Options{Address: "http://two/"})
	div := from.Selection().Find("div").Get(0)
	_, moved := to.Adopt(from, div)
	const want = "div: not directly affected\na: hyperlink re-resolved http://one/x/y -> http://two/x/y"
	if got := describe(moved); got != want {
		t.Errorf("adopted:\n%s\nwant\n%s", got, want)
	}
	insert(to, to.Root(), div, nil)
	checkFresh(t, "adopted", to)

	d := mustParse(t, changedPage, document.Options{Address: "http://h/"})
	d.Selection().Find("#d").SetAttr("xml:base", "http://n/")
	const below = "d: not directly affected\nq: cite re-resolved http://h/x -> http://n/x\n" +
		"i: not directly affected http://h/x -> http://n/x"
	if got := describe(d.Update()); got != below {
		t.Errorf("updated:\n%s\nwant\n%s", got, below)
	}
	if affected := d.Update(); affected != nil {
		t.Errorf("updated again: %s", describe(affected))
	}
	checkFresh(t, "updated", d)

	d = mustParse(t, "<a style='a:url(s)' href=h></a><base id=x>", document.Options{Address: "http://h/"})
	a := d.Selection().Find("a").Get(0)
	d.RemoveAttribute(a, "style")
	affected := d.SetAttribute(byID(d, "x"), "href", "http://n/")
	if got := describe(affected); !strings.Contains(got, "a: hyperlink re-resolved http://h/h -> http://n/h") {
		t.Errorf("after a removed attribute: %s", got)
	}
}
