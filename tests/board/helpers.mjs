// What the tests of the board's page share.
import { loadRules } from '../../bin/wasm/index.mjs';
import { complete } from '../../tools/board/src/interim.mjs';

/** The rules, as the page has them. */
export async function loadTestFiles() {
    return complete(await loadRules());
}
