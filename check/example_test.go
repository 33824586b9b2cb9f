package check_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"htmlurl/check"
)

// References that are only a fragment, or empty, seem to lead to the page itself. With a base element they lead
// elsewhere.
func ExampleChecker_Check() {
	site := fstest.MapFS{
		"index.html": {Data: []byte("<base href='shop/'>\n<h1 id=news>News</h1>\n<a href='#news'>News</a>\n<a" +
			" href=''>Again</a>")},
		"shop/index.html": {Data: []byte("<h1>Shop</h1>")},
	}
	r, err := new(check.Checker).Check(context.Background(), check.Site{FS: site, Address: "https://example.com/"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range r.Findings {
		fmt.Printf("%s:%d:%d: %s\n", f.Page, f.Line, f.Column, f.Message)
		fmt.Printf("  %s leads to %s\n  %s is the base: %s\n", f.Raw, f.URL, f.Base, f.Why)
	}
	// Output:
	// index.html:3:10: shop/index.html has no element with the ID "news"
	//   #news leads to https://example.com/shop/#news
	//   https://example.com/shop/ is the base: base element <base href="shop/">
}
