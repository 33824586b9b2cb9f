package fetch

import (
	"context"
	"io"
	"net/http"
)

// sendConditional sends a request, with which it asks whether what the cache has is still good.
//
// Spec: RFC 9111 section 4.3
func (f *fetching) sendConditional(ctx context.Context, w wire, request *http.Request) (*answer, error) {
	cache := f.client.Cache
	if cache == nil || request.Method != http.MethodGet || isConditional(request.Header) {
		response, err := f.send(ctx, w, request)
		return &answer{Response: response}, err
	}
	key := w.Scheme + "://" + w.Host + w.request().RequestURI()
	if cached, err := cache.Load(key); err == nil && cached != nil {
		if again, err := f.revalidate(ctx, w, key, request, cached); again != nil || err != nil {
			return again, err
		}
	}
	response, err := f.send(ctx, w, request)
	if err != nil {
		return nil, err
	}
	keep(cache, key, request, response)
	return &answer{Response: response}, nil
}

// isConditional tells whether a request of the caller asks itself whether something is still good, or for a part.
func isConditional(request http.Header) bool {
	for _, name := range []string{
		"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range",
	} {
		if request[name] != nil {
			return true
		}
	}
	return false
}

// revalidate asks whether a cached response is still good. It returns nil if that cannot be asked, or the answer is
// about another response.
//
// Deviation: the fields of a 304 are used, but not stored, so that the next request has the same validators.
//
// Spec: RFC 9111 sections 4.3.1 to 4.3.4
func (f *fetching) revalidate(
	ctx context.Context, w wire, key string, request *http.Request, cached *Cached,
) (*answer, error) {
	conditions := validators(cached.Header)
	if !selects(cached.Header, request.Header) || len(conditions) == 0 {
		return nil, cached.Body.Close()
	}
	conditional := request.Clone(request.Context())
	for name, values := range conditions {
		conditional.Header[name] = values
	}
	response, err := f.send(ctx, w, conditional)
	if err != nil {
		cached.Body.Close()
		return nil, err
	}
	if response.StatusCode != http.StatusNotModified {
		cached.Body.Close()
		keep(f.client.Cache, key, request, response)
		return &answer{Response: response}, nil
	}
	response.Body.Close()
	header := refresh(cached.Header, response.Header)
	if header == nil {
		cached.Body.Close()
		return nil, f.awaitTurn(ctx, w)
	}
	response.StatusCode, response.Header = http.StatusOK, header
	response.ContentLength, response.Body = cached.Size, cached.Body
	return &answer{Response: response, revalidated: true}, nil
}

// keep lets the cache have a response while it is read.
func keep(cache Cache, key string, request *http.Request, response *http.Response) {
	m, ok := response.Body.(*meter)
	if !ok || !storable(request.Method, response.StatusCode, request.Header, response.Header) {
		return
	}
	to, err := cache.Store(key, storedHeader(request.Header, response.Header))
	if err == nil {
		m.ReadCloser = &keeper{ReadCloser: m.ReadCloser, to: to}
	}
}

// keeper is a body that a cache gets while it is read. If that fails, the cache does not have it.
type keeper struct {
	io.ReadCloser
	to CacheWriter // nil as soon as the cache has it, or will not
}

func (k *keeper) Read(p []byte) (int, error) {
	n, err := k.ReadCloser.Read(p)
	if k.to != nil && n > 0 {
		if _, failed := k.to.Write(p[:n]); failed != nil {
			k.drop()
		}
	}
	if k.to != nil && err == io.EOF {
		k.to.Commit()
		k.to = nil
	}
	return n, err
}

func (k *keeper) drop() {
	k.to.Close()
	k.to = nil
}

func (k *keeper) Close() error {
	if k.to != nil {
		k.drop()
	}
	return k.ReadCloser.Close()
}
