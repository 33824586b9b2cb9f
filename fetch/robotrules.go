package fetch

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	robotsLimit   = 500 << 10 // bytes of a file that are read
	maxTarget     = 4 << 10   // bytes of a path with its query that are compared
	maxCrawlDelay = time.Minute
)

// robotRules is what a robots.txt says to one crawler. The zero value allows everything.
type robotRules struct {
	rules []robotRule // the most specific one first
	delay time.Duration
	size  int // in memory
}

// robotRule allows or disallows what its pattern matches.
type robotRule struct {
	pattern string // normalized
	allow   bool
}

// parseRobots reads the rules of a robots.txt for the crawler with a product token: those of all groups of that name,
// in any ASCII case, or else those for "*". Of a file beyond the limit the whole lines before it are read.
//
// Crawl-delay is a number of seconds, with a fraction or not, capped at a minute. Of several the longest counts.
//
// Deviation: a user-agent line may have more after the product token, such as a version.
//
// Spec: RFC 9309, 2.2 and 2.5
func parseRobots(file []byte, agent string) robotRules {
	if len(file) > robotsLimit {
		file = file[:1+bytes.LastIndexAny(file[:robotsLimit], "\r\n")]
	}
	agent = productToken(agent)
	var own, others robotRules
	var current []*robotRules // those that the lines of this group are for
	known, agents := false, false
	isNewline := func(r rune) bool { return r == '\n' || r == '\r' }
	for line := range strings.FieldsFuncSeq(strings.TrimPrefix(string(file), "\uFEFF"), isNewline) {
		key, value := robotsRecord(line)
		switch key {
		case "user-agent":
			if !agents {
				current, agents = current[:0], true
			}
			token := productToken(value)
			if token == "*" && !slices.Contains(current, &others) {
				current = append(current, &others)
			}
			if agent != "" && strings.EqualFold(token, agent) && !slices.Contains(current, &own) {
				current, known = append(current, &own), true
			}
		case "allow", "disallow":
			agents = false
			addRule(current, key == "allow", value)
		case "crawl-delay":
			for _, group := range current {
				group.delay = max(group.delay, crawlDelay(value))
			}
		}
	}
	if !known {
		own = others
	}
	own.order()
	return own
}

// productToken returns the name of a crawler without what may follow it in a User-Agent field, such as a version.
//
// Spec: RFC 9309, 2.2.1
func productToken(agent string) string {
	if i := strings.IndexAny(agent, " \t/"); i >= 0 {
		return agent[:i]
	}
	return agent
}

// robotsRecord splits a line into its key, in lower case, and its value. A line without a colon has neither.
//
// Spec: RFC 9309, 2.2
func robotsRecord(line string) (key, value string) {
	line, _, _ = strings.Cut(line, "#")
	key, value, ok := strings.Cut(line, ":")
	if !ok {
		return "", ""
	}
	return strings.ToLower(strings.Trim(key, " \t")), strings.Trim(value, " \t")
}

// addRule adds a rule to each of the groups. An empty pattern is no rule.
func addRule(groups []*robotRules, allow bool, pattern string) {
	if pattern == "" || len(groups) == 0 {
		return
	}
	rule := robotRule{spelledPattern.normalize(pattern), allow}
	for _, group := range groups {
		group.rules = append(group.rules, rule)
	}
}

// crawlDelay reads the value of a Crawl-delay, which is zero if it is no number.
func crawlDelay(value string) time.Duration {
	if strings.Trim(value, "0123456789.") != "" {
		return 0
	}
	seconds, _ := strconv.ParseFloat(value, 64)
	return time.Duration(min(seconds, maxCrawlDelay.Seconds()) * float64(time.Second))
}

// order puts the rules that count before others first.
func (x *robotRules) order() {
	slices.SortFunc(x.rules, func(a, b robotRule) int {
		return cmp.Or(b.rank()-a.rank(), strings.Compare(a.pattern, b.pattern))
	})
	x.rules = slices.Clone(slices.Compact(x.rules)) // without the room for duplicates
	for _, rule := range x.rules {
		x.size += len(rule.pattern) + 40
	}
}

