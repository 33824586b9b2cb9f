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

	similarOnce sync.Once
	similar     map[string]string // names by what makes them similar
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
	all     []*file   // in the order in which they were found
	folders []*folder // in the same order
	links   []symlink // to folders, which wait until all real folders are known
	report  func(path string, severity Severity, rule Rule, message string)
	infos   map[*folder]fs.FileInfo
}

// symlink is a symbolic link to a folder.
type symlink struct {
	in   *folder
	name string
	info fs.FileInfo
}

// list lists a site. Each folder is listed once: symbolic links to folders, which may lead out of the site or in circles,
// come after all real folders, and those that lead to a known folder are other names for it.
func (l *lister) list() (*folder, error) {
	root := &folder{}
	entries, err := fs.ReadDir(l.fsys, ".")
	if err != nil && len(entries) == 0 {
		return nil, err
	}
	l.add(root, entries)
	l.infos = map[*folder]fs.FileInfo{}
	for i := 0; i < len(l.links); i++ {
		l.follow(l.links[i])
	}
	return root, nil
}

// add adds the entries of a folder, and what is below them.
func (l *lister) add(in *folder, entries []fs.DirEntry) {
	in.folders, in.files = map[string]*folder{}, map[string]*file{}
	l.folders = append(l.folders, in)
	for _, e := range entries {
		name := path.Join(in.path, e.Name())
		switch {
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

func (l *lister) addFolder(in *folder, base, name string) {
	sub := &folder{path: name, parent: in}
	entries, err := fs.ReadDir(l.fsys, name)
	if err != nil {
		l.report(name, Error, PageUnreadable, "the folder cannot be read: "+reasonOf(err))
	}
	l.add(sub, entries)
	in.folders[base] = sub
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
		l.links = append(l.links, symlink{in, base, info})
	default:
		l.addFile(in, base, name, info, nil)
	}
}

// maxDepth is how deep folders may be nested where symbolic links lead to them. It ends circles in file systems that
// cannot tell whether two folders are the same.
const maxDepth = 100

// follow follows a symbolic link to a folder.
func (l *lister) follow(link symlink) {
	name := path.Join(link.in.path, link.name)
	known := l.known(link.info)
	switch {
	case known == nil && strings.Count(name, "/") > maxDepth:
		l.report(name, Warning, SymlinkLoop, "the symbolic link leads too deep")
	case known == nil:
		l.addFolder(link.in, link.name, name)
	default:
		link.in.folders[link.name] = known
		if known.isAround(link.in) {
			l.report(name, Warning, SymlinkLoop, fmt.Sprintf("the symbolic link leads to %s, which it is in; its pages "+
				"are checked there only", folderName(known)))
		}
	}
}

// known returns the folder that was listed already, or nil.
func (l *lister) known(info fs.FileInfo) *folder {
	for _, f := range l.folders {
		if l.infos[f] == nil {
			own, err := fs.Stat(l.fsys, path.Join(".", f.path))
			if err != nil {
				continue
			}
			l.infos[f] = own
		}
		if os.SameFile(l.infos[f], info) {
			return f
		}
	}
	return nil
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
func reasonOf(err error) string {
	if bad, ok := errors.AsType[*fs.PathError](err); ok {
		return bad.Err.Error()
	}
	return err.Error()
}
