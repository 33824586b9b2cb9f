package resolve_test

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"htmlurl/internal/idna"

	"htmlurl/internal/charset"
)

// The first chapters of the URL Standard, of the model in living_model_test.go: percent-encoded bytes, and hosts.

// modelReport records a validation error. at is the index in the input of the algorithm that the algorithm's own pointer
// has, or modelNowhere where the algorithm has no pointer.
type modelReport func(name string, at int)

const modelNowhere = -1

func modelNoReport(string, int) {}

// modelEOF is the EOF code point.
const modelEOF rune = -1

// modelAt is the code point that a pointer for input points to.
func modelAt(input []rune, pointer int) rune {
	if pointer < 0 {
		panic("c is used while the pointer points nowhere")
	}
	if pointer >= len(input) {
		return modelEOF
	}
	return input[pointer]
}

// modelRemaining is what stands behind the code point that a pointer for input points to.
func modelRemaining(input []rune, pointer int) []rune {
	if modelAt(input, pointer) == modelEOF {
		panic("remaining is used while c is the EOF code point")
	}
	return input[pointer+1:]
}

func modelStartsWith(input []rune, prefix string) bool {
	return strings.HasPrefix(string(input), prefix)
}

func modelStartsWithTwoHexDigits(input []rune) bool {
	return len(input) >= 2 && modelIsHexDigit(input[0]) && modelIsHexDigit(input[1])
}

// Infra: code points.

func modelIsDigit(c rune) bool { return c >= '0' && c <= '9' }

func modelIsHexDigit(c rune) bool {
	return modelIsDigit(c) || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'
}

func modelIsAlpha(c rune) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

func modelIsAlphanumeric(c rune) bool { return modelIsDigit(c) || modelIsAlpha(c) }

func modelIsC0Control(c rune) bool { return c >= 0 && c <= 0x1F }

func modelIsC0ControlOrSpace(c rune) bool { return modelIsC0Control(c) || c == ' ' }

func modelIsTabOrNewline(c rune) bool { return c == '\t' || c == '\n' || c == '\r' }

func modelIsNoncharacter(c rune) bool {
	return c >= 0xFDD0 && c <= 0xFDEF || c&0xFFFF == 0xFFFE || c&0xFFFF == 0xFFFF
}

func modelIsASCIIString(s []rune) bool {
	return !slices.ContainsFunc(s, func(c rune) bool { return c > 0x7F })
}

func modelLower(c rune) rune {
	if c >= 'A' && c <= 'Z' {
		return c + 0x20
	}
	return c
}

func modelLowerString(s string) string { return strings.Map(modelLower, s) }

// Percent-encoded bytes.

func modelPercentEncodeByte(b byte) string { return fmt.Sprintf("%%%02X", b) }

func modelPercentDecode(input []byte) []byte {
	var output []byte
	for i := 0; i < len(input); i++ {
		b := input[i]
		switch {
		case b != '%':
			output = append(output, b)
		case i+2 >= len(input) || !modelIsHexDigit(rune(input[i+1])) || !modelIsHexDigit(rune(input[i+2])):
			output = append(output, b)
		default:
			bytePoint, err := strconv.ParseUint(string(input[i+1:i+3]), 16, 8)
			if err != nil {
				panic(err)
			}
			output = append(output, byte(bytePoint))
			i += 2
		}
	}
	return output
}

// modelContainsPercentEncodedByte tells whether a percent-encoded byte stands anywhere in input.
func modelContainsPercentEncodedByte(input []rune) bool {
	for i, c := range input {
		if c == '%' && modelStartsWithTwoHexDigits(input[i+1:]) {
			return true
		}
	}
	return false
}

// modelSet is a percent-encode set.
type modelSet int

const (
	modelC0ControlSet modelSet = iota
	modelFragmentSet
	modelQuerySet
	modelSpecialQuerySet
	modelPathSet
	modelUserinfoSet
	modelComponentSet
	modelFormSet // application/x-www-form-urlencoded percent-encode set
)

