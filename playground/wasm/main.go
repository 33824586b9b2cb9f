//go:build js && wasm

// Command wasm gives the answers of package answer to JavaScript, as functions of a global object htmlurl: one for each
// question, with JSON in and out. What fails gives {"error": message}.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"htmlurl/playground/answer"
)

// page is what the last question read.
var page *answer.Page

func main() {
	js.Global().Set("htmlurl", js.ValueOf(map[string]any{
		"read":     question(read),
		"editions": question(chosen((*answer.Page).Editions)),
		"parts":    question(chosen((*answer.Page).Parts)),
		"steps":    question(chosen((*answer.Page).Steps)),
		"inert":    js.FuncOf(inert),
	}))
	select {}
}

// question makes a function of JavaScript whose arguments are JSON, and bytes or null.
func question(ask func(text, file []byte) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = marshal(map[string]string{"error": fmt.Sprint("internal error: ", r)})
			}
		}()
		var file []byte
		if len(args) > 1 && args[1].Truthy() {
			file = make([]byte, args[1].Length())
			js.CopyBytesToGo(file, args[1])
		}
		answer, err := ask([]byte(args[0].String()), file)
		if err != nil {
			return marshal(map[string]string{"error": err.Error()})
		}
		return marshal(answer)
	})
}

// marshal returns JSON without escapes for HTML.
func marshal(v any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return text.String()
}

// read reads a case, which later questions are about.
func read(text, file []byte) (any, error) {
	page = nil
	var c answer.Case
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	c.File = file
	var err error
	if page, err = answer.Read(c); err != nil {
		return nil, err
	}
	return page.Answer(c.IsFile), nil
}

// chosen makes a question of what is asked about a reference of the page.
func chosen[A any](ask func(*answer.Page, answer.Choice) A) func(text, _ []byte) (any, error) {
	return func(text, _ []byte) (any, error) {
		var c answer.Choice
		switch err := json.Unmarshal(text, &c); {
		case err != nil:
			return nil, err
		case page == nil:
			return nil, errors.New("there is no page")
		}
		return ask(page, c), nil
	}
}

// inert returns the bytes of a document, which is named by its index, for the browser.
func inert(_ js.Value, args []js.Value) any {
	if page == nil || args[0].Int() >= page.Documents() { // it was about another page
		return js.Null()
	}
	text := page.Inert(args[0].Int())
	array := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, text)
	return array
}
