// The pages of misere-annotate with the board inside, on screen, in print and without scripts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { describeInBrowsers } from '../browser/browser.mjs';
import { serve } from '../browser/server.mjs';

const BIN = process.env.MISERE_BIN ?? 'bin';
const BOARD = process.env.MISERE_BOARD ?? 'bin/misere-board.html';
const MARKUP = '</script><img src=x onerror=window.hacked=1>';

// White wins with a4, which must be taken, and loses with a3, after which b4 must be.
const LOST = `[White "${MARKUP}"]
[Black "Zoë"]
[Result "0-1"]
[Variant "losers"]
[SetUp "1"]
[FEN "7k/8/8/1p6/8/8/P7/7K w - - 0 1"]

1. a2a3 b5b4 2. a3b4 0-1
`;
const MIND_CONTROL = '[Variant "6170-fall-2003-mindcontrol"]\n\n1. e2e4,d7d5 e4d5,d8d5 *\n';
const FRAME = '<!doctype html><title>Frame</title><link rel="icon" href="data:,">'
    + '<iframe sandbox="allow-same-origin" width="800" height="600" src="game.html"></iframe>';

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'misere-annotated-'))));
after(() => rmSync(folder, { recursive: true, force: true }));

// Writes the page; returns its address.
function annotate(pgn, edit = html => html) {
    const [game, page] = ['game.pgn', 'game.html'].map(name => join(folder, name));
    writeFileSync(game, pgn);
    execFileSync(join(BIN, 'misere-annotate'),
                 ['--quiet', '--depth', '4', '--board', BOARD, game, page]);
    writeFileSync(page, edit(readFileSync(page, 'utf8')));
    return pathToFileURL(page).href;
}

describeInBrowsers('an annotated page', context => {
    let page;

    function pageTest(title, pgn, run, { fragment = '', edit } = {}) {
        test(title, async () => {
            page = await context.browser.open(annotate(pgn, edit) + fragment);
            try {
                await run();
                assert.deepEqual(page.problems, []);
                const isOutside = url => !/^(data|blob|file|about):/.test(url);
                assert.deepEqual(page.requests.filter(isOutside), []);
            } finally {
                await page.close();
            }
        });
    }

    // The board's document, once it shows the game.
    async function viewer() {
        const frame = await (await page.waitForSelector('#viewer')).contentFrame();
        await frame.waitForFunction(() => document.body?.dataset.mode === 'analysis');
        return frame;
    }

    const texts = (place, selector) => place.$$eval(selector,
        elements => elements.map(({ textContent }) => textContent.trim()));
    const display = selector => page.$eval(selector, element => getComputedStyle(element).display);
    const diagrams = () => page.$$eval('article svg.board', boards =>
        boards.filter(board => board.checkVisibility() && board.clientWidth > 50).length);
    const covers = () => page.evaluate(() =>
        document.elementFromPoint(innerWidth / 2, innerHeight / 2).id === 'viewer');

    pageTest('shows the game with its analysis, and keys work', LOST, async () => {
        const frame = await viewer();
        await frame.waitForSelector('#moves .sign');
        assert.equal(await covers(), true);
        assert.deepEqual(await texts(frame, '#moves .turn'),
                         ['a3??', 'a4', 'bxa4', 'b4', 'axb4']);
        assert.ok((await texts(frame, '.player .name')).includes(MARKUP));
        assert.equal(await frame.$eval('#graph', graph => graph.hidden), false);
        await page.keyboard.press('ArrowRight'); // before anything has been clicked
        assert.deepEqual(await texts(frame, '#moves .turn[aria-current]'), ['a3??']);
        await frame.waitForFunction(
            () => /a3 is a blunder/.test(document.querySelector('#judgement').textContent));
        assert.equal(await page.evaluate(() => window.hacked), undefined);
        assert.equal(await frame.evaluate(() => window.hacked), undefined);
        assert.equal(await frame.$('img'), null);
    });

    pageTest('leads to the diagrams and back', MIND_CONTROL, async () => {
        const frame = await viewer();
        await frame.$eval('#show-diagrams', button => button.click());
        await page.waitForFunction(() => document.body.classList.contains('diagrams'));
        assert.equal(await covers(), false);
        assert.equal(await diagrams(), 3);
        await page.click('#show-board');
        assert.equal(await covers(), true);
    });

    pageTest('opens at a turn that its address names', MIND_CONTROL, async () => {
        assert.equal(await display('#viewer'), 'none');
        assert.equal(await diagrams(), 3);
    }, { fragment: '#turn-2' });

    pageTest('shows the diagrams of a game that the board cannot open', LOST, async () => {
        await page.waitForFunction(() => document.body.classList.contains('diagrams'));
        assert.equal(await diagrams(), 4);
    }, { edit: html => html.replace('[Variant \\&quot;losers', '[Variant \\&quot;none') });

    // Firefox cannot be told to show a page as it would be printed.
    if (context.name === 'chromium')
        pageTest('prints the diagrams', LOST, async () => {
            await viewer();
            await page.emulateMediaType('print');
            assert.equal(await display('#viewer'), 'none');
            assert.equal(await diagrams(), 4);
        });

    // In a frame that may run none: not every browser can be told to run none at all.
    test('has the diagrams without scripts', async () => {
        annotate(LOST);
        const site = await serve(folder, { 'frame.html': FRAME });
        page = await context.browser.open(`${site.base}frame.html`);
        try {
            const shown = await page.$eval('iframe', ({ contentDocument, contentWindow }) => {
                const isShown = element => element.checkVisibility() && element.clientWidth > 50;
                return {
                    display: ['viewer', 'show-board'].map(id => contentWindow
                        .getComputedStyle(contentDocument.getElementById(id)).display),
                    diagrams: [...contentDocument.querySelectorAll('article svg.board')]
                        .filter(isShown).length,
                };
            });
            assert.deepEqual(shown, { display: ['none', 'none'], diagrams: 4 });
        } finally {
            await page.close();
            site.close();
        }
    });
});
