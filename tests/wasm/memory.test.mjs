// When the worker's memory runs out, its owner is told, and gets the lines that were printed before.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { load, PACKAGE } from './helpers.mjs';

const { Engine } = await load('node.mjs');

// Goes into misere.js, after Emscripten's glue. The memory cannot grow, and before the engine executes the line
// workerData.line, all of it is taken but for workerData.count pieces of workerData.size bytes.
const CHANGE = `
    const { line, size, count } = require('worker_threads').workerData;
    WebAssembly.Memory.prototype.grow = () => {
        throw new RangeError('no memory is left');
    };

    function take(module, size) {
        const pieces = [];
        for (let piece; (piece = module._malloc(size));)
            pieces.push(piece);
        return pieces;
    }

    const create = createMisereModule;
    createMisereModule = async options => {
        const module = await create(options);
        function _wasm_server_execute(server, address) {
            if (module.UTF8ToString(address) === line) {
                take(module, 1 << 20);
                const pieces = take(module, size);
                take(module, 8);
                for (let i = 0; i < count; i++) // Two neighbours would become one piece.
                    module._free(pieces[2 * i]);
            }
            module._wasm_server_execute(server, address);
        }
        // Not in the module itself, whose functions replace themselves when they are first called.
        return Object.assign(Object.create(module), { _wasm_server_execute });
    };
`;

describe('without memory', () => {
    let folder;
    before(() => {
        folder = mkdtempSync(join(tmpdir(), 'misere-memory-'));
        const [glue, rest, ...more] = readFileSync(join(PACKAGE, 'misere.js'), 'utf8')
            .split('    // The states of a WasmServer');
        assert.deepEqual(more, []);
        writeFileSync(join(folder, 'misere.js'), `${glue}${CHANGE}${rest.replace(/^/, '    //')}`);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    // An engine in a worker with little memory, and the lines that the worker has printed.
    function start(workerData) {
        const worker = new Worker(join(folder, 'misere.js'), { workerData });
        const lines = [];
        const outer = { postMessage: line => worker.postMessage(line), terminate: () => worker.terminate() };
        worker.on('message', data => (lines.push(data), outer.onmessage({ data })));
        worker.on('error', error => outer.onerror(error));
        const exit = new Promise(resolve => worker.on('exit', resolve));
        return { engine: new Engine(outer), lines, exit, send: outer.postMessage };
    }

    async function checkFailure(engine, promise) {
        await assert.rejects(promise, /^Error: out of memory$/);
        assert.equal(engine.isClosed, true);
        await assert.rejects(engine.synchronise(), /^Error: out of memory$/);
    }

    test('the engine answers as long as it needs none', async () => {
        const { engine, lines, send } = start({ line: 'status', size: 1024, count: 8 });
        await engine.ready;
        send('status');
        await engine.synchronise();
        assert.deepEqual(lines.slice(-2), ['status playing white', 'readyok']);
        engine.close();
    });

    test('for a line, the engine closes', async () => {
        const { engine } = start({});
        await engine.ready;
        await checkFailure(engine, engine.setOption('Hash', '1'.repeat(1 << 26)));
    });

    test('for its copy of a line, the engine closes', async () => {
        const { engine } = start({ line: 'isready', size: 8, count: 0 });
        await engine.ready;
        await checkFailure(engine, engine.synchronise());
    });

    test('to hand over its output, the engine closes', async () => {
        const { engine, send } = start({ line: 'status', size: 8, count: 1 });
        await engine.ready;
        send('status');
        await checkFailure(engine, engine.synchronise());
    });

    test('for all of its output, the engine prints the first lines and closes', async () => {
        const { engine, lines, exit } = start({ line: 'uci', size: 1024, count: 3 });
        await checkFailure(engine, engine.ready);
        await exit; // Node can report the error before the last messages.
        assert.match(lines[0], /^id name Mis/);
        assert.ok(!lines.includes('uciok'));
    });
});
