// Games on the real page against the native engine: whole ones of every ruleset by clicks, drags,
// keys and typed moves, and positions in which something special is played.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { BROWSERS, describeInBrowsers } from '../browser/browser.mjs';
import { randomNumbers, startNative } from '../wasm/helpers.mjs';
import { gamePageTests } from './game-page.mjs';
import { Clicks, Drags, Keys, Taps, Typing } from './hands.mjs';
import { loadFiles } from './helpers.mjs';
import { PlayedGame } from './played-game.mjs';

const SEED = 2007;
const RANDOM_GAMES = 300; // per ruleset; the shortest ones are played on the page
const LEAST_TURNS = 12;
const MOST_TURNS = 50;
const CHIPS = { white: 2, black: 1 };

const files = await loadFiles();

// A game of random turns; null if it takes too long.
function randomGame(ruleset, random) {
    const game = files.newGame(ruleset.name, ruleset.chips ? { chips: CHIPS } : {});
    for (let i = 0; i < MOST_TURNS && game.status().state === 'playing'; i++) {
        const turns = game.turns();
        game.play(turns[random(turns.length)]);
    }
    const turns = game.status().state === 'playing' ? null : game.history();
    game.free();
    return turns;
}

// Games of random turns, each to its end, the shortest first.
function shortGames(ruleset, seed) {
    const random = randomNumbers(seed);
    const games = Array.from({ length: RANDOM_GAMES }, () => randomGame(ruleset, random));
    return games.filter(turns => turns?.length >= LEAST_TURNS).sort((a, b) => a.length - b.length);
}

const GAMES = files.rulesets.map((ruleset, i) =>
    ({ ruleset, games: shortGames(ruleset, SEED + i) }));

const isFirstOfFamily = ruleset => ruleset === files.rulesets.find(({ family }) => family === ruleset.family);

// Every browser runs the same rules: one plays all the games, the others one of each family.
const gamesFor = ({ name }) =>
    GAMES.filter(({ ruleset }) => name === BROWSERS[0] || isFirstOfFamily(ruleset));

// What the tests in a browser share. Every test begins with a new game, so that one page will do.
function gameTools(context) {
    const pageTest = gamePageTests(context, { isShared: true });
    let engine;
    before(() => { engine = startNative(); });
    after(() => engine.close());

    // Starts a game on the page; chips: as in CHIPS.
    async function begin(page, ruleset, { fen = '', chips = { white: 0, black: 0 } } = {}) {
        const { white, black } = chips;
        await page.newGame({ ruleset: ruleset.name, fen, whiteChips: white, blackChips: black });
        const start = fen || ruleset.startFen;
        const game = new PlayedGame(page.impl, engine, files, ruleset,
                                    ruleset.chips ? `${start} chips:${white}/${black}` : start);
        await game.begin();
        return game;
    }

    async function playWhole(page, ruleset, turns, handFor) {
        const game = await begin(page, ruleset, { chips: CHIPS });
        while (game.turns.length < turns.length)
            await game.play(turns[game.turns.length], handFor(game.turns.length));
        assert.deepEqual(game.turns, turns);
        assert.ok(game.isOver);
    }

    return { pageTest, begin, playWhole };
}

describeInBrowsers('games by touch', context => {
    const { pageTest, playWhole } = gameTools(context);
    const isChromium = context.name === 'chromium';
    const viewport = { width: 390, height: 844, hasTouch: isChromium, isMobile: isChromium };

    for (const { ruleset, games: [turns] } of gamesFor(context))
        pageTest(`${ruleset.name}: a whole game by taps`, async page => {
            const taps = new Taps(page.impl);
            await playWhole(page, ruleset, turns, () => taps);
        }, { viewport });
});

