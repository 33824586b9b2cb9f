package save_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"htmlurl/resolve"
	"htmlurl/save"
)

// browser is a Chromium without a window, which is told what to do through pipes.
//
// Spec: https://chromedevtools.github.io/devtools-protocol/
type browser struct {
	t        *testing.T
	command  *exec.Cmd
	to       io.WriteCloser
	messages chan message
	session  string
	id       int
	log      string // of all that the network service does
}

// message is what the browser answers or reports.
type message struct {
	ID     int
	Method string
	Params struct {
		RequestID string
		Request   struct{ URL string }
	}
	Result struct {
		TargetID  string
		SessionID string
		Result    struct{ Value string }
	}
	Error *struct{ Message string }
}

// start starts a browser, if there is one.
func start(t *testing.T) *browser {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("there is no Chromium")
	}
	b := &browser{t: t, messages: make(chan message, 1000), log: filepath.Join(t.TempDir(), "net.json")}
	b.command = exec.Command(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--log-net-log="+b.log, "--remote-debugging-pipe", "about:blank")
	in, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	b.to = to
	b.command.ExtraFiles = []*os.File{in, out}
	if err := b.command.Start(); err != nil {
		t.Skip("Chromium does not start:", err)
	}
	t.Cleanup(func() { b.command.Process.Kill(); b.command.Wait(); from.Close(); to.Close() })
	in.Close()
	out.Close()
	go b.read(from)
	target := b.do("Target.createTarget", map[string]any{"url": "about:blank"}).Result.TargetID
	b.session = b.do("Target.attachToTarget", map[string]any{"targetId": target, "flatten": true}).Result.SessionID
	b.do("Network.enable", nil)
	b.do("Page.enable", nil)
	return b
}

// read reads what the browser says, which ends with null characters.
func (b *browser) read(from io.Reader) {
	defer close(b.messages)
	for in := bufio.NewReader(from); ; {
		text, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m) == nil {
			b.messages <- m
		}
	}
}

// do has a command done, and returns the answer.
func (b *browser) do(method string, params map[string]any) message {
	b.t.Helper()
	b.send(method, params)
	answers := b.until(func(m message) bool { return m.ID == b.id }, 20*time.Second)
	answer := answers[len(answers)-1]
	if answer.ID != b.id || answer.Error != nil {
		b.t.Fatalf("%s: %+v", method, answer)
	}
	return answer
}

