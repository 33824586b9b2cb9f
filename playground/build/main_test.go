package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestStale holds the files in the folder of the page to the sources that they are made of.
func TestStale(t *testing.T) {
	want, err := os.ReadFile("record.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, err := describe("..")
	if err != nil {
		t.Fatal(err)
	}
	recorded, now := strings.SplitAfterN(string(want), "\n", 2), strings.SplitAfterN(got, "\n", 2)
	if recorded[1] != now[1] {
		t.Errorf("static/htmlurl.wasm.gz is not what the sources give: run go generate ./playground\nrecorded\n%snow\n%s", recorded[1], now[1])
	}
	if recorded[0] != now[0] {
		t.Logf("it was built by %sand this is %s", recorded[0], now[0])
	}
}

// TestReproducible builds the file again.
func TestReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the standard library for WebAssembly")
	}
	recorded, err := os.ReadFile("record.txt")
	if err != nil {
		t.Fatal(err)
	}
	version, err := goCommand("env", "GOVERSION")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(recorded), "go "+string(version)) {
		t.Skipf("this is %s, and the file was built by another version of Go", bytes.TrimSpace(version))
	}
	want, err := os.ReadFile("../" + packed)
	if err != nil {
		t.Fatal(err)
	}
	got, err := compile()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%d bytes, which are not the %d of the file: run go generate ./playground", len(got), len(want))
	}
}
