package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// answerLines answers each line of standard input, a JSON object, with a line of standard output, in order. A line that
// cannot be answered gets {"error":{…}}. Blank lines are passed over.
func answerLines[Line any](a *app, answer func(Line) (any, error)) error {
	in := bufio.NewReader(a.in)
	for number := 1; ; number++ {
		text, readErr := in.ReadBytes('\n')
		if len(bytes.TrimSpace(text)) > 0 {
			reply, err := answerLine(text, answer)
			if err != nil {
				a.bad = true
				reply = map[string]*errorJSON{"error": newErrorJSON(err)}
			}
			if err := a.writeJSON(reply); err != nil {
				return err
			}
		}
		if readErr == io.EOF {
			return nil
		}
		if readErr != nil {
			return fmt.Errorf("standard input, line %d: %w", number, readErr)
		}
	}
}

func answerLine[Line any](text []byte, answer func(Line) (any, error)) (any, error) {
	var line Line
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, fmt.Errorf("this line is no JSON object of the expected shape: %w", err)
	}
	return answer(line)
}
