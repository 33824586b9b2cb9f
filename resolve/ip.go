package resolve

import "strconv"

// appendIPv4 appends the dotted form of an IPv4 address.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv4-serializer
func appendIPv4(dst []byte, address uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(address>>shift&0xFF), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

// appendIPv6 appends the shortest form of an IPv6 address, without brackets.
//
// Spec: https://url.spec.whatwg.org/#concept-ipv6-serializer; URL Standard 1.6 (12 January 2015), IPv6 serializer
func appendIPv6(dst []byte, address [8]uint16) []byte {
	compress, size := longestZeros(address)
	for i := 0; i < len(address); i++ {
		if i == compress {
			dst = append(dst, ':')
			if i == 0 {
				dst = append(dst, ':')
			}
			i += size - 1
			continue
		}
		dst = strconv.AppendUint(dst, uint64(address[i]), 16)
		if i < len(address)-1 {
			dst = append(dst, ':')
		}
	}
	return dst
}

// longestZeros returns where the first longest run of more than one zero piece starts, and its size; -1 and 0 without
// one.
//
// Spec: https://url.spec.whatwg.org/#find-the-ipv6-address-compressed-piece-index
func longestZeros(address [8]uint16) (start, size int) {
	start, size = -1, 1
	run := 0
	for i, piece := range address {
		if piece != 0 {
			run = 0
			continue
		}
		if run++; run > size {
			start, size = i-run+1, run
		}
	}
	if start < 0 {
		return -1, 0
	}
	return start, size
}
