package generate

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// hosts is how many there are.
const hosts = 1_000_000

// web makes choices, all of them from one seed.
type web struct {
	*rand.Rand
	sources *rand.Zipf // numbers of hosts that pages are from
	targets *rand.Zipf // numbers of hosts that pages link to, few of them often
}

func newWeb(seed uint64) *web {
	r := rand.New(rand.NewPCG(seed, hosts))
	return &web{r, rand.NewZipf(r, 1.1, 50, hosts-1), rand.NewZipf(r, 1.15, 4, hosts-1)}
}

// chance is true in so many of a thousand cases.
func (w *web) chance(permille int) bool { return w.IntN(1000) < permille }

// one returns one of the choices.
func one[T any](w *web, choices []T) T { return choices[w.IntN(len(choices))] }

var (
	syllables = strings.Fields("ka lo mi ne su ra to ve an er is on ta li de ro ma pe ti no sa le co be da fu go hi jo")
	prefixes  = strings.Split("www. www. www. www. www. blog. shop. m. news. en. static.      ", " ")
	suffixes  = strings.Fields("com com com com com com org org net de ru jp fr it co.uk com.br cn pl nl info edu gov")
	folders   = strings.Fields("news blog products category tag wiki forum archive author 2023/11 2024/05 docs events")
	endings   = strings.Fields(".html .html .htm .php / / / /")
)

// origin returns the address of a host without a path. No other host has its name.
func origin(number uint64) string {
	const prime = 999_983
	address := "https://"
	if number%8 == 3 {
		address = "http://"
	}
	address += prefixes[number%uint64(len(prefixes))]
	for rest := number*prime%hosts + hosts; rest > 0; rest /= uint64(len(syllables)) {
		address += syllables[rest%uint64(len(syllables))]
	}
	return address + "." + suffixes[number/7%uint64(len(suffixes))] + ".example"
}

// path returns a path on a host, and perhaps a query.
func (w *web) path() string {
	switch w.IntN(12) {
	case 0:
		return "/"
	case 1, 2:
		return "/index.php?id=" + strconv.Itoa(w.IntN(1e6)) + "&cat=" + strconv.Itoa(w.IntN(30))
	}
	return "/" + one(w, folders) + "/" + w.file(one(w, endings))
}

// file returns the last part of a path.
func (w *web) file(ending string) string {
	name := english.word(w) + "-" + english.word(w)
	if w.chance(400) {
		name += "-" + strconv.Itoa(w.IntN(1e5))
	}
	return name + ending
}
