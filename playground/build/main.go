// Command build compiles package wasm, and puts it into the folder of the playground's page with the JavaScript that the
// Go distribution has for it. It also writes down what they were made of, so that a test can tell when they are stale.
//
// The result depends on the sources, the versions of the modules and the version of Go, and on nothing of the machine.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Files, from the folder of package playground.
const (
	packed  = "static/htmlurl.wasm.gz"
	support = "static/wasm_exec.js"
	licence = "static/wasm_exec.LICENSE.txt" // of both, as far as they are from the Go distribution
	record  = "build/record.txt"
)

func main() {
	log.SetFlags(0)
	if err := build(); err != nil {
		log.Fatal(err)
	}
}

func build() error {
	wasm, err := compile()
	if err != nil {
		return err
	}
	if err := os.WriteFile(packed, wasm, 0o644); err != nil {
		return err
	}
	if err := copyFromGo(support, "lib", "wasm", "wasm_exec.js"); err != nil {
		return err
	}
	if err := copyFromGo(licence, "LICENSE"); err != nil {
		return err
	}
	text, err := describe(".")
	if err != nil {
		return err
	}
	return os.WriteFile(record, []byte(text), 0o644)
}

// copyFromGo copies a file of the Go distribution.
func copyFromGo(to string, from ...string) error {
	root, err := goCommand("env", "GOROOT")
	if err != nil {
		return err
	}
	content, err := os.ReadFile(filepath.Join(append([]string{strings.TrimSpace(string(root))}, from...)...))
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}

// compile returns package wasm, compiled and packed.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "playground")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "htmlurl.wasm")
	if _, err := goCommand("build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "htmlurl/playground/wasm"); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	w, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(wasm); err != nil {
		return nil, err
	}
	err = w.Close()
	return file.Bytes(), err
}

// goCommand runs the go command for WebAssembly, without the settings of the user.
func goCommand(args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=", "GOWORK=off")
	out, err := c.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, failed.Stderr)
	}
	return out, err
}

// describe returns the record of what is in the folder of package playground: the version of Go, a digest of all that is
// compiled in, and digests of the files.
func describe(dir string) (string, error) {
	version, err := goCommand("env", "GOVERSION")
	if err != nil {
		return "", err
	}
	sources, err := digest()
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("go %ssources %s\n", version, sources)
	for _, name := range []string{packed, support} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("%s %x\n", name, sha256.Sum256(content))
	}
	return text, nil
}

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	EmbedFiles []string
	Module     *struct {
		Path, Version string
		Main          bool
	}
}

// digest returns a digest of the sources of this module that package wasm is compiled from, with the versions of the other
// modules.
func digest() (string, error) {
	out, err := goCommand("list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,EmbedFiles,Module", "htmlurl/playground/wasm")
	if err != nil {
		return "", err
	}
	var lines []string
	for packages := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := packages.Decode(&p)
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		described, err := p.lines()
		if err != nil {
			return "", err
		}
		lines = append(lines, described...)
	}
	slices.Sort(lines)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(slices.Compact(lines), "\n")))), nil
}

// lines describe a package: its files, or the version of its module.
func (p *listed) lines() ([]string, error) {
	switch {
	case p.Standard:
		return nil, nil
	case !p.Module.Main:
		return []string{p.ImportPath + " " + p.Module.Version}, nil
	}
	var lines []string
	for _, name := range slices.Concat(p.GoFiles, p.EmbedFiles) {
		content, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%s/%s %x", p.ImportPath, name, sha256.Sum256(content)))
	}
	return lines, nil
}
