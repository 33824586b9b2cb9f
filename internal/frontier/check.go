package frontier

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"go.etcd.io/bbolt"
)

// The file of bbolt consists of pages. The first two tell of a transaction each. The others are nodes of trees, or the
// list of the free pages. A page has a header: its id, a flag for its type, how many elements it has, and how many
// pages it continues on. Then come the headers of its elements, and then what these point to. The root tree holds the
// buckets, which are trees of their own, or, if they are small, one page in the value of the element.
const (
	pageHeader    = 16
	elementHeader = 16
	bucketHeader  = 16

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10

	isBucket = 0x01 // a flag of elements

	deepest  = 64      // of the nodes of a tree
	mostRest = 1 << 16 // pages that one continues on
)

// checker looks at a file page by page. It holds that each page is used once and is in the bounds of the file, elements
// in those of their pages, and that keys are in order: what bbolt assumes, which would else read endlessly, or beyond
// its memory.
type checker struct {
	file  io.ReaderAt
	pages uint64   // how many there are
	used  []uint64 // a bit for each
	last  []byte   // the last key of the tree so far
}

// element is one of a page.
type element struct {
	key, value []byte
	flags      uint32
	child      uint64
}

// pair is called with an element of a leaf.
type pair func(e element) error

func damaged(id uint64, what string) error {
	return fmt.Errorf("%w: page %d: %s", ErrDamaged, id, what)
}

// check tells whether the file of a database is as it was written.
func check(db *bbolt.DB, file *os.File) error {
	tx, err := db.Begin(false)
	if err != nil {
		return err
	}
	id, size := tx.ID(), tx.Size()
	if err := tx.Rollback(); err != nil {
		return err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case db.Info().PageSize != pageSize:
		return fmt.Errorf("%w: its pages have another size", ErrDamaged)
	case info.Size() < size:
		return fmt.Errorf("%w: it is cut", ErrDamaged)
	}
	pages := uint64(size) / pageSize
	c := checker{file: file, pages: pages, used: make([]uint64, pages/64+1)}
	return c.all(id)
}

