package report_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"htmlurl/check"
	"htmlurl/internal/report"
)

// browser is a Chromium without a window, which is told what to do through pipes.
//
// Spec: https://chromedevtools.github.io/devtools-protocol/
type browser struct {
	t        *testing.T
	to       io.WriteCloser
	messages chan message
	session  string
	id       int
	requests []string // the URLs that were asked for
	trouble  []string // what pages said or did that they should not
}

// message is what the browser answers or reports.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result struct {
		TargetID         string
		SessionID        string
		Data             []byte
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	Error json.RawMessage
}

// findChromium returns the name of the browser, or skips the test.
func findChromium(t *testing.T) string {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	t.Skip("there is no Chromium")
	return ""
}

// start starts a browser, if there is one.
func start(t *testing.T) *browser {
	command := exec.Command(findChromium(t), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	in, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	command.ExtraFiles = []*os.File{in, out}
	if err := command.Start(); err != nil {
		t.Skip("Chromium does not start:", err)
	}
	in.Close()
	out.Close()
	b := &browser{t: t, to: to, messages: make(chan message, 1000)}
	go b.read(from)
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		for range b.messages {
		}
		command.Wait()
		to.Close()
	})
	target := b.do("Target.createTarget", map[string]any{"url": "about:blank"}).Result.TargetID
	b.session = b.do("Target.attachToTarget", map[string]any{"targetId": target, "flatten": true}).Result.SessionID
	for _, domain := range []string{"Network", "Page", "Runtime", "Log"} {
		b.do(domain+".enable", nil)
	}
	return b
}

// read reads what the browser says, which ends with null characters.
func (b *browser) read(from io.ReadCloser) {
	defer close(b.messages)
	defer from.Close()
	for in := bufio.NewReader(from); ; {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m) == nil {
			b.messages <- m
		}
	}
}

// do has a command done, and returns the answer.
func (b *browser) do(method string, params map[string]any) message {
	b.t.Helper()
	id := b.send(method, params)
	answer := b.until(func(m message) bool { return m.ID == id })
	if answer.Error != nil || answer.Result.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s%s", method, answer.Error, answer.Result.ExceptionDetails)
	}
	return answer
}

func (b *browser) send(method string, params map[string]any) (id int) {
	b.t.Helper()
	b.id++
	request := map[string]any{"id": b.id, "method": method, "params": params}
	if params == nil {
		request["params"] = map[string]any{}
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	return b.id
}

// until waits for a message, and remembers what others tell.
func (b *browser) until(wanted func(message) bool) message {
	b.t.Helper()
	for timeout := time.After(time.Minute); ; {
		select {
		case m, ok := <-b.messages:
			if !ok {
				b.t.Fatal("the browser has ended")
			}
			switch m.Method {
			case "Network.requestWillBeSent":
				var p struct{ Request struct{ URL string } }
				if err := json.Unmarshal(m.Params, &p); err != nil {
					b.t.Fatal(err)
				}
				b.requests = append(b.requests, p.Request.URL)
			case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Page.javascriptDialogOpening",
				"Page.windowOpen":
				b.trouble = append(b.trouble, m.Method+" "+string(m.Params))
			}
			if wanted(m) {
				return m
			}
		case <-timeout:
			b.t.Fatal("the browser does not answer")
		}
	}
}

// open writes a report to a file and opens it.
func (b *browser) open(r *check.Report) (url string) {
	b.t.Helper()
	var page bytes.Buffer
	if err := report.HTML(&page, r, about); err != nil {
		b.t.Fatal(err)
	}
	name := filepath.Join(b.t.TempDir(), "report.html")
	if err := os.WriteFile(name, page.Bytes(), 0o666); err != nil {
		b.t.Fatal(err)
	}
	url = "file://" + filepath.ToSlash(name)
	b.send("Page.navigate", map[string]any{"url": url})
	b.until(func(m message) bool { return m.Method == "Page.loadEventFired" })
	return url
}

// evaluate evaluates an expression, and what it promises, in the page.
func (b *browser) evaluate(expression string, value any) {
	b.t.Helper()
	answer := b.do("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true})
	if value == nil {
		return
	}
	if err := json.Unmarshal(answer.Result.Result.Value, value); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}
