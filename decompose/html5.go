package decompose

import (
	"strings"

	"htmlurl/resolve"
)

// attribute is a row of the table of the URL decomposition IDL attributes; its fields are the columns.
//
// Spec: W3C HTML5 2.6.7 (2012)
type attribute struct {
	name       string
	part       resolve.Part
	component  func(resolve.Components) (value string, present bool)
	getterIf   func(in input, value string, present bool) bool
	prefix     string
	suffix     string
	preprocess func(value string) string
	escape     func(value string) string // what is not valid in the component
	setterIf   func(in input, value string) bool
}

var (
	protocol = attribute{
		name:       "protocol",
		part:       resolve.Scheme,
		component:  resolve.Components.Scheme,
		getterIf:   always,
		suffix:     ":",
		preprocess: func(value string) string { return strings.TrimRight(value, ":") },
		escape:     escapeScheme,
		setterIf:   func(_ input, value string) bool { return value != "" },
	}
	host = attribute{
		name:       "host",
		part:       resolve.HostPort,
		component:  resolve.Components.HostPort,
		getterIf:   isAuthorityBased,
		preprocess: unchanged,
		escape:     escapeHostPort,
		setterIf:   func(in input, value string) bool { return value != "" && in.authorityBased },
	}
	hostname = attribute{
		name:       "hostname",
		part:       resolve.Host,
		component:  resolve.Components.Host,
		getterIf:   isAuthorityBased,
		preprocess: func(value string) string { return strings.TrimLeft(value, "/") },
		escape:     escapeHost,
		setterIf:   func(in input, value string) bool { return value != "" && in.authorityBased },
	}
	port = attribute{
		name:       "port",
		part:       resolve.Port,
		component:  resolve.Components.Port,
		getterIf:   func(in input, _ string, present bool) bool { return in.authorityBased && present },
		preprocess: leadingNumber,
		escape:     unchanged,
		setterIf:   func(in input, value string) bool { return in.authorityBased && isPort(value) },
	}
	pathname = attribute{
		name:       "pathname",
		part:       resolve.Path,
		component:  func(c resolve.Components) (string, bool) { return c.Path(), true },
		getterIf:   isHierarchical,
		preprocess: func(value string) string { return "/" + strings.TrimPrefix(value, "/") },
		escape:     strings.NewReplacer("?", "%3F", "#", "%23").Replace,
		setterIf:   func(in input, _ string) bool { return in.hierarchical },
	}
	search = attribute{
		name:       "search",
		part:       resolve.Query,
		component:  resolve.Components.Query,
		getterIf:   func(in input, _ string, present bool) bool { return in.hierarchical && present },
		prefix:     "?",
		preprocess: func(value string) string { return strings.TrimPrefix(value, "?") },
		escape:     strings.NewReplacer("#", "%23").Replace,
		setterIf:   func(in input, _ string) bool { return in.hierarchical },
	}
	hash = attribute{
		name:       "hash",
		part:       resolve.Fragment,
		component:  resolve.Components.Fragment,
		getterIf:   func(_ input, value string, _ bool) bool { return value != "" },
		prefix:     "#",
		preprocess: func(value string) string { return strings.TrimPrefix(value, "#") },
		escape:     unchanged,
		setterIf:   func(input, string) bool { return true },
	}
)

var attributes = []*attribute{&protocol, &host, &hostname, &port, &pathname, &search, &hash}

func always(input, string, bool) bool { return true }

func isAuthorityBased(in input, _ string, _ bool) bool { return in.authorityBased }

func isHierarchical(in input, _ string, _ bool) bool { return in.hierarchical }

func unchanged(value string) string { return value }

// input is the URL that the attributes act on, with what their conditions ask of it. The zero input is no absolute URL.
//
// Deviation: the text lets an interface define its input as any URL; it is the resolved one here, because the second
// table of 2.6.7 gives "https://www.example.com:4443?" the pathname "/".
type input struct {
	resolve.Components
	absolute       bool
	hierarchical   bool
	authorityBased bool
}

func (l Link) input() input {
	u, ok := l.url()
	if !ok {
		return input{}
	}
	c, err := resolve.ParseComponents(u.String())
	if err != nil {
		return input{}
	}
	r := l.rules()
	return input{
		Components:     c,
		absolute:       r.IsAbsolute(u.String()),
		hierarchical:   r.IsHierarchical(u.String()), // as it resolves again, which mostly changes nothing
		authorityBased: r.IsAuthorityBased(u.String()),
	}
}

// get returns the attribute of in, or the empty string where the getter condition does not hold.
func (a *attribute) get(in input) string {
	value, present := a.component(in.Components)
	if !in.absolute || !a.getterIf(in, value, present) {
		return ""
	}
	return a.prefix + value + a.suffix
}

// set changes the component and invokes the common setter action. A reference that does not resolve is its own input,
// and stays as it is.
func (l Link) set(a *attribute, value string) {
	in := l.input()
	if !in.absolute {
		return
	}
	output := in.String()
	if value = a.escape(a.preprocess(value)); a.setterIf(in, value) {
		output = a.replace(in.Components, value)
	}
	l.holder.SetReference(output)
}

// replace replaces the component, with the character before it if that was not there.
func (a *attribute) replace(c resolve.Components, value string) string {
	start, end := c.Span(a.part)
	if _, present := a.component(c); !present {
		value = a.introduction() + value
	}
	return c.String()[:start] + value + c.String()[end:]
}

// introduction is the character that comes before an optional component.
func (a *attribute) introduction() string {
	if a.part == resolve.Port {
		return ":"
	}
	return a.prefix
}

// leadingNumber returns the digits that value starts with, without leading zeros, or "0".
//
// Deviation: this is what is printed; it turns an empty value and one without digits into port 0.
func leadingNumber(value string) string {
	digits := value[:len(value)-len(strings.TrimLeft(value, "0123456789"))]
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return "0"
	}
	return digits
}

// isPort tells whether a number without leading zeros is at most 65535.
func isPort(number string) bool {
	const limit = "65535"
	return len(number) < len(limit) || len(number) == len(limit) && number <= limit
}

func (l Link) valuesHTML5() Values {
	in := l.input()
	v := Values{Href: l.Href()}
	for _, a := range attributes {
		*v.field(a.name) = a.get(in)
	}
	return v
}
