// The list of moves: the main line in two columns, below a turn what is said of it and what could be
// played instead, and at the end the result.
import { markOf } from '../analysis/evaluation.mjs';
import { createButton, createElement } from '../dom.mjs';
import { oncePerFrame } from '../frame.mjs';
import { commentOf, textOf } from '../game/notes.mjs';
import { meaningsOf, signsOf } from './glyphs.mjs';

const GROUP = 40; // elements

const RESULTS = { white: '1–0', black: '0–1', null: '½–½' };

const createSpan = (kind, text) => createElement('span', { className: kind }, text);

// What is said before and after a turn.
const before = node => textOf(node.notes.before);
const after = commentOf;
const glyphsOf = node => node.notes.glyphs ?? [];

// Everything that is written of a node and what follows it, to see whether it has changed.
const noteKey = node => `${before(node)}{${node.label}${glyphsOf(node)}{${after(node)}}`;
const keyOf = node => `${noteKey(node)}(${node.children.map(keyOf).join()})`;

const commentSpans = text => (text ? [createSpan('comment', text)] : []);

export class MovesView {
    #element;
    #view;
    #buttons = new Map(); // by node
    #nodes = new WeakMap(); // by button
    #rows = []; // of the main line, as drawn: { node, key, elements }
    #result = createSpan('result', '');
    #tree = null;
    #node = null; // the one that was shown last
    #noted = new Set(); // nodes whose notes have changed

