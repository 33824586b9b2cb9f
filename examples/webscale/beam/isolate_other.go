//go:build !linux

package main

import "errors"

func setUpLoopback() error { return nil }

func runAgain() error { return errors.New("it takes Linux") }
