package browsertest

import (
	"cmp"
	"slices"
	"strings"

	"htmlurl/document"
	"htmlurl/internal/browsertest/generate"
)

// View is what there is to see of a document.
type View struct {
	URL        string
	BaseURI    string
	Encoding   string
	Attributes []Attribute
	Links      []LinkValues
	Frames     []FrameView
}

// Attribute is a content attribute that an IDL attribute reflects.
type Attribute struct {
	ID, Name string
	Raw      string // the content attribute
	Value    string // the IDL attribute
}

// LinkValues are the attributes of an a or area element.
type LinkValues struct {
	ID     string
	Values Answer
}

// FrameView is the view of a srcdoc or about:blank document.
type FrameView struct {
	ID   string
	Page View
}

// View looks at a page with its frames, and returns what it has requested, too.
func (t *Tab) View(d generate.Document) (v View, requests []Request, err error) {
	p := Page{Address: d.Address, Header: map[string]string{"Content-Type": d.ContentType}, Body: d.Body}
	if d.Policy != "" {
		p.Header["Content-Security-Policy"] = d.Policy
	}
	if err := t.Open(p); err != nil {
		return v, nil, err
	}
	err = t.ask("page", members, &v)
	return v, t.Requests(), err
}

// members are the IDL attributes that reflect URLs, by element and content attribute: those of the registry.
var members = reflecting()

// reflecting makes the table of members.
func reflecting() map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, a := range document.Attributes() {
		isReflected := a.Namespace == "" && a.Syntax == document.SingleURL && !slices.Contains(plainKinds, a.Kind)
		for element := range strings.FieldsSeq(a.Elements) {
			for name := range strings.FieldsSeq(a.Names) {
				member := cmp.Or(memberOf[element+" "+name], memberOf[name])
				if !isReflected || member == "" {
					continue
				}
				if all[element] == nil {
					all[element] = map[string]string{}
				}
				all[element][name] = member
			}
		}
	}
	return all
}

// plainKinds are the kinds of attributes that no IDL attribute reflects as a URL.
var plainKinds = []document.Kind{document.Framework, document.Metadata, document.LazyLoaded, document.RDFa,
	document.Identifier}

// memberOf are the names of IDL attributes by content attribute.
//
// Spec: https://html.spec.whatwg.org/#reflecting-content-attributes-in-idl-attributes
var memberOf = map[string]string{
	"href": "href", "src": "src", "data": "data", "cite": "cite", "action": "action", "formaction": "formAction",
	"poster": "poster", "longdesc": "longDesc", "lowsrc": "lowsrc", "object codebase": "codeBase",
}
