// Package output writes what is found in a web archive, a file for each kind of reader.
//
// # Files
//
//   - output.go: Kind, which files there are; File, one that is being written
//   - links.go: every link with its page and its base, as lines of JSON
//   - wat.go: the links of every page, in the form of Common Crawl's WAT files; watpage.go: the JSON of a page
//   - edges.go: which hosts link to which
package output

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
)

// Kind is what a file has.
type Kind string

const (
	Edges Kind = "edges" // lines "source\ttarget" of host names, as package edges has them
	Links Kind = "links" // a line of JSON for each link
	WAT   Kind = "wat"   // records with JSON for each page
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Edges, Links, WAT} }

// ParseKinds reads names of kinds with commas between them.
func ParseKinds(list string) ([]Kind, error) {
	var kinds []Kind
	for name := range strings.SplitSeq(list, ",") {
		kind := Kind(strings.TrimSpace(name))
		if !slices.Contains(Kinds(), kind) {
			return nil, fmt.Errorf("there is no output %q: choose from edges, links and wat, with commas between them", kind)
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return kinds, nil
}

// extensions are how the names of files end.
var extensions = map[Kind]string{Edges: ".edges.tsv.gz", Links: ".links.jsonl.gz", WAT: ".warc.wat.gz"}

// Path returns where the file for an archive of that name is in a folder: each kind has a folder of its own there.
func (k Kind) Path(dir, name string) string {
	return filepath.Join(dir, string(k), name+extensions[k])
}

// Create begins the file of an archive that has outputs of the kind. Edges gather in set.
func (k Kind) Create(path, archive string, set *edges.Set) (File, error) {
	switch k {
	case Edges:
		return NewEdges(path, set), nil
	case Links:
		return CreateLinks(path)
	case WAT:
		return CreateWAT(path, archive)
	}
	return nil, fmt.Errorf("output: there is no kind %q", k)
}

// File is a file that is being written. It is told of the pages of one archive. It is not there before Commit.
type File interface {
	extract.Visitor
	Commit(ctx context.Context) error
	// Discard undoes all, unless Commit succeeded.
	Discard()
}
