package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"htmlurl/resolve"
)

// configured is what the flags of a command say.
type configured struct {
	Site     string
	Exclude  []string
	Kinds    []string
	External bool
	Age      time.Duration
	Retries  int
	Size     sizeFlag
	Edition  editionFlag
	Baseline string
	Reports  []string
	Paths    []string
}

// newConfigured returns flags of all sorts, with defaults, after they were given the arguments.
func newConfigured(t testing.TB, args ...string) (*configured, *pflag.FlagSet) {
	t.Helper()
	c := &configured{Size: 64e6}
	flags := pflag.NewFlagSet("check", pflag.ContinueOnError)
	flags.StringVar(&c.Site, "site", "", "")
	flags.StringArrayVarP(&c.Exclude, "exclude", "x", []string{"default"}, "")
	flags.StringSliceVar(&c.Kinds, "kind", nil, "")
	flags.BoolVar(&c.External, "external", false, "")
	flags.DurationVar(&c.Age, "cache-age", time.Hour, "")
	flags.IntVar(&c.Retries, "retries", 3, "")
	flags.Var(&c.Size, "max-bytes", "")
	c.Edition.add(flags)
	flags.StringVar(&c.Baseline, "baseline", "", "")
	flags.StringArrayVar(&c.Reports, "report", nil, "")
	flags.String("config", "", "")
	flags.String("since", "", "")
	flags.Bool("help", false, "")
	for name, annotation := range map[string]string{"baseline": namesPath, "report": namesPath, "since": notInConfig} {
		if err := flags.SetAnnotation(name, annotation, []string{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	return c, flags
}

// configFileWith returns the name of a configuration file with the text.
func configFileWith(t testing.TB, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "some.toml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestApplyConfig holds what a configuration file sets, and that the command line wins.
func TestApplyConfig(t *testing.T) {
	for _, c := range []struct {
		name, text string
		args       []string
		want       func(c *configured)
	}{
		{"empty", "", nil, func(*configured) {}},
		{"an empty table", "\ufeff# nothing\r\n[check]\r\n", nil, func(*configured) {}},
		{"text", "[check]\nsite = 'https://example.org/'", nil, func(c *configured) { c.Site = "https://example.org/" }},
		{"true", "[check]\nexternal = true", nil, func(c *configured) { c.External = true }},
		{"a time", "[check]\ncache-age = '24h'", nil, func(c *configured) { c.Age = 24 * time.Hour }},
		{"a number", "[check]\nretries = 0x10", nil, func(c *configured) { c.Retries = 16 }},
		{"a size", "[check]\nmax-bytes = '5MB'", nil, func(c *configured) { c.Size = 5e6 }},
		{"a number of bytes", "[check]\nmax-bytes = 5_000", nil, func(c *configured) { c.Size = 5000 }},
		{"an edition", "[check]\nedition = 'living'", nil, func(c *configured) { c.Edition.Edition = resolve.Living }},
		{"an array", "[check]\nexclude = [\n'a,b', # a comment\n'c\\d',\n]", nil,
			func(c *configured) { c.Exclude = []string{"a,b", `c\d`} }},
		{"an array of what may have commas", "[check]\nkind = ['x,y', 'z']", nil,
			func(c *configured) { c.Kinds = []string{"x,y", "z"} }},
		{"one of several", "[check]\nexclude = 'a,b'\nkind = 'x,y'", nil,
			func(c *configured) { c.Exclude, c.Kinds = []string{"a,b"}, []string{"x", "y"} }},
		{"none of several", "[check]\nexclude = []\npaths = []", nil, func(c *configured) { c.Exclude = []string{} }},
		{"an inline table", "check = {retries = 1, external = true}", nil,
			func(c *configured) { c.Retries, c.External = 1, true }},
		{"dotted keys", "check.retries = 1\ncheck.external = true", nil,
			func(c *configured) { c.Retries, c.External = 1, true }},
		{"quoted keys", "['check']\n\"retries\" = 1", nil, func(c *configured) { c.Retries = 1 }},
		{"arguments", "[check]\npaths = ['/site/', 'https://example.org/', '-']", nil,
			func(c *configured) { c.Paths = []string{"/site/", "https://example.org/", "-"} }},
		{"an argument", "[check]\npaths = '/site/'", nil, func(c *configured) { c.Paths = []string{"/site/"} }},
		{"the command line wins", "[check]\nretries = 1\nexternal = true\nexclude = ['a']\ncache-age = '3h'\nsite = 'x'",
			[]string{"--retries=3", "--external=false", "-x", "b", "--cache-age=2h"},
			func(c *configured) { c.Exclude, c.Age, c.Site = []string{"b"}, 2*time.Hour, "x" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, flags := newConfigured(t, c.args...)
			want, _ := newConfigured(t)
			c.want(want)
			var err error
			if got.Paths, err = applyConfig(flags, configFileWith(t, c.text)); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%+v\nwant %+v", got, want)
			}
		})
	}
}

// TestConfigChanged holds that a flag of the file counts as given.
func TestConfigChanged(t *testing.T) {
	_, flags := newConfigured(t)
	if _, err := applyConfig(flags, configFileWith(t, "[check]\nexternal = false\nexclude = []")); err != nil {
		t.Fatal(err)
	}
	var changed []string
	flags.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed {
			changed = append(changed, flag.Name)
		}
	})
	if !slices.Equal(changed, []string{"exclude", "external"}) {
		t.Errorf("%q count as given", changed)
	}
}

// TestConfigPaths holds that paths in a file are relative to its folder, and to nothing else.
func TestConfigPaths(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("sub", 0o700); err != nil {
		t.Fatal(err)
	}
	text := "[check]\nsite = 'x'\nbaseline = 'known.json'\npaths = ['site/', '.']\n" +
		"report = ['a/./b', '../c', '/abs', '-', '', 'https://h/']"
	for _, name := range []string{"some.toml", filepath.Join("sub", "some.toml")} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]configured{
		"some.toml": {Site: "x", Baseline: "known.json", Paths: []string{"site/", "."},
			Reports: []string{"a/./b", "../c", "/abs", "-", "", "https://h/"}},
		"sub/some.toml": {Site: "x", Baseline: "sub/known.json", Paths: []string{"sub/site", "sub"},
			Reports: []string{"sub/a/b", "c", "/abs", "-", "", "https://h/"}},
	} {
		got, flags := newConfigured(t)
		paths, err := applyConfig(flags, filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Concat([]string{got.Site, got.Baseline}, got.Reports, paths)
		for i := range names {
			names[i] = filepath.ToSlash(names[i])
		}
		wanted := slices.Concat([]string{want.Site, want.Baseline}, want.Reports, want.Paths)
		if !slices.Equal(names, wanted) {
			t.Errorf("%s: %q, want %q", name, names, wanted)
		}
	}
}

// TestConfigErrors holds what is refused, and that it is said where, and what may be meant.
func TestConfigErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[check]\nexternl = true", `:2: there is no key "externl"; did you mean external?`},
		{"[check]\n\ncache_age = '1h'", `:3: there is no key "cache_age"; did you mean cache-age?`},
		{"[check]\ncacheAge = '1h'", "did you mean cache-age?"},
		{"[check]\ncache = '1h'", "did you mean cache-age?"},
		{"[check]\n--external = true", "did you mean external?"},
		{"[check]\nexternalll = true", "did you mean external?"},
		{"[check]\nx = ['a']", "did you mean exclude?"},
		{"[check]\npath = 'site'", "did you mean paths?"},
		{"[check]\nEXTERNAL = true", "did you mean external?"},
		{"[check]\nnonsense = true", `there is no key "nonsense"; keys are the long names of flags`},
		{"[check]\n'' = 1", `: there is no key ""`},
		{"[check]\n" + strings.Repeat("x", 1e5) + " = 1", ":2: there is no key"},
		{"external = true\n[check]\n", ":1: put external below a line [check]"},
		{"paths = ['site']", ":1: put paths below"},
		{"extern = true", ":1: there is no key"},
		{"# x\n[checks]\nexternal = true", ":2: there is no table [checks]: the keys are those of [check]"},
		{"[Check]", "there is no table [Check]"},
		{"[check]\n[links]", ":2: there is no table [links]"},
		{"[links.more]\nx = 1", ":1: there is no table [links]"},
		{"links.more = 1", ":1: there is no table [links]"},
		{"[[links]]", ":1: there is no table [links]"},
		{"check = 3", ":1: check must be a table"},
		{"[[check]]\n[[check]]", ":2: check must be a table, and there can be only one"},
		{"[check]\nconfig = 'x'", ":2: config is for the command line only"},
		{"[check]\nhelp = true", "help is for the command line only"},
		{"[check]\nsince = 'main'", "since is for the command line only"},
		{"[check]\nexternal = 'true'", ":2: external must be true or false"},
		{"[check]\nexternal = 1", "external must be true or false"},
		{"[check]\nexternal = [true]", "external must be true or false"},
		{"[check]\nretries = '3'", "retries must be a number"},
		{"[check]\nretries = 3.0", "retries must be a number"},
		{"[check]\nsite = 3", "site must be a string"},
		{"[check]\nsite = 2020-01-01", "site must be a string"},
		{"[check]\nsite = ['a']", "site must be a string"},
		{"[check]\nexclude = [\n'a',\n3]", ":2: exclude must be an array of strings"},
		{"[check]\nexclude = [['a']]", "exclude must be an array of strings"},
		{"[check]\nexclude = [{a = 1}]", "exclude must be an array of strings"},
		{"[check.exclude]\na = 1", ":1: exclude must be an array of strings"},
		{"[check]\nexclude.a = 1", ":2: exclude must be an array of strings"},
		{"[[check.exclude]]\na = 1", ":1: exclude must be an array of strings"},
		{"[check]\npaths = [1]", ":2: paths must be an array of strings"},
		{"[check]\npaths = true", "paths must be an array of strings"},
		{"[check]\ncache-age = '24'", `:2: cache-age = "24": time: missing unit`},
		{"[check]\ncache-age = 24", `cache-age = "24": time: missing unit`},
		{"[check]\nretries = 99999999999999999999", ":2: 99999999999999999999 is out of range"},
		{"[check]\nedition = 'html9'", ":2: edition = \"html9\": "},
		{"[check]\nexternal = true\nexternal = true", ":3: Key 'check.external' has already been defined"},
		{"[check]\nexternal = yes", ":2: "},
		{"[check]\nsite = '\xff'", ":2: invalid UTF-8"},
		{"\n\n[check", ":3: "},
		{"[check]\nexternal = true\nnonsense = 1\nexternl = 2", ":3: "},
		{strings.Repeat("#", 1<<20+1), " has more than 1048576 bytes"},
	} {
		_, flags := newConfigured(t)
		name := configFileWith(t, c.text)
		_, err := applyConfig(flags, name)
		if err == nil || !strings.HasPrefix(err.Error(), name) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.200q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestConfigOverruled holds that the type of what the command line overrules is still looked at.
func TestConfigOverruled(t *testing.T) {
	_, flags := newConfigured(t, "--external")
	if _, err := applyConfig(flags, configFileWith(t, "[check]\nexternal = 'no'")); err == nil {
		t.Error("no error")
	}
}

// TestFindConfig holds which file is read.
func TestFindConfig(t *testing.T) {
	t.Chdir(t.TempDir())
	find := func(given, want string) {
		t.Helper()
		if name, err := findConfig(given); name != want || err != nil {
			t.Errorf("%q, %v, want %q", name, err, want)
		}
	}
	find("", "")
	find("other.toml", "other.toml")
	_, flags := newConfigured(t)
	if paths, err := applyConfig(flags, ""); paths != nil || err != nil {
		t.Errorf("no file: %q, %v", paths, err)
	}
	if _, err := applyConfig(flags, "other.toml"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := applyConfig(flags, "."); err == nil {
		t.Error("a folder: no error")
	}
	if err := os.WriteFile("htmlurl.toml", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	find("", "htmlurl.toml")
	find("other.toml", "other.toml")
}

// FuzzApplyConfig holds that every error says where it is, but for empty keys, of which that is not known.
func FuzzApplyConfig(f *testing.F) {
	f.Add("[check]\nexternal = true\nexclude = ['a']\nretries = 1\n[links]\n")
	f.Add("check.x.y = {a = [{b = 2020-01-01}]}\n[[check.exclude]]\n")
	f.Add("\"\".\"\" = 1")
	f.Fuzz(func(t *testing.T, text string) {
		_, flags := newConfigured(t)
		name := configFileWith(t, text)
		_, err := applyConfig(flags, name)
		if err == nil {
			return
		}
		place := regexp.MustCompile(`^:[1-9][0-9]*: .`)
		hasEmpty := strings.Contains(text, `""`) || strings.Contains(text, "''")
		if !place.MatchString(strings.TrimPrefix(err.Error(), name)) && !hasEmpty {
			t.Error(err)
		}
	})
}
