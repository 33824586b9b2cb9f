package idna

import xidna "golang.org/x/net/idna"

type UTS46 struct {
	CheckHyphens, CheckBidi, CheckJoiners, UseSTD3ASCIIRules, Transitional, VerifyDNSLength bool
}

func (p UTS46) ToASCII(d string) (string, error) {
	o := []xidna.Option{xidna.MapForLookup(), xidna.CheckHyphens(p.CheckHyphens), xidna.CheckJoiners(p.CheckJoiners), xidna.StrictDomainName(p.UseSTD3ASCIIRules), xidna.Transitional(p.Transitional), xidna.VerifyDNSLength(p.VerifyDNSLength)}
	if p.CheckBidi {
		o = append(o, xidna.BidiRule())
	}
	return xidna.New(o...).ToASCII(d)
}
func (p UTS46) ToUnicode(d string) (string, error) {
	o := []xidna.Option{xidna.MapForLookup(), xidna.CheckHyphens(p.CheckHyphens), xidna.CheckJoiners(p.CheckJoiners), xidna.StrictDomainName(p.UseSTD3ASCIIRules), xidna.Transitional(p.Transitional)}
	return xidna.New(o...).ToUnicode(d)
}
