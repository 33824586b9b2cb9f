package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestPlayground serves the playground until an interrupt, which is no error. The address is all that is printed.
func TestPlayground(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself here")
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt) // so that the test goes on
	defer signal.Stop(interrupted)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	asked := writerFunc(func(p []byte) (int, error) {
		go func() {
			askPlayground(t, string(p))
			if err := self.Signal(os.Interrupt); err != nil {
				t.Error(err)
			}
		}()
		return len(p), nil
	})
	var errOut strings.Builder
	if status := run([]string{"playground", "--port", "0"}, nil, asked, &errOut); status != exitFine || errOut.Len() > 0 {
		t.Errorf("status %d: %s", status, errOut.String())
	}
}

// askPlayground asks for the page at an address that was printed.
func askPlayground(t *testing.T, line string) {
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/\n$`).MatchString(line) {
		t.Errorf("it prints %q", line)
		return
	}
	response, err := http.Get(strings.TrimSuffix(line, "\n"))
	if err != nil {
		t.Error(err)
		return
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(page), "<title>htmlurl playground</title>") {
		t.Errorf("status %d, %v: %.200s", response.StatusCode, err, page)
	}
}

// TestPlaygroundPort names ports that cannot be served on.
func TestPlaygroundPort(t *testing.T) {
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, err := net.SplitHostPort(taken.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, message string }{
		{"--port " + port, "address already in use"},
		{"--port 65536", "invalid argument"},
		{"--port x", "invalid argument"},
		{"page.html", "takes no arguments"},
	} {
		out, errOut, status := command(t, "", append([]string{"playground"}, strings.Fields(c.args)...)...)
		if status != exitUsage || out != "" || !strings.Contains(errOut, c.message) {
			t.Errorf("playground %s: status %d, %q, %q", c.args, status, out, errOut)
		}
	}
}
