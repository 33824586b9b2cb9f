package warc

// Rewound returns how many bytes of its file a Reader has read again.
func Rewound(r *Reader) int64 { return r.text.rewound }
