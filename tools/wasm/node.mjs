// The rules and the search of Misère as an ES module for node: index.mjs, but for the kind of worker.
import { Worker } from 'node:worker_threads';
import { Engine as UciEngine } from './engine.mjs';

export { parseInfo } from './engine.mjs';
export { Game, loadRules, Rules } from './rules.mjs';

/** Starts a worker thread that speaks UCI, one line per message. */
export function createWorker() {
    const worker = new Worker(new URL('./misere.js', import.meta.url));
    const outer = {
        onmessage: null,
        onerror: null,
        postMessage: line => worker.postMessage(line),
        terminate: () => worker.terminate(),
    };
    worker.on('message', data => outer.onmessage?.({ data }));
    worker.on('error', error => outer.onerror?.(error));
    return outer;
}

/** The search, in a worker thread. */
export class Engine extends UciEngine {
    constructor(worker = createWorker()) {
        super(worker);
    }
}
