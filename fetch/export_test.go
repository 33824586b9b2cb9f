package fetch

// The functions below the Client, for tests.
var (
	ParseData    = parseData
	SniffType    = sniffType
	IsNoSniff    = isNoSniff
	ImageType    = imageType
	TextOrBinary = textOrBinary
	Decode       = decode
)

// What these functions fail with, and their limits.
var (
	ErrNoComma = errNoComma
	ErrBase64  = errBase64
)

const (
	DefaultType    = defaultType
	BeginningSize  = beginningSize
	AcceptEncoding = acceptEncoding
	MaxCodings     = maxCodings
	MaxWindow      = maxWindow
)
