package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"htmlurl/resolve"
	"htmlurl/save"
)

func newSave(a *app) *cobra.Command {
	flags := saveFlags{edition: editionFlag{resolve.Living}, all: 500e6, one: 100e6}
	c := &cobra.Command{
		Use:   "save [flags] URL|FILE|- -o DIR",
		Short: "Save a page with all that it embeds, to be read without the network",
		Long: `save writes a page to DIR/index.html, and what it embeds to DIR/files: images, sound and video,
scripts, style sheets with all that they refer to, frames with all that they embed. A browser
opens the page from disk and requests nothing from the network. References to what is not saved
become absolute; all else stays byte for byte.

Scripts run when the page is opened. They cannot load anything from the network, but they can go
to another page or look up host names; --no-scripts forbids them.

DIR must be empty or not there, or hold an earlier save, which is replaced. DIR/manifest.json tells
where each file came from, and what failed: {"format","page","complete","omitted","files":[{"url",
"file","type","size","error"}]}; --json prints it. "complete" is false after an interrupt, also if
nothing failed; "omitted" counts references beyond --max-files; "earlier" then lists files of
earlier saves. An interrupt (Ctrl-C) keeps what is there; the same command fetches all anew. If the
page itself cannot be had, an earlier save stays.

Exit status: 0 if all is saved, 1 if something that the page embeds is not, 2 if the page is not.`,
		Example: `  htmlurl save https://example.com/news/2012/ -o news
  htmlurl save page.html -o copy
  htmlurl save --address https://example.com/news/2012/ page.html -o copy
  htmlurl save --no-scripts --max-bytes 50MB --json https://example.com/ -o copy | jq '.files[] | select(.error)'`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return wrongUse(c, errors.New("name one URL, one HTML file, or - for standard input"))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case flags.dir == "":
				return wrongUse(c, errors.New("name the folder to save in, as in -o copy"))
			case flags.saver.MaxFiles < 0 || flags.saver.Timeout < 0:
				return wrongUse(c, errors.New("--max-files and --timeout cannot be negative"))
			}
			return flags.save(a, c, args[0])
		},
	}
	flags.add(c.Flags())
	return c
}

// saveFlags say how to save.
type saveFlags struct {
	dir     string
	address string
	edition editionFlag
	saver   save.Saver
	all     sizeFlag
	one     sizeFlag
	asJSON  bool
}

func (f *saveFlags) add(flags *pflag.FlagSet) {
	flags.StringVarP(&f.dir, "output", "o", "", "the folder `DIR` to save in")
	flags.StringVarP(&f.address, "address", "a", "", "the address of the page in FILE, an absolute `URL` "+
		"(default: the file: URL of FILE)")
	f.edition.add(flags)
	flags.BoolVar(&f.saver.NoScripts, "no-scripts", false, "save no scripts, and let none run in the saved page")
	flags.IntVar(&f.saver.MaxFiles, "max-files", 1000, "fetch no more than `N` files")
	flags.Var(&f.all, "max-bytes", "fetch no more than `SIZE` bytes in all, such as 50MB")
	flags.Var(&f.one, "max-file-bytes", "fetch no file of more than `SIZE` bytes")
	flags.DurationVar(&f.saver.Timeout, "timeout", 0, "give up a file after the `TIME`, such as 30s (default 5m)")
	flags.BoolVar(&f.asJSON, "json", false, "print the manifest")
}

// save saves the page that the argument names.
func (f *saveFlags) save(a *app, c *cobra.Command, name string) error {
	s := f.saver
	s.Edition, s.MaxBytes, s.MaxFileBytes = f.edition.Edition, int64(f.all), int64(f.one)
	bar := progressbar.NewOptions(1, progressbar.OptionSetWriter(a.errOut), progressbar.OptionClearOnFinish(),
		progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetVisibility(isTerminal(a.errOut)))
	s.Progress = func(p save.Progress) { showProgress(bar, p) }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the command

	m, err := f.run(ctx, a, c, &s, name)
	bar.Finish()
	if err != nil && (m == nil || ctx.Err() == nil) {
		return explainedSave(name, err)
	}
	a.summarize(m, f.dir, err)
	if f.asJSON {
		return a.writeJSON(m)
	}
	return nil
}

