// The list of moves: the main line, with variations between its turns.
import { markOf } from './analysis/evaluation.mjs';
import { oncePerFrame } from './frame.mjs';

export class MovesView {
    #element;
    #session;
    #buttons = new Map(); // by node
    #drawn = {}; // what is shown: { tree, node, text }

    constructor(element, session) {
        this.#element = element;
        this.#session = session;
        element.addEventListener('click', ({ target }) => this.#click(target));
        session.addEventListener('change', () => this.#update());
        // The engine annotates several times a frame.
        session.addEventListener('annotated', oncePerFrame(() => this.#update()));
        this.#update();
        // The list shrinks when the lines or the graph appear beside it.
        new ResizeObserver(() => this.#reveal()).observe(element);
    }

    #click(target) {
        const button = target.closest('button');
        for (const [node, known] of this.#buttons)
            if (known === button)
                this.#session.goTo(node);
    }

    #update() {
        const { tree, node } = this.#session;
        const text = tree.nodes().map(at => `${at.parent?.ply} ${at.turn} ${at.comment}`).join();
        const isNew = tree !== this.#drawn.tree || text !== this.#drawn.text;
        const hadFocus = this.#element.contains(document.activeElement);
        if (isNew)
            this.#draw(tree);
        this.#showMarks(tree);
        const isElsewhere = isNew || node !== this.#drawn.node;
        this.#drawn = { tree, node, text };
        if (!isElsewhere)
            return;
        this.#showCurrent(tree, node);
        if (hadFocus)
            this.#buttons.get(node)?.focus({ preventScroll: true });
        this.#reveal();
    }

    // Marks are shown in analysis only.
    #showMarks(tree) {
        const isShown = this.#session.mode === 'analysis';
        for (const [node, button] of this.#buttons) {
            const mark = isShown ? markOf(tree, node) : null;
            if (button.title === (mark?.word ?? ''))
                continue;
            button.textContent = node.label;
            if (mark)
                button.append(this.#span(`sign ${mark.word}`, mark.sign));
            button.title = mark?.word ?? '';
        }
    }

    #showCurrent(tree, node) {
        for (const [at, button] of this.#buttons) {
            button.tabIndex = at === node ? 0 : -1;
            if (at === node)
                button.setAttribute('aria-current', 'true');
            else
                button.removeAttribute('aria-current');
        }
        if (!this.#buttons.has(node) && tree.root.children.length)
            this.#buttons.get(tree.root.children[0]).tabIndex = 0;
    }

    // Scrolls the list, but not the page, to the turn of the position shown.
    #reveal() {
        const button = this.#buttons.get(this.#drawn.node);
        if (!button) {
            this.#element.scrollTop = 0;
            return;
        }
        const [list, turn] = [this.#element, button].map(part => part.getBoundingClientRect());
        if (turn.top < list.top)
            this.#element.scrollTop -= list.top - turn.top;
        else if (turn.bottom > list.bottom)
            this.#element.scrollTop += turn.bottom - list.bottom;
    }

    #draw(tree) {
        this.#buttons.clear();
        this.#element.replaceChildren(this.#lineOf(tree.root, true));
    }

    // What follows a node, with the variations in their places. Lists are kept flat for long games.
    #lineOf(first, isMain) {
        const line = document.createElement('div');
        let needsNumber = true;
        for (let node = first; node; node = node.children[0]) {
            if (node.turn !== null) {
                line.append(this.#turn(node, needsNumber), ' ');
                needsNumber = Boolean(node.comment);
            }
            if (node.comment)
                line.append(this.#span('comment', node.comment), ' ');
            const others = node === first && !isMain ? [] : node.parent?.children ?? [];
            if (node.parent && others[0] === node)
                for (const variation of others.slice(1)) {
                    line.append(this.#variation(variation), ' ');
                    needsNumber = true;
                }
        }
        return line;
    }

    #variation(node) {
        const variation = this.#lineOf(node, false);
        variation.className = 'variation';
        variation.setAttribute('role', 'group');
        variation.setAttribute('aria-label', 'Variation');
        return variation;
    }

    // A turn with its number; no line break separates the two.
    #turn(node, needsNumber) {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'turn';
        button.textContent = node.label;
        this.#buttons.set(node, button);
        const hasOwnNumber = node.player === 'white' || this.#session.ruleset.halfMoves === 2;
        if (!hasOwnNumber && !needsNumber)
            return button;
        const span = this.#span('numbered', '');
        const number = this.#span('number', `${node.number}${hasOwnNumber ? '.' : ' …'}`);
        span.append(number, '\u00a0', button);
        return span;
    }

    #span(kind, text) {
        const span = document.createElement('span');
        span.className = kind;
        span.textContent = text;
        return span;
    }
}
