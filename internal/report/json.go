package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"htmlurl/check"
	"htmlurl/internal/printable"
)

// JSON writes {"findings":[…],"summary":{…}}, with a line for each finding.
func JSON(w io.Writer, r *check.Report) error {
	out := bufio.NewWriter(w)
	out.WriteString(`{"findings":[`)
	lines := lineWriter{out: out}
	for i := range r.Findings {
		if err := lines.write(&r.Findings[i]); err != nil {
			return err
		}
	}
	lines.end()
	summary, err := appendJSON(nil, r.Summary)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, `],"summary":%s}`+"\n", summary)
	return out.Flush()
}

// lineWriter writes the elements of a JSON array, each on a line of its own.
type lineWriter struct {
	out  *bufio.Writer
	line []byte
	more bool // there is an element already
}

func (l *lineWriter) write(v any) error {
	between := ",\n"
	if !l.more {
		between = "\n"
	}
	l.more = true
	line, err := appendJSON(append(l.line[:0], between...), v)
	if err != nil {
		return err
	}
	l.line = line
	_, err = l.out.Write(line)
	return err
}

// end ends the line of the last element.
func (l *lineWriter) end() {
	if l.more {
		l.out.WriteByte('\n')
	}
}

// appendJSON is json.Marshal without escapes for HTML, but with escapes for all that cannot be seen.
func appendJSON(dst []byte, v any) ([]byte, error) {
	text := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return dst, err
	}
	return printable.JSON(bytes.TrimSuffix(text.Bytes(), []byte("\n"))), nil
}