describeInBrowsers('games', context => {
    const { pageTest, begin, playWhole } = gameTools(context);

    for (const { ruleset, games: [byKeys, byMouse, typed] } of gamesFor(context)) {
        pageTest(`${ruleset.name}: a whole game by keys`, async page => {
            const keys = new Keys(page.impl);
            await playWhole(page, ruleset, byKeys, () => keys);
        });

        pageTest(`${ruleset.name}: a whole game by clicks and drags`, async page => {
            const [clicks, drags] = [new Clicks(page.impl), new Drags(page.impl)];
            await playWhole(page, ruleset, byMouse, i => (i % 4 === 3 ? drags : clicks));
        });

        // What is typed goes the same way in a family.
        if (isFirstOfFamily(ruleset))
            pageTest(`${ruleset.name}: a whole game by typing`, async page => {
                const typing = new Typing(page.impl);
                await playWhole(page, ruleset, typed, () => typing);
            });
    }

    const find = name => files.ruleset(name);
    const LOSERS = find('losers');
    const ANTIKING = find('6170-spring-2006-antiking');
    const MIND_CONTROL = find('6170-fall-2003-mindcontrol');
    const CHIPPED = find('6170-fall-2003');

    pageTest('castling, by clicks, a drag and keys', async page => {
        const fen = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1';
        const game = await begin(page, LOSERS, { fen });
        await game.play('e1g1', new Clicks(page.impl));
        await game.play('e8c8', new Keys(page.impl));
        const other = await begin(page, LOSERS, { fen });
        await other.play('e1c1', new Drags(page.impl));
        await other.play('e8g8', new Typing(page.impl));
    });

    pageTest('castling that is forbidden', async page => {
        const captures = await begin(page, LOSERS, { fen: '4k3/8/8/8/8/8/pP6/R3K3 w Q - 0 1' });
        assert.match(await captures.refuse('e1c1', new Clicks(page.impl)), /White must capture/);
        const crossing = await begin(page, LOSERS, { fen: '4k3/p4r2/8/8/8/8/P7/4K2R w K - 0 1' });
        assert.match(await crossing.refuse('e1g1', new Keys(page.impl)),
                     /the white king may not castle through check from the rook on f7/);
    });

    pageTest('a pin, with the piece that pins', async page => {
        const game = await begin(page, LOSERS, { fen: '4r2k/p7/8/8/8/8/P3N3/4K3 w - - 0 1' });
        const pinned = /the rook on e8 pins the knight on e2 to the white king/;
        for (const Hand of [Clicks, Keys]) {
            assert.match(await game.refuse('e2c3', new Hand(page.impl)), pinned);
            assert.match(await page.label('e8'), /black rook, forbids the move/);
        }
        await page.click('e2');
        assert.match(await page.state(), /^The piece on e2 cannot move: the rook on e8 pins/);
        assert.match(await page.label('e8'), /black rook, forbids the move/);
        await page.click('e1');
        assert.equal(await page.label('e8'), 'e8, black rook');
        await game.play('e1d1', new Typing(page.impl));
    });

    pageTest('en passant', async page => {
        const game = await begin(page, LOSERS, {
            fen: 'rnbqkbnr/pppppp1p/8/4P1p1/1p6/8/P1PP1PPP/RNBQKBNR b KQkq - 0 4' });
        await game.play('d7d5', new Clicks(page.impl));
        assert.match(await game.refuse('e5e6', new Keys(page.impl)), /White must capture/);
        await game.play('e5d6', new Keys(page.impl));
        const other = await begin(page, LOSERS, {
            fen: 'rnbqkbnr/p1pppppp/8/8/1p6/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3' });
        await other.play('a2a4', new Typing(page.impl));
        await other.play('b4a3', new Clicks(page.impl));
    });

    pageTest('promotion, with a choice and without one', async page => {
        const fen = '8/P6k/8/8/8/8/7p/K7 w - - 0 1';
        const game = await begin(page, LOSERS, { fen });
        await game.play('a7a8n', new Clicks(page.impl));
        await game.play('h2h1b', new Keys(page.impl));
        const other = await begin(page, find('6170-spring-2007'), { fen });
        await other.play('a7a8q', new Clicks(page.impl));
    });

    pageTest('an anti-king that would be left unattacked', async page => {
        const game = await begin(page, ANTIKING, { fen: 'k2r4/p7/3A4/8/8/3a4/P7/K2R3N w - - 0 1' });
        const unattacked = /nothing would attack the white anti-king/;
        for (const Hand of [Clicks, Drags, Keys, Typing])
            assert.match(await game.refuse('d6e6', new Hand(page.impl)), unattacked);
        await game.play('d6d7', new Clicks(page.impl));
    });

    pageTest('an anti-king that nothing attacks, and one that takes its own pawn', async page => {
        const game = await begin(page, ANTIKING, { fen: 'k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1' });
        assert.match(await page.label('d6'), /white anti-king, not attacked/);
        assert.match(await page.state(), /^White’s turn: nothing attacks the anti-king\./);
        assert.match(await game.refuse('d1d2', new Clicks(page.impl)),
                     /nothing attacks the white anti-king/);
        const other = await begin(page, ANTIKING, {
            fen: 'k2r4/p7/3A4/3P4/8/3a4/P7/K2R4 w - - 0 1' });
        assert.match(await other.refuse('a2a3', new Keys(page.impl)), /White must capture/);
        await other.play('d6d5', new Keys(page.impl));
    });

    pageTest('the halves of a turn in mind control, by keys', async page => {
        const game = await begin(page, MIND_CONTROL);
        const keys = new Keys(page.impl);
        for (const half of ['e2e4', 'b1c3']) {
            await game.playHalf(half, keys);
            await keys.press('Escape');
            await game.halfWasTakenBack();
        }
        await game.playHalf('e2e4', keys);
        await game.play('e2e4,d7d5', keys);
        assert.match(await game.refuse('a2a3', keys), /White must capture/);
        await game.playHalf('e4d5', keys);
        assert.match(await game.refuse('a7a6', keys), /Black must capture/);
        await game.play('e4d5,d8d5', keys);
    });

    pageTest('a chip instead of a capture, by keys', async page => {
        const game = await begin(page, CHIPPED, {
            fen: 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2',
            chips: { white: 1, black: 2 } });
        const keys = new Keys(page.impl);
        assert.match(await page.label('e4'), /may capture/);
        assert.equal(await page.state(), 'White’s turn: capture or pass.');
        assert.match(await game.refuse('a2a3', keys), /White must capture \(exd5\) or pass/);
        await game.play('0000', keys);
        await game.play('d5e4', keys);
        await game.play('b1c3', keys);
        await game.play('0000', new Clicks(page.impl));
    });

    pageTest('a pass that is forced', async page => {
        const game = await begin(page, find('6170-spring-2007'), {
            fen: 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1' });
        assert.deepEqual(game.turns, ['0000']);
        await game.play('e1d1', new Keys(page.impl));
        assert.deepEqual(game.turns, ['0000', 'e1d1', '0000']);
        assert.match(await page.text('#live'), /White plays Kd1\.\s*Black passes\./);
        await game.play('d1d2', new Clicks(page.impl));
    });
}, { reducedMotion: true }); // sliding pieces would take a third of the time
