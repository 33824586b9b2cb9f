package resolve

import "strings"

// Resolver holds what one document fixes for all of its references. The zero Resolver is HTML5 with UTF-8. Values are
// safe for concurrent use as far as Report is.
type Resolver struct {
	Edition  Edition
	Encoding Encoding // of the document: queries are encoded in it

	// Report is called for each mistake of an author that does not prevent a URL: in HTML5 and URL2015 in the order of their
	// places, if there is a URL; in Living as the parser finds them, also when a later one prevents a URL. URL2012 knows
	// none. Nil costs nothing: the mistakes are not looked for.
	Report func(Violation)
}

// algorithm is what an edition does.
type algorithm struct {
	parse   func(r Resolver, s string) (URL, error) // nil where it is resolve without a base
	resolve func(r Resolver, memory *memory, base URL, ref string) (URL, error)
	append  func(r Resolver, dst []byte, base URL, ref string) ([]byte, error)
	explain func(r Resolver, base URL, ref string) ([]Step, URL, error)
	set     func(r Resolver, u URL, part Part, value string) URL
	origin  func(r Resolver, u URL) string
	valid   func(r Resolver, base URL, s string) bool

	shortcut   bool // a shortcut gives what resolve and append would
	hasGrammar bool // a URL has components only if it matches the grammar
}

var html5Algorithm = algorithm{
	parse:   Resolver.parseHTML5,
	resolve: Resolver.resolveHTML5,
	append:  Resolver.appendHTML5,
	explain: Resolver.explainHTML5,
	set:     func(_ Resolver, u URL, _ Part, _ string) URL { return u },
	origin:  Resolver.originRFC6454,
	valid:   Resolver.validHTML5,

	hasGrammar: true,
}

var url2012Algorithm = algorithm{
	resolve: Resolver.resolveURL2012,
	append:  Resolver.appendURL2012,
	explain: Resolver.explainURL2012,
	set:     Resolver.setURL2012,
	origin:  Resolver.originRFC6454,
	valid:   Resolver.validURL2012,
}

var url2015Algorithm = algorithm{
	resolve: Resolver.resolveURL2015,
	append:  Resolver.appendURL2015,
	explain: Resolver.explainURL2015,
	set:     Resolver.setURL2015,
	origin:  Resolver.originURL2015,
	valid:   Resolver.validURL2015,
}

var livingAlgorithm = algorithm{
	resolve: Resolver.resolveLiving,
	append:  Resolver.appendLiving,
	explain: Resolver.explainLiving,
	set:     Resolver.setLiving,
	origin:  Resolver.originLiving,
	valid:   Resolver.validLiving,

	shortcut: true,
}

// algorithm returns what the edition does, or an *Error if it is unknown.
func (r Resolver) algorithm(input string) (*algorithm, error) {
	switch r.Edition {
	case HTML5:
		return &html5Algorithm, nil
	case URL2012:
		return &url2012Algorithm, nil
	case URL2015:
		return &url2015Algorithm, nil
	case Living:
		return &livingAlgorithm, nil
	}
	return nil, &Error{Edition: r.Edition, Rule: EditionUnknown, Input: input, End: len(input)}
}

// Parse returns s as a URL for use as a base or as a document's address. In the editions after HTML5 it is Resolve
// without a base. HTML5 changes a URL only by resolving it, so there the URL is s as it is, without white space around
// it, and all that it needs is a scheme: a page that came from http://a_b/ has that address, and relative references in
// it have URLs, though "http://a_b/" as a reference has none. Use IsAbsolute to ask for more, and Resolve with the zero URL
// as base for the resolved URL. The error is an *Error.
//
// Spec: W3C HTML5 2.6.4 step 4 (2012); https://url.spec.whatwg.org/#concept-basic-url-parser
func (r Resolver) Parse(s string) (u URL, err error) {
	a, err := r.algorithm(s)
	if err != nil {
		return URL{}, err
	}
	if a.shortcut && r.Report == nil {
		var none split
		if f := (shortcut{}); f.take(&none, s) {
			f.set(&u.split, nil, &none, s)
			return u, nil
		}
	}
	if a.parse == nil {
		return a.resolve(r, nil, URL{}, s)
	}
	return a.parse(r, s)
}

