// The session: the page's state, and how it changes.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, mock, test } from 'node:test';
import { Session } from '../../tools/board/src/session.mjs';
import { openFragment } from '../../tools/board/src/share.mjs';
import { loadFiles } from './helpers.mjs';

const STALEMATED = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const AGAINST_ENGINE = { white: { kind: 'person' }, black: { kind: 'engine', level: 0 } };
const ENGINES = { white: { kind: 'engine', level: 0 }, black: { kind: 'engine', level: 0 } };

let files, session, events;

// Starts a game and plays turns.
function start(settings, ...turns) {
    session.newGame({ players: PEOPLE, ...settings });
    for (const turn of turns)
        session.playTurn(turn);
}

const history = () => session.game.history();

before(async () => (files = await loadFiles()));

beforeEach(() => {
    session = new Session(files);
    events = [];
    for (const type of ['played', 'ended', 'said'])
        session.addEventListener(type, ({ detail }) => events.push([type, detail.turn ?? detail]));
});

describe('a game of two people', () => {
    test('goes on turn by turn, and says so', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b5');
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.equal(session.player, 'white');
        assert.deepEqual(session.moves(), ['f1b5']);
        assert.deepEqual(events, [['played', 'e2e3'], ['played', 'b7b5']]);
    });

    test('takes typed moves in standard algebraic notation, in capital or small letters', () => {
        start({ ruleset: 'losers' });
        for (const typed of ['E3', 'b5', 'bxb5', 'nc6', 'Bxc6', 'DXC6'])
            session.moveText(typed);
        assert.deepEqual(history(), ['e2e3', 'b7b5', 'f1b5', 'b8c6', 'b5c6', 'd7c6']);
        assert.throws(() => session.moveText('Nf9'), /'Nf9' is not a move/);
    });

    test('refuses what is illegal with the reason, and changes nothing', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5');
        assert.throws(() => session.move('a2', 'a3'),
                      /^Error: 'a2a3' is not legal: White must capture \(Bxb5\)$/);
        assert.throws(() => session.moveText('what?'), /'what\?' is not a move/);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
    });

    test('undoes and redoes turn by turn', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5', 'f1b5');
        session.undo();
        session.undo();
        assert.deepEqual(history(), ['e2e3']);
        session.redo();
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        session.redo();
        assert.equal(session.canRedo, false);
        session.undo();
        session.undo();
        session.undo();
        assert.equal(session.canUndo, false);
        session.playTurn('a2a3');
        assert.equal(session.canRedo, false);
        assert.deepEqual(session.tree.mainLine().map(({ turn }) => turn), [null, 'a2a3']);
    });

    test('goes on from an earlier position that is shown', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5', 'f1b5');
        session.goTo(session.tree.root.children[0]);
        assert.equal(session.tip.turn, 'f1b5');
        session.playTurn('a7a6');
        assert.equal(session.tip.turn, 'a7a6');
        assert.deepEqual(session.tree.mainLine().map(({ turn }) => turn), [null, 'e2e3', 'a7a6']);
    });

    test('ends when one resigns, and goes on if that is undone', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        session.resign();
        assert.deepEqual(session.result, { winner: 'white', reason: 'resignation' });
        assert.throws(() => session.playTurn('b7b5'), /the game is over/);
        assert.deepEqual(session.moves(), []);
        assert.deepEqual(events.at(-1), ['ended', { winner: 'white', reason: 'resignation' }]);
        session.setMode('analysis');
        assert.equal(session.result, null);
        assert.deepEqual(session.ending, { winner: 'white', reason: 'resignation' });
        session.setMode('play');
        session.undo();
        assert.equal(session.result, null);
        assert.equal(session.player, 'black');
    });

    test('ends by the rules', () => {
        start({ ruleset: '6170-spring-2007', fen: '7k/8/8/8/8/8/r7/1K1N4 w - - 0 1' }, 'b1a2');
        assert.deepEqual(session.result, { winner: 'black', reason: 'piecesLost' });
        assert.equal(session.player, null);
        assert.deepEqual(events.at(-1), ['ended', { winner: 'black', reason: 'piecesLost' }]);
    });

    test('passes for a stalemated player at once', () => {
        start({ ruleset: '6170-spring-2007', fen: STALEMATED });
        assert.deepEqual(history(), ['0000']);
        assert.equal(session.player, 'white');
        assert.equal(session.canUndo, false);
        session.playTurn('e1d1');
        assert.deepEqual(history(), ['0000', 'e1d1', '0000']);
        session.undo();
        assert.deepEqual(history(), ['0000']);
    });

    test('has passes that cost a chip', () => {
        start({ ruleset: '6170-fall-2003', chips: { white: 0, black: 1 } });
        assert.equal(session.canPass, false);
        session.playTurn('e2e4');
        assert.equal(session.canPass, true);
        session.moveText('Ipass');
        assert.deepEqual(history(), ['e2e4', '0000']);
        assert.deepEqual(session.game.chips(), { white: 0, black: 0 });
    });

    test('keeps its settings for the next one', () => {
        const chips = { white: 1, black: 2 };
        const fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1';
        const clock = { initial: 60000, increment: 0 };
        start({ ruleset: '6170-fall-2003', fen, chips, clock }, 'e2e3');
        session.newGame();
        assert.equal(session.game.fen(), `${fen} chips:1/2`);
        assert.equal(session.clock.left('black'), 60000);
        assert.deepEqual(history(), []);
        session.clock.pause();
    });

    test('refuses a bad position and keeps the game', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        assert.throws(() => session.newGame({ fen: '8/8/8/8 w' }));
        assert.deepEqual(history(), ['e2e3']);
    });
});

