"""Expected results of ToASCII2003, worked out a second time from Python's copy of Unicode 3.2.

Writes one line to standard output for each context and plane, and for each set of random labels: a name and the SHA-256
of the results, each ended by a line feed. A result is the ASCII form, or "!" and the name of the reason. With a name as
its argument, writes the results of that line instead.

    python3 oracle.py > oracle.txt

Python's own ToASCII is no help: it has no STD3 rules, folds the case of what was not assigned in Unicode 3.2, and lets
unassigned characters take part in normalization. Only its tables are used here.
"""

import functools
import hashlib
import re
import stringprep
import sys
from unicodedata import ucd_3_2_0 as ucd


@functools.cache
def assigned(c):
    return not stringprep.in_table_a1(c)


@functools.cache
def fold(c):
    """Table B.2. Lower-case letters that did not exist in Unicode 3.2 are in nobody's mapping."""
    to = stringprep.map_table_b2(c)
    return to if assigned(c) and all(map(assigned, to)) else c


# Corrigendum 4 corrected these after Unicode 3.2; ucd.decomposition has the corrected ones, ucd.normalize has not.
CORRECTED = "\U0002F868\U0002F874\U0002F91F\U0002F95F\U0002F9BF"


@functools.cache
def decomposition(c):
    if c in CORRECTED:
        return ucd.normalize("NFD", c)
    if not assigned(c) or not ucd.decomposition(c):
        return c
    fields = ucd.decomposition(c).split()
    return "".join(decomposition(chr(int(f, 16))) for f in fields if f[0] != "<")


@functools.cache
def combining(c):
    return ucd.combining(c) if assigned(c) else 0


S, L, V, T = 0xAC00, 0x1100, 0x1161, 0x11A7


