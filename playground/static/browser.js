// The browser's own answer.
//
// A document is given to the browser's HTML parser as bytes with a Content-Type, by XMLHttpRequest from memory, in a
// sandboxed frame: the result is a document that nobody sees, in which no script runs and for which nothing is fetched. What
// is then asked of the browser itself: which encoding it reads, which base element counts, what that gives with the address,
// which elements and attributes there are, and what their href, src and so on are. References that no property of an element
// gives are put to its URL parser by an a element of the same document; finding those in srcset or CSS is htmlurl's.
//
// Not asked: what an undeclared encoding is (it is given), what a frame inherits (that is given), what noscript contains
// where scripts run, and shadow roots.

const xhtml = 'http://www.w3.org/1999/xhtml';
const namespaces = { [xhtml]: 'html', 'http://www.w3.org/2000/svg': 'svg', 'http://www.w3.org/1998/Math/MathML': 'mathml' };

/** Properties that give the URL of an attribute, by attribute and element. */
const properties = {
	href: ['href', 'a area link'],
	src: ['src', 'img script iframe frame embed track video audio source input'],
	data: ['data', 'object'],
	poster: ['poster', 'video'],
	action: ['action', 'form'],
	formaction: ['formAction', 'button input'],
	cite: ['cite', 'blockquote q ins del'],
	longdesc: ['longDesc', 'img iframe frame'],
};

/** Elements whose attributes htmlurl lists only under conditions. */
const conditional = new Set(['source', 'input', 'button']);

/** A getter of an interface as a function: names in a hostile document can hide properties of its document and forms. */
const getter = (type, name) => {
	const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
	return (object) => get.call(object);
};

/** A method of an interface as a function. */
const method = (type, name) => (object, ...args) => type.prototype[name].apply(object, args);

const baseURIOf = getter(Node, 'baseURI');
const encodingOf = getter(Document, 'characterSet');
const rootOf = getter(Document, 'documentElement');
const byTag = method(Document, 'getElementsByTagName');
const byTagNS = method(Document, 'getElementsByTagNameNS');
const create = method(Document, 'createElementNS');
const selectAll = method(Document, 'querySelectorAll');
const nameOf = getter(Element, 'localName');
const namespaceOf = getter(Element, 'namespaceURI');
const attributesOf = getter(Element, 'attributes');
const attributeOf = method(Element, 'getAttribute');
const hasAttribute = method(Element, 'hasAttribute');
const prepend = method(Element, 'prepend');

/** A property that the interface of an element has, or undefined. */
function propertyValue(element, name) {
	for (let type = Object.getPrototypeOf(element); type; type = Object.getPrototypeOf(type)) {
		const property = Object.getOwnPropertyDescriptor(type, name);
		if (property?.get) return property.get.call(element);
	}
	return undefined;
}

const impossible = 'https://probe.invalid/';

/** A base URL for documents without one: only a fragment can be relative to it. */
const noBase = 'about:no-base';

/**
 * A document that the browser has parsed. References that are put to the URL parser, each with its base, are in another
 * document, which is empty and in the same encoding: where there are many elements, each new base takes long.
 */
class Asked {
	constructor(document, empty) {
		this.document = document;
		this.encoding = encodingOf(document);
		this.chosen = this.#chosenBase();
		this.empty = empty;
		this.anchor = create(empty, xhtml, 'a');
		this.probe = prependBase(empty);
	}

	/** Finds the base element that counts, by changing each: undefined means that there are too many to try. */
	#chosenBase() {
		const candidates = [...byTagNS(this.document, '*', 'base')].filter((base) => hasAttribute(base, 'href'));
		for (const base of candidates.slice(0, 50)) {
			const href = base.getAttribute('href');
			base.setAttribute('href', impossible);
			const counts = baseURIOf(this.document) === impossible;
			base.setAttribute('href', href);
			if (counts) return base;
		}
		return candidates.length > 50 ? undefined : null;
	}

	/** Sets the base URL for references, and tells whether the browser takes it. */
	setBase(url) {
		this.probe.setAttribute('href', url);
		return baseURIOf(this.empty) === url;
	}

	/** Resolves a reference: null means that it has no URL. */
	resolve(reference) {
		this.anchor.setAttribute('href', reference);
		return this.anchor.protocol === ':' ? null : this.anchor.href;
	}

	/** Computes the base URL in a document with that address, which may be missing. */
	computeBase(address) {
		this.setBase(noBase);
		this.address = address ? this.resolve(address) : null;
		this.base = this.address;
		this.setBase(this.address ?? noBase);
		if (this.chosen) {
			const candidate = this.resolve(this.chosen.getAttribute('href'));
			if (candidate !== null && !candidate.startsWith(noBase) && this.setBase(candidate)) this.base = candidate;
		}
		this.setBase(this.base ?? noBase);
		this.ownProbe = prependBase(this.document);
		this.ownProbe.setAttribute('href', this.base ?? noBase);
	}
}

