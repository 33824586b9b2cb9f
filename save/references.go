package save

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
)

// role says as what a resource is used.
type role uint8

const (
	notEmbedded    role = iota // the reference is a link, or nothing that is loaded
	roleResource               // an image or the like, which is not looked into
	roleDocument               // a nested document
	roleStylesheet             // with all that it refers to
	roleScript
	roleModule
	roleTrack   // of text
	roleGraphic // an element of an SVG file that a use element shows
	roleHint    // something that may be needed later, and is not saved
)

// reference is a reference with what its syntax says beside package document.
type reference struct {
	document.Link
	isImport bool   // of a style sheet by another
	property string // of CSS that has it, in lower case, or "" if none does
}

// references yields the references of a document.
func references(d *document.Document) iter.Seq[reference] {
	return func(yield func(reference) bool) {
		var node *html.Node
		var attr string
		var uses []use
		for link := range d.Links() {
			r := reference{Link: link}
			switch {
			case link.Kind == document.LocalReference && !strings.HasSuffix(link.Attr, "href"):
				r.property = link.Attr // a presentation attribute
			case link.Kind == document.Style:
				if link.Node != node || link.Attr != attr {
					node, attr = link.Node, link.Attr
					uses = usesIn(styleText(node, attr), attr != textAttribute)
				}
				if len(uses) > 0 {
					r.isImport, r.property = uses[0].isImport, uses[0].property
					uses = uses[1:]
				}
			}
			if !yield(r) {
				return
			}
		}
	}
}

// textAttribute stands for the text of an element in document.Link.Attr.
const textAttribute = "#text"

// styleText returns the CSS in an attribute or the text of an element.
func styleText(n *html.Node, attr string) string {
	if attr != textAttribute {
		value, _ := attribute(n, attr)
		return value
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// role returns what the reference embeds, if scripts count.
func (r *reference) role(scripts bool) role {
	if r.Ignored != "" {
		return notEmbedded
	}
	switch r.Kind {
	case document.Image, document.Media:
		return roleResource
	case document.TextTrack:
		return roleTrack
	case document.Graphic:
		return roleGraphic
	case document.NestedDocument, document.Plugin, document.Redirect:
		return roleDocument
	case document.ExternalResource:
		return roleOfRel(r.Rel(), r.param("as"), r.Node, scripts)
	case document.Style, document.LocalReference:
		return r.styleRole()
	case document.LazyLoaded:
		return r.lazyRole()
	case document.Script:
		return r.scriptRole(scripts)
	}
	return notEmbedded
}

func (r *reference) styleRole() role {
	switch {
	case strings.HasPrefix(r.Raw, "#"):
		return notEmbedded
	case r.isImport:
		return roleStylesheet
	case r.Kind == document.LocalReference && r.property == "": // browsers look for these in the document itself alone
		return notEmbedded
	}
	return roleResource
}

// lazyRole is for attributes that scripts read. Those that are named after links are not loaded.
func (r *reference) lazyRole() role {
	switch {
	case r.Attr == "data-href" || r.Attr == "data-url":
		return notEmbedded
	case r.Node.Data == "iframe" || r.Node.Data == "embed" || r.Node.Data == "object":
		return roleDocument
	case r.Node.Data == "script":
		return roleScript
	}
	return roleResource
}

func (r *reference) scriptRole(scripts bool) role {
	switch {
	case !scripts:
		return roleHint
	case strings.EqualFold(strings.TrimSpace(r.Type()), "module"):
		return roleModule
	}
	return roleScript
}

// roleOfRel returns what a link element or header field with these link types embeds.
//
// Spec: https://html.spec.whatwg.org/#linkTypes
func roleOfRel(rel []string, as string, n *html.Node, scripts bool) role {
	if n != nil && n.Type == html.CommentNode { // an xml-stylesheet instruction
		return roleStylesheet
	}
	has := func(name string) bool { return slices.Contains(rel, name) }
	switch {
	case has("stylesheet"):
		return roleStylesheet
	case has("icon"), has("apple-touch-icon"), has("apple-touch-icon-precomposed"), has("mask-icon"):
		return roleResource
	case !has("preload"):
		return roleHint
	}
	switch strings.ToLower(as) {
	case "style": // which scripts often make style sheets
		return roleStylesheet
	case "script":
		if scripts {
			return roleScript
		}
	case "image":
		return roleResource
	}
	return roleHint
}

// isHint tells whether a link element makes a browser connect to a server, though it embeds something from it, too.
func isHint(rel []string) bool {
	return slices.ContainsFunc(rel, func(name string) bool {
		return slices.Contains([]string{"preconnect", "dns-prefetch", "prefetch", "prerender"}, name)
	})
}

// param returns an attribute of the reference's element.
func (r *reference) param(name string) string {
	if r.Node == nil {
		return ""
	}
	value, _ := attribute(r.Node, name)
	return value
}

// attribute returns the value of an attribute without namespace.
func attribute(n *html.Node, key string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// origin is what resources inherit from what refers to them.
type origin struct {
	referrer func(document.Link) string
	encoding string // the name of its encoding
	isLocal  bool   // it may refer to local files
}

// want makes sure that what the reference embeds is fetched.
func (j *job) want(r reference, from origin) {
	role := r.role(!j.NoScripts)
	if role == notEmbedded || role == roleHint || r.Err != nil {
		return
	}
	if !isHTTP(r.URL) && !(from.isLocal && isLocal(r.URL)) || len(r.URL.String()) > longestURL {
		return
	}
	u := resourceOf(r.URL)
	if known := j.files[u.String()]; known != nil {
		j.upgrade(known, role)
		return
	}
	if j.byAddress[u.String()] != nil {
		j.upgrade(j.byAddress[u.String()], role)
		return
	}
	if len(j.queue) >= j.MaxFiles {
		j.omitted++
		return
	}
	f := &file{url: u, role: role, referrer: from.referrer(r.Link), encoding: from.encoding}
	if label := r.param("charset"); (role == roleScript || role == roleStylesheet) && label != "" {
		f.encoding = label
	}
	j.add(f)
}

// upgrade lets a file that was found before be what the role says, too.
func (j *job) upgrade(f *file, r role) {
	if f.same != nil {
		f = f.same
	}
	switch {
	case f.role != roleResource && f.role != roleGraphic:
	case !f.isLookedInto:
		f.role = r
	case r == roleDocument && f.name != "" && f.content == asFetched && isDocument(f.kind):
		f.role = r
		if err := j.lookIntoDocument(f); err != nil {
			f.problem = err
		}
	}
}
