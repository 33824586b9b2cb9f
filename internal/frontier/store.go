package frontier

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bbolterrors "go.etcd.io/bbolt/errors"
)

// The buckets of a state. Numbers are big-endian, so that the queue is in order. The number of a key is that of the
// entry that was queued for it, or that visited it as an alias.
var (
	stateBucket = []byte("state") // one pair: the state
	queueBucket = []byte("queue") // number: item
	seenBucket  = []byte("seen")  // key: number; without the keys of the last items
	stateName   = []byte("state")
)

// format is that of the buckets.
const format = 1

// pageSize is that of bbolt, on all machines.
const pageSize = 4096

// lockTime is how long a state may be in use before that is an error.
const lockTime = 500 * time.Millisecond

// state is what is known at a commit. A page was visited if the number of its key is less than Head.
type state struct {
	Format   int
	Job      string
	Head     uint64 // the number of the first entry that was not visited
	Tail     uint64 // the number of the next item
	Merged   uint64 // the number of the first item whose key is not in the bucket of those
	Mark     int64  // how long the output is
	Visited  int
	Records  int
	Queued   int
	Complete bool
	Sum      uint64 // of pairSum, for the queue and the keys
}

func (st *state) progress() Progress { return Progress{st.Visited, st.Records, st.Queued} }

var (
	errItem   = fmt.Errorf("%w: an item is cut", ErrDamaged)
	errSum    = fmt.Errorf("%w: a checksum is wrong", ErrDamaged)
	errFormat = fmt.Errorf("%w: another version of this program wrote it", ErrState)
)

// store is a state on disk: a bbolt database. It is for one goroutine.
type store struct {
	path      string
	temporary bool
	broken    bool // bbolt panicked, and may hold its locks
	db        *bbolt.DB
	file      *os.File // of db
	reader    reader
}

// reader is a transaction that reads. It must end before another writes.
type reader struct {
	tx          *bbolt.Tx
	queue, seen *bbolt.Bucket
}

func openStore(path string) (*store, error) {
	s := &store{path: path, temporary: path == ""}
	if s.temporary {
		file, err := os.CreateTemp("", "frontier-*.state")
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrState, err)
		}
		s.path = file.Name()
		file.Close()
	}
	err := s.do(s.open)
	if err != nil {
		s.close()
		return nil, err
	}
	if s.temporary {
		os.Remove(s.path) // where that is possible for open files, nothing is left after a kill
	}
	return s, nil
}

// open opens the database, after it was checked: what bbolt does with a damaged one cannot always be recovered from.
// For the same reason the list of free pages is stored, though that costs some writing: without it bbolt reads the
// whole file in a goroutine of its own.
func (s *store) open() error {
	isOld, err := s.prepare()
	if err != nil {
		return err
	}
	options := bbolt.Options{
		Timeout:      lockTime,
		PageSize:     pageSize,
		FreelistType: bbolt.FreelistMapType,
		NoSync:       s.temporary,
		NoGrowSync:   s.temporary,
		NoStatistics: true,
		OpenFile: func(name string, flag int, mode fs.FileMode) (file *os.File, err error) {
			s.file, err = os.OpenFile(name, flag, mode)
			return s.file, err
		},
	}
	if isOld {
		if err := s.openAndCheck(options); err != nil {
			return err
		}
	}
	s.db, err = bbolt.Open(s.path, 0o600, &options)
	return err
}

// openAndCheck opens the database for reading, and closes it.
func (s *store) openAndCheck(options bbolt.Options) error {
	options.ReadOnly = true
	db, err := bbolt.Open(s.path, 0o600, &options)
	if err != nil {
		return err
	}
	return errors.Join(check(db, s.file), db.Close())
}

// prepare tells whether there is a state already. It removes the content of a file that bbolt was about to make when
// the process ended; it is shorter than any that has a state.
func (s *store) prepare() (isOld bool, err error) {
	info, err := os.Stat(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case info.Size() == 0 || info.Size() >= 4*pageSize:
		return info.Size() > 0, nil
	}
	content, err := os.ReadFile(s.path)
	if err != nil {
		return false, err
	}
	magic := binary.NativeEndian.AppendUint32(nil, 0xED0CDAED)
	if len(content) < pageHeader+len(magic) || !bytes.Equal(content[pageHeader:][:len(magic)], magic) {
		return false, fmt.Errorf("%w: it is another file", ErrDamaged)
	}
	return false, os.Truncate(s.path, 0)
}

// do does something with the database. Where the file is not as bbolt wrote it, or cannot be read, bbolt panics, or the
// memory that the file is mapped to faults; that is an error, too. Errors name the file.
func (s *store) do(work func() error) (err error) {
	if s.broken {
		return fmt.Errorf("%s: %w", s.path, ErrDamaged)
	}
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if reason := recover(); reason != nil {
			s.broken = true
			err = fmt.Errorf("%w: %v", ErrDamaged, reason)
		}
		err = s.explain(err)
	}()
	return work()
}

