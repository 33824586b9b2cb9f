package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"htmlurl/document"
	"htmlurl/rewrite"
)

func newRewrite(a *app) *cobra.Command {
	var flags rewriteFlags
	c := &cobra.Command{
		Use:   "rewrite [flags] FILE...|-",
		Short: "Change the references of pages, and nothing else in them",
		Long: `rewrite makes references absolute or relative, lets them follow what has moved, and removes or
sets the base of pages. What a reference leads to stays, unless --map says that it has moved. Only
the bytes of changed references change. The page goes to standard output, or where -o, --in-place
or --out-dir say. Without --absolute, --relative or --root-relative, references change only where
they would no longer lead where they should, and keep their form.

Those that are not selected (see --kind) stay as they are, wherever another base makes them lead;
where the base changes, metadata and lazy-loaded images are selected by default. References without
a URL stay, too.

The --map is a file of lines "OLD NEW"; empty lines and those that begin with # don't count. OLD is
an absolute URL. If it ends in / or *, all URLs that begin so have moved, and begin with NEW
instead, without the stars. A NEW that is relative is so to the page. If that moves the page's own address, the page
is there, and its relative references follow. The file may also be a JSON object {"OLD":"NEW"}:

  # the news have a host of their own
  https://example.com/news/           https://news.example.com/
  https://example.com/old.html        https://example.com/new.html
  https://example.com/img/*           images/*

The --address of several FILEs is that of the folder they have in common, and must end in /. It is
needed for all styles, for another --base, and to drop a base that begins with /, but for pages
that say where they come from, by a base element with an absolute URL; and for relative references
to follow a --map. With one FILE it is the page's own address, also if it ends in /.

A file is written as a whole or not at all, and with --in-place only if it changes. It is a new
file then: hard links to the old one keep the old page. What a symbolic link leads to is written.

On standard error there is a line for each file, such as "page.html: 12 changed, 30 kept", then one
for each reference that could not be changed, with line and column where they are known. With
--json a file is a line {"file","output","changed","kept","left":[{"tag","attr","raw","new","line",
"column","reason"}],"error"} on standard output; "output" is null with --dry-run, "line" and
"column" are null if they are not known, and "error" is null if there is none.

Exit status: 0 if all is fine, 1 if references were left that should have changed, 2 for wrong use
or if a file could not be rewritten; the others are, nevertheless.`,
		Example: `  htmlurl rewrite --absolute --address https://example.com/a/b.html b.html >absolute.html
  htmlurl rewrite --relative --base drop --in-place --address https://example.com/ *.html
  htmlurl rewrite --map moved.txt --address https://example.com/ --dry-run *.html | less
  htmlurl rewrite --map moved.txt --address https://example.com/ --out-dir new *.html */*.html`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := flags.check(c, args); err != nil {
				return err
			}
			return a.rewriteFiles(c, &flags, args)
		},
	}
	flags.add(c.Flags())
	return c
}

// lacksAddress tells whether what is written would depend on where the file lies by chance.
func (job *rewriteJob) lacksAddress(page *document.Document) bool {
	if job.needsAddress() {
		return page.Base().IsZero()
	}
	return job.documents.address == "" && job.base == dropBase && hasRootBase(page)
}

// hasRootBase tells whether a page has a base that begins at the root of its host.
func hasRootBase(page *document.Document) bool {
	if !page.HasBase() {
		return false
	}
	for n := range page.Root().Descendants() {
		for _, a := range n.Attr {
			isBase := n.Data == "base" && a.Key == "href" || a.Key == "xml:base" || a.Namespace == "xml" && a.Key == "base"
			if value := strings.TrimSpace(a.Val); isBase && (strings.HasPrefix(value, "/") || strings.HasPrefix(value, "\\")) {
				return true
			}
		}
	}
	return false
}

