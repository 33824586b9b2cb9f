package resolve_test

import (
	"math/big"
	"strconv"
	"strings"

	"htmlurl/internal/charset"
)

// The rest of the model in living_model_test.go: the serializers, what a valid URL string is, and the API.

// URL serializing, URL equivalence, origin.

// serialize is the URL serializer.
func (url *modelURL) serialize(excludeFragment bool) string {
	output := url.scheme + ":"
	if url.host != nil {
		output += "//"
		if url.includesCredentials() {
			output += url.username
			if url.password != "" {
				output += ":" + url.password
			}
			output += "@"
		}
		output += url.host.serialize()
		if url.port != nil {
			output += ":" + strconv.Itoa(int(*url.port))
		}
	}
	if url.host == nil && !url.hasOpaquePath() && len(url.path.list) > 1 && url.path.list[0] == "" {
		output += "/."
	}
	output += url.serializePath()
	if url.query != nil {
		output += "?" + *url.query
	}
	if !excludeFragment && url.fragment != nil {
		output += "#" + *url.fragment
	}
	return output
}

// serializePath is the URL path serializer.
func (url *modelURL) serializePath() string {
	if url.hasOpaquePath() {
		return url.path.segment
	}
	output := ""
	for _, segment := range url.path.list {
		output += "/" + segment
	}
	return output
}

// equals is URL equivalence.
func (url *modelURL) equals(other *modelURL, excludeFragments bool) bool {
	return url.serialize(excludeFragments) == other.serialize(excludeFragments)
}

// origin is the serialization of the origin: "null" for an opaque one. There is no blob URL store; the origin of a file
// URL is opaque, as the text advises when in doubt.
func (url *modelURL) origin() string {
	switch url.scheme {
	case "blob":
		pathURL, ok := modelBasicURLParse(url.serializePath(), nil, charset.UTF8, nil, modelNoOverride, nil)
		if !ok {
			return "null"
		}
		if pathURL.scheme == "http" || pathURL.scheme == "https" || pathURL.scheme == "file" {
			return pathURL.origin()
		}
		return "null"
	case "ftp", "http", "https", "ws", "wss":
		origin := url.scheme + "://" + url.host.serialize()
		if url.port != nil {
			origin += ":" + strconv.Itoa(int(*url.port))
		}
		return origin
	}
	return "null"
}

// Host writing. Each of these tells whether s is a string of that name.

func modelIsValidHostString(s string) bool {
	return modelIsValidDomain(s) || modelIsValidIPv4AddressString(s) ||
		strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") && modelIsValidIPv6AddressString(s[1:len(s)-1])
}

func modelIsValidDomain(s string) bool {
	domain, ok := modelDomainParse([]rune(s), true, modelNoReport)
	return ok && !modelEndsInANumber(domain)
}

func modelIsValidIPv4AddressString(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return false
	}
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 255 || strconv.Itoa(n) != part {
			return false
		}
	}
	return true
}

func modelIsValidIPv6AddressString(s string) bool {
	if modelIsPieces(s) && modelPieceLength(s) == 8 {
		return true
	}
	if modelIsPiecesAndIPv4(s) && modelPieceLength(s) == 8 {
		return true
	}
	for i := range s {
		if !strings.HasPrefix(s[i:], "::") {
			continue
		}
		before, after := s[:i], s[i+2:]
		if (before == "" || modelIsPieces(before)) &&
			(after == "" || modelIsPieces(after) || modelIsPiecesAndIPv4(after)) &&
			modelPieceLength(before)+modelPieceLength(after) <= 7 {
			return true
		}
	}
	return false
}

func modelIsPiecesAndIPv4(s string) bool {
	if i := strings.LastIndex(s, ":"); i >= 0 {
		return modelIsPieces(s[:i]) && modelIsValidIPv4AddressString(s[i+1:])
	}
	return modelIsValidIPv4AddressString(s)
}

func modelIsPieces(s string) bool {
	for piece := range strings.SplitSeq(s, ":") {
		if !modelIsPiece(piece) {
			return false
		}
	}
	return true
}

func modelIsPiece(s string) bool {
	if s == "" || len(s) > 4 || len(s) > 1 && s[0] == '0' {
		return false
	}
	return !strings.ContainsFunc(s, func(c rune) bool { return !modelIsHexDigit(c) })
}

// modelPieceLength is the effective piece length.
func modelPieceLength(s string) int {
	if s == "" {
		return 0
	}
	length := strings.Count(s, ":") + 1
	if strings.Contains(s, ".") {
		length += 1 // the IPv4 address is not a piece, and counts as two
	}
	return length
}

func modelIsValidOpaqueHostString(s string) bool {
	if s != "" && modelAreURLUnits(s) && !strings.ContainsFunc(s, modelIsForbiddenHostCodePoint) {
		return true
	}
	return strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") && modelIsValidIPv6AddressString(s[1:len(s)-1])
}

