package charset

func (e Encoding) Holds(r rune) bool { return true }

func (o *Offsets) AppendReplacement(dst []byte, a, b int, text string) (out []byte, start, end int) {
	return append(dst, text...), o.Start(a), o.End(b)
}
