// The page: what the user changes, and what is shown for it. The library answers; see engine.js and browser.js.

import { Browser } from './browser.js';
import { showEditions, showParts, showSteps } from './chosen.js';
import { byId, code, debounce, h, marked, visible } from './dom.js';
import { Engine, Lost } from './engine.js';
import { fromFragment, toFragment } from './share.js';
import { Source } from './source.js';
import { LinkTable, page as pageOfLinks, showMore, verdict } from './table.js';

const typedType = 'text/html; charset=utf-8';

const example = `<!doctype html>
<title>Menu</title>
<svg><base href="/not-this-one/"></svg>
<base href="../menu/">
<base href="/nor-this-one/">
<link rel="stylesheet" href="style.css">
<p><a href="café.html?w=café#café">Our café</a>
<p><a href=" \\\\cdn.example\\list ">Backslashes</a>
<p><a href="HTTP://BÜCHER.example:80/a/../b">Books</a>
<p><a href="">This page, or is it?</a>
<p><a href="http://[::1/">Broken</a>
<p style="background: url('paper.png')">
<img srcset="soup.jpg 1x, soup-large.jpg 2x" src="soup.jpg" alt="Soup">
<iframe srcdoc="<base href='guests/'><a href='book.html'>Guest book</a>"></iframe>
`;

const isNarrow = matchMedia('(max-width: 700px)'); // as in style.css
const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)');

const initial = () => ({
	text: example, file: null, address: 'https://example.com/news/2012/', contentType: typedType, edition: 'living', scripting: true,
	link: 5, reference: null, sets: [],
});

/** The case, as share.js saves it: reference is null unless it is another than that of the link. */
let state = initial();
let answer = null;
let theirs = null; // the browser's answer
let turn = 0; // of reading; what comes back for an earlier one is not shown
let reading = Promise.resolve(); // until the last turn has ended
let looks = 0; // the same for a reference

const source = new Source(byId('source'), byId('backdrop'), (index) => table.point(index));
const table = new LinkTable(byId('links'), point, choose);
const browser = new Browser(byId('frame'));
const engine = new Engine((reason) => notify(`The library cannot be loaded: ${reason}.`));

function notify(message) {
	byId('notice').textContent = message;
	byId('notice').hidden = message === '';
}

/** Tells whether what is shown is about to change. */
const busy = (is) => byId('output').setAttribute('aria-busy', is);

/** Puts the case into the fields. */
function fill() {
	byId('address').value = state.address;
	byId('type').value = state.contentType;
	byId('edition').value = state.edition;
	byId('scripting').checked = state.scripting;
	if (!state.file) source.text = state.text;
	byId('source').readOnly = state.file !== null;
	byId('edit').hidden = byId('file').hidden = state.file === null;
	if (state.file) byId('file').textContent = `${visible(state.file.name)}, ${state.file.bytes.length.toLocaleString('en')} bytes`;
}

/** Reads the case, and shows everything. What was asked before is waited for, or skipped if nobody waits for it. */
function read() {
	const mine = ++turn;
	const isLate = () => mine !== turn;
	busy(true);
	reading = reading.then(async () => {
		if (isLate()) return;
		try {
			await readFor(isLate);
		} catch (error) {
			if (!isLate()) showFailure(error);
		}
		if (!isLate()) busy(false);
	});
	return reading;
}

async function readFor(isLate) {
	const { text, file, address, contentType, edition, scripting } = state;
	const question = { text: file ? '' : text, isFile: file !== null, address, contentType, edition, noScripting: !scripting };
	const result = await engine.ask('read', question, file?.bytes ?? null);
	if (isLate()) return;
	answer = result;
	if (file) source.text = answer.shown;
	source.mark(answer.links);
	if (!answer.links[state.link]) state.link = 0;
	table.show(answer, state.link >= pageOfLinks);
	table.choose(state.link);
	const asked = await browser.ask(answer, state, (index) => engine.ask('inert', index));
	if (isLate()) return;
	theirs = asked;
	showBase();
	table.compare(theirs, state.edition);
	showMore(theirs.more);
	showSummary();
	await look();
}

