package source

// NewTokens returns a Scanner that no tree builder tells anything: it sees the tags that html.Tokenizer sees alone.
func NewTokens(page []byte) *Scanner {
	s := New(page, true)
	s.builder.mode = ignoring
	return s
}
