// The state of the game in words, for the line beside the board and for screen readers.
import { other } from './clock.mjs';

const KEPT = 4; // sentences that are kept for screen readers
const NAMES = { white: 'White', black: 'Black' };

/** 'White', 'Black'. */
export const colourName = colour => NAMES[colour];

const BARE = ['has no pieces left', 'has only the king left', 'has only two pieces left',
    'has only three pieces left'];

const STALEMATE_WON = {
    'wins': winner => `${NAMES[winner]} is stalemated`,
    'fewer-wins': winner => `stalemate, and ${NAMES[winner]} has fewer pieces`,
};

// Why a colour has won: the engine's reasons, and 'resignation'.
const WON = {
    checkmate: (winner, { mated }) =>
        `${NAMES[mated === 'wins' ? winner : other(winner)]} is checkmated`,
    piecesLost: (winner, { bareAt }) => `${NAMES[winner]} ${BARE[bareAt]}`,
    stalemate: (winner, { stalemated }) => STALEMATE_WON[stalemated]?.(winner) ?? 'stalemate',
    timeExpired: winner => `${NAMES[other(winner)]} has run out of time`,
    resignation: winner => `${NAMES[other(winner)]} resigns`,
};
const DRAWN = {
    stalemate: 'stalemate',
    threefold: 'the same position for the third time',
    fifty: 'fifty moves without a capture or a pawn move',
    insufficientMaterial: 'nothing can ever be captured',
};

// 'White wins', or 'You win' if the user plays against the engine.
function headline(winner, { players }) {
    if (!winner)
        return 'Draw';
    const [ours, theirs] = [players[winner].kind, players[other(winner)].kind];
    if (ours === theirs)
        return `${NAMES[winner]} wins`;
    return ours === 'person' ? 'You win' : 'You lose';
}

/** How a game ended, in a sentence. */
export function resultText({ winner, reason }, session) {
    const why = winner ? WON[reason]?.(winner, session.ruleset) : DRAWN[reason];
    return [headline(winner, session), why ?? reason].filter(Boolean).join(': ') + '.';
}

/** What happened in a turn, in a sentence. */
export function turnText({ turn, player, label }) {
    return turn === '0000' ? `${NAMES[player]} passes.` : `${NAMES[player]} plays ${label}.`;
}

// 'White’s turn: captures are compulsory.'
function promptText(session) {
    const { ruleset, player, halfMove } = session;
    const isAlone = session.mode === 'play' && session.players[other(player)].kind === 'engine';
    const whose = isAlone ? 'Your turn' : `${NAMES[player]}’s turn`;
    const { check, unattacked, mustCapture, mayCapture } = session.marks();
    const piece = halfMove ? 'now a black piece' : 'first a white piece, then a black one';
    const facts = [
        ruleset.halfMoves === 2 && piece,
        check.length && 'check',
        unattacked.length && 'nothing attacks the anti-king',
        mustCapture.length && 'captures are compulsory',
        mayCapture.length && 'capture or pass',
    ].filter(Boolean);
    return facts.length ? `${whose}: ${facts.join(', ')}.` : `${whose}.`;
}

function engineText({ isPaused, halfMove, player }) {
    if (isPaused)
        return 'Paused.';
    return `${NAMES[player]}: ${halfMove ? `${halfMove} and then` : 'the engine is thinking'} …`;
}

/** The state of the game in a sentence. */
export function stateText(session) {
    const { result, player, node, tip } = session;
    if (result)
        return resultText(result, session);
    const passed = node.turn === '0000' ? `${NAMES[node.player]} passes. ` : '';
    if (session.mode === 'play' && node !== tip)
        return 'An earlier position of the game. End leads back.';
    if (session.mode === 'play' && session.players[player].kind === 'engine')
        return passed + engineText(session);
    return passed + promptText(session);
}

/** Writes the visible state line, and a hidden log that screen readers read aloud. */
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
        session.addEventListener('played', ({ detail }) => this.#read(turnText(detail)));
        session.addEventListener('ended', ({ detail }) =>
            this.#read(resultText(detail, session)));
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

    #read(text) {
        const line = document.createElement('p');
        line.textContent = text;
        this.#live.append(line);
        while (this.#live.children.length > KEPT)
            this.#live.firstChild.remove();
    }
}
