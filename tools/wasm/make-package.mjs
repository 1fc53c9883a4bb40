// make-package.mjs FOLDER VERSION BUILD NOTICE: writes the npm package to FOLDER from what emcc has made in BUILD.
// NOTICE is the file with libxml2's licence.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const [folder, version, build, notice] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const read = path => readFileSync(path, 'utf8');

// The glue ends with code for module systems, which the package does not need.
function glue(module) {
    const text = read(`${module}.js`);
    const end = text.lastIndexOf("if (typeof exports === 'object' && typeof module");
    if (end < 0)
        throw new Error('the glue does not end as expected');
    return text.slice(0, end);
}

// Puts what emcc made as MODULE.js and MODULE.wasm into a program. Functions as replacements: `$` has no meaning in
// their results.
function embed(program, module) {
    const text = read(join(here, program))
        .replace('@VERSION@', () => version)
        .replace('@WASM@', () => gzipSync(readFileSync(`${module}.wasm`), { level: 9 }).toString('base64'))
        .replace('/*@MODULE@*/', () => glue(module));
    return `/*! Misère ${version}, https://opensource.org/license/mit */\n${text}`;
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'misere.js'), embed('program.js', join(build, 'one/misere')));
writeFileSync(join(folder, 'misere-files.mjs'), embed('files-program.mjs', join(build, 'files/misere-files')));
for (const suffix of ['.js', '.wasm', '.worker.js'])
    copyFileSync(join(build, `threaded/misere-threads${suffix}`), join(folder, `misere-threads${suffix}`));
for (const name of ['index.mjs', 'index.d.ts', 'game.mjs', 'files.mjs', 'files.d.ts'])
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
