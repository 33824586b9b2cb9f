package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// disk is the file system below a folder. Unlike os.DirFS it takes all names that the disk has, also those that are not
// UTF-8.
type disk string

func (d disk) at(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

func (d disk) Open(name string) (fs.File, error)          { return os.Open(d.at(name)) }
func (d disk) Stat(name string) (fs.FileInfo, error)      { return os.Stat(d.at(name)) }
func (d disk) Lstat(name string) (fs.FileInfo, error)     { return os.Lstat(d.at(name)) }
func (d disk) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(d.at(name)) }
func (d disk) ReadLink(name string) (string, error) {
	to, err := os.Readlink(d.at(name))
	return filepath.ToSlash(to), err
}
