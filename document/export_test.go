package document

// SetStrictAboutBase switches the rule of whatwg/html#12674, by which a base in an about: document must be absolute, and
// returns what it was.
func SetStrictAboutBase(strict bool) (was bool) {
	was, rulesLiving.strictAboutBase = rulesLiving.strictAboutBase, strict
	return was
}
