package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"htmlurl/document"
	"htmlurl/resolve"
	"htmlurl/rewrite"
)

// rewriteFlags say what to change, and where to write it.
type rewriteFlags struct {
	documents    documentFlags
	which        selectionFlags
	absolute     bool
	relative     bool
	rootRelative bool
	mapFile      string
	base         string
	inPlace      bool
	output       string
	outDir       string
	dryRun       bool
	asJSON       bool
	isOneOfMany  bool // there are several files
}

func (f *rewriteFlags) add(flags *pflag.FlagSet) {
	f.documents.add(flags)
	flags.Lookup("address").Usage = "the page's address, an absolute `URL`; of several FILEs that of the folder they " +
		"have in common, with / at its end (default: the file: URL of FILE)"
	f.which.add(flags, "rewrite")
	flags.BoolVar(&f.absolute, "absolute", false, "write references as absolute URLs")
	flags.BoolVar(&f.relative, "relative", false, "write references relative to the page's base, on the same host")
	flags.BoolVar(&f.rootRelative, "root-relative", false, "write references as paths from the root of the host")
	flags.StringVar(&f.mapFile, "map", "", "let references follow what has moved, by the lines of a `FILE`")
	flags.StringVar(&f.base, "base", keepBase, "what becomes of the page's base: `keep|drop|URL`")
	flags.BoolVarP(&f.inPlace, "in-place", "i", false, "write each page into its file")
	flags.StringVarP(&f.output, "output", "o", "", "write the page to a `FILE`")
	flags.StringVar(&f.outDir, "out-dir", "", "write pages into a `DIR`, as they lie below the folder they have in common")
	flags.BoolVar(&f.dryRun, "dry-run", false, "write nothing, and print a diff that patch -p1 takes")
	flags.BoolVar(&f.asJSON, "json", false, "print a JSON object a line for each file")
}

// Values of --base that are no URL.
const (
	keepBase = "keep"
	dropBase = "drop"
)

// check refuses wrong use.
func (f *rewriteFlags) check(c *cobra.Command, names []string) error {
	f.isOneOfMany = len(names) > 1
	hasStdin := slices.Contains(names, "-")
	styles := count(f.absolute, f.relative, f.rootRelative)
	targets := count(f.inPlace, f.output != "", f.outDir != "")
	for _, rule := range []struct {
		isBroken bool
		message  string
	}{
		{len(names) == 0, "name at least one HTML file, or - for standard input"},
		{styles == 0 && f.mapFile == "" && f.base == keepBase,
			"say what to change: --absolute, --relative or --root-relative, --map FILE, --base drop or --base URL"},
		{styles > 1, "--absolute, --relative and --root-relative exclude each other"},
		{targets > 1, "--in-place, --output and --out-dir exclude each other"},
		{hasStdin && f.isOneOfMany, "- for standard input excludes other files"},
		{hasStdin && (f.inPlace || f.outDir != ""), "standard input is no file: leave out --in-place and --out-dir"},
		{f.isOneOfMany && f.output != "", "--output is for one FILE; for several there are --out-dir DIR and --in-place"},
		{f.isOneOfMany && targets == 0 && !f.dryRun,
			"say where to write several files: --out-dir DIR or --in-place, or --dry-run"},
		{f.isOneOfMany && f.documents.address != "" && !strings.HasSuffix(f.documents.address, "/"),
			"the --address of several files is that of the folder they have in common: it must end in /"},
		{f.asJSON && targets == 0 && !f.dryRun, "--json needs --in-place, --output FILE, --out-dir DIR or --dry-run"},
	} {
		if rule.isBroken {
			return wrongUse(c, errors.New(rule.message))
		}
	}
	return nil
}

// count tells how many conditions hold.
func count(conditions ...bool) int {
	n := 0
	for _, holds := range conditions {
		if holds {
			n++
		}
	}
	return n
}

// job returns what the flags ask for.
func (f *rewriteFlags) job(c *cobra.Command) (*rewriteJob, error) {
	job := &rewriteJob{rewriteFlags: f}
	var err error
	if job.options, err = f.which.options(c); err != nil {
		return nil, err
	}
	if job.options.Kinds == nil && f.base != keepBase {
		job.options.Kinds = append(document.DefaultKinds(), document.LazyLoaded, document.Metadata)
		if job.options.Attributes != nil {
			job.options.Kinds = append(job.options.Kinds, customKind)
		}
	}
	job.options.LinksOnly = f.base == keepBase // a base is taken out with a look at what is around it
	options := job.options
	options.Address = f.documents.address
	if _, err := f.documents.parse("-", strings.NewReader("<html/>"), options); err != nil {
		return nil, err // once, as every page would have it
	}
	switch {
	case f.absolute:
		job.rewriter.Style = rewrite.Absolute
	case f.relative:
		job.rewriter.Style = rewrite.Relative
	case f.rootRelative:
		job.rewriter.Style = rewrite.RootRelative
	}
	if job.rewriter.Map, err = readMap(f.mapFile); err != nil {
		return nil, err
	}
	switch f.base {
	case keepBase:
	case dropBase:
		job.rewriter.DropBase = true
	default:
		if job.rewriter.Base, err = f.documents.parseBase(f.base); err != nil {
			return nil, wrongUse(c, err)
		}
	}
	return job, nil
}

// needsAddress tells whether what is written depends on where the page comes from, which must not be the file by chance.
func (f *rewriteFlags) needsAddress() bool {
	return f.absolute || f.relative || f.rootRelative || f.base != keepBase && f.base != dropBase
}

// readMap reads a --map. Without a name there is none.
func readMap(name string) (*rewrite.Map, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := rewrite.ParseMap(file)
	if err != nil {
		return nil, fmt.Errorf("--map %s: %w", name, err)
	}
	return m, nil
}

// parseBase reads the URL of --base.
func (f *documentFlags) parseBase(base string) (resolve.URL, error) {
	r := resolve.Resolver{Edition: f.edition.Edition}
	if _, err := r.Resolve(resolve.URL{}, base); err != nil {
		return resolve.URL{}, fmt.Errorf("--base %.200q is neither keep nor drop nor an absolute URL, such as "+
			"https://example.com/: %s", base, reason(err))
	}
	return r.Parse(base)
}
