// Turns in UCI notation: their squares, what they capture, and their text with a number.
import { indexOf } from '../squares.mjs';

const HALF = /^([a-h][1-8])([a-h][1-8])(.?)$/;

const halvesOf = turn => (turn ?? '').split(',').map(half => HALF.exec(half)).filter(Boolean);

/** How people read a turn in SAN. Of one that ends the game after its first half there is no more. */
export const labelOf = (turn, san) => (turn === '0000' ? 'pass' : san.replace(',gameover', ''));

/** The squares of a turn, half by half: [[from, to], ...]. A pass has none. */
export const turnSquares = turn => halvesOf(turn).map(([, from, to]) => [from, to]);

/**
 * A turn with its number: '3. e4', '3 … e5'; without the number, 'e5', if it follows White's turn
 * in a line (isFirst is false). In mind control every turn is numbered.
 */
export function turnText({ player, number, label }, { halfMoves }, isFirst = true) {
    if (player === 'white' || halfMoves === 2)
        return `${number}. ${label}`;
    return isFirst ? `${number} … ${label}` : label;
}

/**
 * For a list of half-moves: targets, a Map from a square to the Set of squares where its piece can
 * go; promotions, a Map from `${from}${to}` to the letters to choose from.
 */
export function movesOnBoard(moves) {
    const targets = new Map();
    const promotions = new Map();
    for (const [, from, to, letter] of moves.flatMap(halvesOf)) {
        targets.set(from, (targets.get(from) ?? new Set()).add(to));
        if (letter)
            promotions.set(from + to, (promotions.get(from + to) ?? '') + letter);
    }
    return { targets, promotions };
}

// The letter of the piece that a half-move captures on a board, or '.'.
function captureOf(board, from, to) {
    const isEnPassant = /p/i.test(board[indexOf(from)]) && from[0] !== to[0]
        && board[indexOf(to)] === '.';
    return board[indexOf(isEnPassant ? to[0] + from[1] : to)];
}

/**
 * What happened in a node's turn: captured, the letters of the pieces that were taken, as in a FEN;
 * check, the squares of the kings that are attacked after it.
 */
export function whatHappened(tree, node) {
    const halves = turnSquares(node.turn);
    const before = tree.gameAt(node.parent);
    const boards = [before.board()];
    if (halves.length === 2)
        boards.push(before.boardAfter(node.turn.split(',')[0]));
    const captured = halves.map(([from, to], i) => captureOf(boards[i], from, to))
        .filter(letter => letter !== '.');
    return { node, player: node.player, isPass: node.turn === '0000', captured,
             check: tree.gameAt(node).marks().check };
}
