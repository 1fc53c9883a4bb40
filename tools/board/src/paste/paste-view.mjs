// Games, positions and links: pasted anywhere on the page, or into the box of the menu.
import { plainReason } from '../announce.mjs';

const isField = element => element.closest('input, select, textarea, [contenteditable]') !== null;

export class PasteView {
    #dialog;
    #open;

    /**
     * dialog: has a form with a <textarea> and an .error. open(text) opens what is
     * pasted; the promise fails if it cannot; openFile(file) opens a File; say(text) says why not.
     */
    constructor(dialog, { open, openFile, say }) {
        this.#dialog = dialog;
        this.#open = open;
        dialog.querySelector('form').addEventListener('submit', event => this.#submit(event));
        document.addEventListener('paste', event => {
            if (isField(event.target) || document.querySelector('dialog[open]'))
                return;
            event.preventDefault();
            const [file] = event.clipboardData.files;
            if (file)
                openFile(file);
            else
                this.#try(event.clipboardData.getData('text'), reason => say(`Not opened: ${reason}`));
        });
    }

    /** Shows the box. */
    show() {
        this.#field.value = '';
        this.#showError('');
        this.#dialog.showModal();
    }

    get #field() {
        return this.#dialog.querySelector('textarea');
    }

    #showError(text) {
        this.#dialog.querySelector('.error').textContent = text;
    }

    // Opens a text; otherwise calls onError(reason), and resolves with false.
    async #try(text, onError) {
        try {
            await this.#open(text);
            return true;
        } catch ({ message }) {
            onError(plainReason(message));
            return false;
        }
    }

    async #submit(event) {
        event.preventDefault();
        this.#showError('');
        this.#dialog.close(); // before the list of the games in the text
        if (!await this.#try(this.#field.value, reason => this.#showError(`Not opened: ${reason}.`)))
            this.#dialog.showModal();
    }
}
