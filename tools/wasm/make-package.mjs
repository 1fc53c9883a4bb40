// make-package.mjs FOLDER VERSION BUILD NOTICE: writes the npm package to FOLDER from what emcc has made in BUILD.
// NOTICE is the file with libxml2's licence.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

// Where the networks are in the engine's module, from the first byte to after the last one. Emscripten leaves
// out zeros, so there may be gaps.
function findNetworks(module) {
    const size = statSync(join(root, 'engine/eval/networks/losers.net')).size;
    const begin = module.indexOf('Misere net ');
    if (begin < 0)
        throw new Error('the module has no networks');
    const end = Math.min(module.lastIndexOf('Misere net ') + size, module.length);
    return { begin, end: end - (end - begin) % 2 };
}

// Rearranges the networks, whose weights are small 16-bit numbers, so that they compress better: the sign of
// each becomes its lowest bit, and the high bytes come first, then the low ones. program.js undoes that.
function rearrange(module, { begin, end }) {
    const rearranged = Buffer.from(module), half = (end - begin) / 2;
    for (let i = 0; i < half; i++) {
        const weight = module.readInt16LE(begin + 2 * i), bits = (weight << 1) ^ (weight >> 15);
        rearranged[begin + i] = bits >> 8;
        rearranged[begin + half + i] = bits;
    }
    return rearranged;
}

// Removes the end of the glue: exports for module systems, which misere.js does not need.
function glue() {
    const text = read(join(build, 'one/misere.js'));
    const end = text.lastIndexOf("if (typeof exports === 'object' && typeof module");
    if (end < 0)
        throw new Error('the glue does not end as expected');
    return text.slice(0, end);
}

const engine = readFileSync(join(build, 'one/misere.wasm'));
const networks = findNetworks(engine);

// Replacements are functions because `$` in a string would be special.
const program = read(join(here, 'program.js'))
    .replace('@VERSION@', () => version)
    .replace('@WASM@', () => pack(rearrange(engine, networks)))
    .replace('/*@NETWORKS@*/', () => `${networks.begin}, ${networks.end}`)
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
