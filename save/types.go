package save

import (
	"net/http"
	"path"
	"slices"
	"strings"
)

// fileType is a media type with the extensions that its files may have, the usual one first.
type fileType struct {
	name       string
	extensions string
	stem       string // of files without a name
}

// fileTypes are the types that browsers know. The first with an extension is what a local file with it has.
var fileTypes = []fileType{
	{"text/html", ".html .htm .shtml", "page"},
	{"application/xhtml+xml", ".xhtml .xht", "page"},
	{"image/svg+xml", ".svg", "image"},
	{"application/xml", ".xml .xsl .xslt", "data"},
	{"text/xml", ".xml .xsl .xslt", "data"},
	{"text/css", ".css", "style"},
	{"text/javascript", ".js .mjs .cjs", "script"},
	{"application/json", ".json .map", "data"},
	{"application/manifest+json", ".webmanifest", "data"},
	{"text/vtt", ".vtt", "track"},
	{"image/png", ".png .apng", "image"},
	{"image/jpeg", ".jpg .jpeg .jpe .jfif", "image"},
	{"image/gif", ".gif", "image"},
	{"image/webp", ".webp", "image"},
	{"image/avif", ".avif", "image"},
	{"image/apng", ".apng .png", "image"},
	{"image/bmp", ".bmp", "image"},
	{"image/x-icon", ".ico .cur", "icon"},
	{"image/vnd.microsoft.icon", ".ico .cur", "icon"},
	{"image/tiff", ".tif .tiff", "image"},
	{"image/jxl", ".jxl", "image"},
	{"image/heic", ".heic", "image"},
	{"font/woff2", ".woff2", "font"},
	{"font/woff", ".woff", "font"},
	{"font/ttf", ".ttf", "font"},
	{"font/otf", ".otf", "font"},
	{"font/sfnt", ".ttf .otf", "font"},
	{"font/collection", ".ttc", "font"},
	{"application/vnd.ms-fontobject", ".eot", "font"},
	{"video/mp4", ".mp4 .m4v", "video"},
	{"video/webm", ".webm", "video"},
	{"video/ogg", ".ogv .ogg", "video"},
	{"video/quicktime", ".mov .qt", "video"},
	{"video/mp2t", ".ts", "video"},
	{"audio/mpeg", ".mp3", "audio"},
	{"audio/mp4", ".m4a .mp4", "audio"},
	{"audio/ogg", ".oga .ogg .opus", "audio"},
	{"audio/wav", ".wav", "audio"},
	{"audio/aac", ".aac", "audio"},
	{"audio/flac", ".flac", "audio"},
	{"audio/webm", ".weba .webm", "audio"},
	{"application/vnd.apple.mpegurl", ".m3u8", "video"},
	{"application/dash+xml", ".mpd", "video"},
	{"application/wasm", ".wasm", "script"},
	{"application/pdf", ".pdf", "document"},
	{"application/zip", ".zip", "archive"},
	{"application/gzip", ".gz .tgz", "archive"},
	{"application/x-tar", ".tar", "archive"},
	{"application/x-7z-compressed", ".7z", "archive"},
	{"application/x-shockwave-flash", ".swf", "movie"},
	{"text/plain", ".txt", "text"},
}

// aliases are other names of types.
var aliases = map[string]string{
	"application/javascript":      "text/javascript",
	"application/x-javascript":    "text/javascript",
	"application/ecmascript":      "text/javascript",
	"text/ecmascript":             "text/javascript",
	"text/x-javascript":           "text/javascript",
	"image/jpg":                   "image/jpeg",
	"image/pjpeg":                 "image/jpeg",
	"image/x-png":                 "image/png",
	"image/ico":                   "image/x-icon",
	"image/icon":                  "image/x-icon",
	"image/x-ms-bmp":              "image/bmp",
	"application/font-woff":       "font/woff",
	"application/x-font-woff":     "font/woff",
	"application/font-woff2":      "font/woff2",
	"application/x-font-ttf":      "font/ttf",
	"application/x-font-truetype": "font/ttf",
	"application/x-font-otf":      "font/otf",
	"application/x-font-opentype": "font/otf",
	"application/font-sfnt":       "font/sfnt",
	"audio/mp3":                   "audio/mpeg",
	"audio/x-wav":                 "audio/wav",
	"audio/wave":                  "audio/wav",
	"audio/x-m4a":                 "audio/mp4",
	"audio/x-flac":                "audio/flac",
	"application/ogg":             "audio/ogg",
	"application/x-mpegurl":       "application/vnd.apple.mpegurl",
}

// generic are types that say nothing of what a file is.
var generic = []string{"", "text/plain", "application/octet-stream", "binary/octet-stream", "application/x-unknown",
	"unknown/unknown", "application/unknown", "*/*"}

// typesByName and typesByExtension find rows of fileTypes.
var typesByName, typesByExtension = func() (byName, byExtension map[string]*fileType) {
	byName, byExtension = map[string]*fileType{}, map[string]*fileType{}
	for i := range fileTypes {
		t := &fileTypes[i]
		byName[t.name] = t
		for extension := range strings.FieldsSeq(t.extensions) {
			if byExtension[extension] == nil {
				byExtension[extension] = t
			}
		}
	}
	for alias, name := range aliases {
		byName[alias] = byName[name]
	}
	return byName, byExtension
}()

// guess returns the type of a file that came without one: that of its extension, or what its first bytes look like.
//
// Deviation: browsers do not look at extensions of what comes by HTTP.
//
// Spec: https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
func guess(segment string, beginning []byte) string {
	if t := typesByExtension[strings.ToLower(path.Ext(segment))]; t != nil {
		return t.name
	}
	return http.DetectContentType(beginning)
}

// isHTML and isXML tell what documents are made of.
func isHTML(kind string) bool { return kind == "text/html" }

func isXML(kind string) bool {
	switch kind {
	case "text/xml", "application/xml":
		return true
	case "application/dash+xml": // a video
		return false
	}
	return strings.HasSuffix(kind, "+xml")
}

func isDocument(kind string) bool { return isHTML(kind) || isXML(kind) }

// extension returns the extension that a file of the type gets whose URL has the extension written, which may be
// empty. It says whether that is the one written.
func extension(kind, written string) (extension string, isWritten bool) {
	written = strings.ToLower(written)
	t := typesByName[kind]
	switch {
	case slices.Contains(generic, kind) || t == nil && !isXML(kind): // browsers take many other extensions for documents
		if t := typesByExtension[written]; t != nil && !isDocument(t.name) {
			return written, true
		}
		if kind == "text/plain" {
			return ".txt", false
		}
		return ".bin", false
	case t == nil:
		t = typesByName["application/xml"]
	}
	for extension := range strings.FieldsSeq(t.extensions) {
		if extension == written {
			return written, true
		}
	}
	usual, _, _ := strings.Cut(t.extensions, " ")
	return usual, false
}

func isAlphanumeric(c rune) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
