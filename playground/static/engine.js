// Questions to the library in its worker.

/** How long a question may take before the library is started anew, in milliseconds. */
const patience = 20_000;

/** What a question fails with when the library was started anew, and no longer knows the page. */
export class Lost extends Error {}

export class Engine {
	#worker = null;
	#waiting = new Map(); // numbers of questions -> {resolve, reject, timer}
	#number = 0;
	#hasPage = false; // the library has been asked to read one

	/** onFailed(reason) is called if the library cannot be loaded. */
	constructor(onFailed) {
		this.onFailed = onFailed;
		this.#start();
	}

	#start() {
		this.#worker = new Worker('worker.js');
		this.#worker.onmessage = ({ data }) => {
			if (data.failed) return this.onFailed(data.failed);
			if (data.ended && !this.#hasPage) return this.onFailed('it ends at once');
			if (data.ended) return this.#restart('The library gave up: perhaps this needs too much memory.');
			const waiting = this.#waiting.get(data.number);
			if (!waiting) return;
			this.#waiting.delete(data.number);
			clearTimeout(waiting.timer);
			if (data.answer?.error) waiting.reject(new Error(data.answer.error));
			else waiting.resolve(data.answer);
		};
		this.#worker.onerror = (event) => {
			event.preventDefault();
			this.onFailed(event.message || 'the worker cannot be started');
		};
	}

	/** Asks: 'read' with a case and the bytes of a file, 'editions', 'parts' or 'steps' with a choice, 'inert' with an index. */
	async ask(question, argument, file = null) {
		if (question === 'read') this.#hasPage = true;
		else if (!this.#hasPage) throw new Lost('The library was started anew. Change something, and it reads the page again.');
		const number = ++this.#number;
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => this.#restart(`This takes longer than ${patience / 1000} seconds.`), patience);
			this.#waiting.set(number, { resolve, reject, timer });
			this.#worker.postMessage({ number, question, argument, file });
		});
	}

	#restart(reason) {
		this.#worker.terminate();
		for (const { reject, timer } of this.#waiting.values()) {
			clearTimeout(timer);
			reject(new Lost(reason));
		}
		this.#waiting.clear();
		this.#hasPage = false;
		this.#start();
	}
}
