// What the page says: clocks, results, and the moves that a board shows.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { resultText, stateText } from '../../tools/board/src/announce.mjs';
import { clockText } from '../../tools/board/src/play/clock.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { movesOnBoard, turnSquares, turnText } from '../../tools/board/src/game/turns.mjs';
import { loadFiles } from './helpers.mjs';

const PERSON = { kind: 'person' };
const ENGINE = { kind: 'engine', level: 0 };
const PEOPLE = { white: PERSON, black: PERSON };

test('a turn has its number where a line begins, and with White’s turns', () => {
    const turn = player => ({ player, number: 3, label: 'e2-e4' });
    const chess = { halfMoves: 1 };
    assert.equal(turnText(turn('white'), chess, false), '3. e2-e4');
    assert.equal(turnText(turn('black'), chess), '3 … e2-e4');
    assert.equal(turnText(turn('black'), chess, false), 'e2-e4');
    assert.equal(turnText(turn('black'), { halfMoves: 2 }, false), '3. e2-e4');
});

test('a clock shows minutes, then tenths', () => {
    const texts = { 3723000: '1:02:03', 300000: '5:00', 299001: '5:00', 61000: '1:01',
                    10000: '0:10', 9990: '0:10.0', 9400: '0:09.4', 50: '0:00.1', 0: '0:00.0' };
    for (const [ms, text] of Object.entries(texts))
        assert.equal(clockText(Number(ms)), text);
});

test('turns have squares', () => {
    assert.deepEqual(turnSquares('e7e8n'), [['e7', 'e8']]);
    assert.deepEqual(turnSquares('e2e4,d7d5'), [['e2', 'e4'], ['d7', 'd5']]);
    assert.deepEqual(turnSquares('e1e6,gameover'), [['e1', 'e6']]);
    for (const none of ['0000', null, ''])
        assert.deepEqual(turnSquares(none), []);
});

test('moves have targets and promotions', () => {
    const { targets, promotions } = movesOnBoard(['a7a8b', 'a7a8q', 'a7b8q', 'e1d1', '0000']);
    assert.deepEqual(targets, new Map([['a7', new Set(['a8', 'b8'])], ['e1', new Set(['d1'])]]));
    assert.deepEqual(promotions, new Map([['a7a8', 'bq'], ['a7b8', 'q']]));
});

describe('the line under the board says', () => {
    let files, view;
    before(async () => (files = await loadFiles()));
    beforeEach(() => (view = new View(files)));

    function stateAfter(settings, ...turns) {
        view.startMatch({ players: PEOPLE, ...settings });
        turns.forEach(turn => view.playTurn(turn));
        return stateText(view);
    }

    test('whose turn it is, and what to mind', () => {
        assert.equal(stateAfter({ ruleset: 'losers' }), 'White’s turn.');
        assert.equal(stateAfter({ ruleset: 'losers' }, 'e2e3', 'b7b5'),
                     'White’s turn: captures are compulsory.');
        const players = { white: PERSON, black: ENGINE };
        assert.equal(stateAfter({ ruleset: 'losers', players }), 'Your turn.');
        assert.equal(stateAfter({ players }, 'e2e4'),
                     'Black: the engine is thinking …');
    });

    test('which half of a turn is to be made', () => {
        const mindControl = { ruleset: '6170-fall-2003-mindcontrol' };
        assert.equal(stateAfter(mindControl),
                     'White’s turn: first a white piece, then a black one.');
        view.playTurn('e2e4,d7d5');
        view.move('e4', 'd5');
        assert.equal(stateText(view),
                     'Black’s turn: now a black piece, captures are compulsory.');
    });

    test('that somebody had to pass', () => {
        const fen = 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1';
        assert.equal(stateAfter({ ruleset: '6170-spring-2007', fen }),
                     'Black passes. White’s turn.');
    });

    test('how the game ended', () => {
        const bare = '7k/8/8/8/8/8/r7/1K1N4 w - - 0 1';
        assert.equal(stateAfter({ ruleset: '6170-spring-2007', fen: bare }, 'b1a2'),
                     'Black wins: Black has only its king left.');
        view.match.players = { white: PERSON, black: ENGINE };
        assert.equal(stateText(view), 'You lose: the engine has only its king left, which wins.');
        view.match.players = { white: ENGINE, black: PERSON };
        assert.equal(stateText(view), 'You win: you have only your king left, which wins.');
    });

    test('every reason in words', () => {
        const say = (ruleset, result) => {
            view.startMatch({ ruleset, players: PEOPLE });
            return resultText(result, view);
        };
        const checkmate = { winner: 'white', reason: 'checkmate' };
        assert.equal(say('6170-spring-2007', checkmate), 'White wins: Black is checkmated.');
        assert.equal(say('losers', checkmate), 'White wins: White is checkmated.');
        assert.equal(say('losers', { winner: 'black', reason: 'stalemate' }),
                     'Black wins: Black is stalemated.');
        assert.equal(say('6170-spring-2006-antiking', { winner: 'white', reason: 'piecesLost' }),
                     'White wins: White has no more than three pieces left.');
        assert.equal(say('losers', { winner: 'black', reason: 'timeExpired' }),
                     'Black wins: White has run out of time.');
        assert.equal(say('losers', { winner: 'black', reason: 'resignation' }),
                     'Black wins: White resigns.');
        assert.equal(say('losers', { winner: null, reason: 'threefold' }),
                     'Draw: the same position for the third time.');
        assert.equal(say('losers', { winner: null, reason: '' }), 'Draw.');
        assert.equal(say('antichess', { winner: 'black', reason: 'piecesLost' }),
                     'Black wins: Black has no pieces left.');
        assert.equal(say('suicide', { winner: 'black', reason: 'stalemate' }),
                     'Black wins: stalemate, and Black has fewer pieces.');
        assert.equal(say('antichess', { winner: null, reason: 'insufficientMaterial' }),
                     'Draw: nothing can ever be captured.');
        assert.equal(say('losers', { winner: 'white', reason: '<b>illegal</b> turn' }),
                     'White wins: <b>illegal</b> turn.');
        assert.equal(say('6170-spring-2007', { winner: null, reason: 'stalemate' }),
                     'Draw: neither side can ever move.');
    });

    test('whose king, pieces or clock it was', () => {
        const say = (ruleset, winner, reason) => {
            view.startMatch({ ruleset, players: { white: PERSON, black: ENGINE } });
            return resultText({ winner, reason }, view);
        };
        assert.equal(say('6170-spring-2007', 'black', 'checkmate'), 'You lose: you are checkmated.');
        assert.equal(say('losers', 'black', 'checkmate'),
                     'You lose: the engine is checkmated, which wins.');
        assert.equal(say('losers', 'white', 'stalemate'),
                     'You win: you are stalemated, which wins.');
        assert.equal(say('antichess', 'black', 'piecesLost'),
                     'You lose: the engine has no pieces left, which wins.');
        assert.equal(say('antichess', 'white', 'timeExpired'),
                     'You win: the engine has run out of time.');
        assert.equal(say('antichess', 'black', 'resignation'), 'You lose: you resign.');
    });
});
