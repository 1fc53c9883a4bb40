// Variations: played, put in another order, removed and brought back.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { GameTree } from '../../tools/board/src/game/game-tree.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { fragmentOf } from '../../tools/board/src/game/link.mjs';
import { loadFiles } from './helpers.mjs';

const STALEMATED = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };

let files, view;

before(async () => (files = await loadFiles()));

const turnsOf = nodes => nodes.map(({ turn }) => turn).slice(1);

describe('a preview of turns', () => {
    test('says what they would be, and plays none', () => {
        const tree = new GameTree(files, 'losers');
        const node = tree.play(tree.root, 'e2e3');
        const steps = tree.preview(node, ['b7b5', 'f1b5']);
        const facts = steps.map(({ turn, label, player, number }) => [turn, label, player, number]);
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
        view = new View(files);
        view.startMatch({ ruleset: 'losers', players: PEOPLE });
        for (const turn of ['e2e3', 'b7b5', 'f1b5'])
            view.playTurn(turn);
        view.setMode('analysis');
        [, ...game] = view.tree.mainLine();
    });

    const mainLine = () => turnsOf(view.tree.mainLine());

    test('are played as lines, beside the game', () => {
        view.goTo(game[0]);
        view.playLine(['h7h6', 'h2h4']);
        assert.equal(view.node.turn, 'h2h4');
        assert.deepEqual(mainLine(), ['e2e3', 'b7b5', 'f1b5']);
        assert.equal(view.tree.isMain(view.node), false);
        assert.equal(view.tree.isMain(game[2]), true);
        view.goTo(game[0]);
        view.playLine(['b7b5', 'f1b5']);
        assert.equal(view.node, game[2]);
    });

    test('become the main line, which is what is saved and linked, and the match is as it was', () => {
        view.goTo(game[0]);
        view.playLine(['h7h6', 'h2h4']);
        view.study.promote(view.node);
        assert.deepEqual(mainLine(), ['e2e3', 'h7h6', 'h2h4']);
        assert.match(view.shownGame().write(files, 'pgn').text, /1\. e3 h6 \( 1\.\.\. b5 2\. Bxb5 \) 2\. h4/);
        assert.equal(decodeURIComponent(fragmentOf(view)),
                     '#ruleset=losers&turns=e2e3,h7h6,(b7b5,f1b5),h2h4');
        view.setMode('play');
        assert.equal(view.node, view.match.tip);
        assert.deepEqual(mainLine(), ['e2e3', 'b7b5', 'f1b5']);
    });

    test('are removed and brought back to their place', () => {
        view.goTo(game[0]);
        view.playLine(['h7h6', 'h2h4']);
        view.goTo(game[0]);
        view.playLine(['c7c6']);
        view.goTo(game[0].children[1].children[0]);
        const shown = view.node;
        assert.equal(view.study.canRestore, false);
        view.study.remove(game[0].children[1]);
        assert.equal(view.node, game[0]);
        assert.deepEqual(game[0].children.map(({ turn }) => turn), ['b7b5', 'c7c6']);
        view.study.restore();
        assert.equal(view.node, shown);
        assert.deepEqual(game[0].children.map(({ turn }) => turn), ['b7b5', 'h7h6', 'c7c6']);
        assert.equal(view.study.canRestore, false);
        assert.deepEqual(view.game.history(), ['e2e3', 'h7h6', 'h2h4']);
    });

    test('may be what was played: the match itself stays', () => {
        view.study.remove(game[1]);
        assert.deepEqual(mainLine(), ['e2e3']);
        assert.equal(view.match.tip.turn, 'f1b5');
        assert.throws(() => view.study.remove(view.tree.root), /the first position cannot be removed/);
    });

    test('that are played again need not come back', () => {
        view.goTo(game[0]);
        view.playTurn('h7h6');
        view.study.remove(view.node);
        view.playTurn('h7h6');
        assert.equal(view.study.canRestore, false);
        view.study.restore();
        assert.deepEqual(game[0].children.map(({ turn }) => turn), ['b7b5', 'h7h6']);
    });

    test('that were removed are forgotten with the game', () => {
        view.playLine(['a7a6']);
        view.study.remove(view.node);
        view.startMatch();
        view.setMode('analysis');
        assert.equal(view.study.canRestore, false);
    });

    test('come back once, and only the one that was removed last', () => {
        view.goTo(game[0]);
        view.playLine(['h7h6', 'h2h4']);
        const [, variation] = game[0].children;
        view.study.remove(variation.children[0]);
        view.study.remove(variation);
        view.study.restore();
        assert.deepEqual(variation.children, []);
        assert.equal(view.study.canRestore, false);
    });
});
