package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fatih/color"

	"htmlurl/check"
	"htmlurl/internal/report"
)

// formats are the formats of reports.
var formats = map[string]func(io.Writer, *check.Report, report.About) error{
	"text": func(w io.Writer, r *check.Report, _ report.About) error {
		return report.Text(w, r, report.TextOptions{})
	},
	"json":     func(w io.Writer, r *check.Report, _ report.About) error { return report.JSON(w, r) },
	"junit":    report.JUnit,
	"sarif":    report.SARIF,
	"github":   func(w io.Writer, r *check.Report, _ report.About) error { return report.GitHub(w, r) },
	"markdown": report.Markdown,
	"html":     report.HTML,
}

func formatNames() []string {
	names := slices.Sorted(maps.Keys(formats))
	return append([]string{"text"}, slices.DeleteFunc(names, func(name string) bool { return name == "text" })...)
}

// reportFormat returns the format of a report by the extension of its file, or by its name; "" is none.
func reportFormat(name string) string {
	switch e := strings.ToLower(filepath.Ext(name)); e {
	case ".htm":
		return "html"
	case ".xml":
		return "junit"
	case ".md":
		return "markdown"
	case ".txt":
		return "text"
	default:
		if formats[strings.TrimPrefix(e, ".")] == nil {
			return ""
		}
		return e[1:]
	}
}

// write writes the reports.
func (f *checkFlags) write(a *app, r *check.Report, title string) error {
	about := report.About{Title: title, Edition: f.edition.String(), Version: version(), Time: time.Now()}
	for _, name := range f.reports {
		write := formats[reportFormat(name)]
		if err := writeOutput(name, func(w io.Writer) error { return write(w, r, about) }); err != nil {
			return err
		}
	}
	switch {
	case f.output != "" && f.output != "-":
		return writeOutput(f.output, func(w io.Writer) error { return formats[f.format](w, r, about) })
	case f.format == "text":
		return report.Text(a.out, r, report.TextOptions{Color: !color.NoColor, Sources: a.isTerminal})
	}
	return formats[f.format](a.out, r, about)
}

// writeOutput writes a file, all or nothing; to what is no regular file, such as a device, it writes directly.
func writeOutput(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return writeDirectly(name, write)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	defer root.Close()
	return writeFile(root, filepath.Base(name), text.Bytes(), true)
}

func writeDirectly(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	err = write(file)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cause(err))
	}
	return nil
}
