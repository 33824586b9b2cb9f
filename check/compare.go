package check

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/resolve"
)

// others are the document of a judge as the editions that are compared read it.
type others struct {
	documents map[resolve.Edition]*document.Document
	hasBases  bool // some of them have another base
	isKnown   bool

	node  *html.Node // the element of the reference before
	links map[resolve.Edition]map[written]document.Link
}

// written is what tells the references of an element apart.
type written struct{ attr, raw string }

// compare warns of a reference that means different things in the editions that are compared, and says what each edition
// makes of it.
func (j *judge) compare(link *document.Link) {
	if len(j.run.compared) < 2 || j.owner == nil || link.Node == nil || !isCompared(link) || j.agree(link) {
		return
	}
	answers := j.answers(link)
	first := answers[j.run.compared[0]]
	if !slices.ContainsFunc(j.run.compared, func(e resolve.Edition) bool { return answers[e].meaning != first.meaning }) {
		return
	}
	ref := j.reference(link)
	j.page.find(&ref, Warning, EditionDifference, "", "it means different things: "+describe(answers))
}

// agree tells whether the editions make the same of a reference, as far as that is easily told: relative to the same base.
func (j *judge) agree(link *document.Link) bool {
	if link.Err != nil || j.hasOtherBases() {
		return false
	}
	resolver := j.owner.Resolver()
	for _, edition := range j.run.compared {
		resolver.Edition = edition
		if u, err := resolver.Resolve(link.Base, link.Raw); err != nil || u.String() != link.URL.String() {
			return false
		}
	}
	return true
}

// isCompared tells whether a reference is one to something that is fetched.
func isCompared(link *document.Link) bool {
	scheme, _ := link.URL.Scheme()
	return link.Err != nil || isSpecial(scheme)
}

// hasOtherBases tells whether the document has another base in one of the editions.
func (j *judge) hasOtherBases() bool {
	if len(j.run.compared) < 2 || !j.hasBases() || j.frame != nil && *j.comparedFrames > maxComparedFrames {
		return false
	}
	j.readOthers()
	return j.others.hasBases
}

// maxComparedFrames is how many frames of a page are read by other editions because of their bases: what a frame inherits
// is looked for in all of the document around it.
const maxComparedFrames = 50

// hasBases tells whether the document, or one around it, has bases of its own.
func (j *judge) hasBases() bool { return j.features.hasBase || j.features.hasXMLBase || j.isInBases }

// readOthers reads the tree by the other editions.
func (j *judge) readOthers() {
	if j.others.isKnown {
		return
	}
	if j.frame != nil {
		*j.comparedFrames++
	}
	j.others = others{documents: map[resolve.Edition]*document.Document{}, isKnown: true, hasBases: j.features.hasXMLBase}
	for _, edition := range resolve.Editions() {
		d, err := j.owner.InEdition(edition, j.around[edition])
		if err != nil {
			continue
		}
		j.others.documents[edition] = d
		if slices.Contains(j.run.compared, edition) && meaningOf(d.Base()) != meaningOf(j.owner.Base()) {
			j.others.hasBases = true
		}
	}
}

// reading is what an edition makes of a reference.
type reading struct {
	url     string
	meaning string // the same for URLs that lead to the same resource
}

// answers returns what the editions make of a reference.
func (j *judge) answers(link *document.Link) map[resolve.Edition]reading {
	if !j.hasBases() || j.frame != nil && *j.comparedFrames > maxComparedFrames {
		return j.answersHere(link)
	}
	j.readOthers()
	o := &j.others
	if o.node != link.Node {
		o.node, o.links = link.Node, map[resolve.Edition]map[written]document.Link{}
		for edition, d := range o.documents {
			o.links[edition] = map[written]document.Link{}
			for l := range d.LinksOf(link.Node) {
				o.links[edition][written{l.Attr, l.Raw}] = l
			}
		}
	}
	answers := map[resolve.Edition]reading{}
	for edition, links := range o.links {
		if l, ok := links[written{link.Attr, link.Raw}]; ok {
			answers[edition] = readingOf(l.URL, l.Err)
		} else {
			answers[edition] = reading{"no reference", ""}
		}
	}
	return answers
}

// answersHere returns what the editions make of a reference whose base is the same in all of them.
func (j *judge) answersHere(link *document.Link) map[resolve.Edition]reading {
	answers := map[resolve.Edition]reading{}
	resolver := j.owner.Resolver()
	for _, edition := range resolve.Editions() {
		resolver.Edition = edition
		answers[edition] = readingOf(resolver.Resolve(link.Base, link.Raw))
	}
	answers[j.Edition] = readingOf(link.URL, link.Err)
	return answers
}

func readingOf(u resolve.URL, err error) reading {
	if err != nil {
		return reading{noURL(err), ""}
	}
	return reading{u.String(), meaningOf(u)}
}

func noURL(err error) string {
	if bad, ok := err.(*resolve.Error); ok {
		return fmt.Sprintf("no URL [%s]", string(bad.Rule))
	}
	return "no URL"
}

// describe says what each edition makes of a reference, those that agree together.
func describe(answers map[resolve.Edition]reading) string {
	var parts []string
	for i, edition := range resolve.Editions() {
		answer := answers[edition]
		isSame := func(e resolve.Edition) bool { return answers[e].url == answer.url }
		if slices.ContainsFunc(resolve.Editions()[:i], isSame) {
			continue
		}
		var names []string
		for _, e := range resolve.Editions() {
			if isSame(e) {
				names = append(names, e.String())
			}
		}
		parts = append(parts, strings.Join(names, ", ")+": "+answer.url)
	}
	return strings.Join(parts, "; ")
}

// meaningOf returns what is the same for URLs that lead to the same resource: the URL as today's rules normalise it,
// with the octets that are percent-encoded decoded unless they are delimiters.
//
// Spec: RFC 3986 section 6.2.2
func meaningOf(u resolve.URL) string {
	normal, err := living.Parse(u.String())
	if err != nil {
		return u.String()
	}
	return decodeUnreserved(normal.String())
}

// decodeUnreserved percent-decodes what is no delimiter.
func decodeUnreserved(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	const reserved = "%/?#@&+;=:\\"
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+3 > len(s) {
			b = append(b, s[i])
			continue
		}
		decoded := resolve.AppendPercentDecoded(nil, s[i:i+3])
		if len(decoded) == 1 && strings.IndexByte(reserved, decoded[0]) < 0 {
			b = append(b, decoded[0])
		} else {
			b = append(b, strings.ToUpper(s[i:i+3])...)
		}
		i += 2
	}
	return string(b)
}
