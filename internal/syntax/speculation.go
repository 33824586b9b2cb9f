package syntax

import "iter"

// speculations are the members of a set of speculation rules that are lists of rules.
var speculations = map[string]Role{
	"prefetch":                   Prefetch,
	"prefetch_with_subresources": Prefetch,
	"prerender":                  Prerender,
}

// SpeculationRules yields the URLs that the rules of a set list. The patterns of rules for the document's own links are
// no URLs. Of members with the same key only the last one counts. Text that is not JSON, or not a set of rules, yields
// nothing, nor does a rule whose members do not fit together. Members that only say how to speculate are not judged.
//
// Spec: https://html.spec.whatwg.org/multipage/speculative-loading.html#parse-a-speculation-rule-set-string
func SpeculationRules(text string) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		for _, ref := range speculationRules(text) {
			if !yield(ref) {
				return
			}
		}
	}
}

func speculationRules(text string) []Reference {
	r, ok := newJSONReader(text)
	if !ok || !r.object() {
		return nil
	}
	var lists lastWins
	for key := range r.members() {
		role, ok := speculations[key.Value]
		if !ok {
			r.skip()
			continue
		}
		var m jsonMember
		if r.array() {
			for r.more() {
				m.references = append(m.references, r.speculationRule(role)...)
			}
		}
		lists.put(key.Value, m)
	}
	return lists.all().references
}

// speculationRule reads a rule and returns the URLs that it lists.
//
// Spec: https://html.spec.whatwg.org/multipage/speculative-loading.html#parse-a-speculation-rule
func (r *jsonReader) speculationRule(role Role) []Reference {
	if !r.object() {
		return nil
	}
	rule := listRule{source: "list", relativeTo: "ruleset"}
	for key := range r.members() {
		switch key.Value {
		case "source":
			source, _ := r.string()
			rule.source = source.Value
		case "relative_to":
			relativeTo, _ := r.string()
			rule.relativeTo = relativeTo.Value
		case "urls":
			rule.urls = r.strings()
		case "where":
			r.skip()
			rule.broken = true
		case "eagerness", "referrer_policy", "tag", "requires", "expects_no_vary_search", "target_hint":
			r.skip()
		default:
			r.skip()
			rule.broken = true
		}
	}
	return rule.references(role)
}

// listRule is a rule as far as it says which URLs it lists.
type listRule struct {
	source, relativeTo string
	urls               []Reference // none if they are not all strings
	broken             bool        // because a member is there that must not be
}

func (rule *listRule) references(role Role) []Reference {
	base := OwnBase
	switch rule.relativeTo {
	case "document":
		base = DocumentBase
	case "ruleset":
	default:
		return nil
	}
	if rule.broken || rule.source != "list" {
		return nil
	}
	for i := range rule.urls {
		rule.urls[i].Role, rule.urls[i].Base = role, base
	}
	return rule.urls
}

// strings reads an array of strings, or returns nothing for another value.
func (r *jsonReader) strings() []Reference {
	if !r.array() {
		return nil
	}
	var list []Reference
	broken := false
	for r.more() {
		ref, ok := r.string()
		broken = broken || !ok
		list = append(list, ref)
	}
	if broken {
		return nil
	}
	return list
}
