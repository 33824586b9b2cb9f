package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// work is a repository for a test, with its work tree.
type work struct {
	t   *testing.T
	dir string
}

// newWork returns a repository with a first commit of the files, of which each has its name as its content.
// Configuration of the user does not matter.
func newWork(t *testing.T, files ...string) *work {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git:", err)
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_SYSTEM": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
		"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org",
	} {
		t.Setenv(name, value)
	}
	w := &work{t, t.TempDir()}
	w.git("init", "--quiet")
	for _, name := range files {
		w.write(name, name)
	}
	w.commit()
	return w
}

// git runs git in the work tree.
func (w *work) git(args ...string) {
	w.t.Helper()
	c := exec.Command("git", args...)
	c.Dir = w.dir
	if out, err := c.CombinedOutput(); err != nil {
		w.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// commit commits all that is there.
func (w *work) commit() {
	w.t.Helper()
	w.git("add", "--all")
	w.git("commit", "--quiet", "--allow-empty", "--message", "change")
}

func (w *work) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w *work) write(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *work) remove(name string) {
	w.t.Helper()
	if err := os.RemoveAll(w.path(name)); err != nil {
		w.t.Fatal(err)
	}
}

// want compares what has changed in a folder of the work tree.
func (w *work) want(dir, rev string, want ...string) {
	w.t.Helper()
	wantChanged(w.t, w.path(dir), rev, want...)
}

func wantChanged(t *testing.T, dir, rev string, want ...string) {
	t.Helper()
	changed, err := changedSince(t.Context(), dir, rev)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(changed)); !slices.Equal(got, want) {
		t.Errorf("in %s since %s changed %q, want %q", dir, rev, got, want)
	}
}

// TestChangedSince holds what counts as changed: in the root of a work tree, in a folder, and through a symbolic link.
func TestChangedSince(t *testing.T) {
	w := newWork(t, "site/same", "site/changed", "site/staged", "site/deleted", "site/old", "site/dir/file",
		"site/becomes", "site/committed", "other/changed", "site/type", "site/touched")
	w.git("tag", "--annotate", "--message", "tag", "start")
	w.want("", "HEAD")
	w.want("site", "start")

	w.write("site/committed", "changed")
	w.commit()
	w.write("site/changed", "changed")
	w.write("site/staged", "changed")
	w.git("add", "site/staged")
	w.write("site/staged", "site/staged again")
	w.remove("site/deleted")
	w.git("mv", "site/old", "site/new")
	w.git("rm", "--quiet", "site/dir/file")
	w.remove("site/becomes")
	w.write("site/becomes/a", "a folder")
	w.write("site/untracked", "")
	w.write("site/intended", "")
	w.git("add", "--intent-to-add", "site/intended")
	w.write("other/changed", "changed")
	w.write(".gitignore", "*.tmp\n/site/out/\n")
	w.write("site/a.tmp", "")
	w.write("site/out/a", "")
	w.remove("site/type")
	if err := os.Symlink("same", w.path("site/type")); err != nil {
		t.Fatal(err)
	}
	w.write("site/touched", "site/touched")

	now := []string{"changed", "staged", "deleted", "old", "new", "dir/file", "becomes", "becomes/a", "untracked",
		"intended", "type"}
	w.want("site", "HEAD", now...)
	w.want("site", "HEAD^{tree}", now...)
	w.want("site", ":/change", now...)
	now = append(now, "committed")
	w.want("site", "start", now...)
	w.want("site", "HEAD~1", now...)
	w.want("site/", "start^{}", now...)
	w.want("site/becomes", "HEAD", "a")
	w.want("other", "start", "changed")

	var all []string
	for _, name := range now {
		all = append(all, "site/"+name)
	}
	w.want("", "start", append(all, "other/changed", ".gitignore")...)

	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(w.path("site"), link); err != nil {
		t.Fatal(err)
	}
	wantChanged(t, link, "start", now...)
	t.Chdir(w.path("site"))
	wantChanged(t, ".", "start", now...)
	wantChanged(t, "", "start", now...)
	wantChanged(t, "../other", "start", "changed")
}

// TestChangedNames holds that hostile names of files and folders are names.
func TestChangedNames(t *testing.T) {
	names := []string{"-rf", "--", "a\nb", "a\tb", `a"b`, `a\b`, " ", "é", "e\u0301", "\xff", ":(top)x",
		"*", "#", "$(x)", "-d/-e/x"}
	w := newWork(t, append(names, "-d/same")...)
	w.git("mv", "--", "*", "?")
	for _, name := range names[1:] {
		w.remove(name)
	}
	w.write("-rf", "changed")
	w.write("\xfe\n", "")
	w.write("-d/same2\n", "")
	w.want("", "HEAD", append(names, "?", "\xfe\n", "-d/same2\n")...)
	w.write("-d/-e/y", "")
	w.want("-d", "HEAD", "-e/x", "-e/y", "same2\n")
	t.Chdir(w.dir)
	wantChanged(t, "-d", "HEAD", "-e/x", "-e/y", "same2\n")
}

// TestChangedRepositories holds that repositories within the folder count as a whole.
func TestChangedRepositories(t *testing.T) {
	w := newWork(t, "site/a")
	inner := newWork(t, "b", "dir/c")
	w.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "site/sub")
	w.commit()
	w.git("config", "diff.ignoreSubmodules", "all")
	w.want("site", "HEAD")
	w.write("site/sub/b", "changed")
	w.want("site", "HEAD", "sub", "sub/b", "sub/dir/c")
	w.want("site/sub", "HEAD", "b")
	w.git("init", "--quiet", "site/clone")
	w.write("site/clone/d", "")
	w.want("site", "HEAD", "sub", "sub/b", "sub/dir/c", "clone", "clone/d")
	w.want("", "HEAD~1", ".gitmodules", "site/sub", "site/sub/b", "site/sub/dir/c", "site/clone", "site/clone/d")
}

