// What can be done with the turn that is shown: a comment, glyphs, its place among the variations,
// and its deletion, which can be undone.
import { commentOf } from '../game/notes.mjs';
import { GLYPHS, glyphOf, withGlyph } from './glyphs.mjs';

const NAMES = { turn: 'Turn', position: 'Position' };

export class TurnActions {
    #element;
    #buttons;
    #dialog;
    #view;
    #node = null; // the node whose comment the dialog edits

    /**
     * element: contains the buttons .comment, .up, .down, .promote, .remove and .restore, and a
     * <select> for each kind of GLYPHS, of that name; dialog: has a form with a <textarea>.
     */
    constructor({ element, dialog }, view) {
        this.#element = element;
        this.#view = view;
        this.#dialog = dialog;
        const runs = {
            comment: () => this.comment(),
            up: () => view.study.move(view.node, -1),
            down: () => view.study.move(view.node, 1),
            promote: () => view.study.promote(view.node),
            remove: () => view.study.remove(view.node),
            restore: () => view.study.restore(),
        };
        this.#buttons = Object.fromEntries(Object.keys(runs).map(name =>
            [name, element.querySelector(`.${name}`)]));
        for (const [name, run] of Object.entries(runs))
            this.#buttons[name].addEventListener('click', () => this.#run(name, run));
        for (const kind of Object.keys(GLYPHS))
            this.#makeGlyphs(kind);
        dialog.querySelector('form').addEventListener('submit', event => this.#save(event));
        dialog.querySelector('textarea').addEventListener('keydown', event => {
            if (event.key === 'Enter' && !event.shiftKey)
                this.#save(event);
        });
        for (const type of ['change', 'note'])
            view.addEventListener(type, () => this.#update());
        this.#update();
    }

    /** Asks for the comment on the position shown. */
    comment() {
        if (this.#dialog.open)
            return;
        const field = this.#dialog.querySelector('textarea');
        this.#node = this.#view.node;
        field.value = commentOf(this.#node);
        this.#dialog.showModal();
        field.select();
    }

    #glyphField(kind) {
        return this.#element.querySelector(`select[name=${kind}]`);
    }

    #makeGlyphs(kind) {
        const field = this.#glyphField(kind);
        field.append(new Option(`${NAMES[kind]} …`, ''), ...GLYPHS[kind].map(([glyph, sign, meaning]) =>
            new Option(`${sign} ${meaning}`, glyph)));
        field.addEventListener('change', () => {
            const { node } = this.#view;
            const glyph = field.value ? Number(field.value) : null;
            const glyphs = withGlyph(node.notes.glyphs ?? [], kind, glyph);
            this.#view.study.annotate(node, { glyphs });
        });
    }

    #save(event) {
        event.preventDefault();
        const comment = this.#dialog.querySelector('textarea').value.trim();
        this.#view.study.annotate(this.#node, { comment });
        this.#dialog.close();
    }

    // If the pressed button is hidden by that, another one gets the focus.
    #run(name, run) {
        run();
        if (this.#buttons[name].hidden)
            Object.values(this.#buttons).findLast(({ hidden }) => !hidden).focus();
    }

    #update() {
        const { mode, node, tree, study } = this.#view;
        if (mode !== 'analysis')
            return;
        const { comment, up, down, promote, remove, restore } = this.#buttons;
        const others = node.parent?.children ?? [node];
        comment.textContent = commentOf(node) ? 'Edit comment' : 'Comment';
        for (const kind of Object.keys(GLYPHS)) {
            const field = this.#glyphField(kind);
            field.value = glyphOf(node.notes.glyphs ?? [], kind) ?? '';
            field.disabled = node.parent === null;
        }
        up.hidden = others.indexOf(node) < 1;
        down.hidden = others.indexOf(node) === others.length - 1;
        promote.hidden = tree.isMain(node);
        remove.hidden = node.parent === null;
        restore.hidden = !study.canRestore;
    }
}
