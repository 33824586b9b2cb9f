//go:build unix

package save_test

import (
	"syscall"
	"testing"
)

// makePipe makes what would wait for a writer when it is opened.
func makePipe(t testing.TB, name string) {
	t.Helper()
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Fatal(err)
	}
}
