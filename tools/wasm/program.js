// The whole of misere.js, as one function, so that a page can start a worker from its text without a
// second file. make-package.mjs puts Emscripten's glue and the compressed module into it.
//
// As the script of a web worker or of a node worker thread it is a UCI engine: one line per message, both ways.
// Run by node it speaks UCI on stdin and stdout. Anywhere else it only defines the object Misere.
(function misereProgram(place) {
    'use strict';
    const VERSION = '@VERSION@';
    const WASM = '@WASM@'; // gzip, base64
    const [ROWS, ROW_LENGTH] = [/*@ROWS@*/]; // of a network
    const NETWORKS = [/*@NETWORKS@*/]; // of each: where its rows begin, and its width
    /*@MODULE@*/

    // The states of a WasmServer (server.h).
    const SEARCHES = 1, WAITS = 2, QUIT = 3;
    const POLL_MS = 4; // between looks at what other threads have printed

    const inNode = typeof process === 'object' && !!process.versions && !!process.versions.node;

    // The inverse of rearrange() in make-package.mjs.
    function restoreModule(packed) {
        const weights = NETWORKS.reduce((count, [, width]) => count + ROWS * width, 0);
        const rowsSize = 2 * ROWS * ROW_LENGTH, rest = packed.length - 2 * weights;
        const module = new Uint8Array(rest + NETWORKS.length * rowsSize);
        let next = rest, from = 0, to = 0;
        for (const [begin, width] of NETWORKS) {
            module.set(packed.subarray(from, from + begin - to), to);
            from += begin - to;
            to = begin + rowsSize;
            for (let row = 0; row < ROWS; row++) {
                for (let place = begin + 2 * row * ROW_LENGTH, end = place + 2 * width; place < end; place += 2) {
                    const bits = packed[next] << 8 | packed[weights + next++], weight = bits >> 1 ^ -(bits & 1);
                    module[place] = weight;
                    module[place + 1] = weight >> 8;
                }
            }
        }
        module.set(packed.subarray(from, rest), to);
        return module;
    }

    async function unpack() {
        const packed = Uint8Array.from(atob(WASM), byte => byte.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
        return restoreModule(new Uint8Array(await new Response(stream).arrayBuffer()));
    }

    // The engine's module, without threads.
    async function createModule() {
        return createMisereModule({ wasmBinary: await unpack(), printErr: () => {} });
    }

    // The module with threads, if memory can be shared and the file is in the same folder; else null.
    async function createThreadedModule(base) {
        const script = new URL('misere-threads.js', base).href;
        importScripts(script);
        const module = await createMisereThreads({
            locateFile: name => new URL(name, base).href,
            mainScriptUrlOrBlob: script,
        });
        return Object.assign(module, { hasThreads: true });
    }

    async function createBestModule(base) {
        if (base && typeof importScripts === 'function' && self.crossOriginIsolated) {
            try {
                return await createThreadedModule(base);
            } catch (error) {
                // The file is not there: use one thread.
            }
        }
        return createModule();
    }

    // Calls a function with the address of a copy of `text`. Returns false if out of memory.
    function withText(module, text, call) {
        const size = module.lengthBytesUTF8(text) + 1;
        const address = module._malloc(size);
        if (!address)
            return false;
        module.stringToUTF8(text, address, size);
        try {
            call(address);
        } finally {
            module._free(address);
        }
        return true;
    }

    // Runs `step` as a separate task, after the messages that have already arrived.
    function taskQueue(step) {
        if (inNode)
            return () => setImmediate(step);
        const channel = new MessageChannel();
        channel.port1.onmessage = step;
        return () => channel.port2.postMessage(0);
    }

    // A UCI engine. Calls post(line) for each line of output, and quit() after the command `quit`. If memory
    // runs out, it stops and throws an error that nothing catches, so that a worker's owner gets it.
    class Server {
        constructor(module, post, quit) {
            this.module = module;
            this.post = post;
            this.quit = quit;
            this.server = module._wasm_server_new();
            this.pending = false; // is a step on its way?
            this.next = taskQueue(() => this.step());
            if (!this.server)
                throw new Error('out of memory');
        }

        // A message can hold several lines.
        execute(text) {
            for (const line of text.split(/\r?\n/)) {
                if (!this.server)
                    return;
                this.executeLine(line);
            }
        }

        executeLine(line) {
            const { module, server } = this;
            if (line.includes('\0'))
                this.post('info string error: line: contains a NUL byte');
            else if (!withText(module, line, address => module._wasm_server_execute(server, address)))
                this.fail();
            else if (this.proceed() === QUIT)
                /^\s*quit(\s|$)/.test(line) ? this.end() : this.fail();
        }

        step() {
            this.pending = false;
            if (!this.server)
                return;
            this.module._wasm_server_run(this.server);
            if (this.proceed() === QUIT)
                this.fail();
        }

        // Posts the output, schedules the next step of the search, and returns the state.
        proceed() {
            this.postOutput();
            const state = this.module._wasm_server_state(this.server);
            const polls = state === WAITS && this.module.hasThreads;
            if (this.pending || !(state === SEARCHES || polls))
                return state;
            this.pending = true;
            if (polls)
                setTimeout(() => this.step(), POLL_MS);
            else
                this.next();
            return state;
        }

        postOutput() {
            const lines = this.module._wasm_server_take_output(this.server);
            if (!lines)
                return;
            const text = this.module.UTF8ToString(lines);
            this.module._free(lines);
            for (const line of text.slice(0, -1).split('\n'))
                this.post(line);
        }

        free() {
            this.module._wasm_server_free(this.server);
            this.server = 0;
        }

        end() {
            this.free();
            this.quit();
        }

        fail() {
            this.free();
            setTimeout(() => {
                throw new Error('out of memory');
            });
        }
    }

    // Returns a function that takes lines, also while the engine is still starting.
    function serve(base, post, quit) {
        let server, waiting = [];
        createBestModule(base).then(module => {
            server = new Server(module, post, quit);
            waiting.forEach(line => server.execute(line));
        }).catch(error => post(`info string error: the engine cannot start: ${error.message}`));
        return text => server ? server.execute(String(text)) : waiting.push(String(text));
    }

    // A worker of this program, with postMessage, onmessage and terminate, in browsers and in node.
    function createWorker() {
        if (inNode) {
            const { Worker } = require('worker_threads');
            const worker = new Worker(__filename);
            const outer = {
                onmessage: null,
                onerror: null,
                postMessage: line => worker.postMessage(line),
                terminate: () => worker.terminate(),
            };
            worker.on('message', data => outer.onmessage && outer.onmessage({ data }));
            worker.on('error', error => outer.onerror && outer.onerror(error));
            return outer;
        }
        const start = { role: 'worker', base: Misere.base };
        const source = `(${misereProgram})(${JSON.stringify(start)});`;
        const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
        const worker = new Worker(url);
        worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true });
        return worker;
    }

    const Misere = {
        version: VERSION,
        base: null, // the address of misere.js, if known, to find the threaded module beside it
        createModule,
        createWorker,
        serve,
    };

    function serveMessages(base) {
        const take = serve(base, line => self.postMessage(line), () => self.close());
        self.onmessage = event => take(event.data);
    }

    function serveNodeMessages(port) {
        const take = serve(null, line => port.postMessage(line), () => process.exit());
        port.on('message', take);
    }

    function serveStreams() {
        const lines = require('readline').createInterface({ input: process.stdin });
        const take = serve(null, line => process.stdout.write(line + '\n'), () => lines.close());
        lines.on('line', take);
    }

    if (inNode) {
        const { isMainThread, parentPort } = require('worker_threads');
        module.exports = Misere;
        if (require.main === module && isMainThread)
            serveStreams();
        else if (require.main === module)
            serveNodeMessages(parentPort);
    } else if (place.role === 'worker') {
        serveMessages(place.base);
    } else {
        globalThis.Misere = Misere;
        if (typeof document === 'object' && document.currentScript)
            Misere.base = document.currentScript.src;
    }
})(typeof importScripts === 'function' && this === self
    ? { role: 'worker', base: /^blob:/.test(location.href) ? null : location.href }
    : {});
