package save

import (
	"bytes"
	"cmp"
	"errors"
	"path"
	"strings"

	"golang.org/x/net/html"

	"htmlurl/document"
	"htmlurl/internal/charset"
	"htmlurl/resolve"
)

// ErrTooLong is the error for a document or style sheet that would become too long with the new references.
var ErrTooLong = errors.New("it would become too long with all references")

// lookIntoDocument finds what a document embeds.
func (j *job) lookIntoDocument(f *file) error {
	if f.size > maxParsed {
		return ErrFileTooLong
	}
	d, err := j.parseDocument(f)
	if err != nil {
		return err
	}
	f.content = parsed
	if f.name == "" {
		f.name = j.nameOf(f, f.kind)
	}
	j.lookForReferences(d, isLocal(f.address))
	return nil
}

// maxParsed is how many bytes a document or style sheet may have, whatever Saver.MaxFileBytes is: reading one takes many
// times as much memory.
const maxParsed = 32 << 20

// lookForReferences finds what a document and those in it embed.
func (j *job) lookForReferences(d *document.Document, isLocal bool) {
	encoding, _ := d.Encoding()
	from := origin{d.ReferrerOf, encoding, isLocal}
	for r := range references(d) {
		j.want(r, from)
	}
	for frame, err := range d.Frames() {
		if err == nil {
			j.lookForReferences(frame, isLocal)
		}
	}
}

// kinds are the references that are looked at.
var kinds = append(document.DefaultKinds(), document.LazyLoaded)

// parseDocument reads a document that was fetched.
func (j *job) parseDocument(f *file) (*document.Document, error) {
	content, err := j.folder.read(f.raw)
	if err != nil {
		return nil, err
	}
	return document.Parse(bytes.NewReader(content), document.Options{
		Address: f.address.String(), ContentType: f.contentType, Header: f.header, Edition: j.Edition, Positions: true,
		Kinds: kinds, NoScripting: true, // what is in noscript elements is saved, too
	})
}

// rewrite writes a file that is not saved as it was fetched. The error is that of the folder.
func (j *job) rewrite(f *file) error {
	var text []byte
	var err error
	switch {
	case f.name == "" || f.content == asFetched:
		return nil
	case f.content == parsed:
		text, err = j.rewriteDocument(f)
	case f.content == stylesheet:
		text, err = j.rewriteStylesheet(f)
	case f.content == script:
		text, err = j.rewriteScript(f)
	}
	if errors.Is(err, ErrFolder) {
		return err
	}
	f.problem = cmp.Or(f.problem, err)
	f.size = int64(len(text))
	return j.folder.write(f.name, text)
}

// rewriteDocument returns a document as it is saved. It comes with an error for what could not be changed.
func (j *job) rewriteDocument(f *file) ([]byte, error) {
	d, err := j.parseDocument(f)
	if err != nil {
		return nil, err
	}
	r := j.newRewriter(f)
	defer r.close()
	w := d.NewRewrite()
	r.document(d, w)
	head := r.head(d)
	if !isXML(f.kind) {
		w.InsertInHead(head)
	}
	text, err := w.Append(nil)
	name, source := d.Encoding()
	encoding, _ := charset.Lookup(name)
	if isXML(f.kind) {
		text = finishXML(text, encoding, source, head, r.spritesMarkup())
	} else {
		text = declare(appendASCII(text, r.spritesMarkup(), encoding), encoding, source)
	}
	return text, cmp.Or(r.err, err)
}

// maxGrowth is how many bytes the new references of a file may have together.
const maxGrowth = 64 << 20

// newRewriter returns a rewriter for a file. All together may add as much as may be fetched.
func (j *job) newRewriter(f *file) *rewriter {
	left := min(maxGrowth, int(j.MaxBytes-j.added))
	return &rewriter{job: j, from: f, left: left, allowed: left, sprites: map[*file]*sprites{}}
}

