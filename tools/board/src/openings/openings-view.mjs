// What is known of the opening: a table beside the analysis. A half-move in it is played when it is
// pressed.
import { colourName } from '../announce.mjs';
import { createButton, createElement } from '../dom.mjs';
import { oncePerFrame } from '../frame.mjs';

const proofText = ({ winner, length }) => `${colourName(winner)} wins in ${length}`;

const cell = (...children) => createElement('td', {}, ...children);

export class OpeningsView {
    #details;
    #openings;
    #view;
    #shown = null; // the position that is shown: { tree, node, halfMove }

    /** details: a <details> with a <table> and a .note; openings: an Openings; view: the page's View. */
    constructor(details, openings, view) {
        this.#details = details;
        this.#openings = openings;
        this.#view = view;
        details.addEventListener('toggle', () => this.#update());
        details.addEventListener('click', ({ target }) => this.#play(target.closest('button')));
        view.addEventListener('change', oncePerFrame(() => this.#update()));
    }

    #play(button) {
        if (button)
            this.#view.moveText(button.value);
    }

    #update() {
        const { tree, node, halfMove, mode } = this.#view;
        const isSame = ['tree', 'node', 'halfMove'].every(name =>
            this.#shown?.[name] === this.#view[name]);
        if (!this.#details.open || mode !== 'analysis' || isSame)
            return;
        this.#shown = { tree, node, halfMove };
        const found = this.#view.result ? []
            : this.#openings.find(this.#view.game, halfMove ?? '');
        const table = this.#details.querySelector('table');
        table.hidden = found.length === 0;
        table.tBodies[0].replaceChildren(...found.map(known => this.#row(known)));
        this.#details.querySelector('.note').hidden = found.length > 0;
    }

    #row({ move, weight, games, score, proof }) {
        const button = createButton({ className: 'turn', value: move }, this.#label(move));
        const share = createElement('meter', { max: 100, value: weight, ariaHidden: 'true' });
        return createElement('tr', {},
            cell(button), cell(...weight ? [share, ` ${weight} %`] : []),
            cell(games ? `${games}, ${score} %` : ''), cell(proof ? proofText(proof) : ''));
    }

    #label(move) {
        const { ruleset, game } = this.#view;
        return ruleset.halfMoves === 2 ? `${move.slice(0, 2)}–${move.slice(2, 4)}`
            : game.notation(move, 'san');
    }
}
