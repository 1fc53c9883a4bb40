// Lessons and puzzles: what they say is true, and they can be played.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ANY, Exercise } from '../../tools/board/src/learn/exercise.mjs';
import { LESSONS } from '../../tools/board/src/learn/lessons.mjs';
import { PuzzleProgress } from '../../tools/board/src/learn/puzzle-progress.mjs';
import { Store } from '../../tools/board/src/library/store.mjs';
import { loadFiles } from './helpers.mjs';

const PUZZLES = fileURLToPath(new URL('../../tools/board/puzzles/', import.meta.url));
const TURNS = /[a-h][1-8]-[a-h][1-8]|0000/g;

// How the games of lessons end: 'WINNER REASON'. The other steps do not end one.
const ENDS = {
    'The aim': 'white piecesLost',
    'Mate and the last piece': 'white checkmate',
    '6170-spring-1994 Checkmate': 'black checkmate',
    '6170-fall-2003 Checkmate': 'black checkmate',
    '6170-fall-2003-mindcontrol Checkmate': 'black checkmate',
    'losers Checkmate': 'black checkmate',
    'Checkmate': 'white checkmate',
    '6170-spring-1994 Stalemate': 'nobody stalemate',
    '6170-fall-2003 Stalemate': 'nobody stalemate',
    '6170-fall-2003-mindcontrol Stalemate': 'nobody stalemate',
    'losers Stalemate': 'black stalemate',
    'antichess Stalemate': 'white stalemate',
    'giveaway Stalemate': 'white stalemate',
    'suicide Stalemate': 'white stalemate',
};

// Steps in which no other turn is legal.
const ONLY = ['Captures are compulsory', 'Check comes before captures', 'Mate and the last piece',
    'En passant', 'Anticheck', 'It captures its own side'];

let files;

before(async () => (files = await loadFiles()));

const steps = Object.entries(LESSONS).flatMap(([ruleset, list]) =>
    list.map(step => ({ ...step, ruleset, name: `${ruleset} ${step.title}` })));

const turnsOf = (game, wanted) => (wanted === ANY ? game.turns('uci') : [wanted].flat());

// The game after the first turns of a step's line; of several turns it takes the first.
function playLine({ ruleset, fen, line }, count) {
    const game = files.newGame(ruleset, { fen });
    for (const wanted of line.slice(0, count))
        game.play(turnsOf(game, wanted)[0]);
    return game;
}

function ending(game) {
    const { state, winner = 'nobody', reason } = game.status();
    return state === 'playing' ? undefined : `${winner} ${reason}`;
}

describe('the lessons', () => {
    test('there is one for every game', () => {
        assert.deepEqual(Object.keys(LESSONS).sort(), files.rulesets.map(({ name }) => name).sort());
    });

    test('have lines of legal turns, to which the opponent has only one answer', () => {
        for (const step of steps)
            for (let i = 0; i < step.line.length; i++) {
                const game = playLine(step, i);
                const legal = game.turns('uci');
                for (const turn of turnsOf(game, step.line[i]))
                    assert.ok(legal.includes(turn), `${step.name}: ${turn}`);
                if (i % 2)
                    assert.deepEqual(legal, [step.line[i]], step.name);
            }
    });

    test('ask for these turns, or leave the choice', () => {
        for (const { name, ask, line: [first] } of steps) {
            const asked = (ask.match(TURNS) ?? []).map(turn => turn.replace('-', ''));
            const isNamed = half => half === 'gameover' || asked.some(turn => half.startsWith(turn));
            if (asked.length)
                assert.ok([first].flat().every(turn => turn.split(',').every(isNamed)), name);
            else
                assert.ok(first === ANY || /Press Pass|Promote the pawn/.test(ask), name);
        }
    });

    test('tempt with turns that are illegal', () => {
        let count = 0;
        for (const step of steps)
            for (const turn of step.tempt?.match(TURNS) ?? []) {
                const game = playLine(step, 0);
                const halves = game.turns('course').map(legal => legal.split(',')[0]);
                assert.ok(!halves.includes(turn), `${step.name}: ${turn}`);
                assert.throws(() => game.play(turn), /not legal|two moves a turn|a turn is two moves/);
                count++;
            }
        assert.ok(count > 20);
    });

    test('end as they say, or do not end', () => {
        for (const step of steps)
            assert.equal(ending(playLine(step)), ENDS[step.name] ?? ENDS[step.title], step.name);
    });

    test('name the only legal turns', () => {
        const narrow = steps.filter(({ title }) => ONLY.includes(title));
        for (const step of narrow)
            assert.deepEqual(playLine(step, 0).turns('uci').sort(), [step.line[0]].flat().sort());
        assert.ok(narrow.length >= ONLY.length);
    });

    test('show chips, anticheck and passes', () => {
        const find = (ruleset, title) => steps.find(({ name }) => name === `${ruleset} ${title}`);
        const chip = find('6170-fall-2003', 'Chips');
        assert.deepEqual(playLine(chip, 0).chips(), { white: 1, black: 0 });
        assert.ok(playLine(chip, 0).turns('uci').includes('e4d5'));
        assert.deepEqual(playLine(chip).chips(), { white: 0, black: 0 });
        assert.deepEqual(playLine(find('6170-fall-2003', 'No pass in check')).chips(),
            { white: 1, black: 0 });
        const anticheck = find('6170-spring-2006-antiking', 'Anticheck');
        assert.deepEqual(playLine(anticheck, 0).marks().unattacked, ['d6']);
        const stalemate = find('6170-spring-2007', 'Stalemate');
        assert.deepEqual(playLine(stalemate).status(), { state: 'playing', player: 'white' });
    });
});

