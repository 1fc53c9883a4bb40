// The board as a grid of 64 cells, for the keyboard, for screen readers and for clicks.
import { createElement } from '../dom.mjs';
import { SQUARES } from '../squares.mjs';

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function setAttribute(element, name, value) {
    if (value === null)
        element.removeAttribute(name);
    else if (element.getAttribute(name) !== value)
        element.setAttribute(name, value);
}

/** Cells stay where they are when the board is turned; the squares that they stand for change. */
export class BoardGrid {
    #cells = [];
    #turned = false;
    #current; // the cell that the Tab key reaches
    #onActivate;

    /** onActivate(square): Enter, the space bar, or a click. */
    constructor(parent, onActivate) {
        this.#onActivate = onActivate;
        this.#cells = SQUARES.map(() => createElement('div', { role: 'gridcell', tabIndex: -1 }));
        const rows = [0, 1, 2, 3, 4, 5, 6, 7].map(row =>
            createElement('div', { role: 'row' }, ...this.#cells.slice(8 * row, 8 * row + 8)));
        this.element = createElement('div', { role: 'grid', className: 'board-grid' }, ...rows);
        parent.append(this.element);
        this.element.addEventListener('keydown', event => this.#press(event));
        this.element.addEventListener('focusin', event => {
            if (this.squareOf(event.target))
                this.#setCurrent(event.target);
        });
        this.element.addEventListener('click', event => {
            const square = this.squareOf(event.target);
            if (square)
                onActivate(square);
        });
        this.turn(false);
        this.setCurrent('e2');
    }

    /** Whether Black is at the bottom. */
    turn(turned) {
        const square = this.element.contains(document.activeElement)
            ? this.squareOf(document.activeElement) : null;
        this.#turned = turned;
        this.#cells.forEach((cell, i) => {
            cell.dataset.square = SQUARES[turned ? 63 - (i ^ 56) : i ^ 56];
        });
        const below = turned ? 'Black' : 'White';
        this.element.setAttribute('aria-label', `Board, ${below} at the bottom`);
        if (square)
            this.focus(square);
    }

    /** The square of a cell; undefined for any other element. */
    squareOf(element) {
        return this.element.contains(element) ? element.dataset.square : undefined;
    }

    /**
     * A point of the window on the board, in units of which a square has 40, and its square; that is undefined outside
     * the board.
     */
    pointAt(clientX, clientY) {
        const { left, top, width, height } = this.element.getBoundingClientRect();
        const [x, y] = [(clientX - left) / width * 320, (clientY - top) / height * 320];
        const isInside = x >= 0 && x < 320 && y >= 0 && y < 320;
        const cell = isInside && this.#cells[Math.floor(y / 40) * 8 + Math.floor(x / 40)];
        return { x, y, square: cell ? cell.dataset.square : undefined };
    }

    cell(square) {
        const i = SQUARES.indexOf(square) ^ 56;
        return this.#cells[this.#turned ? 63 - i : i];
    }

    /** Makes a square the one that the Tab key reaches. */
    setCurrent(square) {
        this.#setCurrent(this.cell(square));
    }

    /** Puts the focus on a square, by default the current one. */
    focus(square) {
        (square ? this.cell(square) : this.#current).focus();
    }

    /** describe(square): {label, selected, movable}. */
    update(describe) {
        for (const cell of this.#cells) {
            const { label, selected, movable } = describe(cell.dataset.square);
            setAttribute(cell, 'aria-label', label);
            setAttribute(cell, 'aria-selected', selected ? 'true' : null);
            setAttribute(cell, 'data-movable', movable ? '' : null);
        }
    }

    #setCurrent(cell) {
        if (this.#current)
            this.#current.tabIndex = -1;
        this.#current = cell;
        cell.tabIndex = 0;
    }

    #press(event) {
        if (event.altKey || event.ctrlKey || event.metaKey)
            return;
        const step = STEPS[event.key];
        if (step)
            this.#step(...step);
        else if ((event.key === 'Enter' || event.key === ' ') && !event.shiftKey)
            this.#onActivate(this.squareOf(event.target));
        else
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    #step(right, down) {
        const i = this.#cells.indexOf(this.#current);
        const column = i % 8 + right;
        const row = Math.floor(i / 8) + down;
        if (column >= 0 && column < 8 && row >= 0 && row < 8)
            this.#cells[row * 8 + column].focus();
    }
}
