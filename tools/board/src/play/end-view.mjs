// The panel at the end of a match: who has won, and why; another match; the analysis.
import { resultParts, sentenceOf } from '../announce.mjs';

export class EndView {
    #panel;
    #view;

    /** panel: has a heading, a p.why, and buttons .rematch, .analyse and .new; onNew() is for the last. */
    constructor(panel, view, { onNew }) {
        this.#panel = panel;
        this.#view = view;
        const runs = { rematch: () => view.rematch(), analyse: () => view.analyse(), new: onNew };
        for (const [name, run] of Object.entries(runs))
            panel.querySelector(`.${name}`).addEventListener('click', run);
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        const { mode, match } = this.#view;
        const ending = mode === 'play' ? match.ending : null;
        this.#panel.hidden = ending === null;
        if (!ending)
            return;
        const { headline, why } = resultParts(ending, match);
        this.#panel.querySelector('h3').textContent = headline;
        this.#panel.querySelector('.why').textContent = sentenceOf(why);
        this.#panel.querySelector('.rematch').textContent =
            match.isDemonstration ? 'Again' : 'Rematch, colours changed';
    }
}
