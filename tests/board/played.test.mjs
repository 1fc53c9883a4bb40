// What one plays, saves and looks at on the page, where no other file of tests tries it in browsers: the engine's
// failures and its clock, own games in files and links, scores, puzzles in two tabs, sounds, the cost of a turn.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { gamePageTests, GamePage } from './game-page.mjs';
import { PAGE } from './page.mjs';

const MIND_CONTROL = '6170-fall-2003-mindcontrol';
const AGAINST_ENGINE = { ruleset: 'losers', opponent: 'engine', colour: 'white', level: 1 };
const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const SEARCH_MS = 4000; // eight times as long as a review looks at a position

const { puzzles } = JSON.parse(readFileSync(new URL('../../tools/board/puzzles/mate-wins.json', import.meta.url)));

// Runs in the page: the engine gets positions that it refuses until window.isBroken is false.
function breakEngine() {
    const { postMessage } = Worker.prototype;
    window.isBroken = true;
    Worker.prototype.postMessage = function post(line, ...others) {
        postMessage.call(this, window.isBroken && /^position /.test(line) ? 'position fen x' : line, ...others);
    };
}

// Runs in the page: how many milliseconds the engine, as Black, is stored to have after the first half of its turn and
// after the turn.
function watchClock() {
    const stored = () => {
        const [, text] = Object.entries(localStorage).find(([name]) => name.startsWith('misere-board.game.'));
        return JSON.parse(text.split('\n')[1]).match;
    };
    return new Promise(done => {
        let first = null;
        requestAnimationFrame(function look() {
            if (/then …$/.test(document.getElementById('state').textContent))
                first ??= stored().left.black;
            if (document.querySelectorAll('#moves .turn').length === 2)
                done([first, stored().tree.turns[1].clock]);
            else
                requestAnimationFrame(look);
        });
    });
}

// Runs in the page: how often a turn changes the list of moves, and whether few elements are laid out with it.
async function countChanges(turn) {
    let count = 0;
    const observer = new MutationObserver(records => (count += records.length));
    observer.observe(document.getElementById('moves'),
                     { subtree: true, childList: true, attributes: true, characterData: true });
    const field = document.getElementById('typed');
    field.value = turn;
    field.form.requestSubmit();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    observer.disconnect();
    return [count, document.querySelector('#moves [aria-current]').parentElement.childElementCount < 50];
}

// A game that an earlier visit has left. The engine has named 1 … b5 as the best turn and found later that it costs as
// much as 1 … a6.
const ANALYSED = {
    view: JSON.stringify({ match: null, study: 'x', isCopy: false, mode: 'analysis', node: 0, orientation: 'white' }),
    'game.x': [{ kind: 'study', turns: 3 }, {
        tree: {
            ruleset: 'losers', fen: FEN, tournamentDraws: false, tags: [], ended: 1,
            turns: [{ turn: 'e2e3', score: { cp: 0 }, best: 'b7b5' }, { turn: 'b7b5', score: { cp: -500 } },
                    { turn: 'a7a6', score: { cp: -500 }, instead: 1 }],
        },
    }].map(part => JSON.stringify(part)).join('\n'),
};

