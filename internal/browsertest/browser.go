package browsertest

import (
	"context"
	"errors"
	"os/exec"
	"slices"

	"github.com/chromedp/chromedp"
)

// ErrNoBrowser is the error of Find where there is no Chromium.
var ErrNoBrowser = errors.New("there is no chromium, chromium-browser or google-chrome in the PATH")

// Find returns the path of the installed Chromium. The error is ErrNoBrowser.
func Find() (program string, err error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", ErrNoBrowser
}

// A Browser is a Chromium without a window and with a new profile. It is safe for concurrent use.
//
// Nothing leaves the machine: all requests of a Tab are answered by it, and for all others no name has an address.
type Browser struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// flags are the command line of the browser.
var flags = []chromedp.ExecAllocatorOption{
	chromedp.Headless, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
	chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"),
	chromedp.Flag("no-proxy-server", true),
	chromedp.Flag("disable-quic", true),
	chromedp.Flag("disable-background-networking", true),
	chromedp.Flag("disable-component-update", true),
	chromedp.Flag("disable-sync", true),
	chromedp.Flag("disable-extensions", true),
	chromedp.Flag("disable-default-apps", true),
	chromedp.Flag("disable-breakpad", true),
	chromedp.Flag("disable-popup-blocking", true),
	chromedp.Flag("disable-dev-shm-usage", true),
	chromedp.Flag("disable-renderer-backgrounding", true),
	chromedp.Flag("disable-background-timer-throttling", true),
	chromedp.Flag("disable-backgrounding-occluded-windows", true),
	chromedp.Flag("mute-audio", true),
	chromedp.Flag("allow-running-insecure-content", true),
	// All frames of a tab are in one process, so that its interception sees all requests.
	chromedp.Flag("disable-site-isolation-trials", true),
	chromedp.Flag("disable-features", "Translate,OptimizationHints,MediaRouter,HttpsUpgrades,HttpsFirstBalancedMode,"+
		"HttpsFirstBalancedModeAutoEnable,IsolateOrigins,site-per-process,LocalNetworkAccessChecks,"+
		"BackForwardCache"),
}

// Start starts a browser, which ends with the context or by Close. More options may come behind those of its own.
func Start(ctx context.Context, program string, more ...chromedp.ExecAllocatorOption) (*Browser, error) {
	options := slices.Concat([]chromedp.ExecAllocatorOption{chromedp.ExecPath(program)}, flags, more)
	ctx, cancelAll := chromedp.NewExecAllocator(ctx, options...)
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	b := &Browser{ctx, func() { cancel(); cancelAll() }}
	if err := chromedp.Do(ctx); err != nil {
		b.cancel()
		return nil, err
	}
	return b, nil
}

// Context returns the context of the browser for its driver, which may open tabs in windows.
func (b *Browser) Context() context.Context { return b.ctx }

// Close ends the browser and removes its profile.
func (b *Browser) Close() error {
	err := chromedp.Cancel(b.ctx)
	b.cancel()
	return err
}