// close takes note of what was added.
func (r *rewriter) close() { r.job.added += int64(r.allowed - max(r.left, 0)) }

// rewriter finds out what takes the place of references in one file.
type rewriter struct {
	*job
	from        *file
	left        int  // bytes for new references
	allowed     int  // what that was at first
	isFrame     bool // the document is inside the file's own
	sprites     map[*file]*sprites
	spriteOrder []*sprites
	err         error
}

// document makes the changes of a document and those in it.
func (r *rewriter) document(d *document.Document, w *document.Rewrite) {
	for ref := range references(d) {
		switch reference, ok := r.replace(d.Resolver(), ref); {
		case ok:
			w.Replace(ref.Link, reference)
		case r.isRemoved(ref):
			w.RemoveTag(ref.Node)
		}
	}
	w.RemoveBases()
	for n := range d.Root().Descendants() {
		if n.Type == html.ElementNode {
			r.element(n, w)
		}
	}
	r.frames(d, w)
}

// frames makes the changes of the srcdoc documents in a document.
func (r *rewriter) frames(d *document.Document, w *document.Rewrite) {
	isFrame := r.isFrame
	r.isFrame = true
	for frame, err := range d.Frames() {
		switch {
		case err != nil:
			r.err = err
		case frame.Address().String() == resolve.Srcdoc:
			child := frame.NewRewrite()
			r.document(frame, child)
			w.Frame(child)
		}
	}
	r.isFrame = isFrame
}

// isRemoved tells whether the tag with a reference is removed: one that only makes a browser connect to a server, or go
// there.
func (r *rewriter) isRemoved(ref reference) bool {
	if ref.Node == nil || ref.Node.Type != html.ElementNode {
		return false
	}
	switch role := ref.role(!r.NoScripts); ref.Kind {
	case document.ExternalResource:
		return role == roleHint || r.find(ref.URL) == nil && isHint(ref.Rel())
	case document.Redirect:
		return isHTTP(ref.URL) && r.find(ref.URL) == nil
	}
	return false
}

// element removes what would keep the saved copy from being read, or make it read something else.
func (r *rewriter) element(n *html.Node, w *document.Rewrite) {
	remove := func(names ...string) {
		for _, name := range names {
			w.RemoveAttribute(n, name)
		}
	}
	switch n.Data {
	case "script":
		remove("crossorigin", "integrity", "attributionsrc")
		if isSpeculation(n) {
			remove("type") // then it is a script with an error, for which no browser fetches anything
		}
	case "link", "audio", "video", "image", "feImage":
		remove("crossorigin", "integrity")
	case "img", "a", "area":
		remove("crossorigin", "attributionsrc")
	case "html":
		remove("manifest")
	case "meta":
		equiv, _ := attribute(n, "http-equiv")
		if n.Namespace == "" && strings.EqualFold(equiv, "Content-Security-Policy") {
			w.RemoveTag(n)
		}
	}
}

// isSpeculation tells whether a script element holds speculation rules.
func isSpeculation(n *html.Node) bool {
	kind, _ := attribute(n, "type")
	return strings.EqualFold(strings.TrimSpace(kind), "speculationrules")
}

// replace returns what takes the place of a reference, and whether anything does.
func (r *rewriter) replace(resolver resolve.Resolver, ref reference) (reference string, ok bool) {
	switch {
	case ref.Err != nil:
		return "about:invalid", ref.role(!r.NoScripts) != notEmbedded && isRequested(ref)
	case ref.URL.IsZero(), r.stays(ref):
		return "", false
	case (ref.Kind == document.NestedDocument || ref.Kind == document.Plugin) && isDataDocument(ref.URL):
		return "about:blank", true // in which nothing is rewritten
	}
	if reference, ok = r.saved(ref); !ok {
		reference, ok = r.absolute(resolver, ref)
	}
	if r.left -= len(reference); r.left < 0 {
		r.err = ErrTooLong
		return "", false
	}
	return reference, ok
}

