package check

// What tests compare with the editions themselves.
var (
	IsPlain   = isPlain
	MeaningOf = meaningOf
)
