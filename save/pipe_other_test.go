//go:build !unix

package save_test

import "testing"

// makePipe makes a folder, where there are no pipes.
func makePipe(t testing.TB, name string) { write(t, name+"/x", "") }
