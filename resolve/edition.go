package resolve

import (
	"fmt"
	"strings"
)

// Edition is one published text of the rules. The zero value is HTML5. Editions are not ordered.
type Edition uint8

const (
	// HTML5 is W3C HTML5 section 2.6, drafts of 2011 and 2012.
	HTML5 Edition = iota
	// URL2012 is the W3C URL specification, Editor's Draft of 8 November 2012.
	URL2012
	// URL2015 is the URL Standard of 12 January 2015, with the railroad diagrams.
	URL2015
	// Living is the WHATWG URL Standard as of LivingRevision.
	Living
)

// LivingRevision is the date of the revision of the WHATWG URL Standard that Living follows.
const LivingRevision = "2026-07-02"

// Editions lists the editions, the oldest first.
func Editions() []Edition { return []Edition{HTML5, URL2012, URL2015, Living} }

// IsKnown tells whether the edition is implemented.
func (e Edition) IsKnown() bool { return int(e) < len(editionRules) }

// String returns the name that ParseEdition reads.
func (e Edition) String() string {
	if e.IsKnown() {
		return editionRules[e].name
	}
	return fmt.Sprintf("edition %d", uint8(e))
}

// ParseEdition returns the edition of that name, in any ASCII case.
func ParseEdition(name string) (Edition, error) {
	var known []string
	for _, e := range Editions() {
		if equalFold(name, e.String()) {
			return e, nil
		}
		known = append(known, e.String())
	}
	return HTML5, fmt.Errorf("unknown edition %s (known: %s)", quote(name), strings.Join(known, ", "))
}

// MarshalText returns the edition's name.
func (e Edition) MarshalText() ([]byte, error) {
	if !e.IsKnown() {
		return nil, fmt.Errorf("unknown %v", e)
	}
	return []byte(e.String()), nil
}

// UnmarshalText sets the edition by its name.
func (e *Edition) UnmarshalText(name []byte) (err error) {
	*e, err = ParseEdition(string(name))
	return err
}

// rules holds the facts in which the editions differ; their control flow is a file each.
type rules struct {
	name    string
	schemes []schemeFacts
}

// schemeFacts are what an edition knows of a scheme; an unknown scheme has the zero value.
type schemeFacts struct {
	name        string
	defaultPort string
	special     bool // a special scheme; the texts of 2012 and 2015 say "relative scheme"
	serverBased bool // has a server-based naming authority: backslashes become slashes
	rootPath    bool // an empty path after an authority means "/"
}

// relativeSchemes are the relative schemes of 2012 and 2015.
var relativeSchemes = []schemeFacts{
	{name: "https", defaultPort: "443", special: true},
	{name: "http", defaultPort: "80", special: true},
	{name: "ftp", defaultPort: "21", special: true},
	{name: "file", special: true},
	{name: "gopher", defaultPort: "70", special: true},
	{name: "ws", defaultPort: "80", special: true},
	{name: "wss", defaultPort: "443", special: true},
}

var editionRules = [...]rules{
	HTML5: {
		name: "html5",
		schemes: []schemeFacts{
			{name: "https", defaultPort: "443", serverBased: true, rootPath: true},
			{name: "http", defaultPort: "80", serverBased: true, rootPath: true},
			{name: "ftp", defaultPort: "21", serverBased: true, rootPath: true},
			{name: "gopher", defaultPort: "70", serverBased: true},
			{name: "ws", defaultPort: "80", serverBased: true},
			{name: "wss", defaultPort: "443", serverBased: true},
		},
	},
	URL2012: {name: "url2012", schemes: relativeSchemes},
	URL2015: {name: "url2015", schemes: relativeSchemes},
	Living: {
		name: "living",
		schemes: []schemeFacts{
			{name: "https", defaultPort: "443", special: true},
			{name: "http", defaultPort: "80", special: true},
			{name: "ftp", defaultPort: "21", special: true},
			{name: "file", special: true},
			{name: "ws", defaultPort: "80", special: true},
			{name: "wss", defaultPort: "443", special: true},
		},
	},
}

// facts returns what the edition knows of a scheme, written in any case.
func (e Edition) facts(scheme string) schemeFacts {
	for _, f := range editionRules[e].schemes {
		if equalFold(f.name, scheme) {
			return f
		}
	}
	return schemeFacts{}
}

// equalFold compares in the ASCII case-insensitive way: U+212A KELVIN SIGN is no k here.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}
