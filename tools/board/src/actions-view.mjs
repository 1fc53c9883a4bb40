// The row of buttons, and the field for typed moves.

export class ActionsView {
    #session;
    #buttons;

    /**
     * element: contains a button for each id below; form: has the field for typed moves; hint() is
     * called by the Hint button.
     */
    constructor(element, form, session, { hint }) {
        const runs = {
            back: () => session.goTo(session.node.parent),
            forward: () => session.goTo(session.node.children[0]),
            undo: () => session.undo(),
            redo: () => session.redo(),
            hint,
            pass: () => this.#play('0000'),
            flip: () => session.flip(),
            pause: () => session.setPaused(!session.isPaused),
            resign: () => session.resign(),
            'play-on': () => session.playOn(),
            again: () => session.newGame(),
            return: () => session.returnToGame(),
        };
        this.#session = session;
        this.#buttons = Object.fromEntries(Object.keys(runs).map(id =>
            [id, element.querySelector(`#${id}`)]));
        for (const [id, run] of Object.entries(runs))
            this.#buttons[id].addEventListener('click', run);
        form.addEventListener('keydown', ({ key }) => key === 'Escape' && session.takeHalfBack());
        form.addEventListener('submit', event => this.#type(event));
        session.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        const session = this.#session;
        const { back, forward, undo, redo, hint, pass, pause, resign, again } = this.#buttons;
        const plays = session.mode === 'play';
        const isOver = session.resultAt(session.tip) !== null;
        back.hidden = forward.hidden = plays;
        back.disabled = !session.node.parent;
        forward.disabled = !session.node.children.length;
        undo.disabled = !session.canUndo;
        redo.disabled = !session.canRedo;
        undo.hidden = redo.hidden = !plays;
        hint.disabled = !session.isPersonToMove;
        hint.hidden = !plays;
        pass.hidden = !session.canPass;
        pause.hidden = !plays || !session.isDemonstration || isOver;
        pause.textContent = session.isPaused ? 'Continue' : 'Pause';
        resign.hidden = !plays || session.isDemonstration || isOver;
        resign.disabled = session.tip.parent === null;
        again.hidden = !plays || !isOver;
        this.#buttons['play-on'].hidden = plays || !session.player;
        this.#buttons.return.hidden = !session.canReturn;
    }

    #play(text) {
        try {
            this.#session.moveText(text);
            return true;
        } catch (error) {
            this.#session.say(error.message);
            return false;
        }
    }

    #type(event) {
        event.preventDefault();
        const field = event.target.querySelector('input');
        const text = field.value.trim();
        if (!text)
            return;
        if (!this.#session.isPersonToMove)
            this.#session.say('It is not your turn.');
        else if (this.#play(text))
            field.value = '';
        else
            field.select();
    }
}
