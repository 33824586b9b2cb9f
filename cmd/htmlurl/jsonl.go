package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// answerLines answers each line of standard input, a JSON object, with a line of standard output, in order. A line that
// cannot be answered, blank ones too, gets {"error":{…}}.
func answerLines[Line any](a *app, answer func(Line) (any, error)) error {
	in := bufio.NewReader(a.in)
	if bom, _ := in.Peek(len(utf8BOM)); string(bom) == utf8BOM {
		in.Discard(len(utf8BOM))
	}
	for number := 1; ; number++ {
		text, readErr := in.ReadBytes('\n')
		if readErr == io.EOF && len(text) == 0 {
			return nil
		}
		if readErr != nil && readErr != io.EOF {
			return fmt.Errorf("standard input, line %d: %w", number, readErr)
		}
		reply, err := answerLine(text, answer)
		if err != nil {
			a.bad = true
			reply = map[string]*errorJSON{"error": newErrorJSON(err)}
		}
		if err := a.writeJSON(reply); err != nil {
			return err
		}
	}
}

const utf8BOM = "\ufeff"

func answerLine[Line any](text []byte, answer func(Line) (any, error)) (any, error) {
	var line Line
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("this line is blank, not a JSON object")
	}
	if err := json.Unmarshal(text, &line); err != nil {
		kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
		switch {
		case ok && kind.Field != "":
			return nil, fmt.Errorf("%q must be a string or null", kind.Field)
		case ok:
			return nil, fmt.Errorf("this line is no JSON object but a JSON %s", kind.Value)
		}
		return nil, fmt.Errorf("this line is no JSON object: %w", err)
	}
	return answer(line)
}