// isRequested tells whether browsers request a reference all the same that has no URL by the rules of the edition.
func isRequested(ref reference) bool {
	u, err := resolve.Resolver{Edition: resolve.Living}.Resolve(ref.Base, ref.Raw)
	return err == nil && isHTTP(u)
}

// isDataDocument tells whether a URL has a document in it.
func isDataDocument(u resolve.URL) bool {
	scheme, _ := u.Scheme()
	kind, _, _ := strings.Cut(u.Path(), ",")
	kind, _, _ = strings.Cut(kind, ";")
	return strings.EqualFold(scheme, "data") && isDocument(strings.ToLower(strings.TrimSpace(kind)))
}

// stays tells whether a reference means the same in the saved page: one that is empty, so that nothing is fetched, or
// to an element of the document.
func (r *rewriter) stays(ref reference) bool {
	switch ref.Kind {
	case document.BaseURL, document.Attribution, document.AppCache: // these are removed
		return true
	case document.Graphic, document.LocalReference, document.Style:
		return strings.HasPrefix(ref.Raw, "#")
	}
	return ref.Ignored == document.IsEmpty || ref.Ignored == document.IsBlank
}

// saved returns the reference to what was saved.
func (r *rewriter) saved(ref reference) (reference string, ok bool) {
	role := ref.role(!r.NoScripts)
	switch ref.Kind {
	case document.Hyperlink, document.Citation, document.Description:
	default:
		if role == notEmbedded || role == roleHint {
			return "", false
		}
	}
	f := r.find(ref.URL)
	if f == nil || f.content == asFetched && isDocument(f.kind) && (role == roleDocument || role == notEmbedded) {
		return "", false
	}
	fragment := fragmentOf(ref.URL)
	if f == r.from && fragment != "" && role != roleDocument {
		return fragment, true
	}
	if role == roleGraphic && !r.isFrame {
		if reference, ok := r.graphic(f, fragment); ok {
			return reference, true
		}
	}
	if reference, ok := r.inline(ref, role, f); ok {
		return reference + fragment, true
	}
	return r.path(f) + fragment, true
}

// fragmentOf returns the fragment of a URL with its number sign, or nothing.
func fragmentOf(u resolve.URL) string {
	return u.String()[len(u.Without(resolve.Fragment).String()):]
}

// path returns the reference to a file of the folder.
func (r *rewriter) path(f *file) string {
	dir, name := path.Split(f.name)
	switch from, _ := path.Split(r.from.name); {
	case from == dir:
		return name
	case dir == "":
		return "../" + name
	}
	return f.name
}

// absolute returns the reference to something that was not saved. What a browser would go for in spite of the policy
// in the head is nothing: a frame, for which it connects to the server first, or a file: URL, which can be of another
// computer.
func (r *rewriter) absolute(resolver resolve.Resolver, ref reference) (reference string, ok bool) {
	role := ref.role(!r.NoScripts)
	switch {
	case ref.Kind == document.LazyLoaded: // which may be no reference at all
		return "", false
	case r.isRemoved(ref):
		return "", false
	case isHTTP(ref.URL) && ref.Node != nil && ref.Node.Type == html.CommentNode: // an instruction before the policy
		return "data:text/css,", true
	case ref.Kind == document.NestedDocument && (isHTTP(ref.URL) || r.isForeignFile(ref.URL)):
		return "about:blank", true
	case role != notEmbedded && r.isForeignFile(ref.URL):
		return "about:invalid", true
	}
	if same, err := resolver.Resolve(resolve.URL{}, ref.Raw); err == nil && same == ref.URL {
		return "", false
	}
	return ref.URL.String(), true
}

// isForeignFile tells whether a file: URL may be of another computer, or is one that the page could not refer to
// before.
func (r *rewriter) isForeignFile(u resolve.URL) bool {
	host, _ := u.Host()
	return isLocal(u) && (host != "" || !isLocal(r.from.address))
}
