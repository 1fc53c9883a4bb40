// The worker in Chromium: on a page opened from a file, and with threads on a cross-origin isolated page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PACKAGE } from './helpers.mjs';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// A page with a function `play` that talks to a worker: it sends the lines of [line, pattern] in turn,
// each once the pattern of the one before has come, and returns the lines that matched.
const SCRIPT = `
    function play(worker, steps, done) {
        const found = [];
        const send = () => steps.length > found.length
            ? (play.sent = performance.now(), worker.postMessage(steps[found.length][0])) : done(found);
        worker.onerror = event => done(['error: ' + event.message]);
        worker.onmessage = event => {
            const pattern = steps[found.length]?.[1];
            if (pattern && new RegExp(pattern).test(event.data)) {
                found.push(event.data + ' after ' + Math.round(performance.now() - play.sent));
                setTimeout(send, steps[found.length]?.[2] ?? 0);
            }
        };
        send();
    }`;

// A browser, driven through chromedriver (W3C WebDriver).
async function startBrowser(folder) {
    const driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const port = await new Promise((resolve, reject) => {
        driver.on('error', reject);
        createInterface({ input: driver.stdout }).on('line', line => {
            const found = /successfully on port (\d+)/.exec(line);
            if (found)
                resolve(found[1]);
        });
    });
    const call = async (path, body, method = 'POST') => {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`,
            { method, body: body && JSON.stringify(body) });
        const { value } = await answer.json();
        if (value?.error)
            throw new Error(value.message);
        return value;
    };
    const { sessionId } = await call('/session', { capabilities: { alwaysMatch: {
        'goog:chromeOptions': { args: [...FLAGS, `--user-data-dir=${join(folder, 'profile')}`] } } } });
    const session = `/session/${sessionId}`;
    await call(`${session}/timeouts`, { script: 60000 });
    return {
        open: url => call(`${session}/url`, { url }),
        run: (script, ...args) => call(`${session}/execute/async`, { script, args }),
        async close() {
            await call(session, undefined, 'DELETE');
            driver.kill();
        },
    };
}

// Serves the package and a page, with the headers that allow shared memory.
async function serveIsolated(page, headers = {}) {
    const requests = [];
    const server = createServer((request, response) => {
        const name = request.url.slice(1);
        requests.push(name);
        const type = name.endsWith('.wasm') ? 'application/wasm'
            : /js$/.test(name) ? 'text/javascript' : 'text/html';
        try {
            const body = name === 'page.html' ? page : readFileSync(join(PACKAGE, name));
            response.writeHead(200, { 'Content-Type': type, 'Cross-Origin-Opener-Policy': 'same-origin',
                'Cross-Origin-Embedder-Policy': 'require-corp', ...headers }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    return { requests, base: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

describe('in Chromium', () => {
    let folder, browser;
    before(async () => {
        folder = mkdtempSync(join(tmpdir(), 'misere-wasm-'));
        browser = await startBrowser(folder);
    });
    after(async () => {
        await browser?.close();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    const GAME = [
        ['uci', '^uciok'],
        ['setoption name UCI_Variant value losers\nisready', '^readyok'],
        ['position startpos\ngo depth 6', '^bestmove'],
        ['go perft 4', '^Nodes'],
        ['go infinite', '^info depth ([5-9]|[1-9][0-9]) '],
        ['isready', '^readyok'],
        ['stop', '^bestmove', 300],
    ];

    function check(found) {
        assert.equal(found.length, GAME.length, found.join('\n'));
        assert.match(found[2], /^bestmove [a-h]/);
        for (const line of found.slice(-2))
            assert.ok(Number(/after (\d+)$/.exec(line)[1]) < 100, line);
    }

    test('a page from a file starts a worker that plays', async () => {
        copyFileSync(join(PACKAGE, 'misere.js'), join(folder, 'misere.js'));
        writeFileSync(join(folder, 'page.html'),
            `<!doctype html><script src="misere.js"></script><script>${SCRIPT}</script>`);
        await browser.open(pathToFileURL(join(folder, 'page.html')).href);
        check(await browser.run('play(Misere.createWorker(), arguments[0], arguments[1])', GAME));
    });

    test('an isolated page gets threads', async () => {
        const site = await serveIsolated(`<!doctype html><script>${SCRIPT}</script>`);
        try {
            await browser.open(`${site.base}page.html`);
            assert.equal(await browser.run('arguments[0](crossOriginIsolated)'), true);
            const steps = [GAME[0], ['setoption name Threads value 2\nisready', '^readyok'], ...GAME.slice(1)];
            const found = await browser.run(`play(new Worker('misere.js'), arguments[0], arguments[1])`, steps);
            found.splice(1, 1);
            check(found);
            assert.ok(site.requests.includes('misere-threads.wasm'));
        } finally {
            site.close();
        }
    });

    // As FreeChess.Club starts its engines.
    test('a worker can be started from the text of misere.js', async () => {
        const site = await serveIsolated(`<!doctype html><script>${SCRIPT}</script>`);
        try {
            await browser.open(`${site.base}page.html`);
            check(await browser.run(`
                const [steps, done] = arguments;
                fetch('misere.js').then(answer => answer.text()).then(text =>
                    play(new Worker(URL.createObjectURL(new Blob([text]))), steps, done));`, GAME));
        } finally {
            site.close();
        }
    });

    test('files are read and written on a page that may use no network', async () => {
        const site = await serveIsolated('<!doctype html>', { 'Content-Security-Policy':
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" });
        try {
            await browser.open(`${site.base}page.html`);
            const found = await browser.run(`
                const done = arguments[0];
                (async () => {
                    const { loadFiles } = await import('./files.mjs');
                    const files = await loadFiles();
                    const game = files.newGame('losers').play('e2e3').play('b7b5').resign('white');
                    const read = text => files.read('x.xml', new TextEncoder().encode(text));
                    const [again] = read(game.write('xml'));
                    let reason;
                    try {
                        read('<!DOCTYPE game><game/>');
                    } catch (error) {
                        reason = error.message;
                    }
                    done([again.history(), again.reason(), reason]);
                })().catch(error => done(String(error)));`);
            assert.deepEqual(found,
                [['e2e3', 'b7b5'], 'resignation', 'x.xml:1: a game file must not have a DOCTYPE']);
        } finally {
            site.close();
        }
    });

    test('the module works in a page, with its search in a worker', async () => {
        const site = await serveIsolated('<!doctype html>');
        try {
            await browser.open(`${site.base}page.html`);
            const { turns, turn } = await browser.run(`
                const done = arguments[0];
                (async () => {
                    const { Engine, loadRules } = await import('./index.mjs');
                    const game = (await loadRules()).newGame('losers').play('e2e3').play('b7b5');
                    const engine = new Engine();
                    const { turn } = await engine.search(game, { depth: 4 });
                    engine.close();
                    done({ turns: game.turns(), turn });
                })().catch(error => done({ turn: String(error) }));`);
            assert.deepEqual(turns, ['f1b5']);
            assert.equal(turn, 'f1b5');
        } finally {
            site.close();
        }
    });
});
