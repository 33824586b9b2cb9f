package report

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"htmlurl/check"
)

// SARIF writes the findings as results of static analysis, as code scanning of GitHub reads them. Each has a
// fingerprint of its page, rule and reference, which stays when lines move.
//
// Spec: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
func SARIF(w io.Writer, r *check.Report, about About) error {
	frame, err := appendJSON(nil, sarif.NewReport().AddRun(sarifRun(r, about)))
	if err != nil {
		return err
	}
	// A result takes so much memory that they are written one by one. No string can contain what is looked for.
	start, end, ok := bytes.Cut(frame, []byte(`"results":[]`))
	if !ok {
		panic("report: a run of SARIF has no list of results")
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `%s"results":[`, start)
	lines := lineWriter{out: out}
	rules := check.Rules()
	for findings := range byPage(r.Findings) {
		seen := map[string]int{}
		for i := range findings {
			result := sarifResult(&findings[i], seen).WithRuleIndex(slices.Index(rules, findings[i].Rule))
			if err := lines.write(result); err != nil {
				return err
			}
		}
	}
	lines.end()
	fmt.Fprintf(out, "]%s\n", end)
	return out.Flush()
}

// sarifRun says what was run, without results.
func sarifRun(r *check.Report, about About) *sarif.Run {
	driver := sarif.NewToolComponent().WithName("htmlurl").WithVersion(cmp.Or(about.Version, "unknown"))
	for _, rule := range check.Rules() {
		text := sarif.NewMultiformatMessageString().WithText(rule.Explanation())
		driver.AddRule(sarif.NewRule(string(rule)).WithShortDescription(text).WithFullDescription(text).WithHelp(text))
	}
	invocation := sarif.NewInvocation().WithExecutionSuccessful(!r.Summary.Interrupted)
	if !about.Time.IsZero() {
		invocation.WithEndTimeUtc(about.Time.UTC().Format("2006-01-02T15:04:05Z"))
	}
	return sarif.NewRun().
		WithTool(sarif.NewTool().WithDriver(driver)).
		WithColumnKind("unicodeCodePoints").
		AddInvocation(invocation).
		WithProperties(sarif.NewPropertyBag().
			Add("title", about.Title).Add("edition", about.Edition).Add("summary", r.Summary))
}

// sarifResult returns a result, but for the index of its rule. It counts in seen the references of the page that have
// the same hash.
func sarifResult(f *check.Finding, seen map[string]int) *sarif.Result {
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(f.Page+"\x00"+string(f.Rule)+"\x00"+f.Raw)))[:32]
	seen[hash]++
	properties := sarif.NewPropertyBag()
	for _, property := range []struct{ name, value string }{
		{"raw", f.Raw}, {"base", f.Base}, {"why", f.Why}, {"url", f.URL},
	} {
		if property.value != "" {
			properties.Add(property.name, property.value)
		}
	}
	return sarif.NewRuleResult(string(f.Rule)).
		WithLevel(sarifLevel(f.Severity)).
		WithMessage(sarif.NewTextMessage(escapeMessage(sentence(f)))).
		WithPartialFingerprints(map[string]string{"reference/v1": fmt.Sprintf("%s:%d", hash, seen[hash])}).
		AddLocation(sarif.NewLocationWithPhysicalLocation(sarifPlace(f))).
		WithProperties(properties)
}

func sarifLevel(s check.Severity) string {
	switch s {
	case check.Error:
		return sarif.LevelError
	case check.Warning:
		return sarif.LevelWarning
	}
	return sarif.LevelNote
}

// escapeMessage escapes what would be a placeholder or a link.
//
// Spec: sections 3.11.5 and 3.11.6
var escapeMessage = strings.NewReplacer("{", "{{", "}", "}}", "[", `\[`, "]", `\]`).Replace

// sarifPlace says where a finding is.
func sarifPlace(f *check.Finding) *sarif.PhysicalLocation {
	place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri(f.Page)))
	if f.Line == 0 {
		return place
	}
	region := sarif.NewRegion().WithStartLine(f.Line)
	if f.Column > 0 {
		region.WithStartColumn(f.Column)
	}
	before, text, ok := sourceOf(f)
	if !ok {
		return place.WithRegion(region)
	}
	place.WithRegion(region.
		WithEndColumn(f.Column + utf8.RuneCountInString(text)).
		WithSnippet(sarif.NewArtifactContent().WithText(text)))
	if text == f.Source {
		return place // as a context is more than its region
	}
	start := f.Column - utf8.RuneCountInString(before)
	return place.WithContextRegion(sarif.NewRegion().
		WithStartLine(f.Line).
		WithStartColumn(start).
		WithEndColumn(start + utf8.RuneCountInString(f.Source)).
		WithSnippet(sarif.NewArtifactContent().WithText(f.Source)))
}

// sourceOf returns what is before the reference in its line, and the reference, or the rest of the line if the
// reference is not written as it reads.
func sourceOf(f *check.Finding) (before, text string, ok bool) {
	if f.SourceColumn < 1 || f.SourceColumn > f.Column {
		return "", "", false
	}
	before, _ = cut(f.Source, f.SourceColumn-1)
	text = f.Source[len(before):]
	if f.Raw != "" && strings.HasPrefix(text, f.Raw) {
		text = f.Raw
	}
	return before, text, text != ""
}

// uri is the URI of a page: of a file relative, unless its path is not.
func uri(page string) string {
	if isLive(page) {
		return escapeURI(page)
	}
	u := url.URL{Path: filepath.ToSlash(page)}
	if strings.HasPrefix(u.Path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// escapeURI escapes in a URL what a URI cannot have.
//
// Spec: RFC 3986, appendix A
func escapeURI(s string) string {
	const allowed = "-._~:/?#[]@!$&'()*+,;="
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case '0' <= c && c <= '9', 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', strings.IndexByte(allowed, c) >= 0,
			c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