describeInBrowsers('on the page', context => {
    const pageTest = gamePageTests(context);

    pageTest('a failure of the engine ends no game', async page => {
        await page.impl.evaluate(breakEngine);
        await page.newGame({ ...AGAINST_ENGINE, clock: 1 });
        await page.play('e2e3');
        await page.until(/^The engine has failed: .*\. Continue lets it try again\.$/);
        await page.impl.evaluate(() => { window.isBroken = false; });
        await page.press('#pause');
        await page.untilTurns(2);
        await page.until(/^Your turn/);
    });

    pageTest('the engine’s clock rests while its turn is being shown', async page => {
        await page.newGame({ ...AGAINST_ENGINE, ruleset: MIND_CONTROL, clock: 5 });
        const watched = page.impl.evaluate(watchClock);
        await page.play('e2e4,d7d5');
        const [first, second] = await watched;
        assert.equal(second, Math.ceil(first));
    });

    pageTest('a turn that ends with its first half is written without words of the protocol', async page => {
        await page.newGame({ ruleset: MIND_CONTROL, fen: '4k3/8/8/8/8/8/3n4/K2R3R w - - 0 1' });
        await page.play('d1d2');
        assert.deepEqual([await page.turns(), /gameover/.test(await page.state())], [['Rxd2'], false]);
    });

    pageTest('own games are saved with date, names, clocks and how they ended', async page => {
        await page.newGame({ ...AGAINST_ENGINE, clock: 'other', whiteMinutes: 5, blackMinutes: 5, increment: 3 });
        await page.play('e2e3');
        await page.untilTurns(2);
        await page.press('#resign');
        const pgn = await page.saved('pgn');
        for (const tag of [/Date "20\d\d\.\d\d\.\d\d"/, /White "\?"/, /Black "Misère, level 1"/, /Result "0-1"/,
                           /TimeControl "300\+3"/, /Termination "normal"/])
            assert.match(pgn, new RegExp(`^\\[${tag.source}\\]$`, 'm'));
        assert.equal(pgn.match(/%clk/g).length, 2);
        await page.drop('x.xml', await page.saved('xml'));
        await page.untilMode('analysis');
        assert.equal(await page.text('#moves .result'), '0–1');
    });

    pageTest('files and links have the main line as it was put, comments, variations and drawings', async page => {
        await page.drop('x.pgn', '[Event "Cup"]\n[Variant "losers"]\n\n'
            + '1. e3 $1 {good [%cal Ge2e3]} (1. d4 {<or} d5) b5 *\n');
        await page.untilMode('analysis');
        await page.impl.$$eval('#moves .turn', turns =>
            turns.find(({ textContent }) => textContent === 'd4').click());
        await page.press('#variations .promote');
        const pgn = (await page.saved('pgn')).replace(/\s+/g, ' ');
        assert.match(pgn, /\[Event "Cup"\]/);
        assert.match(pgn, / 1\. d4 \{ <or \} \( 1\. e3 \$1 \{ good \[%cal Ge2e3\] \} 1\.\.\. b5 \) 1\.\.\. d5 \*/);
        const told = () => page.texts('#moves :is(.turn, .comment)');
        const before = await told();
        const fragment = await page.fragment();
        await page.newGame({ ruleset: 'suicide' });
        await page.impl.evaluate(hash => { location.hash = hash; }, fragment);
        await page.untilMode('analysis');
        assert.deepEqual(await told(), before);
    });

    pageTest('the analysis of a whole game keeps deeper scores', async page => {
        const depth = async () => {
            const pgn = (await page.saved('pgn')).replace(/\s+/g, ' ');
            return Number(/a5 \{ \[%eval [^,]*,(\d+)/.exec(pgn)[1]);
        };
        await page.press('#engine-power');
        await new Promise(resolve => setTimeout(resolve, SEARCH_MS));
        await page.press('#engine-power');
        const found = await depth();
        await page.press('#review-start');
        await page.until(/^The whole game has been analysed\.$/);
        assert.ok(await depth() >= found);
    }, { fragment: '#ruleset=losers&turns=e2e3,a7a5' });

    pageTest('the engine’s own choice is no mistake', async page => {
        assert.deepEqual(await page.turns(), ['e3', 'b5', 'a6??']);
    }, { stored: ANALYSED });

    test('puzzles that are solved in two tabs count in both', async () => {
        const open = async () => {
            const page = await context.browser.open(PAGE);
            await page.waitForFunction(() => document.getElementById('state').textContent);
            await page.click('.tab[data-mode=learn]');
            await page.$$eval('#puzzle-list button', buttons => buttons.find(({ textContent }) =>
                textContent === 'The mated side wins').click());
            await page.select('#puzzle-choice [name=length]', '1');
            return page;
        };
        // The tabs store under one name which puzzle was shown last.
        const shown = page => page.evaluate(() => JSON.parse(localStorage.getItem('misere-board.learn')).puzzle);
        const solve = async (page, name, count) => {
            await page.bringToFront();
            await page.waitForSelector('#exercise-board [data-movable]');
            const { solution } = puzzles.find(({ ruleset, fen }) => `${ruleset} ${fen}` === name);
            await page.type('#exercise-move', solution[0]);
            await page.keyboard.press('Enter');
            await page.waitForFunction(text => document.querySelector('#puzzle-choice .progress').textContent
                .includes(text), {}, `: ${count} of `);
        };
        const one = await open(), own = await shown(one);
        const two = await open();
        await two.click('.actions:not([hidden]) [name=next]');
        await solve(two, await shown(two), 1);
        await solve(one, own, 2);
        for (const page of [one, two])
            await page.close();
    });

    pageTest('turns are heard if that is wished', async page => {
        await page.impl.evaluate(() => {
            const { createOscillator } = BaseAudioContext.prototype;
            window.tones = 0;
            BaseAudioContext.prototype.createOscillator = function create() {
                window.tones++;
                return createOscillator.call(this);
            };
        });
        const tones = () => page.impl.evaluate(() => window.tones);
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3');
        assert.equal(await tones(), 0);
        await page.press('#looks [name=sounds]');
        const before = await tones();
        await page.play('b7b5');
        assert.ok(await tones() > before);
    });

    pageTest('a late turn changes as much of the page as an early one', async page => {
        const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        const counts = [];
        for (const rounds of [3, 150]) {
            const turns = Array(rounds).fill(knights).flat();
            await page.impl.evaluate(hash => { location.hash = hash; }, `#ruleset=losers&turns=${turns}`);
            await page.untilTurns(turns.length);
            counts.push(await page.impl.evaluate(countChanges, 'g1f3'));
        }
        assert.deepEqual(counts[1], counts[0]);
        assert.ok(counts[1][1]);
    });
});
