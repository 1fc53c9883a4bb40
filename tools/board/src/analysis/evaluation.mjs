// Scores: what they mean, and what a turn has cost. misere-annotate uses the same rules.
//
// A score is White's: { cp } in hundredths of a pawn, { mate } in turns until a forced win
// (negative for Black's), { winner } of a game that is over (null in a draw), or null if it is not
// known.

import { colourName } from '../announce.mjs';

const HALF_WAY_PAWNS = 3; // this score is drawn at about half the height
const FAR_PAWNS = 10;
const FAR_HEIGHT = 0.94;

/**
 * The marks of bad turns. `loss`: the least number of expected points that such a turn costs, where
 * a win is 1 and a draw 0.5.
 */
export const MARKS = [
    { sign: '??', word: 'blunder', plural: 'blunders', phrase: 'a blunder', loss: 0.3 },
    { sign: '?', word: 'mistake', plural: 'mistakes', phrase: 'a mistake', loss: 0.2 },
    { sign: '?!', word: 'dubious', plural: 'dubious', phrase: 'dubious', loss: 0.1 },
];

/** Who wins by force, or has won: 'white', 'black' or null. */
function winnerOf({ mate, winner }) {
    if (mate !== undefined)
        return mate > 0 ? 'white' : 'black';
    return winner ?? null;
}

/** The points that White can expect: 1 for a win, 0.5 for a draw. */
export function expectedPoints(score) {
    if (score.cp !== undefined)
        return 1 / (1 + 10 ** (-score.cp / 400));
    const winner = winnerOf(score);
    return winner ? Number(winner === 'white') : 0.5;
}

/** How high a score is drawn, from -1 (Black wins) to 1 (White wins). */
export function heightOf(score) {
    if (score.cp === undefined)
        return winnerOf(score) ? 2 * expectedPoints(score) - 1 : 0;
    const pawns = Math.max(-FAR_PAWNS, Math.min(FAR_PAWNS, score.cp / 100));
    const stretch = FAR_HEIGHT * (FAR_PAWNS + HALF_WAY_PAWNS) / FAR_PAWNS;
    return stretch * pawns / (Math.abs(pawns) + HALF_WAY_PAWNS);
}

const sign = value => (value > 0 ? '+' : value < 0 ? '−' : '');

/** A score in words: '+0.31', 'White wins in 5', 'Black has won'. */
export function scoreText(score) {
    if (!score)
        return 'not known';
    if (score.cp !== undefined)
        return shortScoreText(score);
    const winner = winnerOf(score);
    if (score.mate !== undefined)
        return `${colourName(winner)} wins in ${Math.abs(score.mate)}`;
    return winner ? `${colourName(winner)} has won` : 'drawn';
}

/** A score in short: '+0.31', '#5' (White wins in 5), '#−5', '1–0'. */
export function shortScoreText(score) {
    if (score.cp !== undefined)
        return sign(score.cp) + (Math.abs(score.cp) / 100).toFixed(2);
    if (score.mate !== undefined)
        return `#${score.mate < 0 ? '−' : ''}${Math.abs(score.mate)}`;
    return { white: '1–0', black: '0–1' }[score.winner] ?? '½–½';
}

// Whether there is more than one turn at a node, which never changes.
const choices = new WeakMap();

function hasChoice(tree, node) {
    if (!choices.has(node))
        choices.set(node, tree.gameAt(node).turns().length > 1);
    return choices.get(node);
}

/**
 * The score of a node: what the engine has found, or the result of the game; null if it is not
 * known.
 */
export function scoreAt(tree, node) {
    const { evaluation, children } = node;
    // Before a forced pass there is no search, and so no score of its own.
    if (!evaluation && children.length === 1 && children[0].turn === '0000')
        return scoreAt(tree, children[0]);
    // A node with children is not the end of a game.
    const result = evaluation || children.length ? null : tree.resultAt(node);
    return evaluation ?? (result && { winner: result.winner });
}

/**
 * What the turn that led to a node has cost its player in expected points; null if that is not
 * known.
 */
export function lossOf(tree, node) {
    const before = node.parent?.evaluation;
    const after = before && scoreAt(tree, node);
    if (!after || !hasChoice(tree, node.parent))
        return null;
    const change = expectedPoints(after) - expectedPoints(before);
    const loss = node.player === 'white' ? -change : change;
    return node.turn === node.parent.best ? 0 : Math.max(0, loss);
}

/** The mark, one of MARKS, of the turn that led to a node; null if it is not marked. */
export function markOf(tree, node) {
    const loss = lossOf(tree, node);
    return MARKS.find(mark => loss >= mark.loss) ?? null;
}
