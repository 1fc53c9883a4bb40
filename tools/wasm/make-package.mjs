// make-package.mjs FOLDER VERSION BUILD NOTICE: writes the npm package to FOLDER from what emcc has made in BUILD.
// NOTICE is the file with libxml2's licence.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, version, build, notice] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const read = path => readFileSync(path, 'utf8');

const LICENCE = `/*! Misère ${version}, https://opensource.org/license/mit`;

// Compressed and as text. zopfli's output is about 5 % smaller than gzip's.
function pack(bytes) {
    const temporary = mkdtempSync(join(tmpdir(), 'misere-'));
    try {
        const file = join(temporary, 'module');
        writeFileSync(file, bytes);
        return execFileSync('zopfli', ['-c', file], { maxBuffer: 1 << 26 }).toString('base64');
    } finally {
        rmSync(temporary, { recursive: true });
    }
}

// An unsigned number at a place in a WebAssembly module, in LEB128, and the place after it.
function readNumber(bytes, place) {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
        const byte = bytes[place++];
        number += (byte & 127) * 2 ** shift;
        if (byte < 128)
            return [number, place];
    }
}

// A number in LEB128; signed, if the highest bit must stay free for the sign.
function writeNumber(number, isSigned = false) {
    const bytes = [];
    while (number >= (isSigned ? 64 : 128)) {
        bytes.push(number % 128 + 128);
        number = Math.floor(number / 128);
    }
    return [...bytes, number];
}

// A segment of data: its address in memory, its bytes, and the place after it.
function readSegment(module, place) {
    const ACTIVE = 0, I32_CONST = 0x41;
    if (module[place] !== ACTIVE || module[place + 1] !== I32_CONST)
        throw new Error('the module has a segment of an unknown kind');
    const [address, end] = readNumber(module, place + 2);
    const [size, begin] = readNumber(module, end + 1);
    return { address, bytes: module.subarray(begin, begin + size), next: begin + size };
}

// Joins the module's segments of data into one: Emscripten leaves out zeros, which compress well anyway.
function joinSegments(module) {
    const DATA_SECTION = 11, HEADER = 8;
    for (let place = HEADER; place < module.length;) {
        const [size, begin] = readNumber(module, place + 1);
        if (module[place] !== DATA_SECTION) {
            place = begin + size;
            continue;
        }
        const segments = [];
        let [count, next] = readNumber(module, begin);
        for (; segments.length < count; next = segments.at(-1).next)
            segments.push(readSegment(module, next));
        const first = Math.min(...segments.map(({ address }) => address));
        const data = Buffer.alloc(Math.max(...segments.map(({ address, bytes }) => address + bytes.length)) - first);
        for (const { address, bytes } of segments)
            bytes.copy(data, address - first);
        const start = [1, 0, 0x41, ...writeNumber(first, true), 0x0b, ...writeNumber(data.length)];
        return Buffer.concat([module.subarray(0, place),
            Buffer.from([DATA_SECTION, ...writeNumber(start.length + data.length), ...start]), data,
            module.subarray(begin + size)]);
    }
    throw new Error('the module has no data');
}

// The layout of a network (engine/eval/network.h): after a header, with the width at WIDTH_PLACE, rows of ROW_LENGTH
// 16-bit weights, of which the network uses as many as its width.
const WIDTH_PLACE = 24, HEADER_SIZE = 64, ROW_LENGTH = 128, ROWS = 4096 + 1 + 64;

const networkFolder = join(root, 'engine/eval/networks');

// The places of the weights that the network at `begin` uses.
function* weightPlaces(module, begin) {
    const width = module.readUInt32LE(begin + WIDTH_PLACE);
    for (let row = 0; row < ROWS; row++)
        for (let column = 0; column < width; column++)
            yield begin + HEADER_SIZE + 2 * (row * ROW_LENGTH + column);
}

