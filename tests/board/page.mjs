// The real page in browsers, and what the tests of its games do there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

export const PAGE = pathToFileURL(process.env.MISERE_BOARD ?? 'bin/misere-board.html').href;

// Runs before the page's script. What earlier tests have kept is forgotten, but not at a reload.
function start(kept) {
    if (location.protocol !== 'file:' || window.name === 'started')
        return;
    window.name = 'started';
    localStorage.clear();
    if (kept)
        localStorage.setItem('misere-board.session', kept);
}

/** The selector of a square. */
export const cell = square => `#board [role=gridcell][data-square="${square}"]`;

/** Starts a game by the panel; fields: their names and values. */
export function startGame(page, fields) {
    return page.evaluate(values => {
        document.getElementById('open-new-game').click();
        const { elements } = document.querySelector('#new-game form');
        for (const [name, value] of Object.entries(values))
            elements[name].value = value;
        elements.ruleset.dispatchEvent(new Event('input', { bubbles: true }));
        document.querySelector('#new-game [type=submit]').click();
    }, { opponent: 'person', ...fields });
}

/** Functions for the tests of one browser; `context` is that of describeInBrowsers(). */
export function usePage(context) {
    let page;

    /**
     * A test on a page of its own: calls run(page), and sees that the browser had nothing to
     * complain of. fragment: of the address; kept: what an earlier visit has left.
     */
    function pageTest(title, run, { fragment = '', kept } = {}) {
        test(title, async () => {
            page = await context.browser.open(PAGE + fragment, async opened => {
                await opened.setViewport({ width: 1280, height: 800 });
                await opened.evaluateOnNewDocument(start, kept ?? null);
            });
            try {
                await page.waitForFunction(() => document.getElementById('state').textContent);
                await run(page);
                assert.deepEqual(page.problems, []);
                const isOutside = address => !/^(data|blob|file):/.test(address);
                assert.deepEqual(page.requests.filter(isOutside), []);
            } finally {
                await page.close();
            }
        });
    }

    const text = selector => page.$eval(selector, element => element.textContent.trim());
    const state = () => text('#state');
    const label = square => page.$eval(cell(square),
        element => element.getAttribute('aria-label'));
    const turns = () => page.$$eval('#moves .turn',
        buttons => buttons.map(button => button.textContent));
    const untilTurns = count => page.waitForFunction(
        least => document.querySelectorAll('#moves .turn').length >= least, {}, count);
    const press = id => page.$eval(`#${id}`, button => button.click());

    async function click(...squares) {
        for (const square of squares)
            await page.click(cell(square));
    }

    const until = pattern => page.waitForFunction(
        source => new RegExp(source).test(document.getElementById('state').textContent), {},
        pattern.source);

    const newGame = fields => startGame(page, fields);

    return { pageTest, text, state, label, turns, untilTurns, press, click, until, newGame };
}
