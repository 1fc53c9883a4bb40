// The board on a page of its own, in browsers: what it reports of clicks, drags, touches and keys.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
    ANTIKING, AFTER_E4, ARROW, CASTLED, CASTLING, PROMOTION, START, WHITE_STARTS, boardOf, cell,
    describeBoard,
} from './board-tests.mjs';

const CASTLES =
    { board: boardOf('r...k..r ........ ........ ........ ........ ........ ........ R...K..R'), input: 'white' };

describeBoard('the board’s input', ({
    boardTest, show, answerWith, click, press, focus, expectCalls, labelOf, focused, squaresOf,
    selected, marked, expectDrawn, centre, hold, drag, dragged, expectNothingDragged,
}, isChromium) => {
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

        boardTest('report a piece that cannot be picked up', WHITE_STARTS, async () => {
            await click('e7');
            await click('e5');
            await focus('d8');
            await press('Enter');
            await click('e2');
            await click('e7');
            await expectCalls(['blocked', 'e7'], ['blocked', 'd8'], ['select', 'e2'], ['move', 'e2', 'e7', '']);
            assert.deepEqual(await selected(), []);
        });

        boardTest('of king and rook castle', { ...CASTLES, targets: { e1: ['f1', 'g1'] } }, async () => {
            await click('e1');
            await click('h1');
            await drag('e1', 'h1');
            await click('e1');
            await click('a1');
            await click('h1');
            await expectCalls(['select', 'e1'], ['move', 'e1', 'g1', ''], ['select', 'e1'], ['move', 'e1', 'g1', ''],
                ['select', 'e1'], ['select', 'a1'], ['select', 'h1']);
        });

        boardTest('of Black’s king and rook castle to the queen’s side',
            { board: CASTLES.board, orientation: 'black', input: 'black', targets: { e8: ['c8', 'd8'] } },
            async () => {
                await click('e8');
                await click('a8');
                await focus('e8');
                await press('Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
                await expectCalls(['select', 'e8'], ['move', 'e8', 'c8', ''], ['select', 'e8'], ['move', 'e8', 'c8', '']);
            });

        boardTest('do not move if no one is to move', { board: START }, async () => {
            await click('e2');
            await click('e4');
            await drag('e2', 'e4');
            await expectCalls(['blocked', 'e2']);
            assert.equal(await dragged(), 0);
        });

        boardTest('move one colour, or both', { board: START, input: 'black' }, async () => {
            await click('e2');
            await click('e7');
            await show({ input: 'both' });
            assert.deepEqual(await selected(), ['e7']);
            await click('e2');
            await show({ input: 'black' });
            assert.deepEqual(await selected(), []);
            await expectCalls(['blocked', 'e2'], ['select', 'e7'], ['select', 'e2']);
        });

        boardTest('leave the keys to the page', WHITE_STARTS, async page => {
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

        boardTest('go on while another piece is on its way', WHITE_STARTS, async page => {
            await show({ board: AFTER_E4 });
            await page.evaluate(() => document.getAnimations().forEach(slide => slide.pause()));
            await drag('g1', 'g5');
            await expectCalls(['select', 'g1'], ['move', 'g1', 'g5', '']);
            await hold('b1', 'c3');
            await page.evaluate(() => document.getAnimations().forEach(slide => slide.finish()));
            await expectDrawn(boardOf(
                'rnbqkbnr pppppppp ........ ........ ....P... ..N..... PPPP.PPP R.BQKBNR'));
            await page.mouse.up();
            await expectCalls(['select', 'b1'], ['move', 'b1', 'c3', '']);
            await expectNothingDragged();
            await expectDrawn(AFTER_E4);
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

        boardTest('are shown, and end with Escape', WHITE_STARTS, async page => {
            await hold('e2', 'e4');
            assert.equal(await dragged(), 1);
            await expectDrawn(AFTER_E4);
            assert.deepEqual(await squaresOf('[data-over]'), ['e4']);
            assert.deepEqual(await marked('target'), ['e3', 'e4']);
            await show({ arrows: [ARROW] });
            assert.equal(await dragged(), 1);
            await press('Escape');
            await expectNothingDragged();
            await page.mouse.up();
            await expectCalls(['select', 'e2']);
        });

        boardTest('end when the position changes', WHITE_STARTS, async page => {
            await hold('e2', 'e4');
            await show({ board: PROMOTION });
            await expectNothingDragged();
            await page.mouse.up();
            await expectCalls(['select', 'e2']);
        });
    });

    describe('touch', () => {
        const options =
            { viewport: { width: 375, height: 667, hasTouch: isChromium, isMobile: isChromium } };

        async function touchDrag(page, from, to) {
            const [start, end] = [await centre(from), await centre(to)];
            const touch = await page.touchscreen.touchStart(start.x, start.y);
            await touch.move((start.x + end.x) / 2, (start.y + end.y) / 2);
            await touch.move(end.x, end.y);
            await touch.end();
        }

        boardTest('taps', WHITE_STARTS, async page => {
            await page.tap(cell('e2'));
            assert.deepEqual(await selected(), ['e2']);
            await page.tap(cell('e4'));
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
        }, options);

        boardTest('drags', WHITE_STARTS, async page => {
            await answerWith({ board: AFTER_E4, input: null });
            await touchDrag(page, 'e2', 'e4');
            await expectCalls(['select', 'e2'], ['move', 'e2', 'e4', '']);
            await expectDrawn(AFTER_E4);
            await expectNothingDragged();
        }, options);

        boardTest('scrolls the page where there is nothing to drag', WHITE_STARTS, async page => {
            const touchAction = square =>
                page.$eval(cell(square), element => getComputedStyle(element).touchAction);
            assert.equal(await touchAction('e2'), 'none');
            assert.equal(await touchAction('e5'), 'manipulation');
            assert.equal(await touchAction('e7'), 'manipulation');
        }, options);
    });

    describe('the keyboard', () => {
        boardTest('goes on where the mouse has clicked', WHITE_STARTS, async () => {
            await focus('e2');
            await click('g1');
            assert.equal(await focused(), 'g1');
            await press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter');
            await expectCalls(['select', 'g1'], ['move', 'g1', 'h3', '']);
        });

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

        boardTest('stays on the board', WHITE_STARTS, async page => {
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

        boardTest('leaves the Escape key to what is outside the board', WHITE_STARTS, async page => {
            await click('e2');
            await page.focus('#other');
            await press('Escape');
            assert.deepEqual(await selected(), ['e2']);
            await expectCalls(['select', 'e2']);
        });

        boardTest('shows the focus', WHITE_STARTS, async page => {
            await press('Tab');
            const outline = await page.$eval(cell('e2'),
                element => getComputedStyle(element).outline);
            assert.match(outline, /solid/);
            assert.match(outline, /3px/);
        });
    });
});
