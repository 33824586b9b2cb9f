// Command htmlurl tells what every URL in an HTML document really points to.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
)

// Exit statuses.
const (
	exitFine  = 0
	exitBad   = 1 // a reference has no URL or was left, or a line of input is bad
	exitUsage = 2 // wrong use, unreadable input or unwritable output
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command with its arguments and streams, and returns the exit status.
func run(args []string, in io.Reader, out, errOut io.Writer) int {
	color.NoColor = color.NoColor || out != os.Stdout // which color.NoColor is about
	a := &app{in: in, out: bufio.NewWriter(out), errOut: errOut, isTerminal: isTerminal(out)}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(errOut)
	err := root.Execute()
	if flushErr := a.out.Flush(); err == nil {
		err = flushErr
	}
	switch {
	case err != nil:
		fmt.Fprintf(errOut, "htmlurl: %s\n", printableLines(err.Error()))
		if use, ok := errors.AsType[*useError](err); ok {
			fmt.Fprintf(errOut, "See '%s --help'.\n", use.command)
		}
		return exitUsage
	case a.bad:
		return exitBad
	}
	return exitFine
}

// useError is a command line that a command's help would mend.
type useError struct {
	error
	command string
}

func wrongUse(c *cobra.Command, err error) error { return &useError{err, c.CommandPath()} }

// app is one run of the command.
type app struct {
	in         io.Reader
	out        *bufio.Writer
	isTerminal bool // which out writes to
	errOut     io.Writer
	bad        bool   // the exit status is exitBad
	links      int    // how many references were listed
	page       string // the address of the page that JSON lines are about, if there are several
}

// complain reports what is wrong with the input while the work goes on.
func (a *app) complain(format string, args ...any) {
	a.bad = true
	a.tell(format, args...)
}

// note tells what is not wrong but may surprise.
func (a *app) note(format string, args ...any) { a.tell("note: "+format, args...) }

func (a *app) tell(format string, args ...any) {
	fmt.Fprintf(a.errOut, "htmlurl: %s\n", printableLines(fmt.Sprintf(format, args...)))
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "htmlurl",
		Short: "Tell what every URL in an HTML document really points to",
		Long: `htmlurl computes the document base URL of HTML pages, resolves the references in them with
the page's own encoding, and takes URLs apart as the DOM does. The default rules are those of
HTML5 of 2011 and 2012; --edition living is what browsers do today.

Exit status: 0 if all is fine, 1 if a reference has no URL or could not be changed, a line of input
is bad, a crawl was interrupted, or check found what is broken, 2 for wrong use, unreadable input or unwritable output.`,
		Example: `  htmlurl base page.html
  htmlurl links --address https://example.com/dir/page.html page.html
  htmlurl rewrite --absolute --address https://example.com/dir/page.html page.html
  htmlurl resolve --base https://example.com/dir/ '../image.png'`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(wrongUse)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newBase(a), newLinks(a), newAttributes(a), newRewrite(a), newSave(a), newGet(a), newCrawl(a), newCheck(a), newResolve(a),
		newDecompose(a), newExplain(a), newPlayground(a))
	return root
}

// newHelp is the help command, for which an unknown command is wrong use.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		RunE: func(c *cobra.Command, args []string) error {
			about, _, err := c.Root().Find(args)
			if err != nil {
				return wrongUse(c.Root(), err)
			}
			return about.Help()
		},
	}
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}
