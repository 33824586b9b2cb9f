package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// pageFile is a page to rewrite.
type pageFile struct {
	name    string // as given; "-" for standard input
	page    []byte // of standard input
	address string // "" if there is none
	outDir  string // "" without --out-dir
	output  string // the file to write, in outDir if there is one; "" for standard output
}

// path is where the page is written.
func (file *pageFile) path() string { return filepath.Join(file.outDir, file.output) }

// readStandardInput reads the page if it comes from standard input.
func (file *pageFile) readStandardInput(in io.Reader) (err error) {
	if file.name == "-" {
		file.page, err = io.ReadAll(in)
	}
	return err
}

// read returns the page.
func (file *pageFile) read() ([]byte, error) {
	if file.name == "-" {
		return file.page, nil
	}
	return os.ReadFile(file.name)
}

// write writes the page, all or nothing. In outDir nothing leads outside.
func (file *pageFile) write(page []byte, keepsMode bool) error {
	folder, name := filepath.Split(file.output)
	if file.outDir != "" {
		folder, name = file.outDir, file.output
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
	}
	root, err := os.OpenRoot(filepath.Clean(folder))
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", file.path(), cause(err))
	}
	defer root.Close()
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fmt.Errorf("cannot write %s: %w", file.path(), cause(err))
	}
	return writeFile(root, name, page, keepsMode)
}

// files returns the pages to rewrite. It refuses to write one over another.
func (f *rewriteFlags) files(names []string) ([]pageFile, error) {
	files := make([]pageFile, len(names))
	if names[0] == "-" {
		files[0] = pageFile{name: "-", address: f.documents.address, output: target(f.output)}
		return files, checkOutputs(files, f.inPlace)
	}
	paths := make([]string, len(names))
	for i, name := range names {
		if _, err := os.Stat(name); err != nil { // without it others would have another folder in common
			return nil, err
		}
		path, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		paths[i] = path
	}
	folder, err := commonFolder(paths)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		files[i] = pageFile{name: name}
		if err := f.place(&files[i], folder, paths[i]); err != nil {
			return nil, err
		}
	}
	return files, checkOutputs(files, f.inPlace)
}

// place says where a file's page comes from and where it is written, if the file lies below the folder.
func (f *rewriteFlags) place(file *pageFile, folder, path string) (err error) {
	below, err := filepath.Rel(folder, path)
	if err != nil {
		return err
	}
	file.address = f.documents.address
	switch {
	case f.isOneOfMany && file.address != "":
		file.address += (&url.URL{Path: filepath.ToSlash(below)}).EscapedPath()
	case file.address == "" && !f.needsAddress():
		file.address, err = fileURL(file.name)
	}
	switch {
	case f.outDir != "":
		file.outDir, file.output = f.outDir, below
	case f.inPlace:
		file.output = target(file.name)
	default:
		file.output = target(f.output)
	}
	return err
}

// target returns the file that a name leads to by symbolic links, or the name if there is none.
func target(name string) string {
	if path, err := filepath.EvalSymlinks(name); err == nil && name != "" {
		return path
	}
	return name
}

// commonFolder returns the folder in which all files are, or below.
func commonFolder(paths []string) (string, error) {
	folder := filepath.Dir(paths[0])
	for _, path := range paths[1:] {
		for {
			below, err := filepath.Rel(folder, filepath.Dir(path))
			if err == nil && filepath.IsLocal(below) {
				break
			}
			parent := filepath.Dir(folder)
			if parent == folder {
				return "", fmt.Errorf("%s and %s have no folder in common", paths[0], path)
			}
			folder = parent
		}
	}
	return folder, nil
}

// checkOutputs refuses to write two pages to one file, and, unless it is in place, one over a file that is to be read.
func checkOutputs(files []pageFile, inPlace bool) error {
	inputs := map[likeness][]fs.FileInfo{}
	outputs := map[string]string{}
	for i := range files {
		file := &files[i]
		if info, err := os.Stat(file.name); err == nil && file.name != "-" {
			inputs[likenessOf(info)] = append(inputs[likenessOf(info)], info)
		}
		if file.output == "" {
			continue
		}
		path := existing(file.path())
		if other, ok := outputs[path]; ok {
			return fmt.Errorf("%s and %s would both be written to %s", other, file.name, file.path())
		}
		outputs[path] = file.name
	}
	for i := range files {
		path := files[i].path()
		info, err := os.Stat(path)
		if err != nil || inPlace {
			continue
		}
		for _, input := range inputs[likenessOf(info)] {
			if os.SameFile(info, input) {
				return fmt.Errorf("%s would be written over, but is to be rewritten: give --in-place, or another place", path)
			}
		}
	}
	return nil
}

// likeness is the same for the same file, and for few others.
type likeness struct{ size, modified int64 }

func likenessOf(info fs.FileInfo) likeness { return likeness{info.Size(), info.ModTime().UnixNano()} }

// existing returns the absolute path of a file without the symbolic links of the folder that it is in.
func existing(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return filepath.Join(target(filepath.Dir(path)), filepath.Base(path))
}
