package playground_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A tab shows the playground, and notes what it must not do.
type tab struct {
	*testing.T
	*browser
	ctx context.Context

	mu   sync.Mutex
	said []string // on the console, and in dialogs
}

// newTab opens a tab. When the test ends, nothing may have been said on the console, and nothing requested elsewhere.
func (b *browser) newTab(t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.Context)
	t.Cleanup(cancel)
	w := &tab{T: t, browser: b, ctx: ctx}
	if err := chromedp.Listen(ctx, w.listen); err != nil {
		t.Fatal(err)
	}
	call(w, log.Enable, cdp.Empty{})
	call(w, runtime.Enable, cdp.Empty{})
	call(w, page.Enable, page.EnableParams{})
	t.Cleanup(w.checkQuiet)
	return w
}

func (w *tab) listen(event any) {
	line := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		line = fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *runtime.EventConsoleAPICalled:
		text, _ := json.Marshal(e.Args)
		line = fmt.Sprintf("console.%s: %s", e.Type, text)
	case *runtime.EventExceptionThrown:
		text, _ := json.Marshal(e.ExceptionDetails)
		line = fmt.Sprintf("exception: %s", text)
	case *page.EventJavascriptDialogOpening:
		line = "dialog: " + e.Message
	case *page.EventWindowOpen:
		line = "window: " + e.URL
	default:
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, line)
}

func (w *tab) checkQuiet() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range w.said {
		w.Errorf("on the console: %s", line)
	}
	for _, request := range w.takeRefused() {
		w.Errorf("requested: %s", request)
	}
}

// call runs a command of the browser.
func call[P, R any](w *tab, command cdp.Command[P, R], parameters P) R {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, parameters)
	if err != nil {
		w.Fatal(err)
	}
	return result
}

// do runs actions of the driver.
func (w *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		w.Fatal(err)
	}
}

// get returns the value of an expression, which may be a promise.
func get[T any](w *tab, expression string, args ...any) T {
	w.Helper()
	for i, arg := range args {
		quoted, err := json.Marshal(arg)
		if err != nil {
			w.Fatal(err)
		}
		args[i] = quoted
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(expression, args...), chromedp.EvalAwaitPromise))
	if err != nil {
		w.Fatalf("%s: %v", fmt.Sprintf(expression, args...), err)
	}
	return value
}

// open opens the playground with a fragment, and waits for its answer.
func (w *tab) open(fragment string) {
	w.Helper()
	w.do(chromedp.Navigate("about:blank"), chromedp.Navigate(w.address+fragment))
	w.settle()
}

// settle waits until what is shown is not about to change.
func (w *tab) settle() {
	w.Helper()
	get[bool](w, `new Promise((done) => {
		const isIdle = (id) => document.getElementById(id)?.getAttribute('aria-busy') === 'false';
		const settled = () => isIdle('output') && !document.querySelector('#chosen[aria-busy="true"]');
		(function wait() { settled() ? done(true) : setTimeout(wait, 20); })();
	})`)
}

// fill types a text into a field in the place of what is there, and waits for the answer.
func (w *tab) fill(id, text string) {
	w.Helper()
	get[bool](w, `(() => { const field = document.getElementById(%s); field.focus(); field.select(); return true; })()`, id)
	if text == "" {
		w.do(chromedp.KeyEvent(kb.Delete))
	} else {
		call(w, input.InsertText, input.InsertTextParams{Text: text})
	}
	w.settle()
}

// choose chooses an option of a select element, and waits for the answer.
func (w *tab) choose(id, value string) {
	w.Helper()
	get[bool](w, `(() => {
		const field = document.getElementById(%s);
		field.value = %s;
		return field.dispatchEvent(new Event('change', {bubbles: true}));
	})()`, id, value)
	w.settle()
}

// resize makes the window that wide and high, on a phone or not.
func (w *tab) resize(width, height int64, isPhone bool) {
	w.Helper()
	scale := 1.0
	if isPhone {
		scale = 2
	}
	call(w, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: scale, Mobile: isPhone})
}

// prefer sets a preference of the user, such as prefers-color-scheme.
func (w *tab) prefer(feature, value string) {
	w.Helper()
	call(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}}})
}

// screenshot returns a picture of the window, as PNG.
func (w *tab) screenshot() []byte {
	w.Helper()
	return call(w, page.CaptureScreenshot, page.CaptureScreenshotParams{}).Data
}
