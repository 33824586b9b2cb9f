package decompose

import (
	"fmt"
	"strings"

	"htmlurl/resolve"
)

// escapeScheme percent-encodes what the <scheme> production does not allow, and a first character that is no letter.
func escapeScheme(value string) string {
	const others = "0123456789+-."
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if letter || i > 0 && strings.IndexByte(others, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// escapeHost percent-encodes what the <host> production does not allow: in an IP literal nothing, otherwise the
// delimiters and a "%" that starts no octet.
func escapeHost(value string) string {
	if isHost(value) {
		return value
	}
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		if strings.IndexByte(":/?#@", c) >= 0 || c == '%' && !isOctet(value[i:]) {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escapeHostPort is escapeHost for a host that one colon and digits, the port, may follow.
func escapeHostPort(value string) string {
	host := strings.TrimRight(value, "0123456789")
	if host, ok := strings.CutSuffix(host, ":"); ok {
		return escapeHost(host) + value[len(host):]
	}
	return escapeHost(value)
}

// isHost tells whether value matches the <host> production.
func isHost(value string) bool {
	c, err := resolve.ParseComponents("//" + value)
	if err != nil {
		return false
	}
	host, _ := c.Host()
	return host == value
}

// isOctet tells whether s starts with a percent-encoded octet.
func isOctet(s string) bool {
	return len(s) >= len("%00") && s[0] == '%' && isHexDigit(s[1]) && isHexDigit(s[2])
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}
