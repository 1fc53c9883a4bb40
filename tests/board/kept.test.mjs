// The match goes on whatever is shown, and nothing is lost: by undo, new games, reloads, crashes and
// other tabs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { gamePageTests, GamePage } from './game-page.mjs';
import { PAGE, checkWithAxe } from './page.mjs';

const MIND_CONTROL = '6170-fall-2003-mindcontrol';
const IS_TURN = /^(Black passes\. )?Your turn/;

describeInBrowsers('what is played', context => {
    const pageTest = gamePageTests(context);
    const clockOf = async (page, side) => {
        const [minutes, seconds] = (await page.text(`#player-${side} .clock`)).split(':');
        return 60 * Number(minutes) + Number(seconds);
    };
    // Of White's minute.
    const untilTwoSecondsUsed = page => page.impl.waitForFunction(() =>
        document.querySelector('#player-bottom .clock').textContent < '0:59');
    const setMode = (page, mode) => page.press(`.tab[data-mode=${mode}]`);

    pageTest('goes on where it ends: looking back forks nothing and refunds no clock', async page => {
        await page.newGame({ ruleset: 'losers', clock: 1 });
        await page.play('e2e3', 'g8h6');
        await untilTwoSecondsUsed(page);
        await page.keys('ArrowLeft', 'ArrowLeft');
        assert.equal(await page.state(), 'An earlier position of the game. End leads back.');
        await page.play('a2a3');
        assert.equal(await page.state(), 'It is not your turn.');
        assert.deepEqual(await page.turns(), ['e3', 'Nh6']);
        await page.keys('End');
        await page.play('a2a3');
        assert.deepEqual(await page.turns(), ['e3', 'Nh6', 'a3']);
        assert.ok(await clockOf(page, 'bottom') <= 58);
    });

    pageTest('has no turns that were taken back in its list', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('c2c3');
        await page.press('#undo');
        assert.deepEqual(await page.turns(), []);
        await page.play('b2b3', 'b7b5');
        assert.deepEqual(await page.turns(), ['b3', 'b5']);
    });

    pageTest('lasts while another position is shown, analysed or learned from', async page => {
        await page.newGame({ ruleset: 'losers', opponent: 'engine', level: 1, clock: 1 });
        await page.impl.evaluate(() => { // before the engine can answer
            const field = document.getElementById('typed');
            field.value = 'e2e3';
            field.form.requestSubmit();
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
            for (const selector of ['#hint', '.tab[data-mode=analysis]'])
                document.querySelector(selector).click();
        });
        await page.play('a2a3');
        await page.impl.waitForFunction(() =>
            /In your game Black plays/.test(document.getElementById('live').textContent));
        assert.deepEqual(await page.turns(), ['e3', 'a3']);
        await setMode(page, 'learn');
        const before = Date.now();
        await new Promise(resolve => setTimeout(resolve, 2000));
        await setMode(page, 'play');
        assert.equal((await page.turns()).length, 2);
        assert.match(await page.state(), IS_TURN);
        const passed = Math.floor((Date.now() - before) / 1000);
        assert.ok(await clockOf(page, 'bottom') <= 60 - Math.min(passed, 2));
    });

    pageTest('runs White’s clock from the first turn on', async page => {
        await page.newGame({ ruleset: 'losers', clock: 1 });
        await untilTwoSecondsUsed(page);
        assert.equal(await page.text('#player-top .clock'), '1:00');
    });

    pageTest('has hints in mind control, also for the second half of a turn', async page => {
        await page.newGame({ ruleset: MIND_CONTROL, opponent: 'engine', level: 1 });
        await page.press('#hint');
        await page.until(/^Hint: \S+,\S+$/);
        await page.play('e2e4');
        await page.press('#hint');
        await page.until(/^Hint: e4,\S+$/);
    });

    pageTest('in the analysis has no half-turn left over', async page => {
        await page.newGame({ ruleset: MIND_CONTROL });
        await setMode(page, 'analysis');
        await page.click('e2', 'e4', 'd7', 'd5');
        await page.press('#back');
        assert.match(await page.label('e2'), /white pawn/);
        await page.click('g1', 'f3');
        assert.match(await page.state(), /now a black piece/);
        assert.deepEqual(await page.turns(), ['e4,d5']);
    });

    pageTest('can be drawn by agreement', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3');
        await page.press('#offer-draw');
        assert.match(await page.state(), /^Black offers a draw\. /);
        await page.press('#accept-draw');
        assert.equal(await page.state(), 'Draw: both players agree.');
        assert.equal(await page.text('#moves .result'), '½–½');
    });

    pageTest('is shown with its result, clocks and players when a file is opened', async page => {
        await page.drop('x.pgn', '[White "Anna"]\n[Black "Zoë"]\n[Variant "losers"]\n[TimeControl "300+5"]\n'
            + '[Termination "normal"]\n\n1. e3 {[%clk 0:04:50]} b5 {[%clk 0:04:58]} 0-1\n');
        await page.untilMode('analysis');
        assert.equal(await page.text('#moves .result'), '0–1');
        assert.equal(await page.text('#player-bottom .clock'), '5:00');
        await page.keys('End');
        assert.equal(await page.state(), 'Black wins.');
        assert.equal(await page.text('#player-bottom .clock'), '4:50');
        assert.deepEqual(await page.texts('.player .name'), ['Zoë', 'Anna']);
    });

    pageTest('goes on as it was when it is opened unfinished', async page => {
        await page.drop('x.pgn', '[White "Anna"]\n[Black "Zoë"]\n[Variant "losers"]\n[TimeControl "300+5"]\n\n'
            + '1. e3 {[%clk 0:04:50]} b5 {[%clk 0:04:58]} *\n');
        await page.untilMode('analysis');
        assert.match(await page.state(), /^White’s turn/);
        await page.press('#play-on');
        assert.deepEqual(await page.texts('.player .name'), ['Zoë', 'Anna']);
        await page.impl.waitForFunction(() =>
            document.querySelector('#player-bottom .clock').textContent === '4:49');
        await page.play('f1b5');
        assert.deepEqual(await page.turns(), ['e3', 'b5', 'Bxb5']);
    });

    pageTest('is in the list of games, whatever came after it', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3');
        await page.newGame({ ruleset: 'suicide' });
        await page.play('a2a3');
        await page.impl.evaluate(() => { location.hash = '#ruleset=losers&turns=h2h4'; });
        await page.untilMode('analysis');
        await page.press('#open-games');
        await page.impl.waitForSelector('#games[open]');
        const games = (await page.texts('#games li')).map(text => text.replace(/^.*?\d\d: /, ''));
        assert.deepEqual(games, ['Losers, *, 1 turn (analysis)', 'Suicide chess, *, 1 turn', 'Losers, *, 1 turn']);
        await page.press('#games li:last-child button');
        await page.untilMode('play');
        assert.deepEqual(await page.turns(), ['e3']);
    });

    pageTest('is there after a reload at any moment', async page => {
        await page.newGame({ ruleset: MIND_CONTROL });
        for (const [turn, turns, half] of [['e2e4,d7d5', 1, false], ['e4d5', 1, true],
                                           ['d8d5', 2, false]]) {
            await page.impl.evaluate(text => {
                const field = document.getElementById('typed');
                field.value = text;
                field.form.requestSubmit();
                location.reload();
            }, turn);
            await page.impl.waitForFunction(() => document.readyState === 'complete'
                && document.getElementById('state').textContent);
            await page.untilTurns(turns);
            assert.equal(/now a black piece/.test(await page.state()), half);
        }
    });

    test('is not lost to another tab', async () => {
        const [one, two] = await Promise.all([0, 1].map(async () =>
            new GamePage(await context.browser.open('about:blank'))));
        const load = async page => {
            await page.impl.bringToFront();
            await page.impl.goto(PAGE);
            await page.impl.waitForFunction(() => document.getElementById('state').textContent);
        };
        await load(one);
        await one.newGame({ ruleset: 'losers' });
        await one.play('e2e3');
        await load(two);
        assert.deepEqual(await two.turns(), ['e3']);
        await two.play('b7b5');
        await one.impl.bringToFront();
        await one.until(/This game goes on in another window/);
        await one.play('h7h6');
        assert.deepEqual(await one.turns(), ['e3', 'h6']);
        await load(one);
        assert.deepEqual(await one.turns(), ['e3', 'h6']);
        await load(two);
        assert.deepEqual(await two.turns(), ['e3', 'b5']);
        for (const page of [one, two])
            await page.impl.close();
    });

    test('is not removed by a tab in which the game has not begun', async () => {
        const open = async () => {
            const page = new GamePage(await context.browser.open(PAGE));
            await page.impl.waitForFunction(() => document.getElementById('state').textContent);
            return page;
        };
        const one = await open();
        await one.newGame({ ruleset: 'suicide' });
        const two = await open();
        await two.play('a2a3');
        await one.impl.bringToFront();
        await one.until(/This game goes on in another window/);
        await one.newGame({ ruleset: 'losers' });
        await two.impl.bringToFront();
        await two.impl.reload();
        await two.untilTurns(1);
        for (const page of [one, two])
            await page.impl.close();
    });

    // Copies the stored game, 100,000 characters long; while that is there, no game finds room.
    const fillStorage = page => page.impl.evaluate(() => {
        const PREFIX = 'misere-board.game.', OLDEST = `${PREFIX}old1`;
        const stored = Object.keys(localStorage).find(name => name.startsWith(PREFIX));
        const [head, body] = localStorage.getItem(stored).split('\n');
        for (const touched of [1, 2])
            localStorage.setItem(`${PREFIX}old${touched}`,
                `${JSON.stringify({ ...JSON.parse(head), touched })}\n${body}${' '.repeat(100000)}`);
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = function setIfRoom(name, text) {
            if (name.startsWith(PREFIX) && this.getItem(OLDEST))
                throw new DOMException('no room', 'QuotaExceededError');
            setItem.call(this, name, text);
        };
    });
    const idsOf = page => page.impl.evaluate(() => Object.keys(localStorage)
        .filter(name => name.startsWith('misere-board.game.')).map(name => name.slice(18)));
    const warns = page => page.impl.evaluate(() =>
        !dispatchEvent(new Event('beforeunload', { cancelable: true })));

    async function playWithoutRoom(page) {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3');
        await fillStorage(page);
        assert.deepEqual([await page.isHidden('#storage-full'), await warns(page)], [true, false]);
        await page.play('b7b5');
        assert.deepEqual([await page.isHidden('#storage-full'), await warns(page)], [false, true]);
        assert.match(await page.text('#storage-full .why'), /the oldest game can be removed.*1970/);
        await checkWithAxe(page.impl);
    }

    pageTest('asks what to do when the storage is full, and can save and remove the oldest games', async page => {
        await playWithoutRoom(page);
        await page.press('#storage-full .save');
        await page.until(/^Games-.*\.pgn is saved; games in it: 1\.$/);
        assert.equal((await idsOf(page)).length, 3);
        await page.press('#storage-full .remove');
        assert.ok(!(await idsOf(page)).includes('old1'));
        assert.equal((await idsOf(page)).length, 2);
        assert.deepEqual([await page.isHidden('#storage-full'), await warns(page)], [true, false]);
        await page.impl.reload();
        await page.untilTurns(2);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
    });

    pageTest('goes on without being stored, if that is wished', async page => {
        await playWithoutRoom(page);
        await page.press('#storage-full .decline');
        await page.play('f1b5');
        assert.deepEqual([await page.isHidden('#storage-full'), await warns(page)], [true, true]);
        assert.deepEqual(await page.turns(), ['e3', 'b5', 'Bxb5']);
        assert.equal((await idsOf(page)).length, 3);
        await page.impl.evaluate(() => localStorage.removeItem('misere-board.game.old1'));
        await page.press('#flip');
        assert.equal(await warns(page), false, 'with room it is stored again');
    });

    pageTest('by an earlier edition of the page is among the games', async page => {
        await page.until(/^What an earlier edition of this page had stored is now among your games/);
        await page.press('#open-games');
        await page.press('#games li button');
        await page.untilMode('analysis');
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
    }, { stored: { session: JSON.stringify({
        settings: { clock: null }, forfeit: null, left: null, tip: 2,
        players: { white: { kind: 'person' }, black: { kind: 'engine', level: 2 } },
        tree: { ruleset: 'losers', fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
                tournamentDraws: false, source: null,
                turns: [[-1, null, {}], [0, 'e2e3', {}], [1, 'b7b5', {}]] },
    }) } });

    // Only Chromium has an address that makes a tab crash.
    if (context.name === 'chromium')
        test('is there after a crash of the tab', async () => {
            const page = new GamePage(await context.browser.open(PAGE));
            await page.impl.waitForFunction(() => document.getElementById('state').textContent);
            await page.newGame({ ruleset: 'losers' });
            await page.play('e2e3', 'b7b5', 'f1b5');
            page.impl.goto('chrome://crash').catch(() => {});
            await new Promise(resolve => page.impl.once('error', resolve));
            await page.impl.close();
            const again = new GamePage(await context.browser.open(PAGE));
            await again.untilTurns(3);
            assert.deepEqual(await again.turns(), ['e3', 'b5', 'Bxb5']);
            await again.impl.close();
        });
});
