// The board on a page of its own, in browsers: what it draws.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
    ANTIKING, AFTER_E4, ARROW, PROMOTED, PROMOTION, START, WHITE_STARTS, cell, describeBoard,
} from './board-tests.mjs';
import { checkWithAxe } from './page.mjs';

describeBoard('the board', ({
    boardTest, show, answerWith, click, press, focus, expectCalls, labelOf, focused, dialogIsOpen,
    marked, expectDrawn, waitFor, centre, drag, expectNothingDragged,
}, isChromium) => {
    describe('drawing', () => {
        boardTest('draws the pieces, and moves them', WHITE_STARTS, async () => {
            await expectDrawn(START);
            await show({ board: AFTER_E4 });
            await expectDrawn(AFTER_E4);
            await show({ board: PROMOTION, animate: false });
            await expectDrawn(PROMOTION);
        });

        boardTest('draws the last of many positions', WHITE_STARTS, async page => {
            await page.evaluate(boards => boards.forEach(board => show({ board })),
                Array.from({ length: 20 }, (_, i) => (i % 2 ? AFTER_E4 : ANTIKING)));
            await expectDrawn(AFTER_E4);
        });

        boardTest('turns and grows while pieces move', WHITE_STARTS, async page => {
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

        boardTest('turns', WHITE_STARTS, async page => {
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

        boardTest('draws anti-kings upside down', { board: ANTIKING }, async page => {
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
        boardTest('marks squares', { board: ANTIKING, marks: MARKS }, async page => {
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

        boardTest('draws arrows', { board: START, arrows: [ARROW] }, async page => {
            const { left, right, top, bottom } = await page.$eval('[data-arrow=g1f3]',
                arrow => arrow.getBoundingClientRect().toJSON());
            const [g1, f3] = [await centre('g1'), await centre('f3')];
            assert.ok(left > f3.x - 40 && left < f3.x && right > f3.x && right < g1.x + 40);
            assert.ok(top > f3.y - 10 && top < f3.y + 10 && bottom < g1.y);
            await show({ arrows: [] });
            assert.equal(await page.$('[data-arrow]'), null);
        });

        boardTest('fits a narrow window', { board: START }, async page => {
            const { left, width } =
                await page.$eval('[role=grid]', grid => grid.getBoundingClientRect().toJSON());
            assert.deepEqual([left, width], [0, 320]);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
        }, { viewport: { width: 320, height: 560 } });

        boardTest('fits a low window, and follows its size', { board: START }, async page => {
            const size = () => page.$eval('[role=grid]', grid => {
                const { width, bottom } = grid.getBoundingClientRect();
                return `${width} ${bottom <= innerHeight}`;
            });
            assert.equal(await size(), '252 true');
            await page.setViewport({ width: 900, height: 900 });
            await waitFor(size, '852 true');
            await expectDrawn(START);
        }, { viewport: { width: 800, height: 300 } });
    });

    describe('promotion', () => {
        const state = { board: PROMOTION, input: 'white', targets: { a7: ['a8'] },
            promotions: { a7a8: 'bknqr' } };

        boardTest('asks with a dialog', state, async page => {
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

        boardTest('works with the keyboard', state, async page => {
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

        boardTest('can be cancelled', state, async page => {
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
        boardTest('axe finds nothing', WHITE_STARTS, async page => {
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

        boardTest('the grid has one stop for the Tab key', { board: START }, async page => {
            const rows = await page.$$eval('[role=grid] > [role=row]', all => all.map(row =>
                row.querySelectorAll(':scope > [role=gridcell]').length));
            assert.deepEqual(rows, Array(8).fill(8));
            assert.equal((await page.$$('[role=gridcell][tabindex="0"]')).length, 1);
        });

        // Firefox cannot be told to pretend by its driver.
        if (isChromium) {
            boardTest('nothing slides for those who prefer less motion', WHITE_STARTS, async page => {
                const frames = await page.evaluate(async board => {
                    const places = new Set();
                    show({ board });
                    for (let i = 0; i < 10; i++) {
                        await new Promise(requestAnimationFrame);
                        const pawns = [...document.querySelectorAll('.pieces [data-letter=P]')];
                        places.add(pawns.map(pawn => pawn.getBoundingClientRect().top).sort().join());
                    }
                    return places.size;
                }, AFTER_E4);
                assert.ok(frames <= 2, `the pawns were seen in ${frames} places`);
            }, { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });

            boardTest('the focus shows in forced colours', WHITE_STARTS, async page => {
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
