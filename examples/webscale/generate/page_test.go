package generate_test

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"htmlurl/examples/webscale/generate"
	"htmlurl/resolve"
)

// some returns the first pages of a seed.
func some(seed uint64, count int) (pages []generate.Page) {
	for p := range generate.Pages(seed) {
		if pages = append(pages, p); len(pages) == count {
			break
		}
	}
	return pages
}

func TestSeeds(t *testing.T) {
	if !reflect.DeepEqual(some(1, 50), some(1, 50)) {
		t.Error("the same seed gives other pages")
	}
	if reflect.DeepEqual(some(1, 1), some(2, 1)) {
		t.Error("another seed gives the same pages")
	}
}

// TestPages holds that pages are like those of crawls: how large, how many links, to how many hosts, and what is rare.
func TestPages(t *testing.T) {
	const count = 2000
	var sizes, targets []int
	var total, links, outside int
	sources, edges, seen := map[string]bool{}, map[[2]string]bool{}, map[string]int{}
	for _, p := range some(1, count) {
		d := parsed(t, p)
		sizes = append(sizes, len(p.Body))
		total += len(p.Body)
		address := host(t, p.URL)
		sources[address] = true
		others := map[string]bool{}
		for link := range d.Links() {
			links++
			seen[link.Attr]++
			if link.Err != nil {
				seen["broken"]++
				continue
			}
			if target, ok := link.URL.Host(); ok && target != "" && target != address {
				outside++
				others[target] = true
				edges[[2]string{address, target}] = true
			}
		}
		targets = append(targets, len(others))
		encoding, _ := d.Encoding()
		seen[encoding]++
		if base, _ := d.Base().Host(); base != address {
			seen["foreign base"]++
		} else if d.Base().String() != p.URL {
			seen["own base"]++
		}
		for _, part := range []string{"<?xml", "<A HREF", "&cat", "&amp;cat"} {
			if bytes.Contains(p.Body, []byte(part)) {
				seen[part]++
			}
		}
	}
	slices.Sort(sizes)
	slices.Sort(targets)
	perKB := float64(links) * 1024 / float64(total)
	t.Logf("bytes: %d to %d, median %d, mean %d", sizes[0], sizes[count-1], sizes[count/2], total/count)
	t.Logf("links: %d, %.2f for each KB, %d to other hosts", links, perKB, outside)
	t.Logf("hosts: %d with pages, median of others %d, %d edges; %v", len(sources), targets[count/2], len(edges), seen)
	for what, ok := range map[string]bool{
		"sizes":                sizes[0] >= 800 && sizes[0] < 2<<10 && sizes[count-1] > 500<<10 && sizes[count-1] < 1100<<10,
		"median":               20<<10 < sizes[count/2] && sizes[count/2] < 40<<10,
		"mean":                 55<<10 < total/count && total/count < 75<<10,
		"links for each KB":    2.5 < perKB && perKB < 3.1,
		"links to other hosts": links/7 < outside && outside < links/3,
		"hosts with pages":     count/2 < len(sources) && len(sources) < count,
		"other hosts":          8 < targets[count/2] && targets[count/2] < 30,
		"edges that repeat":    len(edges) < outside*3/4,
		"broken references":    0 < seen["broken"] && seen["broken"] < links/200,
	} {
		if !ok {
			t.Errorf("%s are not as wanted", what)
		}
	}
	for want := range strings.SplitSeq("href,src,srcset,action,content,#text,style,xlink:href,windows-1252,windows-1251,"+
		"Shift_JIS,GBK,UTF-8,broken,foreign base,own base,<?xml,<A HREF,&cat,&amp;cat", ",") {
		if seen[want] == 0 {
			t.Errorf("no %q", want)
		}
	}
}

// host returns the host of an address.
func host(t testing.TB, address string) string {
	t.Helper()
	url, err := resolve.Resolver{Edition: resolve.Living}.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	host, _ := url.Host()
	return host
}

func BenchmarkPages(b *testing.B) {
	for b.Loop() {
		total := 0
		for _, p := range some(1, 300) {
			total += len(p.Body)
		}
		b.SetBytes(int64(total))
	}
}
