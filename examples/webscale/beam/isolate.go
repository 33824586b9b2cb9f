package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
)

// againError is not an error: the program was run again, in isolation, and ended.
type againError struct{ status int }

func (e *againError) Error() string { return "status " + strconv.Itoa(e.status) }

// isolatedVariable is set in the environment of a program that was run again.
const isolatedVariable = "WEBSCALE_BEAM_ISOLATED"

// isolate sees to it that no network leads to what listens in this process. Prism listens on all interfaces, without a
// password, and runs whatever commands it is told as an environment for pipelines; and it cannot be told to listen on
// one only. So isolate runs the program again, with its arguments, in a network of its own, in which there is nothing
// but loopback: then it returns an *againError. In there, or if there was no other interface anyway, it returns nil.
//
// Spec: https://pkg.go.dev/github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism
func isolate() error {
	alone, err := isAlone()
	switch {
	case err == nil && alone:
		err = setUpLoopback()
	case err == nil && os.Getenv(isolatedVariable) != "":
		err = errors.New("there are still other interfaces")
	case err == nil:
		err = runAgain()
	}
	if _, ok := errors.AsType[*againError](err); err == nil || ok {
		return err
	}
	return fmt.Errorf("%w: %w", errExposed, err)
}

// errExposed says what can be done where isolate fails.
var errExposed = errors.New(`the engine Prism would listen on all network interfaces, and whoever reaches it can run
commands as you. This system does not let the program leave the network. Choose one:
  - run it as root, or in a container without a network, as by "docker run --network none"
  - unshare -rn sh -c 'ip link set lo up && exec webscale-beam …'
  - webscale, which needs no engine
  - -prism_on_all_interfaces, where nobody else can reach this computer
The reason`)

// isAlone tells whether no interface is up but loopback.
func isAlone() (bool, error) {
	interfaces, err := net.Interfaces()
	for _, i := range interfaces {
		if i.Flags&net.FlagUp != 0 && i.Flags&net.FlagLoopback == 0 {
			return false, nil
		}
	}
	return err == nil, err
}
