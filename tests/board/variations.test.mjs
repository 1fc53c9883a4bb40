// Variations: played, put in another order, removed and brought back.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { GameTree } from '../../tools/board/src/game-tree.mjs';
import { Session } from '../../tools/board/src/session.mjs';
import { loadFiles } from './helpers.mjs';

const STALEMATED = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };

let files, session;

before(async () => (files = await loadFiles()));

const turnsOf = nodes => nodes.map(({ turn }) => turn).slice(1);

describe('a preview of turns', () => {
    test('says what they would be, and plays none', () => {
        const tree = new GameTree(files, 'losers');
        const node = tree.play(tree.root, 'e2e3');
        const steps = tree.preview(node, ['b7b5', 'f1b5']);
        const facts = steps.map(({ board, ...others }) => Object.values(others));
        assert.deepEqual(facts, [['b7b5', 'b5', 'black', 1], ['f1b5', 'Bxb5', 'white', 2]]);
        const game = files.newGame('losers').play('e2e3').play('b7b5').play('f1b5');
        assert.equal(steps[1].board, game.board());
        assert.deepEqual(node.children, []);
        assert.deepEqual(tree.gameAt(node).history(), ['e2e3']);
    });

    test('ends before an illegal one', () => {
        const tree = new GameTree(files, 'losers');
        const turns = ['e2e3', 'b7b5', 'a2a3', 'a7a6'];
        assert.deepEqual(tree.preview(tree.root, turns).map(({ turn }) => turn), ['e2e3', 'b7b5']);
        assert.deepEqual(tree.preview(tree.root, [null]), []);
        assert.deepEqual(tree.gameAt(tree.root).history(), []);
    });

    test('leaves no forced pass behind', () => {
        const tree = new GameTree(files, '6170-spring-2007', { fen: STALEMATED });
        tree.preview(tree.root, ['e1d1']);
        assert.deepEqual(tree.gameAt(tree.root).history(), []);
    });
});

describe('variations', () => {
    let game;

    beforeEach(() => {
        session = new Session(files);
        session.newGame({ ruleset: 'losers', players: PEOPLE });
        for (const turn of ['e2e3', 'b7b5', 'f1b5'])
            session.playTurn(turn);
        session.setMode('analysis');
        [, ...game] = session.tree.mainLine();
    });

    const mainLine = () => turnsOf(session.tree.mainLine());

    test('are played as lines, beside the game', () => {
        session.goTo(game[0]);
        session.playLine(['h7h6', 'h2h4']);
        assert.equal(session.node.turn, 'h2h4');
        assert.deepEqual(mainLine(), ['e2e3', 'b7b5', 'f1b5']);
        assert.equal(session.tree.isMain(session.node), false);
        assert.equal(session.tree.isMain(game[2]), true);
        session.goTo(game[0]);
        session.playLine(['b7b5', 'f1b5']);
        assert.equal(session.node, game[2]);
    });

    test('become the main line, and the game goes on where it was', () => {
        session.goTo(game[0]);
        session.playLine(['h7h6', 'h2h4']);
        session.promoteVariation(session.node);
        assert.deepEqual(mainLine(), ['e2e3', 'h7h6', 'h2h4']);
        session.setMode('play');
        assert.equal(session.node, game[2]);
    });

    test('are removed and brought back to their place', () => {
        session.goTo(game[0]);
        session.playLine(['h7h6', 'h2h4']);
        session.goTo(game[0]);
        session.playLine(['c7c6']);
        session.goTo(game[0].children[1].children[0]);
        const shown = session.node;
        assert.equal(session.canRestore, false);
        session.removeVariation(game[0].children[1]);
        assert.equal(session.node, game[0]);
        assert.deepEqual(game[0].children.map(({ turn }) => turn), ['b7b5', 'c7c6']);
        session.restoreVariation();
        assert.equal(session.node, shown);
        assert.deepEqual(game[0].children.map(({ turn }) => turn), ['b7b5', 'h7h6', 'c7c6']);
        assert.equal(session.canRestore, false);
        assert.deepEqual(session.game.history(), ['e2e3', 'h7h6', 'h2h4']);
    });

    test('are not the game itself, which cannot be removed', () => {
        assert.equal(session.canRemove(game[1]), false);
        assert.throws(() => session.removeVariation(game[1]), /the game itself cannot be removed/);
        assert.equal(session.canRemove(session.tree.root), false);
    });

    test('that are played again need not come back', () => {
        session.goTo(game[0]);
        session.playTurn('h7h6');
        session.removeVariation(session.node);
        session.playTurn('h7h6');
        assert.equal(session.canRestore, false);
        session.restoreVariation();
        assert.deepEqual(game[0].children.map(({ turn }) => turn), ['b7b5', 'h7h6']);
    });

    test('that were removed are forgotten with the game', () => {
        session.playLine(['a7a6']);
        session.removeVariation(session.node);
        session.newGame();
        assert.equal(session.canRestore, false);
    });

    test('come back once, and only the one that was removed last', () => {
        session.goTo(game[0]);
        session.playLine(['h7h6', 'h2h4']);
        const [, variation] = game[0].children;
        session.removeVariation(variation.children[0]);
        session.removeVariation(variation);
        session.restoreVariation();
        assert.deepEqual(variation.children, []);
        assert.equal(session.canRestore, false);
    });
});