// Resolve resolves a reference relative to base; with the zero URL as base the reference must be absolute. A reference
// that is absolute and needs no change may be returned without a copy, so that the URL shares its memory. A byte of ref
// that is no UTF-8 counts as U+FFFD where something is encoded. The base should be a URL of the same edition. The error
// is an *Error with byte offsets into ref.
//
// Spec: W3C HTML5 2.6.4 (2012), resolve a URL; W3C URL 4.2 (8 November 2012); URL Standard 1.2 (12 January 2015);
// https://url.spec.whatwg.org/#concept-basic-url-parser
func (r Resolver) Resolve(base URL, ref string) (u URL, err error) {
	a, err := r.algorithm(ref)
	if err != nil {
		return URL{}, err
	}
	if a.shortcut && r.Report == nil {
		if f := (shortcut{}); f.take(&base.split, ref) {
			f.set(&u.split, nil, &base.split, ref)
			return u, nil
		}
	}
	return a.resolve(r, nil, base, ref)
}

// Append appends the resolved URL to dst, like Resolve. With an error dst is returned as it was.
func (r Resolver) Append(dst []byte, base URL, ref string) ([]byte, error) {
	a, err := r.algorithm(ref)
	if err != nil {
		return dst, err
	}
	if a.shortcut && r.Report == nil {
		if f := (shortcut{}); f.take(&base.split, ref) {
			return f.append(dst, &base.split, ref), nil
		}
	}
	return a.append(r, dst, base, ref)
}

// Set returns u with a part set to what value means there, as the setters of the URL API do it: by the parser with u and
// the part's state as state override (2012, Living), by the part's setter rule (2015). A value that is refused
// changes nothing, or as much as the text had changed before. The steps of the API around that, such as removing a
// leading "?", are those of package decompose. The zero URL stays as it is, and so does each part that the edition does
// not have: in HTML5, which has no such parser, all.
//
// Spec: https://url.spec.whatwg.org/#concept-basic-url-parser; URL Standard 1.4 (12 January 2015); W3C URL 5.2 (8
// November 2012)
func (r Resolver) Set(u URL, part Part, value string) URL {
	a, err := r.algorithm(value)
	if err != nil || u.IsZero() {
		return u
	}
	return a.set(r, u, part, value)
}

// Step is one step of a resolution: its number and gist in the edition's text, and what it came to. The state machines
// of 2012 and today are step 9: there is one Step for each state, named by it. For 2015 the number is that of the rule
// in section 1.3.
type Step struct {
	Number int
	Text   string
	Value  string
}

// Explain resolves like Resolve and returns the steps that were taken, the failing one last. It reports nothing.
func (r Resolver) Explain(base URL, ref string) ([]Step, URL, error) {
	a, err := r.algorithm(ref)
	if err != nil {
		return nil, URL{}, err
	}
	return a.explain(r, base, ref)
}

// IsAbsolute tells whether s is an absolute URL: it resolves without a base.
//
// Spec: W3C HTML5 2.6.4 (2012), absolute URL
func (r Resolver) IsAbsolute(s string) bool {
	r.Report = nil
	_, err := r.Resolve(URL{}, s)
	return err == nil
}

// IsHierarchical tells whether s is a hierarchical URL: an absolute one that, resolved, has a slash after its scheme.
//
// Deviation: "a character immediately after the <scheme> component" skips the colon, or no URL would be hierarchical.
//
// Spec: W3C HTML5 2.6.4 (2012), hierarchical URL
func (r Resolver) IsHierarchical(s string) bool { return r.followsScheme(s, "/") }

// IsAuthorityBased tells whether s is an authority-based URL: an absolute one that, resolved, has two slashes after
// its scheme.
//
// Spec: W3C HTML5 2.6.4 (2012), authority-based URL
func (r Resolver) IsAuthorityBased(s string) bool { return r.followsScheme(s, "//") }

func (r Resolver) followsScheme(s, slashes string) bool {
	r.Report = nil
	u, err := r.Resolve(URL{}, s)
	if err != nil {
		return false
	}
	if a, err := r.algorithm(s); err != nil || a.hasGrammar && !isURLReference(u.s) {
		return false
	}
	return strings.HasPrefix(u.s[u.hierPart():], slashes)
}

// isURLReference tells whether the <scheme> component of HTML5 can be asked for.
func isURLReference(s string) bool {
	_, err := ParseComponents(s)
	return err == nil
}
