// Playing on the real page, by clicks and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { PAGE, cell, startGame, usePage } from './page.mjs';

const IS_TURN = /turn/;

describeInBrowsers('the page', context => {
    const { pageTest, text, state, label, turns, untilTurns, press, click, until, newGame } =
        usePage(context);

    pageTest('answers the first move', async () => {
        assert.equal(await state(), 'Your turn.');
        await click('e2', 'e4');
        await untilTurns(2);
        await until(IS_TURN);
        assert.equal((await turns())[0], 'e4');
        assert.match(await text('#live'), /White plays e4\..*Black plays/s);
    });

    pageTest('says why a piece cannot move, and why a move is refused', async page => {
        await newGame({ ruleset: 'losers' });
        await click('e2', 'e3', 'b7', 'b5');
        assert.equal(await state(), 'White’s turn: captures are compulsory.');
        assert.match(await label('f1'), /must capture/);
        await click('a2');
        assert.equal(await state(), 'The piece on a2 cannot move: White must capture.');
        await click('a3');
        assert.equal(await state(), '\'a2a3\' is not legal: White must capture.');
        await page.type('#typed', 'nonsense\n');
        assert.equal(await state(), '\'nonsense\' is not a move.');
        assert.match(await text('#live'), /'nonsense' is not a move/);
        assert.deepEqual(await turns(), ['e3', 'b5']);
    });

    pageTest('undoes, redoes, and survives a reload', async page => {
        await newGame({ ruleset: 'losers', clock: 3 });
        await click('e2', 'e3', 'b7', 'b5');
        await press('flip');
        await press('undo');
        assert.match(await label('b7'), /black pawn/);
        await page.reload();
        await untilTurns(2);
        assert.equal(await state(), 'Black’s turn.');
        const corner = await page.$('.board-grid [role=gridcell]');
        assert.equal(await corner.evaluate(({ dataset }) => dataset.square), 'h1');
        assert.match(await text('#player-top .clock'), /^(5:00|4:5\d)$/);
        assert.match(await text('#player-bottom .clock'), /^(5:00|4:5\d)$/);
        await press('redo');
        assert.match(await label('b5'), /black pawn/);
        assert.equal(await state(), 'White’s turn: captures are compulsory.');
    });

    pageTest('plays mind control by halves', async page => {
        await newGame({ ruleset: '6170-fall-2003-mindcontrol', opponent: 'engine', level: 1 });
        await click('e2', 'e4');
        assert.match(await label('e4'), /white pawn/);
        await page.keyboard.press('Escape');
        assert.match(await label('e4'), /empty/);
        await click('e2', 'e4');
        await press('undo');
        assert.match(await label('e4'), /empty/);
        await click('e2', 'e4', 'd7', 'd5');
        assert.deepEqual(await turns(), ['e4,d5']);
        await until(/e4d5 and then/);
        assert.match(await label('d5'), /white pawn/);
        await until(IS_TURN);
        assert.deepEqual(await turns(), ['e4,d5', 'exd5,Qxd5']);
        assert.match(await label('d5'), /black queen/);
    });

    pageTest('refuses a bad position and keeps the game', async page => {
        await newGame({ ruleset: 'losers' });
        await click('e2', 'e3');
        await newGame({ ruleset: 'losers', fen: '8/8/8/8/8/8/8/8 w - - 0 1' });
        assert.match(await text('#new-game .error'), /kings/);
        await page.keyboard.press('Escape');
        assert.deepEqual(await turns(), ['e3']);
    });

    pageTest('hints, resigns, and plays again', async () => {
        await newGame({ ruleset: 'losers', opponent: 'engine', colour: 'black', level: 1 });
        await until(IS_TURN);
        await press('hint');
        await until(/^Hint: [A-Za-z]\S+$/);
        await press('resign');
        assert.equal(await state(), 'You lose: Black resigns.');
        await press('undo');
        assert.match(await state(), /^Your turn/);
        await press('resign');
        await press('again');
        assert.deepEqual(await turns(), []);
        await until(IS_TURN);
    });

    pageTest('shows a game of the engine against itself, and pauses', async () => {
        await newGame({ ruleset: 'losers', opponent: 'none', level: 1, blackLevel: 1 });
        await untilTurns(3);
        await press('pause');
        const { length } = await turns();
        assert.equal(await state(), 'Paused.');
        await new Promise(resolve => setTimeout(resolve, 1000));
        assert.equal((await turns()).length, length);
        await press('pause');
        await untilTurns(length + 1);
    });

    pageTest('is played by keys alone', async page => {
        await newGame({ ruleset: 'losers' });
        await page.focus(cell('e2'));
        for (const key of ['Enter', 'ArrowUp', 'Enter'])
            await page.keyboard.press(key);
        assert.deepEqual(await turns(), ['e3']);
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press('ArrowLeft');
        assert.match(await label('e2'), /white pawn/);
        await page.keyboard.press('End');
        assert.match(await label('e3'), /white pawn/);
        await page.keyboard.press('?');
        await page.waitForSelector('#help[open]');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.getElementById('help').open);
        await page.keyboard.press('n');
        await page.waitForSelector('#new-game[open]');
    });

    pageTest('hears keys while a closed dialog still has the focus', async page => {
        const isOpen = await page.evaluate(() => {
            const key = new KeyboardEvent('keydown', { key: 'n', bubbles: true });
            document.querySelector('#help input').dispatchEvent(key);
            return document.getElementById('new-game').open;
        });
        assert.equal(isOpen, true);
    });

    pageTest('opens the game of its address', async page => {
        assert.deepEqual(await turns(), ['e3', 'b5']);
        assert.equal(await state(), 'Black’s turn.');
        await page.evaluate(() => { location.hash = '#ruleset=losers&turns=e2e5'; });
        await until(/'e2e5' is not legal/);
        assert.deepEqual(await turns(), ['e3', 'b5']);
        await press('play-on');
        assert.equal(await state(), 'Your turn.');
        assert.equal(await text('#player-top .name'), 'You');
    }, { fragment: '#ruleset=losers&turns=e2e3,b7b5&at=1' });

    pageTest('starts a new game if what was kept is damaged', async page => {
        assert.equal(await state(), 'Your turn.');
        assert.deepEqual(await turns(), []);
    }, { kept: '{"tree":{"ruleset":"losers","turns":[["x"]]},"node":7}' });

    test('asks the network for nothing', () => assert.deepEqual(context.browser.leaks, []));
});

describeInBrowsers('a clock that runs out', context => {
    // Runs before the page's script: of the game that was kept, Black has little time left.
    function hurryBlack() {
        const name = 'misere-board.session';
        const kept = JSON.parse(localStorage.getItem(name));
        kept.clocks.black = 500;
        localStorage.setItem(name, JSON.stringify(kept));
    }

    test('ends the game, which an undo takes up again', async () => {
        const page = await context.browser.open(PAGE);
        const until = pattern => page.waitForFunction(
            source => document.getElementById('state').textContent.includes(source), {}, pattern);
        const clock = () => page.$eval('#player-top .clock', element => element.textContent);
        await until('turn');
        await startGame(page, { ruleset: 'losers', clock: 1 });
        await page.type('#typed', 'e2e3\n');
        assert.match(await clock(), /^(1:00|0:[1-5]\d)$/);
        await page.evaluateOnNewDocument(hurryBlack);
        await page.reload();
        await until('White wins: Black has run out of time');
        assert.equal(await clock(), '0:00.0');
        await page.evaluate(() => document.getElementById('undo').click());
        await until('Black’s turn');
        assert.match(await clock(), /^(1:00|0:[1-5]\d)$/);
        await page.close();
    });
});
