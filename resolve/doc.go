// Package resolve turns a reference, a base URL and a document's character encoding into an absolute URL, by the rules
// of one published edition.
//
//	var r resolve.Resolver // HTML5, UTF-8
//	base, err := r.Parse("http://example.com/dir/page.html")
//	u, err := r.Resolve(base, "../image.png") // http://example.com/image.png
//
// # How the editions are read
//
// HTML5 (W3C HTML5 section 2.6, drafts of 2011 and 2012) is read as printed, and left only where the text contradicts
// itself or says nothing:
//
//   - White space around a URL is space characters (U+0020, tab, LF, FF, CR), as in 2011. NBSP and other controls stay.
//   - Parsing follows the grammar of RFC 3986 as the text widens it, the first match winning: an IP literal before a
//     <reg-name>, in which "[" is as good as a letter. Components are substrings.
//   - ToASCII is IDNA2003 (RFC 3490, nameprep of Unicode 3.2), label by label. Labels of ASCII characters keep their
//     case; "_" is an error; an empty host and the root label at its end are allowed, no other empty labels; IP literals
//     are left alone. A run of percent-encoded octets in a host is UTF-8 as a whole, or an error.
//   - Path and query are escaped character by character, also in URLs that are not hierarchical. In a stateful encoding
//     each character stands alone. What the encoding lacks becomes a bare "?". Userinfo and fragment are not
//     escaped.
//   - Relative resolution (RFC 3986 5.2) is strict: "http:g" is absolute. It removes dot segments also from paths that
//     are not hierarchical. The base is used as it is.
//   - Step 10 makes an error of a data: URL with an authority, and of a path that starts with "//" without one; it
//     supplies the path "/" for http, https and ftp. Nothing else is normalised: not case, not default ports.
//   - Step 12 makes slashes of the backslashes that are left in userinfo, fragment and what comes from the base, for ftp,
//     gopher, http, https, ws and wss.
//   - The reserved about: URLs resolve to themselves.
//   - In <hostport>, ports are compared as numbers, and an empty <port> is no port.
//   - "A character immediately after the <scheme> component" is the one after the colon.
//   - xml:base is XML Base, second edition: escaped by its section 3.1, resolved by RFC 3986 5.2, without its fragment;
//     nothing is stripped or converted. One that gives no URL is ignored.
//
// URL2012 (W3C URL, Editor's Draft of 8 November 2012) is read as printed, and left only where the text contradicts itself
// or says nothing:
//
//   - A character that is no scheme's ends the protocol setter; it does not destroy the URL.
//   - "file" keeps its scheme in the relative state, and takes over host, port, path and query only from a file: base.
//   - The userinfo ends at the last "@", and the host starts right behind it. It is never taken over from the base.
//   - Hosts, whose parsing is not written, are kept as they are: not lowercased, converted, escaped or checked.
//   - Ports, whose parsing is not written, lose leading zeros and the scheme's default. They have no upper limit, and an
//     empty one in a setter keeps the old port. A tab or line end in a port is fatal, as printed.
//   - The conditions of "." and ".." on the character behind them are the wrong way round: the empty string is appended
//     when no slash follows; after "..", also to an empty path.
//   - An encoding override of utf-16 means utf-8. In a stateful encoding each character stands alone. What the encoding
//     lacks is %3F.
//   - There are no validation errors, so Report is never called.
//
// URL2015 (URL Standard, 12 January 2015) is read as printed, and left only where the text contradicts itself or its
// examples. What its diagrams leave open, what is optional and what is repeated, is that of the grammar they were drawn from.
//
//   - Rows that fail leave no trace; a parse exception ends everything.
//   - 1.3.2: the steps under the examples 2 and 3 have changed places. The drive is the letter that the rule matched; base.path
//     is put before result.path when that is set. "x|y" is a file: URL in any document, as printed.
//   - 1.3.3: a relative scheme fails there; the condition is inverted.
//   - 1.3.4: rows 1 and 4 fail on a base whose scheme is no relative scheme. Rows 3 and 4 take only the base's host and path, as
//     printed: port, userinfo and query are lost. The "scheme" of rows 2 and 3 is non-file-relative-scheme.
//   - 1.3.6: a full stop is U+002E. A scheme has no digits, as printed.
//   - 1.3.7: the host is what follows the last "@". An empty host is allowed without userinfo, also in the setters.
//   - 1.3.10 to 1.3.12: an IP address counts only before one of "/ \ ? # :" or the end. Where a domain is tried as an
//     IPv4 address, a number out of range is no match. IPv6 addresses are those of RFC 4291.
//   - 1.3.13: with backtracking, "018" is a decimal number.
//   - 1.3.17: a port ends before "#", too. "If input was not set" means url: setters cut a bad port off, the parser fails.
//   - 1.3.18: the two bullets under "." have changed places. A leading ".." is only removed, as printed: "../x" on /a/b/c is
//     /a/b/x.
//   - 1.5: cleansing uses the encoding override for user, password and path, too, as printed. The string is encoded as a
//     whole, what the encoding lacks as "&#N;", and then bytes are escaped: "表" in Shift_JIS is "%95\". utf-16 means utf-8.
//   - Domain to ASCII does without the hyphen checks of UTS #46.
//
// Living (WHATWG URL Standard, see LivingRevision) is read as published. Of the validation errors that concern all of a
// reference, white space around it and tabs or newlines in it, the first place is reported. Domains are those of
// UTS #46 with the data of Unicode 17. A byte that is no UTF-8 counts as U+FFFD, which is a valid character.
//
// The comments marked "Deviation:" stand where the code follows such a reading.
//
// # Files
//
//   - resolver.go: Resolver, what one can ask; batch.go: Batch, for many references
//   - html5.go: the steps of HTML5, in their order; html5_grammar.go: its component parts; html5_escape.go: what steps 6 to 8
//     do to them; html5_xmlbase.go: XML Base
//   - url2012.go: URL2012; url2012_states.go: its states; url2012_setters.go; url2012_validity.go: its valid URLs
//   - url2015.go: URL2015; url2015_rules.go: its grammar, without url2015_host.go: hosts and ports; url2015_functions.go: what
//     the rules ask for, section 1.5; url2015_setters.go
//   - living.go: the states of Living before the path; living_path.go: those from the path on; living_host.go and
//     living_ip.go: hosts; living_setters.go: state overrides; living_errors.go: errors and steps; living_fast.go: the short
//     way for most URLs
//   - url.go, split.go: URL, one string and the offsets of its components; reference.go: its components as strings, to change
//     them; rfc3986.go: relative resolution
//   - sets.go: character classes and percent-encode sets of all texts; percent.go: percent-encoding and decoding; ip.go: IP
//     addresses
//   - origin.go: origins; validity.go: valid URLs, violations
//   - errors.go, edition.go, encoding.go
package resolve
