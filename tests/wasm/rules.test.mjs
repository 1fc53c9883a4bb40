// The rules API against the native engine, on random games.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askPosition, load, randomNumbers, startNative } from './helpers.mjs';

const { Engine, loadRules, parseInfo } = await load('node.mjs');
const GAMES = 3, TURNS_MAX = 80;

const rules = await loadRules();

describe('the rules', () => {
    let native;
    before(() => (native = startNative()));
    after(() => native.close());

    const statusText = status => Object.values(status).join(' ');

    async function compare(game) {
        const theirs = await askPosition(native, game.startFen, game.history('uci'));
        assert.deepEqual(game.turns(), theirs.turns);
        assert.equal(statusText(game.status()), theirs.status);
        assert.equal(game.board(), theirs.board);
        if (theirs.fen.startsWith('none'))
            assert.throws(() => game.fen(), /middle of a turn/);
        else
            assert.equal(game.fen(), theirs.fen);
    }

    const SQUARES = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i % 8] + (1 + (i >> 3)));
    const count = (board, pieces) => [...board].filter(piece => pieces.includes(piece)).length;
    const squareOf = (board, piece) =>
        board.includes(piece) ? 'abcdefgh'[board.indexOf(piece) % 8] + (1 + (board.indexOf(piece) >> 3)) : null;

    // In all rulesets captures are compulsory, and nobody leaves a king attacked or an anti-king unattacked.
    function checkMarks(game) {
        const turns = game.turns().filter(turn => turn !== '0000');
        const { mustCapture, mayCapture } = game.marks();
        const [capturers, others] = game.turns().includes('0000') ? [mayCapture, mustCapture] : [mustCapture, mayCapture];
        const halves = [...new Set(turns.map(turn => turn.split(',')[0]))];
        assert.deepEqual(others, []);
        const movable = new Set(game.moves().map(move => move.slice(0, 2)));
        assert.deepEqual([...new Set(game.moves())].filter(move => move !== '0000').sort(), halves);
        for (const square of SQUARES)
            assert.equal(game.whyNot(square) === null, movable.has(square), square);
        if (capturers.length)
            assert.deepEqual(capturers.toSorted(), [...new Set(halves.map(half => half.slice(0, 2)))]);
        const mover = game.fen().split(' ')[1] === 'b' && !turns[0]?.includes(',') ? 'ka' : 'KA';
        for (const half of halves) {
            const board = game.boardAfter(half), marks = game.marksAfter(half);
            const taken = count(game.board(), '.') < count(board, '.');
            assert.equal(taken, capturers.length > 0, half);
            assert.ok(!marks.check.includes(squareOf(board, mover[0])), half);
            assert.ok(!marks.unattacked.includes(squareOf(board, mover[1])), half);
        }
    }

    assert.equal(rules.rulesets.length, 12);
    for (const { name, startFen } of rules.rulesets)
        test(`random games of ${name}`, async () => {
            const random = randomNumbers(2007);
            await native.ask(`setoption name UCI_Variant value ${name}`);
            assert.equal(rules.newGame(name).fen(), startFen);
            for (let i = 0; i < GAMES; i++) {
                const chips = name === '6170-fall-2003' ? { fen: `${startFen} chips:2/1` } : {};
                const game = rules.newGame(name, chips);
                while (game.status().state === 'playing' && game.history().length < TURNS_MAX) {
                    await compare(game);
                    checkMarks(game);
                    const turns = game.turns();
                    const turn = turns[random(turns.length)];
                    const course = game.notation(turn, 'course');
                    assert.equal(game.notation(course, 'uci'), turn);
                    const fen = game.fen();
                    game.play(random(2) ? turn : course);
                    game.takeBack();
                    assert.equal(game.fen(), fen);
                    const board = game.boardAfter(turn), marks = game.marksAfter(turn);
                    game.play(turn);
                    assert.equal(game.board(), board);
                    if (game.status().state === 'playing')
                        assert.deepEqual(game.marks(), marks);
                }
                await compare(game);
                game.free();
            }
        });

    test('a turn that is not legal is refused with the reason', () => {
        const game = rules.newGame('losers').play('e2e3').play('b7b5');
        assert.throws(() => game.play('a2a3'), /White must capture \(Bxb5\)/);
        assert.throws(() => game.notation('a2a3'), { reason: 'mustCapture', squares: ['f1'] });
        assert.throws(() => game.notation('a2a5'), { reason: 'mustCapture', squares: ['f1'] });
        assert.throws(() => game.notation('rubbish'), { reason: 'notAMove', squares: [] });
        assert.throws(() => game.play('Zürich'), /'Z/);
        assert.throws(() => game.play('f1b5\0'), /NUL/);
        assert.deepEqual(game.turns('course'), ['f1-b5']);
        assert.deepEqual(game.history('course'), ['e2-e3', 'b7-b5']);
        assert.deepEqual(game.turns('san'), ['Bxb5']);
        assert.equal(game.notation('Bxb5'), 'f1b5');
    });

    test('bad FENs, rulesets and notations are refused with the reason', () => {
        assert.throws(() => rules.newGame('chess'), /no ruleset is named 'chess'/);
        assert.throws(() => rules.newGame('losers', { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }), /king/);
        assert.throws(() => rules.newGame().turns('lan'), /'lan' is not a notation/);
        assert.throws(() => rules.newGame().takeBack(), /no turn/);
        assert.throws(() => rules.newGame().expire('red'), /'red' is not a colour/);
    });

    test('a player can lose on time, which can be taken back', () => {
        const game = rules.newGame('losers').play('e2e3').expire('black');
        assert.deepEqual(game.status(), { state: 'won', winner: 'white', reason: 'timeExpired' });
        assert.deepEqual(game.takeBack().status(), { state: 'playing', player: 'black' });
        assert.deepEqual(game.history(), ['e2e3']);
    });

    test('a half-move that may not begin a turn is refused with the reason', () => {
        const game = rules.newGame('6170-fall-2003-mindcontrol').play('e2e4,d7d5');
        assert.deepEqual(game.marks(), { check: [], unattacked: [], mustCapture: ['e4'], mayCapture: [] });
        assert.deepEqual(game.marksAfter('e4d5').mustCapture, ['d8']);
        assert.throws(() => game.boardAfter('a2a3'), /White must capture/);
        assert.throws(() => game.marksAfter('a7a6'), /the pawn on a7 is not white/);
        assert.equal(game.boardAfter('e4d5').slice(24, 40), '...........P....');
    });

    test('the halves of a turn are read and listed one by one', () => {
        const game = rules.newGame('6170-fall-2003-mindcontrol').play('e2e4,d7d5');
        assert.equal(game.half('exd5'), 'e4d5');
        assert.throws(() => game.half('a3'), { reason: 'mustCapture', squares: ['e4'] });
        assert.deepEqual(game.moves(), ['e4d5']);
        assert.deepEqual(game.movesAfter('e4d5'), ['d8d5']);
        assert.equal(game.whyNotAfter('e4d5', 'd8'), null);
        assert.deepEqual(game.whyNotAfter('e4d5', 'a7'),
            { text: 'Black must capture (Qxd5)', reason: 'mustCapture', squares: ['d8'] });
        assert.throws(() => game.movesAfter('a2a3'), /White must capture/);
        const last = rules.newGame('6170-fall-2003-mindcontrol', { fen: '7k/8/p4K2/8/8/8/8/6Q1 w - - 0 1' });
        assert.equal(last.half('Qg7'), 'g1g7,gameover');
    });

    test('the piece that pins another is named', () => {
        const game = rules.newGame('losers', { fen: '4r2k/p7/8/8/8/8/P3N3/4K3 w - - 0 1' });
        const text = 'the rook on e8 pins the knight on e2 to the white king';
        assert.deepEqual(game.whyNot('e2'), { text, reason: 'pinned', squares: ['e8'] });
        assert.equal(game.whyNot('e1'), null);
        assert.throws(() => game.notation('Nc3'), { message: `'Nc3' is not legal: ${text}`, reason: 'pinned' });
        assert.throws(() => game.whyNot('e9'), /not a square/);
    });

    test('check and anti-kings are marked', () => {
        const check = rules.newGame('losers', { fen: 'R3k3/8/8/8/8/8/p7/4K3 b - - 0 1' });
        assert.deepEqual(check.marks(), { check: ['e8'], unattacked: [], mustCapture: [], mayCapture: [] });
        const antiking = rules.newGame('6170-spring-2006-antiking',
            { fen: 'k7/p6r/3A4/8/8/3a4/P7/K2R4 w - - 0 1' });
        assert.deepEqual(antiking.marks(), { check: [], unattacked: ['d6'], mustCapture: [], mayCapture: [] });
    });

    test('chips are dealt, spent and counted', () => {
        const game = rules.newGame('6170-fall-2003', { chips: { white: 1, black: 2 } });
        assert.ok(game.turns('course').includes('Ipass'));
        const captured = rules.newGame('6170-fall-2003', { chips: { white: 1 } }).play('e2e4').play('d7d5');
        assert.deepEqual([captured.marks().mustCapture, captured.marks().mayCapture], [[], ['e4']]);
        assert.deepEqual(captured.marksAfter('e4d5').mustCapture, ['d8']);
        assert.throws(() => captured.play('a2a3'), /White must capture \(exd5\) or pass/);
        assert.deepEqual(game.play('Ipass').chips(), { white: 0, black: 2 });
        assert.match(game.startFen, / chips:1\/2$/);
        const again = rules.newGame('6170-fall-2003', { fen: game.fen(), chips: { white: 5 } });
        assert.deepEqual(again.chips(), { white: 5, black: 2 });
        assert.throws(() => rules.newGame('losers', { chips: { white: 1 } }), /no chips in ruleset losers/);
        assert.throws(() => rules.newGame('6170-fall-2003', { chips: { white: 10000 } }), /from 0 to 9999/);
        assert.throws(() => rules.newGame('6170-fall-2003', { chips: { white: 1.5 } }), /not a number of chips/);
    });

    test('rulesets are described', () => {
        assert.equal(new Set(rules.rulesets.map(ruleset => ruleset.title)).size, 12);
        assert.deepEqual(rules.rulesets.filter(ruleset => ruleset.halfMoves === 2).map(ruleset => ruleset.family),
            ['mind-control']);
        assert.deepEqual(rules.rulesets.filter(ruleset => ruleset.chips).map(ruleset => ruleset.name),
            ['6170-fall-2003']);
        assert.equal(rules.ruleset('6170-spring-2006-antiking').antiking, true);
        assert.equal(rules.ruleset('losers').promotions, 'qrbn');
        assert.equal(rules.ruleset('6170-spring-2007').promotions, 'q');
        const { promotions, mated } = rules.ruleset('antichess');
        assert.deepEqual([promotions, mated], ['qrbnk', 'never']);
        assert.equal(rules.ruleset('chess'), undefined);
    });

    test('the board and the draws of tournaments', () => {
        const game = rules.newGame('6170-spring-2006', { tournamentDraws: true });
        assert.equal(game.board().slice(0, 16), 'RNBQKBNRPPPPPPPP');
        for (let i = 0; i < 2; i++)
            for (const turn of ['b1c3', 'b8c6', 'c3b1', 'c6b8'])
                game.play(turn);
        assert.deepEqual(game.status(), { state: 'drawn', reason: 'threefold' });
        assert.deepEqual(game.turns(), []);
    });

    test('a freed game is refused', () => {
        const game = rules.newGame();
        game.free();
        assert.throws(() => game.turns(), /freed/);
        game.free();
    });
});

