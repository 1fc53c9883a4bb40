// Games in the address's fragment.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { fragmentOf, openFragment, readFragment } from '../../tools/board/src/game/link.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { loadFiles } from './helpers.mjs';

const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const FEN = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';

let files, view;
before(async () => (files = await loadFiles()));
beforeEach(() => (view = new View(files)));

function start(settings, ...turns) {
    view.startMatch({ players: PEOPLE, ...settings });
    turns.forEach(turn => view.playTurn(turn));
}

// Opens a fragment elsewhere.
function opened(fragment) {
    const other = new View(files);
    openFragment(other, readFragment(fragment));
    return other;
}

describe('a fragment', () => {
    test('says the ruleset alone where that is enough', () => {
        start({ ruleset: 'losers' });
        assert.equal(fragmentOf(view), '#ruleset=losers');
    });

    test('leads back to the same game', () => {
        const games = [
            [{ ruleset: 'losers', tournamentDraws: true }, 'e2e3', 'b7b5', 'f1b5'],
            [{ ruleset: '6170-fall-2003-mindcontrol' }, 'e2e4,d7d5', 'e4d5,d8d5'],
            [{ ruleset: '6170-spring-2007', fen: FEN }, 'e1d1'],
            [{ ruleset: '6170-fall-2003', chips: { white: 2, black: 1 } }, 'e2e4', '0000'],
        ];
        for (const game of games) {
            start(...game);
            view.goTo(view.match.tip.parent);
            const other = opened(fragmentOf(view));
            assert.equal(other.ruleset.name, view.ruleset.name);
            assert.equal(other.tree.tournamentDraws, view.tree.tournamentDraws);
            assert.equal(other.game.fen(), view.game.fen());
            assert.equal(other.tree.gameAt(other.tree.end).fen(),
                         view.tree.gameAt(view.match.tip).fen());
            assert.equal(other.mode, 'analysis');
        }
    });

    test('has the variations', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5');
        view.setMode('analysis');
        const { tree } = view;
        tree.play(tree.play(tree.root, 'e2e4'), 'b7b5');
        tree.play(tree.play(tree.root.children[1], 'd7d5'), 'e4d5');
        tree.play(tree.root, 'd2d4');
        tree.play(tree.end.parent, 'a7a5');
        const fragment = fragmentOf(view);
        assert.equal(decodeURIComponent(fragment),
                     '#ruleset=losers&turns=e2e3,(e2e4,b7b5,(d7d5,e4d5)),(d2d4),b7b5,(a7a5)');
        const other = opened(fragment);
        assert.equal(fragmentOf(other), fragment);
        assert.equal(other.node.turn, 'b7b5');
        assert.equal(other.tree.nodes().length, tree.nodes().length);
    });

    test('has comments and glyphs, whatever they are made of', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5');
        view.setMode('analysis');
        const [root, first, second] = view.tree.mainLine();
        root.notes.after = ['the start'];
        first.notes = { glyphs: [1, 140], after: ['so (well, {50%}) & "good" $1', 'Zoë ≠ <b>'] };
        second.notes = { before: ['<before'], after: ['\u{1f600}'] };
        view.tree.play(first, 'a7a5').notes.after = ['beside'];
        const { tree } = opened(fragmentOf(view));
        const notesOf = nodes => nodes.map(({ notes: { before, after, glyphs } }) =>
            ({ before, after, glyphs }));
        assert.deepEqual(notesOf(tree.nodes()), notesOf(view.tree.nodes()));
    });

    test('may be empty', () => {
        assert.equal(readFragment(''), null);
        assert.equal(readFragment('#'), null);
    });

    test('is refused with a reason if it is wrong, and the game stays', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        const wrong = [
            ['#rules=losers', /'rules' is not/],
            ['#fen=%E0%A4%A', /fen is not percent-encoded/],
            ['#ruleset=losers&turns=e2e3{%25E0}', /a comment is not percent-encoded/],
            [`#turns=${'e2e3,'.repeat(3000)}`, /at most 2000/],
            ['#ruleset=losers&turns=(e2e3)', /replaces no turn/],
            ['#ruleset=losers&turns={x}(e2e3)', /replaces no turn/],
            ['#ruleset=losers&turns=e2e3,((e2e4))', /replaces no turn/],
            ['#ruleset=losers&turns=e2e3)', /replaces no turn/],
            ['#ruleset=losers&turns=e2e3,(e2e4', /does not end/],
            ['#ruleset=chess', /no ruleset is named/],
            ['#ruleset=losers&fen=8/8', /./],
            ['#ruleset=losers&turns=e2e3,a7a5,<script>', /<script>/],
            ['#ruleset=losers&turns=e2e3,b7b5,a2a3', /White must capture/],
        ];
        for (const [fragment, reason] of wrong)
            assert.throws(() => openFragment(view, readFragment(fragment)), reason, fragment);
        assert.deepEqual(view.game.history(), ['e2e3']);
        assert.equal(view.mode, 'play');
    });

    test('may name any position of the game to show', () => {
        assert.equal(opened('#ruleset=losers&turns=e2e3,b7b5&at=1').node.turn, 'e2e3');
        for (const at of ['7', '-1', 'x'])
            assert.equal(opened(`#ruleset=losers&turns=e2e3,b7b5&at=${at}`).node.turn, 'b7b5');
    });
});
