package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Page is what is at an address.
type Page struct {
	Address string
	Header  map[string]string
	Body    []byte
}

// Request is a request of a page for something else.
type Request struct {
	URL       string // without its fragment
	Type      string // what it is for, by the names of the DevTools protocol: "Image", "Script", "Document", …
	MainFrame bool   // of the page itself, not of a frame in it
}

// patience is how long a tab waits for an answer.
const patience = 30 * time.Second

// A Tab shows one page after the other, and answers all requests that they make. One goroutine at a time may use it.
type Tab struct {
	ctx    context.Context
	cancel context.CancelFunc
	main   cdp.FrameID
	paused chan *fetch.EventRequestPaused

	mu       sync.Mutex
	page     *Page // that was asked for but not requested yet
	requests []Request
}

// NewTab opens a tab, which ends with the browser or by Close. It is in no window, as drawing takes longer than
// all the rest.
func (b *Browser) NewTab() (*Tab, error) {
	yes := true
	hidden := target.CreateTargetParams{URL: "about:blank", Hidden: &yes, Background: &yes}
	created, err := cdp.Call(b.ctx, chromedp.FromContext(b.ctx).Browser, target.CreateTarget, hidden)
	if err != nil {
		return nil, err
	}
	t := &Tab{main: cdp.FrameID(created.TargetID), paused: make(chan *fetch.EventRequestPaused, 1000)}
	t.ctx, t.cancel = chromedp.NewContext(b.ctx, chromedp.WithTargetID(created.TargetID))
	err = chromedp.Listen(t.ctx, func(event any) {
		if paused, ok := event.(*fetch.EventRequestPaused); ok {
			select {
			case t.paused <- paused:
			case <-t.ctx.Done():
			}
		}
	})
	if err == nil {
		all := []*fetch.RequestPattern{{URLPattern: "*"}}
		_, err = chromedp.Call(t.ctx, fetch.Enable, fetch.EnableParams{Patterns: all})
	}
	if err != nil {
		t.cancel()
		return nil, err
	}
	for range 4 {
		go t.serve()
	}
	return t, nil
}

// Close closes the tab.
func (t *Tab) Close() { t.cancel() }

// serve answers requests.
func (t *Tab) serve() {
	for {
		select {
		case <-t.ctx.Done():
			return
		case paused := <-t.paused:
			t.answer(paused)
		}
	}
}

// answer answers one request. An error means that the page is gone, or the browser, which others notice.
func (t *Tab) answer(paused *fetch.EventRequestPaused) {
	p := t.take(paused)
	status := int64(200)
	switch {
	case p != nil:
	case paused.FrameID == t.main && paused.ResourceType == network.ResourceTypeDocument:
		p, status = &Page{}, 204 // the page that is shown stays
	default:
		p = content(paused.ResourceType)
	}
	response := fetch.FulfillRequestParams{RequestID: paused.RequestID, ResponseCode: status, Body: p.Body}
	for name, value := range p.Header {
		response.ResponseHeaders = append(response.ResponseHeaders, &fetch.HeaderEntry{Name: name, Value: value})
	}
	chromedp.Call(t.ctx, fetch.FulfillRequest, response)
}

// take returns the page for the first request after Open, and remembers all others.
func (t *Tab) take(paused *fetch.EventRequestPaused) *Page {
	isMain := paused.FrameID == t.main
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.page; p != nil && isMain && paused.ResourceType == network.ResourceTypeDocument {
		t.page = nil
		return p
	}
	t.requests = append(t.requests, Request{paused.Request.URL, string(paused.ResourceType), isMain})
	return nil
}

// content returns something of the type that a request is for, so that nothing goes on to be loaded.
func content(t network.ResourceType) *Page {
	kind, body := "text/plain", " "
	switch t {
	case network.ResourceTypeImage:
		kind, body = "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`
	case network.ResourceTypeStylesheet:
		kind = "text/css"
	case network.ResourceTypeScript:
		kind = "text/javascript"
	case network.ResourceTypeDocument:
		kind, body = "text/html; charset=utf-8", "<!DOCTYPE html><title>x</title>"
	}
	return &Page{Header: map[string]string{"Content-Type": kind}, Body: []byte(body)}
}

// Open shows a page, and waits until it is loaded with all that it requests.
func (t *Tab) Open(p Page) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := t.Evaluate(leave, nil); err != nil {
		return fmt.Errorf("leaving for %s: %w", p.Address, err)
	}
	t.mu.Lock()
	t.page, t.requests = &p, nil
	t.mu.Unlock()
	result, err := chromedp.Call(ctx, page.Navigate, page.NavigateParams{URL: p.Address})
	if err == nil && result.ErrorText != "" {
		err = errors.New(result.ErrorText)
	}
	if err != nil {
		return fmt.Errorf("opening %s: %w", p.Address, err)
	}
	if err := t.Evaluate(loaded, nil); err != nil {
		return fmt.Errorf("loading %s: %w", p.Address, err)
	}
	return nil
}

// leave is an expression that ends what the page that is shown still does, so that it requests nothing any more, and
// gives it another address, so that going to the same with a fragment is no way within the page.
const leave = `(() => {
	stop()
	document.documentElement?.remove()
	if (location.protocol != "about:") history.replaceState(null, "", location.origin + "/left")
	return "null"
})()`

// Requests returns what the page has requested so far.
func (t *Tab) Requests() []Request {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]Request(nil), t.requests...)
}

// loaded is an expression for the end of loading.
const loaded = `new Promise(done => {
	document.readyState == "complete" ? done("null") : addEventListener("load", () => done("null"))
})`

// Evaluate reads the value of an expression, which is a string of JSON or a promise of one.
func (t *Tab) Evaluate(expression string, value any) error {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	yes := true
	parameters := runtime.EvaluateParams{Expression: expression, AwaitPromise: &yes, ReturnByValue: &yes}
	result, err := chromedp.Call(ctx, runtime.Evaluate, parameters)
	if err != nil {
		return err
	}
	if result.ExceptionDetails != nil {
		return fmt.Errorf("%s %s", result.ExceptionDetails.Text, result.ExceptionDetails.Exception.Description)
	}
	var text string
	if err := json.Unmarshal(result.Result.Value, &text); err != nil || value == nil {
		return err
	}
	return json.Unmarshal([]byte(text), value)
}
