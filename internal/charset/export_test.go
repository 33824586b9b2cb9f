package charset

// NewReader returns a Reader with other sizes, of at least 8 and 1 bytes: those of the first piece and of the others.
func NewReader(prefix, piece int) *Reader { return &Reader{prefix: prefix, piece: piece} }

// Kept returns how many bytes the buffers of a Reader have, for the page and for its text.
func (r *Reader) Kept() (page, text int) { return cap(r.window), cap(r.text) }
