// A small board that shows a position and nothing else.
import { BoardPicture } from '../board/board-picture.mjs';

/**
 * Draws a position into an element: board, 64 letters from a1; orientation, the colour at the
 * bottom; last, the half-moves of the last turn, each [from, to].
 */
export function drawMiniBoard(element, { board, orientation, last }) {
    element.classList.add('mini-board');
    element.replaceChildren();
    const picture = new BoardPicture(element);
    picture.turn(orientation === 'black');
    picture.showPieces(board);
    picture.showMarks(last.flatMap((squares, i) => squares.map(square => [i ? 'second' : 'first', square])));
}
