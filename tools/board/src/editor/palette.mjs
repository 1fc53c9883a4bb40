// The tools of the position editor: a hand that moves pieces, the pieces, and an eraser.
import { createElement } from '../dom.mjs';
import { createPicture, definePieces, pieceName } from '../pieces.mjs';

const KINDS = 'kqrbnpa';
const HAND = 'hand';
const ERASER = '.';

function createTool(tool, name, content) {
    const input = createElement('input',
        { type: 'radio', name: 'tool', value: tool, className: 'unseen', ariaLabel: name });
    return createElement('label', { title: name }, input, content);
}

export class Palette {
    #element;

    /** element: a <fieldset>; onChange(): another tool has been chosen. */
    constructor(element, onChange) {
        this.#element = element;
        definePieces();
        const pieces = [...KINDS.toUpperCase(), ...KINDS].map(letter =>
            createTool(letter, pieceName(letter), createPicture(letter)));
        element.append(createTool(HAND, 'move pieces', '✥'), ...pieces,
                       createTool(ERASER, 'remove pieces', '⌫'));
        element.querySelector('input').checked = true;
        element.addEventListener('change', event => {
            event.stopPropagation();
            onChange();
        });
    }

    /** The letter of the piece to put on squares, '.' to empty them; null: pieces are moved. */
    get piece() {
        const { value } = this.#element.querySelector(':checked');
        return value === HAND ? null : value;
    }

    /** Is this the letter of a piece? */
    has(letter) {
        return this.#tools().some(({ hidden, control }) => !hidden && control.value === letter
            && letter !== ERASER);
    }

    /** Offers the pieces of a ruleset. */
    show({ antiking }) {
        const tools = this.#tools();
        for (const tool of tools)
            tool.hidden = !antiking && tool.control.value.toLowerCase() === 'a';
        if (this.#element.querySelector('[hidden] :checked'))
            tools[0].control.checked = true;
    }

    #tools() {
        return [...this.#element.querySelectorAll('label')];
    }
}
