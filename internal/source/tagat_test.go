package source_test

import (
	"slices"
	"testing"

	"htmlurl/internal/source"
)

// TagAt gives the tags that Next comes to, in any order.
func TestTagAt(t *testing.T) {
	page := []byte("<p><a href=x B='y'>z</a><style>a{}</style><TEXTAREA x>\n<b></textarea><svg><style>q</style></svg><img/>")
	var tags []source.Tag
	var texts []source.Span
	var foreign []bool
	for s := source.New(page, true); s.Next(); {
		tag := *s.Tag()
		tag.Attrs = slices.Clone(tag.Attrs)
		tags = append(tags, tag)
		foreign = append(foreign, s.Element().IsForeign())
		texts = append(texts, s.Text())
	}
	const wantTags = 7
	if len(tags) != wantTags {
		t.Fatalf("%d tags, want %d", len(tags), wantTags)
	}
	s := source.New(page, true)
	for i, want := range slices.Backward(tags) {
		got, text := s.TagAt(want.Start)
		if got.Start != want.Start || got.End != want.End || got.Name != want.Name || !slices.Equal(got.Attrs, want.Attrs) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if !foreign[i] && text != texts[i] {
			t.Errorf("text %v, want %v", text, texts[i])
		}
	}
}
