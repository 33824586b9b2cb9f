package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"htmlurl/playground"
)

// playgroundPort is the same each time, so that addresses of cases that people have kept stay good.
const playgroundPort = 7680

func newPlayground(a *app) *cobra.Command {
	var port uint16
	c := &cobra.Command{
		Use:   "playground [flags]",
		Short: "Serve a page in which to try documents, beside the browser's own answer",
		Long: fmt.Sprintf(`playground serves a page on 127.0.0.1 for the browsers of this machine, and prints its address. Type
HTML there or drop a file: the page shows the document base URL and why it is that, all references with
their places, what each edition makes of one, and its parts with the DOM's setters, beside what the
browser says. A case is kept in the fragment of the address, so that it can be shared.

The library runs in the page, as WebAssembly. Nothing is sent anywhere, and no script of a document runs.

The port is %d, so that kept addresses stay good, or another one if that is taken; --port 0 is any free
port. It serves until it is interrupted (Ctrl-C); the exit status is 0 then.`, playgroundPort),
		Example: `  htmlurl playground
  htmlurl playground --port 8080`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongUse(c, fmt.Errorf("playground takes no arguments, but got %q", args[0]))
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, stop := interruptible()
			defer stop()
			listener, err := listenLocally(port)
			if errors.Is(err, syscall.EADDRINUSE) && !c.Flags().Changed("port") {
				a.note("port %d is taken: this is another one", port)
				listener, err = listenLocally(0)
			}
			if err != nil {
				return err
			}
			return a.servePlayground(ctx, listener)
		},
	}
	c.Flags().Uint16Var(&port, "port", playgroundPort, "the `PORT` to serve on; 0 is any that is free")
	return c
}

func listenLocally(port uint16) (net.Listener, error) {
	return net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
}

// servePlayground prints the address of the playground, and serves it until the context is done.
func (a *app) servePlayground(ctx context.Context, listener net.Listener) error {
	fmt.Fprintf(a.out, "http://%s/\n", listener.Addr())
	if err := a.out.Flush(); err != nil {
		return errors.Join(err, listener.Close())
	}
	server := &http.Server{Handler: playground.Handler(), ReadHeaderTimeout: 10 * time.Second}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		stopped <- server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
