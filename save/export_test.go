package save

import (
	"io"

	"htmlurl/resolve"
)

// Names is names.
type Names struct{ names }

func (n *Names) Choose(u resolve.URL, kind string) string { return n.choose(u, kind) }

// WrapWriters lets all files of a Saver be written through what wrap returns.
func (s *Saver) WrapWriters(wrap func(io.Writer) io.Writer) { s.wrap = wrap }
