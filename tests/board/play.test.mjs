// Playing on the real page, by clicks and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { cell, gamePageTests } from './game-page.mjs';
import { Keys } from './hands.mjs';

const IS_TURN = /turn/;

describeInBrowsers('the page', context => {
    const pageTest = gamePageTests(context);

    pageTest('answers the first move', async page => {
        assert.equal(await page.state(), 'Your turn.');
        await page.click('e2', 'e4');
        await page.untilTurns(2);
        await page.until(IS_TURN);
        assert.equal((await page.turns())[0], 'e4');
        assert.match(await page.text('#live'), /White plays e4\..*Black plays/s);
    });

    pageTest('says why a piece cannot move, and why a move is refused', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.click('e2', 'e3', 'b7', 'b5');
        assert.equal(await page.state(), 'White’s turn: captures are compulsory.');
        assert.match(await page.label('f1'), /must capture/);
        await page.click('a2');
        assert.equal(await page.state(), 'The piece on a2 cannot move: White must capture (Bxb5).');
        await page.click('a3');
        assert.equal(await page.state(), 'White must capture (Bxb5).');
        await page.impl.type('#typed', 'nonsense\n');
        assert.equal(await page.state(), '\'nonsense\' is not a move.');
        assert.match(await page.text('#live'), /'nonsense' is not a move/);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
    });

    pageTest('undoes, redoes, and survives a reload', async page => {
        await page.newGame({ ruleset: 'losers', clock: 3 });
        await page.click('e2', 'e3', 'b7', 'b5');
        await page.press('#flip');
        await page.press('#undo');
        assert.match(await page.label('b7'), /black pawn/);
        assert.deepEqual(await page.turns(), ['e3']);
        await page.impl.reload();
        await page.untilTurns(1);
        assert.equal(await page.state(), 'Black’s turn.');
        const corner = await page.impl.$('.board-grid [role=gridcell]');
        assert.equal(await corner.evaluate(({ dataset }) => dataset.square), 'h1');
        assert.match(await page.text('#player-top .clock'), /^(5:00|4:5\d)$/);
        assert.match(await page.text('#player-bottom .clock'), /^(5:00|4:5\d)$/);
        await page.press('#redo');
        assert.match(await page.label('b5'), /black pawn/);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
        assert.equal(await page.state(), 'White’s turn: captures are compulsory.');
    });

    pageTest('plays mind control by halves', async page => {
        await page.newGame({ ruleset: '6170-fall-2003-mindcontrol', opponent: 'engine', level: 1 });
        await page.click('e2', 'e4');
        assert.match(await page.label('e4'), /white pawn/);
        await page.impl.keyboard.press('Escape');
        assert.match(await page.label('e4'), /empty/);
        await page.click('e2', 'e4');
        await page.press('#undo');
        assert.match(await page.label('e4'), /empty/);
        await page.click('e2', 'e4', 'd7', 'd5');
        assert.equal((await page.turns())[0], 'e4,d5');
        // The half is shown for a moment only.
        await page.impl.waitForFunction(square =>
            /^Black: exd5, then …$/.test(document.getElementById('state').textContent)
            && /white pawn/.test(document.querySelector(square).getAttribute('aria-label')),
        {}, cell('d5'));
        await page.until(IS_TURN);
        assert.deepEqual(await page.turns(), ['e4,d5', 'exd5,Qxd5']);
        assert.match(await page.label('d5'), /black queen/);
    });

    pageTest('refuses a bad position and keeps the game', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.click('e2', 'e3');
        await page.newGame({ ruleset: 'losers', fen: '8/8/8/8/8/8/8/8 w - - 0 1' });
        assert.match(await page.text('#new-game .error'), /White has no king/);
        await page.impl.keyboard.press('Escape');
        assert.deepEqual(await page.turns(), ['e3']);
    });

    pageTest('hints, resigns, and plays again with colours changed', async page => {
        await page.newGame({ ruleset: 'losers', opponent: 'engine', colour: 'black', level: 1 });
        await page.until(IS_TURN);
        await page.press('#hint');
        await page.until(/^Hint: [A-Za-z]\S+$/);
        await page.press('#resign');
        assert.equal(await page.state(), 'You lose: you resign.');
        await page.press('#undo');
        assert.match(await page.state(), /^Your turn/);
        await page.press('#resign');
        await page.press('#end .rematch');
        assert.deepEqual(await page.turns(), []);
        await page.until(IS_TURN);
    });

    pageTest('shows a game of the engine against itself, and pauses', async page => {
        await page.newGame({ ruleset: 'losers', opponent: 'none', level: 1, blackLevel: 1 });
        await page.untilTurns(3);
        await page.press('#pause');
        const { length } = await page.turns();
        assert.equal(await page.state(), 'Paused.');
        await new Promise(resolve => setTimeout(resolve, 1000));
        assert.equal((await page.turns()).length, length);
        await page.press('#pause');
        await page.untilTurns(length + 1);
    });

    pageTest('is played by keys alone', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.impl.focus(cell('e2'));
        for (const key of ['Enter', 'ArrowUp', 'Enter'])
            await page.impl.keyboard.press(key);
        assert.deepEqual(await page.turns(), ['e3']);
        await page.impl.evaluate(() => document.activeElement.blur());
        await page.impl.keyboard.press('ArrowLeft');
        assert.match(await page.label('e2'), /white pawn/);
        await page.impl.keyboard.press('End');
        assert.match(await page.label('e3'), /white pawn/);
        await page.impl.keyboard.press('?');
        await page.impl.waitForSelector('#help[open]');
        await page.impl.keyboard.press('Escape');
        await page.impl.waitForFunction(() => !document.getElementById('help').open);
        await page.impl.keyboard.press('n');
        await page.impl.waitForSelector('#new-game[open]');
    });

    pageTest('begins on the board for who presses Start by a key, but not by the mouse', async page => {
        const { keyboard } = page.impl;
        const focused = () => page.impl.evaluate(() => document.activeElement.dataset.square);
        await page.keys('n');
        await page.impl.waitForSelector('#new-game[open]');
        await page.impl.$eval('#new-game form', ({ elements }) => { elements.opponent.value = 'person'; });
        await new Keys(page.impl).tabTo('#new-game [type=submit]');
        await keyboard.press('Enter');
        assert.equal(await focused(), 'e2');
        for (const key of ['Enter', 'ArrowUp', 'Enter'])
            await keyboard.press(key);
        assert.deepEqual(await page.turns(), ['e3']);
        await page.press('#resign');
        await page.impl.focus('#end .rematch');
        await keyboard.press('Enter');
        assert.deepEqual([await focused(), await page.turns()], ['e3', []]);
        await page.impl.click('#open-new-game');
        await page.impl.click('#new-game [type=submit]');
        assert.equal(await focused(), undefined, 'arrow keys are the page’s');
    });

    pageTest('hears keys while a closed dialog still has the focus', async page => {
        const isOpen = await page.impl.evaluate(() => {
            const key = new KeyboardEvent('keydown', { key: 'n', bubbles: true });
            document.querySelector('#help input').dispatchEvent(key);
            return document.getElementById('new-game').open;
        });
        assert.equal(isOpen, true);
    });

    pageTest('opens the game of its address', async page => {
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
        assert.equal(await page.state(), 'Black’s turn.');
        await page.impl.evaluate(() => { location.hash = '#ruleset=losers&turns=e2e5'; });
        await page.until(/^In the turn e2e5: the pawn on e2 cannot go to e5/);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
        await page.press('#play-on');
        assert.equal(await page.state(), 'Your turn.');
        assert.equal(await page.text('#player-top .name'), 'You');
    }, { fragment: '#ruleset=losers&turns=e2e3,b7b5&at=1' });

    const DAMAGED = {
        view: '{"match":"x","study":"y","mode":"analysis","node":7}',
        'game.x': '{"kind":"match","turns":1}\n{"match":{"tree":{"ruleset":"losers","turns":["x"]}}}',
        'game.y': '{"kind":"study',
    };

    pageTest('starts a new game if what was kept is damaged, and keeps that', async page => {
        assert.equal(await page.state(), 'Your turn.');
        assert.deepEqual(await page.turns(), []);
        const kept = await page.impl.evaluate(() => localStorage.getItem('misere-board.game.x'));
        assert.equal(kept, DAMAGED['game.x']);
    }, { stored: DAMAGED });

    // Runs before the page's script: of the game that was kept, Black has little time left.
    function hurryBlack() {
        const clocks = Object.keys(localStorage).find(name => name.startsWith('misere-board.clock.'));
        const kept = JSON.parse(localStorage.getItem(clocks));
        kept.times.black = 500;
        localStorage.setItem(clocks, JSON.stringify(kept));
    }

    pageTest('ends the game when a clock runs out, and an undo takes it up again', async page => {
        const clock = () => page.text('#player-top .clock');
        await page.newGame({ ruleset: 'losers', clock: 1 });
        await page.play('e2e3');
        assert.match(await clock(), /^(1:00|0:[1-5]\d)$/);
        const { identifier } = await page.impl.evaluateOnNewDocument(hurryBlack);
        await page.impl.reload();
        await page.impl.removeScriptToEvaluateOnNewDocument(identifier);
        await page.until(/White wins: Black has run out of time/);
        assert.equal(await clock(), '0:00.0');
        await page.press('#undo');
        await page.until(/Black’s turn/);
        assert.match(await clock(), /^(1:00|0:[1-5]\d)$/);
    });

    test('asks the network for nothing', () => assert.deepEqual(context.browser.leaks, []));
});