// rewriteFiles rewrites files one after the other. What is wrong with one does not stop the others; an interrupt does.
func (a *app) rewriteFiles(c *cobra.Command, flags *rewriteFlags, names []string) error {
	job, err := flags.job(c)
	if err != nil {
		return err
	}
	files, err := flags.files(names)
	if err != nil {
		return err
	}
	if flags.mapFile != "" && flags.documents.address == "" {
		a.note("without --address URL relative references are to files of this machine, and do not follow --map")
	}
	if err := files[0].readStandardInput(a.in); err != nil { // may be interrupted
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second one ends the command at once
	defer stop()
	done, bad := 0, []error(nil)
	for ; done < len(files) && ctx.Err() == nil; done++ {
		if err := a.rewriteFile(job, &files[done]); err != nil {
			bad = append(bad, err)
		}
	}
	switch {
	case len(files) == len(bad) && len(files) == 1:
		return bad[0]
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted after %d of %d files", done, len(files))
	case len(bad) > 0:
		return fmt.Errorf("%d of %d files could not be rewritten", len(bad), len(files))
	}
	return nil
}

// rewriteJob is what to do with each file.
type rewriteJob struct {
	*rewriteFlags
	rewriter rewrite.Rewriter
	options  document.Options // but for the address
	isWarned bool
}

// rewriteFile rewrites a file, and tells what became of it.
func (a *app) rewriteFile(job *rewriteJob, file *pageFile) error {
	r := rewritten{file: file}
	err := job.rewrite(a, &r)
	if err == nil {
		err = job.deliver(a, &r)
	}
	if err == nil {
		a.bad = a.bad || len(r.Left) > 0
		a.printRewritten(&r)
	} else if job.isOneOfMany {
		a.tell("%v", err)
	}
	if job.asJSON {
		return errors.Join(err, a.writeJSON(newRewrittenJSON(&r, !job.dryRun, err)))
	}
	return err
}

// rewritten is what became of a page.
type rewritten struct {
	file *pageFile
	page *document.Document
	old  []byte
	new  []byte
	rewrite.Result
}

// rewrite reads a file and rewrites its page.
func (job *rewriteJob) rewrite(a *app, r *rewritten) (err error) {
	name := r.file.name
	if r.old, err = r.file.read(); err != nil {
		return err
	}
	options := job.options
	options.Address = r.file.address
	if r.page, err = job.documents.parse(name, bytes.NewReader(r.old), options); err != nil {
		return err
	}
	if err := errors.Join(checkName(name), checkText(r.page, r.old)); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if job.lacksAddress(r.page) {
		return fmt.Errorf("%s: give --address URL, such as https://example.com/page.html: the page does not say "+
			"where it comes from", name)
	}
	if !job.isWarned {
		job.documents.warn(a, r.page)
		job.isWarned = true
	}
	r.new, r.Result, err = job.rewriter.Append(nil, r.page)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return job.verify(name, r)
}

// checkText refuses what is no text, such as an image or a compressed page: a base that is inserted there would spoil
// it. Pages with odd bytes look binary, too, but have no NUL.
//
// Spec: https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type
func checkText(page *document.Document, text []byte) error {
	switch encoding, _ := page.Encoding(); encoding {
	case "replacement":
		return errors.New("it is in an encoding that browsers do not read either")
	case "UTF-16LE", "UTF-16BE":
		var err error
		if text, err = decode(encoding, text); err != nil {
			return err
		}
		text = bytes.TrimPrefix(text, []byte(utf8BOM))
	}
	kind := http.DetectContentType(text)
	hasNUL := bytes.IndexByte(text, 0) >= 0
	if strings.HasPrefix(kind, "text/") || binaryKinds[kind] != "" && !hasNUL {
		return nil
	}
	return fmt.Errorf("this is no text, but %s", cmp.Or(binaryKinds[kind], kind))
}

// checkName refuses files that say by their name that they are no pages.
func checkName(name string) error {
	kind := mime.TypeByExtension(strings.ToLower(filepath.Ext(name)))
	for _, other := range []string{"text/css", "text/javascript", "application/javascript", "application/json",
		"application/pdf", "application/zip", "application/gzip", "image/", "audio/", "video/", "font/"} {
		if strings.HasPrefix(kind, other) && !strings.HasSuffix(kind, "xml") {
			return fmt.Errorf("this is no page by its name, but %s", kind)
		}
	}
	return nil
}

// binaryKinds says of what types there is nothing to tell.
var binaryKinds = map[string]string{"application/octet-stream": "binary data"}

// verify parses what an XML document has become, which must be well-formed.
func (job *rewriteJob) verify(name string, r *rewritten) error {
	options, err := job.documents.complete(name, job.options)
	if err != nil || !isXML(options) || bytes.Equal(r.old, r.new) {
		return err
	}
	options.Positions = false
	if _, err := document.Parse(bytes.NewReader(r.new), options); err != nil {
		return fmt.Errorf("%s: the result would be spoiled: %w", name, err)
	}
	return nil
}

// isXML tells whether a page with these options is XML.
func isXML(o document.Options) bool {
	contentType := cmp.Or(o.ContentType, strings.Join(o.Header["Content-Type"], ", "))
	essence, _, _ := strings.Cut(contentType, ";")
	return strings.HasSuffix(strings.ToLower(strings.TrimSpace(essence)), "xml")
}

// deliver puts the page where it belongs, or shows what would change.
func (job *rewriteJob) deliver(a *app, r *rewritten) error {
	isSame := bytes.Equal(r.old, r.new)
	switch {
	case job.dryRun && job.asJSON, job.inPlace && isSame:
		return nil
	case job.dryRun:
		return a.printDiff(r)
	case r.file.output == "":
		_, err := a.out.Write(r.new)
		return err
	}
	return r.file.write(r.new, job.inPlace)
}
