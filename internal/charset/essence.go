package charset

// Essence returns the type and subtype of the MIME type in a Content-Type header field, in lower case, such as
// "text/html", or "" if it has none. Of a field that was sent twice the last MIME type counts.
//
// Spec: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
func Essence(contentType string) string {
	essence := ""
	for _, value := range splitValues(contentType) {
		if e := mimeEssence(value); e != "" && e != "*/*" {
			essence = e
		}
	}
	return essence
}
