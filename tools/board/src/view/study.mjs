// A game that is analysed: a tree of its own, with variations that are played, annotated, put in
// another order and removed. It has been opened, or is a copy of a match and follows that.
//
// Events, as the View's: 'turn', 'note', and 'change', which is the last of them.
import { setComment, setDrawings } from '../game/notes.mjs';
import { whatHappened } from '../game/turns.mjs';

export class Study extends EventTarget {
    tree;
    /** The position shown. */
    node;
    /** The first half of the turn that is being made there, or null. */
    half = null;
    /** The Match of which it is a copy, or null. */
    match;
    /** Grows with everything that is to be kept. */
    version = 0;
    #removed = null; // { node, index, shown }: the variation that was removed last

    constructor(tree, { node = tree.root, match = null } = {}) {
        super();
        this.tree = tree;
        this.node = node.children.length ? node : tree.settle(node);
        this.match = match;
    }

    /** Copies the turns that the match has played since, and shows the position of its node. */
    follow(shown) {
        const { tree, match } = this;
        const repeat = last => match.tree.path(last).slice(1).reduce((at, { turn, notes }) => {
            const node = tree.play(at, turn);
            if (notes.clock !== undefined)
                tree.setClock(node, notes.clock);
            return node;
        }, tree.root);
        const end = repeat(match.tip);
        tree.promote(end);
        Object.assign(tree, { outcome: match.ending, ended: end });
        this.node = repeat(shown);
    }

    goTo(node) {
        this.#show(node);
        this.#changed();
    }

    #show(node) {
        if (node !== this.node)
            this.half = null;
        this.node = node;
    }

    /** Plays a turn, in any notation, in the position shown. */
    play(turn) {
        const { tree } = this;
        const node = tree.play(this.node, turn);
        this.half = null;
        this.#show(tree.settle(node));
        this.version++;
        this.#emit('turn', whatHappened(tree, node));
        this.#changed();
    }

    setHalf(half) {
        this.half = half;
        this.#changed();
    }

    #emit(type, detail = null) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    #changed() {
        this.#emit('change');
    }

    #edited() {
        this.version++;
        this.#changed();
    }

    // --- notes ---

    /**
     * Changes what is told of a position: comment (a text), drawings, glyphs, or what the engine has
     * found, { evaluation, depth, best }.
     */
    annotate(node, { comment, drawings, glyphs, ...found }) {
        if (comment !== undefined)
            setComment(node, comment);
        if (drawings !== undefined)
            setDrawings(node, drawings);
        if (glyphs !== undefined)
            node.notes.glyphs = glyphs.length ? glyphs : undefined;
        if (found.evaluation)
            this.#keepEvaluation(node, found);
        this.version++;
        this.#emit('note', { node, isEngines: found.evaluation !== undefined });
    }

    // A deeper search is not replaced by one that is less deep.
    #keepEvaluation(node, { evaluation, depth, best = null }) {
        if (node.evaluation && (depth ?? 0) < (node.notes.depth ?? 0))
            return;
        node.evaluation = evaluation;
        node.best = best;
        Object.assign(node.notes, { depth, nodes: undefined });
    }

    // --- variations ---

    /** Makes the line to a node the main one. */
    promote(node) {
        this.tree.promote(node);
        this.#edited();
    }

    /** Moves a variation so many places down among those that replace the same turn, or up. */
    move(node, places) {
        const { children } = node.parent;
        const index = children.indexOf(node) + places;
        this.tree.remove(node);
        this.tree.insert(node, index);
        this.#edited();
    }

    /** Removes a node and what follows it. */
    remove(node) {
        const { node: shown, tree } = this;
        const index = node.parent?.children.indexOf(node);
        tree.remove(node);
        this.#removed = { node, index, shown };
        if (tree.path(shown).includes(node))
            this.#show(node.parent);
        this.#edited();
    }

    /** Whether restore() can work: not if the removed turn has been played again. */
    get canRestore() {
        const { node } = this.#removed ?? {};
        return Boolean(node) && node.parent.children.every(({ turn }) => turn !== node.turn);
    }

    /** Brings back what was removed last. */
    restore() {
        if (!this.canRestore)
            return;
        const { node, index, shown } = this.#removed;
        this.#removed = null;
        this.tree.insert(node, index);
        this.#show(shown);
        this.#edited();
    }
}
