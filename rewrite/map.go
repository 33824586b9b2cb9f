package rewrite

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"htmlurl/resolve"
)

// Map tells where URLs have moved to. The zero Map moves nothing. Safe for concurrent use once it is filled.
//
// URLs are compared as strings. Each old one is entered as it is and, if it is a URL in resolve.Living, as that writes
// it: what is added for "https://EXAMPLE.com" counts for "https://example.com/", too. New ones are kept as they are,
// absolute URLs or references.
type Map struct {
	urls     map[string]string
	prefixes map[string]string
	lengths  []int // of the prefixes, each once, the longest first
}

// AddURL says that one URL, whatever its fragment, has moved. The last word about a URL counts.
func (m *Map) AddURL(old, new string) {
	for _, e := range urlEntries(old, new) {
		m.urls = put(m.urls, e)
	}
}

// AddPrefix says that all URLs that begin with old have moved, and begin with new instead. A prefix is any beginning of
// a string, in the middle of a name too, and may reach into the fragment. The last word about a prefix counts.
func (m *Map) AddPrefix(old, new string) {
	for _, e := range prefixEntries(old, new) {
		m.prefixes = put(m.prefixes, e)
		i, ok := slices.BinarySearchFunc(m.lengths, len(e.old), func(a, b int) int { return b - a })
		if !ok {
			m.lengths = slices.Insert(m.lengths, i, len(e.old))
		}
	}
}

// Lookup returns where a URL is now, if it has moved. Its fragment is kept, unless the new URL has one. What was added
// for the URL goes before prefixes, a longer prefix before a shorter one.
func (m *Map) Lookup(url string) (string, bool) {
	end := len(url)
	if i := strings.IndexByte(url, '#'); i >= 0 {
		end = i
	}
	if new, ok := m.urls[url[:end]]; ok {
		return withRest(new, url[end:]), true
	}
	for _, length := range m.lengths {
		if length > len(url) {
			continue
		}
		if new, ok := m.prefixes[url[:length]]; ok {
			return withRest(new, url[length:]), true
		}
	}
	return "", false
}

// withRest appends the rest of the old URL to the new one, but no second fragment.
func withRest(new, rest string) string {
	if strings.Contains(new, "#") {
		rest, _, _ = strings.Cut(rest, "#")
	}
	return new + rest
}

// mapEntry is one entry of a Map.
type mapEntry struct{ old, new string }

func put(entries map[string]string, e mapEntry) map[string]string {
	if entries == nil {
		entries = map[string]string{}
	}
	entries[e.old] = e.new
	return entries
}

var living = resolve.Resolver{Edition: resolve.Living}

// urlEntries returns the entries for one URL: as it is, and as it is written today.
func urlEntries(old, new string) []mapEntry {
	old, _, _ = strings.Cut(old, "#")
	entries := []mapEntry{{old, new}}
	if u, err := living.Parse(old); err == nil && u.String() != old {
		entries = append(entries, mapEntry{u.String(), new})
	}
	return entries
}

// prefixEntries returns the entries for a prefix: as it is, and as the URLs that begin with it are written today,
// unless those begin with it, too. A longer prefix shows that: where a URL ends, "/a/." and "?x " mean something else.
// A host cannot grow so: all URLs of it begin with it and a slash.
func prefixEntries(old, new string) []mapEntry {
	const letter = "x"
	entries := []mapEntry{{old, new}}
	whole, err := living.Parse(old)
	if err != nil {
		return entries
	}
	longer, err := living.Parse(old + letter)
	prefix, ok := strings.CutSuffix(longer.String(), letter)
	authority, _ := whole.Authority()
	if longerAuthority, _ := longer.Authority(); err != nil || longerAuthority != authority {
		prefix, ok = whole.String(), whole.Path() == "/"
		new += "/"
	}
	if ok && !strings.HasPrefix(prefix, old) {
		entries = append(entries, mapEntry{prefix, new})
	}
	return entries
}