// URL writing.

// modelIsValidURLString tells whether s is a valid URL string. Without a base URL it is not a relative-URL-with-fragment
// string: "A non-null base URL is necessary".
func modelIsValidURLString(s string, base *modelURL) bool {
	s = string([]rune(s))
	return base != nil && modelIsRelativeURLWithFragment(s, base) || modelIsAbsoluteURLWithFragment(s)
}

// modelIsFollowed tells whether s is a first, optionally followed by delimiter and a rest.
func modelIsFollowed(s string, first func(string) bool, delimiter byte, rest func(string) bool) bool {
	if first(s) {
		return true
	}
	for i := range len(s) {
		if s[i] == delimiter && first(s[:i]) && rest(s[i+1:]) {
			return true
		}
	}
	return false
}

func modelIsAbsoluteURLWithFragment(s string) bool {
	return modelIsFollowed(s, modelIsAbsoluteURL, '#', modelAreURLUnits)
}

func modelIsAbsoluteURL(s string) bool {
	return modelIsFollowed(s, modelIsAbsoluteURLWithoutQuery, '?', modelAreURLUnits)
}

func modelIsAbsoluteURLWithoutQuery(s string) bool {
	scheme, rest, found := strings.Cut(s, ":")
	if !found || !modelIsURLScheme(scheme) {
		return false
	}
	switch scheme = modelLowerString(scheme); {
	case scheme == "file":
		return modelIsSchemeRelativeFileURL(rest)
	case modelIsSpecialScheme(scheme):
		return modelIsSchemeRelativeSpecialURL(rest)
	}
	return modelIsSchemeRelativeURL(rest) || modelIsPathAbsoluteNonAuthorityURL(rest) || modelIsOpaquePathURL(rest)
}

func modelIsURLScheme(s string) bool {
	if s == "" || !modelIsAlpha(rune(s[0])) {
		return false
	}
	return !strings.ContainsFunc(s, func(c rune) bool { return !modelIsAlphanumeric(c) && !strings.ContainsRune("+-.", c) })
}

func modelIsRelativeURLWithFragment(s string, base *modelURL) bool {
	if base.hasOpaquePath() {
		return strings.HasPrefix(s, "#") && modelAreURLUnits(s[1:])
	}
	isRelativeURL := func(s string) bool { return modelIsRelativeURL(s, base) }
	return modelIsFollowed(s, isRelativeURL, '#', modelAreURLUnits)
}

func modelIsRelativeURL(s string, base *modelURL) bool {
	withoutQuery := func(s string) bool {
		if modelIsPathAbsoluteNonAuthorityURL(s) || modelIsPathRelativeSchemeLessURL(s) {
			return true
		}
		switch {
		case base.scheme == "file":
			return modelIsSchemeRelativeFileURL(s)
		case base.isSpecial():
			return modelIsSchemeRelativeSpecialURL(s)
		}
		return modelIsSchemeRelativeURL(s)
	}
	return modelIsFollowed(s, withoutQuery, '?', modelAreURLUnits)
}

func modelIsSchemeRelativeSpecialURL(s string) bool {
	hostAndPort := func(s string) bool { return modelIsFollowed(s, modelIsValidHostString, ':', modelIsURLPort) }
	return strings.HasPrefix(s, "//") && modelIsFollowedByPathAbsoluteURL(s[2:], hostAndPort)
}

func modelIsURLPort(s string) bool {
	if s == "" {
		return true
	}
	if strings.ContainsFunc(s, func(c rune) bool { return !modelIsDigit(c) }) {
		return false
	}
	port, _ := new(big.Int).SetString(s, 10)
	return port.Cmp(big.NewInt(65535)) <= 0
}

func modelIsSchemeRelativeURL(s string) bool {
	return strings.HasPrefix(s, "//") && modelIsFollowedByPathAbsoluteURL(s[2:], modelIsOpaqueHostAndPort)
}

func modelIsOpaqueHostAndPort(s string) bool {
	return s == "" || modelIsFollowed(s, modelIsValidOpaqueHostString, ':', modelIsURLPort)
}

func modelIsSchemeRelativeFileURL(s string) bool {
	if !strings.HasPrefix(s, "//") {
		return false
	}
	s = s[2:]
	return s == "" || modelIsFollowedByPathAbsoluteURL(s, modelIsValidHostString) || modelIsPathAbsoluteURL(s)
}

// modelIsFollowedByPathAbsoluteURL tells whether s is a first, optionally followed by a path-absolute-URL string.
func modelIsFollowedByPathAbsoluteURL(s string, first func(string) bool) bool {
	return modelIsFollowed(s, first, '/', func(rest string) bool { return modelIsPathAbsoluteURL("/" + rest) })
}