// Where the networks begin in a module with one segment, in rising order.
function findNetworks(module) {
    const names = [...read(join(networkFolder, 'networks.S')).matchAll(/\.incbin "(.*)"/g)].map(match => match[1]);
    return names.map(name => {
        const begin = module.indexOf(readFileSync(join(networkFolder, name)));
        if (begin < 0)
            throw new Error(`the module does not contain ${name}`);
        return begin;
    }).sort((a, b) => a - b);
}

// Rearranges the module so that it compresses better. The networks' rows come last, without the weights that are not
// used: the sign of each, which is a small number, becomes its lowest bit, and all high bytes come first, then the low
// ones. program.js undoes that.
function rearrange(module, networks) {
    const rest = [], high = [], low = [];
    let done = 0;
    for (const begin of networks) {
        rest.push(module.subarray(done, begin + HEADER_SIZE));
        done = begin + HEADER_SIZE + 2 * ROWS * ROW_LENGTH;
        for (const place of weightPlaces(module, begin)) {
            const weight = module.readInt16LE(place), bits = (weight << 1) ^ (weight >> 15);
            high.push(bits >> 8 & 0xff);
            low.push(bits & 0xff);
        }
    }
    return Buffer.concat([...rest, module.subarray(done), Buffer.from(high), Buffer.from(low)]);
}

// Removes the end of the glue: exports for module systems, which misere.js does not need.
function glue() {
    const text = read(join(build, 'one/misere.js'));
    const end = text.lastIndexOf("if (typeof exports === 'object' && typeof module");
    if (end < 0)
        throw new Error('the glue does not end as expected');
    return text.slice(0, end);
}

const engine = joinSegments(readFileSync(join(build, 'one/misere.wasm')));
const networks = findNetworks(engine);

// Replacements are functions because `$` in a string would be special.
const program = read(join(here, 'program.js'))
    .replace('@VERSION@', () => version)
    .replace('@WASM@', () => pack(rearrange(engine, networks)))
    .replace('/*@ROWS@*/', () => [ROWS, ROW_LENGTH].join(', '))
    .replace('/*@NETWORKS@*/', () => networks.map(begin =>
        `[${begin + HEADER_SIZE}, ${engine.readUInt32LE(begin + WIDTH_PLACE)}]`).join(', '))
    .replace('/*@MODULE@*/', glue);
const files = read(join(here, 'files-module.mjs'))
    .replace('@WASM@', () => pack(readFileSync(join(build, 'files/misere-files.wasm'))));

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'misere.js'), `${LICENCE} */\n${program}`);
writeFileSync(join(folder, 'misere-files.mjs'),
    `${LICENCE}\n\nIt contains libxml2:\n\n${read(notice).trim()}\n*/\n${files}`);
for (const suffix of ['.js', '.wasm', '.worker.js'])
    copyFileSync(join(build, `threaded/misere-threads${suffix}`), join(folder, `misere-threads${suffix}`));
for (const name of ['index.mjs', 'index.d.ts', 'game.mjs', 'files.mjs', 'files.d.ts'])
    copyFileSync(join(here, name), join(folder, name));
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
// The other documents are not in the package.
writeFileSync(join(folder, 'README.md'),
    read(join(root, 'docs/wasm.md')).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
writeFileSync(join(folder, 'package.json'), JSON.stringify({
    name: 'misere',
    version: version.replace(/^(\d+\.\d+)$/, '$1.0'),
    description: 'Rules, search and files of losing chess: Losers, Antichess, Giveaway, Suicide, and MIT 6.170\'s Antichess with anti-kings and mind control',
    license: 'MIT',
    keywords: ['chess', 'losers', 'antichess', 'giveaway', 'suicide', 'uci', 'engine', 'webassembly'],
    main: './misere.js',
    types: './index.d.ts',
    exports: {
        '.': { types: './index.d.ts', import: './index.mjs', require: './misere.js' },
        './files': { types: './files.d.ts', import: './files.mjs' },
        './*': './*',
    },
    files: ['*.js', '*.mjs', '*.d.ts', '*.wasm'],
    engines: { node: '>=18' },
}, null, 2) + '\n');