// TestChangedConfiguration holds that configuration changes nothing, and that no program runs but git.
func TestChangedConfiguration(t *testing.T) {
	w := newWork(t, "site/a", "site/b", "other/c")
	trap := filepath.Join(t.TempDir(), "sprung")
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch '"+trap+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{
		"core.fsmonitor": program, "diff.external": program, "diff.x.textconv": program, "diff.x.command": program,
		"core.pager": program, "pager.diff": "true", "core.quotePath": "true", "diff.noprefix": "true", "color.ui": "always",
		"diff.renames": "copies", "diff.relative": "false", "diff.submodule": "log", "diff.ignoreSubmodules": "all",
		"core.askPass": program, "status.relativePaths": "false",
	} {
		w.git("config", key, value)
	}
	w.write(".git/info/attributes", "* diff=x\n")
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction"} {
		if err := os.Symlink(program, w.path(".git/hooks/"+hook)); err != nil && !errors.Is(err, os.ErrExist) {
			t.Fatal(err)
		}
	}
	os.Remove(trap)
	w.write("site/a", "changed")
	w.write("site/b", "site/b") // only touched, for which git writes its index
	w.write("site/é", "")
	for name, value := range map[string]string{
		"GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/nowhere", "GIT_INDEX_FILE": ".git/no-index", "GIT_PREFIX": "other/",
		"GIT_EXTERNAL_DIFF": program, "GIT_PAGER": program, "LANG": "de_DE.UTF-8",
	} {
		t.Setenv(name, value)
	}
	w.want("site", "HEAD", "a", "é")
	if _, err := os.Lstat(trap); err == nil {
		t.Error("another program ran")
	}
}

// TestChangedErrors holds what is refused, and how that is explained.
func TestChangedErrors(t *testing.T) {
	w := newWork(t, "site/a", "out/forced")
	w.write(".gitignore", "/public/\n/out/\n")
	w.write("public/a", "")
	alone := t.TempDir()
	for _, c := range []struct{ dir, rev, want string }{
		{w.dir, "", `--since "" is no revision that git knows`},
		{w.dir, "nonsense", `--since "nonsense" is no revision`},
		{w.dir, "--all", "is no revision"},
		{w.dir, "--output=x", "is no revision"},
		{w.dir, "-h", "is no revision"},
		{w.dir, "^HEAD", "is no revision"},
		{w.dir, "HEAD..HEAD", "is no revision"},
		{w.dir, "HEAD...HEAD", "is no revision"},
		{w.dir, "HEAD:site/a", "is no revision"},
		{w.dir, "HEAD site", "is no revision"},
		{w.dir, "HEAD\nHEAD", "is no revision"},
		{w.dir, "HEAD\x00", "is no revision"},
		{w.dir, "@{upstream}", "is no revision"},
		{w.dir, "0000000000000000000000000000000000000000", "is no revision"},
		{w.path(".git"), "HEAD", "is in none"},
		{w.path("public"), "HEAD", "git ignores " + w.path("public") + ", and cannot tell"},
		{alone, "HEAD", "in the work tree of a git repository: git says of " + alone + ": not a git repository"},
		{w.path("nowhere"), "HEAD", "no such file or directory"},
		{w.path("site/a"), "HEAD", "not a directory"},
	} {
		changed, err := changedSince(t.Context(), c.dir, c.rev)
		if err == nil || !strings.Contains(err.Error(), c.want) || changed != nil {
			t.Errorf("%s since %q: %v, %v, want %s", c.dir, c.rev, changed, err, c.want)
		}
	}
	w.want("out", "HEAD") // has a file that git keeps
	if _, err := os.Lstat(w.path("x")); err == nil {
		t.Error("a revision was taken for an option")
	}
}

// TestChangedClones holds what is said of bare repositories, of those without commits, and of shallow clones.
func TestChangedClones(t *testing.T) {
	w := newWork(t, "a")
	w.write("a", "changed")
	w.commit()
	clones := t.TempDir()
	w.git("init", "--quiet", "--bare", filepath.Join(clones, "bare"))
	w.git("init", "--quiet", filepath.Join(clones, "empty"))
	w.git("clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(w.dir), filepath.Join(clones, "shallow"))
	w.git("worktree", "add", "--quiet", "--detach", filepath.Join(clones, "second"), "HEAD~1")
	for _, c := range []struct{ clone, rev, want string }{
		{"bare", "HEAD", "is in none"},
		{"empty", "HEAD", "is no revision that git knows"},
		{"shallow", "HEAD~1", "the clone is shallow, and git fetch --unshallow gets the rest"},
	} {
		_, err := changedSince(t.Context(), filepath.Join(clones, c.clone), c.rev)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.clone, err, c.want)
		}
	}
	wantChanged(t, filepath.Join(clones, "shallow"), "HEAD")
	wantChanged(t, filepath.Join(clones, "second"), "HEAD")
	wantChanged(t, filepath.Join(clones, "second"), "HEAD@{0}")
}

// TestChangedInterrupt holds that an interrupt ends the work, and what is said where there is no git.
func TestChangedInterrupt(t *testing.T) {
	w := newWork(t, "a")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := changedSince(ctx, w.dir, "HEAD"); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := changedSince(t.Context(), w.dir, "HEAD"); !errors.Is(err, exec.ErrNotFound) ||
		!strings.HasPrefix(err.Error(), "--since needs git: ") {
		t.Errorf("without git: %v", err)
	}
}
