package frontier_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"htmlurl/internal/frontier"
)

// FuzzRun holds that a run gives the output of the model, also if it ends at a limit and goes on with other options.
func FuzzRun(f *testing.F) {
	f.Add(uint64(1), uint64(1), uint16(10))
	f.Add(uint64(2), uint64(7), uint16(0))
	f.Fuzz(func(t *testing.T, seed, options uint64, limit uint16) {
		g := newGraph(seed)
		r := rand.New(rand.NewPCG(options, 7))
		state := open(t, "", g)
		defer state.Close()
		var got bytes.Buffer
		out := frontier.Stream(&got)
		visit := func(_ context.Context, e frontier.Entry) frontier.Visit { return g.visit(e) }
		for _, limit := range []int{int(limit), 0} {
			o := randomOptions(r)
			o.Limit = limit
			if err := state.Run(context.Background(), out, o, visit); err != nil {
				t.Fatal(err)
			}
			want, progress := g.crawl(limit)
			same(t, got.String(), want)
			if p, _ := state.Resumed(); p != progress {
				t.Fatalf("%+v, want %+v", p, progress)
			}
		}
	})
}

// FuzzItem holds that what is stored for an item is read as it was.
func FuzzItem(f *testing.F) {
	key := "0123456789abcdef"
	values := []string{
		"", "e", "k" + key + "01234567", "e" + key + "\x02\x01f\x01rurl", "e" + key + "\x02\xff\xff\x7f",
	}
	for _, value := range values {
		f.Add([]byte(value))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		stored, err := frontier.Reread(value)
		if err != nil {
			return
		}
		again, err := frontier.Reread(stored)
		if err != nil || !bytes.Equal(again, stored) {
			t.Fatalf("%q is read as %q, and then as %q, %v", value, stored, again, err)
		}
	})
}