describe('mind control', () => {
    const GAME = { ruleset: '6170-fall-2003-mindcontrol' };

    test('is played by halves, of which the first can be taken back', () => {
        start(GAME);
        assert.ok(session.moves().includes('e2e4'));
        session.move('e2', 'e4');
        assert.equal(session.halfMove, 'e2e4');
        assert.deepEqual(history(), []);
        assert.equal(session.board()[8 * 3 + 4], 'P');
        assert.equal(session.board()[8 + 4], '.');
        assert.ok(session.moves().includes('d7d5'));
        assert.ok(!session.moves().includes('e2e4'));
        assert.equal(session.takeHalfBack(), true);
        assert.equal(session.halfMove, null);
        assert.equal(session.takeHalfBack(), false);
        session.move('e2', 'e4');
        session.undo();
        assert.equal(session.halfMove, null);
        session.moveText('e2-e4');
        session.moveText('d7-d5');
        assert.deepEqual(history(), ['e2e4,d7d5']);
        assert.equal(session.halfMove, null);
        assert.equal(session.player, 'black');
        session.moveText('e4-d5,d8-d5');
        assert.deepEqual(history(), ['e2e4,d7d5', 'e4d5,d8d5']);
        session.moveText('NC3');
        assert.equal(session.halfMove, 'b1c3');
        session.moveText('qxd2');
        assert.deepEqual(history().at(-1), 'b1c3,d5d2');
    });

    test('tells a pawn from a bishop by the letter', () => {
        start({ ...GAME, fen: '4k3/7p/8/B7/8/2p5/1P6/4K3 w - - 0 1' });
        for (const [typed, half] of [['bxc3', 'b2c3'], ['Bxc3', 'a5c3']]) {
            session.moveText(typed);
            assert.equal(session.halfMove, half);
            session.takeHalfBack();
        }
    });

    test('refuses each half with its own reason', () => {
        start(GAME, 'e2e4,d7d5');
        assert.throws(() => session.move('a2', 'a3'), /White must capture/);
        session.move('e4', 'd5');
        assert.throws(() => session.move('a7', 'a6'), /Black must capture/);
        assert.equal(session.halfMove, 'e4d5');
    });

    test('says why a piece cannot move, in each half of a turn', () => {
        start(GAME, 'e2e4,d7d5');
        const { squares, ...refusal } = session.whyNot('a2');
        assert.deepEqual(refusal, { text: 'White must capture (exd5)', reason: 'mustCapture' });
        assert.deepEqual(squares, ['e4']);
        assert.equal(session.whyNot('e4'), null);
        assert.deepEqual(session.moves(), ['e4d5']);
        session.move('e4', 'd5');
        assert.equal(session.whyNot('a7').text, 'Black must capture (Qxd5)');
        assert.equal(session.whyNot('d8'), null);
        assert.deepEqual(session.moves(), ['d8d5']);
    });

    test('forgets the first half when the person looks elsewhere for another turn', () => {
        start(GAME, 'e2e4,d7d5');
        session.move('e4', 'd5');
        session.goTo(session.tree.root);
        assert.equal(session.halfMove, null);
        session.goTo(session.tip);
        assert.equal(session.halfMove, 'e4d5');
        session.setMode('analysis');
        assert.equal(session.halfMove, null);
    });
});

