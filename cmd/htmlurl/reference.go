package main

import (
	"fmt"

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
	flags.StringVarP(&f.base, "base", "b", "", "the base `URL`, absolute; it is used as it is")
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
	base, err := r.Parse(f.base)
	if err != nil {
		return resolve.URL{}, r, &baseError{err}
	}
	return base, r, nil
}

// baseError is what is wrong with a base.
type baseError struct{ error }

func (e *baseError) Error() string { return fmt.Sprintf("the base is no absolute URL: %v", e.error) }

func (e *baseError) Unwrap() error { return e.error }

// parseLine is parse with the values that a line gives instead of the flags; nil leaves a flag as it is.
func (f referenceFlags) parseLine(base, encoding, edition *string) (resolve.URL, resolve.Resolver, error) {
	if base != nil {
		f.base = *base
	}
	if encoding != nil {
		f.encoding = *encoding
	}
	if edition != nil {
		if err := f.edition.Set(*edition); err != nil {
			return resolve.URL{}, resolve.Resolver{}, err
		}
	}
	return f.parse()
}
