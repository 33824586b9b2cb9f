package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"

	"code.dny.dev/ssrf"
)

// Error is every error of this package: what could not be fetched, and why.
type Error struct {
	URL       string     // that was being fetched, after redirects
	Redirects []Redirect // the chain before
	Err       error      // the reason
}

// Error names the URL and the reason, and where a chain of redirects began.
func (e *Error) Error() string {
	text := fmt.Sprintf("%.500s: %v", e.URL, e.Err)
	if len(e.Redirects) > 0 {
		text += fmt.Sprintf(" (redirected from %.500s)", e.Redirects[0].URL)
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Reasons, for errors.Is. Others come from package net, crypto/tls and the context.
var (
	// ErrURL is the reason for a URL that is not absolute, or that HTTP has no words for.
	ErrURL = errors.New("cannot be requested")
	// ErrPrivate is the reason for an address that is not for everyone; see Client.AllowPrivate.
	ErrPrivate = errors.New("a loopback or private address, which is not allowed")
	// ErrFiles is the reason for a file: URL; see Client.AllowFiles.
	ErrFiles = errors.New("file: URLs are not allowed")
	// ErrNotRegular is the reason for a file: URL of what is no file, such as a folder or a device.
	ErrNotRegular = errors.New("not a regular file")
	// ErrRedirects is the reason for more redirects than Limits.Redirects.
	ErrRedirects = errors.New("too many redirects")
	// ErrRedirectLoop is the reason for a redirect that leads back.
	ErrRedirectLoop = errors.New("the redirects lead in a circle")
	// ErrRedirectOrigin is the reason for a redirect to another origin; see Request.ForceSameOrigin.
	ErrRedirectOrigin = errors.New("redirected to another origin")
	// ErrRedirectScheme is the reason for a redirect to a scheme that none may lead to.
	ErrRedirectScheme = errors.New("redirected to a URL of another scheme")
	// ErrLocation is the reason for a redirect that says nothing usable about where to.
	ErrLocation = errors.New("redirected, but not to a URL")
	// ErrUnconfirmed is the reason for a redirect of an unsafe method; see Client.Confirm.
	ErrUnconfirmed = errors.New("redirecting this method needs a confirmation")
	// ErrTooLong is the reason for a body or a header beyond the Limits.
	ErrTooLong = errors.New("there are too many bytes")
	// ErrBomb is the reason for a body of which nested content codings make next to nothing out of very much.
	ErrBomb = errors.New("the body is a bomb of nested content codings")
	// ErrCoding is the reason for a body in a content coding that was not asked for, or in too many. It comes with its
	// name.
	ErrCoding = errors.New("the server sends an unknown content coding")
	// ErrStalled is the reason for a server that sends nothing more; see Limits.HeaderTime and StallTime.
	ErrStalled = errors.New("the server sends nothing more")
	// ErrTimeout is the reason for what takes longer than Limits.Time.
	ErrTimeout = errors.New("it took too long")
	// ErrCut is the reason for a body that ends before its end, or a connection without an answer.
	ErrCut = errors.New("the connection ended too early")
	// ErrCertificate is the reason for a server whose certificate does not prove who it is.
	ErrCertificate = errors.New("the certificate is not valid")
	// ErrCORS is the reason for a response that another origin may not read.
	ErrCORS = errors.New("blocked by CORS")
	// ErrRobots is the reason for a URL that robots.txt forbids, or whose robots.txt cannot be read; see Client.Robots.
	ErrRobots = errors.New("forbidden by robots.txt")
	// ErrStatus is the reason for a response that is no success, where one is needed. It comes with the status.
	ErrStatus = errors.New("the server answers")
	// ErrNotDocument is the reason for a resource that is neither HTML nor XML. It comes with its type.
	ErrNotDocument = errors.New("not an HTML or XML document")
)

// reason returns why something failed in the words of this package, without URLs, which the Error has.
func reason(ctx context.Context, err error) error {
	var (
		certificate *tls.CertificateVerificationError
		authority   x509.UnknownAuthorityError
		host        x509.HostnameError
		invalid     x509.CertificateInvalidError
		file        *fs.PathError
		network     *net.OpError
	)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &certificate):
		return fmt.Errorf("%w: %w", ErrCertificate, certificate.Err)
	case errors.As(err, &authority), errors.As(err, &host), errors.As(err, &invalid):
		return fmt.Errorf("%w: %w", ErrCertificate, err)
	case errors.Is(err, ssrf.ErrProhibitedIP) && errors.As(err, &network) && network.Addr != nil:
		return fmt.Errorf("%s is %w", network.Addr, ErrPrivate)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCut
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w, without an answer", ErrCut)
	case errors.As(err, &file):
		return file.Err
	case strings.Contains(err.Error(), "response header") && strings.Contains(err.Error(), "exceeded"),
		strings.Contains(err.Error(), "response header list larger"): // net/http has no other name for it
		return fmt.Errorf("%w in the header", ErrTooLong)
	}
	return err
}
