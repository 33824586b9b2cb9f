// Package syntax knows the little languages in which an attribute, a text or a header holds several URLs. Each parser
// takes a string and yields the references in it, in the order of the text, with byte offsets into that string. None of
// them resolves a URL, and none fails: what its language drops, it drops.
//
// All parsers take time linear in the length of the text, whatever bytes it holds. They keep no state, so all are safe
// for concurrent use. Outside of JSON, values are substrings of the text wherever no escape stands in them.
//
// A map of the files: reference.go is what they yield. srcset.go has the srcset attribute, lists.go the plain lists,
// refresh.go the refresh pragma and header, linkheader.go the Link header. css.go finds references in CSS with the
// help of csstokens.go, which is the tokenizer, and cssescape.go; cssvalue.go does so in a value alone. json.go reads
// JSON with the place of each string, for importmap.go and speculation.go. write.go has the inverse: how a new URL is
// written in the place of a reference; writerefresh.go, writecss.go and writejson.go do so for languages with quotes and
// escapes.
package syntax
