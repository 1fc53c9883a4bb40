// The view: which game is shown, where in it, and what can be done there.
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { openFragment, readFragment } from '../../tools/board/src/game/link.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { loadFiles } from './helpers.mjs';

const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const AGAINST_ENGINE = { white: { kind: 'person' }, black: { kind: 'engine', level: 0 } };
const MINUTE = { white: 60000, black: 60000, increment: 0 };

let files, view, events;

// Starts a match and plays turns.
function start(settings, ...turns) {
    view.startMatch({ players: PEOPLE, ...settings });
    for (const turn of turns)
        view.playTurn(turn);
}

const history = () => view.game.history();
const mainLine = () => view.tree.mainLine().map(({ turn }) => turn).slice(1);
const open = fragment => openFragment(view, readFragment(fragment));

before(async () => (files = await loadFiles()));

beforeEach(() => {
    view = new View(files);
    events = [];
    for (const type of ['turn', 'end', 'back', 'said'])
        view.addEventListener(type, ({ detail }) => events.push([type, detail?.node?.turn ?? detail]));
});
afterEach(() => view.match.clock?.pause());

describe('a match that is shown', () => {
    test('goes on turn by turn, and what happens is passed on', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b5');
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.equal(view.player, 'white');
        assert.deepEqual(view.moves(), ['f1b5']);
        view.match.undo();
        view.match.resign();
        assert.deepEqual(events, [['turn', 'e2e3'], ['turn', 'b7b5'], ['back', null],
                                  ['end', { winner: 'white', reason: 'resignation' }]]);
    });

    test('takes typed moves in standard algebraic notation, in capital or small letters', () => {
        start({ ruleset: 'losers' });
        for (const typed of ['E3', 'b5', 'bxb5', 'nc6', 'Bxc6', 'DXC6'])
            view.moveText(typed);
        assert.deepEqual(history(), ['e2e3', 'b7b5', 'f1b5', 'b8c6', 'b5c6', 'd7c6']);
        assert.throws(() => view.moveText('Nf9'), /'Nf9' is not a move/);
    });

    test('refuses what is illegal with the reason, and changes nothing', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5');
        assert.throws(() => view.move('a2', 'a3'),
                      /^Error: White must capture \(Bxb5\)$/);
        assert.throws(() => view.moveText('what?'), /'what\?' is not a move/);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        view.match.resign();
        assert.throws(() => view.playTurn('f1b5'), /the game is over/);
        assert.deepEqual(view.moves(), []);
    });

    test('takes turns at its last position only: looking back neither forks nor refunds', () => {
        start({ ruleset: 'losers', clock: MINUTE }, 'e2e3', 'g8h6');
        view.match.clock.set({ white: 40000, black: 50000 });
        view.goTo(view.tree.root);
        assert.equal(view.isPersonToMove, false);
        assert.throws(() => view.moveText('a3'), /an earlier position/);
        assert.deepEqual(mainLine(), ['e2e3', 'g8h6']);
        assert.equal(view.match.clock.left('white'), 40000);
        view.goTo(view.match.tip);
        view.playTurn('a2a3');
        assert.deepEqual(mainLine(), ['e2e3', 'g8h6', 'a2a3']);
    });

    test('does not pull a person back who looks at an earlier position', () => {
        start({ ruleset: 'losers', players: AGAINST_ENGINE }, 'e2e3');
        view.goTo(view.tree.root);
        view.match.play('b7b5');
        assert.equal(view.node, view.tree.root);
        view.goTo(view.match.tip);
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        view.match.undo();
        assert.equal(view.node, view.match.tip);
    });

    test('plays a move made ahead when its turn comes, or drops it', () => {
        start({ ruleset: 'losers', players: AGAINST_ENGINE }, 'e2e3');
        assert.equal(view.premovable, 'white');
        view.setPremove(['g1', 'f3', '']);
        view.match.play('h7h6');
        assert.deepEqual(history(), ['e2e3', 'h7h6', 'g1f3']);
        view.setPremove(['f1', 'a6', '']);
        view.match.play('b7b5'); // now a6 is no capture, and b5 must be taken
        assert.equal(view.premove, null);
        assert.match(events.at(-1)[1], /made ahead has been dropped: White must capture/);
        assert.equal(view.premovable, null);
        view.playTurn('f1b5');
        for (const leave of [() => view.match.undo(), () => view.goTo(view.tree.root),
                             () => view.setMode('analysis'), () => view.startMatch()]) {
            view.setMode('play');
            if (view.match.isPersonToMove)
                view.playTurn(view.game.turns('uci')[0]);
            view.setPremove(['a2', 'a3', '']);
            leave();
            assert.equal(view.premove, null);
        }
    });

    test('has passes that cost a chip', () => {
        start({ ruleset: '6170-fall-2003', chips: { white: 0, black: 1 } });
        assert.equal(view.canPass, false);
        view.playTurn('e2e4');
        assert.equal(view.canPass, true);
        view.moveText('Ipass');
        assert.deepEqual(history(), ['e2e4', '0000']);
        assert.deepEqual(view.game.chips(), { white: 0, black: 0 });
    });

    test('keeps its settings for the next one', () => {
        const chips = { white: 1, black: 2 };
        const fen = '4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1';
        start({ ruleset: '6170-fall-2003', fen, chips, clock: MINUTE }, 'e2e3');
        view.startMatch();
        assert.equal(view.game.fen(), `${fen} chips:1/2`);
        assert.equal(view.match.clock.left('black'), 60000);
        assert.deepEqual(history(), []);
    });

    test('refuses a bad position and keeps the game', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        assert.throws(() => view.startMatch({ fen: '8/8/8/8 w' }));
        assert.deepEqual(history(), ['e2e3']);
    });

    test('is turned for Black, and a rematch is played with colours changed', () => {
        const players = { white: AGAINST_ENGINE.black, black: { kind: 'person', name: 'Zoë' } };
        start({ players, clock: { white: 5000, black: 60000, increment: 1000 } });
        assert.equal(view.orientation, 'black');
        view.flip();
        assert.equal(view.orientation, 'white');
        view.match.play('e2e4');
        view.rematch();
        assert.deepEqual(view.players, { white: players.black, black: players.white });
        assert.deepEqual(view.match.settings.clock, { white: 60000, black: 5000, increment: 1000 });
        assert.equal(view.orientation, 'white');
        assert.deepEqual(history(), []);
    });
});

