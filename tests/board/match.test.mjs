// A match: turns at its tip, taking back, its end, its clocks, and what is kept of it.
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, mock, test } from 'node:test';
import { Match } from '../../tools/board/src/play/match.mjs';
import { loadFiles } from './helpers.mjs';

const STALEMATED = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const AGAINST_ENGINE = { white: { kind: 'person' }, black: { kind: 'engine', level: 0 } };
const ENGINES = { white: { kind: 'engine', level: 0 }, black: { kind: 'engine', level: 0 } };
const MINUTE = { white: 60000, black: 60000, increment: 0 };

let files, match, events;

// Starts a match and plays turns.
function start(settings, ...turns) {
    match = new Match(files, { ruleset: 'losers', players: PEOPLE, ...settings });
    events = [];
    for (const type of ['turn', 'back', 'end'])
        match.addEventListener(type, ({ detail }) =>
            events.push([type, detail?.node ? detail.node.turn : detail]));
    turns.forEach(turn => match.play(turn));
}

const history = () => match.tree.gameAt(match.tip).history();
const plain = data => JSON.parse(JSON.stringify(data));

before(async () => (files = await loadFiles()));
afterEach(() => {
    match?.clock?.pause();
    match = null;
});

describe('a match of two people', () => {
    test('goes on turn by turn, and says so', () => {
        start({}, 'e2e3', 'b5');
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.equal(match.player, 'white');
        assert.deepEqual(events, [['turn', 'e2e3'], ['turn', 'b7b5']]);
    });

    test('says what a turn captures, and where it gives check', () => {
        const happened = [];
        const follow = (settings, ...turns) => {
            start(settings);
            match.addEventListener('turn', ({ detail }) => happened.push(detail));
            turns.forEach(turn => match.play(turn));
            return happened.splice(0).map(({ captured, check, player, isPass }) =>
                [player, captured.join(''), check.join(), isPass]);
        };
        assert.deepEqual(follow({}, 'e2e3', 'b7b5', 'f1b5', 'c7c6', 'b5c6', 'b8c6'),
                         [['white', '', '', false], ['black', '', '', false],
                          ['white', 'p', '', false], ['black', '', '', false],
                          ['white', 'p', '', false], ['black', 'B', '', false]]);
        const fen = 'rnbqkbnr/p1pppppp/8/8/1p6/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3';
        assert.deepEqual(follow({ fen }, 'a2a4', 'b4a3').at(-1), ['black', 'P', '', false]);
        assert.deepEqual(follow({ fen: '4k3/7p/8/8/8/8/8/R3K3 w - - 0 1' }, 'a1a8'),
                         [['white', '', 'e8', false]]);
        assert.deepEqual(follow({ ruleset: '6170-fall-2003-mindcontrol' }, 'e2e4,d7d5', 'e4d5,d8d5')
            .at(-1), ['black', 'pP', '', false]);
        const stalemate = { ruleset: '6170-spring-2007', fen: STALEMATED };
        assert.deepEqual(follow(stalemate, 'e1d1').map(([player, , , isPass]) => [player, isPass]),
                         [['white', false], ['black', true]]);
    });

    test('refuses what is illegal with the reason, and changes nothing', () => {
        start({}, 'e2e3', 'b7b5');
        const { version } = match;
        assert.throws(() => match.play('a2a3'), /White must capture/);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.equal(match.version, version);
    });

    test('undoes and redoes turn by turn, and has one line', () => {
        start({}, 'e2e3', 'b7b5', 'f1b5');
        match.undo();
        match.undo();
        assert.deepEqual(history(), ['e2e3']);
        assert.deepEqual(events.slice(-2), [['back', null], ['back', null]]);
        match.redo();
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        match.redo();
        assert.equal(match.canRedo, false);
        match.undo();
        match.undo();
        match.undo();
        assert.equal(match.canUndo, false);
        match.play('a2a3');
        assert.equal(match.canRedo, false);
        assert.deepEqual(match.tree.nodes().map(({ turn }) => turn), [null, 'a2a3']);
    });

    test('ends when one resigns, and goes on if that is undone', () => {
        start({}, 'e2e3');
        match.resign();
        assert.deepEqual(match.ending, { winner: 'white', reason: 'resignation' });
        assert.throws(() => match.play('b7b5'), /the game is over/);
        assert.deepEqual(events.at(-1), ['end', { winner: 'white', reason: 'resignation' }]);
        match.undo();
        assert.equal(match.ending, null);
        assert.equal(match.player, 'black');
        match.play('b7b5');
        match.resign();
        assert.equal(events.filter(([type]) => type === 'end').length, 2);
    });

    test('ends by the rules', () => {
        start({ ruleset: '6170-spring-2007', fen: '7k/8/8/8/8/8/r7/1K1N4 w - - 0 1' }, 'b1a2');
        assert.deepEqual(match.ending, { winner: 'black', reason: 'piecesLost' });
        assert.equal(match.player, null);
        assert.deepEqual(events.at(-1), ['end', { winner: 'black', reason: 'piecesLost' }]);
    });

    test('is drawn if an offer is accepted', () => {
        start({}, 'e2e3');
        match.offerDraw();
        assert.deepEqual([match.offer, match.canOffer], ['black', false]);
        match.play('b7b5');
        assert.equal(match.offer, 'black', 'it stands while its player’s turn is thought about');
        match.play('f1b5');
        assert.equal(match.offer, null, 'who plays on declines');
        match.acceptDraw();
        assert.equal(match.ending, null, 'nothing is offered');
        match.offerDraw();
        match.acceptDraw();
        assert.deepEqual(events.at(-1), ['end', { winner: null, reason: 'agreement' }]);
        match.undo();
        assert.equal(match.ending, null);
    });

    test('passes for a stalemated player at once', () => {
        start({ ruleset: '6170-spring-2007', fen: STALEMATED });
        assert.deepEqual(history(), ['0000']);
        assert.equal(match.player, 'white');
        assert.equal(match.canUndo, false);
        match.play('e1d1');
        assert.deepEqual(history(), ['0000', 'e1d1', '0000']);
        match.undo();
        assert.deepEqual(history(), ['0000']);
        match.redo();
        assert.deepEqual(history(), ['0000', 'e1d1', '0000']);
    });
});

