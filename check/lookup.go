package check

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"htmlurl/resolve"
)

// answer is what a site on disk has at a path.
type answer struct {
	file    *file
	path    string // of the file, or of what is not there
	rule    Rule   // why there is none, or what is odd about it; "" if all is well
	message string
}

// lookup looks for what a server gives for the path of a URL, which begins behind the address of the site and has
// neither query nor fragment. Names are compared byte for byte, whatever the disk does.
func (s *site) lookup(urlPath string) answer {
	in := s.root
	emptySegments := 0
	for {
		segment, rest, isFolder := strings.Cut(urlPath, "/")
		if !isFolder {
			break
		}
		urlPath = rest
		if segment == "" {
			emptySegments++
			continue
		}
		name := decodeSegment(segment)
		next := in.folders[name]
		if next == nil {
			return s.missingFolder(in, name, rest)
		}
		in = next
	}
	found := s.find(in, decodeSegment(urlPath))
	if found.rule == "" && emptySegments > 0 {
		found.rule, found.message = EmptySegment, "there is an empty segment (//) in the path, which not all servers pass over"
	}
	return found
}

// find looks for a file or folder in a folder; "" is the folder itself.
func (s *site) find(in *folder, name string) answer {
	if name == "" {
		return s.index(in)
	}
	if f := in.files[name]; f != nil {
		return answer{file: f, path: f.path}
	}
	sub := in.folders[name]
	var found answer
	if sub != nil {
		found = s.folderWithoutSlash(sub)
	}
	if f := s.fallback(in, name); f != nil && found.file == nil {
		return answer{file: f, path: f.path}
	}
	if sub != nil {
		return found
	}
	return s.missing(in, name)
}

// fallback returns the file that the server gives for a name that is none, or nil.
func (s *site) fallback(in *folder, name string) *file {
	for _, extension := range s.fallbacks {
		if f := in.files[name+extension]; f != nil {
			return f
		}
	}
	return nil
}

// folderWithoutSlash returns what a server gives for a folder whose slash is missing.
func (s *site) folderWithoutSlash(in *folder) answer {
	found := s.index(in)
	if found.rule == "" {
		found.rule, found.message = Redirected, "the URL of a folder ends with a slash: servers redirect to it"
	}
	return found
}

// index returns the index file of a folder.
func (s *site) index(in *folder) answer {
	for _, name := range s.indexNames {
		if f := in.files[name]; f != nil {
			return answer{file: f, path: f.path}
		}
	}
	return answer{path: path.Join(in.path, "."), rule: IndexMissing, message: fmt.Sprintf("%s has no %s", s.folderName(in),
		strings.Join(s.indexNames, " or "))}
}

// missing says that a name is not there, and what may have been meant.
func (s *site) missing(in *folder, name string) answer {
	const longest = 1000 // bytes; few disks have names of more than 255
	if len(name) > longest {
		return answer{path: in.path + "/" + clip(name), rule: TargetMissing, message: fmt.Sprintf("no file has a name of %d bytes",
			len(name))}
	}
	a := answer{path: path.Join(in.path, name), rule: TargetMissing}
	switch {
	case in.isUnreadable:
		a.rule, a.message = TargetUnreadable, s.folderName(in)+" cannot be read"
	case in.files[name] != nil:
		a.message = fmt.Sprintf("there is no folder %s: it is a file, whose URL does not end with a slash", s.display(a.path))
	case name == "." || name == ".." || strings.ContainsAny(name, "/\x00"):
		a.message = fmt.Sprintf("no file can have the name %q", name)
	default:
		a.message = fmt.Sprintf("there is no file %s", s.display(a.path)) + in.hint(name)
	}
	return a
}

// missingFolder says that a folder is not there, in which there should be the rest of a path.
func (s *site) missingFolder(in *folder, name, rest string) answer {
	a := s.missing(in, name)
	if in.files[name] == nil && a.rule == TargetMissing && len(a.path) < maxURL {
		a.message = fmt.Sprintf("there is no folder %s", s.display(a.path)) + in.similarTo(name)
	}
	a.path = path.Join(a.path, decodeSegment(clip(rest)))
	return a
}

// folderName returns what messages call a folder.
func (s *site) folderName(in *folder) string {
	if name := s.display(in.path); name != "" {
		return "the folder " + name
	}
	return "the top of the site"
}

// hint says what is there under a similar name.
func (f *folder) hint(name string) string {
	for _, extension := range []string{".html", ".htm"} {
		if f.files[name+extension] != nil {
			return fmt.Sprintf("; there is %s, which some servers give for it", name+extension)
		}
	}
	if strings.HasPrefix(name, "www.") {
		return fmt.Sprintf("; did you mean https://%s?", name)
	}
	return f.similarTo(name)
}

// similarTo says which name is there that people may take for another.
func (f *folder) similarTo(name string) string {
	f.similarOnce.Do(f.findSimilar)
	similar, ok := f.similar[similarity(name)]
	switch {
	case !ok:
		return ""
	case strings.EqualFold(similar, name):
		return fmt.Sprintf("; there is %s, in other letter case", similar)
	}
	return fmt.Sprintf("; there is %s, of other code points: %+q", similar, similar)
}

// findSimilar finds the names by what makes them similar.
func (f *folder) findSimilar() {
	f.similar = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(f.files)) {
		f.similar[similarity(name)] = name
	}
	for _, name := range slices.Sorted(maps.Keys(f.folders)) {
		f.similar[similarity(name)] = name
	}
}

// similarity returns what is the same for names that people take for the same.
func similarity(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// decodeSegment percent-decodes a segment of a path.
func decodeSegment(segment string) string {
	if strings.IndexByte(segment, '%') < 0 {
		return segment
	}
	return string(resolve.AppendPercentDecoded(nil, segment))
}
