package rewrite

// The functions that find a reference from one URL to another, for tests.
var (
	RelativeTo       = relative
	RootRelativeTo   = rootRelative
	SchemeRelativeTo = schemeRelative
)
