// One reference: in all editions, its parts, and the steps to its URL.

import { whyDiffers } from './deviations.js';
import { byId, code, h, marked, visible } from './dom.js';
import { noURL, verdict } from './table.js';

/** Shows what each edition makes of a reference, and the browser: theirs is {url}, or null if it is not asked. */
export function showEditions(results, edition, reference, theirs) {
	const own = results.find((result) => result.edition === edition);
	const letters = new Map(results.map(({ url, same }) => [url, same]));
	const rows = results.map(({ edition: name, url, problem, same }) => row(name, url, problem, same, own.url, name === edition));
	if (theirs) {
		const same = letters.get(theirs.url) ?? String.fromCharCode(65 + new Set(letters.values()).size);
		rows.push(row('browser', theirs.url, null, same, own.url, false));
	}
	const today = results.find((result) => result.edition === 'living');
	const why = theirs && theirs.url !== today.url && whyDiffers(today.url, theirs.url, reference);
	byId('editions').replaceChildren(h('table', { 'aria-labelledby': 'editions-title' },
		h('caption', {}, `The same letter means the same result; what differs from ${edition} is marked.`),
		h('thead', {}, h('tr', {}, ...['Edition', 'Result', 'URL'].map((name) => h('th', { scope: 'col' }, name)))),
		h('tbody', {}, ...rows)), why ? h('p', { class: 'note' }, `The browser differs from living: ${why}.`) : '');
}

function row(name, url, problem, same, own, isOwn) {
	const differs = url !== own;
	let shown = noURL(problem);
	if (url !== null) shown = differs && own !== null ? marked(url, own) : code(url);
	return h('tr', { class: isOwn ? 'own' : differs ? 'differs' : null },
		h('th', { scope: 'row' }, name),
		h('td', { class: 'letter' }, same, differs && h('span', { class: 'unseen' }, ' differs')),
		h('td', {}, shown));
}

/** Shows the parts of a URL in fields, with what the browser has. onSet(name, value) is called when one is changed. */
export function showParts({ parts, reference }, original, sets, theirs, onSet, onReset) {
	const active = document.activeElement?.dataset?.part;
	const rows = parts.map(({ name, value, isReadOnly }) => partRow(name, value, isReadOnly, theirs?.values.get(name), onSet));
	const children = [h('table', { 'aria-labelledby': 'parts-title' },
		h('caption', {}, 'Change a value, and its setter is called.'),
		h('thead', {}, h('tr', {}, ...['Part', 'Value', 'Browser'].map((name) => h('th', { scope: 'col' }, name)))),
		h('tbody', {}, ...rows))];
	if (sets.length) {
		const reset = h('button', { type: 'button', id: 'reset' }, 'Undo all');
		reset.addEventListener('click', onReset);
		children.push(h('div', { class: 'sets' },
			h('ol', {}, ...sets.map((set) => h('li', {}, code(`${set.name} = ${JSON.stringify(set.value)}`)))),
			h('p', { class: 'note' }, reference === original ? 'The reference is as it was. ' : ['The reference is now ', code(reference), '. '], reset)));
	}
	byId('parts').replaceChildren(...children);
	if (active) document.querySelector(`[data-part="${active}"]`)?.focus();
}

function partRow(name, value, isReadOnly, theirs, onSet) {
	const field = h('input', {
		type: 'text', id: `part-${name}`, 'data-part': name, value, readonly: isReadOnly,
		autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
	});
	field.addEventListener('change', () => onSet(name, field.value));
	field.addEventListener('keydown', (event) => {
		if (event.key === 'Escape') field.value = value;
	});
	const state = theirs === undefined ? 'not asked' : theirs === value ? 'same' : 'differs';
	return h('tr', { class: state === 'differs' ? 'differs' : null },
		h('th', { scope: 'row' }, h('label', { for: field.id }, name)),
		h('td', {}, field, state === 'differs' && h('span', { class: 'other' }, h('small', {}, 'browser'), marked(theirs, value))),
		h('td', { class: 'theirs' }, verdict(state)));
}

/** Shows the steps to a URL. */
export function showSteps({ steps, problem, violations }) {
	byId('steps').lastElementChild.replaceChildren(
		h('table', {},
			h('caption', { class: 'unseen' }, 'Steps'),
			h('thead', { class: 'unseen' }, h('tr', {}, ...['Step', 'What it does', 'Value after it'].map((name) => h('th', { scope: 'col' }, name)))),
			h('tbody', {}, ...(steps ?? []).map(({ number, text, value }) => h('tr', {},
				h('td', {}, String(number)), h('th', { scope: 'row' }, visible(text)), h('td', {}, code(value)))))),
		problem ? h('p', {}, noURL(problem)) : '',
		violations?.length ? h('ul', {}, ...violations.map(({ rule, message }) => h('li', {}, `${visible(message)} `, h('small', {}, `[${rule}]`)))) : '');
}
