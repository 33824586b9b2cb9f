package syntax

import (
	"iter"
	"strings"
)

// ImportMap yields the addresses in an import map, the prefixes of its scopes, and the addresses that it has integrity
// for. Of members with the same key only the last one counts. Text that is not JSON, or not an import map, yields
// nothing.
//
// An address that begins with neither "/" nor "./" nor "../" has no base: it must be an absolute URL. Its Descriptor is
// the specifier that it is for; where that ends in a slash, the URL must too, or the address does not count.
//
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#parse-an-import-map-string
func ImportMap(text string) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		for _, ref := range importMap(text) {
			if !yield(ref) {
				return
			}
		}
	}
}

// importMapParts are the members of an import map that hold URLs.
var importMapParts = map[string]func(*jsonReader) jsonMember{
	"imports":   (*jsonReader).specifierMap,
	"scopes":    (*jsonReader).scopes,
	"integrity": (*jsonReader).integrity,
}

func importMap(text string) []Reference {
	r, ok := newJSONReader(text)
	if !ok || !r.object() {
		return nil
	}
	var parts lastWins
	for key := range r.members() {
		if read := importMapParts[key.Value]; read != nil {
			parts.put(key.Value, read(r))
		} else {
			r.skip()
		}
	}
	if all := parts.all(); !all.broken {
		return all.references
	}
	return nil
}

// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#sorting-and-normalizing-a-module-specifier-map
func (r *jsonReader) specifierMap() jsonMember {
	if !r.object() {
		return jsonMember{broken: true}
	}
	var addresses lastWins
	for specifier := range r.members() {
		var m jsonMember
		if address, ok := r.string(); ok && specifier.Value != "" {
			address.Role, address.Base = ModuleAddress, baseURLLike(address.Value)
			address.Descriptor = specifier.Value
			m.references = []Reference{address}
		}
		addresses.put(specifier.Value, m)
	}
	return addresses.all()
}

// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#sorting-and-normalizing-scopes
func (r *jsonReader) scopes() jsonMember {
	if !r.object() {
		return jsonMember{broken: true}
	}
	var scopes lastWins
	for prefix := range r.members() {
		m := r.specifierMap()
		prefix.Role = ModuleScope
		m.references = append([]Reference{prefix}, m.references...)
		scopes.put(prefix.Value, m)
	}
	return scopes.all()
}

// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#normalizing-a-module-integrity-map
func (r *jsonReader) integrity() jsonMember {
	if !r.object() {
		return jsonMember{broken: true}
	}
	var modules lastWins
	for module := range r.members() {
		var m jsonMember
		if _, ok := r.string(); ok {
			module.Role, module.Base = ModuleIntegrity, baseURLLike(module.Value)
			m.references = []Reference{module}
		}
		modules.put(module.Value, m)
	}
	return modules.all()
}

// baseURLLike returns what a URL-like module specifier is relative to.
//
// Spec: https://html.spec.whatwg.org/multipage/webappapis.html#resolving-a-url-like-module-specifier
func baseURLLike(specifier string) Base {
	for _, start := range []string{"/", "./", "../"} {
		if strings.HasPrefix(specifier, start) {
			return OwnBase
		}
	}
	return NoBase
}
