package main

import (
	"encoding/json"
	"strings"
	"testing"

	"htmlurl/internal/testcase"
)

// answers gives lines to a command with --jsonl, and returns its answers.
func answers(t *testing.T, name string, lines []map[string]any) []map[string]any {
	t.Helper()
	var in strings.Builder
	encoder := json.NewEncoder(&in)
	for _, line := range lines {
		if err := encoder.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	out, errOut, _ := command(t, in.String(), name, "--edition", "living", "--jsonl")
	var replies []map[string]any
	for text := range strings.Lines(out) {
		var reply map[string]any
		if err := json.Unmarshal([]byte(text), &reply); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		replies = append(replies, reply)
	}
	if len(replies) != len(lines) || errOut != "" {
		t.Fatalf("%d answers to %d lines; %s", len(replies), len(lines), errOut)
	}
	return replies
}

// checkReply checks the attributes of a reply that are wanted.
func checkReply(t *testing.T, line, reply, want map[string]any) {
	t.Helper()
	for name, got := range reply {
		if value, ok := want[name]; ok && value != nil && value != got {
			t.Errorf("%v: %s is %q, want %q", line, name, got, value)
		}
	}
	if _, ok := reply["href"]; !ok {
		t.Errorf("%v: %v", line, reply)
	}
}

// TestURLTestDataThroughCommand holds the parser's test data of the web platform tests and of ada.
func TestURLTestDataThroughCommand(t *testing.T) {
	for _, name := range []string{"urltestdata", "urltestdata-javascript-only", "ada_extra_urltestdata", "ada_long_urltestdata"} {
		cases := testcase.ConformanceObjects[map[string]any](t, "url/"+name+".json")
		var lines []map[string]any
		for _, c := range cases {
			lines = append(lines, map[string]any{"input": c["input"], "base": c["base"]})
		}
		for i, reply := range answers(t, "resolve", lines) {
			if _, fails := reply["error"]; fails || cases[i]["failure"] == true {
				if !fails || cases[i]["failure"] != true {
					t.Errorf("%v: %v", lines[i], reply)
				}
				continue
			}
			checkReply(t, lines[i], reply, cases[i])
		}
	}
}

// TestSetterDataThroughCommand holds the test data of the setters.
func TestSetterDataThroughCommand(t *testing.T) {
	for _, name := range []string{"setters_tests", "ada_extra_setters_tests", "url-setters-stripping"} {
		cases := testcase.Conformance[map[string]any](t, "url/"+name+".json")
		var lines []map[string]any
		for _, c := range cases {
			lines = append(lines, map[string]any{"href": c["href"], "attr": c["setter"], "value": c["new_value"]})
		}
		for i, reply := range answers(t, "decompose", lines) {
			checkReply(t, lines[i], reply, cases[i]["expected"].(map[string]any))
		}
	}
}

// TestElementDataThroughCommand holds the getters of elements, which both commands answer with.
func TestElementDataThroughCommand(t *testing.T) {
	cases := testcase.Conformance[map[string]any](t, "url/a-element.json")
	for name, key := range map[string]string{"resolve": "input", "decompose": "href"} {
		var lines []map[string]any
		for _, c := range cases {
			lines = append(lines, map[string]any{key: c["href"], "base": c["base_href"]})
		}
		for i, reply := range answers(t, name, lines) {
			want := cases[i]["expect"].(map[string]any)
			if _, fails := reply["error"]; !fails {
				checkReply(t, lines[i], reply, want)
			} else if want["protocol"] != ":" {
				t.Errorf("%v: %v", lines[i], reply)
			}
		}
	}
}

// TestFailureDataThroughCommand holds that what has no URL is no base, and that the href setter refuses it.
func TestFailureDataThroughCommand(t *testing.T) {
	var refs, bases, setters []map[string]any
	for _, c := range testcase.Conformance[map[string]any](t, "url/failure.json") {
		refs = append(refs, map[string]any{"input": c["input"]})
		bases = append(bases, map[string]any{"input": "about:blank", "base": c["input"]})
		setters = append(setters, map[string]any{"href": "https://h/", "attr": "href", "value": c["input"]})
	}
	for i, reply := range append(answers(t, "resolve", refs), answers(t, "resolve", bases)...) {
		if reply["error"] == nil {
			t.Errorf("%v: %v", append(refs, bases...)[i], reply)
		}
	}
	for i, reply := range answers(t, "decompose", setters) {
		if reply["href"] != "https://h/" {
			t.Errorf("%v: %v", setters[i], reply)
		}
	}
}

// TestEncodingDataThroughCommand holds the encodings of queries.
func TestEncodingDataThroughCommand(t *testing.T) {
	var lines, wanted []map[string]any
	for _, c := range testcase.ConformanceObjects[map[string]any](t, "url/percent-encoding.json") {
		output := c["output"].(map[string]any)
		for encoding, search := range output {
			input := c["input"].(string)
			lines = append(lines, map[string]any{"input": "?" + input + "#" + input, "base": "https://h/", "encoding": encoding})
			wanted = append(wanted, map[string]any{"search": "?" + search.(string), "hash": "#" + output["utf-8"].(string)})
		}
	}
	for i, reply := range answers(t, "resolve", lines) {
		checkReply(t, lines[i], reply, wanted[i])
	}
}

// TestHostDataThroughCommand holds the test data of hosts.
func TestHostDataThroughCommand(t *testing.T) {
	for _, name := range []string{"toascii", "IdnaTestV2", "IdnaTestV2-removed"} {
		var lines, wanted []map[string]any
		for _, c := range testcase.ConformanceObjects[map[string]any](t, "url/"+name+".json") {
			if c["input"] == "" {
				continue // "https:///x" has the host x
			}
			lines = append(lines, map[string]any{"input": "https://" + c["input"].(string) + "/x"})
			wanted = append(wanted, map[string]any{"host": c["output"]})
		}
		for i, reply := range answers(t, "resolve", lines) {
			if _, fails := reply["error"]; fails || wanted[i]["host"] == nil {
				if !fails || wanted[i]["host"] != nil {
					t.Errorf("%v: %v, want %v", lines[i], reply, wanted[i])
				}
				continue
			}
			checkReply(t, lines[i], reply, wanted[i])
		}
	}
}

// TestExplainEditions holds the results side by side, and where they part.
func TestExplainEditions(t *testing.T) {
	out, _, status := command(t, "", "explain", "--all-editions", "--base", "http://u:p@h:8080/a/b/c?q", "x|y")
	want := `html5    A  http://u:p@h:8080/a/b/x%7Cy
url2012  B  http://h:8080/a/b/x|y
                   ^
url2015  C  file:///x:/y
            ^
living   D  http://u:p@h:8080/a/b/x|y
                                   ^
`
	if out != want || status != exitFine {
		t.Errorf("status %d:\n%s", status, out)
	}
	out, _, status = command(t, "", "explain", "--all-editions", "--json", "--base", "data:,", "x")
	if status != exitBad || strings.Count(out, `"same":"A"`) != 1 || strings.Count(out, `"same":"B"`) != 3 {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestExplainViolations holds that explain names what the author did wrong, and where.
func TestExplainViolations(t *testing.T) {
	out, _, status := command(t, "", "explain", "--edition", "living", `https://h\a b`)
	want := `violation: a backslash stands for a slash (bytes 9 to 10: "\\") [invalid-reverse-solidus]
violation: this is not allowed unescaped in a valid URL (bytes 11 to 12: " ") [invalid-URL-unit]
`
	if !strings.HasSuffix(out, want) || status != exitFine {
		t.Errorf("status %d:\n%s", status, out)
	}
	out, _, _ = command(t, "", "explain", "--edition", "url2015", "--json", "https://EX.com/a b")
	if !strings.Contains(out, `"rule":"host-not-normalized","start":8,"end":14`) || !strings.Contains(out, `"rule":"invalid-URL-unit","start":16,"end":17`) {
		t.Error(out)
	}
}