func (set modelSet) contains(c rune) bool {
	switch set {
	case modelC0ControlSet:
		return modelIsC0Control(c) || c > '~'
	case modelFragmentSet:
		return modelC0ControlSet.contains(c) || strings.ContainsRune(" \"<>`", c)
	case modelQuerySet:
		return modelC0ControlSet.contains(c) || strings.ContainsRune(` "#<>`, c)
	case modelSpecialQuerySet:
		return modelQuerySet.contains(c) || c == '\''
	case modelPathSet:
		return modelQuerySet.contains(c) || strings.ContainsRune("?^`{}", c)
	case modelUserinfoSet:
		return modelPathSet.contains(c) || strings.ContainsRune("/:;=@", c) || c >= '[' && c <= ']' || c == '|'
	case modelComponentSet:
		return modelUserinfoSet.contains(c) || c >= '$' && c <= '&' || c == '+' || c == ','
	case modelFormSet:
		return modelComponentSet.contains(c) || c == '!' || c >= '\'' && c <= ')' || c == '~'
	}
	panic("no such percent-encode set")
}

// modelPercentEncodeAfterEncoding is percent-encode after encoding.
func modelPercentEncodeAfterEncoding(encoding charset.Encoding, input []rune, set modelSet) string {
	if encoding != charset.UTF8 && set != modelSpecialQuerySet && set != modelFormSet {
		panic("assertion of percent-encode after encoding")
	}
	spaceAsPlus := set == modelFormSet
	encoder := encoding.NewEncoder()
	inputQueue := slices.Clone(input)
	output := ""
	for potentialError := true; potentialError; {
		var encodeOutput []byte
		var value rune
		encodeOutput, value, potentialError = modelEncodeOrFail(&inputQueue, &encoder)
		for _, b := range encodeOutput {
			isomorph := rune(b)
			switch {
			case spaceAsPlus && b == ' ':
				output += "+"
			case !set.contains(isomorph):
				output += string(isomorph)
			default:
				output += modelPercentEncodeByte(b)
			}
		}
		if potentialError {
			output += "%26%23" + strconv.Itoa(int(value)) + "%3B"
		}
	}
	return output
}

// modelEncodeOrFail is the Encoding Standard's encode or fail: it encodes inputQueue up to its end, or to the first code
// point that the encoding does not have.
func modelEncodeOrFail(inputQueue *[]rune, encoder *charset.Encoder) (output []byte, value rune, failed bool) {
	for len(*inputQueue) > 0 {
		c := (*inputQueue)[0]
		*inputQueue = (*inputQueue)[1:]
		var ok bool
		if output, ok = encoder.Append(output, c); !ok {
			return output, charset.ErrorRune(c), true
		}
	}
	return encoder.Finish(output), 0, false
}

// modelUTF8PercentEncode is UTF-8 percent-encode, of a string.
func modelUTF8PercentEncode(input []rune, set modelSet) string {
	return modelPercentEncodeAfterEncoding(charset.UTF8, input, set)
}

// Hosts.

// modelHost is a host: text where it is a domain, an opaque host or the empty host.
type modelHost struct {
	kind modelHostKind
	text string
	ipv4 uint32
	ipv6 [8]uint16
}

type modelHostKind int

const (
	modelEmptyHost modelHostKind = iota
	modelDomain
	modelIPv4
	modelIPv6
	modelOpaqueHost
)

func modelIsForbiddenHostCodePoint(c rune) bool {
	return strings.ContainsRune("\x00\t\n\r #/:<>?@[\\]^|", c)
}

func modelIsForbiddenDomainCodePoint(c rune) bool {
	return modelIsForbiddenHostCodePoint(c) || modelIsC0Control(c) || c == '%' || c == 0x7F
}

