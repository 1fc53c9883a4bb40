// The position that the editor edits: what is possible, and what the engine says of the rest.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { EditedPosition } from '../../tools/board/src/editor/edited-position.mjs';
import { loadFiles } from './helpers.mjs';

const CHESS = '6170-spring-2007-encastle';
const ANTIKING = '6170-spring-2006-antiking';
const CHIPS = '6170-fall-2003';

describe('an edited position', () => {
    let files;
    before(async () => (files = await loadFiles()));

    const edit = (ruleset, fen) => {
        const position = new EditedPosition(files, ruleset);
        if (fen)
            position.readFen(fen);
        return position;
    };
    const problemOf = (ruleset, fen) => edit(ruleset, fen).check().problem;

    test('begins as each game does', () => {
        for (const { name, startFen } of files.rulesets) {
            const { problem, fen, status } = edit(name).check();
            assert.equal(problem, null);
            assert.equal(fen, startFen);
            assert.deepEqual(status, { state: 'playing', player: 'white' });
        }
    });

    test('is what is put on the board, step by step', () => {
        const position = edit(CHESS);
        position.clear();
        const steps = [['e1', 'K', 'Black has no king'],
                       ['e8', 'k', 'neither side has more than 1 piece, so both have won'],
                       ['a8', 'P', 'a pawn stands on a8'],
                       ['a8', '.', 'neither side has more than 1 piece, so both have won'],
                       ['d1', 'K', 'White has 2 kings, not 1'],
                       ['d1', '.', 'neither side has more than 1 piece, so both have won'],
                       ['h8', 'R', 'Black is not to move, but its king is attacked'],
                       ['h7', 'R', null]];
        for (const [square, letter, problem] of steps) {
            if (square === 'h7')
                position.move('h8', 'h7');
            else
                position.put(square, letter);
            assert.equal(position.check().problem, problem, square);
        }
        assert.equal(position.at('h8'), '.');
        assert.equal(position.check().fen, '4k3/7R/8/8/8/8/8/4K3 w - - 0 1');
        position.player = 'black';
        assert.equal(position.check().fen, '4k3/7R/8/8/8/8/8/4K3 b - - 0 1');
        assert.deepEqual(position.check().status,
                         { state: 'won', winner: 'black', reason: 'piecesLost' });
    });

    test('has the rights that the board allows', () => {
        const position = edit(CHESS, 'r3k2r/8/8/2PpP3/8/8/8/R3K2R w KQkq - 0 1');
        assert.equal(position.check().castling, 'KQkq');
        assert.deepEqual(position.check().enPassant, ['d6']);
        position.enPassant = 'd6';
        position.setCastling('Q', false);
        position.move('h8', 'h7');
        assert.equal(position.check().castling, 'KQq');
        assert.equal(position.check().fen, 'r3k3/7r/8/2PpP3/8/8/8/R3K2R w Kq d6 0 1');
        position.move('h7', 'h8');
        assert.equal(position.check().fen, 'r3k2r/8/8/2PpP3/8/8/8/R3K2R w Kkq d6 0 1');
        position.player = 'black';
        assert.deepEqual(position.check().enPassant, []);
        const old = edit('6170-spring-1994', 'r3k2r/8/8/2PpP3/8/8/8/R3K2R w KQkq - 0 1').check();
        assert.equal(old.castling, '');
        assert.deepEqual(old.enPassant, []);
    });

    test('has anti-kings and chips where the game has them', () => {
        const position = edit(ANTIKING);
        position.put('d6', '.');
        assert.equal(position.check().problem, 'White has no anti-king');
        position.put('d6', 'A');
        position.setRuleset(CHIPS);
        assert.equal(position.check().fen.split(' ')[0],
                     'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
        position.chips = { white: 3, black: 0 };
        assert.match(position.check().fen, / chips:3\/0$/);
        position.put('a2', '.');
        position.setRuleset('losers');
        assert.doesNotMatch(position.check().fen, /chips/);
        assert.equal(position.at('a2'), '.');
        assert.equal(problemOf('losers', files.ruleset(ANTIKING).startFen),
                     'White has an anti-king, but there is none in ruleset losers');
    });

    test('is read from a FEN, impossible or not, but not from other texts', () => {
        const fen = '4k3/8/8/8/8/8/8/8 b - - 7 9';
        assert.equal(edit(CHESS, fen).fen, fen);
        assert.equal(problemOf(CHESS, fen), 'White has no king');
        for (const [text, reason] of [[' ', /FEN board/], ['8/8', /rank|ends/], ['x', /unexpected 'x'/],
                                      ['4k3/8/8/8/8/8/P7/4K3 x - - 0 1', /neither w nor b/],
                                      ['4k3/8/8/8/8/8/P7/4K3 w Z - 0 1', /castling/],
                                      ['4k3/8/8/8/8/8/P7/4K3 w - - 0 1 more', /seventh field/]])
            assert.throws(() => edit(CHESS, text), ({ message }) => reason.test(message), text);
    });
});
