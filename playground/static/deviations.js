// Why a browser differs from the standard: the known ways in which Chromium does, told by what they change in URLs. The page
// knows them by their results only, so another reason with the same result gets the same words.

/** Changes the path of a URL, or a path alone. */
const inPath = (url, change) => url.replace(/^[^?#]*/, change);

/** Changes the host of a URL. */
const inHost = (url, change) => url.replace(/^([\w+.-]+:\/\/)([^/?#]*)/, (_, before, host) => before + change(host));

const isSpecial = (url) => /^(https?|wss?|ftp|file):/i.test(url);

/** Deviations that leave a URL: undo makes the two the same. */
const spellings = [
	{
		why: 'Chromium percent-encodes | in paths',
		undo: (url) => inPath(url, (path) => path.replaceAll('%7C', '|')),
	},
	{
		why: 'Chromium percent-encodes the apostrophe in every query and user name, not only in queries of special URLs',
		undo: (url) => url.replaceAll('%27', '\''),
	},
	{
		why: 'Chromium percent-encodes * in hosts',
		undo: (url) => inHost(url, (host) => host.replaceAll('%2A', '*')),
	},
	{
		why: 'Chromium keeps the host localhost of a file: URL',
		undo: (url) => url.replace(/^file:\/\/localhost(?=\/)/, 'file://'),
	},
	{
		why: 'Chromium makes three slashes of more at the beginning of a file: URL',
		undo: (url) => url.replace(/^file:\/{3,}/, 'file:///'),
	},
	{
		why: 'Chromium percent-encodes tabs and newlines in data: URLs instead of removing them',
		undo: (url) => url.replace(/^data:.*/s, (data) => data.replace(/%0[9AD]/g, '')),
	},
	{
		why: 'Chromium does not percent-encode the last space of an opaque path',
		undo: (url) => (isSpecial(url) ? url : inPath(url, (path) => path.replace(/%20$/, ' '))),
	},
];

const isFile = (url) => url?.startsWith('file:');
const drive = /\/[a-z](:|\||%7C)(?=[/?#]|$)/i;

/** Deviations that change more than the spelling, or whether there is a URL. */
const others = [
	{
		why: 'Chromium allows a space in hosts',
		holds: (ours, theirs) => ours === null && /^[\w+.-]+:\/\/[^/?#]*%20/.test(theirs),
	},
	{
		why: 'Chromium takes IPv6 addresses that the standard refuses',
		holds: (ours, theirs) => ours === null && /^[\w+.-]+:\/\/[^/?#]*\[/.test(theirs),
	},
	{
		why: 'Chromium knows no drive letters where it does not run on Windows',
		holds: (ours, theirs) => isFile(ours) && isFile(theirs) && (drive.test(ours) || drive.test(theirs)),
	},
	{
		why: 'Chromium takes backslashes for slashes in URLs that are not special, too',
		holds: (ours, theirs, reference) => !isSpecial(ours ?? theirs ?? '') && reference.includes('\\'),
	},
	{
		why: 'Chromium writes queries of ws:, wss: and not special URLs in the encoding of the document, too',
		holds: (ours, theirs) => ours !== null && theirs !== null && !/^(https?|ftp|file):/.test(ours) && ours.includes('?') &&
			ours.replace(/\?[^#]*/, '') === theirs.replace(/\?[^#]*/, ''),
	},
	{
		why: 'Chromium says that the origin of a file: URL is file://, which the standard leaves open',
		holds: (ours, theirs) => ours === 'null' && theirs === 'file://',
	},
];

const unknown = 'the reason is not known here';

/** Tells why a browser has another URL for a reference than the standard, or another part of it. Without a URL it is null. */
export function whyDiffers(ours, theirs, reference) {
	if (ours !== null && theirs !== null) {
		const undone = (list, url) => list.reduce((changed, { undo }) => undo(changed), url);
		const explains = (list) => undone(list, ours) === undone(list, theirs);
		if (explains(spellings)) {
			let needed = spellings;
			for (const one of spellings) {
				const rest = needed.filter((other) => other !== one);
				if (explains(rest)) needed = rest;
			}
			return needed.map(({ why }) => why).join('; ');
		}
	}
	return others.find(({ holds }) => holds(ours, theirs, reference))?.why ?? unknown;
}