describe('the search', () => {
    let engine;
    before(async () => {
        engine = new Engine();
        await engine.ready;
    });
    after(() => engine.close());

    test('resolves with a legal turn and reports depths', async () => {
        for (const { name } of rules.rulesets) {
            const game = rules.newGame(name), infos = [];
            game.play(game.turns()[3]);
            const { turn } = await engine.search(game, { depth: 4, onInfo: info => infos.push(info) });
            assert.ok(game.turns().includes(turn), turn);
            assert.equal(infos.at(-1).depth, 4);
            assert.ok(infos.at(-1).pv.length > 0);
        }
    });

    test('stop() resolves the search, and a second one at the same time is refused', async () => {
        const game = rules.newGame('losers');
        const search = engine.search(game);
        await assert.rejects(engine.search(game), /running/);
        setTimeout(() => engine.stop(), 300);
        assert.ok(game.turns().includes((await search).turn));
    });

    test('options are set, and bad ones refused', async () => {
        await engine.setOption('MultiPV', 3);
        const lines = new Set();
        const game = rules.newGame('losers');
        await engine.search(game, { depth: 3, onInfo: info => lines.add(info.multipv) });
        assert.deepEqual([...lines].filter(Boolean).sort(), [1, 2, 3]);
        await assert.rejects(engine.setOption('Hash', -1), /Hash/);
        await engine.setOption('MultiPV', 1);
    });

    test('an error ends its own search and leaves nothing to the next one', async () => {
        const forced = rules.newGame('losers').play('e2e3').play('b7b5');
        const bad = { ruleset: 'losers', startFen: '8/8', tournamentDraws: false, history: () => [] };
        for (const [game, options, reason] of [
            [bad, {}, /^Error: position: /],
            [bad, { depth: 1 }, /^Error: position: /],
            [{ ...bad, ruleset: 'chess' }, { depth: 1 }, /^Error: setoption: .*'chess'/],
            [rules.newGame(), { searchmoves: ['e2e5'] }, /^Error: go: .*'e2e5'/],
        ]) {
            const refused = assert.rejects(engine.search(game, options), reason);
            engine.stop();
            await refused;
            assert.equal((await engine.search(forced, { depth: 3 })).turn, 'f1b5');
        }
    });

    test('goes on if an option is refused meanwhile', async () => {
        const game = rules.newGame('losers');
        let isOver = false, search;
        await new Promise(resolve =>
            (search = engine.search(game, { onInfo: resolve }).finally(() => (isOver = true))));
        await assert.rejects(engine.setOption('MultiPV', 2), /not allowed during a search/);
        assert.equal(isOver, false);
        engine.stop();
        assert.ok(game.turns().includes((await search).turn));
    });

    test('is refused once the engine is closed, or if it cannot start', async () => {
        const closed = new Engine();
        const search = closed.search(rules.newGame());
        closed.close();
        const failed = new Engine({ postMessage() {
            queueMicrotask(() => this.onmessage({ data: 'info string error: the engine cannot start: x' }));
        }, terminate() {} });
        await assert.rejects(search, /closed/);
        await assert.rejects(failed.ready, /cannot start: x/);
        for (const none of [closed, failed]) {
            assert.equal(none.isClosed, true);
            await assert.rejects(none.search(rules.newGame()), /closed|cannot start/);
            await assert.rejects(none.setOption('Hash', 1), /closed|cannot start/);
        }
        assert.equal(engine.isClosed, false);
    });

    test('a finished game has no turn', async () => {
        const game = rules.newGame('losers', { fen: '4k3/8/8/8/8/8/8/4KQ2 w - - 0 1' });
        assert.equal(game.status().state, 'won');
        assert.deepEqual(await engine.search(game, { depth: 2 }), { turn: null, ponder: null });
    });
});

test('parseInfo reads scores, bounds and lines', () => {
    assert.deepEqual(parseInfo('info depth 3 score cp -5 lowerbound wdl 1 2 997 nodes 7 pv e2e4,e7e5 0000'),
        { depth: 3, score: { cp: -5 }, bound: 'lower', wdl: [1, 2, 997], nodes: 7, pv: ['e2e4,e7e5', '0000'] });
    assert.deepEqual(parseInfo('info depth 3 currmove e2e4 currmovenumber 1'), { depth: 3 });
});
