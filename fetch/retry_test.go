package fetch_test

import (
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"htmlurl/fetch"
)

// now is the time of the example in RFC 9110, 5.6.7.
var now = time.Date(1994, 11, 6, 8, 49, 37, 0, time.UTC)

var retryAfterCases = []struct {
	clause, field string
	want          time.Duration
	ok            bool
}{
	{"10.2.3 delay-seconds", "120", 2 * time.Minute, true},
	{"10.2.3 delay-seconds", "0", 0, true},
	{"10.2.3 delay-seconds", "007", 7 * time.Second, true},
	{"10.2.3 delay-seconds", "9223372036", 9223372036 * time.Second, true},
	{"10.2.3 delay-seconds", "9223372037", 9223372036 * time.Second, true},
	{"10.2.3 delay-seconds", "99999999999999999999", 9223372036 * time.Second, true},
	{"not in the grammar", "-1", 0, true},
	{"not in the grammar", "-99999999999999999999", 0, true},
	{"not in the grammar", "+1", 0, false},
	{"not in the grammar", "--1", 0, false},
	{"not in the grammar", "-", 0, false},
	{"not in the grammar", "1.5", 0, false},
	{"not in the grammar", "1e1", 0, false},
	{"not in the grammar", "0x1", 0, false},
	{"not in the grammar", "1_0", 0, false},
	{"not in the grammar", "1, 2", 0, false},
	{"not in the grammar", "1 s", 0, false},
	{"not in the grammar", "١", 0, false},
	{"not in the grammar", "soon", 0, false},
	{"not in the grammar", "", 0, false},
	{"5.6.7 IMF-fixdate", "Sun, 06 Nov 1994 08:49:37 GMT", 0, true},
	{"5.6.7 IMF-fixdate", "Sun, 06 Nov 1994 08:50:37 GMT", time.Minute, true},
	{"5.6.7 IMF-fixdate", "Sun, 06 Nov 1994 08:49:36 GMT", 0, true},
	{"5.6.7 IMF-fixdate", "Thu, 01 Jan 1970 00:00:00 GMT", 0, true},
	{"5.6.7 IMF-fixdate", "Fri, 31 Dec 9999 23:59:59 GMT", math.MaxInt64, true},
	{"5.6.7 rfc850-date", "Sunday, 06-Nov-94 08:49:47 GMT", 10 * time.Second, true},
	{"5.6.7 asctime-date", "Sun Nov  6 09:49:37 1994", time.Hour, true},
	{"5.6.7 no date", "Sun, 06 Nov 1994 08:49:37", 0, false},
	{"5.6.7 no date", "Sun, 31 Feb 1994 08:49:37 GMT", 0, false},
	{"5.6.7 no date", "1994-11-06T08:49:37Z", 0, false},
}

const wantRetryAfterCases = 30

// TestRetryAfter holds how long a server asks to be left alone.
//
// Spec: RFC 9110
func TestRetryAfter(t *testing.T) {
	for _, c := range retryAfterCases {
		got, ok := fetch.RetryAfter(http.Header{"Retry-After": {c.field}}, now)
		if got != c.want || ok != c.ok {
			t.Errorf("%s: %q is %v, %v, want %v, %v", c.clause, c.field, got, ok, c.want, c.ok)
		}
	}
	if len(retryAfterCases) != wantRetryAfterCases {
		t.Errorf("there are %d cases, want %d", len(retryAfterCases), wantRetryAfterCases)
	}
	if _, ok := fetch.RetryAfter(http.Header{}, now); ok {
		t.Error("no field is a field")
	}
	if _, ok := fetch.RetryAfter(http.Header{"Retry-After": {strings.Repeat("1", 1<<20)}}, now); !ok {
		t.Error("a long number is no number")
	}
}

// TestRetries holds how often and when a fetch tries again.
func TestRetries(t *testing.T) {
	none := http.Header{}
	for range 100 { // the waits are random
		r := fetch.NewRetries(10)
		for i, about := range []int{1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60} {
			wait, more := r.Next(none)
			least, most := seconds(about)/2, min(seconds(about)*3/2+1, time.Minute)
			if wait < least || wait > most || more != (i < 10) {
				t.Fatalf("try %d: %v, %v", i, wait, more)
			}
		}
	}
	for _, c := range []struct {
		field string
		left  int
		wait  time.Duration
		more  bool
	}{
		{"90", 1, 90 * time.Second, true},
		{"0", 1, 0, true},
		{"-1", 1, 0, true},
		{"600", 1, 10 * time.Minute, true},
		{"601", 1, 10 * time.Minute, false},
		{"99999999999999999999", 1, 10 * time.Minute, false},
		{"90", 0, 90 * time.Second, false},
		{"90", -1, 90 * time.Second, false},
		{"Sat, 01 Jan 2000 00:01:00 GMT", 1, time.Minute, true}, // the clock of synctest begins with that year
		{"Sat, 01 Jan 2000 01:00:00 GMT", 1, 10 * time.Minute, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			wait, more := fetch.NewRetries(c.left).Next(http.Header{"Retry-After": {c.field}})
			if wait != c.wait || more != c.more {
				t.Errorf("%q with %d left: %v, %v", c.field, c.left, wait, more)
			}
		})
	}
	r := fetch.NewRetries(3)
	r.Next(http.Header{"Retry-After": {"5"}})
	if wait, more := r.Next(http.Header{"Retry-After": {"soon"}}); wait < seconds(1) || wait > seconds(3)+1 || !more {
		t.Errorf("after a wait that was asked for: %v, %v", wait, more)
	}
}

// FuzzRetryAfter holds that a wait is never negative, none without a field, and shorter by what has passed.
func FuzzRetryAfter(f *testing.F) {
	for _, c := range retryAfterCases {
		f.Add(c.field, uint16(1))
	}
	f.Fuzz(func(t *testing.T, field string, passed uint16) {
		h := http.Header{"Retry-After": {field}}
		wait, ok := fetch.RetryAfter(h, now)
		later, ok2 := fetch.RetryAfter(h, now.Add(seconds(int(passed))))
		if wait < 0 || !ok && wait != 0 || ok != ok2 || later > wait {
			t.Fatalf("%q: %v, %v, later %v, %v", field, wait, ok, later, ok2)
		}
		if later != wait && wait != math.MaxInt64 && later != max(wait-seconds(int(passed)), 0) {
			t.Fatalf("%q: %v, later %v", field, wait, later)
		}
	})
}