// modelToASCII is Unicode ToASCII, as domain parser ToASCII runs it: CheckHyphens, UseSTD3ASCIIRules and VerifyDnsLength
// are strict. It is that of internal/idna, which has tests and a model of its own.
func modelToASCII(domain string, strict bool) (string, bool) {
	result, err := idna.UTS46{
		CheckHyphens: strict, CheckBidi: true, CheckJoiners: true, UseSTD3ASCIIRules: strict, VerifyDNSLength: strict,
	}.ToASCII(domain)
	return result, err == nil
}

// modelDomainParse is the domain parser. ok is false for failure.
func modelDomainParse(domain []rune, beStrict bool, report modelReport) (result string, ok bool) {
	strictResult, strictOK := modelToASCII(string(domain), true)
	if !strictOK {
		report("domain-to-ASCII", modelNowhere)
	}
	if beStrict {
		return strictResult, strictOK
	}
	if modelIsASCIIString(domain) {
		result = modelLowerString(string(domain))
	} else if result, ok = modelToASCII(string(domain), false); !ok {
		return "", false
	}
	if result == "" {
		return "", false
	}
	if strings.ContainsFunc(result, modelIsForbiddenDomainCodePoint) {
		return "", false
	}
	return result, true
}

// modelHostParse is the host parser. ok is false for failure.
func modelHostParse(input []rune, isOpaque bool, report modelReport) (host *modelHost, ok bool) {
	if modelStartsWith(input, "[") {
		if input[len(input)-1] != ']' {
			report("IPv6-unclosed", modelNowhere)
			return nil, false
		}
		address, ok := modelIPv6Parse(input[1:len(input)-1], func(name string, at int) { report(name, at+1) })
		return &modelHost{kind: modelIPv6, ipv6: address}, ok
	}
	if isOpaque {
		return modelOpaqueHostParse(input, report)
	}
	if len(input) == 0 {
		panic("assertion of the host parser: input is not the empty string")
	}
	if modelContainsPercentEncodedByte(input) {
		report("domain-percent-encoded", modelNowhere)
	}
	domain := []rune(string(charset.UTF8.Decode(modelPercentDecode([]byte(string(input))))))
	asciiDomain, ok := modelDomainParse(domain, false, report)
	if !ok {
		return nil, false
	}
	if modelEndsInANumber(asciiDomain) {
		address, ok := modelIPv4Parse(asciiDomain, report)
		return &modelHost{kind: modelIPv4, ipv4: address}, ok
	}
	return &modelHost{kind: modelDomain, text: asciiDomain}, true
}

// modelEndsInANumber is the ends in a number checker.
func modelEndsInANumber(input string) bool {
	if input == "" {
		panic("assertion of the ends in a number checker: input is not the empty string")
	}
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	last := parts[len(parts)-1]
	if last != "" && !strings.ContainsFunc(last, func(c rune) bool { return !modelIsDigit(c) }) {
		return true
	}
	if _, _, ok := modelIPv4NumberParse(last); ok {
		return true
	}
	return false
}

