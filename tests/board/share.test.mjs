// Games in the address's fragment, and as stored games.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { Session } from '../../tools/board/src/session.mjs';
import { fragmentOf, openFragment, readFragment } from '../../tools/board/src/share.mjs';
import { openStored, toStored } from '../../tools/board/src/stored.mjs';
import { loadFiles } from './helpers.mjs';

const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const FEN = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';

let files, session;
before(async () => (files = await loadFiles()));
beforeEach(() => (session = new Session(files)));

function start(settings, ...turns) {
    session.newGame({ players: PEOPLE, ...settings });
    turns.forEach(turn => session.playTurn(turn));
}

describe('a fragment', () => {
    test('says the ruleset alone where that is enough', () => {
        start({ ruleset: 'losers' });
        assert.equal(fragmentOf(session), '#ruleset=losers');
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
            session.goTo(session.tip.parent);
            const other = new Session(files);
            openFragment(other, readFragment(fragmentOf(session)));
            assert.equal(other.ruleset.name, session.ruleset.name);
            assert.equal(other.tree.tournamentDraws, session.tree.tournamentDraws);
            assert.equal(other.game.fen(), session.game.fen());
            assert.equal(other.tree.gameAt(other.tip).fen(),
                         session.tree.gameAt(session.tip).fen());
            assert.equal(other.mode, 'analysis');
        }
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
            [`#turns=${'e2e3,'.repeat(3000)}`, /at most 2000/],
            ['#ruleset=chess', /no ruleset is named/],
            ['#ruleset=losers&fen=8/8', /./],
            ['#ruleset=losers&turns=e2e3,a7a5,<script>', /<script>/],
            ['#ruleset=losers&turns=e2e3,b7b5,a2a3', /White must capture/],
        ];
        for (const [fragment, reason] of wrong)
            assert.throws(() => openFragment(session, readFragment(fragment)), reason, fragment);
        assert.deepEqual(session.game.history(), ['e2e3']);
        assert.equal(session.mode, 'play');
    });

    test('may name any position of the game to show', () => {
        openFragment(session, readFragment('#ruleset=losers&turns=e2e3,b7b5&at=1'));
        assert.equal(session.node.turn, 'e2e3');
        for (const at of ['7', '-1', 'x'])
            openFragment(session, readFragment(`#ruleset=losers&turns=e2e3,b7b5&at=${at}`));
        assert.equal(session.node.turn, 'b7b5');
    });
});

describe('a stored game', () => {
    test('has the turns, names, notes and clocks', () => {
        const clock = { initial: 60000, increment: 0 };
        start({ ruleset: 'losers', clock }, 'e2e3', 'b7b5');
        session.clock.pause();
        session.annotate(session.tip, { comment: 'forces', evaluation: { cp: 120 } });
        const stored = toStored(session);
        assert.deepEqual(stored.history(), ['e2e3', 'b7b5']);
        assert.deepEqual(stored.names, { white: 'White', black: 'Black' });
        assert.equal(stored.annotation(1).comment, 'forces');
        assert.deepEqual(stored.annotation(1).score, { cp: -120 });
        assert.equal(stored.clocks.white.initial, 60000);
        assert.equal(stored.result(), '*');
        const other = new Session(files);
        openStored(other, stored);
        assert.deepEqual(other.tree.gameAt(other.tip).history(), ['e2e3', 'b7b5']);
        assert.deepEqual([other.tip.comment, other.tip.evaluation], ['forces', { cp: 120 }]);
    });

    test('knows of resignations and lost time', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        session.resign();
        const stored = toStored(session);
        assert.deepEqual([stored.result(), stored.reason()], ['1-0', 'resignation']);
        const other = new Session(files);
        openStored(other, stored);
        assert.deepEqual(other.ending, { winner: 'white', reason: 'resignation' });
    });

    test('survives PGN', () => {
        start({ ruleset: '6170-spring-2006-antiking' }, 'e2e4', 'a7a6');
        const pgn = new TextEncoder().encode(toStored(session).write('pgn'));
        const [read] = files.read('game.pgn', pgn);
        openStored(session, read);
        assert.deepEqual(session.tree.gameAt(session.tip).history(), ['e2e4', 'a7a6']);
        assert.equal(session.ruleset.name, '6170-spring-2006-antiking');
    });
});
