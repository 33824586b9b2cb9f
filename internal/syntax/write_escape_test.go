package syntax_test

import "testing"

// https://drafts.csswg.org/cssom-1/#serialize-a-string, https://drafts.csswg.org/css-syntax-3/#consume-url-token
func TestWriteCSS(t *testing.T) {
	checkCases(t, "css", 31, []writeCase{
		{"no quotes", `a{b:url(«x»)}`, `y.png?a=b#c`, `a{b:url(y.png?a=b#c)}`},
		{"white space around", "a{b:url(\n«x» )c}", `y`, "a{b:url(\ny )c}"},
		{"escapes before", `a{b:url(«\78 \"»)}`, `y`, `a{b:url(y)}`},
		{"special characters without quotes", `a{b:url(«x»)}`, `\"'()`, `a{b:url(\\\"\'\(\))}`},
		{"white space without quotes", `a{b:url(«x»)}`, " y\t\nz\r\n\f", `a{b:url(\20 y\9 \a z\d \a \c )}`},
		{"control characters without quotes", `a{b:url(«x»)}`, "\x01\x1f\x7f\u0080", "a{b:url(\\1 \\1f \\7f \u0080)}"},
		{"an escape before a digit", `a{b:url(«x»)}`, "\n1 \nf", `a{b:url(\a 1\20 \a f)}`},
		{"empty without quotes", `a{b:url( «x» )}`, ``, `a{b:url(  )}`},
		{"it was empty", `a{b:url(«»)}`, `"x"`, `a{b:url(\"x\")}`},
		{"the end of the text without quotes", `a{b:url(«x»`, `y )`, `a{b:url(y\20 \)`},
		{"a space at the end of the text", `a{b:url(«x»`, `y `, `a{b:url(y\20 `},
		{"a space before white space", "a{b:url(«x»\n", `y `, "a{b:url(y\\20 \n"},
		{"a backslash at the end of the text without quotes", `a{b:url(«x\»`, `y`, `a{b:url(y`},
		{"not writable", `a{b:url(«x»)}`, `é№😀<`, `a{b:url(é\2116 \1f600 \3c )}`},
		{"not writable in a string", `a{b:url("«x»")}`, `é№1</style>`, `a{b:url("é\2116 1\3c /style>")}`},
		{"double quotes", `a{b:url("«x»") c}`, `y z'"\)`, `a{b:url("y z'\"\\)") c}`},
		{"single quotes", `a{b:url( '«x»' )}`, `y z'"\)`, `a{b:url( 'y z\'"\\)' )}`},
		{"control characters in a string", `a{b:url("«x»")}`, "\t\r\n\f\x01\x7fa ",
			`a{b:url("\9 \d \a \c \1 \7f a ")}`},
		{"empty in a string", `a{b:url("«x»")}`, ``, `a{b:url("")}`},
		{"no closing quote", `a{b:url("«x»`, `y"`, `a{b:url("y\"`},
		{"no closing quote and nothing", `a{b:url("«x»`, ``, `a{b:url("`},
		{"no closing quote and a backslash in the value", `a{b:url('«x»`, `y\`, `a{b:url('y\\`},
		{"no closing quote and white space", `a{b:url('«x»`, "y\n ", `a{b:url('y\a  `},
		{"a backslash at the end of the text", `a{b:url("«x»\`, `y\`, `a{b:url("y\\\`},
		{"src()", `a{b:src("«x»")}`, `y"`, `a{b:src("y\"")}`},
		{"an image set", `a{b:image-set("x" 1x, '«y»' 2x)}`, `z'`, `a{b:image-set("x" 1x, 'z\'' 2x)}`},
		{"a URL in an image set", `a{b:image-set(url(«x») 1x, 'y' 2x)}`, ` `, `a{b:image-set(url(\20 ) 1x, 'y' 2x)}`},
		{"@import with a string", `@import '«x»' print;`, `y;"' `, `@import 'y;"\' ' print;`},
		{"@import with a URL", `@import url(«x»);@import "y";`, `;`, `@import url(;);@import "y";`},
		{"what begins and ends comments", `a{b:url("«x»")}`, `/**/-->`, `a{b:url("/**/-->")}`},
		{"an escape as it is", `a{b:url(«x»)}`, `\41 `, `a{b:url(\\41\20 )}`},
	})
}

// https://html.spec.whatwg.org/multipage/webappapis.html#parse-an-import-map-string
func TestWriteImportMap(t *testing.T) {
	checkCases(t, "importmap", 29, []writeCase{
		{"an address", `{"imports":{"a":"«/x»"}}`, `./y`, `{"imports":{"a":"./y"}}`},
		{"above the base", `{"imports":{"a":"«/x»"}}`, `../y`, `{"imports":{"a":"../y"}}`},
		{"another base", `{"imports":{"a":"«/x»"}}`, `https://h/y`, `{"imports":{"a":"https://h/y"}}`},
		{"another base again", `{"imports":{"a":"«data:,»"}}`, `/y`, `{"imports":{"a":"/y"}}`},
		{"a strange scheme", `{"imports":{"a":"«/x»"}}`, `Z9+-.:`, `{"imports":{"a":"Z9+-.:"}}`},
		{"escapes", `{"imports":{"a":"«\u002Fx»"}}`, "/\"\\\b\n\x7fé/",
			`{"imports":{"a":"/\"\\\u0008\u000a\u007fé/"}}`},
		{"a control character that is not ASCII", `{"imports":{"a":"«/x»"}}`, "/\u0080",
			"{\"imports\":{\"a\":\"/\u0080\"}}"},
		{"not writable", `{"imports":{"a":"«/x»"}}`, `/№😀</script>`,
			`{"imports":{"a":"/\u2116\ud83d\ude00\u003c/script>"}}`},
		{"an address that was none", `{"imports":{"a":"«x»"}}`, `/y`, `{"imports":{"a":"/y"}}`},
		{"an address that becomes none", `{"imports":{"a":"«/x»"}}`, `y`, ``},
		{"an address that stays none", `{"imports":{"a":"«x»"}}`, `y`, ``},
		{"an empty address", `{"imports":{"a":"«/x»"}}`, ``, ``},
		{"a dot", `{"imports":{"a":"«/x»"}}`, `.y`, ``},
		{"white space before an address", `{"imports":{"a":"«/x»"}}`, ` /y`, ``},
		{"a digit before a colon", `{"imports":{"a":"«/x»"}}`, `1a:y`, ``},
		{"nothing before a colon", `{"imports":{"a":"«/x»"}}`, `:y`, ``},
		{"no scheme before a colon", `{"imports":{"a":"«/x»"}}`, `a_b:y`, ``},
		{"not ASCII before a colon", `{"imports":{"a":"«/x»"}}`, `aé:y`, ``},
		{"a prefix", `{"imports":{"a/":"«/x/»"}}`, `/y/`, `{"imports":{"a/":"/y/"}}`},
		{"a prefix without its slash", `{"imports":{"a/":"«/x/»"}}`, `/y`, ``},
		{"a prefix with a query", `{"imports":{"a/":"«/x/»"}}`, `/y/?`, ``},
		{"a slash that none asked for", `{"imports":{"a":"«/x»"}}`, `/y/`, `{"imports":{"a":"/y/"}}`},
		{"a scope", `{"scopes":{"«x»":{"a":"/x"}}}`, `y"`, `{"scopes":{"y\"":{"a":"/x"}}}`},
		{"an empty scope", `{"scopes":{"«x»":{}}}`, ``, `{"scopes":{"":{}}}`},
		{"an address in a scope", `{"scopes":{"x":{"a":"«/x»"}}}`, `/y`, `{"scopes":{"x":{"a":"/y"}}}`},
		{"an address in a scope becomes none", `{"scopes":{"x":{"a":"«/x»"}}}`, `y`, ``},
		{"a module", `{"integrity":{"«/x»":"z"}}`, `h:`, `{"integrity":{"h:":"z"}}`},
		{"a module that ends in a slash", `{"integrity":{"«/x/»":"z"}}`, `/y`, `{"integrity":{"/y":"z"}}`},
		{"a module that becomes none", `{"integrity":{"«/x»":"z"}}`, `y`, ``},
	})
}

// https://html.spec.whatwg.org/multipage/speculative-loading.html#parse-a-speculation-rule
func TestWriteSpeculationRules(t *testing.T) {
	checkCases(t, "speculation", 6, []writeCase{
		{"a URL", `{"prefetch":[{"urls":["x", "«y»"]}]}`, `z`, `{"prefetch":[{"urls":["x", "z"]}]}`},
		{"empty", `{"prefetch":[{"urls":["«x»"]}]}`, ``, `{"prefetch":[{"urls":[""]}]}`},
		{"it was empty", `{"prefetch":[{"urls":["«»"]}]}`, ` `, `{"prefetch":[{"urls":[" "]}]}`},
		{"escapes", `{"prerender":[{"urls":["«\"»"]}]}`, "\t\"\\", `{"prerender":[{"urls":["\u0009\"\\"]}]}`},
		{"not writable", `{"prefetch":[{"urls":["«x»"]}]}`, `<!--😀`,
			`{"prefetch":[{"urls":["\u003c!--\ud83d\ude00"]}]}`},
		{"another base", `{"prefetch":[{"relative_to":"document","urls":["«x»"]}]}`, `y`,
			`{"prefetch":[{"relative_to":"document","urls":["y"]}]}`},
	})
}
