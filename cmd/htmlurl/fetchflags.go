package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/net/http/httpguts"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// fetchFlags say how to fetch.
type fetchFlags struct {
	edition      editionFlag
	userAgent    string
	headers      []string
	allowPrivate bool
	retries      int
	timeout      time.Duration
	maxBytes     sizeFlag
	cache        string
}

func (f *fetchFlags) add(flags *pflag.FlagSet) {
	f.edition.add(flags)
	flags.StringVar(&f.userAgent, "user-agent", fetch.DefaultUserAgent, "the User-Agent `FIELD` of requests; robots.txt is "+
		"read for its first word")
	flags.StringArrayVarP(&f.headers, "header", "H", nil, "a further header `FIELD` of requests, such as "+
		"'Accept-Language: fr'; may be repeated")
	flags.BoolVar(&f.allowPrivate, "allow-private", false, "allow requests to loopback and private addresses")
	flags.IntVar(&f.retries, "retries", 3, "send a request again up to `N` times after the statuses 429 and 503")
	flags.DurationVar(&f.timeout, "timeout", time.Minute, "give up a page after the `TIME`, such as 30s, but for waits that "+
		"the server asks for")
	f.maxBytes = 64e6
	flags.Var(&f.maxBytes, "max-bytes", "give up a page of more than `SIZE` bytes, such as 5MB")
	flags.StringVar(&f.cache, "cache", "", "keep pages in the folder `DIR`, and ask servers only whether they are still good")
}

// client returns the client that the flags describe.
func (f *fetchFlags) client() (*fetch.Client, error) {
	header, err := parseHeaders(f.headers, "Accept-Language: fr")
	switch {
	case err != nil:
		return nil, err
	case !httpguts.ValidHeaderFieldValue(f.userAgent):
		return nil, fmt.Errorf("--user-agent %.50q cannot be sent", f.userAgent)
	case header["Host"] != nil:
		return nil, errors.New("--header cannot set Host, which comes from the URL")
	case f.timeout <= 0 || f.retries < 0:
		return nil, errors.New("--timeout must be more than nothing, and --retries cannot be negative")
	}
	c := &fetch.Client{
		Edition:      f.edition.Edition,
		UserAgent:    f.userAgent,
		Header:       header,
		AllowPrivate: f.allowPrivate,
		Retries:      f.retries,
		Limits:       fetch.Limits{Bytes: int64(f.maxBytes), DecodedBytes: int64(f.maxBytes), Time: f.timeout},
	}
	if f.cache != "" {
		if c.Cache, err = fetch.DirCache(f.cache); err != nil {
			return nil, fmt.Errorf("--cache: %w", err)
		}
	}
	return c, nil
}

// addresses returns the URLs of the command line; "-" stands for the lines of standard input.
func (a *app) addresses(args []string, edition resolve.Edition) ([]resolve.URL, error) {
	var texts []string
	for _, arg := range args {
		if arg != "-" {
			texts = append(texts, arg)
			continue
		}
		lines := bufio.NewScanner(a.in)
		for lines.Scan() {
			if line := strings.TrimSpace(lines.Text()); line != "" {
				texts = append(texts, line)
			}
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
	}
	if len(texts) == 0 {
		return nil, errors.New("standard input names no URL")
	}
	var urls []resolve.URL
	for _, text := range texts {
		u, err := resolve.Resolver{Edition: edition}.Resolve(resolve.URL{}, text)
		switch {
		case err != nil:
			if _, failed := os.Stat(text); failed == nil {
				return nil, fmt.Errorf("%.200q is a file: see htmlurl links", text)
			}
			return nil, fmt.Errorf("%.200q is no absolute URL, such as https://example.com/: %s", text, reason(err))
		case !hasPrefixFold(u.String(), "http:") && !hasPrefixFold(u.String(), "https:"):
			return nil, fmt.Errorf("%.200q is no http: or https: URL, such as https://example.com/", text)
		}
		urls = append(urls, u)
	}
	return urls, nil
}

// explainedFetch says more of errors that an option mends.
func explainedFetch(err error) error {
	switch {
	case errors.Is(err, fetch.ErrPrivate):
		return fmt.Errorf("%w (see --allow-private)", err)
	case errors.Is(err, fetch.ErrTooLong) && !strings.Contains(err.Error(), "in the header"):
		return fmt.Errorf("%w (see --max-bytes)", err)
	case failureRule(err) == "robots":
		return fmt.Errorf("%w (see --ignore-robots)", err)
	case errors.Is(err, fetch.ErrTimeout):
		return fmt.Errorf("%w (see --timeout)", err)
	}
	return err
}

// interruptible returns a context that ends when the user interrupts. A second interrupt ends the command, but not one that
// comes with the first, as when a process and its group are both told.
func interruptible() (context.Context, func()) {
	const pause = 500 * time.Millisecond
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { time.AfterFunc(pause, stop) })
	return ctx, stop
}
