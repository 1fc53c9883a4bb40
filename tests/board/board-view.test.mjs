// The board on a page of its own, in browsers: what it draws, and what it reports.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { writeBoardPage } from './board-page.mjs';
import { checkWithAxe, pageTests } from './page.mjs';

// From the eighth rank down, as a FEN, but with dots for empty squares.
const boardOf = rows => rows.split(' ').reverse().join('');

const START = boardOf('rnbqkbnr pppppppp ........ ........ ........ ........ PPPPPPPP RNBQKBNR');
const AFTER_E4 = boardOf('rnbqkbnr pppppppp ........ ........ ....P... ........ PPPP.PPP RNBQKBNR');
const ANTIKING = boardOf('rnbqkbnr pppppppp ...A.... ........ ........ ...a.... PPPPPPPP RNBQKBNR');
const PROMOTION = boardOf('.......k P....... ........ ........ ........ ........ ........ K.......');
const PROMOTED = boardOf('N......k ........ ........ ........ ........ ........ ........ K.......');
const CASTLING = boardOf('....k... ........ ........ ........ ........ ........ ........ ....K..R');
const CASTLED = boardOf('....k... ........ ........ ........ ........ ........ ........ .....RK.');

const WHITE_STARTS =
    { board: START, input: 'white', targets: { e2: ['e3', 'e4'], g1: ['f3', 'h3'] } };

const ARROW = { from: 'g1', to: 'f3', kind: 'best' };

const WINDOW = { width: 800, height: 700 };

const cell = square => `[role=gridcell][data-square="${square}"]`;

