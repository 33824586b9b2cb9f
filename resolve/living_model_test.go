package resolve_test

import (
	"math/big"
	"slices"
	"strings"

	"htmlurl/internal/charset"
)

// A model of the URL Standard, revision of 2 July 2026, to test the package against. It is the text's algorithms step by
// step and code point by code point, in the text's order, without any thought for speed. What the text calls failure is
// ok == false; null is nil, or -1 for an index.
//
// This file has URLs and the parser, living_model_host_test.go percent-encoded bytes and hosts, living_model_api_test.go
// the writing and serializing of URLs, and the API.

// modelURL is a URL record, without the blob URL entry.
type modelURL struct {
	scheme, username, password string
	host                       *modelHost // or nil
	port                       *uint16    // or nil
	path                       modelPath
	query, fragment            *string // or nil
}

// modelPath is a URL path: one segment where it is opaque, else a list of segments.
type modelPath struct {
	opaque  bool
	segment string
	list    []string
}

// modelError is a validation error. offset is where the pointer was: a byte offset into the input as it was given. It is
// the end of what the parser reads for the EOF code point, and 0 for nowhere.
type modelError struct {
	name   string
	offset int
}

func modelString(s string) *string { return &s }

// URL miscellaneous.

func modelIsSingleDot(segment string) bool {
	return slices.Contains([]string{".", "%2e"}, modelLowerString(segment))
}

func modelIsDoubleDot(segment string) bool {
	return slices.Contains([]string{"..", ".%2e", "%2e.", "%2e%2e"}, modelLowerString(segment))
}

func modelIsSpecialScheme(scheme string) bool {
	return slices.Contains([]string{"ftp", "file", "http", "https", "ws", "wss"}, scheme)
}

// modelDefaultPort is the default port of a scheme, or nil.
func modelDefaultPort(scheme string) *uint16 {
	port, ok := map[string]uint16{"ftp": 21, "http": 80, "https": 443, "ws": 80, "wss": 443}[scheme]
	if !ok {
		return nil
	}
	return &port
}

func modelPortIs(port, other *uint16) bool {
	if port == nil || other == nil {
		return port == other
	}
	return *port == *other
}

func (url *modelURL) isSpecial() bool { return modelIsSpecialScheme(url.scheme) }

func (url *modelURL) includesCredentials() bool { return url.username != "" || url.password != "" }

func (url *modelURL) hasOpaquePath() bool { return url.path.opaque }

func (url *modelURL) cannotHaveUsernamePasswordPort() bool {
	return url.host == nil || url.host.kind == modelEmptyHost || url.scheme == "file"
}

func modelIsWindowsDriveLetter(s string) bool {
	points := []rune(s)
	return len(points) == 2 && modelIsAlpha(points[0]) && (points[1] == ':' || points[1] == '|')
}

func modelIsNormalizedWindowsDriveLetter(s string) bool {
	return modelIsWindowsDriveLetter(s) && s[1] == ':'
}

func modelStartsWithWindowsDriveLetter(s []rune) bool {
	return len(s) >= 2 && modelIsWindowsDriveLetter(string(s[:2])) && (len(s) == 2 || strings.ContainsRune(`/\?#`, s[2]))
}

// shortenPath is shorten a url's path.
func (url *modelURL) shortenPath() {
	if url.hasOpaquePath() {
		panic("assertion of shorten a url's path")
	}
	if url.scheme == "file" && len(url.path.list) == 1 && modelIsNormalizedWindowsDriveLetter(url.path.list[0]) {
		return
	}
	if len(url.path.list) > 0 {
		url.path.list = url.path.list[:len(url.path.list)-1]
	}
}

func (url *modelURL) appendToPath(segment string) {
	url.path.list = append(url.path.list, segment)
}

func (path modelPath) clone() modelPath {
	path.list = slices.Clone(path.list)
	return path
}

// modelIsURLCodePoint tells whether c is one of the URL code points.
func modelIsURLCodePoint(c rune) bool {
	return modelIsAlphanumeric(c) || strings.ContainsRune("!$&'()*+,-./:;=?@_~", c) ||
		c >= 0xA0 && c <= 0x10FFFD && !(c >= 0xD800 && c <= 0xDFFF) && !modelIsNoncharacter(c)
}

// URL parsing.

// modelState is a state of the basic URL parser. modelNoOverride is a state override that is not given.
type modelState int

