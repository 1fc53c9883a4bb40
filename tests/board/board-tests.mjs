// What the tests of the board on a page of its own share.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { writeBoardPage } from './board-page.mjs';
import { pageTests } from './page.mjs';

// From the eighth rank down, as a FEN, but with dots for empty squares.
export const boardOf = rows => rows.split(' ').reverse().join('');

export const START = boardOf('rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR');
export const AFTER_E4 = boardOf('rnbqkbnr pppppppp ........ ........ ....P... ........ PPPP.PPP RNBQKBNR');
export const ANTIKING = boardOf('rnbqkbnr pppppppp ...A.... ........ ........ ...a.... PPPPPPPP RNBQKBNR');
export const PROMOTION = boardOf('.......k P....... ........ ........ ........ ........ ........ K.......');
export const PROMOTED = boardOf('N......k ........ ........ ........ ........ ........ ........ K.......');
export const CASTLING = boardOf('....k... ........ ........ ........ ........ ........ ........ ....K..R');
export const CASTLED = boardOf('....k... ........ ........ ........ ........ ........ ........ .....RK.');

export const WHITE_STARTS =
    { board: START, input: 'white', targets: { e2: ['e3', 'e4'], g1: ['f3', 'h3'] } };

export const ARROW = { from: 'g1', to: 'f3', kind: 'best' };

const WINDOW = { width: 800, height: 700 };

export const cell = square => `[role=gridcell][data-square="${square}"]`;

/** Describes tests in each browser. `define` gets what they can do, and whether the browser is Chromium. */
export function describeBoard(title, define) {
    describeInBrowsers(title, context => define(boardTools(context), context.name === 'chromium'));
}

function boardTools(context) {
    let folder, url, page;
    before(async () => {
        folder = mkdtempSync(join(tmpdir(), 'misere-board-'));
        url = await writeBoardPage(folder);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    const pageTest = pageTests(context, { open: (tab, options) => tab.goTo(url, options) });

    async function useFeatures(features) {
        const session = await page.createCDPSession();
        await session.send('Emulation.setEmulatedMedia', { features });
    }

    // Opens the page, shows a state and calls run(page). features: what CSS can ask for.
    function boardTest(title, state, run, { viewport = WINDOW, features = [] } = {}) {
        pageTest(title, async opened => {
            page = opened;
            if (features.length)
                await useFeatures(features);
            await show(state);
            await run(page);
            if (features.length)
                await useFeatures([]);
        }, { viewport });
    }

    const show = state => page.evaluate(changes => show(changes), state);
    const answerWith = state => page.evaluate(changes => { window.answer = changes; }, state);
    const click = square => page.click(cell(square));
    const press = async (...keys) => {
        for (const key of keys)
            await page.keyboard.press(key);
    };
    const focus = square => page.evaluate(at => view.focus(at), square);
    const takeCalls = () => page.evaluate(() => calls.splice(0));
    const expectCalls = async (...calls) => assert.deepEqual(await takeCalls(), calls);
    const labelOf = square =>
        page.$eval(cell(square), element => element.getAttribute('aria-label'));
    const focused = () => page.evaluate(() => document.activeElement.dataset.square);
    const squaresOf = selector =>
        page.$$eval(selector, cells => cells.map(({ dataset }) => dataset.square));
    const selected = () => squaresOf('[aria-selected=true]');
    const dialogIsOpen = () => page.$eval('.promotion-dialog', dialog => dialog.open);

    // The marks of a kind, as 'e4'.
    const marked = kind => page.$$eval(`[data-mark=${kind}]`,
        marks => marks.map(mark => mark.getAttribute('data-on')).sort());

    // Where the pieces are drawn, as a board of 64 letters, once they have come to rest.
    async function drawn() {
        await page.waitForFunction(() => document.getAnimations().length === 0);
        return page.evaluate(() => {
            const board = Array(64).fill('.');
            const grid = document.querySelector('[role=grid]').getBoundingClientRect();
            const turned = document.querySelector('[role=gridcell]').dataset.square === 'h1';
            for (const piece of document.querySelectorAll('.pieces > *')) {
                const { left, top, width, height } = piece.getBoundingClientRect();
                const column = Math.floor((left + width / 2 - grid.left) / grid.width * 8);
                const row = Math.floor((top + height / 2 - grid.top) / grid.height * 8);
                const i = turned ? row * 8 + 7 - column : (7 - row) * 8 + column;
                board[i] = piece.dataset.letter;
            }
            return board.join('');
        });
    }
    const expectDrawn = board => waitFor(drawn, board);

    async function waitFor(read, expected) {
        const end = Date.now() + 180000;
        let value = await read();
        while (value !== expected && Date.now() < end)
            value = await read();
        assert.equal(value, expected);
    }

    async function centre(square) {
        return page.$eval(cell(square), element => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2 };
        });
    }

    // Drags a piece and does not let go.
    async function hold(from, to) {
        const [start, end] = [await centre(from), typeof to === 'string' ? await centre(to) : to];
        await page.mouse.move(start.x, start.y);
        await page.mouse.down();
        await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
        await page.mouse.move(end.x, end.y);
    }

    async function drag(from, to) {
        await hold(from, to);
        await page.mouse.up();
    }

    const dragged = () => page.$$eval('.dragged', elements => elements.length);
    const expectNothingDragged = () => waitFor(dragged, 0);

    return { boardTest, show, answerWith, click, press, focus, takeCalls, expectCalls, labelOf, focused, squaresOf,
        selected, dialogIsOpen, marked, drawn, expectDrawn, waitFor, centre, hold, drag, dragged, expectNothingDragged };
}
