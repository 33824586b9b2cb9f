package main

import "os"

func Example() {
	page, err := os.Open("../../testdata/page.html")
	if err != nil {
		panic(err)
	}
	defer page.Close()
	if err := printLinks(os.Stdout, page, "https://example.com/news/2012/"); err != nil {
		panic(err)
	}
	// Output:
	// Our café: https://example.com/news/menu/caf%C3%A9.html?w=caf%E9#café
	// Cheese rolls: https://example.com/news/menu/?dish=Br%F6tchen%20&%20K%E4se
	// The menu itself: https://example.com/news/menu/
	// Books: http://xn--bcher-kva.example/list.html
	// July: https://example.com/archive/2011/july.html
	// Top: https://example.com/news/menu/#top
}
