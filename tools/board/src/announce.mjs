// What has happened, in plain words: for the line under the board and for screen readers.

import { other } from './clock.mjs';

const KEPT = 4; // sentences that are kept for screen readers
const NAMES = { white: 'White', black: 'Black' };

/** 'White', 'Black'. */
export const colourName = colour => NAMES[colour];

// The colour of the piece on a square of a board (64 letters from a1).
function colourOn(board, square) {
    const letter = board[8 * (Number(square[1]) - 1) + square.charCodeAt(0) - 97];
    return letter === letter.toUpperCase() ? 'white' : 'black';
}

function mateText(winner, game) {
    const { check, unattacked } = game.marks();
    const [royal] = [...check, ...unattacked];
    const mated = royal && colourOn(game.board(), royal);
    return mated === winner ? `${NAMES[winner]} is checkmated, and so has won.`
        : `${NAMES[winner]} has won by checkmate.`;
}

// Reasons of the engine, and 'resigned', as sentences.
const WON = {
    checkmate: mateText,
    piecesLost: winner => `${NAMES[winner]} has got rid of its pieces, and so has won.`,
    stalemate: winner => `Stalemate: ${NAMES[winner]} has won.`,
    timeExpired: winner => `${NAMES[winner]} has won: the other clock ran out.`,
    resigned: winner => `${NAMES[winner]} has won: the other player resigned.`,
};
const DRAWN = {
    stalemate: 'Stalemate: the game is a draw.',
    threefold: 'The same position for the third time: the game is a draw.',
    fifty: 'Fifty moves without a capture or a pawn move: the game is a draw.',
};

/** How a game ended, in a sentence; `game` has the last position. */
export function resultText({ winner, reason }, game) {
    if (winner)
        return WON[reason]?.(winner, game) ?? `${NAMES[winner]} has won: ${reason}.`;
    return DRAWN[reason] ?? `The game is a draw: ${reason}.`;
}

// What a person who is to move should know.
function promptText(session) {
    const { ruleset, player, halfMove } = session;
    const isAlone = session.mode === 'play' && session.players[other(player)].kind === 'engine';
    const whose = isAlone ? 'Your turn' : `${NAMES[player]}’s turn`;
    const { check, unattacked, mustCapture } = session.marks();
    const facts = [
        ruleset.halfMoves === 2 && (halfMove ? 'now a black piece' : 'first a white piece, then a black one'),
        check.length && 'check',
        unattacked.length && 'nothing attacks the anti-king',
        mustCapture.length && 'captures are compulsory',
    ].filter(Boolean);
    return facts.length ? `${whose}: ${facts.join(', ')}.` : `${whose}.`;
}

/** The state of the game in a sentence. */
export function stateText(session) {
    const { result, player, game, node, tip } = session;
    if (result)
        return resultText(result, game);
    const passed = node.turn === '0000' ? `${NAMES[node.player]} passes. ` : '';
    if (session.mode === 'play' && node !== tip)
        return 'An earlier position. Play on from here, or go back to the end of the game.';
    if (session.mode === 'play' && session.players[player].kind === 'engine')
        return passed + (session.isPaused ? 'Paused.' : `${NAMES[player]}: the engine is thinking …`);
    return passed + promptText(session);
}

/** The visible line that says how the game stands, and the hidden one that is read aloud. */
export class Announcer {
    #session;
    #line;
    #live;

    /** line: the element of the visible line; live: an element with aria-live. */
    constructor(line, live, session) {
        this.#session = session;
        this.#line = line;
        this.#live = live;
        session.addEventListener('said', ({ detail }) => this.#say(detail));
        session.addEventListener('played', ({ detail }) => this.#playedTurn(detail));
        session.addEventListener('ended', ({ detail }) =>
            this.#read(resultText(detail, session.tree.gameAt(session.tip))));
        session.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        this.#show(stateText(this.#session), false);
    }

    #say(text) {
        const sentence = text.charAt(0).toUpperCase() + text.slice(1);
        this.#show(/[.…?!]$/.test(sentence) ? sentence : `${sentence}.`, true);
        this.#read(sentence);
    }

    #show(text, isReply) {
        this.#line.textContent = text;
        this.#line.classList.toggle('reply', isReply);
    }

    #playedTurn(node) {
        this.#read(node.turn === '0000' ? `${NAMES[node.player]} passes.`
            : `${NAMES[node.player]} plays ${node.label}.`);
    }

    #read(text) {
        const line = document.createElement('p');
        line.textContent = text;
        this.#live.append(line);
        while (this.#live.children.length > KEPT)
            this.#live.firstChild.remove();
    }
}
