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
	// 15: Our café: https://example.com/news/menu/caf%C3%A9.html?w=caf%E9#café
	// 16: Cheese rolls: https://example.com/news/menu/?dish=Br%F6tchen%20&%20K%E4se
	// 17: The menu itself: https://example.com/news/menu/
	// 18: Books: http://xn--bcher-kva.example/list.html
	// 19: July: https://example.com/archive/2011/july.html
	// 20: Top: https://example.com/news/menu/#top
}
