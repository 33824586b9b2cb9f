package save

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"path"
	"strings"

	"htmlurl/fetch"
	"htmlurl/resolve"
)

// Request asks for a resource.
type Request struct {
	URL      string // absolute, without a fragment
	Referrer string // the address that a browser would send as where the request comes from, or ""
}

// Response is a resource. Its Body is closed after it was read, or sooner.
type Response struct {
	URL    string      // where it came from after redirects; "" if there were none
	Header http.Header // Content-Type says what it is; see document.Options.Header for others that count
	Body   io.ReadCloser
}

// ErrScheme is the error for a page that is neither at an http: or https: nor at a file: URL.
var ErrScheme = errors.New("only http:, https: and file: URLs can be saved")

// newClient returns what fetches if the Saver has no Fetch. It has no limits where the Saver has some.
func (j *job) newClient() *fetch.Client {
	const none = math.MaxInt64
	return &fetch.Client{
		Edition:      j.Edition,
		AllowPrivate: true,
		AllowFiles:   true,
		Limits:       fetch.Limits{Bytes: none, DecodedBytes: none, Time: none},
	}
}

// fetchBy returns a function that gets resources by a client.
func fetchBy(client *fetch.Client) func(context.Context, Request) (*Response, error) {
	rules := resolve.Resolver{Edition: client.Edition}
	return func(ctx context.Context, r Request) (*Response, error) {
		u, err := rules.Parse(r.URL)
		if err != nil {
			return nil, err
		}
		request := fetch.Request{URL: u}
		if r.Referrer != "" {
			if request.Referrer, err = rules.Parse(r.Referrer); err != nil {
				return nil, err
			}
		}
		response, err := client.Fetch(ctx, request)
		if err != nil {
			return nil, err
		}
		if response.Status < 200 || 299 < response.Status {
			response.Body.Close()
			return nil, fmt.Errorf("%w %d %s", fetch.ErrStatus, response.Status, http.StatusText(response.Status))
		}
		answer := &Response{Header: response.Header, Body: response.Body}
		if len(response.Redirects) > 0 {
			answer.URL = response.URL.String()
		}
		if t := typesByExtension[strings.ToLower(path.Ext(u.Path()))]; isLocal(u) {
			answer.Header = http.Header{}
			if t != nil {
				answer.Header.Set("Content-Type", t.name)
			}
		}
		return answer, nil
	}
}

// reason returns why something failed, without the URL, which the manifest has.
func reason(err error) error {
	if failed, ok := errors.AsType[*fetch.Error](err); ok {
		return failed.Err
	}
	return err
}