describe('a match against the engine', () => {
    test('waits for the engine, and undoes both turns', () => {
        start({ players: AGAINST_ENGINE }, 'e2e3');
        assert.equal(match.isEngineToMove, true);
        assert.equal(match.isPersonToMove, false);
        match.play('b7b5');
        match.undo();
        assert.deepEqual(history(), []);
        match.redo();
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
    });

    test('can be resigned also while the engine thinks', () => {
        start({ players: AGAINST_ENGINE }, 'e2e4');
        match.resign();
        assert.deepEqual(match.ending, { winner: 'black', reason: 'resignation' });
        assert.equal(match.isEngineToMove, false);
        assert.equal(match.canOffer, false);
    });

    test('of the engine with itself can be paused', () => {
        start({ players: ENGINES });
        assert.equal(match.isEngineToMove, true);
        match.setPaused(true);
        assert.equal(match.isEngineToMove, false);
        assert.equal(match.resigner, null);
        assert.equal(match.canUndo, false);
    });
});

describe('clocks', () => {
    let now;
    const pass = ms => {
        now += ms;
        mock.timers.tick(ms);
    };
    beforeEach(() => {
        now = 0;
        mock.timers.enable({ apis: ['setTimeout'] });
        mock.method(performance, 'now', () => now);
    });
    afterEach(() => {
        match.clock.pause();
        mock.timers.reset();
        mock.restoreAll();
    });

    test('run from the start, also for White’s first turn, and lose the game', () => {
        start({ clock: { ...MINUTE, increment: 1000 } });
        pass(5000);
        assert.deepEqual(match.clock.times(), { white: 55000, black: 60000 });
        match.play('e2e3');
        pass(5000);
        assert.deepEqual(match.clock.times(), { white: 56000, black: 55000 });
        match.play('b7b5');
        assert.deepEqual(match.tree.clocksAt(match.tip), { white: 56000, black: 56000 });
        assert.deepEqual(match.tree.clocksAt(match.tip.parent), { white: 56000, black: 60000 });
        pass(1000);
        match.undo();
        assert.deepEqual(match.clock.times(), { white: 56000, black: 60000 });
        match.redo();
        pass(56000);
        assert.deepEqual(match.ending, { winner: 'black', reason: 'timeExpired' });
        assert.equal(match.clock.running, null);
        assert.deepEqual(events.at(-1), ['end', { winner: 'black', reason: 'timeExpired' }]);
    });

    test('may begin with unequal times', () => {
        start({ clock: { white: 60000, black: 5000, increment: 0 } }, 'e2e3');
        pass(5000);
        assert.deepEqual(match.ending, { winner: 'white', reason: 'timeExpired' });
    });

    test('do not run between the player’s choice and its turn, nor in a pause', () => {
        start({ clock: MINUTE, players: ENGINES });
        pass(1000);
        match.hold();
        pass(70000);
        match.play('e2e3');
        assert.deepEqual(match.clock.times(), { white: 59000, black: 60000 });
        match.setPaused(true);
        pass(70000);
        match.setPaused(false);
        pass(1000);
        assert.deepEqual(match.clock.times(), { white: 59000, black: 59000 });
    });

    test('of a flag that falls in a draw', () => {
        start({ ruleset: 'antichess', fen: '8/8/3n4/8/8/3N4/8/8 w - - 0 1', tournamentDraws: true,
                clock: { white: 60000, black: 1, increment: 0 } }, 'd3e5');
        pass(1);
        assert.deepEqual(match.ending, { winner: null, reason: 'timeExpired' });
        assert.deepEqual(match.copy().outcome, { winner: null, reason: 'timeExpired' });
    });
});

