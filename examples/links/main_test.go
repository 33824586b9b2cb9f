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
	// Old list: cannot resolve "http://Bücher.example\\old\\list.html": the host is no domain name: ASCII character that is no letter, digit or hyphen (bytes 15 to 31: "example\\old\\list")
	// A host that is none: cannot resolve "http://my_host.example/": the host is no domain name: ASCII character that is no letter, digit or hyphen (bytes 7 to 14: "my_host")
	// July: https://example.com/archive/2011/july.html
	// Top: https://example.com/news/menu/#top
}
