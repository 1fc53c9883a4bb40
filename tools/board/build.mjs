// build.mjs MODULE LIBRARIES PAGE: bundles everything into the file PAGE. MODULE is the folder that
// `make wasm` fills, LIBRARIES the one that `npm ci` does.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [moduleFolder, libraries, page] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(resolve(libraries, 'package.json'))('esbuild');

// The engine's program is a text of its own in the page.
const engineOutside = {
    name: 'engine-outside',
    setup(build) {
        const path = join(here, 'src/embedded-engine.mjs');
        build.onResolve({ filter: /\/misere\.js$/ }, () => ({ path }));
    },
};

// What the page needs of the puzzles, file by file: not from which games they are.
function readPuzzles() {
    const folder = join(here, 'puzzles');
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return names.map(name => {
        const { family, puzzles } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        return { family, puzzles: puzzles.map(puzzle => ({ ...puzzle, game: undefined })) };
    });
}

// The module 'puzzles'.
const puzzlesInside = {
    name: 'puzzles-inside',
    setup(build) {
        build.onResolve({ filter: /^puzzles$/ }, ({ path }) => ({ path, namespace: 'puzzles' }));
        build.onLoad({ filter: /./, namespace: 'puzzles' },
            () => ({ contents: JSON.stringify(readPuzzles()), loader: 'json' }));
    },
};

async function bundle(entry) {
    const { outputFiles } = await esbuild.build({
        entryPoints: [join(here, entry)],
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: ['chrome91', 'firefox113', 'safari16.4'],
        charset: 'utf8',
        legalComments: 'none',
        define: { 'import.meta.url': 'document.baseURI' },
        loader: { '.svg': 'text' },
        alias: { misere: resolve(moduleFolder) },
        nodePaths: [resolve(libraries, 'node_modules')],
        plugins: [engineOutside, puzzlesInside],
    });
    return outputFiles[0].text;
}

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// In a script element this would begin a comment; in a string of JavaScript it may be written so.
const escapeComments = script => script.replaceAll('<!--', '\\x3C!--');

// An element that contains a text as it is.
function element(tag, text, attributes = '') {
    if (text.includes(`</${tag}`) || text.includes('<!--'))
        throw new Error(`a ${tag} of the page would end early`);
    return `<${tag}${attributes}>${text}</${tag}>`;
}

const engine = readFileSync(join(moduleFolder, 'misere.js'), 'utf8');
const script = escapeComments(await bundle('src/main.mjs'));
const style = await bundle('style.css');

// The page may use what is inside it, and nothing else: no address is reached, not even its own.
const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');

const parts = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    style: element('style', style),
    script: element('script', script),
    engine: element('script', engine, ' id="engine" type="text/plain"'),
};
const template = readFileSync(join(here, 'index.html'), 'utf8');
const fill = (_, name) => parts[name];
writeFileSync(page, template.replace(/<!--(policy|style|script|engine)-->/g, fill));
