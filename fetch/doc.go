// Package fetch fetches resources as HTML5 says, over net/http: with the referrer of the document that fetches,
// redirects that are resolved by the rules of an edition, origins and CORS settings, and gives documents with their
// true address:
//
//	d, err := fetch.Document(ctx, "https://example.com/news/")
//	fmt.Println(d.Address(), d.Base())
//
// # A client
//
// A Client holds the rules, the manners and the limits. Its zero value sends no request to loopback or private
// addresses, whatever a name resolves to or a redirect says, opens no files, keeps no cookies, and gives up what is too
// long or too slow.
//
//	client := &fetch.Client{Edition: resolve.Living, Robots: true, Delay: time.Second, Retries: 3}
//	response, err := client.FetchLink(ctx, link) // a reference of a document, as a browser would request it
//
// A response of any status is a Response; every error is an *Error, which names the URL and the reason.
//
// # How the texts are read
//
// The referrer, the flags and the steps are those of W3C HTML5 2.7.2 (2012). Where it leaves something to others:
//
//   - The Referer field has no userinfo, and is left out from https: to http:, as HTTP wants.
//   - Redirects are the statuses 301, 302, 303, 307 and 308 with a Location, which is resolved against the URL that gave
//     it. Without a fragment it inherits that of this URL. Several different Location fields are an error.
//   - HTTP wants the user's confirmation where an unsafe method is redirected: Client.Confirm. In Living 301 and 302 make
//     a POST a GET instead, and nobody is asked.
//   - Cross-origin requests are those of the W3C Recommendation Cross-Origin Resource Sharing (2014). There are no
//     preflight requests: a request that would need one is refused.
//   - The origins of file: URLs are opaque.
//
// Where it is not followed as printed:
//
//   - Deviation: "the new request must include the same headers as the original request", but Authorization and Cookie
//     fields of the caller go to the origin of the first request only.
//   - Deviation: a redirect leads from HTTP to any scheme "using the target of the redirect", but never to file:. In
//     Living it leads to HTTP only, as today's rules say.
//   - Deviation: a GET that is redirected to a URL of its own chain fails at once, when no cookies were kept on the way, and
//     not after the 20 redirects of today's rules.
//
// # Files
//
//   - client.go: Client, and what it keeps; request.go: Request; referrer.go: its referrer; response.go: Response, its
//     type
//   - main.go: the main step, by scheme; http.go: requests by HTTP; wire.go: URLs as HTTP has them
//   - redirect.go: redirects; origin.go: origins; cors.go: CORS-enabled fetch; document.go: documents, and their
//     references
//   - body.go: bodies and limits; clock.go: the time that a fetch may take
//   - coding.go: content codings; sniff.go: types by content
//   - guard.go: addresses that are not for everyone; share.go: requests that share a download
//   - robots.go, robotrules.go, pace.go, retry.go: manners
//   - cache.go: what may be kept; conditional.go: requests with what is kept; cachedir.go: a folder that keeps it
//   - ports.go: ports that are for other protocols; data.go, local.go: resources that need no network; errors.go: what can fail
package fetch
