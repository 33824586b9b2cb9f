package warc

import (
	"fmt"
	"strconv"
)

// Fault is what is wrong with a file, a record or a body. It is an error itself, for errors.Is.
type Fault string

const (
	// Of files and records; Records gives them.

	Unreadable    Fault = "the file cannot be read"             // the only one after which no record can come
	Garbage       Fault = "bytes that belong to no record"      // as behind a Content-Length that is too small
	Truncated     Fault = "the end is missing"                  // of a record or a gzip member, or of a coded body
	Corrupt       Fault = "compressed or chunked data is wrong" // a gzip member, or a coded body
	HeaderTooLong Fault = "the header is too long"              // more than MaxHeader, in a record or in HTTP
	ContentLength Fault = "no usable Content-Length"            // absent, or not a number of bytes

	// Of what records hold; Record.Response and Response.Body give them.

	NotResponse Fault = "the record holds no response"
	Unsupported Fault = "a coding that is not undone here"
	BodyTooLong Fault = "the body is too long" // more than Reader.MaxBody, at any stage of decoding
)

// Error says what is wrong in words.
func (f Fault) Error() string { return string(f) }

// Error is what is wrong at a place, and why. errors.Is finds its Fault and its cause.
type Error struct {
	Fault Fault
	Place       // of the record, or of what is none
	Err   error // the cause, or nil
}

// Error says what is wrong, where and why.
func (e *Error) Error() string {
	text := fmt.Sprintf("warc: %s (%s)", e.Fault.Error(), e.Place)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap gives the fault and the cause to errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Fault}
	}
	return []error{e.Fault, e.Err}
}

// Place is where something begins. If each record is a gzip member of its own, records have Within 0, and Offset is
// what indexes of such files list; so it is in files without compression. In a file that is one gzip member, Offset
// is 0.
type Place struct {
	Offset int64 // in the file as it is: of it, or of the gzip member that it begins in
	Within int64 // in what that member holds; 0 in files without compression
}

// String says where it is.
func (p Place) String() string {
	text := "at byte " + strconv.FormatInt(p.Offset, 10)
	if p.Within > 0 {
		text = "at byte " + strconv.FormatInt(p.Within, 10) + " of the gzip member " + text
	}
	return text
}