// explain names the file in an error.
func (s *store) explain(err error) error {
	for _, damage := range []error{bbolterrors.ErrInvalid, bbolterrors.ErrChecksum, bbolterrors.ErrVersionMismatch} {
		if errors.Is(err, damage) {
			return fmt.Errorf("%s: %w: %w", s.path, ErrDamaged, err)
		}
	}
	switch bad, isPath := errors.AsType[*fs.PathError](err); {
	case err == nil:
		return nil
	case errors.Is(err, bbolterrors.ErrTimeout):
		return fmt.Errorf("%s: %w", s.path, ErrInUse)
	case errors.Is(err, ErrDamaged), errors.Is(err, ErrState):
		return fmt.Errorf("%s: %w", s.path, err)
	case isPath:
		err = bad.Err
	}
	return fmt.Errorf("%s: %w: %w", s.path, ErrState, err)
}

// load returns the state, which is zero if there is none.
func (s *store) load() (st state, err error) {
	err = s.do(func() error {
		return s.db.View(func(tx *bbolt.Tx) (err error) {
			if bucket := tx.Bucket(stateBucket); bucket != nil {
				st, err = readState(bucket.Get(stateName))
			}
			return err
		})
	})
	return st, err
}

// readState reads a state, which follows its checksum.
func readState(value []byte) (st state, err error) {
	if len(value) < 4 || crc32.Checksum(value[4:], castagnoli) != binary.BigEndian.Uint32(value) {
		return st, errSum
	}
	if err := json.Unmarshal(value[4:], &st); err != nil {
		return st, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if st.Format != format {
		return st, errFormat
	}
	return st, nil
}

// put stores the state.
func (st *state) put(tx *bbolt.Tx) error {
	text, err := json.Marshal(st)
	if err != nil {
		return err
	}
	value := binary.BigEndian.AppendUint32(nil, crc32.Checksum(text, castagnoli))
	return tx.Bucket(stateBucket).Put(stateName, append(value, text...))
}

// reset empties the store but for a state.
func (s *store) reset(st state) error {
	return s.update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{stateBucket, queueBucket, seenBucket} {
			if err := tx.DeleteBucket(name); err != nil && !errors.Is(err, bbolterrors.ErrBucketNotFound) {
				return err
			}
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return st.put(tx)
	})
}

// update does something in a transaction that writes.
func (s *store) update(work func(tx *bbolt.Tx) error) error {
	return s.do(func() error {
		if err := s.endRead(); err != nil {
			return err
		}
		return s.db.Update(work)
	})
}

// read begins a transaction that reads, if there is none.
func (s *store) read() error {
	if s.reader.tx != nil {
		return nil
	}
	tx, err := s.db.Begin(false)
	if err != nil {
		return err
	}
	s.reader = reader{tx, tx.Bucket(queueBucket), tx.Bucket(seenBucket)}
	return nil
}

func (s *store) endRead() error {
	tx := s.reader.tx
	s.reader = reader{}
	if tx == nil {
		return nil
	}
	return tx.Rollback()
}

// number returns what a key has.
func (s *store) number(k key) (number uint64, ok bool, err error) {
	err = s.do(func() error {
		if err := s.read(); err != nil {
			return err
		}
		if value := s.reader.seen.Get(k[:]); value != nil {
			number, ok = binary.BigEndian.Uint64(value), true
		}
		return nil
	})
	return number, ok, err
}

// items calls use with the items from one number to another, in order, until it returns false.
func (s *store) items(from, to uint64, use func(number uint64, it item) bool) error {
	return s.do(func() error {
		if err := s.read(); err != nil {
			return err
		}
		cursor := s.reader.queue.Cursor()
		name, value := cursor.Seek(binary.BigEndian.AppendUint64(nil, from))
		for ; name != nil; name, value = cursor.Next() {
			number := binary.BigEndian.Uint64(name)
			if number >= to {
				break
			}
			it, err := readItem(value)
			if err != nil {
				return err
			}
			if !use(number, it) {
				break
			}
		}
		return nil
	})
}

func (s *store) close() error {
	var err error
	switch {
	case s.broken:
		s.file.Close() // and with it the lock; the database might wait for locks of its own
	case s.db != nil:
		err = s.do(func() error { return errors.Join(s.endRead(), s.db.Close()) })
	}
	s.db, s.broken = nil, false
	if s.temporary {
		os.Remove(s.path)
	}
	return err
}

func (s *store) remove() error {
	isRemoved := !s.temporary && os.Remove(s.path) == nil // before others can open it, where that is possible
	if err := s.close(); err != nil || s.temporary || isRemoved {
		return err
	}
	if err := os.Remove(s.path); err != nil {
		return s.explain(err)
	}
	return nil
}
