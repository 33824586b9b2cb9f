package fetch_test

import "regexp"

// known is a kind of difference between a browser and this package.
type known struct {
	count   int            // how many cases
	names   *regexp.Regexp // of the cases
	aspects string         // in which they differ; any if this is empty
	reason  string         // who is right, and why
}

// chromiumLedger are the differences of TestChromium. The first entry that fits a case is its own.
var chromiumLedger = []known{
	// Chromium leaves the standard.
	{93,
		regexp.MustCompile(`crossorigin/page: (object image|poster|.*) same$|scr-redirects/|/cookies/page: (other host of a module|module|other host with|there and back with)|` +
			`same/page: |userinfo/page: crossorigin http://a`), "Origin",
		"Chromium: Origin is sent to the own origin as well, if CORS is asked for; Fetch has none for GET"},
	{7, regexp.MustCompile(`/frames/.*sandbox`), "Origin",
		"Chromium: requests of a sandboxed document to the host of its parent have an Origin without CORS"},
	{19, regexp.MustCompile(`/nested/.*sandbox`), "Origin, Cookie",
		"SameSite is not known to net/http/cookiejar: sandboxed documents get no cookies; and they have an Origin, as above"},
	{1, regexp.MustCompile(`sandbox.*iframe`), "Origin, Cookie, end",
		"a sandboxed document has no script that reports where it is; and the cookies, as above"},
	{1, regexp.MustCompile(`sandbox.*iframe|iframe sandbox src`), "Origin, end",
		"a sandboxed document has no script that reports where it is; and the Origin, as above"},
	{2, regexp.MustCompile(`sandbox.*iframe|iframe sandbox src`), "end",
		"a sandboxed document has no script that reports where it is"},
	{23, regexp.MustCompile(`/\d\d.*: style|userinfo/page: style`), "Referer",
		"Chromium: CSS in a document is fetched by the default policy, whatever that of the document is"},
	{6, regexp.MustCompile(`https://a.test/\d\d\?q: .*(127.0.0.1|localhost)`), "Referer",
		"Chromium: loopback addresses are no trustworthy targets; Secure Contexts has them as such"},
	{10, regexp.MustCompile(`^http://(127.0.0.1|localhost)/`), "Referer",
		"Chromium: loopback addresses are no trustworthy sources; Secure Contexts has them as such"},
	{3, regexp.MustCompile(`referrerpolicy="(never|always)"`), "Referer",
		"Chromium: the old words of meta elements count in attributes, too"},
	{2, regexp.MustCompile(`Referrer-Policy: origin, x y`), "Referer",
		"Chromium: a field with a syntax error counts in redirects (but not in documents)"},
	{2, regexp.MustCompile(`[/}]\|\^`), "requests", "Chromium: | is escaped in paths; URL does not"},
	{10, regexp.MustCompile(`/\d\d/\|`), "Referer",
		"Chromium: | is escaped in paths, also of the referrer; URL does not"},
	{2, regexp.MustCompile(`http://a b`), "", "Chromium: a space is allowed in a host; URL forbids it"},
	{2, regexp.MustCompile(`"Location: ?"`), "",
		"Chromium: an empty Location is none; Fetch resolves it, which leads in a circle"},
	{3, regexp.MustCompile(`iframe #.* to #?$`), "end", "Chromium: an empty fragment is lost in redirects"},
	{12, regexp.MustCompile(`user(:\w+)?@.*http://user|(locations|targets)/.*user(:pass)?@`), "requests, end",
		"Chromium: no subresources, and no redirects, with a user name in the URL; Fetch has them"},
	{3, regexp.MustCompile(`user:pass@a.test/userinfo/.*user:`), "",
		"Chromium: no subresources with another user name; Fetch has them"},
	{5, regexp.MustCompile(`user:pass@a.test/userinfo/`), "",
		"decision: the user name of a URL is sent at once, not only when the server asks for it"},
	{6, regexp.MustCompile(`/targets/.*\\n.*<`), "",
		"Chromium: no URLs with a line break and a less-than sign; Fetch has them"},
	{4, regexp.MustCompile(`: input (crossorigin|unshared|same)`), "",
		"Chromium: asks twice, with CORS and without; HTML has no crossorigin for input"},
	{8, regexp.MustCompile(`: svg (image|xlink) (crossorigin|unshared|same)`), "",
		"Chromium: asks twice, without CORS and with it"},
	{6, regexp.MustCompile(`: svg (script|feImage) (crossorigin|unshared)`), "",
		"Chromium: no crossorigin in SVG script and feImage, which SVG and Filter Effects have"},
	{2, regexp.MustCompile(`: object image referrerpolicy=(no-referrer|unsafe-url)$`), "Referer",
		"Chromium: referrerpolicy counts for an image in an object; HTML has none for object"},
	{3, regexp.MustCompile(`: object image (crossorigin|unshared)`), "",
		"Chromium: an image in an object is asked for as an image is; HTML has no crossorigin for object"},

	// This package leaves the standard.
	{19, regexp.MustCompile(`: (font|mask|shape)( .*)?$`), "",
		"ours: fonts, masks and shapes of CSS are asked for with CORS"},
	{3, regexp.MustCompile(`/order/page: after`), "Referer",
		"ours: a meta element changes the policy only for what comes after it"},
	{24, regexp.MustCompile(`^https://a.test/`), "",
		"ours: Mixed Content wants http: images in https: pages asked for by https:, and blocks the rest"},

	// Decisions, and what net/http does.
	{1, regexp.MustCompile(`: circle`), "requests", "decision: a circle ends at once, not after 20 redirects"},
	{1, regexp.MustCompile(`"404"`), "",
		"decision: a script with an error status is a response; who asks looks at the status"},
	{4, regexp.MustCompile(`\\x(01|7f)`), "", "net/http: controls in header fields are errors"},
	{1, regexp.MustCompile(`Location : `), "", "net/http: a field name with a space behind it is another"},
	{2, regexp.MustCompile(`/cookies/page: "(__Host|__Secure)`), "Cookie",
		"cookiejar: prefixes of names do not count"},
	{2, regexp.MustCompile(`/cookies/page: .*(SameSite=None"|Partitioned)`), "Cookie",
		"cookiejar: takes SameSite=None and Partitioned without Secure"},
	{1, regexp.MustCompile(`/cookies/page: .*Domain=test`), "Cookie",
		"cookiejar: without a list of public suffixes takes cookies for them"},
	{2, regexp.MustCompile(`/cookies/page: .*Expires=`), "Cookie", "net/http: reads only two forms of dates"},
	{3, regexp.MustCompile(`/cookies/page: "(v|=v|k\{\});`), "Cookie",
		"net/http: takes no cookies without a name or without an equals sign"},
	{5, regexp.MustCompile(`/cookies/page: "k\{\}=`), "Cookie",
		"net/http: takes no values with quotes, backslashes or what is not ASCII"},
	{7, regexp.MustCompile(`/cookies/page: "`), "Cookie", "net/http: takes names only if they are tokens"},
	{2, regexp.MustCompile(`/cookies/page: (secure site|sandboxed image)`), "",
		"SameSite is not known to net/http/cookiejar"},
}

// typesLedger are the differences of TestChromiumTypes.
var typesLedger = []known{
	{1, regexp.MustCompile(`^"image/[a-z]+"`), "",
		"Chromium: believes image types of pages; MIME Sniffing looks at the image"},
	{5, regexp.MustCompile(`^"none" "nosniff.*Chromium text/plain`), "",
		"Chromium: with nosniff, what has no type is text; MIME Sniffing looks for all that is not scripted"},
	{1, regexp.MustCompile(`(?i)^"(text/plain|text/html, text/plain).*Chromium (image/|download)`), "",
		"Chromium: finds archives and images in binary text, and for all ways to write the type; MIME Sniffing does not"},
	{7, regexp.MustCompile(`"<p\\[tn]x"|"<p/>x"|"<bx>"|"<!--x"`), "",
		"Chromium: takes tags for HTML whatever follows; MIME Sniffing wants a space or a greater-than sign"},
	{1, regexp.MustCompile(`Chromium text/plain, ours text/html`), "",
		"Chromium: looks at fewer bytes; MIME Sniffing at 1445"},
	{3, regexp.MustCompile(`Chromium download, ours (image/x-icon|audio/wave|application/ogg)`), "",
		"Chromium: does not look for icons, waves and Ogg"},
}
