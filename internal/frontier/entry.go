package frontier

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
)

// candidate is an entry that was found, with its key.
type candidate struct {
	key   key
	entry Entry
}

// appendValue appends what the store has for an entry: key, depth, and the strings, of which the last needs no length.
func appendValue(dst []byte, c *candidate) []byte {
	dst = append(dst, c.key[:]...)
	dst = binary.AppendVarint(dst, int64(c.entry.Depth))
	dst = appendString(dst, c.entry.From)
	dst = appendString(dst, c.entry.Referrer)
	return append(dst, c.entry.URL...)
}

func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// readValue reads what appendValue wrote.
func readValue(value []byte) (candidate, error) {
	var c candidate
	if len(value) < len(c.key) {
		return c, errShort
	}
	n := copy(c.key[:], value)
	depth, size := binary.Varint(value[n:])
	if size <= 0 {
		return c, errShort
	}
	c.entry.Depth = int(depth)
	rest := string(value[n+size:])
	for _, s := range []*string{&c.entry.From, &c.entry.Referrer} {
		length, size := uvarint(rest)
		if size <= 0 || length > uint64(len(rest)-size) {
			return c, errShort
		}
		*s, rest = rest[size:size+int(length)], rest[size+int(length):]
	}
	c.entry.URL = rest
	return c, nil
}

// uvarint is binary.Uvarint for strings.
func uvarint(s string) (uint64, int) {
	return binary.Uvarint([]byte(s[:min(len(s), binary.MaxVarintLen64)]))
}

// detach makes the strings of an entry independent of the document that they were found in. Those that are equal to
// those of the entry before are shared.
func (e *Entry) detach(before *Entry) {
	e.URL, e.Key = strings.Clone(e.URL), ""
	e.From = detached(e.From, before.From)
	e.Referrer = detached(e.Referrer, before.Referrer)
}

func detached(s, before string) string {
	if s == before {
		return before
	}
	return strings.Clone(s)
}

// size is about how many bytes of memory a candidate takes.
func (c *candidate) size() int64 {
	return int64(len(c.entry.URL)) + 128
}

// pairSum is the checksum of a key of the store with its value. The state has the sum of those of all pairs.
func pairSum(key, value []byte) uint64 {
	return uint64(crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, value))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)
