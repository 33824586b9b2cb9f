// Package generate makes documents and references for comparisons with browsers: odd ones, in which something is
// hidden, broken or in the wrong place. What is made depends on a seed and a number alone, so that each can be made
// again.
//
// # Files
//
//   - generator.go: the source of randomness, and text
//   - reference.go: references, and what is set of them
//   - document.go: documents, in all encodings
package generate
