package main

import (
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"htmlurl/examples/webscale/output"
	"htmlurl/examples/webscale/task"
)

func init() {
	for _, step := range []any{&match{}, &extractLinks{}, &split{}, &join{}, &publish{}} {
		beam.RegisterDoFn(step)
	}
	beam.RegisterFunction(add)
}

// maxGroups is how many groups there are at most. Each has a part for each shard.
const maxGroups = 64

// newPipeline returns the pipeline. Archives are done one by one, and give reports, which are added up, and edge files.
// The latter are sorted already, and may be large; their names only go through the engine. A group of them is merged
// and split into a part for each shard, and the parts of a shard are merged.
//
//	archives -> extractLinks -> by group -> split -> by shard -> join
//	               reports ---------------------------------> reports -> added up -> publish
func newPipeline(pattern string, job task.Job, shards int, dir string) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	archives := beam.Reshuffle(s, beam.ParDo(s.Scope("match"), &match{pattern}, beam.Impulse(s)))
	groups := min(shards, maxGroups)
	files, reports := beam.ParDo2(s.Scope("extract"), &extractLinks{job, groups}, archives)
	if slices.Contains(job.Outputs, output.Edges) {
		parts := beam.ParDo(s.Scope("split"), &split{job, dir, shards}, beam.GroupByKey(s, files))
		edges := beam.ParDo(s.Scope("join"), &join{job.Output, dir, shards}, beam.GroupByKey(s, parts))
		reports = beam.Flatten(s, reports, edges)
	}
	beam.ParDo0(s.Scope("publish"), &publish{job.Output}, beam.Combine(s, add, reports))
	return p
}
