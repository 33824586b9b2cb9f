// A case in the fragment of the address: #1:… is JSON, deflated, in base64url.

/** The longest fragment that is made, in characters: some programs cut addresses. */
const longest = 200_000;

/** The most bytes of JSON in a fragment, packed or not: a short fragment could stand for very many. */
const most = 1 << 20;

/** The most changes of parts: the whole URL is parsed again for each. */
const mostSets = 100;

const version = '1:';

/** What is wrong with a fragment, in words for its reader. */
class Bad extends Error {}

async function through(stream, bytes, limit = Infinity) {
	const parts = [];
	let length = 0;
	for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ;) {
		const { done, value } = await reader.read();
		if (done) break;
		length += value.length;
		if (length > limit) {
			await reader.cancel();
			throw new Bad('it is too large');
		}
		parts.push(value);
	}
	return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes) {
	let text = '';
	for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text) {
	if (!/^[\w-]*$/.test(text)) throw new Bad('it has characters that do not belong there');
	return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

/** Returns the fragment of a case, with its number sign, or null if that would be too long. */
export async function toFragment(state) {
	if ((state.file?.bytes ?? state.text).length > most || state.sets.length > mostSets) return null;
	const saved = {
		html: state.file ? undefined : state.text,
		file: state.file ? { name: state.file.name, bytes: toBase64(state.file.bytes) } : undefined,
		address: state.address,
		type: state.contentType,
		edition: state.edition,
		scripting: state.scripting,
		link: state.link,
		reference: state.reference ?? undefined,
		sets: state.sets.length ? state.sets.map(({ name, value }) => [name, value]) : undefined,
	};
	const json = new TextEncoder().encode(JSON.stringify(saved));
	if (json.length > most) return null;
	const packed = await through(new CompressionStream('deflate-raw'), json);
	if (packed.length > longest * 3 / 4) return null;
	return `#${version}${toBase64(packed)}`;
}

const isText = (value) => typeof value === 'string';

/** Returns the case of a fragment, or null if there is none. It throws an error with a reason if there is a bad one. */
export async function fromFragment(fragment) {
	const text = fragment.replace(/^#/, '');
	if (!text) return null;
	if (!text.startsWith(version)) throw new Bad('it was not made by this page, or by another version of it');
	if (text.length > 2 * longest) throw new Bad('it is too large');
	try {
		const json = await through(new DecompressionStream('deflate-raw'), fromBase64(text.slice(version.length)), most);
		return toState(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json)));
	} catch (error) {
		throw error instanceof Bad ? error : new Bad('it is cut off or damaged');
	}
}

/** Returns the case that was saved: what is not as it should be is left out, but for the document. */
function toState(saved) {
	const isWhole = saved && (isText(saved.html) || (isText(saved.file?.bytes) && isText(saved.file?.name)));
	if (!isWhole) throw new Bad('it has no document');
	return {
		text: isText(saved.html) ? saved.html : '',
		file: saved.file ? { name: saved.file.name, bytes: fromBase64(saved.file.bytes) } : null,
		address: isText(saved.address) ? saved.address : '',
		contentType: isText(saved.type) ? saved.type : '',
		edition: ['html5', 'url2012', 'url2015', 'living'].includes(saved.edition) ? saved.edition : 'living',
		scripting: saved.scripting !== false,
		link: Number.isInteger(saved.link) ? saved.link : 0,
		reference: isText(saved.reference) ? saved.reference : null,
		sets: (Array.isArray(saved.sets) ? saved.sets : [])
			.filter((set) => Array.isArray(set) && set.length === 2 && set.every(isText))
			.slice(0, mostSets)
			.map(([name, value]) => ({ name, value })),
	};
}