// rank is higher for patterns with more octets, and of equal ones for that which allows.
//
// Spec: RFC 9309, 2.2.2
func (r robotRule) rank() int {
	if r.allow {
		return 2*len(r.pattern) + 1
	}
	return 2 * len(r.pattern)
}

// allow tells whether a path with its query may be requested.
//
// A pattern that has a query is compared with a URL whose query has "/" and "?" for "%2F" and "%3F". Any other pattern
// may say "%2F" for either place, so it is compared with the URL as it is.
//
// Deviation: of longer paths only the first 4 KiB are compared, so that no file takes long.
//
// Spec: RFC 9309, 2.2.2
func (x *robotRules) allow(target string) bool {
	if len(x.rules) == 0 {
		return true
	}
	plain, decoded := spelledURL.normalize(target), spelledQuery.normalize(target)
	plain, decoded = plain[:min(len(plain), maxTarget)], decoded[:min(len(decoded), maxTarget)]
	for _, rule := range x.rules {
		url := plain
		if strings.IndexByte(rule.pattern, '?') >= 0 {
			url = decoded
		}
		if rule.matches(url) {
			return rule.allow
		}
	}
	return true
}

// matches tells whether the pattern matches the beginning of s, or the whole of it if the pattern ends in "$". What
// stands between two stars is searched for from where the part before it ended: no later place can make more parts
// match.
//
// Spec: RFC 9309, 2.2.3
func (r robotRule) matches(s string) bool {
	pattern, whole := strings.CutSuffix(r.pattern, "$")
	part, rest, more := strings.Cut(pattern, "*")
	if !strings.HasPrefix(s, part) {
		return false
	}
	s = s[len(part):]
	for more {
		part, rest, more = strings.Cut(rest, "*")
		if whole && !more {
			return strings.HasSuffix(s, part)
		}
		at := strings.Index(s, part)
		if at < 0 {
			return false
		}
		s = s[at+len(part):]
	}
	return !whole || s == ""
}

// spelling is how normalize takes what it is given.
type spelling uint8

const (
	spelledURL     spelling = iota // as a path with its query
	spelledQuery                   // as spelledURL, but "%2F" and "%3F" in the query are what they stand for
	spelledPattern                 // as spelledQuery, with the special characters "*", and "$" at the end
)

// normalize spells what means the same in one way. Octets outside of ASCII and those that no URL has are
// percent-encoded. Of the encoded ones those are decoded that are unreserved, and those that are reserved but delimit
// nothing; "*" and "$", which are special in patterns, are encoded instead. Runs of stars in patterns are one star.
//
// The text has "https%3A%2F%2F" for "https://" in a query, but leaves the delimiters of the path and of the query
// alone. So "/" and "?" are not their encodings in a path, nor are "&", "=", "+" and ";" anywhere.
//
// Spec: RFC 9309, 2.2.2 and 2.2.3
func (as spelling) normalize(s string) string {
	dst := make([]byte, 0, len(s))
	inQuery := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		plain := isUnreserved(c) || strings.IndexByte(":/?[]@!&'()+,;=", c) >= 0
		switch {
		case c == '%':
			var ok bool
			if c, ok = unescape(s[i:]); ok {
				i += 2
				plain = isUnreserved(c) || strings.IndexByte(":[]@!'(),", c) >= 0 ||
					inQuery && as != spelledURL && (c == '/' || c == '?')
			}
		case c == '?':
			inQuery = true
		case c == '*' && as == spelledPattern:
			if plain = true; len(dst) > 0 && dst[len(dst)-1] == '*' {
				continue
			}
		case c == '$' && as == spelledPattern && i == len(s)-1:
			plain = true
		}
		if plain {
			dst = append(dst, c)
		} else {
			const digits = "0123456789ABCDEF"
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(dst)
}

// unescape returns the octet that s begins with percent-encoded, or "%" if it does not.
func unescape(s string) (c byte, ok bool) {
	var octet [1]byte
	if len(s) < 3 {
		return '%', false
	}
	if _, err := hex.Decode(octet[:], []byte(s[1:3])); err != nil {
		return '%', false
	}
	return octet[0], true
}

// isUnreserved tells whether a URL may have c anywhere, and without a meaning.
//
// Spec: RFC 3986, 2.3
func isUnreserved(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
