package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"

	"htmlurl/internal/printable"
)

// interval is how often a log is told how far a run is.
const interval = 30 * time.Second

// progress tells how far a run is: on a terminal by a bar, elsewhere by a line now and then. It can be used by several
// goroutines.
type progress struct {
	errOut   io.Writer
	archives int
	bar      *progressbar.ProgressBar // nil if errOut is no terminal

	mu      sync.Mutex
	ended   int // archives that are done, or cannot be read
	bad     int // of these
	bytes   int64
	started time.Time
	told    time.Time // when the last line was written
}

// newProgress begins.
func newProgress(archives []string, errOut io.Writer) *progress {
	p := &progress{errOut: errOut, archives: len(archives), started: time.Now(), told: time.Now()}
	file, ok := errOut.(*os.File)
	if !ok || !isatty.IsTerminal(file.Fd()) {
		return p
	}
	size := int64(0)
	for _, archive := range archives {
		if info, err := os.Stat(archive); err == nil {
			size += info.Size()
		}
	}
	p.bar = progressbar.NewOptions64(size, progressbar.OptionSetWriter(errOut), progressbar.OptionShowBytes(true),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(), progressbar.OptionFullWidth())
	return p
}

// read counts bytes of archives that were read.
func (p *progress) read(n int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bytes += n
	switch {
	case p.bar != nil:
		p.bar.Add64(n)
	case time.Since(p.told) > interval:
		p.told = time.Now()
		fmt.Fprintf(p.errOut, "webscale: %s of archives in %v; %s\n", humanize.Bytes(uint64(p.bytes)),
			time.Since(p.started).Round(time.Second), p.state())
	}
}

// done counts an archive.
func (p *progress) done(isBad bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended++
	if isBad {
		p.bad++
	}
	if p.bar != nil {
		p.bar.Describe(p.state())
	}
}

// state says how many archives are done.
func (p *progress) state() string {
	text := fmt.Sprintf("%d of %d archives", p.ended, p.archives)
	if p.bad > 0 {
		text += fmt.Sprintf(", %d bad", p.bad)
	}
	return text
}

// tell tells of an error.
func (p *progress) tell(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Clear()
	}
	fmt.Fprintf(p.errOut, "webscale: %s\n", printable.String(err.Error()))
}

// end ends the bar.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Finish()
	}
}
