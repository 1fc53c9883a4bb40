// The state of the game in words, for the line beside the board and for screen readers.
import { other } from './clock.mjs';

const KEPT = 4; // sentences that are kept for screen readers
const NAMES = { white: 'White', black: 'Black' };

/** 'White', 'Black'. */
export const colourName = colour => NAMES[colour];

// A colour as the subject of a sentence, with the forms of words that go with it: the user who
// plays against the engine is 'you'.
function subjectOf(colour, { players }) {
    const [ours, theirs] = [players[colour].kind, players[other(colour)].kind];
    if (ours === theirs)
        return { name: NAMES[colour], has: 'has', is: 'is', its: 'its', s: 's' };
    if (ours === 'person')
        return { name: 'you', has: 'have', is: 'are', its: 'your', s: '' };
    return { name: 'the engine', has: 'has', is: 'is', its: 'its', s: 's' };
}

const bareText = ({ name, has, its }, bareAt) => [
    `${name} ${has} no pieces left`,
    `${name} ${has} only ${its} king left`,
    `${name} ${has} no more than two pieces left`,
    `${name} ${has} no more than three pieces left`,
][bareAt];

// Why a colour has won: the engine's reasons, and 'resignation'.
const WON = {
    checkmate: (winner, loser, { mated }) => {
        const { name, is } = mated === 'wins' ? winner : loser;
        return `${name} ${is} checkmated`;
    },
    piecesLost: (winner, loser, { bareAt }) => bareText(winner, bareAt),
    stalemate: (winner, loser, { stalemated }) => stalemated === 'fewer-wins'
        ? `stalemate, and ${winner.name} ${winner.has} fewer pieces`
        : `${winner.name} ${winner.is} stalemated`,
    timeExpired: (winner, loser) => `${loser.name} ${loser.has} run out of time`,
    resignation: (winner, loser) => `${loser.name} resign${loser.s}`,
};
const DRAWN = {
    stalemate: ({ stalemated }) => ({
        'loses-turn': 'neither side can ever move',
        'fewer-wins': 'stalemate, and both sides have the same number of pieces',
    }[stalemated] ?? 'stalemate'),
    threefold: () => 'the same position for the third time',
    fifty: () => 'fifty moves by each side without a capture or a pawn move',
    insufficientMaterial: () => 'nothing can ever be captured',
};

// Does the colour win for what in chess would be no reason?
const winsByMisery = (reason, { mated }) => ['piecesLost', 'stalemate'].includes(reason)
    || (reason === 'checkmate' && mated === 'wins');

// 'White wins', or 'You win' if the user plays against the engine.
function headline(winner, { players }) {
    if (!winner)
        return 'Draw';
    const [ours, theirs] = [players[winner].kind, players[other(winner)].kind];
    if (ours === theirs)
        return `${NAMES[winner]} wins`;
    return ours === 'person' ? 'You win' : 'You lose';
}

function whyWon(winner, reason, session) {
    const subject = subjectOf(winner, session);
    const why = WON[reason]?.(subject, subjectOf(other(winner), session), session.ruleset);
    const explains = subject.name !== NAMES[winner] && winsByMisery(reason, session.ruleset);
    return explains ? `${why}, which wins` : why;
}

/** How a game ended, in a sentence. */
export function resultText({ winner, reason }, session) {
    const why = winner ? whyWon(winner, reason, session) : DRAWN[reason]?.(session.ruleset);
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
