// What the tests of the board's page share.
export { loadFiles } from '../../bin/wasm/files.mjs';
