// Asks what a pawn becomes.
import { createButton, createElement } from '../dom.mjs';
import { createPicture, kindName } from '../pieces.mjs';

const ORDER = 'qrbnk';

export class PromotionDialog {
    #dialog;
    #answer = null; // resolves the question

    constructor(parent) {
        this.#dialog = createElement('dialog', { className: 'promotion-dialog', ariaLabel: 'Promote to' });
        this.#dialog.addEventListener('close', () =>
            this.#finish(this.#dialog.returnValue || null));
        this.#dialog.addEventListener('cancel', () => { this.#dialog.returnValue = ''; });
        this.#dialog.addEventListener('keydown', event => this.#press(event));
        this.#dialog.addEventListener('click', event => {
            if (event.target === this.#dialog) // the backdrop
                this.cancel();
        });
        parent.append(this.#dialog);
    }

    get isOpen() {
        return this.#dialog.open;
    }

    /** Appears over a cell. Resolves with one of the letters, or null if the player cancels. */
    ask(colour, letters, cell) {
        this.cancel();
        const choices = [...ORDER].filter(letter => letters.includes(letter));
        this.#dialog.replaceChildren(...choices.map(letter => this.#button(colour, letter)));
        this.#dialog.returnValue = '';
        this.#dialog.showModal();
        this.#moveTo(cell.getBoundingClientRect());
        return new Promise(resolve => { this.#answer = resolve; });
    }

    cancel() {
        if (this.isOpen)
            this.#dialog.close('');
        this.#finish(null);
    }

    #finish(letter) {
        const answer = this.#answer;
        this.#answer = null;
        answer?.(letter);
    }

    #button(colour, letter) {
        const piece = colour === 'white' ? letter.toUpperCase() : letter.toLowerCase();
        const name = kindName(letter);
        return createButton({ value: letter, title: name, ariaLabel: name,
                              onclick: () => this.#dialog.close(letter) }, createPicture(piece));
    }

    // Over the square, but inside the window.
    #moveTo({ left, top, width, height }) {
        const box = this.#dialog.getBoundingClientRect();
        const within = (centre, size, limit) =>
            Math.max(4, Math.min(centre - size / 2, limit - size - 4));
        const { clientWidth, clientHeight } = document.documentElement;
        this.#dialog.style.left = `${within(left + width / 2, box.width, clientWidth)}px`;
        this.#dialog.style.top = `${within(top + height / 2, box.height, clientHeight)}px`;
    }

    #press(event) {
        const buttons = [...this.#dialog.children];
        const i = buttons.indexOf(document.activeElement);
        const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
        const named = buttons.find(button => button.value === event.key.toLowerCase());
        event.stopPropagation();
        if (step)
            buttons.at((i + step) % buttons.length).focus();
        else if (named)
            named.click();
        else
            return;
        event.preventDefault();
    }
}
