package browsertest

// Where the clauses are.
const (
	urlStandard  = "https://url.spec.whatwg.org/#"
	htmlStandard = "https://html.spec.whatwg.org/#"
)

// deviations are the differences of references, the outermost first.
var deviations = []Deviation{
	// Bases.
	{Name: "base-unparsable", Clause: htmlStandard + "set-the-frozen-base-url", With: unparsableBase,
		Why: "an unparsable base is about:blank, and nothing is relative to it"},
	{Name: "base-two-slashes", Clause: urlStandard + "url-serializing", With: baseTwoSlashes,
		Why: "relative to a URL without a host whose path begins with two slashes, a query alone loses the /. before" +
			" them"},
	{Name: "relative-backslash", Clause: urlStandard + "relative-state", With: relativeBackslash,
		Why: "backslashes are slashes in references relative to a URL that is not special, and two drop its host"},
	{Name: "base-no-path", Clause: urlStandard + "relative-state", With: baseNoPath,
		Why: "relative to a URL that is not special and has no path, path and query come behind its query and" +
			" fragment"},
	{Name: "base-empty", Clause: urlStandard + "no-scheme-state", With: answering(emptyBase),
		Why: "an empty base keeps the fragment of the address"},
	{Name: "base-query", Clause: htmlStandard + "set-the-frozen-base-url", With: baseQuery,
		Why: "the query of a base is in UTF-8"},

	// What is percent-encoded.
	{Name: "file-origin", Clause: urlStandard + "concept-url-origin", With: answering(fileOrigin),
		Why: "the origin of a file: URL is file://; the standard leaves that open, and advises an opaque one"},
	{Name: "data-whitespace", Clause: urlStandard + "concept-basic-url-parser", With: dataWhitespace,
		Why: "tabs and newlines in data: URLs are percent-encoded, not removed"},
	{Name: "query-encoding", Clause: urlStandard + "query-state", With: queryEncoding,
		Why: "queries of ws:, wss: and not special URLs, too, are in the encoding of the document"},
	{Name: "path-pipe", Clause: urlStandard + "path-percent-encode-set", With: inParts(pipeInPath),
		Why: "| is percent-encoded in paths"},
	{Name: "query-quote", Clause: urlStandard + "query-percent-encode-set", With: inParts(quoteInQuery),
		Why: "' is percent-encoded in every query, not only in those of special URLs"},
	{Name: "userinfo-quote", Clause: urlStandard + "userinfo-percent-encode-set", With: inParts(quoteInUserinfo),
		Why: "' is percent-encoded in user names and passwords"},

	// Hosts and files.
	{Name: "host-escapes", Clause: urlStandard + "forbidden-domain-code-point", With: hostEscapes,
		Why: "a space is allowed in hosts, and it and * are percent-encoded, before labels are encoded"},
	{Name: "file-localhost", Clause: urlStandard + "file-host-state", With: fileLocalhost,
		Why: "the host localhost of a file: URL stays"},
	{Name: "file-drive", Clause: urlStandard + "windows-drive-letter", With: fileDrive,
		Why: "there are no drive letters, as this is no Windows"},
	{Name: "file-slashes", Clause: urlStandard + "file-slash-state", With: fileSlashes,
		Why: "more than three slashes of a file: URL are three"},
	{Name: "file-host-end", Clause: urlStandard + "file-host-state", With: fileHostEnd,
		Why: "a file: URL has no query or fragment right behind a host"},
	{Name: "ipv6-percent", Clause: urlStandard + "concept-host-parser", With: ipv6Percent,
		Why: "IPv6 addresses are percent-decoded and mapped"},
	{Name: "ipv6-numbers", Clause: urlStandard + "concept-ipv6-parser", With: ipv6Numbers,
		Why: "the numbers of an IPv4 address in an IPv6 address may be octal or hexadecimal"},
	{Name: "opaque-host-bytes", Clause: urlStandard + "forbidden-host-code-point", With: opaqueHostBytes,
		Why: "of characters in opaque hosts the low byte of a code unit alone is looked at, so that U+042F is a slash"},

	// Paths.
	{Name: "opaque-space", Clause: urlStandard + "cannot-be-a-base-url-path-state", With: opaqueSpace,
		Why: "the last space of an opaque path before a query or fragment is not percent-encoded"},
	{Name: "base-backslash", Clause: urlStandard + "shorten-a-urls-path", With: baseBackslash,
		Why: "a backslash in the path of a base that is not special ends its folder, too"},
	{Name: "file-two-slashes", Clause: urlStandard + "url-serializing", With: fileTwoSlashes,
		Why: "a path of two slashes that is relative to a file: URL without a host has /. before it"},
	{Name: "dot-backslash", Clause: urlStandard + "path-state", With: dotBackslash,
		Why: "a backslash ends a dot segment of a URL that is not special, too"},
}

// setters are the differences of assignments, the outermost first. What is asked of them is about a serialized URL.
var setters = []Deviation{
	{Name: "file-localhost", With: driveLocalhost},
	{Name: "set-protocol", Clause: urlStandard + "scheme-state", With: setting(setProtocol, "protocol"),
		Why: "the scheme may change from not special to special"},
	{Name: "set-userinfo", Clause: htmlStandard + "dom-hyperlink-username",
		With: setting(setUserinfo, "username", "password"),
		Why:  "the attribute is written also if the URL cannot have a user name"},
	{Name: "set-port", Clause: htmlStandard + "dom-hyperlink-port", With: setting(setPort, "port"),
		Why: "the attribute is written also if the URL cannot have a port"},
	{Name: "set-host", Clause: htmlStandard + "dom-hyperlink-host", With: setting(setHost, "host"),
		Why: "a host that is none does not write the attribute, and one of a file: URL may be followed by a port"},
	{Name: "set-hostname", Clause: htmlStandard + "dom-hyperlink-hostname", With: setting(setHostname, "hostname"),
		Why: "a host that is none does not write the attribute"},
	{Name: "set-pathname", Clause: urlStandard + "path-state", With: setting(setPathname, "pathname"),
		Why: "a backslash ends a dot segment of a URL that is not special, too"},
	{Name: "set-search", Clause: htmlStandard + "dom-hyperlink-search", With: setting(setSearch, "search"),
		Why: "the query is in UTF-8, whatever the encoding of the document; a question mark alone removes it, and" +
			" tabs and newlines before one do not count"},
}

// allowances are the differences that are not predicted.
var allowances = []Deviation{
	{Name: "set-protocol-kind", Clause: urlStandard + "scheme-state", Allows: changesKind,
		Why: "a scheme that becomes special has what follows parsed again, even in vain"},
	{Name: "set-empty-host", Clause: urlStandard + "url-serializing", Allows: setsAfterEmptyHost,
		Why: "setters lose the empty host of a reference with characters beyond U+00FF to a URL that is not special"},
	{Name: "set-two-slashes", Clause: urlStandard + "url-serializing", Allows: setsOnTwoSlashes,
		Why: "setters may lose the /. before two slashes in a file: URL, or have it"},
	{Name: "set-nothing", Clause: urlStandard + "relative-state", Allows: setsNothing,
		Why: "what comes behind the query and fragment of a URL without a path is kept when nothing can be set"},
	{Name: "base-hidden-path", Clause: urlStandard + "relative-state", Allows: onHiddenPath,
		Why: "a base that is itself relative to a URL without a path has a path behind its query and fragment"},
	{Name: "base-opaque-backslash", Clause: urlStandard + "no-scheme-state", Allows: onOpaqueBackslash,
		Why: "references may be relative to an opaque path that begins with a backslash"},
}
