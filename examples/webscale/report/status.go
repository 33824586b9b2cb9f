package report

import (
	"context"
	"errors"
	"fmt"
)

// Exit statuses.
const (
	Fine        = 0
	Unreadable  = 1 // some archives could not be read
	Failed      = 2 // wrong use, or the work could not be done
	Interrupted = 130
)

// UnreadableError tells that some archives could not be read; the others are done.
type UnreadableError struct {
	Count, Archives int64
	List            string // path of the list of bad archives
}

// Error says how many, and where to look.
func (e *UnreadableError) Error() string {
	return fmt.Sprintf("%d of %d archives could not be read; the same command tries them again; %s lists them",
		e.Count, e.Archives, e.List)
}

// Status returns the exit status of a program that ends with an error, or with none.
func Status(ctx context.Context, err error) int {
	_, isUnreadable := errors.AsType[*UnreadableError](err)
	switch {
	case err == nil:
		return Fine
	case isUnreadable:
		return Unreadable
	case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		return Interrupted
	}
	return Failed
}
