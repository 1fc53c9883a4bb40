// The state of the game in words, for the line beside the board and for screen readers.
import { createElement } from './dom.mjs';
import { other } from './game/colours.mjs';
import { turnText as numberedText } from './game/turns.mjs';

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

// Why a colour has won: the engine's reasons, and those of a match.
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
    agreement: () => 'both players agree',
};

// Does the colour win for what in chess would be no reason?
const winsByMisery = (reason, { mated }) => ['piecesLost', 'stalemate'].includes(reason)
    || (reason === 'checkmate' && mated === 'wins');

// 'White wins', or 'You win' if the user plays against the engine.
function headlineOf(winner, { players }) {
    if (!winner)
        return 'Draw';
    const [ours, theirs] = [players[winner].kind, players[other(winner)].kind];
    if (ours === theirs)
        return `${NAMES[winner]} wins`;
    return ours === 'person' ? 'You win' : 'You lose';
}

function whyWon(winner, reason, view) {
    const subject = subjectOf(winner, view);
    const why = WON[reason]?.(subject, subjectOf(other(winner), view), view.ruleset);
    const explains = subject.name !== NAMES[winner] && winsByMisery(reason, view.ruleset);
    return explains ? `${why}, which wins` : why;
}

/** How a game ended: { headline, why }, such as 'You win' and 'you have only your king left'. */
export function resultParts({ winner, reason }, view) {
    const why = winner ? whyWon(winner, reason, view) : DRAWN[reason]?.(view.ruleset);
    return { headline: headlineOf(winner, view), why: why ?? reason };
}

/** The same in a sentence. */
export function resultText(result, view) {
    const { headline, why } = resultParts(result, view);
    return [headline, why].filter(Boolean).join(': ') + '.';
}

/** A text as a sentence: with a capital letter and a full stop. */
export const sentenceOf = text =>
    text.charAt(0).toUpperCase() + text.slice(1) + (/[.…?!]$|^$/.test(text) ? '' : '.');

/** An error's message without what only programs need to be told. */
export const plainReason = message => message.replace(/'([^']*)' is not legal: /, 'in the turn $1: ');

/** What happened in a turn, in a sentence. */
export function turnText({ turn, player, label }) {
    return turn === '0000' ? `${NAMES[player]} passes.` : `${NAMES[player]} plays ${label}.`;
}

// 'White’s turn: captures are compulsory.'
function promptText(view) {
    const { ruleset, player, halfMove } = view;
    const isAlone = view.mode === 'play' && view.players[other(player)].kind === 'engine';
    const whose = isAlone ? 'Your turn' : `${NAMES[player]}’s turn`;
    const { check, unattacked, mustCapture, mayCapture } = view.marks();
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

// The engine's turn, of which perhaps the first half has been shown.
function engineText({ halfMove, game, player, premove }) {
    if (premove)
        return `Your next move: ${premove[0]}–${premove[1]}.`;
    if (!halfMove)
        return `${NAMES[player]}: the engine is thinking …`;
    const [second = 'gameover'] = game.movesAfter(halfMove);
    const [first] = game.notation(`${halfMove},${second}`, 'san').split(',');
    return `${NAMES[player]}: ${first}, then …`;
}

// 'White passes. ' if that is how the position came about.
const passedText = ({ node }) => (node.turn === '0000' ? `${NAMES[node.player]} passes. ` : '');

/** The state of the game in a sentence. */
export function stateText(view) {
    const { outcome, match } = view;
    if (outcome)
        return resultText(outcome, view);
    const passed = passedText(view);
    if (view.mode === 'analysis')
        return passed + promptText(view);
    if (!view.isAtTip)
        return 'An earlier position of the game. End leads back.';
    if (match.isPaused)
        return 'Paused.';
    if (match.offer)
        return `${NAMES[match.offer]} offers a draw. ${passed}${promptText(view)}`;
    return passed + (match.isPersonToMove ? promptText(view) : engineText(view));
}

// For those who do not see the marks: where the pieces are that can capture.
function capturersText(view) {
    const { mustCapture, mayCapture } = view.marks();
    const squares = [...mustCapture, ...mayCapture];
    return view.isPersonToMove && squares.length ? ` Can capture: ${squares.join(', ')}.` : '';
}

/**
 * Writes the visible state line, and a hidden log that screen readers read aloud: the turns of the
 * match, where the user has gone, and the state line when it has changed.
 */
export class Announcer {
    #view;
    #line;
    #live;
    #told; // what was told last: { tree, node, text }

    /** line: the element of the visible line; live: an element with aria-live. */
    constructor(line, live, view) {
        this.#view = view;
        this.#line = line;
        this.#live = live;
        view.addEventListener('said', ({ detail }) => this.#say(detail));
        view.addEventListener('told', ({ detail }) => this.#read(detail));
        view.addEventListener('turn', ({ detail }) => this.#readTurn(detail));
        view.addEventListener('end', ({ detail }) => this.#readEnd(detail));
        view.addEventListener('change', () => this.#update());
        this.#told = { tree: view.tree, node: view.node, text: stateText(view) };
        this.#show(this.#told.text, false);
    }

    #update() {
        const { mode, tree, node } = this.#view;
        const text = stateText(this.#view);
        this.#show(text, false);
        if (mode === 'learn')
            return;
        const place = this.#placeText();
        const isNew = tree !== this.#told.tree || text !== this.#told.text;
        this.#told = { tree, node, text };
        this.#read(`${place} ${isNew ? this.#stateToRead(text) : ''}`.trim());
    }

    // Where the user has gone.
    #placeText() {
        const { tree, node, ruleset } = this.#view;
        if (tree !== this.#told.tree)
            return `${ruleset.title}.`;
        if (node === this.#told.node)
            return '';
        return node.parent ? `${numberedText(node, ruleset)}.` : 'The first position.';
    }

    // A forced pass is read as a turn. While the engine thinks there is nothing to tell.
    #stateToRead(text) {
        const { mode, isAtTip, match, premove } = this.#view;
        if (mode === 'play' && isAtTip && match.isEngineToMove && !premove)
            return '';
        return text.replace(passedText(this.#view), '') + capturersText(this.#view);
    }

    // Of the match also while something else is shown, but not what is tried in the analysis.
    #readTurn({ node, isMatch }) {
        if (!isMatch)
            return;
        const { mode, tree, node: shown } = this.#view;
        this.#read(mode === 'play' ? turnText(node) : `In your game ${turnText(node)}`);
        if (mode === 'play')
            Object.assign(this.#told, { tree, node: shown });
    }

    // Where it is shown, the state line says it.
    #readEnd(ending) {
        if (this.#view.mode !== 'play' || !this.#view.isAtTip)
            this.#read(resultText(ending, this.#view.match));
    }

    #say(message) {
        const sentence = sentenceOf(plainReason(message));
        this.#show(sentence, true);
        this.#read(sentence);
    }

    #show(text, isReply) {
        this.#line.textContent = text;
        this.#line.classList.toggle('reply', isReply);
    }

    #read(text) {
        if (!text)
            return;
        this.#live.append(createElement('p', {}, text));
        while (this.#live.children.length > KEPT)
            this.#live.firstChild.remove();
    }
}
