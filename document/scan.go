package document

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"golang.org/x/net/html"

	"htmlurl/internal/charset"
	"htmlurl/internal/source"
)

// Scan yields every reference of an HTML page, as Links of its document does, without a tree: several times faster, and in
// bounded memory. It is Scanner.Scan of a new Scanner, which also tells the base.
func Scan(r io.Reader, o Options) iter.Seq2[Link, error] {
	var s Scanner
	return s.Scan(r, o)
}

// Scanner finds the references of pages without a tree. The zero Scanner is ready; it is for one goroutine. It uses its memory
// again for the next page: nodes of the one before must not be used then, nor methods of its links; their URLs stay.
type Scanner struct {
	reader   charset.Reader
	sparse   sparse
	batches  batches
	document *Document
}

// Limits of what a Scanner holds back.
const (
	// ScanElements is how many elements with references a Scanner holds back.
	ScanElements = 8 << 10
	// ScanBytes is how many bytes their tags may have together, if not one alone has more.
	ScanBytes = 2 << 20
)

// ErrNeedsTree is the error of Scan for a page whose end changes what was yielded before, with the reason: a base element, or
// what else decides about all references; an element that the parser puts before others; or another encoding. Only pages
// with more references than a Scanner holds back can have it. Parse takes them.
var ErrNeedsTree = errors.New("the references of the page cannot be told without its tree")

// Scan yields every reference of the page in r, in the order of Links, each with a Node that has its attributes and, of the
// elements around it, those that decide about references. References are held back until the page ends, as the base of all
// may come last, or, in pages with more of them than ScanElements and ScanBytes, until these are exceeded: so memory does
// not grow with the page, but for a tag or style sheet that is longer. Everything else is as with Options.LinksOnly.
//
// An error is yielded without a link, as the last: one of Parse, or ErrNeedsTree; then references yielded before may be wrong,
// and the whole page must be parsed. XML, Options.Positions, and Options.Attributes that look at more than attributes
// make a tree, in memory in proportion to the page.
func (s *Scanner) Scan(r io.Reader, o Options) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		if err := s.scan(r, o, func(l *Link) bool { return yield(*l, nil) }); err != nil {
			yield(Link{}, err)
		}
	}
}

// Document returns the document of the last Scan: what is known of it where Scan is, at the end its base URL, why that is
// what it is, and its encoding. Its tree is that of Options.LinksOnly, without elements that are held back no longer.
func (s *Scanner) Document() *Document { return s.document }

func (s *Scanner) scan(r io.Reader, o Options, yield func(*Link) bool) error {
	o.LinksOnly = true
	d := &Document{options: o, isSparse: true}
	s.document = d
	if err := d.prepare(); err != nil {
		return err
	}
	if d.isXML() || d.needsTree() || o.Positions {
		return s.parse(r, o, yield)
	}
	st := stream{sparse: &s.sparse, reader: &s.reader}
	st.lister = lister{Document: d, yield: yield, place: new(placer), batches: &s.batches}
	if err := st.begin(r); err != nil {
		return err
	}
	for st.scanner.Next() {
		st.startTag()
		if st.scanner.Kept() < ScanElements && st.size < ScanBytes {
			continue
		}
		if more, err := st.release(); err != nil || !more {
			return err
		}
	}
	return st.finish()
}

// parse is scan with a tree.
func (s *Scanner) parse(r io.Reader, o Options, yield func(*Link) bool) error {
	d, err := Parse(r, o)
	if err != nil {
		return err
	}
	s.document = d
	for link := range d.Links() {
		if !yield(&link) {
			break
		}
	}
	return nil
}

// stream is a page while it is scanned.
type stream struct {
	*sparse
	reader *charset.Reader
	lister lister

	isReleasing bool // references have been yielded
	survey      survey
	isRefreshed bool         // a refresh counts
	begun       []*html.Node // the elements that are released together
	ended       []*html.Node
}

// begin reads the beginning of the page.
func (s *stream) begin(r io.Reader) error {
	d := s.lister.Document
	if s.reader.Reset(r, d.options.ContentType); d.options.Container != nil {
		s.reader.ResetUTF8(r)
	}
	text, err := s.reader.Next()
	if err != nil && err != io.EOF {
		return scanError(err)
	}
	*s.sparse = sparse{Document: d, scanner: s.scanner}
	s.sparse.begin(text, s.reader.Next)
	return nil
}

