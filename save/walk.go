package save

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"sync"
	"sync/atomic"

	"htmlurl/resolve"
)

// job is the saving of one page.
//
// Files are fetched by several workers in the order in which they are found, but are looked into for others one by
// one, in that order. So their order, and with it their names, depends on nothing but the pages.
type job struct {
	Saver
	ctx    context.Context
	cancel context.CancelCauseFunc // with the reason for which nothing more can be saved
	folder *folder
	bytes  atomic.Int64 // fetched
	added  int64        // by new references

	queue     []*file // in the order in which they were found
	started   int     // how many of them a worker has
	downloads chan *file
	files     map[string]*file // by their URLs
	byAddress map[string]*file // the saved ones, by their addresses after redirects
	names     names
	omitted   int
}

func (s *Saver) newJob(ctx context.Context) *job {
	j := &job{Saver: *s, downloads: make(chan *file), files: map[string]*file{}, byAddress: map[string]*file{}}
	j.ctx, j.cancel = context.WithCancelCause(ctx)
	j.MaxFiles = cmp.Or(s.MaxFiles, defaultMaxFiles)
	j.MaxBytes = cmp.Or(s.MaxBytes, defaultMaxBytes)
	j.MaxFileBytes = cmp.Or(s.MaxFileBytes, defaultMaxFileBytes)
	j.Timeout = cmp.Or(s.Timeout, defaultTimeout)
	if j.Fetch == nil {
		j.Fetch = fetchBy(j.newClient())
	}
	return j
}

// run saves the page in a folder.
func (j *job) run(page *file, dir string) (*Manifest, error) {
	defer j.cancel(nil)
	if isLocal(page.url) && isIn(page.url, dir) {
		return nil, fmt.Errorf("%s: %w", page.url, ErrInside)
	}
	var err error
	if j.folder, err = openFolder(dir); err != nil {
		return nil, err
	}
	j.folder.wrap = j.wrap
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for f := range j.downloads {
				j.download(f)
			}
		})
	}
	page.role = roleDocument
	err = j.walk(page)
	close(j.downloads)
	group.Wait()
	if err != nil {
		j.folder.abandon()
		return nil, err
	}
	defer j.folder.close()
	return j.finish()
}

// walk fetches the page and all that it embeds. The error is that of the page.
func (j *job) walk(page *file) error {
	j.add(page)
	for i := 0; i < len(j.queue); i++ {
		f := j.queue[i]
		j.await(f)
		j.look(f)
		if f == page {
			if err := j.begin(page); err != nil {
				return err
			}
		}
		if j.Progress != nil {
			entry := f.entry()
			entry.File = f.name
			j.Progress(Progress{entry, i + 1, len(j.queue), j.bytes.Load()})
		}
	}
	return nil
}

// begin marks the folder as one that may be written again, once there is a page to save.
func (j *job) begin(page *file) error {
	if page.err != nil {
		return page.err
	}
	return j.folder.writeManifest(j.manifest())
}

// finish writes the documents and style sheets, which can be done once it is known what was saved, and the manifest.
// The error is the reason for which not all was fetched.
func (j *job) finish() (*Manifest, error) {
	for _, f := range j.queue {
		if f.name == "" || f.content == asFetched || errors.Is(context.Cause(j.ctx), ErrFolder) {
			continue
		}
		err := j.rewrite(f)
		if f.isWritten = err == nil; err != nil {
			j.cancel(err)
		}
	}
	err := context.Cause(j.ctx)
	m := j.manifest()
	m.Complete = err == nil
	if writeErr := j.folder.writeManifest(m); err == nil {
		err = writeErr
	}
	if err == nil {
		j.folder.removeEarlier(m)
	}
	return m, err
}

// manifest returns what is known of the files now.
func (j *job) manifest() *Manifest {
	m := &Manifest{Format: ManifestFormat, Page: j.queue[0].address.String(), Omitted: j.omitted}
	for _, f := range j.queue {
		if f.isLookedInto {
			m.Files = append(m.Files, f.entry())
		}
	}
	return m
}

// await waits until the file is fetched. Meanwhile it gives those after it to workers that have nothing to do.
func (j *job) await(f *file) {
	for {
		var to chan *file
		var next *file
		if j.started < len(j.queue) {
			to, next = j.downloads, j.queue[j.started]
		}
		select {
		case to <- next:
			j.started++
		case <-f.done:
			return
		}
	}
}

