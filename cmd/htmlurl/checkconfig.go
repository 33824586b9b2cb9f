package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/pflag"
)

const (
	configName  = "htmlurl.toml" // the configuration file that is read unasked
	configTable = "check"        // the table that has the keys of the command of this name
	configPaths = "paths"        // the key that stands for the arguments of the command
)

// Annotations of flags.
const (
	notInConfig = "no-config" // the flag makes no sense in a configuration file
	namesPath   = "path"      // the value names a file or folder
)

// findConfig returns the name of the configuration file: the one that is given, or that in the current folder; "" if
// there is none.
func findConfig(given string) (name string, err error) {
	if given != "" {
		return given, nil
	}
	_, err = os.Lstat(configName)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return configName, err
}

// applyConfig sets the flags that a configuration file has and the command line has not, and returns the arguments in
// the file. The name "" is that of no file. Paths in the file are relative to its folder.
//
// A key is the long name of a flag. Its value is of the type of the flag, text if TOML has no such type; a flag with
// several values, a pflag.SliceValue, takes an array, too.
func applyConfig(flags *pflag.FlagSet, name string) (paths []string, err error) {
	if name == "" {
		return nil, nil
	}
	text, err := readConfig(name)
	if err != nil {
		return nil, err
	}
	f := configFile{name: name, flags: flags}
	f.meta, err = toml.Decode(text, &f.tables)
	if bad, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, fmt.Errorf("%s:%d: %s", name, bad.Position.Line, bad.Message)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, key := range f.meta.Keys() { // in the order of the file
		if err := f.apply(key); err != nil {
			return nil, fmt.Errorf("%s: %w", f.place(key), err)
		}
	}
	return f.paths, nil
}

// readConfig reads a configuration file.
func readConfig(name string) (string, error) {
	const limit = 1 << 20
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if len(text) > limit {
		return "", fmt.Errorf("%s has more than %d bytes, which is no configuration", name, limit)
	}
	return string(text), err
}

// configFile is a configuration file while it is applied.
type configFile struct {
	name   string
	flags  *pflag.FlagSet
	meta   toml.MetaData
	tables map[string]toml.Primitive
	paths  []string
}

// value returns the value of a key, undecoded.
func (f *configFile) value(key toml.Key) toml.Primitive {
	value := f.tables[key[0]]
	for _, part := range key[1:] {
		var table map[string]toml.Primitive
		if f.meta.PrimitiveDecode(value, &table) != nil {
			return toml.Primitive{}
		}
		value = table[part]
	}
	return value
}

// place returns the file and line of a key.
func (f *configFile) place(key toml.Key) string {
	err := f.meta.PrimitiveDecode(f.value(key), &refusal{})
	bad, _ := errors.AsType[toml.ParseError](err)
	if bad.Position.Line == 0 { // of an empty key
		return f.name
	}
	return fmt.Sprintf("%s:%d", f.name, bad.Position.Line)
}

// refusal takes no value, so that the error says where the value is.
type refusal struct{}

func (*refusal) UnmarshalTOML(any) error { return errors.ErrUnsupported }

// apply applies a key and its value.
func (f *configFile) apply(key toml.Key) error {
	var top, value any
	if err := f.meta.PrimitiveDecode(f.value(key[:1]), &top); err != nil {
		return err
	}
	table, isTable := top.(map[string]any)
	_, isArray := top.([]map[string]any)
	switch isKnown := f.flags.Lookup(key[0]) != nil || key[0] == configPaths; {
	case key[0] == configTable && !isTable:
		return fmt.Errorf("%s must be a table, and there can be only one", configTable)
	case key[0] == configTable && len(key) == 1:
		return nil
	case key[0] == configTable:
		value = table[key[1]]
	case isTable || isArray:
		return fmt.Errorf("there is no table [%.50s]: the keys are those of [%s]", key[0], configTable)
	case isKnown:
		return fmt.Errorf("put %s below a line [%s]", key[0], configTable)
	default:
		return f.unknown(key[0])
	}
	flag := f.flags.Lookup(key[1])
	switch {
	case key[1] == configPaths:
		return f.applyPaths(value)
	case flag == nil:
		return f.unknown(key[1])
	case refusesConfig(flag):
		return fmt.Errorf("%s is for the command line only", flag.Name)
	}
	return f.set(flag, value)
}

// applyPaths takes the arguments of the command.
func (f *configFile) applyPaths(value any) error {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, value := range list {
		path, ok := value.(string)
		if !ok {
			return fmt.Errorf("%s must be an array of strings", configPaths)
		}
		f.paths = append(f.paths, f.path(path))
	}
	return nil
}

