package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestNetwork holds that no network leads to Prism: it listens on all interfaces where there is nothing but loopback,
// and no process of the command listens where this test is.
func TestNetwork(t *testing.T) {
	pattern, dir := generated(t, 12), t.TempDir()
	cmd, ended := begin(t, pattern, dir)
	child := ""
	for range 100 {
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", cmd.Process.Pid))
		for _, list := range lists {
			child += strings.TrimSpace(string(readFile(t, list)))
		}
		if child != "" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if child == "" {
		t.Skip("this test is in a network without anything but loopback, in which the command is not run again")
	}
	for _, network := range []string{"route", "ipv6_route"} {
		for line := range strings.Lines(string(readFile(t, "/proc/"+child+"/net/"+network))) {
			if fields := strings.Fields(line); fields[0] != "Iface" && fields[len(fields)-1] != "lo" {
				t.Errorf("a way to elsewhere: %s", line)
			}
		}
	}
	everywhere := 0
	for _, s := range listening(t, child) {
		if strings.Trim(s.address, "0") == "" {
			everywhere++
		}
	}
	if everywhere != 1 {
		t.Errorf("Prism listens %d times on all interfaces; README.md says once", everywhere)
	}
	own := append(sockets(t, child), sockets(t, fmt.Sprint(cmd.Process.Pid))...)
	for _, s := range listening(t, "self") {
		if slices.Contains(own, s.inode) {
			t.Errorf("the command listens on %s", s.address)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// socket is one that listens.
type socket struct{ address, inode string }

// listening returns which sockets listen in the network of a process.
//
// Spec: proc_pid_net(5)
func listening(t *testing.T, pid string) (all []socket) {
	for _, network := range []string{"tcp", "tcp6"} {
		for line := range strings.Lines(string(readFile(t, "/proc/"+pid+"/net/"+network))) {
			fields := strings.Fields(line)
			if address, _, ok := strings.Cut(fields[1], ":"); ok && fields[3] == "0A" {
				all = append(all, socket{address, fields[9]})
			}
		}
	}
	return all
}

// sockets returns the inodes of a process's sockets.
func sockets(t *testing.T, pid string) (inodes []string) {
	descriptors, err := filepath.Glob("/proc/" + pid + "/fd/*")
	if err != nil || len(descriptors) == 0 {
		t.Fatal(descriptors, err)
	}
	for _, d := range descriptors {
		if target, err := os.Readlink(d); err == nil && strings.HasPrefix(target, "socket:[") {
			inodes = append(inodes, strings.Trim(target, "socket:[]"))
		}
	}
	return inodes
}
