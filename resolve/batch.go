package resolve

import "htmlurl/internal/arena"

// Batch resolves many references, such as all of a page, with few allocations: the strings of the URLs lie one behind
// the other in chunks of memory. So a URL that is kept keeps alive up to 32 KB of others; URL.Clone lets go of them.
// The zero Batch is that of the zero Resolver. It must not be copied after its first use, and is not safe for
// concurrent use.
type Batch struct {
	Resolver Resolver // may be changed between references, as may their base

	memory memory
}

// Resolve is Resolver.Resolve, in shared memory.
func (b *Batch) Resolve(base URL, ref string) (u URL, err error) {
	err = b.ResolveTo(&u, &base, ref)
	return u, err
}

// ResolveTo is Resolve that sets u, which may be the base. It is faster: a URL is not small.
func (b *Batch) ResolveTo(u, base *URL, ref string) error {
	a, err := b.Resolver.algorithm(ref)
	if err != nil {
		*u = URL{}
		return err
	}
	if a.shortcut && b.Resolver.Report == nil {
		if f := (shortcut{}); f.take(&base.split, ref) {
			f.set(&u.split, &b.memory, &base.split, ref)
			return nil
		}
	}
	*u, err = a.resolve(b.Resolver, &b.memory, *base, ref)
	return err
}

// memory is where the strings of a batch are. Nil is the heap, where each is by itself.
type memory struct {
	urls  arena.Arena
	parts arena.Arena // components, until a URL is put together
}

// url returns a whole URL as a string.
func (m *memory) url(u []byte) string {
	if m == nil {
		return string(u)
	}
	return m.urls.String(u)
}

// concat returns a whole URL that comes in two parts.
func (m *memory) concat(s, t string) string {
	if m == nil {
		return s + t
	}
	return m.urls.Concat(s, t)
}

// part returns a component as a string.
func (m *memory) part(p []byte) string {
	if m == nil {
		return string(p)
	}
	return m.parts.String(p)
}