describe('the puzzles', () => {
    const all = (existsSync(PUZZLES) ? readdirSync(PUZZLES) : []).map(name => ({
        name, ...JSON.parse(readFileSync(PUZZLES + name, 'utf8')) }));

    test('are won by their solutions', () => {
        for (const { name, family, puzzles } of all) {
            assert.equal(name, `${family}.json`);
            for (const { ruleset, fen, solution, reason, length } of puzzles) {
                const game = files.newGame(ruleset, { fen });
                const { player } = game.status();
                assert.equal(files.ruleset(ruleset).family, family);
                for (const turn of solution)
                    game.play(turn);
                assert.equal(ending(game), `${player} ${reason}`, fen);
                assert.equal(Math.ceil(solution.length / 2), length, fen);
            }
        }
    });
});

describe('an exercise', () => {
    const LINE = { ruleset: 'losers', fen: '2q1k1n1/3p1p2/8/8/8/5P2/8/3K1Bb1 w - - 0 21',
                   line: ['f1c4', 'c8c4', 'f3f4', 'c4f4'] };
    const MIND = { ruleset: '6170-fall-2003-mindcontrol', line: ['e2e4,d7d5', 'e4d5,d8d5', ANY] };
    let exercise, refused, finished;

    before(() => mock.timers.enable({ apis: ['setTimeout'] }));
    after(() => mock.timers.reset());
    beforeEach(() => {
        exercise = new Exercise(files);
        refused = [];
        finished = 0;
    });

    function begin(task) {
        exercise.begin({ ...task, finish: () => finished++, refuse: turn => {
            refused.push(turn);
            return 'not this';
        } });
    }
    const history = () => exercise.game.history().join(' ');
    const wait = () => mock.timers.tick(1000);

    test('is answered, turn by turn', () => {
        begin(LINE);
        assert.deepEqual(exercise.wanted, ['f1c4']);
        exercise.moveText('f1-c4');
        assert.equal(exercise.isPersonToMove, false);
        assert.throws(() => exercise.playTurn('c8c4'), /not your turn/);
        wait();
        assert.equal(history(), 'f1c4 c8c4');
        assert.equal(exercise.isPersonToMove, true);
        exercise.move('f3', 'f4');
        assert.equal(finished, 0);
        wait();
        assert.equal(finished, 1);
        assert.deepEqual(exercise.result, { winner: 'white', reason: 'piecesLost' });
        assert.deepEqual(exercise.wanted, []);
    });

    test('refuses other turns, and says why', () => {
        begin(LINE);
        assert.throws(() => exercise.playTurn('d1d2'), /^Error: not this$/);
        assert.throws(() => exercise.playTurn('f1f2'), /'f1f2' is not legal/);
        assert.deepEqual(refused, ['d1d2']);
        assert.equal(history(), '');
    });

    test('begins as seen by the person who moves', () => {
        begin({ ruleset: 'losers', fen: '8/2p5/2k5/p6p/8/4P3/6b1/2K5 b - - 0 26', line: [ANY] });
        assert.equal(exercise.orientation, 'black');
        exercise.playTurn('g2h3');
        assert.equal(finished, 1);
        assert.throws(() => exercise.playTurn('c1c2'), /this is done/);
    });

    test('takes a wrong first half back, and plays its own half by half', () => {
        begin(MIND);
        exercise.move('g1', 'f3');
        assert.throws(() => exercise.move('d7', 'd5'), /not this/);
        assert.equal(exercise.halfMove, null);
        exercise.move('e2', 'e4');
        exercise.move('d7', 'd5');
        wait();
        assert.equal(exercise.halfMove, 'e4d5');
        assert.equal(history(), 'e2e4,d7d5');
        wait();
        assert.equal(history(), 'e2e4,d7d5 e4d5,d8d5');
        assert.ok(exercise.wanted.length > 50);
    });

    test('goes past forced passes', () => {
        begin({ ruleset: '6170-spring-2007', fen: 'k7/p7/P7/8/3p4/3P4/4P3/2R1K3 w - - 0 1',
                line: ['c1b1', '0000', 'e1d1', '0000', ANY] });
        exercise.playTurn('c1b1');
        assert.equal(exercise.isPersonToMove, true);
        exercise.playTurn('e1d1');
        assert.equal(history(), 'c1b1 0000 e1d1 0000');
        assert.equal(exercise.isDone, false);
    });

    test('shows the solution', () => {
        begin(LINE);
        exercise.showSolution();
        assert.equal(exercise.isPersonToMove, false);
        for (let i = 0; i < 4; i++)
            wait();
        assert.equal(history(), LINE.line.join(' '));
        assert.equal(finished, 1);
        begin(LINE);
        assert.equal(exercise.isPersonToMove, true);
    });

    test('plays no more of a task that is over', () => {
        begin(LINE);
        exercise.playTurn('f1c4');
        begin(MIND);
        wait();
        assert.equal(history(), '');
    });
});

