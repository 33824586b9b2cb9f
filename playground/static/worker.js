// The library, in a thread of its own. It takes {number, question, argument, file} and answers {number, answer}, or says
// {failed: why} if there is no library, and {ended: true} if it has come to an end.
'use strict';
importScripts('wasm_exec.js');

/** Loads a program: the file is packed, but a server may have said so, and the browser has unpacked it then. */
async function load(imports) {
	const response = await fetch('htmlurl.wasm.gz');
	if (!response.ok) throw new Error(`htmlurl.wasm.gz: ${response.status} ${response.statusText}`);
	const file = await response.arrayBuffer();
	const start = new Uint8Array(file, 0, 2);
	if (start[0] !== 0x1f || start[1] !== 0x8b) return WebAssembly.instantiate(file, imports);
	const unpacked = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
	return WebAssembly.instantiateStreaming(new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } }), imports);
}

const ready = (async () => {
	const go = new Go();
	const { instance } = await load(go.importObject);
	go.run(instance).catch(() => {}).then(() => postMessage({ ended: true })); // for lack of memory
	return self.htmlurl;
})();

ready.catch((error) => postMessage({ failed: String(error.message ?? error) }));

onmessage = async ({ data: { number, question, argument, file } }) => {
	try {
		const library = await ready;
		const answer = library[question](question === 'inert' ? argument : JSON.stringify(argument), file);
		postMessage({ number, answer: typeof answer === 'string' ? JSON.parse(answer) : answer });
	} catch (error) {
		postMessage({ number, answer: { error: String(error.message ?? error) } });
	}
};
