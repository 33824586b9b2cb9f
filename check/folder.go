package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"
)

// folder is a folder of a site on disk. Symbolic links to folders lead to the folder itself, so it may be in itself.
type folder struct {
	path    string // in the site; "" for the site itself
	parent  *folder
	folders map[string]*folder
	files   map[string]*file

	isUnreadable bool
	similarOnce  sync.Once
	similar      map[string]string // names by what makes them similar
}

// file is a file of a site on disk.
type file struct {
	path     string
	size     int64
	err      error       // why it cannot be read, if that is known
	page     *page       // if it is a page or style sheet
	isLinked atomic.Bool // from another file
}

// lister lists the files of a site.
type lister struct {
	fsys    fs.FS
	stopped func() bool // tells whether to end
	root    *folder
	all     []*file   // in the order in which they were found
	folders []*folder // in the same order
	links   []symlink // to folders, which wait until all real folders are known
	report  func(path string, severity Severity, rule Rule, message string)

	current *symlink                   // that is being followed
	known   map[likeness][]knownFolder // once links are followed
}

// symlink is a symbolic link to a folder.
type symlink struct {
	in   *folder
	name string
	path string
	info fs.FileInfo // of the folder
}

// likeness is what is the same for two names of one folder, and seldom for two folders.
type likeness struct {
	modified int64
	mode     fs.FileMode
}

type knownFolder struct {
	*folder
	info fs.FileInfo
}

// list lists a site. Each folder is listed once: symbolic links to folders, which may lead out of the site or in circles,
// come after all real folders, and those that lead to a known folder are other names for it.
func (l *lister) list() (*folder, error) {
	l.root = &folder{}
	entries, err := fs.ReadDir(l.fsys, ".")
	if err != nil && len(entries) == 0 {
		return nil, err
	}
	l.add(l.root, entries)
	for i := 0; i < len(l.links) && !l.stopped(); i++ {
		l.follow(&l.links[i])
	}
	return l.root, nil
}

// add adds the entries of a folder, and what is below them.
func (l *lister) add(in *folder, entries []fs.DirEntry) {
	in.folders, in.files = map[string]*folder{}, map[string]*file{}
	l.folders = append(l.folders, in)
	for _, e := range entries {
		name := path.Join(in.path, e.Name())
		switch {
		case l.stopped():
			return
		case e.IsDir():
			l.addFolder(in, e.Name(), name)
		case e.Type()&fs.ModeSymlink != 0:
			l.addLink(in, e.Name(), name)
		default:
			info, err := e.Info()
			l.addFile(in, e.Name(), name, info, err)
		}
	}
}

// addFolder adds a real folder. Below a symbolic link it may be one that is known.
func (l *lister) addFolder(in *folder, base, name string) {
	if l.current != nil {
		if info, err := fs.Stat(l.fsys, name); err == nil && l.isKnown(in, base, info) {
			return
		}
	}
	l.listFolder(in, base, name)
}

// listFolder lists a folder that is not known.
func (l *lister) listFolder(in *folder, base, name string) {
	sub := &folder{path: name, parent: in}
	in.folders[base] = sub
	if l.current != nil {
		l.know(sub)
	}
	entries, err := fs.ReadDir(l.fsys, name)
	if err != nil {
		l.report(name, Error, PageUnreadable, "the folder cannot be read: "+reasonOf(err))
		sub.isUnreadable = len(entries) == 0
	}
	l.add(sub, entries)
}

func (l *lister) addFile(in *folder, base, name string, info fs.FileInfo, err error) {
	f := &file{path: name, err: err}
	if err == nil {
		f.size = info.Size()
		if !info.Mode().IsRegular() {
			f.err = errors.New("it is neither a file nor a folder")
		}
	}
	in.files[base] = f
	l.all = append(l.all, f)
}

// addLink adds a symbolic link: at once if it leads to a file.
func (l *lister) addLink(in *folder, base, name string) {
	info, err := fs.Stat(l.fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.report(name, Warning, PageUnreadable, "the symbolic link leads nowhere")
	case err != nil: // such as one that leads to itself
		l.report(name, Warning, SymlinkLoop, "the symbolic link cannot be followed: "+reasonOf(err))
	case info.IsDir():
		l.links = append(l.links, symlink{in, base, name, info})
	default:
		l.addFile(in, base, name, info, nil)
	}
}

// follow follows a symbolic link to a folder.
func (l *lister) follow(link *symlink) {
	l.current = link
	if l.known == nil {
		l.known = map[likeness][]knownFolder{}
		for _, f := range l.folders {
			l.know(f)
		}
	}
	switch {
	case !os.SameFile(link.info, link.info): // a file system that cannot tell whether two folders are the same
		l.followPath(link)
	case l.isKnown(link.in, link.name, link.info):
	case l.leadsToAll(link):
		l.report(link.path, Warning, SymlinkLoop, "the symbolic link leads to the top of the disk, and is not followed")
	default:
		l.listFolder(link.in, link.name, link.path)
	}
}

// followPath follows a symbolic link by what is written in it: to a folder that is known.
func (l *lister) followPath(link *symlink) {
	to, err := fs.ReadLink(l.fsys, link.path)
	if err == nil {
		if f := l.root.at(path.Join(path.Dir(link.path), to)); f != nil {
			l.alias(link.in, link.name, f)
			return
		}
	}
	l.report(link.path, Warning, SymlinkLoop, "the symbolic link is not followed: it cannot be told which folder it leads to")
}

// at returns the folder with a path, or nil.
func (f *folder) at(name string) *folder {
	for element := range strings.SplitSeq(name, "/") {
		if element != "." && f != nil {
			f = f.folders[element]
		}
	}
	return f
}

// leadsToAll tells whether a symbolic link leads to the top of the disk.
func (l *lister) leadsToAll(link *symlink) bool {
	to, err := fs.ReadLink(l.fsys, link.path)
	return err == nil && path.Clean(to) == "/"
}

// know remembers which folder a folder is.
func (l *lister) know(f *folder) {
	if info, err := fs.Stat(l.fsys, path.Join(".", f.path)); err == nil {
		key := likenessOf(info)
		l.known[key] = append(l.known[key], knownFolder{f, info})
	}
}

func likenessOf(info fs.FileInfo) likeness { return likeness{info.ModTime().UnixNano(), info.Mode()} }

// isKnown gives a folder that is known another name.
func (l *lister) isKnown(in *folder, base string, info fs.FileInfo) bool {
	for _, k := range l.known[likenessOf(info)] {
		if os.SameFile(k.info, info) {
			l.alias(in, base, k.folder)
			return true
		}
	}
	return false
}

// alias gives a folder another name.
func (l *lister) alias(in *folder, base string, f *folder) {
	in.folders[base] = f
	if f.isAround(in) {
		l.report(l.current.path, Warning, SymlinkLoop, fmt.Sprintf("the symbolic link leads to %s, which it is in; its pages "+
			"are checked there only", folderName(f)))
	}
}

// isAround tells whether in is f or below it.
func (f *folder) isAround(in *folder) bool {
	for ; in != nil; in = in.parent {
		if in == f {
			return true
		}
	}
	return false
}

func folderName(f *folder) string {
	if f.path == "" {
		return "the top of the site"
	}
	return f.path
}

// reasonOf returns the reason of an error, without the name of the file, which the finding has.
func reasonOf(err error) string { return causeOf(err).Error() }

func causeOf(err error) error {
	if bad, ok := errors.AsType[*fs.PathError](err); ok {
		return bad.Err
	}
	return err
}