// modelIPv4Parse is the IPv4 parser. ok is false for failure.
func modelIPv4Parse(input string, report modelReport) (address uint32, ok bool) {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		report("IPv4-empty-part", modelNowhere)
		if len(parts) > 1 {
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 4 {
		report("IPv4-too-few-parts", modelNowhere)
	}
	if len(parts) > 4 {
		report("IPv4-too-many-parts", modelNowhere)
		return 0, false
	}
	var numbers []*big.Int
	for _, part := range parts {
		number, validationError, ok := modelIPv4NumberParse(part)
		if !ok {
			report("IPv4-non-numeric-part", modelNowhere)
			return 0, false
		}
		if validationError {
			report("IPv4-non-decimal-part", modelNowhere)
		}
		numbers = append(numbers, number)
	}
	exceeds255 := func(number *big.Int) bool { return number.Cmp(big.NewInt(255)) > 0 }
	if slices.ContainsFunc(numbers, exceeds255) {
		report("IPv4-out-of-range-part", modelNowhere)
	}
	last := numbers[len(numbers)-1]
	if slices.ContainsFunc(numbers[:len(numbers)-1], exceeds255) {
		return 0, false
	}
	if last.Cmp(modelPower(256, 5-len(numbers))) >= 0 {
		return 0, false
	}
	ipv4 := last
	numbers = numbers[:len(numbers)-1]
	for counter, n := range numbers {
		ipv4 = new(big.Int).Add(ipv4, new(big.Int).Mul(n, modelPower(256, 3-counter)))
	}
	return uint32(ipv4.Uint64()), true
}

func modelPower(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

// modelIPv4NumberParse is the IPv4 number parser. ok is false for failure.
func modelIPv4NumberParse(input string) (output *big.Int, validationError, ok bool) {
	if input == "" {
		return nil, false, false
	}
	r := 10
	if strings.HasPrefix(input, "0X") || strings.HasPrefix(input, "0x") {
		validationError = true
		input = input[2:]
		r = 16
	} else if len(input) >= 2 && input[0] == '0' {
		validationError = true
		input = input[1:]
		r = 8
	}
	if input == "" {
		return big.NewInt(0), true, true
	}
	for _, c := range input {
		if !strings.ContainsRune("0123456789abcdef"[:r], modelLower(c)) {
			return nil, false, false
		}
	}
	output, ok = new(big.Int).SetString(input, r)
	if !ok {
		panic("not a number: " + input)
	}
	return output, validationError, true
}

// modelIPv6Parse is the IPv6 parser. ok is false for failure.
func modelIPv6Parse(input []rune, report modelReport) (address [8]uint16, ok bool) {
	pieceIndex := 0
	compress := -1 // null
	pointer := 0
	c := func() rune { return modelAt(input, pointer) }
	failure := func(name string) ([8]uint16, bool) {
		report(name, pointer)
		return [8]uint16{}, false
	}
	if c() == ':' {
		if !modelStartsWith(modelRemaining(input, pointer), ":") {
			return failure("IPv6-invalid-compression")
		}
		pointer += 2
		pieceIndex++
		compress = pieceIndex
	}
	for c() != modelEOF {
		if pieceIndex == 8 {
			return failure("IPv6-too-many-pieces")
		}
		if c() == ':' {
			if compress != -1 {
				return failure("IPv6-multiple-compression")
			}
			pointer++
			pieceIndex++
			compress = pieceIndex
			continue
		}
		value, length := 0, 0
		for length < 4 && modelIsHexDigit(c()) {
			value = value*0x10 + modelHexValue(c())
			pointer++
			length++
		}
		if c() == '.' {
			if length == 0 {
				return failure("IPv4-in-IPv6-invalid-code-point")
			}
			pointer -= length
			if pieceIndex > 6 {
				return failure("IPv4-in-IPv6-too-many-pieces")
			}
			numbersSeen := 0
			for c() != modelEOF {
				ipv4Piece := -1 // null
				if numbersSeen > 0 {
					if c() == '.' && numbersSeen < 4 {
						pointer++
					} else {
						return failure("IPv4-in-IPv6-invalid-code-point")
					}
				}
				if !modelIsDigit(c()) {
					return failure("IPv4-in-IPv6-invalid-code-point")
				}
				for modelIsDigit(c()) {
					number := int(c() - '0')
					if ipv4Piece == -1 {
						ipv4Piece = number
					} else if ipv4Piece == 0 {
						return failure("IPv4-in-IPv6-invalid-code-point")
					} else {
						ipv4Piece = ipv4Piece*10 + number
					}
					if ipv4Piece > 255 {
						return failure("IPv4-in-IPv6-out-of-range-part")
					}
					pointer++
				}
				address[pieceIndex] = address[pieceIndex]*0x100 + uint16(ipv4Piece)
				numbersSeen++
				if numbersSeen == 2 || numbersSeen == 4 {
					pieceIndex++
				}
			}
			if numbersSeen != 4 {
				return failure("IPv4-in-IPv6-too-few-parts")
			}
			break
		} else if c() == ':' {
			pointer++
			if c() == modelEOF {
				return failure("IPv6-invalid-code-point")
			}
		} else if c() != modelEOF {
			return failure("IPv6-invalid-code-point")
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			report("IPv6-piece-leading-zero", pointer)
		}
		address[pieceIndex] = uint16(value)
		pieceIndex++
	}
	if compress != -1 {
		swaps := pieceIndex - compress
		pieceIndex = 7
		for pieceIndex != 0 && swaps > 0 {
			address[pieceIndex], address[compress+swaps-1] = address[compress+swaps-1], address[pieceIndex]
			pieceIndex--
			swaps--
		}
	} else if pieceIndex != 8 {
		return failure("IPv6-too-few-pieces")
	}
	return address, true
}

func modelHexValue(c rune) int {
	return strings.IndexRune("0123456789abcdef", modelLower(c))
}

// modelOpaqueHostParse is the opaque-host parser. ok is false for failure.
func modelOpaqueHostParse(input []rune, report modelReport) (host *modelHost, ok bool) {
	if slices.ContainsFunc(input, modelIsForbiddenHostCodePoint) {
		report("host-invalid-code-point", modelNowhere)
		return nil, false
	}
	if slices.ContainsFunc(input, func(c rune) bool { return !modelIsURLCodePoint(c) && c != '%' }) {
		report("invalid-URL-unit", modelNowhere)
	}
	for i, c := range input {
		if c == '%' && !modelStartsWithTwoHexDigits(input[i+1:]) {
			report("invalid-URL-unit", modelNowhere)
			break
		}
	}
	text := modelUTF8PercentEncode(input, modelC0ControlSet)
	if text == "" {
		return &modelHost{kind: modelEmptyHost}, true
	}
	return &modelHost{kind: modelOpaqueHost, text: text}, true
}

// serialize is the host serializer.
func (host *modelHost) serialize() string {
	switch host.kind {
	case modelIPv4:
		return modelIPv4Serialize(host.ipv4)
	case modelIPv6:
		return "[" + modelIPv6Serialize(host.ipv6) + "]"
	}
	return host.text
}

// modelIPv4Serialize is the IPv4 serializer.
func modelIPv4Serialize(address uint32) string {
	output := ""
	n := address
	for i := 1; i <= 4; i++ {
		output = strconv.Itoa(int(n%256)) + output
		if i != 4 {
			output = "." + output
		}
		n /= 256
	}
	return output
}

// modelIPv6Serialize is the IPv6 serializer.
func modelIPv6Serialize(address [8]uint16) string {
	output := ""
	compress := modelCompressedPieceIndex(address)
	ignore0 := false
	for pieceIndex := range address {
		if ignore0 && address[pieceIndex] == 0 {
			continue
		} else if ignore0 {
			ignore0 = false
		}
		if compress == pieceIndex {
			separator := ":"
			if pieceIndex == 0 {
				separator = "::"
			}
			output += separator
			ignore0 = true
			continue
		}
		output += strconv.FormatUint(uint64(address[pieceIndex]), 16)
		if pieceIndex != 7 {
			output += ":"
		}
	}
	return output
}

// modelCompressedPieceIndex finds the IPv6 address compressed piece index; -1 is null.
func modelCompressedPieceIndex(address [8]uint16) int {
	longestIndex := -1
	longestSize := 1
	foundIndex := -1
	foundSize := 0
	for pieceIndex := range address {
		if address[pieceIndex] != 0 {
			if foundSize > longestSize {
				longestIndex, longestSize = foundIndex, foundSize
			}
			foundIndex = -1
			foundSize = 0
		} else {
			if foundIndex == -1 {
				foundIndex = pieceIndex
			}
			foundSize++
		}
	}
	if foundSize > longestSize {
		return foundIndex
	}
	return longestIndex
}
