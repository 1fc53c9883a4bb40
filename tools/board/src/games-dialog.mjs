// The dialog that lists games to choose from.
import { createButton, createElement } from './dom.mjs';

/** '3. Anna – ?, 1-0, 12 turns'. */
export function gameText({ white, black, result, turns }) {
    const players = [white, black].map(name => name || '?');
    const names = players.some(name => name !== '?') ? `${players.join(' – ')}, ` : '';
    return `${names}${result}, ${turns} ${turns === 1 ? 'turn' : 'turns'}`;
}

export class GamesDialog {
    #dialog;

    /** dialog: has a heading, an .error and a list. */
    constructor(dialog) {
        this.#dialog = dialog;
    }

    /** Lists games: [{ text, open }]. */
    show(title, games, error = '') {
        this.#dialog.querySelector('h2').textContent = title;
        this.#dialog.querySelector('.error').textContent = error;
        this.#dialog.querySelector('ul').replaceChildren(...games.map(game => this.#itemOf(game)));
        this.#dialog.showModal();
    }

    #itemOf({ text, open }) {
        const choose = () => {
            this.#dialog.close();
            open();
        };
        return createElement('li', {}, createButton({ onclick: choose }, text));
    }
}