function showFailure(error) {
	answer = theirs = null;
	source.unmark();
	announce(h('p', { class: 'problem' }, visible(error.message)));
	byId('links').replaceChildren();
	byId('more').replaceChildren();
	byId('summary').textContent = '';
	byId('chosen').hidden = true;
}

/** Shows something in the place of the base, which is read out if it is something new. */
function announce(...nodes) {
	const shown = h('div', {}, ...nodes);
	if (shown.innerHTML !== byId('base').innerHTML) byId('base').replaceChildren(...shown.childNodes);
}

function showBase() {
	const [ours] = answer.documents;
	const [browsers] = theirs.documents;
	const base = ours.base === null ? h('p', { class: 'url' }, 'none: give an address') : h('p', { class: 'url' }, code(ours.base));
	const facts = h('dl', {},
		h('dt', {}, 'Why'), h('dd', {}, visible(ours.why)),
		h('dt', {}, 'Fallback'), h('dd', {}, ours.fallback === null ? 'none' : code(ours.fallback)),
		h('dt', {}, 'Encoding'), h('dd', {}, `${answer.encoding} (${answer.encodingSource})`, browsers && [' ', verdict(browsers.encodingState)],
			browsers?.encodingState === 'differs' && ` ${browsers.encoding}`,
			answer.escaped > 0 && `; ${answer.escaped === 1 ? 'one character is' : `${answer.escaped} characters are`} written as character references`),
		h('dt', {}, 'Browser’s base'), h('dd', {}, browsers ? [verdict(browsers.baseState),
			browsers.baseState === 'differs' && [' ', browsers.base === null ? 'none' : marked(browsers.base, ours.base ?? '')]]
			: verdict('not asked')));
	announce(base, facts, ...(answer.problems ?? []).map((problem) => h('p', { class: 'problem' }, visible(problem))));
}

function showSummary() {
	const count = (state) => theirs.links.filter((link) => link.state === state).length;
	const { length } = answer.links;
	const parts = [length === 0 ? 'There are no references.' : `${length === 1 ? 'One reference' : `${length} references`}${answer.left ? ` of ${length + answer.left}` : ''}`];
	if (length > 0) parts.push(`the browser says the same of ${count('same')}`);
	if (count('differs')) parts.push(`something else of ${count('differs')}`);
	if (count('not asked')) parts.push(`${count('not asked')} not asked`);
	byId('summary').textContent = parts.join(', ') + (state.edition !== 'living' && length ? '. Browsers follow the edition living.' : '');
}

/** Highlights a reference in the source. */
function point(index) {
	source.point(answer?.links[index] ?? null);
}

function choose(index) {
	table.choose(index);
	lookAt({ link: index, reference: null, sets: [] });
	// On a phone it is far below.
	if (isNarrow.matches) byId('chosen').scrollIntoView({ behavior: reducesMotion.matches ? 'auto' : 'smooth' });
}

/** Takes a change of the user that concerns one reference. */
function lookAt(changes) {
	Object.assign(state, changes);
	look().catch((error) => (error instanceof Lost ? showFailure(error) : notify(error.message)));
	save();
}

/** Looks at the chosen reference, or at one that was typed. */
async function look() {
	const link = answer?.links[state.link];
	byId('chosen').hidden = answer === null;
	if (answer === null) return;
	source.choose(link);
	const mine = ++looks;
	byId('chosen').setAttribute('aria-busy', true);
	try {
		await lookFor(link, () => mine !== looks || answer === null);
	} finally {
		if (mine === looks) byId('chosen').setAttribute('aria-busy', false);
	}
}

