package printable_test

import (
	"encoding/json"
	"testing"

	"htmlurl/internal/printable"
)

// TestString holds what is shown of hostile text.
func TestString(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"a é 表", "a é 表"}, {"a\x1b[1m", `a\x1b[1m`}, {"\x00\n\t", `\x00\n\t`}, {"\u202ea", `\u202ea`}, {"\xff\xfea", `\xff\xfea`},
		{"\uFFFD", "\uFFFD"}, {"\U000e0001", `\U000e0001`}, {"\u0085", `\u0085`}, {`\`, `\`},
	} {
		if got := printable.String(test.text); got != test.want {
			t.Errorf("%q is shown as %q, want %q", test.text, got, test.want)
		}
	}
}

// TestJSON holds that a JSON text means the same, and has nothing hidden.
func TestJSON(t *testing.T) {
	for _, text := range []string{"", "a é 表", "\x1b\x7f\u0085", "\u202e\u2066a", "\u200b"} {
		plain, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		shown := printable.JSON(plain)
		var back string
		if err := json.Unmarshal(shown, &back); err != nil || back != text {
			t.Errorf("%q is %q, %v", text, back, err)
		}
		if hidden := printable.String(string(shown)); hidden != string(shown) {
			t.Errorf("%q has what cannot be seen", shown)
		}
	}
}
