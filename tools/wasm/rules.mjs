// The rules of Misère, without its search, as an ES module. See rules.d.ts and docs/wasm.md.
import { Rules } from './game.mjs';
import { WASM } from './misere-rules.mjs';
import { createModule } from './small-module.mjs';

export { Game, Rules } from './game.mjs';

let rules; // a promise

/** Loads the rules; later calls return the same object. */
export function loadRules() {
    rules ??= createModule(WASM).then(module => new Rules(module));
    return rules;
}
