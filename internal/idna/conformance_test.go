package idna_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"htmlurl/internal/idna"
	"htmlurl/internal/testcase"
)

// living has the flags of the URL Standard's domain parser when it is not strict.
var living = idna.UTS46{CheckBidi: true, CheckJoiners: true}

// host parses a special URL's host, other than an IPv6 address, as the URL Standard does.
//
// Spec: https://url.spec.whatwg.org/#host-parsing
func host(s string) (string, bool) {
	domain := percentDecode(s)
	ascii := strings.ToLower(domain)
	if !isASCII(domain) {
		var err error
		if ascii, err = living.ToASCII(domain); err != nil {
			return "", false
		}
	}
	const forbidden = "\x00\t\n\r #/:<>?@[\\]^|%\x7F"
	isControl := func(r rune) bool { return r < ' ' }
	if ascii == "" || strings.ContainsAny(ascii, forbidden) || strings.ContainsFunc(ascii, isControl) {
		return "", false
	}
	parts := strings.Split(strings.TrimSuffix(ascii, "."), ".")
	if _, ok := number(parts[len(parts)-1]); !ok && !isDigits(parts[len(parts)-1]) {
		return ascii, true
	}
	return ipv4(parts)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > '\x7F' }) < 0
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func percentDecode(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i] == '%' {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// number parses one part of an IPv4 address.
func number(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(strings.ToLower(s), "0x"):
		s, base = "0"+s[2:], 16
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	if strings.Contains(s, "_") || strings.HasPrefix(s, "+") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
}

func ipv4(parts []string) (string, bool) {
	if len(parts) > 4 {
		return "", false
	}
	address := uint64(0)
	for i, part := range parts {
		n, ok := number(part)
		last := i == len(parts)-1
		if !ok || !last && n > 255 || last && n >= 1<<(8*(5-len(parts))) {
			return "", false
		}
		if last {
			address += n
		} else {
			address += n << (8 * (3 - i))
		}
	}
	var bytes []string
	for shift := 24; shift >= 0; shift -= 8 {
		bytes = append(bytes, strconv.FormatUint(address>>shift&255, 10))
	}
	return strings.Join(bytes, "."), true
}

// load reads a file of cases among which there are comments, which do not count.
func load[Case any](t *testing.T, name string, want int) (cases []Case) {
	t.Helper()
	var file struct {
		Count int
		Cases []json.RawMessage
	}
	testcase.ReadConformance(t, name, &file)
	for _, text := range file.Cases {
		if comment := text[0] == '"'; comment {
			continue
		}
		var c Case
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		cases = append(cases, c)
	}
	if len(cases) != file.Count || len(cases) != want {
		t.Fatalf("%s: %d cases, want %d", name, len(cases), want)
	}
	return cases
}

// TestConformance parses hosts as the URL Standard does.
func TestConformance(t *testing.T) {
	for _, file := range []struct {
		name  string
		count int
	}{
		{"IdnaTestV2.json", 2671},
		{"IdnaTestV2-removed.json", 20},
		{"toascii.json", 87},
	} {
		t.Run(file.name, func(t *testing.T) {
			type Case struct {
				Comment, Input string
				Output         *string
			}
			for _, c := range load[Case](t, "url/"+file.name, file.count) {
				got, ok := host(c.Input)
				if c.Input == "" { // which the host parser does not get
					got, ok = "", true
				}
				if ok != (c.Output != nil) || ok && got != *c.Output {
					_, err := living.ToASCII(c.Input)
					t.Errorf("%+q (%s): %q, %t (%v)", c.Input, c.Comment, got, ok, err)
				}
			}
		})
	}
}

// TestVerifyDNSLength is about names with the dot of the root label, which UTS #46 does not allow with
// VerifyDNSLength; the test data does.
func TestVerifyDNSLength(t *testing.T) {
	type Case struct {
		Message, Input string
		Failure        bool
	}
	verifying := idna.UTS46{VerifyDNSLength: true}
	for _, c := range load[Case](t, "url/verifydnslength_tests.json", 17) {
		domain := strings.TrimSuffix(strings.TrimPrefix(c.Input, "http://"), "/")
		if _, err := verifying.ToASCII(strings.TrimSuffix(domain, ".")); (err != nil) != c.Failure {
			t.Errorf("%s: %v, want failure %t: %s", domain, err, c.Failure, c.Message)
		}
		if _, err := verifying.ToASCII(domain); strings.HasSuffix(domain, ".") && err == nil {
			t.Errorf("%s: no error for the root label", domain)
		}
	}
}
