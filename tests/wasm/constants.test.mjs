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

const HEADER = 'tools/library/misere.h';

test('the styles of notation', () => {
    const { MISERE_STYLE_COURSE, MISERE_STYLE_UCI, MISERE_STYLE_SAN } = readEnum(HEADER, 'MisereStyle');
    assert.deepEqual(readObject('game.mjs', 'STYLES'),
        { course: MISERE_STYLE_COURSE, uci: MISERE_STYLE_UCI, san: MISERE_STYLE_SAN });
});

test('the states of a game', () => {
    const { MISERE_PLAYING, MISERE_WON } = readEnum(HEADER, 'MisereState');
    assert.deepEqual(readNumbers('game.mjs', 'PLAYING'), { PLAYING: MISERE_PLAYING, WON: MISERE_WON });
});

test('the formats of files', () => {
    const { MISERE_FORMAT_XML, MISERE_FORMAT_PGN, MISERE_FORMAT_1994 } = readEnum(HEADER, 'MisereFormat');
    assert.deepEqual(readObject('files.mjs', 'FORMATS'),
        { xml: MISERE_FORMAT_XML, pgn: MISERE_FORMAT_PGN, 1994: MISERE_FORMAT_1994 });
});

test('the results of reading', () => {
    const { MISERE_READ, MISERE_CUT, MISERE_END } = readEnum(HEADER, 'MisereReading');
    assert.deepEqual(readNumbers('files.mjs', 'READ'), { READ: MISERE_READ, CUT: MISERE_CUT, END: MISERE_END });
});

test('the states of a server', () => {
    const { WASM_SERVER_SEARCHES, WASM_SERVER_WAITS, WASM_SERVER_QUIT } =
        readEnum('tools/wasm/server.h', 'WasmServerState');
    assert.deepEqual(readNumbers('program.js', 'SEARCHES'),
        { SEARCHES: WASM_SERVER_SEARCHES, WAITS: WASM_SERVER_WAITS, QUIT: WASM_SERVER_QUIT });
});
