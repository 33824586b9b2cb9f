package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"htmlurl/check"
)

// namesIn returns the names of all pages in their order, each once.
func namesIn(r *check.Report) []string {
	var names []string
	for _, page := range r.Pages {
		names = append(names, page.Name)
	}
	for _, e := range r.Edges {
		names = append(names, e.From, e.To)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// commonFolder returns the longest path that ends with a slash and begins all names, which are sorted.
func commonFolder(names []string) string {
	first, last := names[0], names[len(names)-1]
	end := 0
	for i := 0; i < len(first) && i < len(last) && first[i] == last[i]; i++ {
		if first[i] == '/' {
			end = i + 1
		}
	}
	return first[:end]
}

// others stands for the nodes for which there is no place.
const others = "…"

// deepest is how deep folders are looked at.
const deepest = 8

// group gives each page a node by its name, and tells whether the nodes are folders. They are the pages if these are
// few, else the folders of the greatest depth at which they are few. Where that says nothing, as with a thousand pages
// in one folder, they are the busiest of the next depth.
func group(names []string, root string, edges []check.Edge) (nodeOf map[string]string, folders bool) {
	pages := map[string]string{}
	for _, name := range names {
		pages[name] = name
	}
	if len(names) <= mostNodes {
		return pages, false
	}
	folder, count := map[string]string{}, 0
	for depth := range deepest {
		deeper := map[string]string{}
		for _, name := range names {
			deeper[name] = folderOf(name, root, depth)
		}
		switch n := different(deeper); {
		case n <= mostNodes:
			folder, count = deeper, n
		case count < fewNodes:
			return busiest(deeper, edges), true
		default:
			return folder, true
		}
	}
	if count < fewNodes {
		return busiest(pages, edges), false
	}
	return folder, true
}

// different counts the different values of a map.
func different(m map[string]string) int {
	values := map[string]bool{}
	for _, v := range m {
		values[v] = true
	}
	return len(values)
}

// folderOf returns the folder of a page, at most so deep below the root.
func folderOf(name, root string, depth int) string {
	end := len(root)
	for range depth {
		i := strings.IndexByte(name[end:], '/')
		if i < 0 {
			break
		}
		end += i + 1
	}
	return name[:end]
}

// busiest leaves nodes with the most links, and one for the others.
func busiest(nodeOf map[string]string, edges []check.Edge) map[string]string {
	links := map[string]int{}
	for _, node := range nodeOf {
		links[node] += 0
	}
	for _, e := range edges {
		links[nodeOf[e.From]] += e.Links
		links[nodeOf[e.To]] += e.Links
	}
	nodes := slices.SortedFunc(maps.Keys(links), func(a, b string) int {
		return cmp.Or(cmp.Compare(links[b], links[a]), cmp.Compare(a, b))
	})
	keep := map[string]bool{}
	for _, node := range nodes[:min(len(nodes), mostNodes-1)] {
		keep[node] = true
	}
	for name, node := range nodeOf {
		if !keep[node] {
			nodeOf[name] = others
		}
	}
	return nodeOf
}
