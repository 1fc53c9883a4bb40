// make-package.mjs FOLDER VERSION MODULE THREADED: writes the npm package to FOLDER. MODULE and THREADED are what
// emcc made, without suffix: FOLDER/misere.js contains the first; files of the second lie beside it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [folder, version, module, threaded] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const read = path => readFileSync(path, 'utf8');

// The glue ends with code for module systems, which misere.js does not need.
function glue() {
    const text = read(`${module}.js`);
    const end = text.lastIndexOf("if (typeof exports === 'object' && typeof module");
    if (end < 0)
        throw new Error('the glue does not end as expected');
    return text.slice(0, end);
}

// Functions as replacements: `$` has no meaning in their results.
const program = read(join(here, 'program.js'))
    .replace('@VERSION@', () => version)
    .replace('@WASM@', () => gzipSync(readFileSync(`${module}.wasm`), { level: 9 }).toString('base64'))
    .replace('/*@MODULE@*/', glue);

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'misere.js'),
    `/*! Misère ${version}, https://opensource.org/license/mit */\n${program}`);
for (const suffix of ['.js', '.wasm', '.worker.js'])
    copyFileSync(threaded + suffix, join(folder, `misere-threads${suffix}`));
for (const name of ['index.mjs', 'index.d.ts'])
    copyFileSync(join(here, name), join(folder, name));
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
copyFileSync(join(root, 'docs/wasm.md'), join(folder, 'README.md'));
writeFileSync(join(folder, 'package.json'), JSON.stringify({
    name: 'misere',
    version: version.replace(/^(\d+\.\d+)$/, '$1.0'),
    description: 'Rules and search of losing chess: Losers, and MIT 6.170\'s Antichess with anti-kings and mind control',
    license: 'MIT',
    keywords: ['chess', 'losers', 'antichess', 'uci', 'engine', 'webassembly'],
    main: './misere.js',
    types: './index.d.ts',
    exports: {
        '.': { types: './index.d.ts', import: './index.mjs', require: './misere.js' },
        './*': './*',
    },
    files: ['*.js', '*.mjs', '*.d.ts', '*.wasm'],
    engines: { node: '>=18' },
}, null, 2) + '\n');
