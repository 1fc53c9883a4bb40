// Games in the address's fragment, and as stored games.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

    test('has the variations', () => {
        start({ ruleset: 'losers' }, 'e2e3', 'b7b5');
        const { tree, tip } = session;
        tree.play(tree.play(tree.root, 'e2e4'), 'b7b5');
        tree.play(tree.play(tree.root.children[1], 'd7d5'), 'e4d5');
        tree.play(tree.root, 'd2d4');
        tree.play(tip.parent, 'a7a5');
        const fragment = fragmentOf(session);
        assert.equal(decodeURIComponent(fragment),
                     '#ruleset=losers&turns=e2e3,(e2e4,b7b5,(d7d5,e4d5)),(d2d4),b7b5,(a7a5)');
        const other = new Session(files);
        openFragment(other, readFragment(fragment));
        assert.equal(fragmentOf(other), fragment);
        assert.equal(other.node.turn, 'b7b5');
        assert.equal(other.tree.nodes().length, tree.nodes().length);
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
            ['#ruleset=losers&turns=(e2e3)', /replaces no turn/],
            ['#ruleset=losers&turns=e2e3,((e2e4))', /replaces no turn/],
            ['#ruleset=losers&turns=e2e3)', /replaces no turn/],
            ['#ruleset=losers&turns=e2e3,(e2e4', /does not end/],
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
        const { stored, missing } = toStored(session);
        assert.equal(missing, 0);
        const { tags, turns, clocks, timed, outcome } = stored.data();
        assert.deepEqual(stored.history(), ['e2e3', 'b7b5']);
        assert.deepEqual(tags, [['White', 'White'], ['Black', 'Black']]);
        assert.deepEqual(turns[1].after, ['forces']);
        assert.deepEqual(turns[1].score, { cp: -120 });
        assert.equal(timed, true);
        assert.equal(clocks.white.initial, 60000);
        assert.equal(outcome.result, '*');
        const other = new Session(files);
        openStored(other, stored);
        assert.deepEqual(other.tree.gameAt(other.tip).history(), ['e2e3', 'b7b5']);
        assert.deepEqual([other.tip.comment, other.tip.evaluation], ['forces', { cp: 120 }]);
    });

    test('knows of resignations and lost time', () => {
        start({ ruleset: 'losers' }, 'e2e3');
        session.resign();
        const { stored } = toStored(session);
        assert.deepEqual(stored.data().outcome, { result: '1-0', reason: 'resignation' });
        const other = new Session(files);
        openStored(other, stored);
        assert.deepEqual(other.ending, { winner: 'white', reason: 'resignation' });
        assert.deepEqual(toStored(other).stored.data().outcome, stored.data().outcome);
    });

    test('survives PGN', () => {
        start({ ruleset: '6170-spring-2006-antiking' }, 'e2e4', 'a7a6');
        const pgn = new TextEncoder().encode(toStored(session).stored.write('pgn'));
        const [read] = files.read('game.pgn', pgn);
        openStored(session, read);
        assert.deepEqual(session.tree.gameAt(session.tip).history(), ['e2e4', 'a7a6']);
        assert.equal(session.ruleset.name, '6170-spring-2006-antiking');
    });

    const read = text => files.read('x.pgn', new TextEncoder().encode(text))[0];
    const PGN = `[Event "A match"]
[Site "Here"]
[Date "2026.11.26"]
[Round "3"]
[White "Anna"]
[Black "?"]
[Result "0-1"]
[Variant "losers"]
[Annotator "Zoë"]
[TimeControl "300+5"]
[Termination "abandoned"]

{ first } { second } 1. e3 $1 $140 { [%eval 0.35,12] [%clk 0:04:50]
 [%emt 0:00:10] } { so } { [%cal Ge2e3] } ( 1. e4 { or } 1... b5 ( 1... d5 2.
exd5 ) 2. Bxb5 ) ( 1. d4 $6 ) 1... b5 { [%clk 0:04:58] } { Black left } 0-1

`;

    test('keeps all that its file had: tags, comments, marks, scores, clocks, variations', () => {
        const stored = read(PGN);
        assert.equal(stored.write('pgn'), PGN);
        openStored(session, stored);
        assert.equal(toStored(session).stored.write('pgn'), PGN);
        assert.deepEqual(toStored(session).stored.data(), stored.data());
        const kept = JSON.parse(JSON.stringify(session.toData()));
        const other = new Session(files);
        other.restore(kept);
        assert.equal(toStored(other).stored.write('pgn'), PGN);
    });

    test('has what was changed, and all the rest', () => {
        openStored(session, read(PGN));
        const [first, , third] = session.tree.root.children;
        session.annotate(first, { comment: 'new', evaluation: { cp: -20 } });
        session.goTo(third);
        session.playTurn('a7a5');
        const pgn = toStored(session).stored.write('pgn').replace(/\s+/g, ' ');
        for (const part of ['{ [%eval -0.20] [%clk 0:04:50] [%emt 0:00:10] } { new } ( 1. e4',
                            'e3 $1 $140 {', '( 1. d4 $6 a5 )', '{ Black left } 0-1'])
            assert.ok(pgn.includes(part), `${part} in ${pgn}`);
    });

    test('no longer has the result of its file if it goes on', () => {
        openStored(session, read(PGN));
        session.goTo(session.tip.parent);
        session.playOn();
        session.playAtTip('g7g5');
        const { outcome, turns, tags } = toStored(session).stored.data();
        assert.deepEqual(outcome, { result: '*', reason: '' });
        assert.deepEqual(turns.slice(0, 2).map(({ turn }) => turn), ['e2e3', 'g7g5']);
        assert.ok(tags.some(([name, value]) => name === 'White' && value === 'Misère, level 4'));
        assert.ok(tags.some(([name]) => name === 'Annotator'));
        assert.ok(!tags.some(([name]) => name === 'Termination'));
    });

    test('says how many turns after its end are not in it', () => {
        openStored(session,
                   read('[Variant "losers"]\n[Termination "abandoned"]\n\n1. e3 b5 1-0\n'));
        session.goTo(session.tip);
        session.playTurn('f1b5');
        assert.equal(toStored(session).missing, 1);
        openStored(session, read('[Variant "losers"]\n\n1. e3 b5 *\n'));
        session.goTo(session.tip);
        session.playTurn('f1b5');
        const { stored, missing } = toStored(session);
        assert.deepEqual([missing, stored.history().length], [0, 3]);
    });

    test('of two people with clocks is opened as one that goes on, with its clocks', () => {
        start({ ruleset: 'losers', clock: { initial: 60000, increment: 2000 } }, 'e2e3', 'b7b5');
        session.clock.pause();
        session.clock.set({ white: 31000, black: 0.2 });
        for (const format of ['xml', 'pgn']) {
            const bytes = new TextEncoder().encode(toStored(session).stored.write(format));
            const other = new Session(files);
            openStored(other, files.read(`x.${format}`, bytes)[0]);
            assert.equal(other.ending, null, format);
            assert.deepEqual(other.settings.clock, { initial: 60000, increment: 2000 });
            assert.equal(other.clock.running, null);
            if (format === 'xml') // PGN has the clocks after each turn only
                assert.deepEqual(other.clock.times(), { white: 31000, black: 1 });
            other.setMode('play');
            assert.equal(other.clock.running, 'white');
            assert.deepEqual(Object.values(other.players).map(({ kind }) => kind),
                             ['person', 'person']);
            other.clock.pause();
            const again = toStored(other).stored.data();
            assert.deepEqual([again.timed, again.increment, again.outcome.result],
                             [true, 2000, '*']);
        }
    });

    test('knows of a flag that falls in a draw', async () => {
        const clock = { initial: 60000, increment: 0 };
        start({ ruleset: 'antichess', fen: '8/8/3n4/8/8/3N4/8/8 w - - 0 1', tournamentDraws: true,
                clock }, 'd3e5');
        session.clock.pause();
        session.clock.set({ white: 1000, black: 1 });
        await new Promise(resolve => {
            session.addEventListener('ended', resolve, { once: true });
            session.clock.start('black');
        });
        assert.deepEqual(session.ending, { winner: null, reason: 'timeExpired' });
        const { outcome, expired } = toStored(session).stored.data();
        assert.deepEqual([outcome.result, expired], ['1/2-1/2', 'black']);
    });

    test('keeps what other programs added to its XML', () => {
        const path = 'tests/data/gamefiles/valid/foreign.xml';
        const [stored] = files.read(path, readFileSync(path));
        openStored(session, stored);
        assert.equal(toStored(session).stored.write('xml'), stored.write('xml'));
    });
});