    constructor(element, view) {
        this.#element = element;
        this.#view = view;
        element.append(this.#result);
        element.addEventListener('click', ({ target }) => this.#click(target.closest('button')));
        const updateSoon = oncePerFrame(() => this.#update());
        view.addEventListener('change', () => this.#update());
        // The engine annotates several times a frame.
        view.addEventListener('note', ({ detail: { node, isEngines } }) => {
            this.#noted.add(node);
            if (isEngines)
                updateSoon();
            else
                this.#update();
        });
        this.#update();
        // The list shrinks when the lines or the graph appear beside it.
        new ResizeObserver(() => this.#reveal(this.#buttons.get(this.#node))).observe(element);
    }

    #click(button) {
        if (this.#nodes.has(button))
            this.#view.goTo(this.#nodes.get(button));
    }

    #update() {
        const { tree, node, match, mode } = this.#view;
        const ending = mode === 'analysis' ? tree.outcome : match.ending;
        const hadFocus = this.#element.contains(document.activeElement);
        const isNew = this.#draw(tree);
        this.#showMarks();
        this.#result.textContent = ending ? RESULTS[ending.winner] : '';
        if (!isNew && node === this.#node)
            return;
        this.#showCurrent(node);
        if (hadFocus)
            this.#buttons.get(node)?.focus({ preventScroll: true });
        this.#reveal(this.#buttons.get(node));
    }

    // --- drawing ---

    // Draws what has changed, from its first turn on; false if nothing has.
    #draw(tree) {
        const rows = this.#listRows(tree);
        const isSame = (row, i) => row.node === this.#rows[i]?.node && row.key === this.#rows[i].key;
        const found = rows.findIndex((row, i) => !isSame(row, i));
        const first = tree === this.#tree ? found < 0 ? rows.length : found : 0;
        this.#tree = tree;
        if (first === rows.length && first === this.#rows.length)
            return false;
        for (const { elements } of this.#rows.splice(first))
            elements.forEach(element => this.#remove(element));
        for (const row of rows.slice(first)) {
            row.elements = this.#makeRow(row);
            this.#groupFor(row).append(...row.elements);
            this.#rows.push(row);
        }
        this.#element.style.setProperty('--digits', String(rows.at(-1).node.number).length);
        return true;
    }

    // Rows stand in groups, so that the browser lays out few of them again after a turn.
    #groupFor({ node }) {
        const last = this.#result.previousElementSibling;
        if (last && (last.childElementCount < GROUP || node.player === 'black'))
            return last;
        const group = createElement('div', { className: 'rows' });
        this.#result.before(group);
        return group;
    }

    #remove(element) {
        const { parentElement: group } = element;
        element.remove();
        if (!group.childElementCount)
            group.remove();
        for (const turn of [element, ...element.querySelectorAll('.turn')])
            this.#buttons.delete(this.#nodes.get(turn));
    }

    #listRows(tree) {
        const rows = [];
        let isNumbered = true; // whether the turn stands alone, so that it needs a number
        for (let node = tree.root; node; node = node.children[0]) {
            const others = node.parent?.children.slice(1) ?? [];
            isNumbered ||= Boolean(before(node));
            const key = `${isNumbered}${noteKey(node)}${others.map(keyOf).join()}`;
            rows.push({ node, isNumbered, key });
            isNumbered = Boolean(after(node)) || others.length > 0 || node === tree.root;
        }
        return rows;
    }

    #makeRow({ node, isNumbered }) {
        const others = node.parent?.children.slice(1) ?? [];
        return [...commentSpans(before(node)),
                ...node.parent ? this.#makeCells(node, isNumbered) : [],
                ...commentSpans(after(node)),
                ...others.map(other => this.#makeVariation(other))];
    }

    // A turn of mind control fills both columns.
    #makeCells(node, isNumbered) {
        const isDouble = this.#view.ruleset.halfMoves === 2;
        const button = this.#makeTurn(node);
        const number = createSpan('number', `${node.number}.`);
        button.classList.add(isDouble ? 'both' : node.player);
        if (isDouble || node.player === 'white')
            return [number, button];
        return isNumbered ? [number, createSpan('white', '…'), button] : [button];
    }

    // What follows a node of a variation, which is written like a text.
    #makeVariation(first) {
        const line = createElement('div', { className: 'variation', role: 'group', ariaLabel: 'Variation' });
        let isNumbered = true;
        for (let node = first; node; node = node.children[0]) {
            const others = node === first ? [] : node.parent.children.slice(1);
            isNumbered ||= Boolean(before(node));
            const parts = [...commentSpans(before(node)), this.#makeNumbered(node, isNumbered),
                           ...commentSpans(after(node)),
                           ...others.map(other => this.#makeVariation(other))];
            line.append(...parts.flatMap(part => [part, ' ']));
            isNumbered = Boolean(after(node)) || others.length > 0;
        }
        return line;
    }

    // No line break separates a turn from its number.
    #makeNumbered(node, isNumbered) {
        const button = this.#makeTurn(node);
        const hasOwn = node.player === 'white' || this.#view.ruleset.halfMoves === 2;
        if (!hasOwn && !isNumbered)
            return button;
        const span = createSpan('numbered', '');
        span.append(createSpan('number', `${node.number}${hasOwn ? '.' : ' …'}`), '\u00a0', button);
        return span;
    }

    #makeTurn(node) {
        const button = createButton({ className: 'turn', tabIndex: -1 });
        this.#buttons.set(node, button);
        this.#nodes.set(button, node);
        this.#noted.add(node);
        return button;
    }

    // --- marks ---

    // The file's marks; without one, in the analysis, the engine's.
    #showMarks() {
        for (const node of this.#noted)
            for (const at of [node, ...node.children])
                if (this.#buttons.has(at))
                    this.#showMark(at, this.#buttons.get(at));
        this.#noted.clear();
    }

    #showMark(node, button) {
        const mark = this.#view.mode === 'analysis' ? markOf(this.#view.tree, node) : null;
        const glyphs = glyphsOf(node);
        const [kind, sign, meaning] = glyphs.length ? ['', signsOf(glyphs), meaningsOf(glyphs)]
            : [mark?.word ?? '', mark?.sign ?? '', mark?.word ?? ''];
        button.replaceChildren(node.label);
        if (sign)
            button.append(createSpan(`sign ${kind}`, sign));
        button.title = meaning;
    }

    // --- the turn of the position shown ---

    #showCurrent(node) {
        const before = this.#buttons.get(this.#node);
        const button = this.#buttons.get(node);
        before?.removeAttribute('aria-current');
        button?.setAttribute('aria-current', 'true');
        this.#node = node;
        // The Tab key reaches one turn only.
        for (const reached of this.#element.querySelectorAll('[tabindex="0"]'))
            reached.tabIndex = -1;
        const first = this.#tree.root.children[0];
        const target = button ?? this.#buttons.get(first);
        if (target)
            target.tabIndex = 0;
    }

    // Scrolls the list, but not the page.
    #reveal(button) {
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
}
