// The package as npm packs and installs it: in node, by import and by require; in pages, as it is and built by esbuild,
// Vite and webpack; and its types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describeInBrowsers } from '../browser/browser.mjs';
import { serve } from '../browser/server.mjs';
import { PACKAGE } from './helpers.mjs';

const BUNDLERS = resolve(process.env.MISERE_BUNDLERS ?? 'build/bundlers');
const require = createRequire(join(BUNDLERS, 'package.json'));
const RULES_BYTES = 50e3; // of a page with the rules alone, gzipped

// What a project does with the package; globalThis.played is its result.
const PLAY = `
async function play({ Engine, loadRules, loadFiles }) {
    const game = (await loadRules()).newGame('losers').play('e2e3').play('b7b5');
    const engine = new Engine();
    const { turn } = await engine.search(game, { depth: 4 });
    await engine.search(game.play(turn), { depth: 2 });
    engine.close();
    const pgn = (await loadFiles()).newGame('losers').play('e2e3').write('pgn');
    return { turns: game.history(), turn, pgn: /^1\\. e3 /m.test(pgn) };
}`;
const PLAYED = { turns: ['e2e3', 'b7b5', 'f1b5'], turn: 'f1b5', pgn: true };
const IMPORTS = `import { Engine, loadRules } from 'misere';
import { loadFiles } from 'misere/files';
${PLAY}`;
const MAIN = `${IMPORTS}
globalThis.played = play({ Engine, loadRules, loadFiles });
`;
const page = script => `<!doctype html><title>Test</title><link rel="icon" href="data:,">${script}`;

// A project that has installed the package by its name.
const project = mkdtempSync(join(tmpdir(), 'misere-package-'));
after(() => rmSync(project, { recursive: true, force: true }));
const write = (name, text) => writeFileSync(join(project, name), text);
const run = (command, ...words) => execFileSync(command, words, { cwd: project, encoding: 'utf8' });
const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--pack-destination', project, PACKAGE));
write('package.json', '{ "private": true }');
run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', `./${filename}`);
const installed = join(project, 'node_modules/misere');
// Each family, with a part of its network's text.
const NETWORKS = readdirSync(join(installed, 'networks')).map(name => ({ family: name.replace('.mjs', ''),
    weights: readFileSync(join(installed, 'networks', name), 'utf8').slice(1000, 1100) }));
write('main.mjs', MAIN);
write('rules.mjs', "import { loadRules } from 'misere/rules';\nloadRules().then(rules => console.log(rules.rulesets.length));\n");

describe('in node', () => {
    for (const [name, head] of [
        ['import.mjs', IMPORTS],
        ['require.cjs', `const { Engine, loadRules } = require('misere'), { loadFiles } = require('misere/files');\n${PLAY}`],
    ])
        test(`${name} plays, searches and writes`, () => {
            write(name, `${head}\nplay({ Engine, loadRules, loadFiles }).then(result => console.log(JSON.stringify(result)));\n`);
            assert.deepEqual(JSON.parse(run(process.execPath, name)), PLAYED);
        });

    test('the example in docs/wasm.md', () => {
        const [, text] = /^```js\n(.*?)^```$/ms.exec(readFileSync('docs/wasm.md', 'utf8'));
        write('example.mjs', text.replace('movetime: 1000', 'depth: 2'));
        assert.match(run(process.execPath, 'example.mjs'), /^\[ 'f1b5' \]\n\{ state: 'playing', player: 'white' \} rnbqkbnr.*\n\[ 'f1b5'/);
    });

    test('the rules alone', () => {
        assert.equal(run(process.execPath, 'rules.mjs'), '12\n');
        assert.equal(run(process.execPath, '-e', "require('misere/rules').loadRules().then(rules => console.log(rules.rulesets.length))"), '12\n');
    });
});

describe('the types', () => {
    // The names of the values that a file of declarations exports.
    function declared(name) {
        const text = readFileSync(join(installed, name), 'utf8');
        const own = [...text.matchAll(/^export (?:declare )?(?:class|function|const) (\w+)/gm)].map(match => match[1]);
        const others = [...text.matchAll(/^export \* from '\.\/(.*)';$/gm)].flatMap(([, path]) =>
            declared(path.replace(/\.([mc])js$/, '.d.$1ts')));
        const passed = [...text.matchAll(/^export \{ (.*) \};$/gm)].flatMap(([, names]) => names.split(', '));
        return [...own, ...others, ...passed].sort();
    }

    const ENTRIES = [['index.mjs', 'index.d.mts'], ['node.mjs', 'index.d.mts'], ['node.cjs', 'index.d.cts'],
        ['rules.mjs', 'rules.d.mts'], ['rules.cjs', 'rules.d.cts'], ['files.mjs', 'files.d.mts'], ['files.cjs', 'files.d.cts']];
    for (const [module, declarations] of ENTRIES)
        test(`${declarations} declares what ${module} exports`, async () => {
            const path = join(installed, module);
            const exported = module.endsWith('.cjs') ? require(path) : await import(pathToFileURL(path));
            assert.deepEqual(Object.keys(exported).sort(), declared(declarations));
        });

    test('each entry that package.json names is there', () => {
        const names = value => (typeof value === 'string' ? [value] : Object.values(value).flatMap(names));
        const entries = names(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).exports)
            .filter(name => !name.includes('*'));
        assert.ok(entries.length > 8);
        for (const name of entries)
            readFileSync(join(installed, name));
    });

    for (const [kind, options] of [['m', ['--module', 'node20']], ['c', ['--module', 'node20']],
        ['m', ['--module', 'esnext', '--moduleResolution', 'bundler']]])
        test(`TypeScript accepts a program (.${kind}ts, ${options.at(-1)}), and finds what is not there`, () => {
            const program = join(project, `program.${kind}ts`);
            const compile = text => {
                writeFileSync(program, text);
                try {
                    return run(process.execPath, join(require.resolve('typescript/package.json'), '../bin/tsc'), '--noEmit',
                        '--strict', '--target', 'es2022', ...options, program);
                } catch (error) {
                    return error.stdout;
                }
            };
            const text = `import { Engine, loadRules, parseInfo, type SearchResult } from 'misere';
                import { loadRules as loadRulesAlone } from 'misere/rules';
                import { loadFiles, type GameData } from 'misere/files';
                export async function play(): Promise<GameData> {
                    const game = (await loadRules()).newGame('losers').play('e2e3');
                    const result: SearchResult = await new Engine().search(game, { depth: parseInfo('info depth 1').depth });
                    (await loadRulesAlone()).newGame().play(String(result.turn));
                    return (await loadFiles()).newGame('losers').data();
                }`;
            assert.equal(compile(text), '');
            assert.match(compile("import { createModule } from 'misere';\ncreateModule();\n"), /createModule/);
            assert.match(compile("import { Engine } from 'misere/rules';\nnew Engine();\n"), /Engine/);
        });
});

