// The constants that JavaScript shares with C have the values of the enums in the headers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// The values of `typedef enum { ... } NAME`, none of which is set with `=`.
function readEnum(path, name) {
    const text = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '');
    const [, body] = new RegExp(`typedef enum \\{([^{}=]*)\\} ${name};`).exec(text);
    const names = body.split(',').map(word => word.trim()).filter(Boolean);
    return Object.fromEntries(names.map((name, value) => [name, value]));
}

// The values in `const A = 1, B = 2;`, and in `const NAME = { a: 1, b: 2 };`, in a file of tools/wasm.
const find = (path, pattern) => pattern.exec(readFileSync(`tools/wasm/${path}`, 'utf8'))[1];
const readNumbers = (path, first) =>
    Object.fromEntries([...find(path, new RegExp(`const (${first} = [^;]*);`)).matchAll(/(\w+) = (\d+)/g)]
        .map(([, name, value]) => [name, Number(value)]));
const readObject = (path, name) =>
    Object.fromEntries([...find(path, new RegExp(`const ${name} = \\{([^}]*)\\};`)).matchAll(/(\w+): (\d+)/g)]
        .map(([, name, value]) => [name, Number(value)]));

test('the styles of notation', () => {
    const { STYLE_COURSE, STYLE_UCI, STYLE_SAN } = readEnum('engine/rules/notation.h', 'Style');
    assert.deepEqual(readObject('game.mjs', 'STYLES'), { course: STYLE_COURSE, uci: STYLE_UCI, san: STYLE_SAN });
});

test('the formats of files', () => {
    const { WASM_FORMAT_XML, WASM_FORMAT_PGN, WASM_FORMAT_1994 } =
        readEnum('tools/wasm/files/stored.h', 'WasmFormat');
    assert.deepEqual(readObject('files.mjs', 'FORMATS'),
        { xml: WASM_FORMAT_XML, pgn: WASM_FORMAT_PGN, 1994: WASM_FORMAT_1994 });
});

test('the results of reading', () => {
    const { WASM_GAME, WASM_CUT_GAME, WASM_NO_GAME } = readEnum('tools/wasm/files/reader.h', 'WasmReading');
    assert.deepEqual(readNumbers('files.mjs', 'READ'),
        { READ: WASM_GAME, CUT: WASM_CUT_GAME, END: WASM_NO_GAME });
});

test('the states of a server', () => {
    const { WASM_SERVER_SEARCHES, WASM_SERVER_WAITS, WASM_SERVER_QUIT } =
        readEnum('tools/wasm/server.h', 'WasmServerState');
    assert.deepEqual(readNumbers('program.js', 'SEARCHES'),
        { SEARCHES: WASM_SERVER_SEARCHES, WAITS: WASM_SERVER_WAITS, QUIT: WASM_SERVER_QUIT });
});
