package browsertest

// documentDeviations are the differences of documents beside those of references. CompareDocument tells where they are.
var documentDeviations = []Deviation{
	{Name: "encoding-undeclared", Clause: htmlStandard + "determining-the-character-encoding",
		Why: "without a declaration Chromium guesses from the bytes; this library takes UTF-8 or windows-1252"},
	{Name: "encoding-escape", Clause: "https://encoding.spec.whatwg.org/#iso-2022-jp-decoder",
		Why: "the last byte of a broken escape sequence is no error of its own"},
	{Name: "frameset-errors", Clause: htmlStandard + "parsing-main-inbody",
		Why: "U+FFFD does not count as text where a frameset may come"},
	{Name: "policy-star", Clause: "https://w3c.github.io/webappsec-csp/#match-url-to-source-expression",
		Why: "base-uri * allows bases of ws:, wss: and ftp:"},
	{Name: "reflect-stripped", Clause: htmlStandard + "reflecting-content-attributes-in-idl-attributes",
		Why: "without a URL, IDL attributes give the content attribute without the white space around it"},
	{Name: "reflect-form", Clause: htmlStandard + "dom-fs-action",
		Why: "without a URL, action and formAction give what was parsed until it failed"},
	{Name: "reflect-form-spaces", Clause: htmlStandard + "dom-fs-action",
		Why: "an action of white space alone counts as empty"},
	{Name: "frame-unparsable", Clause: htmlStandard + "shared-attribute-processing-steps-for-iframe-and-frame-elements",
		Why: "a frame whose src has no URL shows about:blank#blocked, which inherits no base"},
	{Name: "frame-elsewhere", Clause: htmlStandard + "navigate",
		Why: "a frame that may not go where its src leads stays at about:blank"},
	{Name: "frame-about", Clause: "https://fetch.spec.whatwg.org/#scheme-fetch",
		Why: "a frame shows an empty document for every about: URL"},
	{Name: "request-early", Clause: htmlStandard + "dynamic-changes-to-base-urls",
		Why: "what stands before the base element is requested when it is parsed, relative to the fallback base URL;" +
			" this library tells what references mean when all is parsed"},
	{Name: "request-blocked", Clause: "https://fetch.spec.whatwg.org/#main-fetch",
		Why: "nothing is requested with a user name in the URL, or with a line break and a less-than sign in the" +
			" reference or the base element"},
	{Name: "request-spaces", Clause: htmlStandard + "update-the-image-data",
		Why: "a src of white space alone counts as empty"},
	{Name: "request-mixed", Clause: "https://w3c.github.io/webappsec-mixed-content/#algorithms",
		Why: "http: in a page of https: is requested by https:, or not at all; Links tell URLs, not requests"},
	{Name: "request-speculative", Clause: htmlStandard + "speculative-html-parsing",
		Why: "the speculative parser takes elements of SVG, MathML and templates for those of HTML, also for base" +
			" elements, and does not know the fallback base URL"},
	{Name: "request-unparsable", Clause: htmlStandard + "tables-2",
		Why: "a background that has no URL is parsed again, and then requested"},
}
