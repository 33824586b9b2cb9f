package report

import (
	"errors"
	"io"

	"htmlurl/check"
)

// HTML is to come.
func HTML(io.Writer, *check.Report, About) error { return errors.New("not there yet") }
