// Starts a small WebAssembly module, that of the rules or that of the files: the library's functions for games and, in the
// latter, for files.

/** The bytes of a text that make-package.mjs has made: gzip, base64. */
async function unpack(text) {
    const binary = atob(text), packed = new Uint8Array(binary.length);
    for (let i = 0; i < packed.length; i++)
        packed[i] = binary.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(stream).arrayBuffer();
}

const PAGE_BYTES = 1 << 16; // of a WebAssembly memory
const BADF = 8; // WASI's error: no such file

// The module asks for one page at a time. Growing is slow, so more is added each time.
function growFurther(memory) {
    try {
        memory.grow(Math.ceil(memory.buffer.byteLength / PAGE_BYTES / 4));
    } catch {
        // The memory has its maximum size.
    }
}

// The module's imports: a clock whose values are random, since they seed hash tables; the rest fails.
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
            emscripten_notify_memory_growth: () => growFurther(memory()),
            __syscall_getcwd: () => -BADF,
        },
    };
}

/** The module that a text contains, or a promise of one, with the names that Emscripten gives its parts. */
export async function createModule(text) {
    const { instance } = await WebAssembly.instantiate(await unpack(await text), outside(() => memory));
    const { memory, ...functions } = instance.exports;
    const decoder = new TextDecoder(), encoder = new TextEncoder();
    let bytes = new Uint8Array(memory.buffer);
    const module = {
        get HEAPU8() {
            if (bytes.length === 0) // The memory has grown.
                bytes = new Uint8Array(memory.buffer);
            return bytes;
        },
        UTF8ToString(address) {
            const heap = this.HEAPU8;
            return decoder.decode(heap.subarray(address, heap.indexOf(0, address)));
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
