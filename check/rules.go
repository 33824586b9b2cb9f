package check

import "slices"

// Rule names what a finding is about.
type Rule string

// Rules that are mostly about broken references. Some findings of MixedContent and PageUnreadable are warnings, where browsers
// find a way, or no page is lost.
const (
	Unresolvable      Rule = "unresolvable"       // the reference has no URL
	TargetMissing     Rule = "target-missing"     // there is nothing at the URL
	IndexMissing      Rule = "index-missing"      // the URL is that of a folder without an index file
	FragmentMissing   Rule = "fragment-missing"   // the target has no element for the fragment
	TargetStatus      Rule = "target-status"      // the server answers with a status that is not accepted
	TargetUnreachable Rule = "target-unreachable" // there is no answer
	TargetUnreadable  Rule = "target-unreadable"  // the target is there, but it cannot be read
	DataInvalid       Rule = "data-invalid"       // a data: URL that holds nothing
	LocalFile         Rule = "local-file"         // a file: URL on a page that is not one
	MixedContent      Rule = "mixed-content"      // http: on an https: page; browsers block it, or ask for https: instead
	PageUnreadable    Rule = "page-unreadable"    // a page or file of the site cannot be read
)

// Rules of warnings: the reference works, but not as it should.
const (
	EditionDifference Rule = "edition-difference"  // the reference means different things in different editions
	Backslash         Rule = "backslash"           // a backslash stands where a slash should
	WhiteSpace        Rule = "white-space"         // there is white space inside of the reference
	MissingSlashes    Rule = "missing-slashes"     // the scheme is not followed by two slashes
	EmptySegment      Rule = "empty-segment"       // a double slash in a path, which not all servers take for one
	EmptyReference    Rule = "empty-reference"     // an empty reference for which nothing is fetched
	SecondBase        Rule = "second-base"         // an earlier base element counts
	LateBase          Rule = "late-base"           // there are references before the base element
	BaseWithoutEffect Rule = "base-without-effect" // a base element that does not count
	OutsideSite       Rule = "outside-site"        // on the same server, but not below the address of the site
	TextMissing       Rule = "text-missing"        // the target does not have the text of a text directive
	SymlinkLoop       Rule = "symlink-loop"        // a symbolic link that leads to a folder around it
	Orphan            Rule = "orphan"              // nothing leads to the file
)

// Rules of what is worth knowing. NotChecked is a warning where the reader's browser may fail, too.
const (
	Redirected Rule = "redirected"  // the URL leads to another one
	NotChecked Rule = "not-checked" // the target could not be checked
)

// explanation says what a rule is about.
type explanation struct {
	rule Rule
	text string
}

// explanations says what each rule is about, in the order in which they are documented.
var explanations = []explanation{
	{Unresolvable, "the reference has no URL by the rules of the edition"},
	{TargetMissing, "there is nothing at the URL"},
	{IndexMissing, "the URL is that of a folder without an index file"},
	{FragmentMissing, "the target has no element for the fragment"},
	{TargetStatus, "the server answers with a status that is not accepted"},
	{TargetUnreachable, "the server gives no answer"},
	{TargetUnreadable, "the target is there, but it cannot be read"},
	{DataInvalid, "the data: URL holds no data"},
	{LocalFile, "a file: URL leads to the reader's own computer"},
	{MixedContent, "an https: page uses http:, which browsers block, or ask for by https:"},
	{PageUnreadable, "a page or file of the site cannot be read"},
	{EditionDifference, "the reference means different things in different editions of the rules"},
	{Backslash, "a backslash stands where a slash should"},
	{WhiteSpace, "there is white space inside of the reference"},
	{MissingSlashes, "the scheme is not followed by two slashes"},
	{EmptySegment, "a double slash in the path, which not all servers take for one"},
	{EmptyReference, "the reference is empty, and nothing is fetched"},
	{SecondBase, "an earlier base element counts"},
	{LateBase, "there are references before the base element"},
	{BaseWithoutEffect, "the base element does not count"},
	{OutsideSite, "the URL is on the server of the site, but outside of the site"},
	{TextMissing, "the target does not have the text of a text directive"},
	{SymlinkLoop, "a symbolic link leads to a folder around it"},
	{Orphan, "nothing in the site leads to the file"},
	{Redirected, "the URL leads to another one"},
	{NotChecked, "the target could not be checked"},
}

// Rules returns all rules.
func Rules() []Rule {
	var rules []Rule
	for _, e := range explanations {
		rules = append(rules, e.rule)
	}
	return rules
}

// Explanation says what the rule is about, or "" for what is no rule.
func (r Rule) Explanation() string {
	i := slices.IndexFunc(explanations, func(e explanation) bool { return e.rule == r })
	if i < 0 {
		return ""
	}
	return explanations[i].text
}