describe('a game against the engine', () => {
    test('waits for the engine, and undoes both turns', () => {
        start({ ruleset: 'losers', players: AGAINST_ENGINE });
        assert.equal(session.isPersonToMove, true);
        session.playTurn('e2e3');
        assert.equal(session.isEngineToMove, true);
        assert.equal(session.isPersonToMove, false);
        session.playAtTip('b7b5');
        session.undo();
        assert.deepEqual(history(), []);
        session.redo();
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
    });

    test('does not pull a person back who looks at an earlier position', () => {
        start({ ruleset: 'losers', players: AGAINST_ENGINE }, 'e2e3');
        session.goTo(session.tree.root);
        session.playAtTip('b7b5');
        assert.equal(session.node, session.tree.root);
        assert.deepEqual(session.tree.gameAt(session.tip).history(), ['e2e3', 'b7b5']);
    });

    test('rests in analysis, from where it can be played on', () => {
        start({ ruleset: 'losers', players: AGAINST_ENGINE }, 'e2e3');
        session.setMode('analysis');
        assert.equal(session.isEngineToMove, false);
        session.playTurn('a7a6');
        assert.equal(session.tip.turn, 'e2e3');
        assert.deepEqual(events.filter(([type]) => type === 'played').length, 1);
        session.playOn();
        assert.equal(session.tip.turn, 'a7a6');
        assert.equal(session.mode, 'play');
        session.setMode('analysis');
        session.goTo(session.tree.root);
        session.setMode('play');
        assert.equal(session.node.turn, 'a7a6');
    });

    test('turns the board for Black', () => {
        start({ players: { white: AGAINST_ENGINE.black, black: AGAINST_ENGINE.white } });
        assert.equal(session.orientation, 'black');
        session.flip();
        assert.equal(session.orientation, 'white');
    });

    test('the person can resign also while the engine thinks', () => {
        start({ players: AGAINST_ENGINE }, 'e2e4');
        session.resign();
        assert.deepEqual(session.result, { winner: 'black', reason: 'resignation' });
        assert.equal(session.isEngineToMove, false);
    });

    test('of the engine with itself can be paused', () => {
        start({ players: ENGINES });
        assert.equal(session.isEngineToMove, true);
        session.setPaused(true);
        assert.equal(session.isEngineToMove, false);
        assert.equal(session.resigner, null);
        assert.equal(session.canUndo, false);
    });
});

describe('clocks', () => {
    const CLOCK = { initial: 60000, increment: 1000 };

    test('run from the first turn on, and lose the game', async () => {
        mock.timers.enable({ apis: ['setTimeout'] });
        let now = 0;
        mock.method(performance, 'now', () => now);
        const pass = ms => {
            now += ms;
            mock.timers.tick(ms);
        };
        try {
            start({ ruleset: 'losers', clock: CLOCK });
            pass(5000);
            assert.deepEqual(session.clock.times(), { white: 60000, black: 60000 });
            session.playTurn('e2e3');
            pass(5000);
            assert.deepEqual(session.clock.times(), { white: 61000, black: 55000 });
            session.playTurn('b7b5');
            assert.deepEqual(session.node.clocks, { white: 61000, black: 56000 });
            session.setMode('analysis');
            pass(5000);
            assert.equal(session.clock.left('white'), 61000);
            session.setMode('play');
            pass(1000);
            session.undo();
            assert.deepEqual(session.clock.times(), { white: 61000, black: 60000 });
            session.redo();
            pass(61000);
            assert.deepEqual(session.result, { winner: 'black', reason: 'timeExpired' });
            assert.equal(session.clock.running, null);
        } finally {
            mock.timers.reset();
            mock.restoreAll();
        }
    });
});

