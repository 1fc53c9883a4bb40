// The board on a page of its own, in browsers: arrows and circles, moves made ahead, the wheel.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { AFTER_E4, PROMOTION, START, boardOf, describeBoard } from './board-tests.mjs';
import { checkWithAxe } from './page.mjs';

const WAITS = { board: START, premovable: 'white', promotionPieces: 'qrbnk' };
const CASTLES = boardOf('....k... ........ ........ ........ ........ ........ ........ R...K..R');

describeBoard('the board’s', ({
    boardTest, show, answerWith, click, press, focus, expectCalls, labelOf, selected, dialogIsOpen, marked,
    expectDrawn, waitFor, centre, hold, drag, expectNothingDragged,
}) => {
    // What is drawn: 'g1f3 red'.
    const drawn = page => page.$$eval('.arrow-drawn', shapes => shapes.map(shape =>
        `${shape.dataset.arrow} ${shape.getAttribute('class').split(' ').at(-1)}`).sort());

    // Draws with the right button while keys are down.
    async function draw(page, from, to, ...keys) {
        const [start, end] = [await centre(from), await centre(to)];
        for (const key of keys)
            await page.keyboard.down(key);
        await page.mouse.move(start.x, start.y);
        await page.mouse.down({ button: 'right' });
        await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
        await page.mouse.move(end.x, end.y);
        await page.mouse.up({ button: 'right' });
        for (const key of keys)
            await page.keyboard.up(key);
    }

    describe('right button', () => {
        boardTest('draws arrows and circles in four colours', { board: START, input: 'white' }, async page => {
            await draw(page, 'g1', 'f3');
            await draw(page, 'e4', 'e4', 'Control');
            await draw(page, 'a1', 'h8', 'Alt');
            await draw(page, 'b1', 'c3', 'Control', 'Alt');
            assert.deepEqual(await drawn(page), ['a1h8 blue', 'b1c3 yellow', 'e4e4 red', 'g1f3 green']);
            const colours = await page.$$eval('.arrow-drawn', shapes =>
                shapes.map(shape => getComputedStyle(shape).getPropertyValue('--pen')));
            assert.equal(new Set(colours).size, 4);
            assert.equal(await labelOf('e4'), 'e4, empty, circled in red');
            assert.equal(await labelOf('g1'), 'g1, white knight, green arrow to f3');
            await expectCalls(); // Nothing has been selected or moved.
            await checkWithAxe(page);
        });

        boardTest('removes what it draws again, and gives it another colour', { board: START }, async page => {
            await draw(page, 'g1', 'f3');
            await draw(page, 'e4', 'e4');
            await draw(page, 'e4', 'e4', 'Control');
            await draw(page, 'g1', 'f3');
            assert.deepEqual(await drawn(page), ['e4e4 red']);
        });

        boardTest('shows what is being drawn, also outside the board', { board: START }, async page => {
            const [from, to] = [await centre('e2'), await centre('e4')];
            await page.mouse.move(from.x, from.y);
            await page.mouse.down({ button: 'right' });
            assert.deepEqual(await drawn(page), ['e2e2 green']);
            await page.mouse.move(to.x, to.y);
            assert.deepEqual(await drawn(page), ['e2e4 green']);
            await page.mouse.move(790, 5);
            await page.mouse.up({ button: 'right' });
            assert.deepEqual(await drawn(page), ['e2e4 green']);
        });

        boardTest('draws what it is given, whichever side is below', { board: START }, async page => {
            const drawings = [{ from: 'a1', to: 'a1', colour: 'blue' }, { from: 'a1', to: 'a3', colour: 'red' }];
            for (const orientation of ['white', 'black']) {
                await show({ drawings, orientation });
                assert.deepEqual(await drawn(page), ['a1a1 blue', 'a1a3 red']);
                const circle = await page.$eval('circle.arrow', shape => {
                    const { left, top, width, height } = shape.getBoundingClientRect();
                    return { x: left + width / 2, y: top + height / 2 };
                });
                const { x, y } = await centre('a1');
                assert.ok(Math.hypot(circle.x - x, circle.y - y) < 2);
            }
            await show({ drawings: [] });
            assert.deepEqual(await drawn(page), []);
        });
    });

    boardTest('keys draw, too', { board: START, input: 'white' }, async page => {
        const pressWith = async (...keys) => {
            for (const key of keys.slice(0, -1))
                await page.keyboard.down(key);
            await press(keys.at(-1));
            for (const key of keys.slice(0, -1))
                await page.keyboard.up(key);
        };
        await focus('e2');
        await pressWith('Shift', 'Enter');
        await press('ArrowUp', 'ArrowUp');
        assert.deepEqual(await drawn(page), ['e2e4 green']);
        await pressWith('Shift', 'Enter');
        await pressWith('Control', 'Shift', 'Enter');
        await pressWith('Shift', 'Enter');
        assert.deepEqual(await drawn(page), ['e2e4 green', 'e4e4 red']);
        await pressWith('Alt', 'Shift', 'Enter');
        await press('ArrowUp', 'Escape');
        assert.deepEqual(await drawn(page), ['e2e4 green', 'e4e4 red']);
        await expectCalls();
    });

    describe('moves ahead of their turn', () => {
        boardTest('are reported and marked', WAITS, async () => {
            await answerWith({ marks: { premove: ['e2', 'e4'] } });
            await click('e2');
            assert.deepEqual(await selected(), ['e2']);
            await click('e4');
            await expectCalls(['select', 'e2'], ['premove', 'e2', 'e4', '']);
            assert.deepEqual(await marked('premove'), ['e2', 'e4']);
            assert.equal(await labelOf('e2'), 'e2, white pawn, moves to e4 next');
            await click('a6');
            await click('e7');
            await expectCalls(['cancel'], ['cancel'], ['blocked', 'e7']);
        });

        boardTest('can be dragged, and put the piece back', WAITS, async () => {
            await drag('g1', 'f3');
            await expectCalls(['select', 'g1'], ['premove', 'g1', 'f3', '']);
            await expectNothingDragged();
            await expectDrawn(START);
        });

        boardTest('become moves when the turn comes during a drag', { ...WAITS, board: AFTER_E4 }, async page => {
            await hold('g1', 'f3');
            await show({ board: AFTER_E4.replace('p', '.'), input: 'white', targets: { g1: ['f3', 'h3'] } });
            await page.mouse.up();
            await expectCalls(['select', 'g1'], ['move', 'g1', 'f3', '']);
        });

        boardTest('ask what a pawn becomes', { ...WAITS, board: PROMOTION }, async page => {
            await click('a7');
            await click('a8');
            assert.ok(await dialogIsOpen());
            await page.click('.promotion-dialog [value=k]');
            await waitFor(() => page.evaluate(() => calls.at(-1).join()), 'premove,a7,a8,k');
        });

        boardTest('castle by king and rook', { ...WAITS, board: CASTLES }, async () => {
            await click('e1');
            await click('a1');
            await expectCalls(['select', 'e1'], ['premove', 'e1', 'c1', '']);
        });
    });

    boardTest('wheel goes back and on, and does not scroll the page', { board: START }, async page => {
        await page.evaluate(() => { document.body.style.height = '3000px'; });
        const { x, y } = await centre('e4');
        await page.mouse.move(x, y);
        await page.mouse.wheel({ deltaY: 100 });
        await page.mouse.wheel({ deltaY: -100 });
        await waitFor(() => page.evaluate(() => calls.join(' ')), 'step,1 step,-1');
        await page.mouse.wheel({ deltaY: 30 });
        await page.mouse.wheel({ deltaY: 30 });
        await waitFor(() => page.evaluate(() => calls.join(' ')), 'step,1 step,-1 step,1');
        assert.equal(await page.evaluate(() => scrollY), 0);
    });
});
