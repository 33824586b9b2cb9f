package frontier

import (
	"encoding/binary"
	"hash/crc32"
)

// item is what has a number in the queue: an entry, or only the key of a page that was visited.
type item struct {
	key     key
	visitor uint64 // the number of the entry that visited the page, if isKey
	isKey   bool
	entry   Entry
}

// The kinds of items in the store.
const (
	entryItem = 'e'
	keyItem   = 'k'
)

// appendValue appends what the store has for an item: the kind, the key, and then the number, or the depth and the
// strings, of which the last needs no length.
func (it *item) appendValue(dst []byte) []byte {
	if it.isKey {
		dst = append(append(dst, keyItem), it.key[:]...)
		return binary.BigEndian.AppendUint64(dst, it.visitor)
	}
	dst = append(append(dst, entryItem), it.key[:]...)
	dst = binary.AppendVarint(dst, int64(it.entry.Depth))
	dst = appendString(dst, it.entry.From)
	dst = appendString(dst, it.entry.Referrer)
	return append(dst, it.entry.URL...)
}

func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// readItem reads what appendValue wrote.
func readItem(value []byte) (item, error) {
	var it item
	start := 1 + len(it.key)
	if len(value) < start {
		return it, errItem
	}
	copy(it.key[:], value[1:])
	rest := value[start:]
	switch {
	case value[0] == keyItem && len(rest) == 8:
		it.isKey, it.visitor = true, binary.BigEndian.Uint64(rest)
		return it, nil
	case value[0] != entryItem:
		return it, errItem
	}
	depth, size := binary.Varint(rest)
	if size <= 0 {
		return it, errItem
	}
	it.entry.Depth = int(depth)
	err := it.entry.readStrings(rest[size:])
	return it, err
}

// readStrings reads the strings of an entry. They share their memory.
func (e *Entry) readStrings(src []byte) error {
	all := string(src)
	for _, s := range []*string{&e.From, &e.Referrer} {
		length, size := binary.Uvarint(src)
		if size <= 0 || length > uint64(len(src)-size) {
			return errItem
		}
		end := size + int(length)
		*s, all, src = all[size:end], all[end:], src[end:]
	}
	e.URL = all
	return nil
}

// pairSum is the checksum of a key of the store with its value. The state has the sum of those of all pairs.
func pairSum(key, value []byte) uint64 {
	return uint64(crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, value))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)
