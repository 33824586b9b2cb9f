package save

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"htmlurl/resolve"
)

// Saver saves pages. The zero Saver is ready; it goes by the rules of HTML5, while browsers, which are to show what is
// saved, go by those of resolve.Living. A Saver may save several pages at the same time, if its functions allow that.
type Saver struct {
	// Fetch gets a resource. A response that is no success is an error. It is called by several goroutines, for file:
	// URLs only if the page and what refers to them have such addresses. Nil gets http: and https: URLs by HTTP, and
	// regular files.
	Fetch func(ctx context.Context, r Request) (*Response, error)
	// Edition chooses the rules that references are read by.
	Edition resolve.Edition
	// NoScripts saves no scripts, and forbids all in the saved page. Without scripts nothing at all is requested from
	// the network when the page is opened.
	NoScripts bool
	// MaxFiles is how many files are fetched at most, with the page; zero is 1000.
	MaxFiles int
	// MaxBytes is how many bytes are fetched at most for all files together; zero is 500 MB.
	MaxBytes int64
	// MaxFileBytes is how many bytes a file may have; zero is 100 MB. Documents and style sheets are read into
	// memory, one at a time.
	MaxFileBytes int64
	// Timeout is how long a file may take; zero is 5 minutes.
	Timeout time.Duration
	// Progress is called after each file, in their order, if it is not nil.
	Progress func(Progress)

	wrap func(io.Writer) io.Writer // what files are written to; for tests
}

// Progress tells how far a save is.
type Progress struct {
	File  File  // the last file that is done
	Done  int   // how many files are done
	Found int   // how many there are, as far as is known
	Bytes int64 // how many bytes were fetched
}

const (
	defaultMaxFiles     = 1000
	defaultMaxBytes     = 500 << 20
	defaultMaxFileBytes = 100 << 20
	defaultTimeout      = 5 * time.Minute

	workers    = 6        // as many connections as browsers have to a server
	longestURL = 32 << 10 // of those that are fetched
)

// Errors of saving. Those of fetching, of the folder, and of package document come as well.
var (
	// ErrNotDocument is the error for a page that is neither HTML nor XML.
	ErrNotDocument = errors.New("not an HTML or XML document")
	// ErrNotStylesheet is the error for a document in the place of a style sheet.
	ErrNotStylesheet = errors.New("a document, not a style sheet")
	// ErrFileTooLong and ErrTooMuch are the errors for files beyond Saver.MaxFileBytes and MaxBytes.
	ErrFileTooLong = errors.New("the file has too many bytes")
	ErrTooMuch     = errors.New("all files together have too many bytes")
	// ErrTimeout is the error for files that take longer than Saver.Timeout.
	ErrTimeout = errors.New("the file took too long")
)

// Save saves the page at an address, which is an absolute http:, https: or file: URL, in a folder. The folder is made
// if there is none; else it must be empty, or hold an earlier save, which is replaced: files of the same names are
// overwritten, and those removed that the earlier manifest lists and this one does not. No other file is touched.
// A folder is for one save at a time.
//
// The error says why there is no saved page. What fails beside the page is no error; the manifest tells of it. If the
// context ends while the page is being saved, what is there is saved, and the error is that of the context. If the
// folder cannot be written any more, as on a full disk, the error is ErrFolder.
func (s *Saver) Save(ctx context.Context, address, dir string) (*Manifest, error) {
	u, err := s.parse(address)
	if err != nil {
		return nil, err
	}
	return s.newJob(ctx).run(&file{url: u}, dir)
}

// SaveResponse is Save for a page that was fetched already, from the address in the response.
func (s *Saver) SaveResponse(ctx context.Context, page *Response, dir string) (*Manifest, error) {
	defer page.Body.Close()
	u, err := s.parse(page.URL)
	if err != nil {
		return nil, err
	}
	return s.newJob(ctx).run(&file{url: u, response: page}, dir)
}

// parse returns the URL of a page.
func (s *Saver) parse(address string) (resolve.URL, error) {
	u, err := resolve.Resolver{Edition: s.Edition}.Parse(address)
	if err != nil {
		return u, err
	}
	if !isHTTP(u) && !isLocal(u) {
		return u, fmt.Errorf("%.200q: %w", address, ErrScheme)
	}
	return resourceOf(u), nil
}

// resourceOf returns the URL of what a URL points into. The query of a local file is for scripts in it.
func resourceOf(u resolve.URL) resolve.URL {
	u = u.Without(resolve.Fragment)
	if isLocal(u) {
		u = u.Without(resolve.Query)
	}
	return u
}

func isHTTP(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}

func isLocal(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	return strings.EqualFold(scheme, "file")
}
