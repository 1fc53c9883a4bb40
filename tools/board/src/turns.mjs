// Turns in UCI notation: their squares, and their text with a number.

const HALF = /^([a-h][1-8])([a-h][1-8])(.?)$/;

const halvesOf = turn => (turn ?? '').split(',').map(half => HALF.exec(half)).filter(Boolean);

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
