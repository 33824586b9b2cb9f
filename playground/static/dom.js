// Elements, and text as people should see it.

/** Makes an element: attributes that are false or null are left out, children are nodes or texts. */
export function h(name, attributes = {}, ...children) {
	const element = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (value === false || value === null || value === undefined) continue;
		element.setAttribute(key, value === true ? '' : value);
	}
	element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
	return element;
}

export const byId = (id) => document.getElementById(id);

/** What changes how text is shown without being seen: directions, marks without width, private format characters. */
const hidden = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/u;

/** The most characters of a text that are shown: it takes browsers very long to lay out long ones. */
const longest = 2000;

/** Shows a text so that nothing in it hides: controls as pictures, other invisible characters by their numbers. */
export function visible(text, most = longest) {
	if (text.length > most) {
		const start = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
		return `${visible(start)} … (${(text.length - start.length).toLocaleString('en')} more characters)`;
	}
	let shown = '';
	for (const c of text) {
		const code = c.codePointAt(0);
		if (code < 0x20) shown += String.fromCodePoint(0x2400 + code);
		else if (code === 0x7f) shown += '␡';
		else if ((code >= 0x80 && code < 0xa0) || hidden.test(c)) shown += `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
		else shown += c;
	}
	return shown;
}

/** A text in code, isolated from the direction of what is around it. */
export const code = (text, most = longest) => h('code', { dir: 'ltr' }, visible(text, most));

/** Words, percent-encoded bytes, and other characters, of which differences are made. */
const tokens = (text) => text.match(/%[\da-fA-F]{2}|[\p{L}\p{N}]+|./gsu) ?? [];

/** The longest table of common tokens that is made. */
const largest = 250_000;

/** Splits a text into [part, differs], by what it has in common with another text. */
export function differences(text, other) {
	if (Math.max(text.length, other.length) > longest) return [[text, text !== other]];
	const a = tokens(text);
	const b = tokens(other);
	if (a.length * b.length > largest) return [[text, text !== other]];
	// common[i][j] is how many tokens a from i on and b from j on have in common, in their order.
	const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
	for (let i = a.length - 1; i >= 0; i--) {
		for (let j = b.length - 1; j >= 0; j--) {
			common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
		}
	}
	const parts = [];
	const add = (part, differs) => {
		if (parts.at(-1)?.[1] === differs) parts.at(-1)[0] += part;
		else parts.push([part, differs]);
	};
	for (let i = 0, j = 0; i < a.length || j < b.length;) {
		if (i < a.length && j < b.length && a[i] === b[j]) {
			add(a[i++], false);
			j++;
		} else if (j === b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
			add(a[i++], true);
		} else {
			add('', true);
			j++;
		}
	}
	return parts;
}

/** A text in code, with what differs from another text marked. Where only something is missing, the place is marked. */
export function marked(text, other) {
	return h('code', { dir: 'ltr' }, ...differences(text, other).map(([part, differs]) => {
		if (!differs) return visible(part);
		return h('mark', { class: part ? 'differs' : 'differs missing' }, visible(part));
	}));
}

/** Calls a function when nothing has asked for it for a while. */
export function debounce(wait, call) {
	let timer = 0;
	return (...args) => {
		clearTimeout(timer);
		timer = setTimeout(() => call(...args), wait);
	};
}
