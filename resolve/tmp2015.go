package resolve

func (r Resolver) parseURL2015(s string) (URL, error) { return URL{}, &Error{Rule: EditionUnknown} }
