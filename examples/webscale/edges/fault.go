package edges

import (
	"fmt"
	"strconv"
)

// Fault is what is wrong with a name or a line. It is an error itself, for errors.Is.
type Fault string

const (
	BadName  Fault = "no name: 1 to 253 visible ASCII characters" // which is all that files are asked to have
	BadLine  Fault = "not two names with a tab between them"
	Unsorted Fault = "less than the line before it"
)

// Error says what is wrong in words.
func (f Fault) Error() string { return string(f) }

// Error is what is wrong with an edge file. errors.Is finds its cause, which is a Fault, or io.ErrUnexpectedEOF where
// the end is missing, or what gzip or the file system says.
type Error struct {
	Path string
	Line int64 // from 1
	Err  error
}

// Error says where it is and what is wrong.
func (e *Error) Error() string {
	return "edges: " + e.Path + ": line " + strconv.FormatInt(e.Line, 10) + ": " + e.Err.Error()
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Err }

// checkName returns what is wrong with a name; Merge and edge files rely on it that no tab or newline is in one.
func checkName(name string) error {
	if !isName(name) {
		return fmt.Errorf("edges: %.300q: %w", name, BadName)
	}
	return nil
}

func isName[text string | []byte](name text) bool {
	if len(name) == 0 || len(name) > maxName {
		return false
	}
	for i := range len(name) {
		if name[i] <= ' ' || name[i] > '~' {
			return false
		}
	}
	return true
}
