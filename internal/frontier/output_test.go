package frontier_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"htmlurl/internal/frontier"
)

// TestFile holds that a file which is cut at any mark is whole, has what was written until then, and can be gone on
// with.
func TestFile(t *testing.T) {
	for _, name := range []string{"output", "output.gz"} {
		r := rand.New(rand.NewPCG(1, 6))
		path := filepath.Join(t.TempDir(), name)
		var marks []int64
		var contents []string
		var content strings.Builder
		f, err := frontier.OpenFile(path, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 50 {
			for range r.IntN(4) {
				record := strings.Repeat(fmt.Sprint(i), r.IntN(50000))
				if _, err := f.Write([]byte(record)); err != nil {
					t.Fatal(err)
				}
				content.WriteString(record)
			}
			mark, err := f.Commit()
			if err != nil {
				t.Fatal(err)
			}
			marks, contents = append(marks, mark), append(contents, content.String())
			if r.IntN(4) == 0 {
				f.Write([]byte("this is not committed"))
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
				if info, err := os.Stat(path); err != nil || info.Size() != mark {
					t.Fatal("what was not committed is in the file:", info.Size(), mark, err)
				}
				if f, err = frontier.OpenFile(path, mark); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		for i := len(marks) - 1; i >= 0; i-- {
			if err := os.Truncate(path, marks[i]); err != nil {
				t.Fatal(err)
			}
			if read(t, path) != contents[i] {
				t.Errorf("%s: the content at mark %d is wrong", name, i)
			}
		}
	}
}

// TestStream holds that a commit writes what is buffered.
func TestStream(t *testing.T) {
	var got bytes.Buffer
	out := frontier.Stream(&got)
	for _, record := range []string{"one\n", "", "two\n"} {
		out.Write([]byte(record))
		if mark, err := out.Commit(); mark != int64(got.Len()) || err != nil {
			t.Errorf("mark %d of %d, %v", mark, got.Len(), err)
		}
	}
	same(t, got.String(), "one\ntwo\n")
}
