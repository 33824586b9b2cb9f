package save

import (
	"encoding/base64"
	"strings"
)

// maxInline is how many bytes a file may have that is written into others as a data: URL.
const maxInline = 8 << 20

// inline returns a data: URL for what browsers do not read from disk.
func (r *rewriter) inline(ref reference, role role, f *file) (reference string, ok bool) {
	kind := f.kind
	switch {
	case role == roleModule:
		kind = "text/javascript"
	case role == roleTrack:
		kind = "text/vtt"
	case !needsCORS(ref.property) || f.content == stylesheet:
		return "", false
	}
	size := base64.StdEncoding.EncodedLen(int(min(f.size, maxInline+1)))
	if f.size > maxInline || size > r.left || r.bytes.Add(int64(size)) > r.MaxBytes {
		return "", false
	}
	content, err := r.folder.read(f.raw)
	if err != nil {
		return "", false
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(content), true
}

// needsCORS tells whether what a property of CSS refers to is fetched by CORS requests, as none is answered on disk.
// Custom properties can become part of any other.
//
// Spec: https://drafts.fxtf.org/css-masking/#priv-sec, https://drafts.csswg.org/css-shapes/#shape-outside-property;
// https://svgwg.org/svg2-draft/linking.html#processingURL-fetch
func needsCORS(property string) bool {
	switch strings.TrimPrefix(property, "-webkit-") {
	case "mask", "mask-image", "shape-outside", "clip-path", "filter", "backdrop-filter", "fill", "stroke", "marker",
		"marker-start", "marker-mid", "marker-end", "offset-path":
		return true
	}
	return strings.HasPrefix(property, "--")
}
