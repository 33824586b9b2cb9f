package main

import (
	"context"
	"runtime"
	"sync"

	"htmlurl/examples/webscale/task"
)

// desks are where the steps of this process do what takes memory and a processor: as many as there are processors,
// however many bundles an engine gives to the process at a time. Each has a worker, which uses its memory again.
var desks = sync.OnceValue(func() chan *task.Worker {
	n := runtime.GOMAXPROCS(0)
	all := make(chan *task.Worker, n)
	for range n {
		all <- new(task.Worker)
	}
	return all
})

// atDesk does something at a desk, when there is a free one.
func atDesk(ctx context.Context, do func(*task.Worker) error) error {
	select {
	case w := <-desks():
		defer func() { desks() <- w }()
		return do(w)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// closeDesks waits until what is being done in this process is at its end.
func closeDesks() {
	for range cap(desks()) {
		(<-desks()).Close()
	}
}