// scanError returns the error for one of the reader or the scanner.
func scanError(err error) error {
	switch err {
	case charset.ErrEncoding:
		return fmt.Errorf("%w: its end decides about its encoding", ErrNeedsTree)
	case source.ErrOrder:
		return fmt.Errorf("%w: something at its end is about an element at its beginning", ErrNeedsTree)
	}
	return err
}

// setEncoding sets the encoding that the reader has found.
func (s *stream) setEncoding() {
	encoding, from, bom := s.reader.Encoding()
	d := s.lister.Document
	if d.bom = bom; d.options.Container != nil {
		d.setEncoding(charset.UTF8, FromSrcdoc)
		return
	}
	d.setEncoding(encoding, encodingSources[from])
}

// finish yields the references that are held back at the end of the page.
func (s *stream) finish() error {
	if err := s.err(); err != nil {
		return scanError(err)
	}
	s.setEncoding()
	if s.isReleasing {
		_, err := s.release()
		return err
	}
	v := s.lister.newSurvey()
	for item, isEnd := range s.scanner.Take {
		if n := s.take(item.(*html.Node), isEnd); !isEnd {
			v.element(n)
		}
	}
	v.end()
	s.lister.document()
	return nil
}

// release yields the first half of the references that are held back, at the end of the page all. It reports whether more
// are wanted.
func (s *stream) release() (more bool, err error) {
	if !s.isReleasing {
		s.reader.Rely()
		s.setEncoding()
		s.lister.batches.use(s.lister.resolver)
		s.survey = s.lister.newSurvey()
	}
	if err := s.decide(); err != nil {
		return false, err
	}
	if !s.isReleasing && !s.lister.fields() {
		return false, nil
	}
	s.isReleasing = true
	for _, n := range s.begun {
		if d := s.lister.Document; d.templates.any && !d.options.TemplateContents && d.isInert(n) {
			continue
		}
		if !s.lister.element(n) {
			return false, nil
		}
	}
	s.forget()
	return true, nil
}

// takeHalf takes the first half of the elements that are held back into the tree, at the end of the page all.
func (s *stream) takeHalf() {
	s.begun, s.ended = s.begun[:0], s.ended[:0]
	most := s.scanner.Kept() / 2
	for item, isEnd := range s.scanner.Take {
		n := s.take(item.(*html.Node), isEnd)
		if isEnd {
			s.ended = append(s.ended, n)
		} else {
			s.begun = append(s.begun, n)
		}
		if len(s.begun) > most && !s.scanner.IsDone() && !s.isInPicture() {
			break
		}
	}
	s.size /= 2
}

// isInPicture tells whether the next element is in a picture element, whose sources are about an img after them.
func (s *stream) isInPicture() bool {
	for n := s.at; n != nil; n = n.Parent {
		if isHTML(n, "picture") {
			return true
		}
	}
	return false
}

// decide reads what the elements that are to be released say about all references. It must not change what others were told.
func (s *stream) decide() error {
	d := s.lister.Document
	base, facts, referrer := d.why.Element, d.facts, d.settings.referrer
	s.takeHalf()
	if !s.scanner.IsDone() && (len(s.begun) == 0 && len(s.ended) == 0 || s.isInPicture()) {
		return scanError(source.ErrOrder)
	}
	s.survey.refreshes = s.survey.refreshes[:0]
	for _, n := range s.begun {
		s.survey.element(n)
	}
	if !s.isReleasing {
		d.setBase()
		s.isRefreshed = d.hasRefreshField()
	} else if d.why.Element != base || d.facts != facts || d.settings.referrer != referrer {
		return fmt.Errorf("%w: a base or meta element comes after many references", ErrNeedsTree)
	}
	d.settings.base = d.base
	s.isRefreshed = d.findLaterRefreshes(s.isRefreshed, s.survey.refreshes)
	return nil
}

// forget drops the elements that have ended.
func (s *stream) forget() {
	d := s.lister.Document
	for _, n := range s.ended {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
		delete(s.survey.hosts, n)
		delete(d.xmlBases, n)
		delete(d.beforeBase, n)
		delete(d.laterRefreshes, n)
		delete(d.templates.shadowRoots, n)
	}
}