// add adds a file to those that are to be fetched.
func (j *job) add(f *file) {
	f.done = make(chan struct{})
	f.address = f.url
	j.files[f.url.String()] = f
	j.queue = append(j.queue, f)
}

// look looks into a file that was fetched, for others that it needs, and gives it a name.
func (j *job) look(f *file) {
	f.isLookedInto = true
	if f.err != nil {
		return
	}
	if other := j.byAddress[f.address.String()]; other != nil {
		j.folder.remove(f.raw)
		f.same = other
		j.upgrade(other, f.role)
		return
	}
	j.byAddress[f.address.String()] = f
	if f.err = j.lookInto(f); f.err != nil {
		j.folder.remove(f.raw)
		delete(j.byAddress, f.address.String())
	}
	if errors.Is(f.err, ErrFolder) {
		j.cancel(f.err)
	}
}

func (j *job) lookInto(f *file) error {
	switch {
	case f.role == roleDocument && isDocument(f.kind):
		return j.lookIntoDocument(f)
	case f == j.queue[0]:
		return fmt.Errorf("%.200s: %w: %s", f.url, ErrNotDocument, f.kind)
	case f.role == roleStylesheet && isDocument(f.kind):
		return ErrNotStylesheet
	case f.role == roleStylesheet, f.role == roleResource && f.kind == "text/css":
		return j.lookIntoStylesheet(f)
	case f.role == roleScript:
		return j.lookIntoScript(f)
	case f.role == roleModule:
		return j.put(f, scriptType)
	case f.role == roleTrack:
		return j.put(f, "text/vtt")
	}
	return j.put(f, f.kind)
}

// put gives a file a name that is right for the type, and puts it there as it was fetched.
func (j *job) put(f *file, kind string) error {
	name := j.nameOf(f, kind)
	if err := j.folder.rename(f.raw, name); err != nil {
		return err
	}
	f.name, f.raw, f.isWritten = name, name, true
	return nil
}

// nameOf returns a name for the file.
func (j *job) nameOf(f *file, kind string) string {
	if f == j.queue[0] {
		extension, _ := extension(kind, "")
		return "index" + extension
	}
	return path.Join(filesFolder, j.names.choose(f.url, kind))
}

// find returns the saved file of a URL, or nil.
func (j *job) find(u resolve.URL) *file {
	key := resourceOf(u).String()
	f := j.files[key]
	if f == nil {
		f = j.byAddress[key]
	}
	if f != nil && f.same != nil {
		f = f.same
	}
	if f == nil || f.name == "" {
		return nil
	}
	return f
}

// file is a resource that is to be saved.
type file struct {
	url      resolve.URL // without a fragment
	role     role
	referrer string
	encoding string    // of a style sheet or script that does not declare its own
	response *Response // if it was fetched before
	done     chan struct{}

	// known once it is fetched, when done is closed
	address     resolve.URL // after redirects, without a fragment
	header      http.Header
	contentType string // of the header, or what is known beside that
	kind        string // the media type
	raw         string // where it is in the folder, as it was fetched
	size        int64
	err         error

	// known once it is looked into
	isLookedInto bool
	content      content
	name         string // in the folder; "" if it is not saved
	isWritten    bool   // under that name
	same         *file  // which has the same address, and takes its place
	problem      error  // why it is not wholly rewritten
}

// content says how a file is saved.
type content uint8

const (
	asFetched  content = iota // with the bytes that it has
	parsed                    // a document, with other references
	stylesheet                // the same for a style sheet
	script                    // in UTF-8
)

// entry returns what the manifest says of the file.
func (f *file) entry() File {
	e := File{URL: f.url.String(), File: f.name, Type: f.kind, Size: f.size}
	err := cmp.Or(f.err, f.problem)
	if f.same != nil {
		e.File, e.Size = f.same.name, f.same.size
	}
	if saved := cmp.Or(f.same, f); !saved.isWritten {
		e.File = ""
	}
	if e.File == "" {
		e.Size = 0
	}
	if err != nil {
		e.Error = err.Error()
	}
	return e
}
