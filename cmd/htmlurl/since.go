package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// changedSince returns the files below a folder that are not what they were in a revision of the git repository
// around the folder, as paths in the folder with slashes: changed, added and deleted ones, both names of renamed
// ones, and those that git does not know yet. Files that git ignores are not among them. A repository within the
// folder that has changes counts as changed with all its files. Symbolic links are not followed.
func changedSince(ctx context.Context, dir, rev string) (map[string]bool, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, fmt.Errorf("--since needs git: %w", err)
	}
	if err := checkWorkTree(ctx, dir); err != nil {
		return nil, err
	}
	tree, err := findTree(ctx, dir, rev)
	if err != nil {
		return nil, err
	}
	changed := map[string]bool{}
	for _, args := range [][]string{
		{"diff", "--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv",
			"--ignore-submodules=none", tree, "--"},
		{"ls-files", "-z", "--others", "--exclude-standard"},
	} {
		names, err := git(ctx, dir, args...)
		if err != nil {
			return nil, fmt.Errorf("--since: %w", err)
		}
		for name := range strings.SplitSeq(strings.TrimSuffix(names, "\x00"), "\x00") {
			if err := addFiles(changed, dir, name); err != nil {
				return nil, err
			}
		}
	}
	return changed, nil
}

// checkWorkTree refuses a folder whose files git does not keep.
func checkWorkTree(ctx context.Context, dir string) error {
	inside, err := git(ctx, dir, "rev-parse", "--is-inside-work-tree")
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("--since needs a folder in the work tree of a git repository: %w", err)
	case strings.TrimSpace(inside) != "true":
		return fmt.Errorf("--since needs a folder in the work tree of a git repository, and %s is in none", dir)
	}
	if _, err := git(ctx, dir, "check-ignore", "--quiet", "."); err == nil {
		return fmt.Errorf("git ignores %s, and cannot tell what has changed there: leave out --since", dir)
	}
	return nil
}

// findTree returns the hash of the tree of a revision.
func findTree(ctx context.Context, dir, rev string) (string, error) {
	if commit, ok := findObject(ctx, dir, rev); ok {
		if tree, ok := findObject(ctx, dir, commit+"^{tree}"); ok {
			return tree, nil
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	hint := ""
	if shallow, _ := git(ctx, dir, "rev-parse", "--is-shallow-repository"); strings.TrimSpace(shallow) == "true" {
		hint = "; the clone is shallow, and git fetch --unshallow gets the rest"
	}
	return "", fmt.Errorf("--since %.200q is no revision that git knows in %s%s", rev, dir, hint)
}

// findObject returns the hash of what an expression of git names.
func findObject(ctx context.Context, dir, expression string) (hash string, ok bool) {
	if strings.HasPrefix(expression, "-") { // an option
		return "", false
	}
	out, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", expression)
	hash = strings.TrimSpace(out)
	_, notHex := hex.DecodeString(hash) // such as ^ and a hash
	return hash, err == nil && notHex == nil && hash != ""
}

// addFiles adds a file, or all files in a repository within the folder.
func addFiles(changed map[string]bool, dir, name string) error {
	if name == "" {
		return nil
	}
	name = strings.TrimSuffix(name, "/")
	changed[name] = true
	path := filepath.Join(dir, filepath.FromSlash(name))
	if info, err := os.Lstat(path); err != nil || !info.IsDir() {
		return nil
	}
	return filepath.WalkDir(path, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return filepath.SkipDir
		case entry.IsDir() || entry.Name() == ".git": // which leads to the repository
			return nil
		}
		relative, err := filepath.Rel(dir, path)
		changed[filepath.ToSlash(relative)] = true
		return err
	})
}

// git runs git in a folder, and returns what it prints. Of what a repository configures nothing runs but filters,
// without which git cannot tell what has changed.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	options := []string{"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}
	c := exec.CommandContext(ctx, "git", append(options, args...)...)
	c.Dir = dir
	c.Env = append(slices.DeleteFunc(os.Environ(), isOfAnotherRepository), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0")
	c.WaitDelay = time.Second
	out, err := c.Output()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		message := strings.TrimPrefix(strings.TrimSpace(string(exit.Stderr)), "fatal: ")
		return "", fmt.Errorf("git says of %s: %s (%w)", dir, message, err)
	}
	return string(out), err
}

// isOfAnotherRepository tells whether a variable of the environment keeps git from finding the repository around a
// folder, as those do that git sets for its hooks.
func isOfAnotherRepository(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"}, name)
}