def hangul_split(c):
    i = ord(c) - S
    if not 0 <= i < 11172:
        return c
    t = chr(T + i % 28) if i % 28 else ""
    return chr(L + i // 588) + chr(V + i % 588 // 28) + t


def composites():
    pairs = {}
    for i in range(0x110000):
        fields = ucd.decomposition(chr(i)).split()
        if len(fields) == 2 and fields[0][0] != "<" and assigned(chr(i)):
            if ucd.normalize("NFC", chr(i)) == chr(i):  # else excluded from composition
                pairs[chr(int(fields[0], 16)), chr(int(fields[1], 16))] = chr(i)
    return pairs


PAIRS = composites()


def composite(a, b):
    l, v, s, t = ord(a) - L, ord(b) - V, ord(a) - S, ord(b) - T
    if 0 <= l < 19 and 0 <= v < 21:
        return chr(S + l * 588 + v * 28)
    if 0 <= s < 11172 and s % 28 == 0 and 0 < t < 28:
        return chr(S + s + t)
    return PAIRS.get((a, b))


def nfkc(s):
    full = []
    for c in s:
        for d in decomposition(c):
            full.extend(hangul_split(d))
    i = 0
    while i < len(full):
        j = i
        while j < len(full) and combining(full[j]):
            j += 1
        full[i:j] = sorted(full[i:j], key=combining)
        i = j + 1
    out, starter = [], -1
    for c in full:
        blocked = starter + 1 < len(out) and combining(out[-1]) >= combining(c)
        both = composite(out[starter], c) if starter >= 0 and not blocked else None
        if both:
            out[starter] = both
            continue
        if not combining(c):
            starter = len(out)
        out.append(c)
    return "".join(out)


PROHIBITED = [
    stringprep.in_table_c12, stringprep.in_table_c22, stringprep.in_table_c3, stringprep.in_table_c4,
    stringprep.in_table_c5, stringprep.in_table_c6, stringprep.in_table_c7, stringprep.in_table_c8,
    stringprep.in_table_c9,
]


@functools.cache
def prohibited(c):
    return any(table(c) for table in PROHIBITED)


def nameprep(s):
    s = nfkc("".join(fold(c) for c in s if not stringprep.in_table_b1(c)))
    if any(map(prohibited, s)):
        raise ValueError("Prohibited")
    if any(map(stringprep.in_table_d1, s)):
        if any(map(stringprep.in_table_d2, s)):
            raise ValueError("BidiMixed")
        if not (stringprep.in_table_d1(s[0]) and stringprep.in_table_d1(s[-1])):
            raise ValueError("BidiEdge")
    return s


def to_ascii(domain):
    """The results of the labels, or of the first that fails."""
    labels = re.split("[.\u3002\uFF0E\uFF61]", domain)
    root = labels.pop() if labels[-1] == "" else None
    results = [label_to_ascii(label) for label in labels]
    for result in results:
        if result[0] == "!":
            return result
    return ".".join(results) + ("." if root == "" and labels else "")


def label_to_ascii(s):
    try:
        if not s.isascii():
            s = nameprep(s)
        if any(c.isascii() and not c.isalnum() and c != "-" for c in s):
            raise ValueError("NotLDH")
        if s.startswith("-") or s.endswith("-"):
            raise ValueError("HyphenAtEdge")
        if not s.isascii():
            if s[:4].lower() == "xn--":
                raise ValueError("ACEPrefix")
            s = "xn--" + s.encode("punycode").decode()
        if s == "":
            raise ValueError("EmptyLabel")
        if len(s) > 63:
            raise ValueError("LabelTooLong")
        return s
    except ValueError as e:
        return "!" + str(e)


# What stands before and after each code point.
CONTEXTS = [
    ("", ""), ("a", "b"), ("A", "\u0327\u0301"), ("e\u0302", ""), ("\u05D0", "\u05D0"), ("\u1100", "\u11A8"),
    ("\u3046\u0301", "\u3099\u0323"), ("a" + "\u0301" * 31, "\u0316"),
]

# The code points that random labels are drawn from.
RANGES = [
    (0x41, 0x5A), (0xA0, 0x24F), (0x300, 0x36F), (0x300, 0x36F), (0x370, 0x5FF), (0x600, 0x6FF), (0x900, 0xEFF),
    (0xF40, 0xFC6), (0x1000, 0x11FF), (0x1DC0, 0x1FFF), (0x2000, 0x218F), (0x3040, 0x30FF), (0xAC00, 0xAC38),
    (0xF900, 0xFFFF), (0x11080, 0x110BF), (0x1D15E, 0x1D1AD), (0x1E000, 0x1E02F), (0x1F600, 0x1F64F),
    (0x2F800, 0x2FA1D),
]


def random_labels(seed, count):
    """Labels of 1 to 12 code points from the high halves of a linear congruential generator modulo 2**32."""
    state = seed

    def draw(n):
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return (state >> 16) % n

    for _ in range(count):
        label = ""
        for _ in range(1 + draw(12)):
            first, last = RANGES[draw(len(RANGES))]
            label += chr(first + draw(last - first + 1))
        yield label


def plane_labels(before, plane, after):
    for c in range(plane << 16, (plane + 1) << 16):
        if not 0xD800 <= c < 0xE000:
            yield before + chr(c) + after


def lines():
    for n, (before, after) in enumerate(CONTEXTS):
        for plane in range(17) if n == 0 else (0, 1, 2, 14):
            yield f"context {n} plane {plane}", plane_labels(before, plane, after)
    for seed in range(8):
        yield f"random {seed}", random_labels(seed, 20000)


def main():
    if len(sys.argv) > 1:
        for label in dict(lines())[sys.argv[1]]:
            print(to_ascii(label), label.encode("unicode_escape").decode())
        return
    for name, labels in lines():
        digest = hashlib.sha256()
        for label in labels:
            digest.update(to_ascii(label).encode() + b"\n")
        print(name, digest.hexdigest())


if __name__ == "__main__":
    main()
