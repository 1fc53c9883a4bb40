// Games on the real page against the native engine: whole ones of every ruleset by clicks, drags, keys and typed
// moves, and positions in which something special is played.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { randomNumbers, startNative } from '../wasm/helpers.mjs';
import { Clicks, Drags, Keys, Typing } from './hands.mjs';
import { loadFiles } from './helpers.mjs';
import { usePage } from './page.mjs';
import { PlayedGame } from './played-game.mjs';

const SEED = 2007;
const RANDOM_GAMES = 200; // of which the shortest are played
const LEAST_TURNS = 12;
const MOST_TURNS = 60;
const CHIPS = { white: 2, black: 1 };

const files = await loadFiles();

// A game of random turns; null if it takes too long.
function randomGame(ruleset, random) {
    const game = files.newGame(ruleset.name, ruleset.chips ? { chips: CHIPS } : {});
    for (let i = 0; i < MOST_TURNS && game.status().state === 'playing'; i++) {
        const turns = game.turns();
        game.play(turns[random(turns.length)]);
    }
    return game.status().state === 'playing' ? null : game.history();
}

// Games of random turns, each to its end, the shortest first.
function shortGames(ruleset, seed) {
    const random = randomNumbers(seed);
    const games = Array.from({ length: RANDOM_GAMES }, () => randomGame(ruleset, random));
    return games.filter(turns => turns?.length >= LEAST_TURNS).sort((a, b) => a.length - b.length);
}

const GAMES = files.rulesets.map((ruleset, i) => ({ ruleset, games: shortGames(ruleset, SEED + i) }));

describeInBrowsers('games', context => {
    const { pageTest, newGame } = usePage(context);
    let engine;
    before(() => { engine = startNative(); });
    after(() => engine.close());

    // Starts a game on the page; chips: as in CHIPS.
    async function begin(page, ruleset, { fen = '', chips = { white: 0, black: 0 } } = {}) {
        await newGame({ ruleset: ruleset.name, fen, whiteChips: chips.white, blackChips: chips.black });
        const start = fen || ruleset.startFen;
        const withChips = ruleset.chips ? `${start} chips:${chips.white}/${chips.black}` : start;
        const game = new PlayedGame(page, engine, ruleset, withChips);
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

    for (const { ruleset, games: [byKeys, byMouse, typed] } of GAMES) {
        pageTest(`${ruleset.name}: a whole game by keys`, async page => {
            const keys = new Keys(page);
            await playWhole(page, ruleset, byKeys, () => keys);
        });

        pageTest(`${ruleset.name}: a whole game by clicks and drags`, async page => {
            const [clicks, drags] = [new Clicks(page), new Drags(page)];
            await playWhole(page, ruleset, byMouse, i => (i % 4 === 3 ? drags : clicks));
        });

        pageTest(`${ruleset.name}: a whole game by typing`, async page => {
            const typing = new Typing(page);
            await playWhole(page, ruleset, typed, () => typing);
        });
    }
});