// run saves what is at a URL or in a file.
func (f *saveFlags) run(ctx context.Context, a *app, c *cobra.Command, s *save.Saver, name string) (
	*save.Manifest, error,
) {
	isURL := hasPrefixFold(name, "http:") || hasPrefixFold(name, "https:") || hasPrefixFold(name, "file:")
	switch {
	case isURL && f.address != "":
		return nil, wrongUse(c, errors.New("--address is for a file"))
	case isURL:
		return s.Save(ctx, name, f.dir)
	case name == "-" && f.address == "":
		return nil, wrongUse(c, errors.New("give --address for standard input"))
	case f.address == "":
		address, err := fileURL(name)
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(name); err != nil {
			return nil, fmt.Errorf("%w (a URL begins with https:// or http://)", err)
		}
		return s.Save(ctx, address, f.dir)
	}
	page := &save.Response{URL: f.address, Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(a.in)}
	if kind := xmlTypes[strings.ToLower(filepath.Ext(name))]; kind != "" {
		page.Header.Set("Content-Type", kind)
	}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		page.Body = file
	}
	return s.SaveResponse(ctx, page, f.dir)
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// explainedSave names the page, and says more of errors that an option mends.
func explainedSave(name string, err error) error {
	if _, ok := errors.AsType[*useError](err); !ok && !strings.Contains(err.Error(), name) {
		err = fmt.Errorf("%.200s: %w", name, err)
	}
	switch {
	case errors.Is(err, save.ErrNotEmpty):
		return fmt.Errorf("%w; choose another with -o", err)
	case errors.Is(err, save.ErrFileTooLong):
		return fmt.Errorf("%w (see --max-file-bytes)", err)
	}
	return err
}

// showProgress shows how far a save is.
func showProgress(bar *progressbar.ProgressBar, p save.Progress) {
	name := path.Base(p.File.File)
	if p.File.File == "" {
		name = "failed: " + cell(p.File.URL)
	}
	bar.ChangeMax(p.Found)
	bar.Describe(fmt.Sprintf("%s %.40s", humanize.Bytes(uint64(p.Bytes)), name))
	bar.Set(p.Done)
}

// summarize tells what was saved, and what not. If the save was interrupted it does not list what was not fetched for
// that.
func (a *app) summarize(m *save.Manifest, dir string, interrupted error) {
	const listed = 20
	saved, size, failed := map[string]bool{}, int64(0), 0
	for _, f := range m.Files {
		if f.File != "" && !saved[f.File] {
			saved[f.File] = true
			size += f.Size
		}
		if f.Error == "" || interrupted != nil && f.Error == interrupted.Error() {
			continue
		}
		if failed++; failed <= listed {
			a.complain("%.200s: %.500s", f.URL, f.Error)
		}
	}
	if failed > listed {
		a.note("%d more files with errors are in %s", failed-listed, filepath.Join(dir, "manifest.json"))
	}
	if m.Omitted > 0 {
		a.complain("%d references to further files are not saved (see --max-files)", m.Omitted)
	}
	if interrupted != nil {
		a.complain("interrupted; what was there is saved")
	}
	page := "index.html"
	if len(m.Files) > 0 {
		page = m.Files[0].File
	}
	files := "1 file"
	if len(saved) != 1 {
		files = strconv.Itoa(len(saved)) + " files"
	}
	if failed > 0 {
		files += fmt.Sprintf(", %d failed", failed)
	}
	a.tell("saved %s, %s: open %s", files, humanize.Bytes(uint64(size)), filepath.Join(dir, page))
}

// sizeFlag is a number of bytes.
type sizeFlag int64

func (f *sizeFlag) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > math.MaxInt64 {
		return fmt.Errorf("%q is no size, such as 500000, 200KB, 50MB or 2GB", s)
	}
	*f = sizeFlag(n)
	return nil
}

func (f *sizeFlag) String() string { return strings.ReplaceAll(humanize.Bytes(uint64(*f)), " ", "") }

func (f *sizeFlag) Type() string { return "SIZE" }
