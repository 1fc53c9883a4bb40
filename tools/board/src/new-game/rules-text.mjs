// The games in words.
import { createElement } from '../dom.mjs';

/** The names of the families of rulesets. */
export const FAMILIES = {
    'mate-loses': 'The mated side loses',
    'mate-wins': 'The mated side wins',
    'antiking': 'Anti-kings',
    'mind-control': 'Mind control',
    'losers': 'Losers',
    'non-royal': 'The king is an ordinary piece',
};

const GOALS = [ // by the number of pieces at which a colour is bare
    'lose all your pieces',
    'lose everything but your king',
    'lose everything but your king and one more piece',
    'lose everything but your king, your anti-king and one more piece',
];
const MATES = { wins: ', or get checkmated', loses: ', or give checkmate' };
const STALEMATES = {
    wins: 'A stalemated player wins.',
    draws: 'Stalemate is a draw.',
    'loses-turn': 'A stalemated player must pass.',
    'fewer-wins': 'Stalemate is won by the side with fewer pieces.',
};

function pawnsText({ doubleStep, castling, enPassant, promotions }) {
    const absent = [!doubleStep && 'double step of pawns', !castling && 'castling',
                    !enPassant && 'en passant'].filter(Boolean);
    return [absent.length && `There is no ${absent.join(' and no ')}.`,
            promotions === 'q' && 'A pawn always becomes a queen.'].filter(Boolean).join(' ');
}

/** The rules in three lines: how to win, what one must do, and what sets the game apart. */
export function rulesOf(ruleset) {
    const { bareAt, mated, stalemated, halfMoves, antiking, chips } = ruleset;
    const special = [
        halfMoves === 2 && 'In each turn you move a white piece, then a black one.',
        mated === 'never' && 'The king is a piece like any other: there is no check.',
        antiking && 'Your anti-king, a king upside down, must stay attacked.',
        chips && 'A chip buys a pass.',
        pawnsText(ruleset),
    ];
    return [`To win, ${GOALS[bareAt]}${MATES[mated] ?? ''}.`,
            `If you can capture, you must. ${STALEMATES[stalemated]}`,
            special.filter(Boolean).join(' ')].filter(Boolean);
}

/** The same in one text. */
export const noteOf = ruleset => rulesOf(ruleset).join(' ');

/** Shows a game's rules beside its title, until the first turn is played. */
export class RulesView {
    #list;
    #view;
    #shown = null;

    /** list: a <ul>. */
    constructor(list, view) {
        this.#list = list;
        this.#view = view;
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        const { tree, mode, ruleset } = this.#view;
        this.#list.hidden = mode !== 'play' || tree.root.children.length > 0;
        if (this.#list.hidden || ruleset === this.#shown)
            return;
        this.#shown = ruleset;
        this.#list.replaceChildren(...rulesOf(ruleset).map(text => createElement('li', {}, text)));
    }
}
