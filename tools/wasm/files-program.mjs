// The whole of misere-files.mjs. make-package.mjs puts Emscripten's glue and the compressed module into it.
const WASM = '@WASM@'; // gzip, base64
/*@MODULE@*/

async function unpack() {
    const packed = Uint8Array.from(atob(WASM), byte => byte.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}

/** Starts the module that has the functions of tools/wasm/game and tools/wasm/files. */
export async function createModule() {
    return createFilesModule({ wasmBinary: await unpack(), print: () => {}, printErr: () => {} });
}