async function lookFor(link, isLate) {
	const reference = state.reference ?? link?.raw ?? '';
	const field = byId('reference');
	if (document.activeElement !== field) field.value = reference;
	const choice = { link: link ? state.link : -1, reference, sets: state.sets };
	const questions = ['editions', 'parts', 'steps'].map((question) => engine.ask(question, choice));
	const [editions, parts, steps] = await Promise.all(questions);
	if (isLate()) return;
	byId('relative').replaceChildren(link ? `${link.tag} ${link.attr}, ` : '', 'relative to ', parts.base === null ? 'nothing' : code(parts.base),
		state.edition === 'living' ? '' : ` in ${state.edition}`);
	const names = parts.parts.map(({ name }) => name);
	const isAsked = theirs?.documents[link?.document ?? 0] && !link?.inShadow;
	const ask = (sets) => (isAsked ? browser.parts(link, reference, parts.base, sets, names) : null);
	showEditions(editions, state.edition, reference, ask([]));
	showParts(parts, reference, state.sets, ask(state.sets), set, reset);
	showSteps(steps);
}

function set(name, value) {
	lookAt({ sets: [...state.sets, { name, value }] });
}

function reset() {
	lookAt({ sets: [] });
	byId('part-href')?.focus();
}

/** Keeps the case in the address of the page. */
async function saveNow() {
	const fragment = await toFragment(state);
	if (fragment === null) notify('This case is too large for an address, so it cannot be shared.');
	history.replaceState(null, '', fragment ?? location.pathname + location.search);
	return fragment !== null;
}
const save = debounce(400, saveNow);

/** Takes a change of the user, which may concern everything. */
const readSoon = debounce(150, read);
function change(changes) {
	Object.assign(state, changes, { sets: [] });
	notify('');
	busy(true);
	readSoon();
	save();
}

async function open(file) {
	const bytes = new Uint8Array(await file.arrayBuffer());
	// The charset of what was typed says nothing about a file.
	const contentType = file.type || (state.file ? state.contentType : 'text/html');
	change({ file: { name: file.name, bytes }, contentType, link: 0, reference: null });
	fill();
}

function editAsText() {
	change({ file: null, text: byId('source').value, contentType: typedType });
	fill();
	byId('source').focus();
}

/** Restores the case of the address, or begins with the example. */
async function restore() {
	const fragment = location.hash;
	let restored = initial();
	let message = '';
	try {
		restored = (await fromFragment(fragment)) ?? restored;
	} catch (error) {
		message = `The address of this page has no case: ${error.message}.`;
	}
	if (fragment !== location.hash) return; // it has changed again
	state = restored;
	notify(message);
	fill();
	await read();
}

byId('source').addEventListener('input', () => change({ text: source.text, reference: null }));
byId('address').addEventListener('input', ({ target }) => change({ address: target.value }));
byId('type').addEventListener('input', ({ target }) => change({ contentType: target.value }));
byId('edition').addEventListener('change', ({ target }) => change({ edition: target.value }));
byId('scripting').addEventListener('change', ({ target }) => change({ scripting: target.checked }));
byId('edit').addEventListener('click', editAsText);
byId('open').addEventListener('change', ({ target }) => {
	if (target.files[0]) open(target.files[0]);
	target.value = '';
});
byId('reference').addEventListener('input', ({ target }) => lookAt({ reference: target.value, sets: [] }));
byId('copy').addEventListener('click', async ({ target }) => {
	if (!(await saveNow())) return;
	try {
		await navigator.clipboard.writeText(location.href);
		target.textContent = 'Copied';
	} catch {
		target.textContent = 'Copy it from the address bar';
	}
	setTimeout(() => (target.textContent = 'Copy link'), 2000);
});

const input = byId('input');
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
	addEventListener(type, (event) => {
		if (![...(event.dataTransfer?.types ?? [])].includes('Files')) return;
		event.preventDefault();
		input.classList.toggle('dropping', type === 'dragenter' || type === 'dragover');
		const [file] = event.dataTransfer.files;
		if (type === 'drop' && file) open(file);
	});
}
addEventListener('hashchange', restore);

const frame = byId('frame');
const isLoaded = () => frame.contentDocument?.readyState === 'complete' && frame.contentWindow.location.href !== 'about:blank';
if (!isLoaded()) await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
await restore();