describeInBrowsers('the board', context => {
    const isChromium = context.name === 'chromium';
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

    // Opens the page, shows a state and runs the test. features: what CSS can ask for.
    function boardTest(title, state, run, { viewport = WINDOW, features = [] } = {}) {
        pageTest(title, async opened => {
            page = opened;
            if (features.length)
                await useFeatures(features);
            await show(state);
            await run();
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
        await page.waitForFunction(() => !document.querySelector('.pieces [style*=opacity]'));
        await page.evaluate(() => new Promise(done =>
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
        return page.evaluate(() => {
            const board = Array(64).fill('.');
            const grid = document.querySelector('[role=grid]').getBoundingClientRect();
            const turned = document.querySelector('[role=gridcell]').dataset.square === 'h1';
            for (const piece of document.querySelectorAll('.pieces > g')) {
                const { left, top, width, height } = piece.getBoundingClientRect();
                const column = Math.floor((left + width / 2 - grid.left) / grid.width * 8);
                const row = Math.floor((top + height / 2 - grid.top) / grid.height * 8);
                const [colour, kind] = piece.dataset.piece;
                const i = turned ? row * 8 + 7 - column : (7 - row) * 8 + column;
                board[i] = colour === 'w' ? kind.toUpperCase() : kind;
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

    async function drag(from, to) {
        const [start, end] = [await centre(from), typeof to === 'string' ? await centre(to) : to];
        await page.mouse.move(start.x, start.y);
        await page.mouse.down();
        await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
        await page.mouse.move(end.x, end.y);
        await page.mouse.up();
    }

    const ghosts = () => page.$$eval('.board-ghost', elements => elements.length);
    const hiddenPieces = () =>
        page.$$eval('.pieces [visibility=hidden]', elements => elements.length);
    async function expectNothingDragged() {
        await waitFor(ghosts, 0);
        assert.equal(await hiddenPieces(), 0);
    }

    describe('drawing', () => {
        boardTest('draws the pieces, and moves them', WHITE_STARTS, async () => {
            await expectDrawn(START);
            await show({ board: AFTER_E4 });
            await expectDrawn(AFTER_E4);
            await show({ board: PROMOTION, animate: false });
            await expectDrawn(PROMOTION);
        });

        boardTest('draws the last of many positions', WHITE_STARTS, async () => {
            await page.evaluate(boards => boards.forEach(board => show({ board })),
                Array.from({ length: 20 }, (_, i) => (i % 2 ? AFTER_E4 : ANTIKING)));
            await expectDrawn(AFTER_E4);
        });

        boardTest('turns and grows while pieces move', WHITE_STARTS, async () => {
            await page.evaluate(boards => {
                for (const board of boards)
                    show({ board });
                show({ orientation: 'black' });
            }, [AFTER_E4, START, AFTER_E4]);
            await page.setViewport({ width: 900, height: 900 });
            await expectDrawn(AFTER_E4);
            await show({ board: START });
            await expectDrawn(START);
        });

        boardTest('turns', WHITE_STARTS, async () => {
            await show({ orientation: 'black' });
            await expectDrawn(START);
            const [a1, h8] = [await centre('a1'), await centre('h8')];
            assert.ok(a1.x > h8.x && a1.y < h8.y);
            const name = await page.$eval('[role=grid]', grid => grid.getAttribute('aria-label'));
            assert.match(name, /Black at the bottom/);
            await click('g1');
            await click('f3');
            await expectCalls(['select', 'g1'], ['move', 'g1', 'f3', '']);
            await focus('e4');
            await press('ArrowUp');
            assert.equal(await focused(), 'e3');
            await show({ orientation: 'white' });
            assert.equal(await focused(), 'e3');
        });

        boardTest('draws anti-kings upside down', { board: ANTIKING }, async () => {
            await expectDrawn(ANTIKING);
            assert.equal(await labelOf('d6'), 'd6, white anti-king');
            assert.equal(await labelOf('d3'), 'd3, black anti-king');
            const shape = await page.$eval('#wa use', use => use.outerHTML);
            assert.match(shape, /href="#wk" transform="rotate\(180 20 20\)"/);
        });

        const MARKS = {
            last: [['e2', 'e4'], ['e7', 'e5']],
            half: [['b1', 'c3']],
            check: ['e8'],
            unattacked: ['d3'],
            mustCapture: ['c7', 'f1'],
            mayCapture: ['g1'],
            reason: ['d8'],
        };
        boardTest('marks squares', { board: ANTIKING, marks: MARKS }, async () => {
            assert.deepEqual(await marked('first'), ['e2', 'e4']);
            assert.deepEqual(await marked('second'), ['e5', 'e7']);
            assert.deepEqual(await marked('half'), ['b1', 'c3']);
            assert.deepEqual(await marked('check'), ['e8']);
            assert.deepEqual(await marked('unattacked'), ['d3']);
            assert.deepEqual(await marked('mustCapture'), ['c7', 'f1']);
            assert.deepEqual(await marked('mayCapture'), ['g1']);
            assert.deepEqual(await marked('reason'), ['d8']);
            assert.equal(await labelOf('d8'), 'd8, black queen, forbids the move');
            assert.equal(await labelOf('e8'), 'e8, black king, in check');
            assert.equal(await labelOf('d3'), 'd3, black anti-king, not attacked');
            assert.equal(await labelOf('f1'), 'f1, white bishop, must capture');
            assert.equal(await labelOf('g1'), 'g1, white knight, may capture');
            const colourOf = kind => page.$eval(`[data-mark=${kind}] rect`,
                rect => getComputedStyle(rect).fill);
            assert.notEqual(await colourOf('first'), await colourOf('second'));
            await show({ marks: {} });
            assert.deepEqual(await page.$$eval('[data-mark]', marks => marks.length), 0);
        });

        boardTest('draws arrows', { board: START, arrows: [ARROW] }, async () => {
            const { left, right, top, bottom } = await page.$eval('[data-arrow=g1f3]',
                arrow => arrow.getBoundingClientRect().toJSON());
            const [g1, f3] = [await centre('g1'), await centre('f3')];
            assert.ok(left > f3.x - 40 && left < f3.x && right > f3.x && right < g1.x + 40);
            assert.ok(top > f3.y - 10 && top < f3.y + 10 && bottom < g1.y);
            await show({ arrows: [] });
            assert.equal(await page.$('[data-arrow]'), null);
        });

        boardTest('fits a narrow window', { board: START }, async () => {
            const { left, width } =
                await page.$eval('[role=grid]', grid => grid.getBoundingClientRect().toJSON());
            assert.deepEqual([left, width], [0, 320]);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
        }, { viewport: { width: 320, height: 560 } });

        boardTest('fits a low window, and follows its size', { board: START }, async () => {
            const size = () => page.$eval('[role=grid]', grid => {
                const { width, bottom } = grid.getBoundingClientRect();
                return `${width} ${bottom <= innerHeight}`;
            });
            assert.equal(await size(), '252 true');
            await page.setViewport({ width: 900, height: 900 });
            await waitFor(size, '852 true');
            await expectDrawn(START);
        }, { viewport: { width: 800, height: 300 } });

        boardTest('comes and goes with destroy()', WHITE_STARTS, async () => {
            await click('e2');
            await page.evaluate(() => view.destroy());
            assert.equal(await page.$eval('#board', board => board.childElementCount), 0);
            await takeCalls();
            await press('Escape');
            await expectCalls();
        });
    });

    describe('clicks', () => {
        boardTest('select a piece, then a square', WHITE_STARTS, async () => {
            await click('e2');
            assert.deepEqual(await selected(), ['e2']);
            assert.deepEqual(await marked('selected'), ['e2']);
            assert.deepEqual(await marked('target'), ['e3', 'e4']);
            assert.equal(await labelOf('e4'), 'e4, empty, can be moved to');
            await answerWith({ board: AFTER_E4, input: null });
            await click('e4');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
            await expectDrawn(AFTER_E4);
            assert.deepEqual(await selected(), []);
            assert.deepEqual(await marked('target'), []);
        });

        boardTest('report forbidden moves', WHITE_STARTS, async () => {
            await click('e2');
            await click('e5');
            await click('a1');
            await click('a8');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e5', ''],
                              ['select', 'a1'], ['move', 'a1', 'a8', '']);
            await expectDrawn(START);
        });

        boardTest('select another piece, or none', WHITE_STARTS, async () => {
            await click('e2');
            await click('g1');
            assert.deepEqual(await marked('target'), ['f3', 'h3']);
            await click('g1');
            assert.deepEqual(await selected(), []);
            await click('e2');
            await press('Escape');
            assert.deepEqual(await selected(), []);
            await press('Escape');
            await expectCalls(['select', 'e2'], ['select', 'g1'], ['select', 'e2'], ['cancel']);
        });

        boardTest('capture a piece of the own colour where that is legal',
            { board: ANTIKING, input: 'white', targets: { d6: ['d7', 'd5'] } }, async () => {
                await click('d6');
                assert.deepEqual(await marked('capture'), ['d7']);
                const beside = ANTIKING.replace('A', '.').replace('P', 'A');
                await show({ board: beside, targets: { a2: ['b2'] } });
                await click('a2');
                await click('b2');
                await expectCalls(['select', 'd6'], ['select', 'a2'], ['move', 'a2', 'b2', '']);
            });

        boardTest('do nothing if no one is to move', { board: START }, async () => {
            await click('e2');
            await click('e4');
            await drag('e2', 'e4');
            await expectCalls();
            assert.equal(await ghosts(), 0);
        });

        boardTest('move one colour, or both', { board: START, input: 'black' }, async () => {
            await click('e2');
            await click('e7');
            await show({ input: 'both' });
            assert.deepEqual(await selected(), ['e7']);
            await click('e2');
            await show({ input: 'black' });
            assert.deepEqual(await selected(), []);
            await expectCalls(['select', 'e7'], ['select', 'e2']);
        });

        boardTest('leave the keys to the page', WHITE_STARTS, async () => {
            await page.focus('#other');
            await click('e2');
            assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
        });

        boardTest('keep a selection while only the marks change', WHITE_STARTS, async () => {
            await click('e2');
            await show({ arrows: [ARROW] });
            assert.deepEqual(await selected(), ['e2']);
            await show({ board: PROMOTION });
            assert.deepEqual(await selected(), []);
        });
    });

    describe('drags', () => {
        boardTest('move a piece', WHITE_STARTS, async () => {
            await answerWith({ board: AFTER_E4, input: null });
            await drag('e2', 'e4');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
            await expectDrawn(AFTER_E4);
            await expectNothingDragged();
        });

        boardTest('of a king may move a rook', { board: CASTLING, input: 'white' }, async () => {
            await answerWith({ board: CASTLED, input: null });
            await drag('e1', 'g1');
            await expectDrawn(CASTLED);
            await expectNothingDragged();
        });

        boardTest('report forbidden moves and put the piece back', WHITE_STARTS, async () => {
            await drag('e2', 'e5');
            await drag('e2', 'd2');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e5', ''],
                              ['select', 'e2'], ['move', 'e2', 'd2', '']);
            await expectDrawn(START);
            await expectNothingDragged();
        });

        boardTest('go on when the piece dropped before has come to rest', WHITE_STARTS, async () => {
            await expectDrawn(START);
            await page.evaluate(() => {
                const { requestAnimationFrame } = window;
                const held = [];
                window.requestAnimationFrame = frame => held.push(frame);
                window.showFrames = () => {
                    window.requestAnimationFrame = requestAnimationFrame;
                    held.forEach(frame => requestAnimationFrame(frame));
                };
            });
            await show({ board: AFTER_E4 });
            await drag('g1', 'g5');
            const [start, end] = [await centre('b1'), await centre('c3')];
            await page.mouse.move(start.x, start.y);
            await page.mouse.down();
            await page.mouse.move(end.x, end.y);
            await page.evaluate(() => showFrames());
            await expectDrawn(AFTER_E4);
            assert.equal(await ghosts(), 1);
            await page.mouse.up();
            await expectCalls(['select', 'g1'], ['move', 'g1', 'g5', ''],
                              ['select', 'b1'], ['move', 'b1', 'c3', '']);
            await expectNothingDragged();
        });

        boardTest('to nowhere, or back, only select', WHITE_STARTS, async () => {
            await drag('e2', { x: 400, y: 5 });
            await expectNothingDragged();
            const { x, y } = await centre('e2');
            await drag('e2', { x: x + 10, y });
            await expectNothingDragged();
            await expectCalls(['select', 'e2']);
            assert.deepEqual(await selected(), ['e2']);
            await expectDrawn(START);
        });

        boardTest('are shown, and end with Escape', WHITE_STARTS, async () => {
            const [start, end] = [await centre('e2'), await centre('e4')];
            await page.mouse.move(start.x, start.y);
            await page.mouse.down();
            await page.mouse.move(end.x, end.y);
            assert.equal(await ghosts(), 1);
            assert.match(await page.$eval('.board-ghost', ghost => ghost.innerHTML), /href="#wp"/);
            assert.deepEqual(await squaresOf('[data-over]'), ['e4']);
            assert.deepEqual(await marked('target'), ['e3', 'e4']);
            await show({ arrows: [ARROW] });
            assert.equal(await ghosts(), 1);
            await press('Escape');
            await expectNothingDragged();
            await page.mouse.up();
            await expectCalls(['select', 'e2']);
        });

        boardTest('end when the position changes', WHITE_STARTS, async () => {
            const [start, end] = [await centre('e2'), await centre('e4')];
            await page.mouse.move(start.x, start.y);
            await page.mouse.down();
            await page.mouse.move(end.x, end.y);
            await show({ board: PROMOTION });
            await expectNothingDragged();
            await page.mouse.up();
            await expectCalls(['select', 'e2']);
        });
    });

    describe('touch', () => {
        const options =
            { viewport: { width: 375, height: 667, hasTouch: isChromium, isMobile: isChromium } };

        async function touchDrag(from, to) {
            const [start, end] = [await centre(from), await centre(to)];
            const touch = await page.touchscreen.touchStart(start.x, start.y);
            await touch.move((start.x + end.x) / 2, (start.y + end.y) / 2);
            await touch.move(end.x, end.y);
            await touch.end();
        }

        boardTest('taps', WHITE_STARTS, async () => {
            await page.tap(cell('e2'));
            assert.deepEqual(await selected(), ['e2']);
            await page.tap(cell('e4'));
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
        }, options);

        boardTest('drags', WHITE_STARTS, async () => {
            await answerWith({ board: AFTER_E4, input: null });
            await touchDrag('e2', 'e4');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
            await expectDrawn(AFTER_E4);
            await expectNothingDragged();
        }, options);

        boardTest('scrolls the page where there is nothing to drag', WHITE_STARTS, async () => {
            const touchAction = square =>
                page.$eval(cell(square), element => getComputedStyle(element).touchAction);
            assert.equal(await touchAction('e2'), 'none');
            assert.equal(await touchAction('e5'), 'manipulation');
            assert.equal(await touchAction('e7'), 'manipulation');
        }, options);
    });

    describe('the keyboard', () => {
        boardTest('moves a piece', WHITE_STARTS, async () => {
            await press('Tab');
            assert.equal(await focused(), 'e2');
            await press('Enter', 'ArrowUp', 'ArrowUp');
            assert.equal(await focused(), 'e4');
            await answerWith({ board: AFTER_E4, input: null });
            await press(' ');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
            assert.equal(await focused(), 'e4');
            await expectDrawn(AFTER_E4);
        });

        boardTest('stays on the board', WHITE_STARTS, async () => {
            await focus('a1');
            await press('ArrowLeft', 'ArrowDown');
            assert.equal(await focused(), 'a1');
            await focus('h8');
            await press('ArrowRight', 'ArrowUp');
            assert.equal(await focused(), 'h8');
            await press('Tab');
            assert.equal(await page.evaluate(() => document.activeElement.id), 'other');
            await page.keyboard.down('Shift');
            await press('Tab');
            await page.keyboard.up('Shift');
            assert.equal(await focused(), 'h8');
        });

        boardTest('reports forbidden moves, and cancels', WHITE_STARTS, async () => {
            await focus('g1');
            await press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
            await focus('g1');
            await press('Enter', 'Escape', 'Escape');
            await expectCalls(['select', 'g1'], ['move', 'g1', 'g3', ''],
                              ['select', 'g1'], ['cancel']);
            assert.equal(await focused(), 'g1');
        });

        boardTest('leaves the Escape key to what is outside the board', WHITE_STARTS, async () => {
            await click('e2');
            await page.focus('#other');
            await press('Escape');
            assert.deepEqual(await selected(), ['e2']);
            await expectCalls(['select', 'e2']);
        });

        boardTest('shows the focus', WHITE_STARTS, async () => {
            await press('Tab');
            const outline = await page.$eval(cell('e2'),
                element => getComputedStyle(element).outline);
            assert.match(outline, /solid/);
            assert.match(outline, /3px/);
        });
    });

    describe('promotion', () => {
        const state = { board: PROMOTION, input: 'white', targets: { a7: ['a8'] },
            promotions: { a7a8: 'bknqr' } };

        boardTest('asks with a dialog', state, async () => {
            await click('a7');
            await click('a8');
            assert.ok(await dialogIsOpen());
            const names = await page.$$eval('.promotion-dialog button', buttons =>
                buttons.map(button => button.getAttribute('aria-label')));
            assert.deepEqual(names, ['queen', 'rook', 'bishop', 'knight', 'king']);
            await expectCalls(['select', 'a7']);
            await answerWith({ board: PROMOTED, input: null });
            await page.click('.promotion-dialog [value=n]');
            await waitFor(() => page.evaluate(() => String(calls)), 'move,a7,a8,n');
            await expectDrawn(PROMOTED);
        });

        boardTest('works with the keyboard', state, async () => {
            await focus('a7');
            await press('Enter', 'ArrowUp', 'Enter');
            assert.ok(await dialogIsOpen());
            await press('ArrowRight', 'ArrowRight', 'ArrowLeft', 'Enter');
            await waitFor(() => page.evaluate(() => calls.at(-1).join()), 'move,a7,a8,r');
            await focus('a7');
            await press('Enter', 'ArrowUp', 'Enter', 'b');
            await waitFor(() => page.evaluate(() => calls.at(-1).join()), 'move,a7,a8,b');
            await focus('a7');
            await press('Enter', 'ArrowUp', 'Enter', 'ArrowLeft', 'Enter');
            await waitFor(() => page.evaluate(() => calls.at(-1).join()), 'move,a7,a8,k');
            await waitFor(focused, 'a8');
        });

        boardTest('can be cancelled', state, async () => {
            await click('a7');
            await click('a8');
            await press('Escape');
            await waitFor(dialogIsOpen, false);
            await click('a7');
            await click('a8');
            await page.mouse.click(790, 690);
            await waitFor(dialogIsOpen, false);
            await drag('a7', 'a8');
            assert.ok(await dialogIsOpen());
            await press('Escape');
            await expectNothingDragged();
            await expectCalls(['select', 'a7'], ['select', 'a7'], ['select', 'a7']);
            await expectDrawn(PROMOTION);
        });

        boardTest('ends when the position changes', state, async () => {
            await drag('a7', 'a8');
            await show({ board: START });
            await waitFor(dialogIsOpen, false);
            await expectNothingDragged();
            await expectCalls(['select', 'a7']);
        });

        boardTest('does not ask where there is no choice', state, async () => {
            await show({ promotions: { a7a8: 'n' } });
            await answerWith({ board: PROMOTED, input: null });
            await drag('a7', 'a8');
            await expectCalls(['select', 'a7'], ['move', 'a7', 'a8', 'n']);
            await expectDrawn(PROMOTED);
            await expectNothingDragged();
        });
    });

    describe('accessibility', () => {
        boardTest('axe finds nothing', WHITE_STARTS, async () => {
            await checkWithAxe(page);
            await click('e2');
            await show({ marks: { check: ['e1'], mustCapture: ['e2'] } });
            await checkWithAxe(page);
            await show({ board: PROMOTION, targets: { a7: ['a8'] }, promotions: { a7a8: 'qr' } });
            await click('a7');
            await click('a8');
            assert.ok(await dialogIsOpen());
            await checkWithAxe(page);
        });

        boardTest('the grid has one stop for the Tab key', { board: START }, async () => {
            const rows = await page.$$eval('[role=grid] > [role=row]', all => all.map(row =>
                row.querySelectorAll(':scope > [role=gridcell]').length));
            assert.deepEqual(rows, Array(8).fill(8));
            assert.equal((await page.$$('[role=gridcell][tabindex="0"]')).length, 1);
        });

        // Firefox cannot be told to pretend by its driver.
        if (isChromium) {
            boardTest('nothing slides for those who prefer less motion', WHITE_STARTS, async () => {
                const frames = await page.evaluate(async board => {
                    const places = new Set();
                    show({ board });
                    for (let i = 0; i < 10; i++) {
                        await new Promise(requestAnimationFrame);
                        const pawns = [...document.querySelectorAll('.pieces [data-piece=wp]')];
                        places.add(pawns.map(pawn => pawn.getBoundingClientRect().top).sort().join());
                    }
                    return places.size;
                }, AFTER_E4);
                assert.ok(frames <= 2, `the pawns were seen in ${frames} places`);
            }, { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });

            boardTest('the focus shows in forced colours', WHITE_STARTS, async () => {
                await press('Tab');
                const { outline, ring } = await page.$eval(cell('e2'), element => {
                    const style = getComputedStyle(element);
                    return { outline: style.outline, ring: style.boxShadow };
                });
                assert.match(outline, /solid 3px/);
                assert.match(ring, /rgb\(255, 255, 255\)/, 'and stands out against dark squares');
            }, { features: [{ name: 'forced-colors', value: 'active' }] });
        }
    });
});