// Builds main.mjs into a folder of the project; its page is index.html.
const BUILDS = {
    async 'esbuild, one file'(folder) {
        await buildWithEsbuild('main.mjs', { outdir: folder, format: 'iife' });
        writeFileSync(join(folder, 'index.html'), page('<script src="main.js"></script>'));
    },
    async 'esbuild, in parts'(folder) {
        await buildWithEsbuild('main.mjs', { outdir: folder, format: 'esm', splitting: true });
        writeFileSync(join(folder, 'index.html'), page('<script type="module" src="main.js"></script>'));
    },
    async 'Vite'(folder) {
        const { build } = await import(pathToFileURL(join(require.resolve('vite/package.json'), '../dist/node/index.js')));
        write('index.html', page('<script type="module" src="./main.mjs"></script>'));
        await build({ root: project, base: './', logLevel: 'error', configFile: false, build: { outDir: folder } });
    },
    async 'webpack'(folder) {
        const { default: webpack } = await import(pathToFileURL(require.resolve('webpack')));
        const stats = await new Promise((done, fail) => webpack({
            mode: 'production', context: project, entry: './main.mjs', performance: false,
            output: { path: folder, filename: 'main.js' },
        }, (error, stats) => (error ? fail(error) : done(stats))));
        assert.deepEqual(stats.toJson().errors, []);
        assert.deepEqual(stats.toJson().warnings, []);
        writeFileSync(join(folder, 'index.html'), page('<script src="main.js"></script>'));
    },
};

async function buildWithEsbuild(entry, options) {
    const { build } = await import(pathToFileURL(require.resolve('esbuild')));
    const { warnings, outputFiles } = await build({ absWorkingDir: project, entryPoints: [entry], bundle: true,
        minify: true, logLevel: 'silent', ...options });
    // A bundle in one file has no address of its own, which only the threads' files need.
    assert.deepEqual(warnings.filter(({ id }) => id !== 'empty-import-meta'), []);
    return outputFiles;
}

const folderOf = name => join(project, name.replaceAll(/\W/g, '-'));
before(async () => {
    for (const [name, make] of Object.entries(BUILDS)) {
        mkdirSync(folderOf(name));
        await make(folderOf(name));
    }
});

test('the rules alone are small', async () => {
    const [{ contents }] = await buildWithEsbuild('rules.mjs', { write: false, format: 'esm' });
    assert.ok(gzipSync(contents).length < RULES_BYTES, `${gzipSync(contents).length} bytes`);
});

describeInBrowsers('a page', context => {
    // Opens a page and checks its result. Returns the families of the networks in the files that it has loaded.
    async function check(folder, name) {
        const site = await serve(folder);
        try {
            const opened = await context.browser.open(`${site.base}${name}`);
            assert.deepEqual(await opened.evaluate(async () => globalThis.played), PLAYED);
            assert.deepEqual(opened.problems, []);
            const texts = site.requests.map(file => readFileSync(join(folder, file), 'utf8'));
            return NETWORKS.filter(({ weights }) => texts.some(text => text.includes(weights))).map(({ family }) => family);
        } finally {
            site.close();
        }
    }

    for (const name of Object.keys(BUILDS))
        test(`built by ${name}`, async () => {
            const families = await check(folderOf(name), 'index.html');
            assert.deepEqual(families, name.includes('one file') ? NETWORKS.map(({ family }) => family) : ['losers']);
        });

    test('as it is', async () => {
        writeFileSync(join(project, 'plain.html'), page(`<script type="importmap">{ "imports": {
            "misere": "./node_modules/misere/index.mjs", "misere/files": "./node_modules/misere/files.mjs" } }</script>
            <script type="module" src="main.mjs"></script>`));
        assert.deepEqual(await check(project, 'plain.html'), ['losers']);
    });

    test('nothing has left this machine', () => assert.deepEqual(context.browser.leaks, []));
});
