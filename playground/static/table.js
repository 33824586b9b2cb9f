// The table of references.

import { whyDiffers } from './deviations.js';
import { byId, code, h, marked, visible } from './dom.js';

/** How many rows are shown at first. */
export const page = 300;

/** The most characters of a reference and its URL in a row: all of them are shown for the chosen one. */
const mostInRow = 300;

/** What stands for an answer of the browser: a sign, a word, and a class. */
const verdicts = {
	same: ['✓', 'same'],
	differs: ['≠', 'differs'],
	'not asked': ['–', 'not asked'],
};

/** Shows a verdict by its sign and its word. */
export function verdict(state) {
	const [sign, word] = verdicts[state];
	return h('span', { class: `verdict ${state.replace(' ', '-')}` }, h('span', { 'aria-hidden': 'true' }, sign), ` ${word}`);
}

/** What a reference is without a URL. */
export const noURL = (problem) => h('span', { class: 'problem' }, 'no URL', problem ? h('small', {}, `: ${visible(problem.message)}`) : '');

export class LinkTable {
	#buttons = [];
	#rows = [];
	#answer = null;
	#chosen = -1;
	#pointer = []; // where it was last
	#compared = null; // {result, edition} of the answer

	/** onPoint(index or -1) and onChoose(index) are called for references that the user points at and chooses. */
	constructor(container, onPoint, onChoose) {
		this.container = container;
		this.onPoint = onPoint;
		this.onChoose = onChoose;
		container.addEventListener('keydown', (event) => this.#move(event));
		for (const type of ['pointermove', 'pointerdown']) {
			container.addEventListener(type, ({ clientX, clientY }) => (this.#pointer = [clientX, clientY]));
		}
		container.addEventListener('pointerover', (event) => {
			if (!this.#rests(event)) onPoint(this.#indexOf(event.target));
		});
		container.addEventListener('pointerleave', () => onPoint(this.#indexOf(document.activeElement)));
		container.addEventListener('focusin', (event) => onPoint(this.#indexOf(event.target)));
		container.addEventListener('focusout', () => onPoint(-1));
		container.addEventListener('click', (event) => {
			const index = this.#indexOf(event.target);
			if (index >= 0 && getSelection().isCollapsed) onChoose(index);
		});
	}

	/** Tells whether the pointer rests while the user types: rows that are made anew beneath it are not pointed at. */
	#rests({ clientX, clientY }) {
		const isTyping = document.activeElement?.matches('input, textarea');
		return isTyping && clientX === this.#pointer[0] && clientY === this.#pointer[1];
	}

	#indexOf(target) {
		const row = target instanceof Element && target.closest('tr[data-index]');
		return row && this.container.contains(row) ? Number(row.dataset.index) : -1;
	}

	/** Shows the references of an answer, without what the browser says. */
	show(answer, all = false) {
		if (answer !== this.#answer) this.#compared = null;
		this.#answer = answer;
		this.#buttons = [];
		this.#rows = [];
		const links = all ? answer.links : answer.links.slice(0, page);
		const table = h('table', { role: 'table' },
			h('caption', {}, 'References in the order of the document, with their URLs'),
			h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' },
				...['Reference', 'In', 'URL', 'Browser'].map((name) => h('th', { scope: 'col', role: 'columnheader' }, name)))));
		answer.documents.forEach((document, index) => {
			const rows = links.map((link, i) => [link, i]).filter(([link]) => link.document === index);
			if (index > 0 || rows.length) table.append(this.#body(document, index, rows));
		});
		const hasFocus = this.container.contains(document.activeElement);
		this.container.replaceChildren(table);
		if (links.length < answer.links.length) {
			const button = h('button', { type: 'button' }, `Show all ${answer.links.length}`);
			button.addEventListener('click', () => this.showAll());
			this.container.append(button);
		}
		this.choose(this.#chosen);
		if (hasFocus) this.#buttons[this.#chosen]?.focus({ preventScroll: true });
	}

	showAll() {
		this.show(this.#answer, true);
		if (this.#compared) this.compare(this.#compared.result, this.#compared.edition);
	}

	#body(document, number, rows) {
		const body = h('tbody', { role: 'rowgroup' });
		if (document.name) {
			body.append(h('tr', { role: 'row', class: 'frame', 'data-document': number },
				h('th', { colspan: 3, scope: 'rowgroup', role: 'rowheader' },
					`${document.name[0].toUpperCase()}${document.name.slice(1)}, base `,
					document.base === null ? 'none' : code(document.base, mostInRow), h('small', {}, visible(document.why))),
				h('td', { role: 'cell', 'data-label': 'Browser', class: 'theirs' })));
		}
		body.append(...rows.map(([link, index]) => this.#row(link, index)));
		return body;
	}

	#row(link, index) {
		const button = h('button', { type: 'button', tabindex: -1, 'aria-label': `Reference ${index + 1}: ${visible(link.raw, 100) || 'empty'}` },
			link.raw === '' ? h('i', {}, 'empty') : code(link.raw, mostInRow));
		this.#buttons.push(button);
		const place = link.line ? `${link.line}:${link.column}` : '';
		const row = h('tr', { role: 'row', 'data-index': index },
			h('th', { scope: 'row', role: 'rowheader' }, button),
			h('td', { role: 'cell', 'data-label': 'In' },
				h('span', {},
					h('span', { class: 'holder' }, `${link.tag} `, h('b', {}, link.attr), link.descriptor ? ` ${visible(link.descriptor)}` : ''), ' ',
					place && h('small', { class: 'place' }, h('span', { class: 'unseen' }, 'line and column '), place))),
			h('td', { role: 'cell', 'data-label': 'URL' },
				link.url === null ? noURL(link.problem) : code(link.url, mostInRow),
				link.ignored && h('small', {}, link.ignored)),
			h('td', { role: 'cell', 'data-label': 'Browser', class: 'theirs' }));
		this.#rows.push(row);
		return row;
	}

	/** Shows what the browser says, and by the rules of today also why it differs. */
	compare(result, edition) {
		this.#compared = { result, edition };
		this.#rows.forEach((row, i) => {
			const { state, url, how, note } = result.links[i];
			const { url: ours, raw } = this.#answer.links[i];
			const [, , urlCell, cell] = row.cells;
			cell.replaceChildren(verdict(state));
			if (how) cell.title = `asked: ${how}`;
			urlCell.querySelector('.other')?.remove();
			if (state === 'differs') {
				const theirs = note ?? (url === null ? 'no URL' : ours === null ? code(url, mostInRow) : marked(url, ours));
				const why = !note && edition === 'living' && h('small', { class: 'why' }, whyDiffers(ours, url, raw));
				urlCell.append(h('span', { class: 'other' }, h('small', {}, 'browser'), theirs, why));
			} else if (state === 'not asked' && note) {
				cell.append(h('small', {}, note));
			}
		});
		for (const heading of this.container.querySelectorAll('.frame')) {
			const asked = result.documents[heading.dataset.document];
			if (asked) heading.querySelector('.theirs').replaceChildren(verdict(asked.baseState));
		}
	}

	/** Makes a reference the chosen one, -1 for none. */
	choose(index) {
		this.#chosen = index;
		const reached = this.#buttons[index] ? index : 0;
		this.#buttons.forEach((button, i) => {
			button.tabIndex = i === reached ? 0 : -1;
			this.#rows[i].classList.toggle('chosen', i === index);
			if (i === index) button.setAttribute('aria-current', 'true');
			else button.removeAttribute('aria-current');
		});
	}

	/** Highlights the row of a reference, for the cursor in the source. */
	point(index) {
		for (const row of this.container.querySelectorAll('.pointed')) row.classList.remove('pointed');
		this.#rows[index]?.classList.add('pointed');
	}

	/** Goes to another row with the keyboard. */
	#move(event) {
		const at = this.#buttons.indexOf(document.activeElement);
		const last = this.#buttons.length - 1;
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + 10, PageUp: at - 10 }[event.key];
		if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		const button = this.#buttons[Math.max(0, Math.min(last, to))];
		this.#buttons[at].tabIndex = -1;
		button.tabIndex = 0;
		button.focus();
	}
}

/** Shows references that only the browser finds. */
export function showMore(more) {
	const most = 20;
	byId('more').replaceChildren(...(more.length === 0 ? [] : [
		h('p', { class: 'note' }, verdict('differs'), ` The browser finds ${more.length === 1 ? 'one more' : `${more.length} more`}:`),
		h('ul', {}, ...more.slice(0, most).map(({ tag, attr, raw, url }) => h('li', {}, `${tag} ${attr} `, code(raw), ' → ', code(String(url))))),
	]));
}
