// The whole of misere.js, as one function, so that a page can start a worker from its text without a
// second file. make-package.mjs puts Emscripten's glue, the compressed module and its networks into it.
//
// As the script of a web worker or of a node worker thread it is a UCI engine: one line per message, both ways.
// Run by node it speaks UCI on stdin and stdout. Anywhere else it only defines the object Misere.
//
// Made without networks, it is the text in misere-program.mjs: a worker that asks its owner for a family's network
// when it needs it, by the message { network: FAMILY }, and gets { network, weights } or { network, error }.
(function misereProgram(place, require) {
    'use strict';
    const VERSION = '@VERSION@';
    const WASM = '@WASM@'; // gzip, base64
    /*@UNPACKING@*/
    // Of each family's network: where its rows are in memory, its width, and its weights (gzip, base64).
    const NETWORKS = {/*@NETWORKS@*/};
    /*@MODULE@*/

    // The states of a WasmServer (server.h).
    const SEARCHES = 1, WAITS = 2, QUIT = 3;
    const POLL_MS = 4; // between looks at what other threads have printed

    const inNode = typeof process === 'object' && !!process.versions && !!process.versions.node;

    async function unpack(text) {
        const binary = atob(text), packed = new Uint8Array(binary.length);
        for (let i = 0; i < packed.length; i++)
            packed[i] = binary.charCodeAt(i);
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
        return new Uint8Array(await new Response(stream).arrayBuffer());
    }

    // The engine's module, without threads and without networks.
    async function createModule() {
        return createMisereModule({ wasmBinary: await unpack(WASM), printErr: () => {} });
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

    // The networks in a module's memory, where none is at first. ask() asks the owner of the worker for one.
    class Networks {
        #module;
        #families = new Map(); // by the name of the ruleset
        #family; // of the ruleset that was set last
        #loaded = new Set();
        #arrivals = new Map();
        #ask;

        constructor(module, ask) {
            const address = module._misere_rulesets();
            for (const { name, family } of JSON.parse(module.UTF8ToString(address)))
                this.#families.set(name, family);
            module._free(address);
            this.#module = module;
            this.#family = this.#families.get('6170-spring-2007');
            this.#ask = ask;
        }

        // The families whose networks a command needs and that are not there. `go` and `eval` need that of the ruleset
        // that was set; if the engine refuses to set it, it has searched with the one before.
        missingFor(line) {
            const [, ruleset] = /^\s*setoption\s+name\s+UCI_Variant\s+value\s+(\S+)\s*$/i.exec(line) ?? [];
            if (ruleset)
                this.#family = this.#families.get(ruleset.toLowerCase()); // undefined: we do not know
            if (!/^\s*(go|eval|bench)(\s|$)/.test(line))
                return [];
            const isOne = !/^\s*bench/.test(line) && this.#family;
            return (isOne ? [this.#family] : Object.keys(NETWORKS)).filter(family => !this.#loaded.has(family));
        }

        async load(family) {
            try {
                const { weights } = NETWORKS[family];
                this.#write(NETWORKS[family], await unpack(weights ?? await this.#fetch(family)));
            } catch (error) {
                throw new Error(`the network of ${family} cannot be loaded: ${error.message}`);
            }
            this.#loaded.add(family);
        }

        #fetch(family) {
            return new Promise((resolve, reject) => {
                this.#arrivals.set(family, { resolve, reject });
                this.#ask({ network: family });
            });
        }

        // The owner's answer.
        receive({ network, weights, error }) {
            const { resolve, reject } = this.#arrivals.get(network) ?? {};
            this.#arrivals.delete(network);
            if (error === undefined)
                resolve?.(weights);
            else
                reject?.(new Error(error));
        }

        // The inverse of packWeights() in split-engine.mjs.
        #write({ address, width }, packed) {
            const rows = new Int16Array(this.#module.HEAPU8.buffer, address, ROWS * ROW_LENGTH);
            const weights = new Int16Array(ROWS * width), high = 16, low = high + weights.length;
            for (let i = 0; i < weights.length; i++) {
                const bits = packed[high + i] << 8 | packed[low + i], row = Math.floor(i / width);
                weights[i] = (bits >> 1 ^ -(bits & 1)) + expectedWeight(weights, i, INPUTS / 4 * width);
                rows[row * ROW_LENGTH + i % width] = weights[i] * (row < INPUTS ? packed[row >> 6 & 15] : 1);
            }
        }
    }

    // A UCI engine. Calls post(line) for each line of output, and quit() after the command `quit`. If memory
    // runs out, it stops and throws an error that nothing catches, so that a worker's owner gets it.
    class Server {
        constructor(module, post, quit) {
            this.module = module;
            this.networks = module.hasThreads ? null : new Networks(module, post);
            this.post = post;
            this.quit = quit;
            this.server = module._wasm_server_new();
            this.lines = []; // not executed yet
            this.isLoading = false; // a network, for the first of them
            this.pending = false; // is a step on its way?
            this.next = taskQueue(() => this.step());
            if (!this.server)
                throw new Error('out of memory');
        }

        // Takes a message of the owner: a network, or a line or several.
        take(message) {
            if (message !== null && typeof message === 'object') {
                this.networks?.receive(message);
                return;
            }
            this.lines.push(...String(message).split(/\r?\n/));
            if (!this.isLoading)
                this.executeLines();
        }

        // A line that needs a network waits until it is there, and those after it, too.
        executeLines() {
            while (this.lines.length && this.server) {
                const [missing] = this.networks?.missingFor(this.lines[0]) ?? [];
                if (missing) {
                    this.load(missing);
                    return;
                }
                this.executeLine(this.lines.shift());
            }
        }

        async load(family) {
            this.isLoading = true;
            try {
                await this.networks.load(family);
            } catch (error) {
                this.post(`info string error: ${error.message}`);
                if (/^\s*go/.test(this.lines.shift()))
                    this.post('bestmove (none)');
            }
            this.isLoading = false;
            this.executeLines();
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

    // Returns a function that takes messages, also while the engine is still starting.
    function serve(base, post, quit) {
        let server, waiting = [];
        createBestModule(base).then(module => {
            server = new Server(module, post, quit);
            waiting.forEach(message => server.take(message));
        }).catch(error => post(`info string error: the engine cannot start: ${error.message}`));
        return message => server ? server.take(message) : waiting.push(message);
    }

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

    // A worker of this program, for a page that has loaded it as a script.
    function createWorker() {
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
        createWorker,
    };

    if (inNode) {
        const { isMainThread, parentPort } = require('worker_threads');
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
    : {}, typeof require === 'function' ? require : undefined);
