//go:build race

package resolve_test

func init() { raceDetector = true }