// ParseMap reads a Map from lines or a JSON object, in UTF-8 with or without a byte order mark.
//
// A line is "OLD NEW", with spaces or tabs between them; empty lines and those that begin with "#" don't count. The
// object is {"OLD": "NEW"}, with any number of members. OLD is an absolute URL. It is a prefix if it ends in a slash or
// a star. The star is dropped, and one at the end of NEW with it: "https://a.example/x*" is a prefix of all URLs that
// begin with "https://a.example/x".
//
// Each OLD may come twice only with the same NEW. An error says in which line what is wrong.
func ParseMap(r io.Reader) (*Map, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	p := mapParser{text: strings.TrimPrefix(string(data), "\uFEFF")}
	if strings.HasPrefix(strings.TrimLeftFunc(p.text, isSpace), "{") {
		err = p.object()
	} else {
		err = p.lines()
	}
	if err != nil {
		return nil, err
	}
	return &p.m, nil
}

// mapParser is one run of ParseMap.
type mapParser struct {
	text string
	m    Map
}

// lines reads lines "OLD NEW".
func (p *mapParser) lines() error {
	at := 0
	for line := range strings.Lines(p.text) {
		fields := strings.FieldsFunc(line, isSpace)
		switch {
		case len(fields) == 0 || fields[0][0] == '#':
		case len(fields) != 2:
			return p.fail(at, "fields: %d, expected two: OLD and NEW, with white space between them", len(fields))
		default:
			if err := p.entry(at, fields[0], fields[1]); err != nil {
				return err
			}
		}
		at += len(line)
	}
	return nil
}

// isSpace tells whether c is ASCII white space.
func isSpace(c rune) bool { return strings.ContainsRune(" \t\n\f\r", c) }

// object reads a JSON object of strings.
func (p *mapParser) object() error {
	d := json.NewDecoder(strings.NewReader(p.text))
	if _, err := d.Token(); err != nil { // the brace
		return p.failJSON(d, err)
	}
	for d.More() {
		old, err := d.Token()
		if err != nil {
			return p.failJSON(d, err)
		}
		at := int(d.InputOffset())
		var new any
		if err := d.Decode(&new); err != nil {
			return p.failJSON(d, err)
		}
		if _, ok := new.(string); !ok {
			return p.fail(at, "the value of %.100q is no string: "+expectedObject, old)
		}
		if err := p.entry(at, old.(string), new.(string)); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil { // the brace
		return p.failJSON(d, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return p.fail(int(d.InputOffset()), "something follows the object: "+expectedObject)
	}
	return nil
}

const expectedObject = `expected an object {"OLD": "NEW", ...} of strings`

// failJSON makes an error of one of the decoder.
func (p *mapParser) failJSON(d *json.Decoder, err error) error {
	at := int(d.InputOffset())
	switch bad, ok := errors.AsType[*json.SyntaxError](err); {
	case ok:
		at = int(bad.Offset)
	case err == io.EOF:
		at, err = len(p.text), io.ErrUnexpectedEOF
	}
	return p.fail(min(at, len(p.text)), "%v: "+expectedObject, err)
}

// entry adds what is said at an offset of the text.
func (p *mapParser) entry(at int, old, new string) error {
	if _, err := (resolve.Resolver{}).Parse(old); err != nil {
		return p.fail(at, "%.100q has no scheme: expected an absolute URL, such as https://example.com/, as OLD", old)
	}
	prefix, star := strings.CutSuffix(old, "*")
	known, entries, add := p.m.urls, urlEntries, p.m.AddURL
	if star || strings.HasSuffix(old, "/") {
		known, entries, add = p.m.prefixes, prefixEntries, p.m.AddPrefix
		new = strings.TrimSuffix(new, "*")
	}
	for _, e := range entries(prefix, new) {
		if was, ok := known[e.old]; ok && was != e.new {
			return p.fail(at, "%.100q has moved to %.100q before: expected one NEW for each OLD", old, was)
		}
	}
	add(prefix, new)
	return nil
}

// fail makes an error about an offset of the text.
func (p *mapParser) fail(at int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", 1+strings.Count(p.text[:at], "\n"), fmt.Sprintf(format, args...))
}
