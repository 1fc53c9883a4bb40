// Learn on the page: contents, lessons and puzzles.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeInBrowsers } from '../browser/browser.mjs';
import { LESSONS } from '../../tools/board/src/learn/lessons.mjs';
import { checkWithAxe, pageTests } from './page.mjs';

const PUZZLES = fileURLToPath(new URL('../../tools/board/puzzles/', import.meta.url));

const collections = readdirSync(PUZZLES).map(name =>
    JSON.parse(readFileSync(PUZZLES + name, 'utf8')));
const puzzlesOf = family => collections.find(known => known.family === family).puzzles;

describeInBrowsers('Learn', context => {
    const pageTest = pageTests(context);
    let page;

    // Opens the page with Learn.
    const learnTest = (title, run, { viewport = { width: 1000, height: 700 } } = {}) =>
        pageTest(title, async opened => {
            page = opened;
            await openLearn();
            await run();
        }, { viewport });

    async function openLearn() {
        await page.waitForSelector('#board [role=grid]');
        await page.click('.tab[data-mode=learn]');
        await page.waitForSelector('#lesson-list button, #exercise:not([hidden])');
    }

    const cell = square => `#exercise-board [role=gridcell][data-square="${square}"]`;
    const read = selector => page.$eval(selector, element => element.textContent);
    const isShown = selector => page.$eval(selector, element => element.offsetParent !== null);
    const label = square => page.$eval(cell(square), element => element.getAttribute('aria-label'));
    const press = async (...keys) => {
        for (const key of keys)
            await page.keyboard.press(key);
    };
    const state = () => read('#exercise-state');
    const waitForState = text => page.waitForFunction(expected =>
        document.getElementById('exercise-state').textContent.includes(expected), {}, text);
    const next = () => page.click('.actions:not([hidden]) [name=next]');
    const button = (list, text) => page.evaluateHandle((id, name) =>
        [...document.getElementById(id).querySelectorAll('button')]
            .find(({ textContent }) => textContent === name), list, text);
    const openEntry = async (list, text) => (await button(list, text)).click();
    const kept = name => page.evaluate(key =>
        JSON.parse(localStorage.getItem(`misere-board.${key}`)), name);

    async function clickMove(turn) {
        await page.click(cell(turn.slice(0, 2)));
        await page.click(cell(turn.slice(2, 4)));
        const letter = turn[4];
        const dialog = await page.$('#exercise-board .promotion-dialog[open]');
        if (letter && dialog)
            await (await dialog.$(`[value=${letter}]`)).click();
    }
    const isOnMove = async () => page.waitForSelector('#exercise-board [data-movable]');
    async function type(text) {
        await page.type('#exercise-move', text);
        await press('Enter');
    }

    describe('lessons', () => {
        learnTest('there is one for every game, and it can be left', async () => {
            const titles = await page.$$eval('#lesson-list button', buttons =>
                buttons.map(({ textContent }) => textContent));
            assert.equal(titles.length, Object.keys(LESSONS).length);
            await openEntry('lesson-list', 'Losers');
            assert.equal(await read('#exercise-title'), 'Losers · 1 of 8');
            assert.equal(await isShown('#contents'), false);
            await page.click('#to-contents');
            assert.equal(await isShown('#exercise'), false);
            assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Losers');
        });

        learnTest('a step is done by moving on the board', async () => {
            await openEntry('lesson-list', 'Antichess, spring 2007');
            assert.equal(await read('#lesson h3'), 'The aim');
            await clickMove('e1e2');
            await waitForState('That is legal, but here do what is asked.');
            await clickMove('b3b4');
            await waitForState('Black plays cxb4. You win: you have only your king left, which wins. Black had');
            assert.equal(await label('b4'), 'b4, black pawn');
            assert.equal(await read('#exercise-pieces'),
                'White: king on e1. Black: pawn on b4, king on e8.');
            await page.click('#lesson-actions [name=again]');
            assert.equal(await label('b3'), 'b3, white pawn');
            assert.equal(await state(), '');
        });

        learnTest('turns in the text can be tried', async () => {
            await openEntry('lesson-list', 'Antichess, spring 2007');
            await next();
            await page.click('#lesson .tempt .turn');
            await waitForState('White must capture (exd5, exf5).');
            await page.click('#lesson .ask .turn');
            await waitForState('So you make your opponent take your pieces');
            assert.equal(await page.evaluate(() => document.activeElement.name), 'next');
        });

        learnTest('a lesson can be read to its end, and then its game be played', async () => {
            await openEntry('lesson-list', 'Mind control, fall 2003');
            for (let i = 1; i < LESSONS['6170-fall-2003-mindcontrol'].length; i++)
                await next();
            await page.click('#lesson .ask .turn');
            await waitForState('Draw: stalemate.');
            assert.deepEqual(await kept('lessons'), ['6170-fall-2003-mindcontrol']);
            assert.equal(await read('#lesson-actions [name=next]'), 'Play this game');
            await next();
            assert.equal(await page.$eval('#ruleset', select => select.value),
                '6170-fall-2003-mindcontrol');
            await page.click('#new-game .cancel');
            await page.click('#to-contents');
            const [, , entry] = await page.$$eval('#lesson-list li', items =>
                items.map(({ textContent }) => textContent));
            assert.match(entry, /^Mind control, fall 2003.*done$/);
        });

        learnTest('mind control is two halves, of which Escape takes back the first', async () => {
            await openEntry('lesson-list', 'Mind control, fall 2003');
            await clickMove('e2e4');
            assert.equal(await label('e4'), 'e4, white pawn');
            await press('Escape');
            assert.equal(await label('e4'), 'e4, empty');
            await clickMove('e2e4');
            await clickMove('d7d5');
            await waitForState('Now your opponent would have to do the same.');
        });

        learnTest('a chip pays for a pass', async () => {
            await openEntry('lesson-list', 'Antichess, fall 2003');
            assert.equal(await isShown('#exercise-pass'), false);
            for (let i = 0; i < 7; i++)
                await next();
            assert.equal(await read('#lesson h3'), 'Chips');
            await page.click('#exercise-pass');
            await waitForState('Black plays dxe4. The chip is gone.');
        });

        learnTest('a pawn is promoted by the dialog', async () => {
            await openEntry('lesson-list', 'Losers');
            for (let i = 0; i < 5; i++)
                await next();
            await clickMove('e7e8n');
            await waitForState('A smaller piece has to capture less.');
            assert.equal(await label('e8'), 'e8, white knight');
        });

        learnTest('the step is shown again after a reload', async () => {
            await openEntry('lesson-list', 'Anti-king, spring 2006');
            await next();
            await page.reload();
            await page.waitForSelector('#exercise:not([hidden])');
            assert.equal(await read('#lesson h3'), 'Anticheck');
            assert.match(await label('d6'), /white anti-king, not attacked/);
        });

        learnTest('axe finds nothing', async () => {
            await checkWithAxe(page);
            await openEntry('lesson-list', 'Anti-king, spring 2006');
            await checkWithAxe(page);
            await page.click('#lesson .tempt .turn');
            await checkWithAxe(page);
        });
    });

    describe('puzzles', () => {
        let puzzle;
        const openPuzzles = async name => {
            await openEntry('puzzle-list', name);
            await isOnMove();
        };
        const progress = () => read('#puzzle-choice .progress');
        const title = () => read('#puzzle h3');
        const selectLength = length => page.select('#puzzle-choice [name=length]', String(length));

        // A puzzle of several turns that comes first among those of its length, and whose solution
        // has neither passes nor promotions.
        before(() => {
            const all = puzzlesOf('mate-wins');
            const isFirst = (own, i) => all.findIndex(({ length }) => length === own.length) === i;
            puzzle = all.find((own, i) => own.length > 1 && isFirst(own, i)
                && own.solution.every(turn => turn !== '0000' && turn.length === 4));
        });
        const player = () => (puzzle.fen.split(' ')[1] === 'w' ? 'White' : 'Black');
        async function openOne() {
            await openPuzzles('The mated side wins');
            await selectLength(puzzle.length);
            assert.equal(await title(), `${player()} to move: win in ${puzzle.length}`);
        }

        learnTest('one is solved on the board', async () => {
            await openOne();
            const turns = puzzle.solution;
            for (let i = 0; i < turns.length; i += 2) {
                await isOnMove();
                await clickMove(turns[i]);
            }
            await waitForState('Solved.');
            assert.match(await state(), /You win: /);
            assert.match(await progress(), /: 1 of \d+ solved\. In a row without help: 1\./);
            await page.click('#to-contents');
            const entries = await page.$$eval('#puzzle-list li', items =>
                items.map(({ textContent }) => textContent));
            assert.ok(entries.some(text => /^The mated side wins 1 of/.test(text)));
        });

        learnTest('a wrong turn is refused and ends the streak', async () => {
            await openOne();
            const wrong = await wrongTurn();
            await clickMove(wrong);
            await waitForState('try again');
            assert.match(await state(), /does not win (by force|in \d): try again\.$/);
            await type(puzzle.solution[0]);
            await page.waitForFunction(() =>
                document.querySelector('#puzzle .turns').textContent !== '');
            assert.match(await progress(), /In a row without help: 0\./);
        });

        // A legal turn other than the solution's first one.
        async function wrongTurn() {
            const solution = puzzle.solution[0].slice(0, 4);
            const squares = await page.$$eval('#exercise-board [data-movable]', cells =>
                cells.map(({ dataset }) => dataset.square));
            for (const from of squares) {
                await page.click(cell(from));
                const targets = await page.$$eval('[data-mark=target], [data-mark=capture]', marks =>
                    marks.map(mark => mark.getAttribute('data-on')));
                await press('Escape');
                const to = targets.find(target => from + target !== solution);
                if (to)
                    return from + to;
            }
            throw new Error('there is no other turn');
        }

        learnTest('hints show the piece, then the turn', async () => {
            await openOne();
            const [from, to] = [puzzle.solution[0].slice(0, 2), puzzle.solution[0].slice(2, 4)];
            await page.click('#puzzle-actions [name=hint]');
            assert.match(await state(), new RegExp(`^Move the \\w+ on ${from}\\.$`));
            assert.deepEqual(await page.$$eval('#exercise-board [data-mark=selected]', marks =>
                marks.map(mark => mark.getAttribute('data-on'))), [from]);
            await page.click('#puzzle-actions [name=hint]');
            assert.match(await state(), new RegExp(`^Play .*${to}\\S*\\.$`));
            assert.equal((await page.$$(`#exercise-board [data-arrow=${from}${to}]`)).length, 1);
        });

        learnTest('the solution is shown, and does not count', async () => {
            await openOne();
            await page.focus('#puzzle-actions [name=solution]');
            await press('Enter');
            assert.equal(await page.evaluate(() => document.activeElement.name), 'next');
            await waitForState('That was the solution.');
            assert.match(await progress(), /: 0 of/);
            const [, ...turns] = (await read('#puzzle .turns')).split(/\s+/);
            assert.ok(turns.length >= puzzle.solution.length);
        });

        learnTest('is solved by the keyboard alone', async () => {
            await openOne();
            for (let i = 0; i < puzzle.solution.length; i += 2) {
                await isOnMove();
                await goTo(puzzle.solution[i].slice(0, 2));
                await press('Enter');
                assert.equal(await page.$eval(cell(puzzle.solution[i].slice(0, 2)), element =>
                    element.getAttribute('aria-selected')), 'true');
                await goTo(puzzle.solution[i].slice(2, 4));
                await press('Enter');
            }
            await waitForState('Solved.');
            assert.equal(await page.$eval('#exercise-state', line => line.getAttribute('role')),
                'status');
        });

        // Moves the focus to a square with the arrow keys.
        async function goTo(square) {
            if (!await page.evaluate(() => document.activeElement.dataset.square))
                await page.focus('#exercise-board [tabindex="0"]');
            for (let i = 0; i < 16; i++) {
                const at = await page.evaluate(() => document.activeElement.dataset.square);
                const turned = await page.$eval('#exercise-board [role=gridcell]', first =>
                    first.dataset.square === 'h1');
                const [right, up] = [square.charCodeAt(0) - at.charCodeAt(0), square[1] - at[1]];
                if (right)
                    await press((right > 0) === turned ? 'ArrowLeft' : 'ArrowRight');
                else if (up)
                    await press((up > 0) === turned ? 'ArrowDown' : 'ArrowUp');
                else
                    return;
            }
        }

        learnTest('they can be chosen by game and length', async () => {
            await openPuzzles('Mind control');
            const lengths = await page.$$eval('#puzzle-choice [name=length] option', options =>
                options.map(({ value }) => Number(value)));
            const known = new Set(puzzlesOf('mind-control').map(({ length }) => length));
            assert.deepEqual(lengths, [0, ...[...known].sort((a, b) => a - b)]);
            assert.equal(await read('#exercise-title'), 'Mind control, fall 2003');
            const losers = await page.$$eval('#puzzle-choice [name=game] option', options =>
                options.find(({ textContent }) => textContent === 'Losers').value);
            await page.select('#puzzle-choice [name=game]', losers);
            assert.equal(await read('#exercise-title'), 'Losers');
            const { puzzle: before } = await kept('learn');
            await next();
            const { puzzle: after } = await kept('learn');
            assert.match(after, /^losers /);
            assert.notEqual(after, before);
            await page.reload();
            await isOnMove();
            assert.equal((await kept('learn')).puzzle, after);
        });

        learnTest('the analysis goes on from a puzzle, and leads back to a game', async () => {
            await page.click('.tab[data-mode=play]');
            await page.type('#typed', 'e2e4');
            await press('Enter');
            await page.click('.tab[data-mode=learn]');
            await openOne();
            await page.click('#puzzle-actions [name=analyse]');
            await page.waitForSelector('.tab[data-mode=analysis][aria-current]');
            const kept = await page.evaluate(() => Object.entries(localStorage)
                .filter(([name]) => name.startsWith('misere-board.game.')).map(([, text]) => text));
            assert.ok(kept.some(text => JSON.parse(text.split('\n')[1]).tree?.fen === puzzle.fen));
            await page.click('#return');
            await page.waitForSelector('.tab[data-mode=play][aria-current]');
            assert.match(await read('#moves'), /e4/);
        });

        learnTest('axe finds nothing', async () => {
            await openOne();
            await checkWithAxe(page);
            await page.click('#puzzle-actions [name=hint]');
            await checkWithAxe(page);
        });
    });

    describe('on a telephone', () => {
        const viewport = { width: 360, height: 640, isMobile: context.name === 'chromium' };

        learnTest('nothing is wider than the window, and replies can be seen', async () => {
            const overflow = () => page.evaluate(() =>
                document.documentElement.scrollWidth - visualViewport.width);
            assert.ok(await overflow() <= 0);
            await openEntry('lesson-list', 'Anti-king, spring 2006');
            assert.ok(await overflow() <= 0);
            await page.focus('#lesson .tempt .turn');
            await press('Enter');
            await waitForState('Nothing would attack the white anti-king.');
            const [line, bar] = await page.evaluate(() =>
                [document.getElementById('exercise-state').getBoundingClientRect().bottom,
                    document.getElementById('lesson-actions').getBoundingClientRect().top]);
            assert.ok(line <= bar, `${line} <= ${bar}`);
            await page.click('#to-contents');
            await openEntry('puzzle-list', 'Mind control');
            assert.ok(await overflow() <= 0);
        }, { viewport });
    });
}, { reducedMotion: true });
