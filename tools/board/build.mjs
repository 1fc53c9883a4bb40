// build.mjs MODULE NETWORKS LIBRARIES PAGE: bundles everything into the file PAGE. MODULE and NETWORKS are the folders
// that `make wasm` fills, LIBRARIES the one that `npm ci` does, in which books.txt is, too.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readBooks, readSolved } from './openings.mjs';

const [moduleFolder, networkFolder, libraries, page] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(resolve(libraries, 'package.json'))('esbuild');

// Large texts of the package are pieces of the page behind the script, by the name of their module.
const PIECES = /\.\/((?:misere-program|misere-files|networks\/[\w-]+)\.mjs)$/;
const piecesOutside = {
    name: 'pieces-outside',
    setup(build) {
        build.onResolve({ filter: PIECES }, ({ path }) => ({ path: PIECES.exec(path)[1], namespace: 'piece' }));
        build.onLoad({ filter: /./, namespace: 'piece' }, ({ path }) => ({ resolveDir: here, contents: `
            import { textOfPiece } from './src/page-pieces.mjs';
            export const WASM = textOfPiece('${path}');
            export default WASM;` }));
    },
};

// The pieces' texts by their names.
async function readPieces() {
    const load = name => import(pathToFileURL(resolve(moduleFolder, name)));
    const networks = readdirSync(networkFolder).map(name =>
        [`networks/${name.replace('.txt', '.mjs')}`, readFileSync(join(networkFolder, name), 'utf8')]);
    return [['misere-files.mjs', (await load('misere-files.mjs')).WASM],
        ['misere-program.mjs', (await load('misere-program.mjs')).default], ...networks];
}

// What the page needs of the puzzles, file by file: not from which games they are.
function readPuzzles() {
    const folder = join(here, 'puzzles');
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return names.map(name => {
        const { family, puzzles } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        return { family, puzzles: puzzles.map(puzzle => ({ ...puzzle, game: undefined })) };
    });
}

// What the books and the solved positions say of openings.
const readOpenings = () => ({
    books: readBooks(readFileSync(join(libraries, 'books.txt'), 'utf8')),
    solved: readSolved(join(here, '../../docs/solved')),
});

// A module of that name with what read() returns.
const dataInside = (name, read) => ({
    name: `${name}-inside`,
    setup(build) {
        const filter = new RegExp(`^${name}$`);
        build.onResolve({ filter }, ({ path }) => ({ path, namespace: name }));
        build.onLoad({ filter: /./, namespace: name },
            () => ({ contents: JSON.stringify(read()), loader: 'json' }));
    },
});

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
        define: { 'import.meta.url': 'null' }, // no files are beside the page
        loader: { '.svg': 'text' },
        alias: { misere: resolve(moduleFolder) },
        plugins: [piecesOutside, dataInside('puzzles', readPuzzles), dataInside('openings', readOpenings)],
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

const pieces = (await readPieces()).map(([name, text]) => element('script', text, ` id="${name}" type="text/plain"`));

const parts = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    style: element('style', style),
    script: element('script', script),
    pieces: pieces.join('\n'),
};
const template = readFileSync(join(here, 'index.html'), 'utf8');
const fill = (_, name) => parts[name];
writeFileSync(page, template.replace(/<!--(policy|style|script|pieces)-->/g, fill));
