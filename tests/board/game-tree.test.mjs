// A game with its variations.
import assert from 'node:assert/strict';
import { before, describe, mock, test } from 'node:test';
import { GameTree } from '../../tools/board/src/game/game-tree.mjs';
import { commentOf, drawingsOf, setComment, setDrawings } from '../../tools/board/src/game/notes.mjs';
import { Game } from '../../bin/wasm/files.mjs';
import { loadFiles } from './helpers.mjs';

const STALEMATE = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
const turnsOf = nodes => nodes.map(({ turn }) => turn);

describe('a game tree', () => {
    let files;
    before(async () => (files = await loadFiles()));

    test('keeps turns with their labels, players and numbers', () => {
        const tree = new GameTree(files, 'losers');
        const first = tree.play(tree.root, 'e2-e3');
        const second = tree.play(first, 'b7b5');
        assert.deepEqual([first.turn, first.label, first.player, first.number, first.ply],
                         ['e2e3', 'e3', 'white', 1, 1]);
        assert.deepEqual([second.player, second.number, second.ply], ['black', 1, 2]);
        assert.deepEqual(turnsOf(tree.path(second)), [null, 'e2e3', 'b7b5']);
        assert.deepEqual(tree.gameAt(second).turns(), ['f1b5']);
    });

    test('refuses an illegal turn with the reason, and stays as it is', () => {
        const tree = new GameTree(files, 'losers');
        const node = tree.play(tree.play(tree.root, 'e2e3'), 'b7b5');
        assert.throws(() => tree.play(node, 'a2a3'), /White must capture/);
        assert.throws(() => tree.play(node, 'hello'), /hello/);
        assert.equal(node.children.length, 0);
        assert.deepEqual(tree.gameAt(node).history(), ['e2e3', 'b7b5']);
    });

    test('has one node for a turn that is played twice', () => {
        const tree = new GameTree(files, 'losers');
        assert.equal(tree.play(tree.root, 'e2e3'), tree.play(tree.root, 'e2-e3'));
        assert.equal(tree.root.children.length, 1);
    });

    test('goes from any node to any other', () => {
        const tree = new GameTree(files, '6170-spring-2007');
        const line = turns => turns.reduce((node, turn) => tree.play(node, turn), tree.root);
        const lines = [['e2e4', 'e7e5', 'g1f3'], ['e2e4', 'a7a6'], ['d2d4'], []]
            .map(turns => [line(turns), turns]);
        for (const [from] of lines)
            for (const [to, turns] of lines) {
                tree.gameAt(from);
                assert.deepEqual(tree.gameAt(to).history(), turns);
            }
    });

    test('goes far back', () => {
        const tree = new GameTree(files, '6170-fall-2003', { chips: { white: 3, black: 1 } });
        let node = tree.root;
        for (let i = 0; i < 200; i++)
            node = tree.play(node, ['g1f3', 'g8f6', 'f3g1', 'f6g8'][i % 4]);
        for (const at of [tree.root, node, node.parent, tree.path(node)[10]]) {
            const game = tree.gameAt(at);
            assert.deepEqual([game.history().length, game.chips()],
                             [at.ply, { white: 3, black: 1 }]);
        }
    });

    test('promotes and removes variations', () => {
        const tree = new GameTree(files, '6170-spring-2007');
        const first = tree.play(tree.root, 'e2e4');
        tree.play(first, 'e7e5');
        const other = tree.play(first, 'a7a5');
        const last = tree.play(other, 'a2a3');
        assert.deepEqual(turnsOf(tree.mainLine()), [null, 'e2e4', 'e7e5']);
        tree.promote(last);
        assert.deepEqual(turnsOf(tree.mainLine()), [null, 'e2e4', 'a7a5', 'a2a3']);
        assert.deepEqual(turnsOf(tree.nodes()), [null, 'e2e4', 'a7a5', 'a2a3', 'e7e5']);
        tree.remove(other);
        assert.deepEqual(turnsOf(tree.mainLine()), [null, 'e2e4', 'e7e5']);
        assert.deepEqual(tree.gameAt(first).history(), ['e2e4']);
        assert.throws(() => tree.remove(tree.root), /first position/);
    });

    test('gives a forced pass a node of its own', () => {
        const tree = new GameTree(files, '6170-spring-2007', { fen: STALEMATE });
        const node = tree.play(tree.root, 'e1d1');
        assert.deepEqual(tree.path(node).map(({ label, player }) => [label, player]),
                         [['', null], ['pass', 'black'], ['Kd1', 'white']]);
    });

    test('writes a turn of mind control as one', () => {
        const tree = new GameTree(files, '6170-fall-2003-mindcontrol');
        const first = tree.play(tree.root, 'e2e4,d7d5');
        const second = tree.play(first, 'e4d5,d8d5');
        assert.deepEqual([first.label, first.player, first.number], ['e4,d5', 'white', 1]);
        assert.deepEqual([second.player, second.number], ['black', 2]);
    });

    test('numbers turns as a FEN does', () => {
        for (const { name } of files.rulesets) {
            const tree = new GameTree(files, name);
            let node = tree.root;
            for (let i = 0; i < 12 && !tree.resultAt(node); i++) {
                const [, side, , , , number] = tree.gameAt(node).fen().split(' ');
                node = tree.play(node, tree.gameAt(node).turns()[7 * i % 5] ?? tree.gameAt(node).turns()[0]);
                assert.deepEqual([node.player, node.number],
                                 [side === 'w' ? 'white' : 'black', Number(number)], name);
            }
        }
    });

    test('survives JSON with its variations and notes', () => {
        const tree = new GameTree(files, 'losers', { tournamentDraws: true });
        const first = tree.play(tree.root, 'e2e3');
        const second = tree.play(first, 'b7b5');
        const other = tree.play(first, 'a7a6');
        Object.assign(second, { evaluation: { cp: -30 }, best: 'f1b5' });
        Object.assign(tree.root, { evaluation: { mate: 5 }, best: 'e2e3' });
        setComment(second, '<b>');
        tree.setClock(other, 1000);
        const copy = GameTree.fromData(files, JSON.parse(JSON.stringify(tree.toData())));
        const facts = at => at.nodes().map(({ parent, children, status, ...node }) =>
            ({ ...node, parent: parent?.turn, children: children.map(({ turn }) => turn) }));
        const plain = value => JSON.parse(JSON.stringify(value));
        assert.deepEqual(plain(facts(copy)), plain(facts(tree)));
        assert.deepEqual([copy.ruleset.name, copy.tournamentDraws], ['losers', true]);
        assert.deepEqual(copy.root.evaluation, { mate: 5 });
    });

    test('has a comment and drawings for each turn, and keeps other commands', () => {
        const tree = new GameTree(files, 'losers');
        const node = tree.play(tree.root, 'e2e3');
        node.notes.after = ['good [%cal Ge2e3,Rb7b5]', '[%csl Ye4] [%foo 1]  indeed'];
        assert.equal(commentOf(node), 'good indeed');
        assert.deepEqual(drawingsOf(node), [{ from: 'e2', to: 'e3', colour: 'green' },
            { from: 'b7', to: 'b5', colour: 'red' }, { from: 'e4', to: 'e4', colour: 'yellow' }]);
        setComment(node, 'bad');
        assert.deepEqual(node.notes.after, ['bad', '[%cal Ge2e3,Rb7b5] [%csl Ye4] [%foo 1]']);
        setDrawings(node, [{ from: 'a1', to: 'a1', colour: 'blue' }]);
        assert.deepEqual([commentOf(node), drawingsOf(node)],
                         ['bad', [{ from: 'a1', to: 'a1', colour: 'blue' }]]);
        setDrawings(node, []);
        setComment(node, '');
        assert.deepEqual(node.notes.after, ['[%foo 1]']);
    });

    test('takes as long for a late turn as for an early one', () => {
        const tree = new GameTree(files, 'losers');
        let calls = 0;
        const count = name => {
            const own = Game.prototype[name];
            mock.method(Game.prototype, name, function (...values) {
                calls++;
                return own.apply(this, values);
            });
        };
        ['play', 'takeBack', 'history'].forEach(count);
        const cycle = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        let node = tree.root;
        const spent = Array.from({ length: 600 }, (_, i) => {
            calls = 0;
            node = tree.play(node, cycle[i % 4]);
            tree.gameAt(node).board();
            return calls;
        });
        mock.restoreAll();
        assert.equal(spent[599], spent[9]);
    });
});