func modelIsPathAbsoluteURL(s string) bool {
	return strings.HasPrefix(s, "/") && modelAreURLPathSegments(s[1:])
}

func modelIsPathAbsoluteNonAuthorityURL(s string) bool {
	return modelIsPathAbsoluteURL(s) && !strings.HasPrefix(s, "//")
}

func modelIsPathRelativeURL(s string) bool {
	return modelAreURLPathSegments(s) && !strings.HasPrefix(s, "/")
}

func modelIsPathRelativeSchemeLessURL(s string) bool {
	scheme, _, found := strings.Cut(s, ":")
	return modelIsPathRelativeURL(s) && !(found && modelIsURLScheme(scheme))
}

func modelIsOpaquePathURL(s string) bool {
	return modelAreURLUnits(s) && !strings.Contains(s, "?") && !strings.HasPrefix(s, "/")
}

// modelAreURLPathSegments tells whether s is zero or more URL-path-segment strings, separated from each other by U+002F.
func modelAreURLPathSegments(s string) bool {
	for segment := range strings.SplitSeq(s, "/") {
		if !modelIsURLPathSegment(segment) {
			return false
		}
	}
	return true
}

func modelIsURLPathSegment(s string) bool {
	isOther := modelAreURLUnits(s) && !strings.ContainsAny(s, "/?") && !modelIsSingleDot(s) && !modelIsDoubleDot(s)
	return isOther || modelIsSingleDot(s) || modelIsDoubleDot(s)
}

// modelAreURLUnits tells whether s is zero or more URL units, as a URL-query string and a URL-fragment string are.
func modelAreURLUnits(s string) bool {
	points := []rune(s)
	for i, c := range points {
		if !modelIsURLCodePoint(c) && !(c == '%' && modelStartsWithTwoHexDigits(points[i+1:])) {
			return false
		}
	}
	return true
}

// API.

// get is the getter of an attribute.
func (url *modelURL) get(attribute string) string {
	switch attribute {
	case "href":
		return url.serialize(false)
	case "origin":
		return url.origin()
	case "protocol":
		return url.scheme + ":"
	case "username":
		return url.username
	case "password":
		return url.password
	case "host":
		if url.host == nil {
			return ""
		}
		if url.port == nil {
			return url.host.serialize()
		}
		return url.host.serialize() + ":" + strconv.Itoa(int(*url.port))
	case "hostname":
		if url.host == nil {
			return ""
		}
		return url.host.serialize()
	case "port":
		if url.port == nil {
			return ""
		}
		return strconv.Itoa(int(*url.port))
	case "pathname":
		return url.serializePath()
	case "search":
		if url.query == nil || *url.query == "" {
			return ""
		}
		return "?" + *url.query
	case "hash":
		if url.fragment == nil || *url.fragment == "" {
			return ""
		}
		return "#" + *url.fragment
	}
	panic("no such attribute: " + attribute)
}

// set is the setter of an attribute, without the query object. ok is false where it throws.
func (url *modelURL) set(attribute, value string) (ok bool) {
	basicURLParse := func(input string, override modelState) {
		modelBasicURLParse(input, nil, charset.UTF8, url, override, nil)
	}
	switch attribute {
	case "href":
		parsedURL, ok := modelBasicURLParse(value, nil, charset.UTF8, nil, modelNoOverride, nil)
		if !ok {
			return false
		}
		*url = *parsedURL
	case "protocol":
		basicURLParse(value+":", modelSchemeStartState)
	case "username":
		if url.cannotHaveUsernamePasswordPort() {
			return true
		}
		url.setUsername(value)
	case "password":
		if url.cannotHaveUsernamePasswordPort() {
			return true
		}
		url.setPassword(value)
	case "host":
		if url.hasOpaquePath() {
			return true
		}
		basicURLParse(value, modelHostState)
	case "hostname":
		if url.hasOpaquePath() {
			return true
		}
		basicURLParse(value, modelHostnameState)
	case "port":
		if url.cannotHaveUsernamePasswordPort() {
			return true
		}
		if value == "" {
			url.port = nil
		} else {
			basicURLParse(value, modelPortState)
		}
	case "pathname":
		if url.hasOpaquePath() {
			return true
		}
		url.path.list = nil
		basicURLParse(value, modelPathStartState)
	case "search":
		if value == "" {
			url.query = nil
			return true
		}
		input := strings.TrimPrefix(value, "?")
		url.query = modelString("")
		basicURLParse(input, modelQueryState)
	case "hash":
		if value == "" {
			url.fragment = nil
			return true
		}
		input := strings.TrimPrefix(value, "#")
		url.fragment = modelString("")
		basicURLParse(input, modelFragmentState)
	default:
		panic("no such attribute: " + attribute)
	}
	return true
}