// path returns a path as it is from the current folder. URLs and - for standard input or output are no paths.
func (f *configFile) path(path string) string {
	folder := filepath.Dir(f.name)
	isURL := hasPrefixFold(path, "http:") || hasPrefixFold(path, "https:")
	if folder == "." || path == "" || path == "-" || isURL || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// set sets a flag, unless the command line did.
func (f *configFile) set(flag *pflag.Flag, value any) error {
	several, takesSeveral := flag.Value.(pflag.SliceValue)
	list, isList := value.([]any)
	if !isList {
		list = []any{value}
	}
	texts, ok := f.texts(flag, list)
	switch {
	case !ok || isList && !takesSeveral:
		return fmt.Errorf("%s must be %s", flag.Name, wanted(flag, takesSeveral))
	case flag.Changed:
		return nil
	case isList:
		if err := several.Replace(texts); err != nil {
			return fmt.Errorf("%s: %w", flag.Name, err)
		}
		flag.Changed = true
		return nil
	}
	err := f.flags.Set(flag.Name, texts[0])
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return fmt.Errorf("%s = %.200q: %w", flag.Name, texts[0], bad.Unwrap())
	}
	return err
}

// texts returns values as the command line would have them, if they are of the right type for a flag.
func (f *configFile) texts(flag *pflag.Flag, list []any) (texts []string, ok bool) {
	for _, value := range list {
		text, ok := valueText(kindOf(flag), value)
		if !ok {
			return nil, false
		}
		if flag.Annotations[namesPath] != nil {
			text = f.path(text)
		}
		texts = append(texts, text)
	}
	return texts, true
}

// kindOf returns the type of a flag's value, or of each of several.
func kindOf(flag *pflag.Flag) string {
	return strings.TrimSuffix(strings.TrimSuffix(flag.Value.Type(), "Slice"), "Array")
}

// valueText returns the text of a value for a flag of a kind, if it is of the right type.
func valueText(kind string, value any) (text string, ok bool) {
	switch value := value.(type) {
	case bool:
		return strconv.FormatBool(value), kind == "bool"
	case int64:
		return strconv.FormatInt(value, 10), kind != "bool" && kind != "string"
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64), strings.HasPrefix(kind, "float")
	case string:
		return value, kind != "bool" && !isNumber(kind)
	}
	return "", false
}

// isNumber tells whether flags of a kind take numbers only.
func isNumber(kind string) bool {
	return slices.Contains([]string{"int", "uint", "float", "count"}, strings.TrimRight(kind, "0123456789"))
}

// wanted says what values a flag takes.
func wanted(flag *pflag.Flag, several bool) string {
	one, many := "a string", "strings"
	switch kind := kindOf(flag); {
	case kind == "bool":
		one, many = "true or false", "true and false"
	case isNumber(kind):
		one, many = "a number", "numbers"
	}
	if several {
		return "an array of " + many
	}
	return one
}

// refusesConfig tells whether a flag cannot be in a configuration file.
func refusesConfig(flag *pflag.Flag) bool {
	return flag.Name == "config" || flag.Name == "help" || flag.Annotations[notInConfig] != nil
}

// unknown says that there is no such key, and what may be meant.
func (f *configFile) unknown(key string) error {
	if name := f.nearest(key); name != "" {
		return fmt.Errorf("there is no key %q; did you mean %s?", key, name)
	}
	return fmt.Errorf("there is no key %.50q; keys are the long names of flags, see htmlurl %s --help", key, configTable)
}

// nearest returns the key that is most like what is no key, or "" if none is.
func (f *configFile) nearest(key string) string {
	const limit = 50
	if len(key) > limit {
		return ""
	}
	key = strings.Trim(strings.ReplaceAll(strings.ToLower(key), "_", "-"), "-")
	nearest, least := "", 2+len(key)/4
	weigh := func(name string) {
		d := distance(key, name)
		if len(key) >= 3 && strings.HasPrefix(name, key) {
			d = min(d, 1)
		}
		if d < least {
			nearest, least = name, d
		}
	}
	weigh(configPaths)
	f.flags.VisitAll(func(flag *pflag.Flag) {
		switch {
		case flag.Hidden || flag.Deprecated != "" || refusesConfig(flag):
		case flag.Shorthand == key && key != "":
			nearest, least = flag.Name, 0
		default:
			weigh(flag.Name)
		}
	})
	return nearest
}

// distance returns how many bytes must be added, removed or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // for each beginning of b, the distance to what is done of a
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