describe('what is kept', () => {
    const copyOf = data => Match.fromData(files, plain(data));

    test('is the whole match, with what can be redone', () => {
        start({ players: AGAINST_ENGINE, clock: MINUTE },
              'e2e3', 'b7b5', 'f1b5', 'a7a6', 'b5a6');
        match.undo();
        match.undo();
        match.clock.set({ white: 11000, black: 12000 });
        const copy = copyOf(match.toData());
        copy.clock.pause();
        const { turns, tags, clocks, increment } = plain(copy.toData()).tree;
        assert.deepEqual({ turns, tags, clocks, increment }, (({ turns, tags, clocks, increment }) =>
            ({ turns, tags, clocks, increment }))(plain(match.toData()).tree));
        assert.deepEqual(plain(copy.toData()).undone, plain(match.toData()).undone);
        copy.redo();
        assert.deepEqual(copy.tree.gameAt(copy.tip).history(), ['e2e3', 'b7b5', 'f1b5', 'a7a6']);
        copy.redo();
        assert.equal(copy.tip.turn, 'b5a6');
        copy.clock.pause();
    });

    test('is what the clocks show', () => {
        start({ clock: MINUTE }, 'e2e3');
        match.clock.set({ white: 11000, black: 12000 });
        const copy = copyOf(match.toData());
        assert.equal(copy.clock.running, 'black');
        copy.clock.pause();
        assert.equal(Math.round(copy.clock.left('black') / 1000), 12);
        assert.equal(copy.clock.left('white'), 11000);
    });

    test('is how it ended, a half-turn and an offer', () => {
        start({}, 'e2e3');
        match.resign();
        assert.deepEqual(copyOf(match.toData()).ending, { winner: 'white', reason: 'resignation' });
        start({ ruleset: '6170-fall-2003-mindcontrol' });
        match.setHalf('e2e4');
        match.offerDraw();
        const { half, offer } = copyOf(match.toData());
        assert.deepEqual([half, offer], ['e2e4', 'white']);
    });

    test('is refused if it is damaged', () => {
        start({}, 'e2e3');
        const kept = match.toData();
        const turns = [{ turn: 'e2e9' }];
        for (const damage of [{ tree: null }, { settings: null }, { settings: { players: {} } },
                              { tree: { ...kept.tree, ruleset: 'none' } }, { undone: [[{ turn: 'x' }]] },
                              { tree: { ...kept.tree, turns } }])
            assert.throws(() => Match.fromData(files, { ...kept, ...damage }));
    });
});

describe('a match as a file', () => {
    const read = (text, name = 'x.pgn') => files.read(name, new TextEncoder().encode(text))[0].data();

    test('has the date, names, clocks and the increment', () => {
        const players = { white: { kind: 'person', name: 'Anna' }, black: { kind: 'engine', level: 3 } };
        start({ players, clock: { white: 300000, black: 300000, increment: 5000 } }, 'e2e3', 'b7b5');
        match.clock.set({ white: 291000, black: 285000 });
        const pgn = match.copy().write(files, 'pgn').text;
        const today = new Date(Date.now() - 60000 * new Date().getTimezoneOffset()).toISOString()
            .slice(0, 10).replaceAll('-', '.');
        for (const tag of [`[Date "${today}"]`, '[White "Anna"]', '[Black "Misère, level 4"]',
                           '[TimeControl "300+5"]', '[Result "*"]', '[Termination "unterminated"]'])
            assert.ok(pgn.includes(tag), `${tag} in ${pgn}`);
        assert.equal(pgn.match(/%clk/g).length, 2);
        const { clocks, increment } = read(match.copy().write(files, 'xml').text, 'x.xml');
        assert.deepEqual(clocks, { white: { initial: 300000, current: 291000 },
                                   black: { initial: 300000, current: 285000 } });
        assert.equal(increment, 5000);
    });

    test('does not call a person You', () => {
        start({ players: AGAINST_ENGINE }, 'e2e3');
        assert.match(match.copy().write(files, 'pgn').text, /\[White "\?"\]\n\[Black "Misère, level 1"\]/);
    });

    test('has its result, also where no rule gives it', () => {
        const endings = [
            [() => match.resign(), '1-0', 'normal'],
            [() => {
                match.offerDraw();
                match.acceptDraw();
            }, '1/2-1/2', 'normal'],
        ];
        for (const [end, result, termination] of endings) {
            start({}, 'e2e3');
            end();
            const copy = match.copy();
            assert.deepEqual(copy.outcome.winner, match.ending.winner);
            const { text } = copy.write(files, 'pgn');
            assert.match(text, new RegExp(`\\[Result "${result}"\\]`));
            assert.match(text, new RegExp(`\\[Termination "${termination}"\\]`));
            assert.equal(read(text).outcome.result, result);
        }
        start({}, 'e2e3');
        match.resign();
        assert.equal(read(match.copy().write(files, 'pgn').text).outcome.reason, 'resignation');
        assert.equal(read(match.copy().write(files, 'xml').text, 'x.xml').outcome.reason, 'resignation');
    });
});
