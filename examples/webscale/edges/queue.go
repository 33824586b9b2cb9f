package edges

import (
	"bytes"
	"io"
)

// queue has readers, each at a line: a binary heap with the least line first.
type queue []*reader

// newQueue goes to the first line of all readers, and closes those that have none.
func newQueue(readers []*reader) (queue, error) {
	q := make(queue, 0, len(readers))
	for _, r := range readers {
		switch err := r.next(); err {
		case nil:
			q = append(q, r)
		case io.EOF:
			r.file.Close()
		default:
			return nil, err
		}
	}
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.sink(i)
	}
	return q, nil
}

// next goes to the next line of the first reader, which is closed at its end.
func (q *queue) next() error {
	switch err := (*q)[0].next(); err {
	case nil:
	case io.EOF:
		(*q)[0].file.Close()
		last := len(*q) - 1
		(*q)[0] = (*q)[last]
		*q = (*q)[:last]
	default:
		return err
	}
	q.sink(0)
	return nil
}

// sink moves the reader at i behind those with lesser lines.
func (q queue) sink(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(q); child++ {
			if bytes.Compare(q[child].line, q[least].line) < 0 {
				least = child
			}
		}
		if least == i {
			return
		}
		q[i], q[least] = q[least], q[i]
		i = least
	}
}
