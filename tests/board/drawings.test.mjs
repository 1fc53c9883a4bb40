// Arrows and circles in comments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDrawing, readDrawings, toggleDrawing, writeDrawings } from '../../tools/board/src/game/drawings.mjs';

const CIRCLE = { from: 'e4', to: 'e4', colour: 'green' };
const ARROW = { from: 'g1', to: 'f3', colour: 'red' };
const OTHER = { from: 'a1', to: 'h8', colour: 'yellow' };

test('drawings are read from a comment', () => {
    for (const [comment, text, drawings] of [
        ['', '', []],
        ['A pin.', 'A pin.', []],
        ['[%csl Ge4]', '', [CIRCLE]],
        ['[%csl Ge4][%cal Rg1f3,Ya1h8] A pin.', 'A pin.', [CIRCLE, ARROW, OTHER]],
        ['Before [%cal Rg1f3 , Ya1h8] and after', 'Before and after', [ARROW, OTHER]],
        ['[%clk 0:05:00] [%csl Ge4] A pin.', '[%clk 0:05:00] A pin.', [CIRCLE]],
        ['[%cal Rg1f3,Xa1a2,Ra9b1] x', '[%cal Xa1a2,Ra9b1] x', [ARROW]],
        ['[%csl Rg1f3]', '[%csl Rg1f3]', []],
        ['[%cal ]', '', []],
        ['[%cal Rg1f3', '[%cal Rg1f3', []],
    ])
        assert.deepEqual(readDrawings(comment), { text, drawings }, comment);
});

test('drawings are written behind the text', () => {
    for (const [text, drawings, comment] of [
        ['', [], ''],
        ['A pin.', [], 'A pin.'],
        ['', [CIRCLE], '[%csl Ge4]'],
        ['A pin.', [ARROW, CIRCLE, OTHER], 'A pin. [%csl Ge4][%cal Rg1f3,Ya1h8]'],
    ])
        assert.equal(writeDrawings(text, drawings), comment);
});

test('what is written is read again, in every colour and on every square', () => {
    const squares = [...'abcdefgh'].flatMap(file => [...'12345678'].map(rank => file + rank));
    const drawings = squares.flatMap(from => ['green', 'red', 'blue', 'yellow'].map((colour, i) =>
        ({ from, to: squares[(squares.indexOf(from) + 1 + 16 * i) % 64], colour })));
    const circles = squares.map(from => ({ from, to: from, colour: 'blue' }));
    assert.deepEqual(readDrawings(writeDrawings('text', [...circles, ...drawings])),
        { text: 'text', drawings: [...circles, ...drawings] });
});

test('drawing something twice removes it, in another colour changes it', () => {
    assert.deepEqual(toggleDrawing([CIRCLE], ARROW), [CIRCLE, ARROW]);
    assert.deepEqual(toggleDrawing([CIRCLE, ARROW], { ...CIRCLE }), [ARROW]);
    assert.deepEqual(toggleDrawing([CIRCLE, ARROW], { ...CIRCLE, colour: 'blue' }),
        [ARROW, { ...CIRCLE, colour: 'blue' }]);
});

test('drawings have words', () => {
    assert.equal(describeDrawing(CIRCLE), 'circled in green');
    assert.equal(describeDrawing(ARROW), 'red arrow to f3');
});
