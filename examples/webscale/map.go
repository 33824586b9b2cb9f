package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"htmlurl/examples/webscale/edges"
	"htmlurl/examples/webscale/extract"
	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/warc"
	"htmlurl/internal/printable"
)

const mapUsage = `webscale map is a mapper for engines that talk to programs by pipes, as Hadoop streaming and Spark's pipe.

Standard input is an archive, compressed or not, or paths of archives, a line each, without white space around them; of a
line with tabs, what is behind the last one. Standard output has the edges between hosts, lines "source\ttarget", in
order and each once for an archive.

  printf '%s\n' crawl/*.warc.gz | webscale map | LC_ALL=C sort -u >edges.tsv

An archive that cannot be read is told on standard error, and gives no edges; as this would fail the whole of a job, the
exit status is 0 nevertheless. In a job of Hadoop such ones are counted by counters of the group webscale.
`

// maxLine is how long a line with a path may be.
const maxLine = 64 << 10

// mapCommand is webscale map.
func mapCommand(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	f := newFlags("webscale map", mapUsage, out)
	edition := f.edition()
	if err := f.parse(args); err != nil {
		return err
	}
	m := &mapper{out: bufio.NewWriter(out), errOut: errOut, hasCounters: os.Getenv("mapreduce_job_id") != ""}
	m.extractor.Edition = *edition
	m.hosts.Set = new(edges.Set)
	defer m.hosts.Set.Reset()
	return m.run(ctx, bufio.NewReaderSize(in, maxLine))
}

// mapper makes edges of archives.
type mapper struct {
	out         *bufio.Writer
	errOut      io.Writer
	hasCounters bool // Hadoop looks for them in errOut

	extractor extract.Extractor
	hosts     output.HostEdges
}

// run maps what the input is, or names.
func (m *mapper) run(ctx context.Context, in *bufio.Reader) error {
	switch start, _ := in.Peek(len("WARC/")); {
	case strings.HasPrefix(string(start), "\x1f\x8b"), string(start) == "WARC/":
		return m.archive(ctx, "standard input", in)
	}
	for {
		text, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			return fmt.Errorf("standard input is no archive, and a line of more than %d bytes no path", maxLine)
		}
		line := string(text)
		path := strings.TrimSpace(line[strings.LastIndexByte(strings.TrimRight(line, "\t\r\n"), '\t')+1:])
		if path != "" {
			if err := m.file(ctx, path); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("cannot read standard input: %w", err)
		}
	}
}

// file maps an archive on disk.
func (m *mapper) file(ctx context.Context, path string) error {
	file, err := os.Open(path)
	if err != nil {
		m.bad(err)
		return nil
	}
	defer file.Close()
	return m.archive(ctx, path, file)
}

// archive maps an archive. The error is that of the output, or of the context.
func (m *mapper) archive(ctx context.Context, name string, archive io.Reader) error {
	summary, err := m.extractor.ProcessFile(ctx, archive, &m.hosts)
	if errors.Is(err, warc.Unreadable) {
		m.hosts.Set.Reset()
		m.bad(fmt.Errorf("%s: %w", name, err))
		return nil
	}
	if err != nil {
		return err
	}
	if summary.IsDamaged() {
		m.tell("%s is damaged: %v", name, summary.Faults)
		m.count("damaged archives", 1)
	}
	m.count("archives", 1)
	m.count("pages", summary.Pages)
	m.count("links", summary.Links)
	return cmp.Or(m.hosts.Set.Drain(ctx, &lines{m.out}), m.out.Flush())
}

// bad tells and counts that an archive cannot be read.
func (m *mapper) bad(err error) {
	m.tell("%v", err)
	m.count("unreadable archives", 1)
}

func (m *mapper) tell(format string, args ...any) {
	fmt.Fprintf(m.errOut, "webscale: %s\n", printable.String(fmt.Sprintf(format, args...)))
}

// count counts something for Hadoop.
//
// Spec: https://hadoop.apache.org/docs/stable/hadoop-streaming/HadoopStreaming.html
func (m *mapper) count(what string, n int64) {
	if m.hasCounters {
		fmt.Fprintf(m.errOut, "reporter:counter:webscale,%s,%d\n", what, n)
	}
}

// lines is a Sink that writes lines of text.
type lines struct{ *bufio.Writer }

// Put implements edges.Sink.
func (l *lines) Put(source, target []byte) error {
	l.Write(source)
	l.WriteByte('\t')
	l.Write(target)
	return l.WriteByte('\n')
}

func (l *lines) Commit() error { return nil }
func (l *lines) Discard()      {}
