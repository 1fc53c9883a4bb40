// The buttons below the list of moves: comment on the turn shown, make its line the main one,
// delete it, and undo the deletion.

export class VariationActions {
    #buttons;
    #dialog;
    #session;
    #node = null; // the node whose comment the dialog edits

    /**
     * element: contains the buttons .comment, .promote, .remove and .restore; dialog: has a form
     * with a <textarea>, and a button .cancel.
     */
    constructor({ element, dialog }, session) {
        this.#session = session;
        this.#dialog = dialog;
        const runs = {
            comment: () => this.comment(),
            promote: () => session.promoteVariation(session.node),
            remove: () => session.removeVariation(session.node),
            restore: () => session.restoreVariation(),
        };
        this.#buttons = Object.fromEntries(Object.keys(runs).map(name =>
            [name, element.querySelector(`.${name}`)]));
        for (const [name, run] of Object.entries(runs))
            this.#buttons[name].addEventListener('click', () => this.#run(name, run));
        dialog.querySelector('form').addEventListener('submit', event => this.#save(event));
        dialog.querySelector('.cancel').addEventListener('click', () => dialog.close());
        dialog.querySelector('textarea').addEventListener('keydown', event => {
            if (event.key === 'Enter' && !event.shiftKey)
                this.#save(event);
        });
        session.addEventListener('change', () => this.#update());
        this.#update();
    }

    /** Asks for the comment on the position shown. */
    comment() {
        if (this.#dialog.open)
            return;
        const field = this.#dialog.querySelector('textarea');
        this.#node = this.#session.node;
        field.value = this.#node.comment;
        this.#dialog.showModal();
        field.select();
    }

    #save(event) {
        event.preventDefault();
        const comment = this.#dialog.querySelector('textarea').value.trim();
        this.#session.annotate(this.#node, { comment });
        this.#dialog.close();
    }

    // If the pressed button is hidden by that, another one gets the focus.
    #run(name, run) {
        run();
        if (this.#buttons[name].hidden)
            Object.values(this.#buttons).findLast(({ hidden }) => !hidden).focus();
    }

    #update() {
        const session = this.#session;
        const { node, tree } = session;
        const { comment, promote, remove, restore } = this.#buttons;
        comment.textContent = node.comment ? 'Edit comment' : 'Comment';
        promote.hidden = tree.isMain(node);
        remove.hidden = !session.canRemove(node);
        restore.hidden = !session.canRestore;
    }
}
