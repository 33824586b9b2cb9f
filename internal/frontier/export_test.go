package frontier

// SetBounds sets how many changes there are between commits, keys in the index, keys merged at once, and keys that are
// remembered.
func (o *Options) SetBounds(changes, index, merge, recents int) {
	o.bounds = bounds{changes, index, merge, recents}
}

// SetMaxSize limits how long the file of the state may get, as a full disk does.
func (f *Frontier) SetMaxSize(size int) { f.store.db.MaxSize = size }

// Reread reads what is stored for an item, and returns what would be stored for that.
func Reread(value []byte) ([]byte, error) {
	it, err := readItem(value)
	return it.appendValue(nil), err
}
