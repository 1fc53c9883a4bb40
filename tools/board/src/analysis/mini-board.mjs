// A small board that shows a position and nothing else.
import { definePieces, shapeOf } from '../pieces.mjs';
import { SQUARES, indexOf } from '../squares.mjs';
import { createShape } from '../svg.mjs';

// Where a square is, in squares from the upper left corner.
function place(square, orientation) {
    const index = indexOf(square);
    const [column, row] = [index % 8, 7 - Math.floor(index / 8)];
    return orientation === 'black' ? [7 - column, 7 - row] : [column, row];
}

function drawSquare(square, orientation, className) {
    const [x, y] = place(square, orientation);
    return createShape('rect', { class: className, x: 40 * x, y: 40 * y, width: 40, height: 40 });
}

function drawPiece(letter, square, orientation) {
    const [x, y] = place(square, orientation);
    return createShape('use', { href: `#${shapeOf(letter)}`, x: 40 * x, y: 40 * y });
}

const isDark = square => (indexOf(square) + Math.floor(indexOf(square) / 8)) % 2 === 0;

/**
 * Draws a position into an element: board, 64 letters from a1; orientation, the colour at the
 * bottom; last, the half-moves of the last turn, each [from, to].
 */
export function drawMiniBoard(element, { board, orientation, last }) {
    definePieces();
    const picture = createShape('svg', { viewBox: '0 0 320 320', 'aria-hidden': 'true' });
    const draw = (square, kind) => drawSquare(square, orientation, kind);
    picture.append(
        ...SQUARES.map(square => draw(square, isDark(square) ? 'dark' : 'light')),
        ...last.flatMap((squares, i) =>
            squares.map(square => draw(square, i ? 'second' : 'first'))),
        ...SQUARES.filter(square => board[indexOf(square)] !== '.')
            .map(square => drawPiece(board[indexOf(square)], square, orientation)));
    element.classList.add('mini-board');
    element.replaceChildren(picture);
}
