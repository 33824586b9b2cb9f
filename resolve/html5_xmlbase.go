package resolve

// XMLBase returns the base URI that an xml:base attribute of that value gives inside base. The fragment is dropped;
// white space is not stripped, and the host not converted.
//
// Deviation: XML Base knows no errors. A value that does not give a URL with a scheme, because it is relative to nothing
// or its scheme is none, leaves base as it is; otherwise every reference inside would have a URL that is none.
//
// Spec: W3C HTML5 2.6.4 step 4 (2012); XML Base, second edition, sections 3.1 and 4
func XMLBase(base URL, value string) URL {
	u := splitReference(percentEncode(nil, value, &xmlBaseEscapeSet))
	var r reference
	r.set(&u)
	r.fragment, r.has = "", r.has&^hasFragment
	r.transform(&base.split)
	out, _ := r.append(nil)
	target := splitReference(string(out))
	if !isScheme(target.s[:target.scheme]) {
		return base
	}
	return URL{target}
}