const (
	modelNoOverride modelState = iota
	modelSchemeStartState
	modelSchemeState
	modelNoSchemeState
	modelSpecialRelativeOrAuthorityState
	modelPathOrAuthorityState
	modelRelativeState
	modelRelativeSlashState
	modelSpecialAuthoritySlashesState
	modelSpecialAuthorityIgnoreSlashesState
	modelAuthorityState
	modelHostState
	modelHostnameState
	modelPortState
	modelFileState
	modelFileSlashState
	modelFileHostState
	modelPathStartState
	modelPathState
	modelOpaquePathState
	modelQueryState
	modelFragmentState
)

// modelParse is the basic URL parser without url and state override. It returns the validation errors too.
func modelParse(input string, base *modelURL, encoding charset.Encoding) (url *modelURL, errors []modelError, ok bool) {
	url, ok = modelBasicURLParse(input, base, encoding, nil, modelNoOverride, &errors)
	return url, errors, ok
}

// modelBasicURLParse is the basic URL parser. Where url is given, it is changed and returned. ok is false for failure.
// The validation errors are appended to errors, unless that is nil.
func modelBasicURLParse(
	given string, base *modelURL, encoding charset.Encoding, url *modelURL, override modelState, errors *[]modelError,
) (result *modelURL, ok bool) {
	overrideGiven := override != modelNoOverride

	// input, and where each code point of it stands in the string that was given.
	var input []rune
	var offsets []int
	for offset, c := range given {
		input = append(input, c)
		offsets = append(offsets, offset)
	}
	end := len(given)

	record := func(name string, offset int) {
		if errors != nil {
			*errors = append(*errors, modelError{name, offset})
		}
	}

	if url == nil {
		url = &modelURL{}
		leading, trailing := 0, len(input)
		for leading < len(input) && modelIsC0ControlOrSpace(input[leading]) {
			leading++
		}
		for trailing > leading && modelIsC0ControlOrSpace(input[trailing-1]) {
			trailing--
		}
		if leading > 0 {
			record("invalid-URL-unit", offsets[0])
		} else if trailing < len(input) {
			record("invalid-URL-unit", offsets[trailing])
		}
		if trailing < len(input) {
			end = offsets[trailing]
		}
		input, offsets = input[leading:trailing], offsets[leading:trailing]
	}
	if i := slices.IndexFunc(input, modelIsTabOrNewline); i >= 0 {
		record("invalid-URL-unit", offsets[i])
	}
	for i := 0; i < len(input); {
		if modelIsTabOrNewline(input[i]) {
			input, offsets = slices.Delete(input, i, i+1), slices.Delete(offsets, i, i+1)
		} else {
			i++
		}
	}
	state := override
	if !overrideGiven {
		state = modelSchemeStartState
	}
	encoding = encoding.Output()
	var buffer []rune
	atSignSeen, insideBrackets, passwordTokenSeen := false, false, false
	pointer := 0

	validationErrorAt := func(name string, pointer int) {
		switch {
		case pointer < 0:
			record(name, 0)
		case pointer >= len(input):
			record(name, end)
		default:
			record(name, offsets[pointer])
		}
	}
	validationError := func(name string) { validationErrorAt(name, pointer) }

	// hostParse is host parsing buffer, which is the code points of input before end.
	hostParse := func(end int) (*modelHost, bool) {
		return modelHostParse(buffer, !url.isSpecial(), func(name string, at int) {
			if at == modelNowhere {
				validationError(name)
			} else {
				validationErrorAt(name, end-len(buffer)+at)
			}
		})
	}
	// checkURLUnit is the pair of steps that the path, opaque path, query and fragment states share.
	checkURLUnit := func(c rune) {
		if !modelIsURLCodePoint(c) && c != '%' {
			validationError("invalid-URL-unit")
		}
		if c == '%' && !modelStartsWithTwoHexDigits(modelRemaining(input, pointer)) {
			validationError("invalid-URL-unit")
		}
	}

	for {
		c := modelAt(input, pointer)
		isEOF := c == modelEOF

		switch state {
		// scheme start state
		case modelSchemeStartState:
			if modelIsAlpha(c) {
				buffer = append(buffer, modelLower(c))
				state = modelSchemeState
			} else if !overrideGiven {
				state = modelNoSchemeState
				pointer--
			} else {
				return nil, false
			}

		// scheme state
		case modelSchemeState:
			if modelIsAlphanumeric(c) || c == '+' || c == '-' || c == '.' {
				buffer = append(buffer, modelLower(c))
			} else if c == ':' {
				if overrideGiven {
					if modelIsSpecialScheme(url.scheme) && !modelIsSpecialScheme(string(buffer)) {
						return url, true
					}
					if !modelIsSpecialScheme(url.scheme) && modelIsSpecialScheme(string(buffer)) {
						return url, true
					}
					if (url.includesCredentials() || url.port != nil) && string(buffer) == "file" {
						return url, true
					}
					if url.scheme == "file" && url.host != nil && url.host.kind == modelEmptyHost {
						return url, true
					}
				}
				url.scheme = string(buffer)
				if overrideGiven {
					if modelPortIs(url.port, modelDefaultPort(url.scheme)) {
						url.port = nil
					}
					return url, true
				}
				buffer = nil
				if url.scheme == "file" {
					if !modelStartsWith(modelRemaining(input, pointer), "//") {
						validationError("special-scheme-missing-following-solidus")
					}
					state = modelFileState
				} else if url.isSpecial() && base != nil && base.scheme == url.scheme {
					if !base.isSpecial() || base.hasOpaquePath() {
						panic("assertion of the scheme state")
					}
					state = modelSpecialRelativeOrAuthorityState
				} else if url.isSpecial() {
					state = modelSpecialAuthoritySlashesState
				} else if modelStartsWith(modelRemaining(input, pointer), "/") {
					state = modelPathOrAuthorityState
					pointer++
				} else {
					url.path = modelPath{opaque: true}
					state = modelOpaquePathState
				}
			} else if !overrideGiven {
				buffer = nil
				state = modelNoSchemeState
				pointer = -1 // start over: the next run begins with the first code point
			} else {
				return nil, false
			}

		// no scheme state
		case modelNoSchemeState:
			if base == nil || base.hasOpaquePath() && c != '#' {
				validationError("missing-scheme-non-relative-URL")
				return nil, false
			} else if base.hasOpaquePath() && c == '#' {
				url.scheme = base.scheme
				url.path = base.path.clone()
				url.query = base.query
				url.fragment = modelString("")
				state = modelFragmentState
			} else if base.scheme != "file" {
				state = modelRelativeState
				pointer--
			} else {
				state = modelFileState
				pointer--
			}

		// special relative or authority state
		case modelSpecialRelativeOrAuthorityState:
			if c == '/' && modelStartsWith(modelRemaining(input, pointer), "/") {
				state = modelSpecialAuthorityIgnoreSlashesState
				pointer++
			} else {
				validationError("special-scheme-missing-following-solidus")
				state = modelRelativeState
				pointer--
			}

		// path or authority state
		case modelPathOrAuthorityState:
			if c == '/' {
				state = modelAuthorityState
			} else {
				state = modelPathState
				pointer--
			}

		// relative state
		case modelRelativeState:
			if base.scheme == "file" {
				panic("assertion of the relative state")
			}
			url.scheme = base.scheme
			if c == '/' {
				state = modelRelativeSlashState
			} else if url.isSpecial() && c == '\\' {
				validationError("invalid-reverse-solidus")
				state = modelRelativeSlashState
			} else {
				url.username = base.username
				url.password = base.password
				url.host = base.host
				url.port = base.port
				url.path = base.path.clone()
				url.query = base.query
				if c == '?' {
					url.query = modelString("")
					state = modelQueryState
				} else if c == '#' {
					url.fragment = modelString("")
					state = modelFragmentState
				} else if !isEOF {
					url.query = nil
					url.shortenPath()
					state = modelPathState
					pointer--
				}
			}

		// relative slash state
		case modelRelativeSlashState:
			if url.isSpecial() && (c == '/' || c == '\\') {
				if c == '\\' {
					validationError("invalid-reverse-solidus")
				}
				state = modelSpecialAuthorityIgnoreSlashesState
			} else if c == '/' {
				state = modelAuthorityState
			} else {
				url.username = base.username
				url.password = base.password
				url.host = base.host
				url.port = base.port
				state = modelPathState
				pointer--
			}

		// special authority slashes state
		case modelSpecialAuthoritySlashesState:
			if c == '/' && modelStartsWith(modelRemaining(input, pointer), "/") {
				state = modelSpecialAuthorityIgnoreSlashesState
				pointer++
			} else {
				validationError("special-scheme-missing-following-solidus")
				state = modelSpecialAuthorityIgnoreSlashesState
				pointer--
			}

		// special authority ignore slashes state
		case modelSpecialAuthorityIgnoreSlashesState:
			if c != '/' && c != '\\' {
				state = modelAuthorityState
				pointer--
			} else {
				validationError("special-scheme-missing-following-solidus")
			}

		// authority state
		case modelAuthorityState:
			if c == '@' {
				validationError("invalid-credentials")
				if atSignSeen {
					buffer = append([]rune("%40"), buffer...)
				}
				atSignSeen = true
				for _, codePoint := range buffer {
					if codePoint == ':' && !passwordTokenSeen {
						passwordTokenSeen = true
						continue
					}
					encodedCodePoints := modelUTF8PercentEncode([]rune{codePoint}, modelUserinfoSet)
					if passwordTokenSeen {
						url.password += encodedCodePoints
					} else {
						url.username += encodedCodePoints
					}
				}
				buffer = nil
			} else if isEOF || c == '/' || c == '?' || c == '#' || url.isSpecial() && c == '\\' {
				if atSignSeen && len(buffer) == 0 {
					validationError("host-missing")
					return nil, false
				}
				pointer -= len(buffer) + 1
				buffer = nil
				state = modelHostState
			} else {
				buffer = append(buffer, c)
			}

		// host state and hostname state
		case modelHostState, modelHostnameState:
			if overrideGiven && url.scheme == "file" {
				pointer--
				state = modelFileHostState
			} else if c == ':' && !insideBrackets {
				if len(buffer) == 0 {
					validationError("host-missing")
					return nil, false
				}
				if override == modelHostnameState {
					return nil, false
				}
				host, ok := hostParse(pointer)
				if !ok {
					return nil, false
				}
				url.host = host
				buffer = nil
				state = modelPortState
			} else if isEOF || c == '/' || c == '?' || c == '#' || url.isSpecial() && c == '\\' {
				pointer--
				if url.isSpecial() && len(buffer) == 0 {
					validationError("host-missing")
					return nil, false
				} else if overrideGiven && len(buffer) == 0 && (url.includesCredentials() || url.port != nil) {
					return nil, false
				}
				host, ok := hostParse(pointer + 1)
				if !ok {
					return nil, false
				}
				url.host = host
				buffer = nil
				state = modelPathStartState
				if overrideGiven {
					return url, true
				}
			} else {
				if c == '[' {
					insideBrackets = true
				}
				if c == ']' {
					insideBrackets = false
				}
				buffer = append(buffer, c)
			}

		// port state
		case modelPortState:
			if modelIsDigit(c) {
				buffer = append(buffer, c)
			} else if isEOF || c == '/' || c == '?' || c == '#' || url.isSpecial() && c == '\\' || overrideGiven {
				if len(buffer) != 0 {
					port, isNumber := new(big.Int).SetString(string(buffer), 10)
					if !isNumber {
						panic("not a number: " + string(buffer))
					}
					if port.Cmp(big.NewInt(65535)) > 0 {
						validationError("port-out-of-range")
						return nil, false
					}
					number := uint16(port.Uint64())
					url.port = &number
					if modelPortIs(url.port, modelDefaultPort(url.scheme)) {
						url.port = nil
					}
					buffer = nil
					if overrideGiven {
						return url, true
					}
				}
				if overrideGiven {
					return nil, false
				}
				state = modelPathStartState
				pointer--
			} else {
				validationError("port-invalid")
				return nil, false
			}

		// file state
		case modelFileState:
			url.scheme = "file"
			url.host = &modelHost{kind: modelEmptyHost}
			if c == '/' || c == '\\' {
				if c == '\\' {
					validationError("invalid-reverse-solidus")
				}
				state = modelFileSlashState
			} else if base != nil && base.scheme == "file" {
				url.host = base.host
				url.path = base.path.clone()
				url.query = base.query
				if c == '?' {
					url.query = modelString("")
					state = modelQueryState
				} else if c == '#' {
					url.fragment = modelString("")
					state = modelFragmentState
				} else if !isEOF {
					url.query = nil
					if !modelStartsWithWindowsDriveLetter(input[pointer:]) {
						url.shortenPath()
					} else {
						validationError("file-invalid-Windows-drive-letter")
						url.path = modelPath{}
					}
					state = modelPathState
					pointer--
				}
			} else {
				state = modelPathState
				pointer--
			}

		// file slash state
		case modelFileSlashState:
			if c == '/' || c == '\\' {
				if c == '\\' {
					validationError("invalid-reverse-solidus")
				}
				state = modelFileHostState
			} else {
				if base != nil && base.scheme == "file" {
					url.host = base.host
					if !modelStartsWithWindowsDriveLetter(input[pointer:]) &&
						modelIsNormalizedWindowsDriveLetter(base.path.list[0]) {
						url.appendToPath(base.path.list[0])
					}
				}
				state = modelPathState
				pointer--
			}

		// file host state
		case modelFileHostState:
			if isEOF || c == '/' || c == '\\' || c == '?' || c == '#' {
				pointer--
				if !overrideGiven && modelIsWindowsDriveLetter(string(buffer)) {
					validationError("file-invalid-Windows-drive-letter-host")
					state = modelPathState
				} else if len(buffer) == 0 {
					url.host = &modelHost{kind: modelEmptyHost}
					if overrideGiven {
						return url, true
					}
					state = modelPathStartState
				} else {
					host, ok := hostParse(pointer + 1)
					if !ok {
						return nil, false
					}
					if host.kind == modelDomain && host.text == "localhost" {
						host = &modelHost{kind: modelEmptyHost}
					}
					url.host = host
					if overrideGiven {
						return url, true
					}
					buffer = nil
					state = modelPathStartState
				}
			} else {
				buffer = append(buffer, c)
			}

		// path start state
		case modelPathStartState:
			if url.isSpecial() {
				if c == '\\' {
					validationError("invalid-reverse-solidus")
				}
				state = modelPathState
				if c != '/' && c != '\\' {
					pointer--
				}
			} else if !overrideGiven && c == '?' {
				url.query = modelString("")
				state = modelQueryState
			} else if !overrideGiven && c == '#' {
				url.fragment = modelString("")
				state = modelFragmentState
			} else if !isEOF {
				state = modelPathState
				if c != '/' {
					pointer--
				}
			} else if overrideGiven && url.host == nil {
				url.appendToPath("")
			}

		// path state
		case modelPathState:
			isSlash := c == '/' || url.isSpecial() && c == '\\'
			if isEOF || isSlash || !overrideGiven && (c == '?' || c == '#') {
				if url.isSpecial() && c == '\\' {
					validationError("invalid-reverse-solidus")
				}
				if modelIsDoubleDot(string(buffer)) {
					url.shortenPath()
					if !isSlash {
						url.appendToPath("")
					}
				} else if modelIsSingleDot(string(buffer)) && !isSlash {
					url.appendToPath("")
				} else if !modelIsSingleDot(string(buffer)) {
					if url.scheme == "file" && len(url.path.list) == 0 && modelIsWindowsDriveLetter(string(buffer)) {
						buffer[1] = ':'
					}
					url.appendToPath(string(buffer))
				}
				buffer = nil
				if c == '?' {
					url.query = modelString("")
					state = modelQueryState
				}
				if c == '#' {
					url.fragment = modelString("")
					state = modelFragmentState
				}
			} else {
				checkURLUnit(c)
				buffer = append(buffer, []rune(modelUTF8PercentEncode([]rune{c}, modelPathSet))...)
			}

		// opaque path state
		case modelOpaquePathState:
			if c == '?' {
				url.query = modelString("")
				state = modelQueryState
			} else if c == '#' {
				url.fragment = modelString("")
				state = modelFragmentState
			} else if c == ' ' {
				validationError("invalid-URL-unit")
				remaining := modelRemaining(input, pointer)
				if modelStartsWith(remaining, "?") || modelStartsWith(remaining, "#") {
					url.path.segment += "%20"
				} else {
					url.path.segment += " "
				}
			} else if !isEOF {
				checkURLUnit(c)
				url.path.segment += modelUTF8PercentEncode([]rune{c}, modelC0ControlSet)
			}

		// query state
		case modelQueryState:
			if encoding != charset.UTF8 && (!url.isSpecial() || url.scheme == "ws" || url.scheme == "wss") {
				encoding = charset.UTF8
			}
			if !overrideGiven && c == '#' || isEOF {
				queryPercentEncodeSet := modelQuerySet
				if url.isSpecial() {
					queryPercentEncodeSet = modelSpecialQuerySet
				}
				url.query = modelString(*url.query + modelPercentEncodeAfterEncoding(encoding, buffer, queryPercentEncodeSet))
				buffer = nil
				if c == '#' {
					url.fragment = modelString("")
					state = modelFragmentState
				}
			} else if !isEOF {
				checkURLUnit(c)
				buffer = append(buffer, c)
			}

		// fragment state
		case modelFragmentState:
			if !isEOF {
				checkURLUnit(c)
				url.fragment = modelString(*url.fragment + modelUTF8PercentEncode([]rune{c}, modelFragmentSet))
			}

		default:
			panic("no such state")
		}

		if pointer >= len(input) {
			break // it points to the EOF code point
		}
		pointer++
	}
	return url, true
}

// setUsername is set the username.
func (url *modelURL) setUsername(username string) {
	url.username = modelUTF8PercentEncode([]rune(username), modelUserinfoSet)
}

// setPassword is set the password.
func (url *modelURL) setPassword(password string) {
	url.password = modelUTF8PercentEncode([]rune(password), modelUserinfoSet)
}