func (b *browser) send(method string, params map[string]any) {
	b.id++
	request := map[string]any{"id": b.id, "method": method, "params": params}
	if params == nil {
		request["params"] = map[string]any{}
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
}

// until returns messages up to the first that is wanted, or until there has been none for a while.
func (b *browser) until(wanted func(message) bool, wait time.Duration) []message {
	messages := []message{{}}
	for {
		select {
		case m, ok := <-b.messages:
			if !ok {
				return messages
			}
			if messages = append(messages, m); wanted(m) {
				return messages
			}
		case <-time.After(wait):
			return messages
		}
	}
}

// open opens a page, and returns the URLs of all that was loaded for it.
func (b *browser) open(u string) []string {
	b.send("Page.navigate", map[string]any{"url": u})
	messages := b.until(func(m message) bool { return m.Method == "Page.loadEventFired" }, 20*time.Second)
	messages = append(messages, b.until(func(message) bool { return false }, time.Second)...)
	var loaded []string
	urls := map[string]string{}
	for _, m := range messages {
		switch m.Method {
		case "Network.requestWillBeSent":
			urls[m.Params.RequestID] = m.Params.Request.URL
		case "Network.loadingFinished":
			loaded = append(loaded, urls[m.Params.RequestID])
		}
	}
	return loaded
}

// close ends the browser, and returns its log.
func (b *browser) close() string {
	b.session = ""
	b.send("Browser.close", nil)
	b.command.Wait()
	log, err := os.ReadFile(b.log)
	if err != nil {
		b.t.Fatal(err)
	}
	return string(log)
}

// pixel is a PNG image of one pixel.
var pixel, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")

// everything is a page with all that browsers load. HOST is another name of its server, and each other host is one that
// no look-up may be made for.
const everything = `<!DOCTYPE html>
<base href="/assets/">
<meta http-equiv="Content-Security-Policy" content="img-src http:">
<link rel="preconnect" href="http://preconnect.test/"><link rel="dns-prefetch" href="//dns-prefetch.test/">
<link rel="prefetch" href="http://prefetch.test/"><link rel="modulepreload" href="http://modulepreload.test/">
<link rel="stylesheet" href="style.php?v=1" integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" crossorigin>
<link rel="stylesheet preconnect" href="http://preconnect-sheet.test/">
<link rel="stylesheet" href="http://sheet.test/"><link rel="icon" href="http://icon.test/">
<link rel="preload" as="font" crossorigin href="font.ttf">
<script src="classic.js?x" integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" crossorigin></script>
<script type="module" src="module.js" crossorigin></script>
<script type="speculationrules">{"prefetch": [{"urls": ["https://speculation.test/"], "eagerness": "immediate"}]}</script>
<style>@import "imported.css"; #bg { background: url(bg.png) }</style>
<p id="p">text</p><p id="bg">text</p><p id="imported">text</p><p id="mask" style="mask: url(mask.png)">text</p>
<img id="img" src="img" crossorigin><img srcset="candidate.png 1x, other.png 2x"><img src="drawing"><img src="http://img.test/">
<svg><use id="use" href="icons.svg#icon"/><image href="svgimage.png"/></svg>
<iframe id="frame" src="/frames/frame.php"></iframe><iframe srcdoc="<img src=insrcdoc.png>"></iframe>
<iframe src="http://frame.test/"></iframe><object data="http://object.test/"></object><embed src="http://embed.test/">
<video src="http://video.test/" poster="http://poster.test/"><source src="http://source.test/"><track src="http://track.test/"></video>
<svg><image href="http://svg-image.test/"/><use href="http://use.test/#x"/><path fill="url(http://fill.test/#x)"/></svg>
<script src="http://script.test/"></script><script type="module" src="http://module.test/"></script>
<style>@import "http://import.test/"; @font-face { font-family: G; src: url(http://font.test/) } #bg { font-family: G; mask: url(http://mask.test/) }</style>
<link rel="manifest" href="http://manifest.test/"><link rel="preload" as="image" href="http://preload.test/">
<input type="image" src="http://input.test/"><table background="http://background.test/"></table><form action="http://form.test/"></form>
<object data="object.svg"></object><iframe srcdoc="<link rel=preconnect href=http://in-srcdoc.test/><iframe src=http://deep-frame.test/></iframe>"></iframe>
<audio id="audio" src="sound.wav" preload="auto" crossorigin></audio>
<video id="video" poster="poster.png"><track default src="track.vtt"></video>
<a href="http://hyperlink.test/" ping="http://ping.test/">x</a>
<script>
fetch("/fetched").catch(() => 0)
new Image().src = "http://new-image.test/"
navigator.sendBeacon("http://beacon.test/", "x")
</script>`

// everythingSite has that page, and what it embeds.
func everythingSite() site {
	s := site{
		"/":                     {kind: "text/html; charset=utf-8", body: everything},
		"/assets/style.php?v=1": {kind: "text/css", body: `p { color: rgb(1, 2, 3) } @font-face { font-family: F; src: url("font.ttf") } #p { font-family: F }`},
		"/assets/imported.css":  {kind: "text/css", body: `@import "deep.css";`},
		"/assets/deep.css":      {kind: "text/css; charset=iso-8859-1", body: "#imported::before { content: '\xe9' }"},
		"/assets/classic.js?x":  {kind: "text/javascript; charset=iso-8859-1", body: "window.classic = '\xe9'"},
		"/assets/module.js":     {kind: "text/javascript", body: "window.module = 'ran'; export default 1"},
		"/assets/drawing":       {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>`},
		"/assets/icons.svg":     {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"><rect id="icon" width="7" height="7"/></svg>`},
		"/assets/object.svg":    {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="insvg.png"/><image href="http://in-svg.test/"/><script>fetch("http://svg-fetch.test/")</script></svg>`},
		"/assets/track.vtt":     {kind: "text/vtt", body: "WEBVTT\n\n00:00.000 --> 00:01.000\ncue\n"},
		"/frames/frame.php":     {kind: "text/html; charset=iso-8859-1", body: "<link rel=preconnect href=//in-frame.test/><link rel=stylesheet href=frame.css><p id=f>\xe9"},
		"/frames/frame.css":     {kind: "text/css", body: "p { background: url(deep.png) }"},
		"/frames/deep.png":      {kind: "image/png", body: string(pixel)},
		"/assets/sound.wav": {kind: "audio/wav", body: "RIFF\x44\x03\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00data\x20\x03\x00\x00" +
			strings.Repeat("\x80", 800)},
	}
	for _, name := range []string{"bg.png", "mask.png", "img", "candidate.png", "other.png", "svgimage.png", "insrcdoc.png", "insvg.png", "poster.png"} {
		s["/assets/"+name] = answer{kind: "image/png", body: string(pixel)}
	}
	return s
}

// facts is an expression for what a browser made of the page.
const facts = `JSON.stringify({
	style: getComputedStyle(p).color, imported: getComputedStyle(imported, "::before").content, classic: window.classic, module: window.module,
	image: img.naturalWidth, use: use.getBBox().width, audio: audio.duration, track: video.textTracks[0].cues?.length,
	font: [...document.fonts].filter(f => f.family == "F").map(f => f.status).join(),
})`

// wantFacts are those of the page when it is shown by its server, except for what its policy forbids.
const wantFacts = `{"style":"rgb(1, 2, 3)","imported":"\"é\"","classic":"é","module":"ran","image":1,"use":7,"audio":0.1,"track":1,"font":"loaded"}`

// TestChromium holds that a browser loads all of a saved page from disk, and nothing from the network.
func TestChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	b := start(t)
	s := everythingSite()
	if font := findFont(); font != "" {
		s["/assets/font.ttf"] = answer{kind: "font/ttf", body: font}
	}
	server := s.serve(t)
	c := copyOf(t, living(), server.URL+"/")
	requests := server.total()
	loaded := b.open("file://" + filepath.Join(c.dir, "index.html"))
	want := wantFacts
	if s["/assets/font.ttf"].body == "" {
		want = strings.Replace(want, `"loaded"`, `"error"`, 1)
	}
	if got := b.do("Runtime.evaluate", map[string]any{"expression": facts}).Result.Result.Value; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	log := b.close()
	notLoaded := []string{"module.js", "track.vtt", "mask.png", "icons.svg", "other.png"} // in data: URLs, and a candidate
	for _, f := range c.manifest.Files {
		isLoaded := slices.Contains(loaded, "file://"+filepath.Join(c.dir, f.File))
		if f.Error == "" && !isLoaded && !slices.Contains(notLoaded, filepath.Base(f.File)) {
			t.Errorf("%s was not loaded", f.File)
		}
	}
	if mask := "data:image/png;base64," + base64.StdEncoding.EncodeToString(pixel); !slices.Contains(loaded, mask) {
		t.Error("the mask was not loaded")
	}
	if n := server.total() - requests; n > 0 {
		t.Errorf("%d requests to the server", n)
	}
	for _, host := range append(hostsIn(everything), strings.TrimPrefix(server.URL, "http://"), "in-frame.test", "in-svg.test", "svg-fetch.test") {
		if strings.Contains(log, host) {
			t.Errorf("the browser did something with %s", host)
		}
	}
}

// hostsIn returns the hosts under .test in a text.
func hostsIn(text string) []string {
	var hosts []string
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune("/\"' =\n<>", c) }) {
		if strings.HasSuffix(word, ".test") {
			hosts = append(hosts, word)
		}
	}
	return hosts
}

// findFont returns a font of the system, or nothing.
func findFont() string {
	fonts, _ := filepath.Glob("/usr/share/fonts/truetype/*/*.ttf")
	for _, name := range fonts {
		if font, err := os.ReadFile(name); err == nil && len(font) < 1<<20 {
			return string(font)
		}
	}
	return ""
}

// hostilePages are pages that reach out in ways that no policy in their head forbids, each to hosts of its own.
var hostilePages = site{
	"/feed":    {kind: "text/html", body: `<iframe src=evil.rss></iframe><object data=evil.svgz></object>`},
	"/sheet":   {kind: "application/xhtml+xml", body: `<?xml-stylesheet href="http://sheet.test/a.css"?><html xmlns="http://www.w3.org/1999/xhtml"><head/><body>x</body></html>`},
	"/head":    {kind: "application/xhtml+xml", body: `<html xmlns="http://www.w3.org/1999/xhtml"><body><img src="http://early.test/"/><div><head>x</head></div></body></html>`},
	"/svg":     {kind: "image/svg+xml", body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://image.test/"/><foreignObject><head xmlns="http://www.w3.org/1999/xhtml">x</head></foreignObject></svg>`},
	"/sandbox": {kind: "text/html", body: `<iframe sandbox src=/inner></iframe>`},
	"/inner":   {kind: "text/html", body: `<noscript><link rel=preconnect href=http://noscript.test><iframe src=http://frame.test></iframe></noscript>`},
	"/data":    {kind: "text/html", body: `<iframe src="data:text/html,<link rel=preconnect href=http://data.test><iframe src=http://inner.test>"></iframe>`},
	"/spaces":  {kind: "text/html", body: "<iframe src='http://ta\tb.test/'></iframe><iframe src='http://back.test/ x\\y'></iframe>"},
	"/evil.rss": {kind: "application/octet-stream",
		body: `<html xmlns="http://www.w3.org/1999/xhtml"><script>location = "http://feed.test/"</script><img src="http://feedimage.test/"/></html>`},
	"/evil.svgz": {kind: "application/octet-stream", body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://svgz.test/"/></svg>`},
}

// TestChromiumHostile holds that pages that are saved without scripts request nothing from the network, whatever they are.
func TestChromiumHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	b := start(t)
	server := hostilePages.serve(t)
	pages := 0
	for _, edition := range []resolve.Edition{resolve.HTML5, resolve.Living} {
		for _, name := range []string{"feed", "sheet", "head", "svg", "sandbox", "data", "spaces"} {
			c := copyOf(t, &save.Saver{Edition: edition, NoScripts: true}, server.URL+"/"+name)
			b.open("file://" + filepath.Join(c.dir, c.manifest.Files[0].File))
			pages++
		}
	}
	log := b.close()
	if pages != 14 {
		t.Errorf("%d pages", pages)
	}
	for name, a := range hostilePages {
		for _, host := range hostsIn(a.body) {
			if strings.Contains(log, host) {
				t.Errorf("%s: the browser did something with %s", name, host)
			}
		}
	}
}
