// The worker in browsers: on a page opened from a file, and with threads on a cross-origin isolated page.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { describeInBrowsers, openUndriven } from '../browser/browser.mjs';
import { serve } from '../browser/server.mjs';
import { PACKAGE } from './helpers.mjs';

const PAGE_MS = 180000;

const SCRIPT = `<script>${readFileSync(new URL('pages/play.js', import.meta.url), 'utf8')}</script>`;

// Starts the threaded worker by its address and by createWorker(), and posts the results.
const ISOLATED_SCRIPT = `<script type="module">
    import { createWorker } from './index.mjs';
    const report = { isolated: crossOriginIsolated, results: [] };
    try {
        for (const worker of [new Worker('misere.js'), createWorker()])
            report.results.push(await playTest(worker, ['setoption name Threads value 2']));
    } catch (error) {
        report.error = String(error);
    }
    await fetch('report', { method: 'POST', body: JSON.stringify(report) });
    </script>`;

const page = (...scripts) => `<!doctype html><title>Test</title><link rel="icon" href="data:,">${scripts.join('')}`;
const PAGE = { 'page.html': page(SCRIPT) };

function check({ bestmove, perft, stopped }) {
    assert.match(bestmove, /^bestmove [a-h]/);
    assert.equal(perft, 'Nodes searched: 152955');
    assert.match(stopped, /^bestmove [a-h]/);
}

describeInBrowsers('the worker', context => {
    let folder;
    before(() => (folder = mkdtempSync(join(tmpdir(), 'misere-wasm-'))));
    after(() => rmSync(folder, { recursive: true, force: true }));

    test('a page from a file starts a worker that plays', async () => {
        copyFileSync(join(PACKAGE, 'misere.js'), join(folder, 'misere.js'));
        writeFileSync(join(folder, 'page.html'),
            page('<script src="misere.js"></script>', SCRIPT));
        const opened = await context.browser.open(pathToFileURL(join(folder, 'page.html')).href);
        check(await opened.evaluate('playTest(Misere.createWorker())'));
        assert.deepEqual(opened.problems, []);
    });

    test("the document's page with a board plays", async () => {
        const [, document] = /^```html\n(.*?)^```$/ms.exec(readFileSync('docs/wasm.md', 'utf8'));
        const site = await serve(PACKAGE, { 'board.html': document.replace('./misere/', './'), 'favicon.ico': '' });
        try {
            const opened = await context.browser.open(`${site.base}board.html`);
            const says = text => opened.waitForFunction(wanted => document.querySelector('#says').textContent === wanted, {}, text);
            const click = square => opened.evaluate(`document.querySelector('[title=${square}]').click()`);
            await says('You are White: choose a piece and a square.');
            await click('e1');
            await says('the king on e1 has nowhere to go');
            await click('e2');
            await click('e3');
            await says('white to move');
            assert.deepEqual(opened.problems, []);
        } finally {
            site.close();
        }
    });

    test('an isolated page gets threads', { timeout: PAGE_MS }, async () => {
        const site = await serve(PACKAGE, { 'page.html': page(SCRIPT, ISOLATED_SCRIPT) },
                                 { isolated: true });
        const end = openUndriven(context.name, `${site.base}page.html`);
        try {
            const { isolated, error, results } = JSON.parse(await site.posted);
            assert.equal(error, undefined);
            assert.equal(isolated, true);
            results.forEach(check);
            assert.ok(site.requests.includes('misere-threads.wasm'));
        } finally {
            await end();
            site.close();
        }
    });

    test('a page without special headers gets one thread', async () => {
        const site = await serve(PACKAGE, PAGE);
        try {
            const opened = await context.browser.open(`${site.base}page.html`);
            assert.equal(await opened.evaluate('crossOriginIsolated'), false);
            check(await opened.evaluate("playTest(new Worker('misere.js'))"));
            assert.ok(!site.requests.includes('misere-threads.wasm'));
            assert.deepEqual(opened.problems, []);
        } finally {
            site.close();
        }
    });

    test('the module works in a page, with its search in a worker', async () => {
        const site = await serve(PACKAGE, PAGE);
        try {
            const opened = await context.browser.open(`${site.base}page.html`);
            const { turns, turn } = await opened.evaluate(async () => {
                const { Engine, loadRules } = await import('./index.mjs');
                const game = (await loadRules()).newGame('losers').play('e2e3').play('b7b5');
                const engine = new Engine();
                const { turn } = await engine.search(game, { depth: 4 });
                engine.close();
                return { turns: game.turns(), turn };
            });
            assert.deepEqual(turns, ['f1b5']);
            assert.equal(turn, 'f1b5');
        } finally {
            site.close();
        }
    });

    test('a network that cannot be loaded is an error of the search, and asked for again', async () => {
        const site = await serve(PACKAGE, { ...PAGE, 'networks/losers.mjs': 'throw new Error("gone");' });
        try {
            const opened = await context.browser.open(`${site.base}page.html`);
            const [error, again, turn] = await opened.evaluate(async () => {
                const { Engine, loadRules } = await import('./index.mjs');
                const rules = await loadRules();
                const engine = new Engine();
                const search = game => engine.search(rules.newGame(game), { depth: 3 });
                const errors = [];
                for (let i = 0; i < 2; i++)
                    await search('losers').catch(error => errors.push(error.message));
                const { turn } = await search('antichess');
                engine.close();
                return [...errors, turn];
            });
            assert.equal(error, 'the network of losers cannot be loaded: gone');
            assert.equal(again, error);
            assert.match(turn, /^[a-h][1-8]/);
        } finally {
            site.close();
        }
    });

    test('files are read and written on a page that may load nothing but its scripts', async () => {
        const policy = `<meta http-equiv="Content-Security-Policy"
            content="default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'">`;
        const site = await serve(PACKAGE, { 'page.html': page(policy) });
        try {
            const opened = await context.browser.open(`${site.base}page.html`);
            const [turns, reason, error] = await opened.evaluate(async () => {
                const { loadFiles } = await import('./files.mjs');
                const files = await loadFiles();
                const read = text => files.read('x.xml', new TextEncoder().encode(text));
                const data = files.newGame('losers').play('e2e3').play('b7b5').data();
                const forfeit = { loser: 'white', reason: 'resignation' };
                const [again] = read(files.fromData({ ...data, forfeit }).write('xml'));
                try {
                    read('<!DOCTYPE game><game/>');
                } catch (error) {
                    return [again.history(), again.data().outcome.reason, error.message];
                }
            });
            assert.deepEqual(turns, ['e2e3', 'b7b5']);
            assert.equal(reason, 'resignation');
            assert.equal(error, 'x.xml:1: a game file must not have a DOCTYPE');
            assert.deepEqual(opened.problems, []);
            assert.deepEqual(site.requests.toSorted(),
                ['files.mjs', 'game.mjs', 'misere-files.mjs', 'page.html', 'proofs.mjs', 'small-module.mjs']);
        } finally {
            site.close();
        }
    });

    test('nothing has left this machine', () => assert.deepEqual(context.browser.leaks, []));
});
