package fetch

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// downloads are those that run, by what makes requests identical.
type downloads struct {
	mutex sync.Mutex
	byKey map[string]*download
}

// download is a response that several fetches read.
type download struct {
	cancel   context.CancelFunc
	changed  chan struct{} // closed, and made anew, when there is more
	mutex    sync.Mutex    // for what follows
	fetches  int           // that need it
	response *answer
	data     []byte // as it is transferred
	err      error  // io.EOF at the end
}

// shared obtains the resource by a download that runs for an identical request, or by a new one, which others may join.
//
// Spec: W3C HTML5 2.7.2 (2012), step 10
func (f *fetching) shared(w wire, request *http.Request) (*Response, error) {
	d := f.join(w, request)
	if f.clock.stop() { // until it is the download's turn
		defer f.clock.goOn()
	}
	for {
		d.mutex.Lock()
		response, err, changed := d.response, d.err, d.changed
		d.mutex.Unlock()
		switch {
		case response != nil:
			copied := *response.Response
			copied.Header = response.Header.Clone()
			copied.Body = &part{download: d, fetching: f}
			return f.receive(&answer{&copied, response.revalidated})
		case err != nil:
			d.leave()
			return nil, err
		}
		select {
		case <-changed:
		case <-f.ctx.Done():
			d.leave()
			return nil, context.Cause(f.ctx)
		}
	}
}

// join returns the download for a request, which it begins if there is none.
func (f *fetching) join(w wire, request *http.Request) *download {
	all := &f.client.state().downloads
	key := f.requestKey(w, request)
	all.mutex.Lock()
	defer all.mutex.Unlock()
	if d := all.byKey[key]; d != nil && d.enter() {
		return d
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(f.ctx))
	d := &download{cancel: cancel, changed: make(chan struct{}), fetches: 1}
	if all.byKey == nil {
		all.byKey = map[string]*download{}
	}
	all.byKey[key] = d
	leader := *f
	go func() {
		d.run(ctx, &leader, w, request)
		all.mutex.Lock()
		defer all.mutex.Unlock()
		if all.byKey[key] == d {
			delete(all.byKey, key)
		}
	}()
	return d
}

// requestKey is equal for requests that are identical.
func (f *fetching) requestKey(w wire, request *http.Request) string {
	var b strings.Builder
	b.WriteString(request.Method + " " + w.Scheme + "://" + w.Host + request.URL.RequestURI() + "\n" +
		strconv.FormatBool(f.keepsCookies()) + "\n")
	var names []string
	for name := range request.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		b.WriteString(name + ": " + strings.Join(request.Header[name], "\n\t") + "\n")
	}
	return b.String()
}

// enter counts one more fetch, unless the download has ended or nobody needs it any more.
func (d *download) enter() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.fetches == 0 || d.err != nil {
		return false
	}
	d.fetches++
	return true
}

// leave counts one fetch less; without any the download is cancelled.
func (d *download) leave() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.fetches--; d.fetches == 0 {
		d.cancel()
	}
}

// run downloads.
func (d *download) run(ctx context.Context, f *fetching, w wire, request *http.Request) {
	defer d.cancel()
	response, err := f.exchange(ctx, w, request)
	if err != nil {
		d.update(func() { d.err = err })
		return
	}
	body := response.Body
	defer body.Close()
	d.update(func() { d.response = response })
	chunk := make([]byte, 32<<10)
	for d.err == nil {
		n, err := body.Read(chunk)
		d.update(func() { d.data, d.err = append(d.data, chunk[:n]...), err })
	}
}

// update changes the download, and tells those who wait.
func (d *download) update(change func()) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	change()
	close(d.changed)
	d.changed = make(chan struct{})
}

// part is what one fetch reads of a download.
type part struct {
	download *download
	fetching *fetching
	progress func(read, size int64)
	at       int
	left     sync.Once
}

func (p *part) Read(to []byte) (int, error) {
	if len(to) == 0 {
		return 0, nil
	}
	d := p.download
	for {
		d.mutex.Lock()
		n, err, changed, size := copy(to, d.data[p.at:]), d.err, d.changed, d.response.ContentLength
		d.mutex.Unlock()
		p.at += n
		if n > 0 {
			if p.progress != nil {
				p.progress(int64(p.at), size)
			}
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		select {
		case <-changed:
		case <-p.fetching.ctx.Done():
			return 0, context.Cause(p.fetching.ctx)
		}
	}
}

func (p *part) Close() error {
	p.left.Do(p.download.leave)
	return nil
}
