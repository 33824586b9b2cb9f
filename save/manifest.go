package save

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Manifest tells what was saved. It is the content of manifest.json in the folder.
type Manifest struct {
	Format   string `json:"format"`            // ManifestFormat
	Page     string `json:"page"`              // the address of the page, after redirects
	Complete bool   `json:"complete"`          // the walk went to its end; Files may have errors nevertheless
	Omitted  int    `json:"omitted,omitempty"` // references to files beyond Saver.MaxFiles
	Files    []File `json:"files"`             // in the order in which they were found, the page first

	// Earlier are files of earlier saves that may still be there, as this one has not come to its end.
	Earlier []string `json:"earlier,omitempty"`
}

// File is a resource that the page embeds, or the page itself.
type File struct {
	URL   string `json:"url"`             // as it was referred to, without the fragment
	File  string `json:"file,omitempty"`  // its path in the folder, with slashes; "" if it was not saved
	Type  string `json:"type,omitempty"`  // its media type
	Size  int64  `json:"size"`            // of the file in bytes
	Error string `json:"error,omitempty"` // why it was not saved, or not wholly rewritten
}

// ManifestFormat is the format of manifests. They tell folders that may be written again by it.
const ManifestFormat = "htmlurl save 1"

// Failed returns how many of the files have an error.
func (m *Manifest) Failed() int {
	failed := 0
	for _, f := range m.Files {
		if f.Error != "" {
			failed++
		}
	}
	return failed
}

const manifestFile = "manifest.json"

// readManifest reads the manifest of a folder.
func readManifest(root *os.Root) (*Manifest, error) {
	const limit = 256 << 20
	info, err := root.Lstat(manifestFile)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, fs.ErrInvalid
	}
	text, err := root.ReadFile(manifestFile)
	if err != nil {
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m.Format != ManifestFormat {
		return nil, errors.New("another format")
	}
	return &m, nil
}

// writeManifest writes the manifest.
func (f *folder) writeManifest(m *Manifest) error {
	if m.Earlier = nil; !m.Complete {
		m.Earlier = f.earlierFiles()
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(m); err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return f.write(manifestFile, text.Bytes())
}

// removeEarlier removes the files of an earlier save that are not in the manifest.
func (f *folder) removeEarlier(m *Manifest) {
	isKept := map[string]bool{} // by names in lower case, which some systems do not tell from others
	for _, file := range m.Files {
		isKept[strings.ToLower(file.File)] = true
	}
	for _, name := range f.earlierFiles() {
		if !isKept[strings.ToLower(name)] {
			f.root.Remove(name)
		}
	}
}

// earlierFiles returns the files of earlier saves.
func (f *folder) earlierFiles() []string {
	if f.earlier == nil {
		return nil
	}
	names := slices.Clone(f.earlier.Earlier)
	for _, file := range f.earlier.Files {
		names = append(names, file.File)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !isOwn(name) })
	slices.Sort(names)
	return slices.Compact(names)
}

// isOwn tells whether a name in a manifest is one that names or the page may have.
func isOwn(name string) bool {
	dir, base := path.Split(name)
	switch {
	case dir == "":
		return base == "index.html" || base == "index.xhtml" || base == "index.svg" || base == "index.xml"
	case dir == filesFolder+"/":
		return base != "" && base == clean(base)
	}
	return false
}
