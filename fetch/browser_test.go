package fetch_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"
)

// browser is a Chromium without a window, which is told what to do through pipes.
//
// Spec: https://chromedevtools.github.io/devtools-protocol/
type browser struct {
	t        *testing.T
	to       io.WriteCloser
	messages chan browserMessage
	id       int
}

// browserMessage is what a browser answers.
type browserMessage struct {
	ID     int
	Result struct {
		TargetID  string
		SessionID string
		Result    struct{ Value string }
	}
	Error *struct{ Message string }
}

// findBrowser skips the test if there is no browser.
func findBrowser(t *testing.T) string {
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

// newBrowser starts a browser with further arguments.
func newBrowser(t *testing.T, arguments ...string) *browser {
	arguments = append([]string{"--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--mute-audio",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
		"--user-data-dir=" + t.TempDir(), "--remote-debugging-pipe"}, arguments...)
	command := exec.Command(findBrowser(t), append(arguments, "about:blank")...)
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
	b := &browser{t: t, to: to, messages: make(chan browserMessage, 1000)}
	t.Cleanup(func() { b.close(command, from) })
	go b.read(from)
	return b
}

// close ends the browser, so that nothing of it writes to its folder any more.
func (b *browser) close(command *exec.Cmd, from io.Closer) {
	b.send("", "Browser.close", nil)
	ended := time.AfterFunc(5*time.Second, func() { command.Process.Kill() })
	command.Wait()
	ended.Stop()
	from.Close()
	b.to.Close()
}

// read reads what the browser says, which ends with null characters.
func (b *browser) read(from io.Reader) {
	defer close(b.messages)
	for in := bufio.NewReader(from); ; {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m browserMessage
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m) == nil && m.ID > 0 {
			b.messages <- m
		}
	}
}

func (b *browser) send(session, method string, params map[string]any) {
	b.id++
	if params == nil {
		params = map[string]any{}
	}
	command := map[string]any{"id": b.id, "method": method, "params": params}
	if session != "" {
		command["sessionId"] = session
	}
	text, err := json.Marshal(command)
	if err == nil {
		_, err = b.to.Write(append(text, 0))
	}
	if err != nil {
		b.t.Error(err)
	}
}

// do has a command done in a tab, or, with no session, in the browser.
func (b *browser) do(session, method string, params map[string]any) browserMessage {
	b.t.Helper()
	b.send(session, method, params)
	for timeout := time.After(15 * time.Second); ; {
		select {
		case m, ok := <-b.messages:
			switch {
			case !ok:
				b.t.Fatalf("%s: the browser ended", method)
			case m.ID != b.id:
			case m.Error != nil:
				b.t.Fatalf("%s: %s", method, m.Error.Message)
			default:
				return m
			}
		case <-timeout:
			b.t.Fatalf("%s: no answer", method)
		}
	}
}

// open opens a page in a tab of its own, and returns the session of it.
func (b *browser) open(address string) string {
	b.t.Helper()
	target := b.do("", "Target.createTarget", map[string]any{"url": address}).Result.TargetID
	attach := map[string]any{"targetId": target, "flatten": true}
	return b.do("", "Target.attachToTarget", attach).Result.SessionID
}

// evaluate returns the value of an expression that is a string.
func (b *browser) evaluate(session, expression string) string {
	b.t.Helper()
	params := map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}
	return b.do(session, "Runtime.evaluate", params).Result.Result.Value
}

// awaitLoaded waits until a page that sets window.results is loaded with all that is in it.
func (b *browser) awaitLoaded(tab string) {
	b.t.Helper()
	const isLoaded = `window.results && document.readyState == "complete" ? "yes" : location + " is " + document.readyState`
	for begin, state := time.Now(), ""; state != "yes"; time.Sleep(10 * time.Millisecond) {
		if state = b.evaluate(tab, isLoaded); time.Since(begin) > 30*time.Second {
			b.t.Fatal("not loaded in time: ", state)
		}
	}
}
