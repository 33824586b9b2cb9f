// Package policy decides about URLs as two policies of a document ask: its Content Security Policies may forbid the URL
// of a base element, and its referrer policy says what a request tells of the document. Both are pure functions over
// the URLs of Living, safe for concurrent use, and take time in proportion to their input.
//
// # How the texts are read
//
// Content Security Policy Level 3 is read by its steps, and left only where they contradict themselves:
//
//   - A host-source without a port is compared as one with an empty port: it matches a URL without a port only.
//   - By section 1.3, http://h:80 matches https://h:443, which the steps leave out: so it is where the scheme is
//     upgraded.
//   - The path of a URL starts with a slash, which joining its segments does not give.
//   - No IP address matches a host-source, as the steps say, nor does the host of a scheme that is not special: both
//     are no domains. The note that 127.0.0.1 matches is older. 'self' and scheme-sources match them.
//   - What does not match the grammar matches nothing, such as an expression with a query, or with "_" in its host.
//
// Referrer Policy and Secure Contexts are read as published:
//
//   - The keywords of the Referrer-Policy header are, as those of its grammar, in any ASCII case. A value that does
//     not match the grammar fails the header as a whole, and then there is no policy.
//   - A document of a file: URL has an opaque origin (see resolve.Resolver.Origin), so it is no referrer, and so are
//     the local schemes about, blob and data. The text lets user agents reduce any other referrer; here those that
//     are neither http: nor https: are none.
//   - As a target a file: URL is potentially trustworthy.
//   - The hosts localhost and those below it are potentially trustworthy: they are taken for loopback addresses.
//
// # Files
//
//   - csp.go: Policies, what they say about a base; source.go: source expressions
//   - referrer.go: ReferrerPolicy, where it comes from, and the referrer of a request; trustworthy.go: URLs that no
//     one on the way can read
//   - ascii.go: the ASCII case-insensitive way
package policy
