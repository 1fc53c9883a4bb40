// How the page looks: light or dark, the colours of the board, the pieces. What the user chooses is kept.
import { usePieces } from './pieces.mjs';

/** The choices, each [name, title]; the first is what nobody has chosen. */
export const CHOICES = {
    theme: [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']],
    board: [['slate', 'Slate'], ['wood', 'Wood'], ['green', 'Green'], ['blue', 'Blue']],
    pieces: [['classic', 'Classic'], ['plain', 'Plain']],
};
const DARK = '(prefers-color-scheme: dark)';

// The rules of the page's style that hold in the dark.
const darkRules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    .filter(({ media }) => media?.mediaText === DARK);

export class Appearance {
    #store;

    /** Shows what the store has kept. */
    constructor(store) {
        this.#store = store;
        const kept = store.read('appearance') ?? {};
        for (const [what, choices] of Object.entries(CHOICES))
            this[what] = (choices.find(([name]) => name === kept[what]) ?? choices[0])[0];
        this.#apply();
    }

    /** Changes { theme, board, pieces }, or some of them, to names of the choices above. */
    set(changes) {
        Object.assign(this, changes);
        const { theme, board, pieces } = this;
        this.#store.write('appearance', { theme, board, pieces });
        this.#apply();
    }

    #apply() {
        const { dataset, style } = document.documentElement;
        const media = { system: DARK, light: 'not all', dark: 'all' }[this.theme];
        darkRules.forEach(rule => { rule.media.mediaText = media; });
        style.colorScheme = this.theme === 'system' ? '' : this.theme;
        dataset.board = this.board;
        usePieces(this.pieces);
    }
}
