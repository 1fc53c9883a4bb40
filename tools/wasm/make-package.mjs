// make-package.mjs FOLDER VERSION BUILD NOTICE: writes the npm package to FOLDER from what emcc has made in BUILD,
// and to BUILD/networks the networks of the board's page. NOTICE is the file with libxml2's licence.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UNPACKING, exactly, rounded, splitEngine } from './split-engine.mjs';

const [folder, version, build, notice] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const read = path => readFileSync(path, 'utf8');

const LICENCE = `/*! Misère ${version}, https://opensource.org/license/mit`;

// Compressed and as text. zopfli's output is about 5 % smaller than gzip's.
async function pack(bytes) {
    const temporary = mkdtempSync(join(tmpdir(), 'misere-'));
    try {
        const file = join(temporary, 'module');
        writeFileSync(file, bytes);
        const { stdout } = await promisify(execFile)('zopfli', ['-c', file], { encoding: 'buffer', maxBuffer: 1 << 26 });
        return stdout.toString('base64');
    } finally {
        rmSync(temporary, { recursive: true });
    }
}

// Removes the end of the glue: exports for module systems, which misere.js does not need.
function glue() {
    const text = read(join(build, 'one/misere.js'));
    const end = text.lastIndexOf("if (typeof exports === 'object' && typeof module");
    if (end < 0)
        throw new Error('the glue does not end as expected');
    return text.slice(0, end);
}

const { bare, networks } = splitEngine(readFileSync(join(build, 'one/misere.wasm')), join(root, 'engine/eval/networks'));
const packModule = name => pack(readFileSync(join(build, `files/${name}.wasm`)));
const packNetworks = how => Promise.all(networks.map(network => pack(network.pack(how))));
// At once, as zopfli uses one core and takes most of the time.
const [packed, packedRules, packedFiles, texts, roundedTexts] = await Promise.all([pack(bare), packModule('misere-rules'),
    packModule('misere-files'), packNetworks(exactly), packNetworks(rounded)]);
networks.forEach((network, i) => (network.text = texts[i]));

// The program, with the texts of its networks or without them. Replacements are functions because `$` in a string would
// be special.
const makeProgram = isComplete => read(join(here, 'program.js'))
    .replace('@VERSION@', () => version)
    .replace('@WASM@', () => packed)
    .replace('/*@UNPACKING@*/', () => UNPACKING)
    .replace('/*@NETWORKS@*/', () => networks.map(({ family, address, width, text }) =>
        `'${family}': { address: ${address}, width: ${width}${isComplete ? `, weights: '${text}'` : ''} }`).join(', '))
    .replace('/*@MODULE@*/', glue);

// Only the function of a program, which a page calls.
function functionOf(program) {
    const begin = program.indexOf('(function misereProgram('), end = program.lastIndexOf('})(');
    if (begin < 0 || end < 0)
        throw new Error('program.js is not as expected');
    return `${program.slice(begin, end)}})`;
}

// A small WebAssembly module, which small-module.mjs starts.
const makeSmall = text => `export const WASM = '${text}';\n`;

// The same as a module of the kind that require() loads.
function asCommonJs(text) {
    const exported = [...text.matchAll(/^export (?:async )?(?:class|function|const) (\w+)/gm)].map(match => match[1]);
    const required = path => `require('${path.replace(/^(\..*)\.mjs$/, '$1.cjs')}')`;
    const body = text
        .replace(/^import \{ (.*) \} from '(.*)';$/gm, (_, names, path) =>
            `const { ${names.replaceAll(' as ', ': ')} } = ${required(path)};`)
        .replace(/^export \{ (.*) \} from '(.*)';$/gm, (_, names, path) => {
            exported.push(...names.split(', ').map(name => `${name}: ${required(path)}.${name}`));
            return '';
        })
        .replace(/^export (?=(?:async )?(?:class|function|const) )/gm, '')
        .replaceAll('import.meta.url', "require('node:url').pathToFileURL(__filename)");
    if (/^(?:import|export)\b/m.test(body))
        throw new Error('a module has an import or export of an unknown form');
    return `'use strict';\n${body}\nmodule.exports = { ${exported.join(', ')} };\n`;
}

// The declarations are the same for modules of both kinds, but for the names of files.
function writeDeclarations(name) {
    const text = read(join(here, `${name}.d.ts`));
    for (const kind of ['m', 'c'])
        write(`${name}.d.${kind}ts`, text.replace(/(from '\.\/\w+)\.js'/g, `$1.${kind}js'`));
}

const write = (name, text) => writeFileSync(join(folder, name), text);

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'networks'), { recursive: true });
write('misere.js', `${LICENCE} */\n${makeProgram(true)}`);
write('misere-program.mjs', `${LICENCE} */\nexport default ${JSON.stringify(functionOf(makeProgram(false)))};\n`);
for (const { family, text } of networks)
    write(`networks/${family}.mjs`, `${LICENCE} */\nexport default '${text}';\n`);
// For the board's page.
mkdirSync(join(build, 'networks'), { recursive: true });
networks.forEach(({ family }, i) => writeFileSync(join(build, `networks/${family}.txt`), roundedTexts[i]));
write('misere-rules.mjs', `${LICENCE} */\n${makeSmall(packedRules)}`);
write('misere-files.mjs', `${LICENCE}\n\nIt contains libxml2:\n\n${read(notice).trim()}\n*/\n${makeSmall(packedFiles)}`);
for (const suffix of ['.js', '.wasm', '.worker.js'])
    copyFileSync(join(build, `threaded/misere-threads${suffix}`), join(folder, `misere-threads${suffix}`));
for (const name of ['index', 'worker', 'node', 'engine', 'rules', 'game', 'files', 'proofs', 'small-module'])
    copyFileSync(join(here, `${name}.mjs`), join(folder, `${name}.mjs`));
for (const name of ['node', 'engine', 'rules', 'game', 'files', 'proofs', 'small-module', 'misere-rules', 'misere-files'])
    write(`${name}.cjs`, asCommonJs(read(join(folder, `${name}.mjs`))));
['index', 'rules', 'files'].forEach(writeDeclarations);
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
// The other documents are not in the package.
write('README.md', read(join(root, 'docs/wasm.md')).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));

// What a module is for import and for require(), with its declarations.
const both = (name, declarations = name) => ({
    import: { types: `./${declarations}.d.mts`, default: `./${name}.mjs` },
    require: { types: `./${declarations}.d.cts`, default: `./${name}.cjs` },
});
write('package.json', JSON.stringify({
    name: 'misere',
    version: version.replace(/^(\d+\.\d+)$/, '$1.0'),
    description: 'Rules, search and files of losing chess: Losers, Antichess, Giveaway, Suicide, and MIT 6.170\'s Antichess with anti-kings and mind control',
    license: 'MIT',
    keywords: ['chess', 'losers', 'antichess', 'giveaway', 'suicide', 'uci', 'engine', 'webassembly'],
    main: './node.cjs',
    types: './index.d.cts',
    exports: {
        // The search in a page is an ES module only.
        '.': { node: both('node', 'index'), types: './index.d.mts', default: './index.mjs' },
        './rules': both('rules'),
        './files': both('files'),
        './*': './*',
    },
    files: ['*.js', '*.mjs', '*.cjs', '*.d.mts', '*.d.cts', '*.wasm', 'networks'],
    sideEffects: false,
    engines: { node: '>=20' },
}, null, 2) + '\n');
