package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// setUpLoopback sets up loopback, which in a new network namespace is down.
func setUpLoopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(socket, unix.SIOCGIFFLAGS, lo); err != nil {
		return fmt.Errorf("loopback: %w", err)
	}
	if lo.Uint16()&unix.IFF_UP != 0 {
		return nil
	}
	lo.SetUint16(lo.Uint16() | unix.IFF_UP)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo); err != nil {
		return fmt.Errorf("loopback cannot be set up: %w", err)
	}
	return nil
}

// runAgain runs the program in a new network namespace, which takes root, or else in a new user namespace, too, in
// which the user may do that. Files are the same in there, and so are the user and the group.
//
// Spec: network_namespaces(7), user_namespaces(7)
func runAgain() error {
	path, err := os.Executable()
	if err != nil {
		return err
	}
	runtime.LockOSThread() // when the thread that started the program dies, so does the program
	defer runtime.UnlockOSThread()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)

	cmd, err := start(path, &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNET})
	if errors.Is(err, unix.EPERM) {
		cmd, err = start(path, &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWNET | unix.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
			AmbientCaps: []uintptr{unix.CAP_NET_ADMIN}, // of the new network only
		})
	}
	if err != nil {
		return fmt.Errorf("a new network namespace: %w", err)
	}
	go func() {
		for s := range signals {
			cmd.Process.Signal(s)
		}
	}()
	cmd.Wait()
	if state := cmd.ProcessState.Sys().(syscall.WaitStatus); state.Signaled() {
		return &againError{128 + int(state.Signal())}
	}
	return &againError{cmd.ProcessState.ExitCode()}
}

func start(path string, attr *syscall.SysProcAttr) (*exec.Cmd, error) {
	cmd := exec.Command(path, os.Args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), isolatedVariable+"=1")
	cmd.SysProcAttr = attr
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return cmd, cmd.Start()
}
