// Expected results of UTS46, from another implementation and other tables: tr46 for all but normalization, which is
// that of Node.js.
//
// Writes one line to standard output for each context and plane, for each second part of a canonical composite, and for
// each set of random labels: a name and the SHA-256 of the results, each ended by a line feed. A result is the ASCII
// form, a space, and the Unicode form; "!" stands for an ASCII form that does not exist, and also ends the Unicode form
// if there was an error. With a name as its last argument, writes the results of that line instead.
//
//     npm install tr46@6.0.0
//     node uts46.mjs node_modules > uts46.txt

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [modules, wanted] = process.argv.slice(2);
const require = createRequire(resolve(modules, "x"));
const { toASCII, toUnicode } = require("tr46");
const versions = [require("tr46/package.json").unicodeVersion, process.versions.unicode];
if (versions[0] !== "17.0.0" || versions[1] !== "17.0") {
  throw new Error(`Unicode versions of tr46 and Node.js: ${versions}`);
}
const punycode = require("punycode/");

const FLAGS = {
  H: "checkHyphens", B: "checkBidi", J: "checkJoiners", S: "useSTD3ASCIIRules", T: "transitionalProcessing",
  D: "verifyDNSLength",
};

function options(flags) {
  return Object.fromEntries([...flags].map((f) => [FLAGS[f], true]));
}

// The flags, and what stands before and after each code point.
const CONTEXTS = [
  ["", "", ""], ["", "a", "b"], ["T", "a", "b"], ["HBJSD", "a", "b"],
  ["", "A", "\u0327\u0301"], ["", "e\u0302", ""], ["", "a\u0334", "\u0345"], ["", "\u1100", "\u11A8"],
  ["", "\u3046\u0301", "\u3099\u0323"], ["", "a" + "\u0301".repeat(31), "\u0316"],
  ["B", "\u05D0", "\u05D0"], ["B", "\u05D0", ""], ["B", "", "a.\u05D0"], ["B", "a", "a.\u05D0"], ["B", "a", ".\u05D0"],
  ["B", "\u05D01", "1"], ["B", "\u05D0\u0661", "1"], ["B", "1.", ""],
  ["J", "\u0628\u200C", ""], ["J", "\u0628\u200C", "\u0628"], ["J", "\u0628", "\u200C\u0628"], ["J", "", "\u200C\u0628"],
  ["J", "a", "\u200D"],
];

// Canonical composites have their second parts in SECONDS and their first ones in FIRSTS.
const SECONDS = [
  0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F, 0x311, 0x313, 0x314, 0x31B,
  0x323, 0x324, 0x325, 0x326, 0x327, 0x328, 0x32D, 0x32E, 0x330, 0x331, 0x338, 0x342, 0x345, 0x653, 0x654, 0x655, 0x93C,
  0x9BE, 0x9D7, 0xB3E, 0xB56, 0xB57, 0xBBE, 0xBD7, 0xC56, 0xCC2, 0xCD5, 0xCD6, 0xD3E, 0xD57, 0xDCA, 0xDCF, 0xDDF,
  0x102E, 0x1B35, 0x3099, 0x309A, 0x110BA, 0x11127, 0x1133E, 0x11357, 0x113B8, 0x113BB, 0x113C2, 0x113C9, 0x114B0,
  0x114BA, 0x114BD, 0x115AF, 0x11930, 0x1611E, 0x1611F, 0x16120, 0x16129, 0x16D67,
];
const FIRSTS = [
  [0x20, 0x7E], [0xA0, 0x30FF], [0x105C0, 0x105FF], [0x11080, 0x1157F], [0x11580, 0x115FF], [0x11900, 0x1195F],
  [0x16100, 0x1612F], [0x16D40, 0x16D7F],
];

// The code points that random names are drawn from.
const RANGES = [
  [0x2D, 0x2E], [0x2E, 0x39], [0x41, 0x7A], [0x20, 0x7E], [0xA0, 0x24F], [0x300, 0x36F], [0x370, 0x5FF], [0x5D0, 0x6FF],
  [0x5D0, 0x6FF], [0x660, 0x669], [0x620, 0x64F], [0x200C, 0x200D], [0x200C, 0x200D], [0x900, 0x97F], [0x1E9E, 0x1E9E],
  [0xDF, 0xDF], [0x1100, 0x11FF], [0x2000, 0x218F], [0x3040, 0x30FF], [0xFF00, 0xFFEF], [0x10D40, 0x10D8F],
  [0x11380, 0x113FF], [0x1E5D0, 0x1E5FF], [0x1E900, 0x1E95F], [0x16D40, 0x16D7F],
];

function* everyCodePoint(plane) {
  for (let c = plane << 16; c < (plane + 1) << 16; c++) {
    if (c < 0xD800 || c > 0xDFFF) {
      yield c;
    }
  }
}

function* firsts() {
  for (const [first, last] of FIRSTS) {
    for (let c = first; c <= last; c++) {
      yield c;
    }
  }
}

// Names of 1 to 12 code points from the high halves of a linear congruential generator modulo 2**32, and their flags.
function* random(seed) {
  let state = seed;
  const draw = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % n;
  };
  for (let i = 0; i < 50000; i++) {
    let flags = "";
    for (const f of "HBJSTD") {
      flags += draw(2) ? f : "";
    }
    let name = "";
    for (let n = 1 + draw(12); n > 0; n--) {
      const [first, last] = RANGES[draw(RANGES.length)];
      name += String.fromCodePoint(first + draw(last - first + 1));
    }
    yield [flags, name];
  }
}

function result(name, o) {
  const { domain, error } = toUnicode(name, o);
  return `${toASCII(name, o) ?? "!"} ${domain}${error ? "!" : ""}\n`;
}

function* sets() {
  for (let n = 0; n < CONTEXTS.length; n++) {
    const [flags, before, after] = CONTEXTS[n];
    const o = options(flags);
    for (let plane = 0; plane < (n === 0 ? 17 : 2); plane++) {
      yield [`context ${n} plane ${plane}`, function* () {
        for (const c of everyCodePoint(plane)) {
          yield result(before + String.fromCodePoint(c) + after, o);
        }
      }];
    }
  }
  for (let plane = 0; plane < 3; plane++) {
    yield [`punycode plane ${plane}`, function* () {
      for (const c of everyCodePoint(plane)) {
        yield result("xn--" + punycode.encode("a" + String.fromCodePoint(c) + "b"), {});
      }
    }];
  }
  for (const second of SECONDS) {
    yield [`second ${second}`, function* () {
      for (const c of firsts()) {
        yield result(String.fromCodePoint(c, second), {});
      }
    }];
  }
  for (let seed = 1; seed <= 8; seed++) {
    yield [`random ${seed}`, function* () {
      for (const [flags, name] of random(seed)) {
        yield result(name, options(flags));
      }
    }];
  }
}

for (const [name, results] of sets()) {
  if (name === wanted) {
    for (const r of results()) {
      process.stdout.write(r);
    }
  } else if (wanted === undefined) {
    const hash = createHash("sha256");
    for (const r of results()) {
      hash.update(r);
    }
    console.log(name, hash.digest("hex"));
  }
}