describe('progress', () => {
    const PUZZLE = { ruleset: 'losers', fen: 'A' };
    const OTHER = { ruleset: 'losers', fen: 'B' };
    let kept;

    const storage = () => ({ getItem: name => kept.get(name) ?? null,
                             setItem: (name, value) => kept.set(name, value) });
    const open = () => new PuzzleProgress(new Store(storage()));
    beforeEach(() => (kept = new Map()));

    test('counts what was solved, once, and what was solved in a row', () => {
        const progress = open();
        progress.addSolved('mate-wins', PUZZLE, true);
        progress.addSolved('mate-wins', PUZZLE, true);
        progress.addSolved('mate-wins', OTHER, false);
        assert.equal(progress.solvedOf('mate-wins', [PUZZLE, OTHER]), 2);
        assert.deepEqual(progress.streakOf('mate-wins'), { streak: 0, best: 2 });
        assert.deepEqual(progress.streakOf('antiking'), { streak: 0, best: 0 });
        assert.equal(progress.isSolved('antiking', PUZZLE), false);
    });

    test('is kept', () => {
        open().addSolved('mate-wins', PUZZLE, true);
        open().addSolved('antiking', OTHER, true);
        assert.equal(open().isSolved('mate-wins', PUZZLE), true);
        open().addMiss('mate-wins');
        assert.deepEqual(open().streakOf('mate-wins'), { streak: 0, best: 1 });
        assert.deepEqual(open().streakOf('antiking'), { streak: 1, best: 1 });
    });

    test('in two tabs is counted together', () => {
        const [one, two] = [open(), open()];
        one.addSolved('mate-wins', PUZZLE, true);
        two.addSolved('mate-wins', OTHER, true);
        assert.equal(one.solvedOf('mate-wins', [PUZZLE, OTHER]), 2);
        assert.deepEqual(one.streakOf('mate-wins'), { streak: 2, best: 2 });
    });

    test('begins anew if what was kept is damaged, or nothing can be kept', () => {
        for (const damage of ['{', '7', '[]', '{"mate-wins":{"solved":3,"streak":"x"}}',
                              '{"mate-wins":null}']) {
            kept.set('misere-board.puzzles', damage);
            assert.deepEqual(open().streakOf('mate-wins'), { streak: 0, best: 0 });
            assert.equal(open().isSolved('mate-wins', PUZZLE), false);
        }
        const progress = new PuzzleProgress(new Store(null));
        progress.addSolved('mate-wins', PUZZLE, true);
        assert.equal(progress.isSolved('mate-wins', PUZZLE), true);
    });
});
