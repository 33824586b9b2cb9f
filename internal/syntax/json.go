package syntax

import (
	"encoding/json"
	"iter"
	"strings"
)

// jsonReader reads JSON text with the place of each string. The text is known to be valid, so nothing fails; and it
// is nested at most 10000 deep, as encoding/json has it.
type jsonReader struct {
	text    string
	decoder *json.Decoder
}

// newJSONReader reports false for text that is not JSON.
//
// Spec: https://infra.spec.whatwg.org/#parse-a-json-string-to-an-infra-value
func newJSONReader(text string) (*jsonReader, bool) {
	if !json.Valid([]byte(text)) {
		return nil, false
	}
	return &jsonReader{text, json.NewDecoder(strings.NewReader(text))}, true
}

// next returns the next token and, if it is a string, the reference that it would be.
func (r *jsonReader) next() (json.Token, Reference) {
	before := int(r.decoder.InputOffset())
	token, _ := r.decoder.Token()
	value, ok := token.(string)
	if !ok {
		return token, Reference{}
	}
	start := before + strings.IndexByte(r.text[before:], '"') + 1
	return token, Reference{Start: start, End: int(r.decoder.InputOffset()) - 1, Value: value}
}

// object begins a value if it is an object, and skips it if not.
func (r *jsonReader) object() bool { return r.begin('{') }

// array begins a value if it is an array, and skips it if not.
func (r *jsonReader) array() bool { return r.begin('[') }

func (r *jsonReader) begin(delim json.Delim) bool {
	token, _ := r.next()
	if token == delim {
		return true
	}
	r.skipRest(token)
	return false
}

// string reads a value, and reports whether it is a string.
func (r *jsonReader) string() (Reference, bool) {
	token, ref := r.next()
	_, ok := token.(string)
	r.skipRest(token)
	return ref, ok
}

// skip skips a value.
func (r *jsonReader) skip() {
	token, _ := r.next()
	r.skipRest(token)
}

// skipRest skips the value that a token begins, or ends.
func (r *jsonReader) skipRest(token json.Token) {
	for depth := 0; ; token, _ = r.decoder.Token() {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth <= 0 {
			return
		}
	}
}

// members yields the keys of an object that has begun. Each time its value must be read, or skipped, to its end.
func (r *jsonReader) members() iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		for r.more() {
			if _, key := r.next(); !yield(key) {
				return
			}
		}
	}
}

// more reports whether an array or object that has begun has another element, which then must be read, or skipped,
// to its end. If it has none, it has ended.
func (r *jsonReader) more() bool {
	if r.decoder.More() {
		return true
	}
	r.next()
	return false
}

// lastWins collects what the members of an object hold. Of members with the same key only the last one counts, as for
// JavaScript.
type lastWins struct {
	members []jsonMember
	index   map[string]int // of the last member of a key
}

type jsonMember struct {
	references []Reference
	broken     bool // of a type that it must not have
}

func (l *lastWins) put(key string, m jsonMember) {
	if l.index == nil {
		l.index = map[string]int{}
	}
	if i, ok := l.index[key]; ok {
		l.members[i] = jsonMember{}
	}
	l.index[key] = len(l.members)
	l.members = append(l.members, m)
}

// all makes one member of those that count. It is broken if one of them is.
func (l *lastWins) all() jsonMember {
	var all jsonMember
	for _, m := range l.members {
		all.references = append(all.references, m.references...)
		all.broken = all.broken || m.broken
	}
	return all
}
