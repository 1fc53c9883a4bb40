// What each side still has to lose, beside its name.
import { createElement } from '../dom.mjs';
import { colourOf, createPicture, kindName } from '../pieces.mjs';

const ORDER = 'pnbrqk';

/**
 * What a colour has to lose before it is bare: count, the number of pieces; kinds, [letter, number]
 * of those that it can lose. board: 64 letters, as Game.board().
 */
export function toLose(board, colour, { bareAt, mated }) {
    const pieces = [...board].filter(letter => colourOf(letter) === colour)
        .map(letter => letter.toLowerCase());
    const kinds = [...ORDER].filter(kind => kind !== 'k' || mated === 'never')
        .map(kind => [kind, pieces.filter(letter => letter === kind).length])
        .filter(([, number]) => number > 0);
    return { count: Math.max(0, pieces.length - bareAt), kinds };
}

const plural = (kind, number) => `${number} ${kindName(kind)}${number === 1 ? '' : 's'}`;

const createPiece = (kind, colour) => createPicture(colour === 'white' ? kind.toUpperCase() : kind);

export class ToLoseView {
    #bars;
    #view;

    /** bars: elements with data-colour, each with a child .to-lose. */
    constructor(bars, view) {
        this.#bars = bars;
        this.#view = view;
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        if (this.#view.mode === 'learn')
            return;
        const board = this.#view.board();
        for (const bar of this.#bars)
            this.#show(bar.querySelector('.to-lose'), bar.dataset.colour, board);
    }

    #show(element, colour, board) {
        const { count, kinds } = toLose(board, colour, this.#view.ruleset);
        const text = kinds.map(([kind, number]) => plural(kind, number)).join(', ');
        const title = `${count} to lose${text && `: ${text}`}`;
        if (element.title === title)
            return;
        element.title = title;
        const pieces = kinds.flatMap(([kind, number]) =>
            Array.from({ length: number }, () => createPiece(kind, colour)));
        element.replaceChildren(createElement('span', { className: 'unseen' }, title), ...pieces);
    }
}
