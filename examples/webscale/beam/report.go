package main

import "htmlurl/examples/webscale/report"

// add adds a report to those before it, which stay as they are.
func add(all, one report.Report) (sum report.Report) {
	sum.Add(all)
	sum.Add(one)
	return sum
}

// publish writes the report of all archives.
type publish struct{ Output string }

// ProcessElement writes the report.
func (f *publish) ProcessElement(all report.Report) error { return all.Write(f.Output) }
