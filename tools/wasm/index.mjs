// The rules and the search of Misère as an ES module for browsers. See index.d.ts and docs/wasm.md.
import { Engine as UciEngine } from './engine.mjs';
import { createWorker } from './worker.mjs';

export { parseInfo } from './engine.mjs';
export { Game, loadRules, Rules } from './rules.mjs';
export { createWorker };

/** The search, in a worker. */
export class Engine extends UciEngine {
    constructor(worker = createWorker()) {
        super(worker);
    }
}
