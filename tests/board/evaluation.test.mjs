// What scores mean: the same as in misere-annotate's white_score.c and annotation.c.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { expectedPoints, heightOf, lossOf, markOf, scoreAt, scoreText, shortScoreText }
    from '../../tools/board/src/analysis/evaluation.mjs';
import { GameTree } from '../../tools/board/src/game/game-tree.mjs';
import { loadFiles } from './helpers.mjs';

// White wins with a4, which must be taken, and loses with a3, after which b4 must be.
const FEN = '7k/8/8/1p6/8/8/P7/7K w - - 0 1';
const STALEMATED = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';

describe('a score', () => {
    test('says how many points White can expect', () => {
        assert.equal(expectedPoints({ cp: 0 }), 0.5);
        assert.equal(expectedPoints({ cp: 400 }), 1 / 1.1);
        const sure = [{ mate: 3 }, { mate: -3 }, { winner: 'white' }, { winner: 'black' }];
        assert.deepEqual(sure.map(expectedPoints), [1, 0, 1, 0]);
        assert.equal(expectedPoints({ winner: null }), 0.5);
    });

    test('has a height', () => {
        const round = score => Number(heightOf(score).toFixed(3));
        const heights = [0, 300, -300, 1000, 5000].map(cp => round({ cp }));
        assert.deepEqual(heights, [0, 0.611, -0.611, 0.94, 0.94]);
        const sure = [{ mate: 1 }, { mate: -1 }, { winner: 'black' }, { winner: null }];
        assert.deepEqual(sure.map(round), [1, -1, -1, 0]);
    });

    test('is written with its sign, or in words', () => {
        const scores = [{ cp: 31 }, { cp: -1405 }, { cp: 0 }, { mate: 5 }, { mate: -1 },
                        { winner: 'white' }, { winner: 'black' }, { winner: null }];
        assert.deepEqual(scores.map(scoreText),
                         ['+0.31', '−14.05', '0.00', 'White wins in 5', 'Black wins in 1',
                          'White has won', 'Black has won', 'drawn']);
        assert.deepEqual(scores.map(shortScoreText),
                         ['+0.31', '−14.05', '0.00', '#5', '#−1', '1–0', '0–1', '½–½']);
        assert.equal(scoreText(null), 'not known');
    });
});

describe('a turn', () => {
    let files;
    before(async () => (files = await loadFiles()));

    // A turn between two scores; the best one was `best`.
    function turn({ fen, played, best, had, has }) {
        const tree = new GameTree(files, 'losers', { fen });
        const node = tree.play(tree.root, played);
        Object.assign(tree.root, { evaluation: had, best });
        node.evaluation = has;
        return [markOf(tree, node)?.sign, lossOf(tree, node)];
    }

    test('is marked by the points that it costs its player', () => {
        const marks = (had, has) =>
            turn({ played: 'e2e3', best: 'd2d3', had: { cp: had }, has: { cp: has } })[0];
        assert.deepEqual([[0, 0], [0, -60], [0, -80], [0, -150], [0, -300], [-300, 300]]
            .map(scores => marks(...scores)), [undefined, undefined, '?!', '?', '??', undefined]);
    });

    test('of Black costs what White gains', () => {
        const tree = new GameTree(files, 'losers');
        const first = tree.play(tree.root, 'e2e3');
        const second = tree.play(first, 'b7b5');
        first.evaluation = { mate: -2 };
        second.evaluation = { mate: 4 };
        assert.equal(lossOf(tree, second), 1);
        assert.equal(markOf(tree, second).sign, '??');
    });

    test('that the engine would have played costs nothing, whatever it finds later', () => {
        const played = { played: 'e2e3', best: 'e2e3', had: { cp: 0 }, has: { mate: -1 } };
        assert.deepEqual(turn(played), [undefined, 0]);
    });

    test('without a choice is not judged', () => {
        const tree = new GameTree(files, 'losers');
        const before = tree.play(tree.play(tree.root, 'e2e3'), 'b7b5');
        const node = tree.play(before, 'f1b5');
        before.evaluation = { cp: 0 };
        node.evaluation = { mate: -1 };
        assert.equal(lossOf(tree, node), null);
    });

    test('is not judged without scores', () => {
        for (const [had, has] of [[null, { cp: 0 }], [{ cp: 0 }, null]])
            assert.deepEqual(turn({ played: 'e2e3', best: null, had, has }), [undefined, null]);
    });
});

test('the rules give the last position its score, and a forced pass that of the next', async () => {
    const files = await loadFiles();
    const tree = new GameTree(files, 'losers', { fen: FEN });
    const last = tree.play(tree.play(tree.root, 'a2a4'), 'b5a4');
    assert.deepEqual(scoreAt(tree, last), { winner: 'white' });
    assert.equal(scoreAt(tree, last.parent), null);

    const passes = new GameTree(files, '6170-spring-2007', { fen: STALEMATED });
    const pass = passes.play(passes.root, '0000');
    pass.evaluation = { cp: 7 };
    assert.deepEqual(scoreAt(passes, passes.root), { cp: 7 });
});