describe('mind control', () => {
    const GAME = { ruleset: '6170-fall-2003-mindcontrol' };

    test('is played by halves, of which the first can be taken back', () => {
        start(GAME);
        assert.ok(view.moves().includes('e2e4'));
        view.move('e2', 'e4');
        assert.equal(view.halfMove, 'e2e4');
        assert.deepEqual(history(), []);
        assert.equal(view.board()[8 * 3 + 4], 'P');
        assert.equal(view.board()[8 + 4], '.');
        assert.ok(view.moves().includes('d7d5'));
        assert.ok(!view.moves().includes('e2e4'));
        assert.equal(view.takeHalfBack(), true);
        assert.equal(view.halfMove, null);
        assert.equal(view.takeHalfBack(), false);
        view.move('e2', 'e4');
        view.match.undo();
        assert.equal(view.halfMove, null);
        view.moveText('e2-e4');
        view.moveText('d7-d5');
        assert.deepEqual(history(), ['e2e4,d7d5']);
        assert.equal(view.halfMove, null);
        assert.equal(view.player, 'black');
        view.moveText('e4-d5,d8-d5');
        assert.deepEqual(history(), ['e2e4,d7d5', 'e4d5,d8d5']);
        view.moveText('NC3');
        assert.equal(view.halfMove, 'b1c3');
        view.moveText('qxd2');
        assert.deepEqual(history().at(-1), 'b1c3,d5d2');
    });

    test('tells a pawn from a bishop by the letter', () => {
        start({ ...GAME, fen: '4k3/7p/8/B7/8/2p5/1P6/4K3 w - - 0 1' });
        for (const [typed, half] of [['bxc3', 'b2c3'], ['Bxc3', 'a5c3']]) {
            view.moveText(typed);
            assert.equal(view.halfMove, half);
            view.takeHalfBack();
        }
    });

    test('refuses each half with its own reason', () => {
        start(GAME, 'e2e4,d7d5');
        assert.throws(() => view.move('a2', 'a3'), /White must capture/);
        view.move('e4', 'd5');
        assert.throws(() => view.move('a7', 'a6'), /Black must capture/);
        assert.equal(view.halfMove, 'e4d5');
    });

    test('says why a piece cannot move, in each half of a turn', () => {
        start(GAME, 'e2e4,d7d5');
        const { squares, ...refusal } = view.whyNot('a2');
        assert.deepEqual(refusal, { text: 'White must capture (exd5)', reason: 'mustCapture' });
        assert.deepEqual(squares, ['e4']);
        assert.equal(view.whyNot('e4'), null);
        assert.deepEqual(view.moves(), ['e4d5']);
        view.move('e4', 'd5');
        assert.equal(view.whyNot('a7').text, 'Black must capture (Qxd5)');
        assert.equal(view.whyNot('d8'), null);
        assert.deepEqual(view.moves(), ['d8d5']);
    });

    test('shows the first half where it was made, and forgets it with the turn', () => {
        start(GAME, 'e2e4,d7d5');
        view.move('e4', 'd5');
        view.goTo(view.tree.root);
        assert.equal(view.halfMove, null);
        view.goTo(view.match.tip);
        assert.equal(view.halfMove, 'e4d5');
        view.setMode('analysis');
        assert.equal(view.halfMove, null);
        view.goTo(view.tree.root);
        view.move('g1', 'f3');
        view.move('g8', 'f6');
        view.goTo(view.tree.root);
        assert.equal(view.halfMove, null);
        view.move('b1', 'c3');
        assert.equal(view.halfMove, 'b1c3');
        view.goTo(view.tree.root.children[0]);
        view.goTo(view.tree.root);
        assert.equal(view.halfMove, null);
    });
});

