// The whole of misere-files.mjs: starts the WebAssembly module with the functions of tools/wasm/game and
// tools/wasm/files. make-package.mjs puts the compressed module into it.
const WASM = '@WASM@'; // gzip, base64

async function unpack() {
    const packed = Uint8Array.from(atob(WASM), byte => byte.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}

const BADF = 8; // WASI's error: no such file

// All that the module is given of the outside: the time, to seed its hash tables.
function outside(memory) {
    const view = () => new DataView(memory().buffer);
    const refuse = () => BADF;
    return {
        wasi_snapshot_preview1: {
            clock_time_get(clock, precision, address) {
                view().setFloat64(address, Math.random(), true);
                return 0;
            },
            environ_sizes_get(count, size) {
                view().setUint32(count, 0, true);
                view().setUint32(size, 0, true);
                return 0;
            },
            environ_get: () => 0,
            proc_exit() {
                throw new Error('out of memory');
            },
            fd_close: refuse,
            fd_read: refuse,
            fd_seek: refuse,
            fd_write: refuse,
        },
        env: {
            emscripten_notify_memory_growth() {},
            __syscall_getcwd: () => -BADF,
        },
    };
}

/** The module, with the names that Emscripten gives its parts. */
export async function createModule() {
    const { instance } = await WebAssembly.instantiate(await unpack(), outside(() => memory));
    const { memory, ...functions } = instance.exports;
    const decoder = new TextDecoder(), encoder = new TextEncoder();
    const module = {
        get HEAPU8() {
            return new Uint8Array(memory.buffer);
        },
        UTF8ToString(address) {
            const bytes = this.HEAPU8;
            return decoder.decode(bytes.subarray(address, bytes.indexOf(0, address)));
        },
        lengthBytesUTF8: text => encoder.encode(text).length,
        stringToUTF8(text, address, size) {
            const { written } = encoder.encodeInto(text, this.HEAPU8.subarray(address, address + size - 1));
            this.HEAPU8[address + written] = 0;
        },
    };
    for (const [name, value] of Object.entries(functions))
        module[`_${name}`] = value;
    functions._initialize();
    return module;
}
