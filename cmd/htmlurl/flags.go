package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/net/http/httpguts"

	"htmlurl/document"
	"htmlurl/resolve"
)

// editionFlag is --edition.
type editionFlag struct{ resolve.Edition }

func (f *editionFlag) Set(name string) (err error) {
	f.Edition, err = resolve.ParseEdition(name)
	return err
}

func (f *editionFlag) Type() string { return "EDITION" }

func (f *editionFlag) add(flags *pflag.FlagSet) {
	var names []string
	for _, e := range resolve.Editions() {
		names = append(names, e.String())
	}
	flags.VarP(f, "edition", "e", "the `EDITION` of the rules: "+strings.Join(names, ", ")+"; browsers follow living")
}

// documentFlags say how to read a document.
type documentFlags struct {
	address     string
	contentType string
	edition     editionFlag
	noScripting bool
	headers     []string
}

func (f *documentFlags) add(flags *pflag.FlagSet) {
	flags.StringVarP(&f.address, "address", "a", "", "the document's address, an absolute `URL` (default: the file: URL of FILE)")
	flags.StringVarP(&f.contentType, "content-type", "t", "", "the `VALUE` of the document's Content-Type header, for its type and "+
		"charset (default: .svg, .xml, .xhtml and .xht files are XML, others HTML)")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, "a header `FIELD` of the response, such as "+
		"'Link: <a.css>; rel=stylesheet'; may be repeated")
	flags.BoolVar(&f.noScripting, "no-scripting", false, "read the contents of noscript elements as part of the document")
	f.edition.add(flags)
}

// open reads the document in a file, or in standard input for "-", with the options of a command.
func (f *documentFlags) open(a *app, name string, options document.Options) (*document.Document, error) {
	in, options, err := f.input(a, name, options)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	d, err := f.parse(name, in, options)
	if err != nil {
		return nil, err
	}
	f.warn(a, d)
	return d, nil
}

// input opens a file, or standard input for "-". It returns the options with the address of what is read.
func (f *documentFlags) input(a *app, name string, options document.Options) (io.ReadCloser, document.Options, error) {
	options.Address = f.address
	if name == "-" {
		return io.NopCloser(a.in), options, nil
	}
	if options.Address == "" {
		var err error
		if options.Address, err = fileURL(name); err != nil {
			return nil, options, err
		}
	}
	file, err := os.Open(name)
	return file, options, err
}

// parse reads a document, which comes from the file, with the options of a command, which tell its address.
func (f *documentFlags) parse(name string, in io.Reader, options document.Options) (*document.Document, error) {
	options, err := f.complete(name, options)
	if err != nil {
		return nil, err
	}
	d, err := document.Parse(in, options)
	if err != nil {
		return nil, readError(name, options.Address, err)
	}
	return d, nil
}

// readError says why the document in a file cannot be read.
func readError(name, address string, err error) error {
	if bad, ok := errors.AsType[*resolve.Error](err); ok && errors.Is(err, document.ErrAddress) {
		return fmt.Errorf("--address %.200q is no absolute URL, such as https://example.com/: %s", address, reason(bad))
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok { // it has the name
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// complete returns the options of a command with what the flags say.
func (f *documentFlags) complete(name string, options document.Options) (document.Options, error) {
	options.ContentType = f.contentType
	options.Edition, options.NoScripting = f.edition.Edition, f.noScripting
	var err error
	if options.Header, err = parseHeaders(f.headers, "Link: <a.css>; rel=stylesheet"); err != nil {
		return options, err
	}
	if options.ContentType == "" && options.Header["Content-Type"] == nil {
		options.ContentType = xmlTypes[strings.ToLower(filepath.Ext(name))]
	}
	return options, nil
}

// xmlTypes are the types of files that are not HTML.
var xmlTypes = map[string]string{
	".xhtml": "application/xhtml+xml", ".xht": "application/xhtml+xml", ".svg": "image/svg+xml", ".xml": "application/xml",
}

// parseHeaders reads header fields, such as the example.
func parseHeaders(fields []string, example string) (http.Header, error) {
	header := http.Header{}
	for _, field := range fields {
		name, value, ok := strings.Cut(field, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("--header %.200q is no header field, such as '%s'", field, example)
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !httpguts.ValidHeaderFieldName(name) || !httpguts.ValidHeaderFieldValue(value) {
			return nil, fmt.Errorf("--header %.200q cannot be sent by HTTP", field)
		}
		header.Add(name, value)
	}
	return header, nil
}

// warn says what will be wrong with all relative references.
func (f *documentFlags) warn(a *app, d *document.Document) {
	if d.Address().IsZero() && d.Base().IsZero() {
		a.note("give --address URL, or relative references have no URL")
	}
	if _, err := d.Resolver().Resolve(resolve.URL{}, f.address); f.address != "" && err != nil {
		a.note("--address %.200q is used as it is, but as a reference it has no URL: %s", f.address, reason(err))
	} else if f.address != "" && !d.Resolver().IsHierarchical(f.address) {
		a.note("--address %.200q is odd: it has no / after the scheme", f.address)
	}
	isBare := strings.Contains(f.contentType, "/") && !strings.Contains(strings.ToLower(f.contentType), "charset")
	if _, source := d.Encoding(); f.contentType != "" && !isBare && source != document.FromContentType && source != document.FromBOM {
		a.note("--content-type %.200q names no known charset; write it as in 'text/html; charset=utf-8'", f.contentType)
	}
}

// fileURL returns the file: URL of a file.
func fileURL(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String(), nil
}

// documentArg allows one FILE or "-".
func documentArg(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return wrongUse(c, errors.New("name one HTML file, or - for standard input"))
	}
	return nil
}