describe('the analysis', () => {
    test('is a copy of the match, which goes on, and follows it', () => {
        start({ ruleset: 'losers', clock: MINUTE, players: AGAINST_ENGINE }, 'e2e3');
        view.setMode('analysis');
        assert.equal(view.match.isEngineToMove, true);
        assert.equal(view.match.clock.running, 'black');
        view.playTurn('a7a6');
        assert.deepEqual(view.match.tree.mainLine().map(({ turn }) => turn), [null, 'e2e3']);
        view.study.annotate(view.node, { comment: 'tried' });
        view.match.play('b7b5');
        view.setMode('play');
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        view.setMode('analysis');
        assert.deepEqual(history(), ['e2e3', 'b7b5']);
        assert.deepEqual(mainLine(), ['e2e3', 'b7b5']);
        assert.deepEqual(view.tree.root.children[0].children.map(({ turn, notes }) =>
            [turn, notes.after]), [['b7b5', undefined], ['a7a6', ['tried']]]);
        assert.ok(view.clocks().black > 0);
        assert.deepEqual(events.map(([type, turn]) => turn ?? type), ['e2e3', 'a7a6', 'b7b5']);
    });

    test('can go on where a match was given up, and shows how it ended', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        view.match.resign();
        view.analyse();
        assert.equal(view.result, null);
        assert.deepEqual(view.outcome, { winner: 'white', reason: 'resignation' });
        view.playTurn('b7b5');
        assert.equal(view.outcome, null);
        view.setMode('play');
        assert.deepEqual(view.result, { winner: 'white', reason: 'resignation' });
    });

    test('shows again what was opened, until the match is to be analysed', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        open('#ruleset=losers&turns=h2h4');
        view.setMode('learn');
        view.setMode('play');
        assert.deepEqual(history(), ['e2e3']);
        view.setMode('analysis');
        assert.deepEqual(history(), ['h2h4']);
        view.analyse();
        assert.deepEqual(history(), ['e2e3']);
    });

    test('keeps the deeper of two scores, with its best turn', () => {
        start({ ruleset: 'losers' });
        view.setMode('analysis');
        const { root } = view.tree;
        const found = (cp, depth, best) =>
            view.study.annotate(root, { evaluation: { cp }, depth, best });
        found(30, 20, 'e2e3');
        found(-200, 8, 'a2a3');
        assert.deepEqual([root.evaluation, root.best, root.notes.depth], [{ cp: 30 }, 'e2e3', 20]);
        found(40, 21, 'd2d3');
        assert.deepEqual([root.evaluation, root.best, root.notes.depth], [{ cp: 40 }, 'd2d3', 21]);
    });
});

describe('playing on', () => {
    test('from a position begins a match against the engine', () => {
        open('#ruleset=losers&turns=e2e3,b7b5&at=1');
        view.playOn();
        assert.equal(view.mode, 'play');
        assert.deepEqual(history(), ['e2e3']);
        const { white, black } = view.players;
        assert.deepEqual([white.kind, black.kind], ['engine', 'person']);
        assert.equal(view.match.clock, null);
        view.playTurn('a7a6');
        assert.deepEqual(mainLine(), ['e2e3', 'a7a6']);
    });

    test('is not possible where the game is over', () => {
        open('#ruleset=losers&fen=7k/8/8/1p6/8/8/P7/7K w - - 0 1&turns=a2a4,b5a4');
        assert.throws(() => view.playOn(), /the game is over/);
    });
});
