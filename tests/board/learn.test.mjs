// Lessons and puzzles: what they say is true, and they can be played.
import assert from 'node:assert/strict';
import { before, describe, mock, test } from 'node:test';
import { ANY, Exercise } from '../../tools/board/src/exercise.mjs';
import { LESSONS } from '../../tools/board/src/lessons.mjs';
import { PuzzleProgress } from '../../tools/board/src/puzzle-progress.mjs';
import { Store } from '../../tools/board/src/store.mjs';
import { loadFiles } from './helpers.mjs';

const TURNS = /[a-h][1-8]-[a-h][1-8]|0000/g;

// What lessons say beyond their turns: how games end ('WINNER REASON'), and which turns are the only ones.
const ENDS = {
    'The aim': 'white piecesLost',
    'Mate and the last piece': 'white checkmate',
    'losers Stalemate': 'black stalemate',
    '6170-spring-1994 Stalemate': 'nobody stalemate',
    '6170-fall-2003 Stalemate': 'nobody stalemate',
    '6170-fall-2003-mindcontrol Stalemate': 'nobody stalemate',
    '6170-spring-1994 Checkmate': 'black checkmate',
    '6170-fall-2003 Checkmate': 'black checkmate',
    'losers Checkmate': 'black checkmate',
    '6170-fall-2003-mindcontrol Checkmate': 'black checkmate',
    '6170-spring-2006 Checkmate': 'white checkmate',
    '6170-spring-2007 Checkmate': 'white checkmate',
    '6170-spring-2007-encastle Checkmate': 'white checkmate',
    '6170-fall-2007 Checkmate': 'white checkmate',
    '6170-spring-2006-antiking Checkmate': 'white checkmate',
};
const ONLY = ['Captures are compulsory', 'Check comes before captures', 'Mate and the last piece', 'En passant',
    'Anticheck', 'It captures its own side'];

let files;

before(async () => (files = await loadFiles()));

const steps = Object.entries(LESSONS).flatMap(([ruleset, list]) => list.map(step => ({ ruleset, ...step })));
const begin = ({ ruleset, fen }) => files.newGame(ruleset, { fen });
const turnsOf = (game, wanted) => (wanted === ANY ? game.turns('uci') : [wanted].flat());

// Plays a line, with the first of the turns where there is a choice.
function playLine(step) {
    const game = begin(step);
    for (const wanted of step.line)
        game.play(turnsOf(game, wanted)[0]);
    return game;
}

describe('the lessons', () => {
    test('there is one for every game', () => {
        assert.deepEqual(Object.keys(LESSONS).sort(), files.rulesets.map(({ name }) => name).sort());
    });

    test('have lines of legal turns', () => {
        for (const step of steps)
            for (let i = 0; i < step.line.length; i++) {
                const game = playLine({ ...step, line: step.line.slice(0, i) });
                for (const turn of turnsOf(game, step.line[i]))
                    assert.ok(game.turns('uci').includes(turn), `${step.ruleset}, ${step.title}: ${turn}`);
            }
    });

    test('ask for turns of the line', () => {
        for (const { ruleset, title, ask, line } of steps) {
            const named = (ask.match(TURNS) ?? []).map(turn => turn.replace('-', ''));
            const asked = line[0] === ANY ? [] : [line[0]].flat();
            if (named.length)
                for (const turn of asked)
                    assert.ok(turn.split(',').every(half => half === 'gameover'
                        || named.some(name => half.startsWith(name))), `${ruleset}, ${title}: ${turn}`);
            else
                assert.ok(line[0] === ANY || /Pass|Promote/.test(ask), `${ruleset}, ${title}`);
        }
    });

    test('tempt with turns that are refused', () => {
        for (const { ruleset, title, tempt = '', ...step } of steps) {
            const named = tempt.match(TURNS) ?? [];
            assert.equal(named.length > 0, tempt !== '');
            for (const turn of named) {
                const game = begin({ ruleset, ...step });
                const legal = game.turns('course').map(legal => legal.split(',')[0]);
                assert.ok(!legal.includes(turn), `${ruleset}, ${title}: ${turn} is legal`);
                assert.throws(() => game.play(turn));
            }
        }
    });

    test('end as they say, or go on', () => {
        for (const step of steps) {
            const { state, winner = 'nobody', reason } = playLine(step).status();
            const expected = ENDS[`${step.ruleset} ${step.title}`] ?? ENDS[step.title] ?? 'playing undefined';
            assert.equal(state === 'playing' ? 'playing undefined' : `${winner} ${reason}`, expected,
                `${step.ruleset}, ${step.title}`);
        }
    });

    test('know the only legal turns', () => {
        for (const step of steps.filter(({ title }) => ONLY.includes(title)))
            assert.deepEqual(begin(step).turns('uci').sort(), [step.line[0]].flat().sort(), step.title);
    });
});
