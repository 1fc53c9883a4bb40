// The row of buttons, and the field for typed moves.

export class ActionsView {
    #view;
    #buttons;

    /**
     * element: contains a button for each id below; form: has the field for typed moves; hint() is
     * called by the Hint button.
     */
    constructor(element, form, view, { hint }) {
        const runs = {
            first: () => view.goTo(view.tree.root),
            back: () => view.goTo(view.node.parent),
            forward: () => view.goTo(view.node.children[0]),
            last: () => view.goTo(view.tree.lineFrom(view.node).at(-1)),
            undo: () => view.match.undo(),
            redo: () => view.match.redo(),
            hint,
            pass: () => this.#play('0000'),
            flip: () => view.flip(),
            pause: () => view.match.setPaused(!view.match.isPaused),
            'offer-draw': () => view.match.offerDraw(),
            'accept-draw': () => view.match.acceptDraw(),
            resign: () => view.match.resign(),
            'play-on': () => view.playOn(),
            return: () => view.setMode('play'),
        };
        this.#view = view;
        this.#buttons = Object.fromEntries(Object.keys(runs).map(id =>
            [id, element.querySelector(`#${id}`)]));
        for (const [id, run] of Object.entries(runs))
            this.#buttons[id].addEventListener('click', run);
        form.addEventListener('keydown', ({ key }) => key === 'Escape' && view.takeHalfBack());
        form.addEventListener('submit', event => this.#type(event));
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        const view = this.#view;
        const { match } = view;
        const plays = view.mode === 'play';
        const isOver = match.ending !== null;
        const hidden = {
            first: plays,
            back: plays,
            forward: plays,
            last: plays,
            undo: !plays,
            redo: !plays,
            hint: !plays,
            pass: !view.canPass,
            pause: !plays || isOver || !(match.isDemonstration || match.isPaused),
            'offer-draw': !plays || !match.canOffer,
            'accept-draw': !plays || !match.offer,
            resign: !plays || isOver || match.isDemonstration,
            'play-on': plays || !view.player,
            return: plays || view.study?.match === match || match.tip.parent === null,
        };
        const disabled = {
            first: !view.node.parent,
            back: !view.node.parent,
            forward: !view.node.children.length,
            last: !view.node.children.length,
            undo: !match.canUndo,
            redo: !match.canRedo,
            hint: !view.isPersonToMove,
            resign: match.tip.parent === null,
        };
        for (const [id, isHidden] of Object.entries(hidden))
            this.#buttons[id].hidden = isHidden;
        for (const [id, isDisabled] of Object.entries(disabled))
            this.#buttons[id].disabled = isDisabled;
        this.#buttons.pause.textContent = match.isPaused ? 'Continue' : 'Pause';
    }

    #play(text) {
        try {
            this.#view.moveText(text);
            return true;
        } catch (error) {
            this.#view.say(error.message);
            return false;
        }
    }

    #type(event) {
        event.preventDefault();
        const field = event.target.querySelector('input');
        const text = field.value.trim();
        if (!text)
            return;
        if (!this.#view.isPersonToMove)
            this.#view.say('It is not your turn.');
        else if (this.#play(text))
            field.value = '';
        else
            field.select();
    }
}
