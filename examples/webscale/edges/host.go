package edges

import "strings"

const (
	maxName  = 253 // bytes of a host name
	maxLabel = 63  // bytes between its dots
)

// Host reverses the name of a host: "www.example.com" gives "com.example", so that what belongs to a domain is sorted
// together. host is what the Host method of a resolve.URL of the Living edition gives; other editions leave addresses
// like 0x7f.1 as they are written. Upper case becomes lower case. A dot at the end is left out, and so is a first label
// "www", unless just one label is behind it.
//
// ok is false for what is no node of the graph: IP addresses, names without a dot, and names that the domain name
// system cannot have, or that are not in its ASCII form. Underscores are allowed where hyphens are. Which top-level
// domains there are is not asked.
//
// Deviation: Common Crawl takes four numbers with a dot at the end for a name.
//
// Spec: https://github.com/commoncrawl/cc-pyspark, ExtractHostLinksJob.get_surt_host; RFC 1123 section 2.1
func Host(host string) (name string, ok bool) {
	if len(host) > maxName {
		return "", false
	}
	host = strings.TrimSuffix(host, ".")
	if first, rest, _ := strings.Cut(host, "."); strings.EqualFold(first, "www") && strings.Contains(rest, ".") {
		host = rest
	}
	if !strings.Contains(host, ".") || isIPv4(host) {
		return "", false
	}
	var buf [maxName]byte
	reversed := buf[:0]
	for dot := len(host); dot >= 0; {
		end := dot
		dot = strings.LastIndexByte(host[:end], '.')
		if !isLabel(host[dot+1 : end]) {
			return "", false
		}
		for _, c := range []byte(host[dot+1 : end]) {
			reversed = append(reversed, lower(c))
		}
		reversed = append(reversed, '.')
	}
	return string(reversed[:len(reversed)-1]), true
}

// isIPv4 reports whether there are four numbers of at most three digits, whatever their values.
func isIPv4(host string) bool {
	dots, digits := 0, 0
	for _, c := range []byte(host) {
		switch {
		case '0' <= c && c <= '9' && digits < 3:
			digits++
		case c == '.' && digits > 0:
			dots, digits = dots+1, 0
		default:
			return false
		}
	}
	return dots == 3 && digits > 0
}

// isLabel reports whether there are letters, digits, hyphens and underscores, and the latter two not at an end.
func isLabel(label string) bool {
	if label == "" || len(label) > maxLabel || !isAlphanumeric(label[0]) || !isAlphanumeric(label[len(label)-1]) {
		return false
	}
	for _, c := range []byte(label) {
		if !isAlphanumeric(c) && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

func isAlphanumeric(c byte) bool { return '0' <= c && c <= '9' || 'a' <= lower(c) && lower(c) <= 'z' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + ('a' - 'A')
	}
	return c
}
