// The source of the document: a text area, and the marks behind its text.

import { h } from './dom.js';

export class Source {
	#marks = new Map(); // beginning of a place -> mark
	#links = [];

	/** onPoint(index or -1) is called when the cursor is in a reference. */
	constructor(area, backdrop, onPoint) {
		this.area = area;
		this.backdrop = backdrop;
		this.scroller = area.closest('.editor');
		for (const type of ['keyup', 'click', 'focus']) area.addEventListener(type, () => onPoint(this.#linkAtCursor()));
		area.addEventListener('blur', () => onPoint(-1));
		area.addEventListener('input', () => {
			this.unmark();
			// The area has grown only now, so that the browser has not shown the cursor.
			if (area.selectionEnd === area.value.length) this.scroller.scrollTop = this.scroller.scrollHeight;
		});
	}

	get text() {
		return this.area.value;
	}

	set text(text) {
		this.area.value = text;
		this.unmark();
	}

	/** Shows the text without marks, which its change has moved. */
	unmark() {
		this.#marks.clear();
		this.#links = [];
		this.backdrop.textContent = `${this.area.value}\n`;
	}

	/** Marks the references. Those of a tag that makes several elements, or of a frame, share a place. */
	mark(links) {
		const text = this.area.value;
		const nodes = [];
		this.#marks.clear();
		this.#links = links;
		const placed = links.filter((link) => link.start >= 0).toSorted((a, b) => a.start - b.start);
		let at = 0;
		for (const { start, end } of placed) {
			if (start < at || this.#marks.has(start)) continue;
			const mark = h('mark', {}, text.slice(start, end));
			this.#marks.set(start, mark);
			nodes.push(text.slice(at, start), mark);
			at = end;
		}
		this.backdrop.replaceChildren(...nodes, `${text.slice(at)}\n`);
	}

	#highlight(link, name) {
		for (const mark of this.backdrop.querySelectorAll(`.${name}`)) mark.classList.remove(name);
		const mark = link && this.#marks.get(link.start);
		mark?.classList.add(name);
		return mark;
	}

	/** Marks the chosen reference, or none. */
	choose(link) {
		this.#highlight(link, 'chosen');
	}

	/** Highlights the place of a reference, or none, and shows it. */
	point(link) {
		const mark = this.#highlight(link, 'pointed');
		if (!mark) return;
		const { scrollTop, clientHeight } = this.scroller;
		const top = mark.offsetTop;
		if (top < scrollTop || top + mark.offsetHeight > scrollTop + clientHeight) {
			this.scroller.scrollTop = top - clientHeight / 3;
		}
	}

	#linkAtCursor() {
		const { selectionStart: at } = this.area;
		return this.#links.findIndex(({ start, end }) => start >= 0 && start <= at && at <= end);
	}
}