// all looks at what the transaction with the id left.
func (c *checker) all(id int) error {
	meta := make([]byte, pageSize)
	if _, err := c.file.ReadAt(meta, int64(id%2)*pageSize); err != nil {
		return err
	}
	meta = meta[pageHeader:]
	buckets := map[string][]byte{}
	err := c.tree(binary.NativeEndian.Uint64(meta[16:]), func(e element) error {
		if e.flags != isBucket || len(e.value) < bucketHeader {
			return fmt.Errorf("%w: a bucket is cut", ErrDamaged)
		}
		buckets[string(e.key)] = e.value
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.contents(buckets); err != nil {
		return err
	}
	return c.freelist(binary.NativeEndian.Uint64(meta[32:]))
}

// contents looks at the buckets, and compares the checksum with that of the state.
func (c *checker) contents(buckets map[string][]byte) error {
	if len(buckets) == 0 { // not even begun
		return nil
	}
	var st state
	err := c.bucket(buckets[string(stateBucket)], func(e element) (err error) {
		st, err = readState(e.value)
		return err
	})
	if err != nil {
		return err
	}
	var sum uint64
	err = c.bucket(buckets[string(queueBucket)], func(e element) error {
		if len(e.key) != 8 {
			return errItem
		}
		sum += pairSum(e.key, e.value)
		_, err := readItem(e.value)
		return err
	})
	if err != nil {
		return err
	}
	err = c.bucket(buckets[string(seenBucket)], func(e element) error {
		if len(e.key) != len(key{}) || len(e.value) != 8 {
			return errItem
		}
		sum += pairSum(e.key, e.value)
		return nil
	})
	if err == nil && sum != st.Sum {
		return errSum
	}
	return err
}

// bucket looks at the tree of a bucket.
func (c *checker) bucket(value []byte, each pair) error {
	if len(value) < bucketHeader {
		return fmt.Errorf("%w: a bucket is missing", ErrDamaged)
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return c.tree(root, c.pairs(each))
	}
	c.last = nil
	return c.node(0, value[bucketHeader:], nil, 0, c.pairs(each))
}

// pairs is each, but refuses buckets.
func (c *checker) pairs(each pair) pair {
	return func(e element) error {
		if e.flags != 0 {
			return fmt.Errorf("%w: a bucket in another", ErrDamaged)
		}
		return each(e)
	}
}

// tree looks at the tree with a root page.
func (c *checker) tree(root uint64, each pair) error {
	c.last = nil
	page, err := c.page(root)
	if err != nil {
		return err
	}
	return c.node(root, page, nil, 0, each)
}

// page reads a page with those that it continues on.
func (c *checker) page(id uint64) ([]byte, error) {
	page := make([]byte, pageSize)
	if id < 2 || id >= c.pages {
		return nil, damaged(id, "there is no such page")
	}
	if _, err := c.file.ReadAt(page, int64(id)*pageSize); err != nil {
		return nil, err
	}
	rest := uint64(binary.NativeEndian.Uint32(page[12:]))
	if binary.NativeEndian.Uint64(page) != id || rest > mostRest || id+rest >= c.pages {
		return nil, damaged(id, "the header is wrong")
	}
	for i := id; i <= id+rest; i++ {
		if err := c.use(i); err != nil {
			return nil, err
		}
	}
	if rest == 0 {
		return page, nil
	}
	page = append(page, make([]byte, rest*pageSize)...)
	_, err := c.file.ReadAt(page[pageSize:], int64(id+1)*pageSize)
	return page, err
}

// use marks a page as used.
func (c *checker) use(id uint64) error {
	if id < 2 || id >= c.pages || c.used[id/64]>>(id%64)&1 != 0 {
		return damaged(id, "it is used twice, or not there")
	}
	c.used[id/64] |= 1 << (id % 64)
	return nil
}

// node looks at a node of a tree and those below it. The node above has its first key.
func (c *checker) node(id uint64, page, first []byte, depth int, each pair) error {
	if len(page) < pageHeader || depth > deepest {
		return damaged(id, "it is cut, or too deep")
	}
	flags, count := binary.NativeEndian.Uint16(page[8:]), int(binary.NativeEndian.Uint16(page[10:]))
	isLeaf := flags == leafPage
	switch isInline := id == 0; {
	case !isLeaf && (flags != branchPage || isInline):
		return damaged(id, "its type is wrong")
	case count == 0 && (!isLeaf || first != nil):
		return damaged(id, "it is empty")
	}
	for i := range count {
		e, ok := readElement(page, i, isLeaf)
		if !ok || len(e.key) == 0 || first != nil && !bytes.Equal(e.key, first) {
			return damaged(id, "a key is wrong")
		}
		first = nil
		if err := c.element(id, e, isLeaf, depth, each); err != nil {
			return err
		}
	}
	return nil
}

// element looks at an element of a node. Leaves have the keys in their order.
func (c *checker) element(id uint64, e element, isLeaf bool, depth int, each pair) error {
	if !isLeaf {
		below, err := c.page(e.child)
		if err != nil {
			return err
		}
		return c.node(e.child, below, e.key, depth+1, each)
	}
	if c.last != nil && bytes.Compare(e.key, c.last) <= 0 {
		return damaged(id, "the keys are in disorder")
	}
	c.last = e.key
	return each(e)
}

// readElement reads an element of a page, if it is in its bounds.
func readElement(page []byte, i int, isLeaf bool) (element, bool) {
	var e element
	start := pageHeader + i*elementHeader
	if start+elementHeader > len(page) {
		return e, false
	}
	header, native := page[start:], binary.NativeEndian
	at, keySize, valueSize := native.Uint32(header), native.Uint32(header[4:]), uint32(0)
	if isLeaf {
		e.flags = at
		at, keySize, valueSize = keySize, native.Uint32(header[8:]), native.Uint32(header[12:])
	} else {
		e.child = native.Uint64(header[8:])
	}
	key := uint64(start) + uint64(at)
	value := key + uint64(keySize)
	end := value + uint64(valueSize)
	if end > uint64(len(page)) {
		return e, false
	}
	e.key, e.value = page[key:value], page[value:end]
	return e, true
}

// freelist looks at the list of free pages.
func (c *checker) freelist(id uint64) error {
	page, err := c.page(id)
	if err != nil {
		return err
	}
	count, ids := uint64(binary.NativeEndian.Uint16(page[10:])), page[pageHeader:]
	if count == 0xFFFF { // then it is the first of them
		count, ids = binary.NativeEndian.Uint64(ids), ids[8:]
	}
	if binary.NativeEndian.Uint16(page[8:]) != freelistPage || count > uint64(len(ids)/8) {
		return damaged(id, "it is no list of free pages")
	}
	for i := range count {
		if err := c.use(binary.NativeEndian.Uint64(ids[i*8:])); err != nil {
			return err
		}
	}
	return nil
}