describe('what is kept', () => {
    const plain = data => JSON.parse(JSON.stringify(data));
    const copyOf = kept => {
        const copy = new Session(files);
        copy.restore(plain(kept));
        return copy;
    };

    test('is the whole session', () => {
        const clock = { initial: 60000, increment: 0 };
        start({ ruleset: 'losers', players: AGAINST_ENGINE, clock }, 'e2e3');
        session.playAtTip('b7b5');
        session.playTurn('f1b5');
        session.undo();
        session.flip();
        session.setMode('analysis');
        session.clock.set({ white: 11000, black: 12000 });
        const copy = copyOf(session.toData());
        assert.deepEqual(plain(copy.toData()), plain(session.toData()));
        assert.equal(copy.orientation, 'black');
        assert.deepEqual(copy.clock.times(), { white: 11000, black: 12000 });
        copy.setMode('play');
        copy.redo();
        assert.equal(copy.tip.turn, 'f1b5');
        copy.clock.pause();
    });

    test('is also how a game ended', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        session.resign();
        assert.deepEqual(copyOf(session.toData()).result,
                         { winner: 'white', reason: 'resignation' });
    });

    test('is refused if it is damaged, and nothing changes', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        const kept = session.toData();
        const turns = [[-1, null, {}], [0, 'e2e9', {}]];
        for (const damage of [{ tip: 99 }, { undone: [7] }, { tree: null }, { settings: null },
                              { players: {} }, { tree: { ...kept.tree, ruleset: 'none' } },
                              { tree: { ...kept.tree, turns } }]) {
            assert.throws(() => session.restore({ ...kept, ...damage }));
            assert.deepEqual(history(), ['e2e3']);
            assert.deepEqual(session.toData(), kept);
        }
    });
});

describe('the game in whose place another one is opened', () => {
    const open = (...turns) =>
        openFragment(session, { ruleset: 'losers', turns, at: turns.length });

    test('comes back as it was, however many have been opened', () => {
        const clock = { initial: 60000, increment: 0 };
        start({ ruleset: '6170-spring-2007', players: AGAINST_ENGINE, clock }, 'e2e4');
        session.setPaused(true);
        session.clock.set({ white: 50000, black: 60000 });
        const { left, ...before } = session.toData();
        assert.equal(left, null);
        assert.equal(session.canReturn, false);
        open('e2e3', 'b7b5');
        session.playTurn('f1b5');
        open('h2h4');
        assert.deepEqual(history(), ['h2h4']);
        assert.equal(session.clock, null);
        session.returnToGame();
        assert.deepEqual(session.toData(), { ...before, left: null });
        assert.equal(session.canReturn, false);
    });

    test('survives a reload', () => {
        start({ ruleset: 'losers' }, 'e2e4');
        open('h2h4');
        const copy = new Session(files);
        copy.restore(JSON.parse(JSON.stringify(session.toData())));
        copy.returnToGame();
        assert.deepEqual(copy.game.history(), ['e2e4']);
    });

    test('is shown also if the other one was opened from a lesson', () => {
        start({ ruleset: 'losers' }, 'e2e4');
        session.setMode('learn');
        open('h2h4');
        session.returnToGame();
        assert.equal(session.mode, 'play');
    });

    test('is given up when a turn of another game is played, or a game begun', () => {
        for (const goOn of [
            () => session.newGame(),
            () => {
                session.playOn();
                assert.equal(session.canReturn, true);
                session.playTurn('h7h6');
            },
        ]) {
            start({ ruleset: 'losers' }, 'e2e4');
            open('h2h4');
            assert.equal(session.canReturn, true);
            goOn();
            assert.equal(session.canReturn, false);
        }
    });

    test('is not kept if nothing has been played', () => {
        start({ ruleset: 'losers' });
        open('h2h4');
        assert.equal(session.canReturn, false);
    });

    test('may have been damaged; then the other one stays', () => {
        const said = [];
        session.addEventListener('said', ({ detail }) => said.push(detail));
        start({ ruleset: 'losers' }, 'e2e4');
        open('h2h4');
        session.restore({ ...session.toData(), left: { tree: 1 } });
        session.returnToGame();
        assert.deepEqual(history(), ['h2h4']);
        assert.deepEqual(said, ['The game that was kept is damaged.']);
        assert.equal(session.canReturn, false);
    });
});