/** Puts a base element before all others. */
function prependBase(document) {
	const base = create(document, xhtml, 'base');
	prepend(rootOf(document), base);
	return base;
}

const keyOf = (namespace, tag, attribute, value) => [namespace, tag, attribute, value].join('\0');

export class Browser {
	#frame;
	#asked = [];
	#turn = 0;

	constructor(frame) {
		this.#frame = frame;
	}

	/** Gives bytes to the browser's parser. */
	#parse(bytes, type) {
		const { Blob, URL, XMLHttpRequest } = this.#frame.contentWindow;
		const url = URL.createObjectURL(new Blob([bytes], { type }));
		return new Promise((resolve) => {
			const request = new XMLHttpRequest();
			request.open('GET', url);
			request.responseType = 'document';
			request.onloadend = () => {
				URL.revokeObjectURL(url);
				resolve(request.response && rootOf(request.response) ? request.response : null);
			};
			request.send();
		});
	}

	/**
	 * Asks about all documents of an answer; inert(index) gives their bytes. The result has the base and the encoding of
	 * each document, what each reference is, and references that the browser alone finds.
	 */
	async ask(answer, { address, scripting }, inert) {
		const turn = ++this.#turn;
		const asked = [];
		const unread = { state: 'not asked', note: 'the browser cannot read this document' };
		const result = { documents: [], links: answer.links.map(() => unread), more: [] };
		for (const [index, document] of answer.documents.entries()) {
			const bytes = await inert(index);
			if (turn !== this.#turn) break;
			let parsed = await this.#parse(bytes, document.isDeclared ? document.contentType : document.imposed);
			const isOpen = parsed !== null && document.isDeclared && index === 0;
			parsed ??= await this.#parse(bytes, document.imposed);
			if (parsed === null) {
				result.documents.push(null);
				asked.push(null);
				continue;
			}
			const one = new Asked(parsed, await this.#parse('<!doctype html>', `text/html;charset=${encodingOf(parsed)}`));
			if (turn !== this.#turn) break;
			one.computeBase(index === 0 ? address : document.fallback);
			result.documents.push(this.#compareDocument(document, one, isOpen, index));
			this.#askLinks(answer, index, one, scripting, result);
			asked.push(one);
		}
		if (turn === this.#turn) this.#asked = asked;
		return result;
	}

	#compareDocument(document, one, isOpen, index) {
		const state = one.chosen === undefined || (one.base === null && document.base === null) ? 'not asked'
			: one.base === document.base ? 'same' : 'differs';
		return {
			base: one.base,
			baseState: state,
			encoding: one.encoding,
			encodingState: !isOpen ? 'not asked' : one.encoding.toLowerCase() === document.encoding.toLowerCase() ? 'same' : 'differs',
		};
	}

	#askLinks(answer, index, one, scripting, result) {
		const links = answer.links.map((link, i) => ({ ...link, i })).filter((link) => link.document === index);
		const elements = this.#elements(links, one);
		const hasNoscript = scripting && byTag(one.document, 'noscript').length > 0;
		const taken = new Map(); // element -> attributes
		const holders = new Map();
		for (const link of links) {
			let element;
			if (link.attr !== '#text' && link.namespace !== 'xml' && !link.inShadow) {
				const key = keyOf(link.namespace, link.tag, link.attr, link.value);
				element = holders.get(link.holder) ?? elements.get(key)?.pop();
				if (element) {
					holders.set(link.holder, element);
					taken.set(element, (taken.get(element) ?? new Set()).add(link.attr));
				} else {
					result.links[link.i] = hasNoscript
						? { state: 'not asked', note: 'the browser was asked with scripting disabled, and there is noscript' }
						: { state: 'differs', url: null, note: 'the browser has no such element' };
					continue;
				}
			}
			result.links[link.i] = compare(link, this.#askLink(link, element, one));
		}
		if (answer.left === 0 && !hasNoscript) result.more.push(...this.#more(one, taken, index));
	}

	/** Returns the elements that have the references, by what the two sides know of them, the last one first. */
	#elements(links, one) {
		const elements = new Map();
		for (const { namespace, tag, attr, value } of links) elements.set(keyOf(namespace, tag, attr, value), []);
		for (const element of byTag(one.document, '*')) {
			if (element === one.ownProbe) continue;
			for (const { name, value } of attributesOf(element)) {
				elements.get(keyOf(namespaces[namespaceOf(element)], nameOf(element), name, value))?.push(element);
			}
		}
		for (const list of elements.values()) list.reverse();
		return elements;
	}

	/** Returns the URL of a reference with what was asked for it. */
	#askLink(link, element, one) {
		if (link.inShadow) return { note: 'it is in a shadow root' };
		if (link.isUTF8) {
			const base = link.ownBase ? link.base : one.base;
			return { url: parse(link.raw, base), how: 'URL parser' };
		}
		if (link.raw === '' && (link.attr === 'action' || link.attr === 'formaction')) return { note: 'empty, it means the address' };
		if (link.ownBase) {
			if (link.base === null && !URL.canParse(link.raw)) return { url: null, how: 'URL parser' };
			one.setBase(link.base ?? noBase);
			const url = one.resolve(link.raw);
			one.setBase(one.base ?? noBase);
			return { url, how: 'URL parser, with the base of htmlurl' };
		}
		const url = one.resolve(link.raw);
		if (one.base === null && url?.startsWith(noBase)) return { note: 'there is no address' };
		const property = link.isSingle && link.raw.trim() !== '' && propertyOf(element, link.attr);
		const value = property && url !== null ? propertyValue(element, property) : undefined;
		if (typeof value === 'string') return { url: value, how: `${link.tag}.${property}` };
		return { url, how: 'URL parser' };
	}

	/** Returns references that the browser alone finds. */
	#more(one, taken, index) {
		const more = [];
		for (const [attr, [property, tags]] of Object.entries(properties)) {
			for (const element of selectAll(one.document, tags.split(' ').map((tag) => `${tag}[${attr}]`).join())) {
				const tag = nameOf(element);
				const isKnown = taken.get(element)?.has(attr) || conditional.has(tag);
				if (namespaceOf(element) !== xhtml || isKnown || element === one.ownProbe) continue;
				more.push({ document: index, tag, attr, raw: attributeOf(element, attr), url: propertyValue(element, property) });
			}
		}
		return more;
	}

	/** Returns the parts of a reference after setting some of them, or null if the browser cannot be asked. */
	parts(link, reference, base, sets, names) {
		const one = this.#asked[link?.document ?? 0];
		if (!one) return null;
		let holder;
		if (link?.isUTF8) {
			const url = parse(reference, link.ownBase ? link.base : one.base);
			if (url === null) return null;
			holder = new URL(url);
		} else {
			holder = create(one.empty, xhtml, 'a');
			holder.setAttribute('href', reference);
			one.setBase((link?.ownBase ? base : one.base) ?? noBase);
		}
		for (const { name, value } of sets) {
			if (!names.includes(name)) continue;
			try {
				holder[name] = value;
			} catch {
				// a URL object refuses an href that has no URL
			}
		}
		const url = holder.protocol === ':' ? null : holder.href;
		const values = new Map(names.map((name) => [name, holder[name]]));
		one.setBase(one.base ?? noBase);
		if (one.base === null && url?.startsWith(noBase)) return null;
		return { url, values };
	}
}

function parse(reference, base) {
	try {
		return base === null ? new URL(reference).href : new URL(reference, base).href;
	} catch {
		return null;
	}
}

function propertyOf(element, attr) {
	const [property, tags] = properties[attr] ?? [];
	return element && tags?.split(' ').includes(nameOf(element)) && namespaceOf(element) === xhtml ? property : null;
}

/** Compares htmlurl's answer with the browser's. */
function compare(link, { url, how, note }) {
	if (url === undefined) return { state: 'not asked', note };
	return { state: url === link.url ? 'same' : 'differs', url, how };
}
