package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"htmlurl/resolve"
)

// referenceFlags say what a reference is resolved with.
type referenceFlags struct {
	base     string
	encoding string
	edition  editionFlag
}

func (f *referenceFlags) add(flags *pflag.FlagSet) {
	flags.StringVarP(&f.base, "base", "b", "", "the base `URL`, absolute; html5 uses it as it is")
	flags.StringVar(&f.encoding, "encoding", "utf-8", "the document's character encoding, a `LABEL` such as windows-1252")
	f.edition.add(flags)
}

// parse returns the base URL, the zero URL without --base, and the resolver.
func (f *referenceFlags) parse() (resolve.URL, resolve.Resolver, error) {
	encoding, err := resolve.LookupEncoding(f.encoding)
	if err != nil {
		return resolve.URL{}, resolve.Resolver{}, err
	}
	r := resolve.Resolver{Edition: f.edition.Edition, Encoding: encoding}
	if f.base == "" {
		return resolve.URL{}, r, nil
	}
	base, err := parseBase(r, f.base)
	return base, r, err
}

// baseError is what is wrong with a base.
type baseError struct{ error }

func (e *baseError) Error() string { return fmt.Sprintf("the base is no absolute URL: %v", e.error) }

func (e *baseError) Unwrap() error { return e.error }

func isBaseError(err error) bool {
	_, ok := errors.AsType[*baseError](err)
	return ok
}

// parseLine returns the base URL and the resolver that a line asks for: nil means no base, UTF-8, and --edition.
func (f *referenceFlags) parseLine(base, encoding, edition *string) (resolve.URL, resolve.Resolver, error) {
	r := resolve.Resolver{Edition: f.edition.Edition}
	var err error
	if edition != nil {
		if r.Edition, err = resolve.ParseEdition(*edition); err != nil {
			return resolve.URL{}, r, err
		}
	}
	if encoding != nil {
		if r.Encoding, err = resolve.LookupEncoding(*encoding); err != nil {
			return resolve.URL{}, r, err
		}
	}
	if base == nil {
		return resolve.URL{}, r, nil
	}
	u, err := parseBase(r, *base)
	return u, r, err
}

func parseBase(r resolve.Resolver, base string) (resolve.URL, error) {
	u, err := r.Parse(base)
	if err != nil {
		return resolve.URL{}, &baseError{err}
	}
	return u, nil
}

// refuseForLines refuses what --jsonl makes no use of: arguments, and flags that each line gives for itself.
func refuseForLines(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return wrongUse(c, errors.New("--jsonl reads lines from standard input and takes no arguments"))
	}
	for _, flag := range []string{"base", "encoding", "set"} {
		if c.Flags().Changed(flag) {
			return wrongUse(c, fmt.Errorf("with --jsonl each line has its own %s: leave out --%s", flag, flag))
		}
	}
	return nil
}
