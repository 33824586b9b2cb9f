package check

import "context"

// What tests compare with the editions themselves.
var (
	IsPlain   = isPlain
	MeaningOf = meaningOf
)

// CheckWhole is Check with whole trees of all pages. No other check may run meanwhile.
func CheckWhole(ctx context.Context, c *Checker, sites ...Site) (*Report, error) {
	pageOptions.LinksOnly = false
	defer func() { pageOptions.LinksOnly = true }()
	return c.Check(ctx, sites...)
}
