// Pieces dragged with a mouse, a pen or a finger.
import { Svg } from 'cm-chessboard/src/lib/Svg.js';

const THRESHOLD = 4; // pixels that a pressed pointer may move before it drags

/**
 * Drags pieces over a BoardGrid. Asks the `board` canDrag(square) and shapeOn(square), and tells it
 * pressed(square), dragStarted(square), dropped(from, to), where `to` may be undefined, and
 * released(). The dragged piece stays on its new square until the promise from dropped() is
 * settled.
 */
export class BoardDrag {
    #grid;
    #board;
    #press = null; // {id, square, x, y}
    #ghost = null;
    #over = null;

    constructor(grid, board) {
        this.#grid = grid;
        this.#board = board;
        const listen = (type, listener) => grid.element.addEventListener(type, listener);
        listen('pointerdown', event => this.#down(event));
        listen('pointermove', event => this.#move(event));
        listen('pointerup', event => this.#up(event));
        listen('pointercancel', () => this.cancel());
        listen('contextmenu', () => this.cancel());
        // A click does not move the focus to the board, whose keys are not the page's.
        listen('mousedown', event => event.preventDefault());
    }

    /** The square from which a piece is being dragged, or null. */
    get from() {
        return this.#ghost && this.#press ? this.#press.square : null;
    }

    cancel() {
        this.#press = null;
        this.#release();
    }

    #release() {
        if (!this.#ghost)
            return;
        this.#ghost.remove();
        this.#ghost = null;
        this.#hover(null);
        this.#board.released();
    }

    #down(event) {
        const square = this.#grid.squareOf(event.target);
        if (!event.isPrimary || event.button !== 0 || !square)
            return;
        if (!this.#grid.element.contains(document.activeElement))
            document.activeElement?.blur();
        this.cancel();
        this.#grid.setCurrent(square);
        if (!this.#board.canDrag(square))
            return;
        this.#press = { id: event.pointerId, square, x: event.clientX, y: event.clientY };
        this.#board.pressed(square);
    }

    #move(event) {
        const press = this.#press;
        if (!press || event.pointerId !== press.id)
            return;
        if (!this.#ghost) {
            if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD)
                return;
            this.#grid.element.setPointerCapture(press.id);
            this.#createGhost(press.square);
            this.#board.dragStarted(press.square);
        }
        this.#place(event.clientX, event.clientY);
        this.#hover(this.#grid.squareAt(event.clientX, event.clientY));
    }

    #up(event) {
        const press = this.#press;
        if (!press || event.pointerId !== press.id)
            return;
        this.#press = null;
        if (!this.#ghost)
            return;
        const square = this.#grid.squareAt(event.clientX, event.clientY);
        if (square) {
            const { left, top, width, height } = this.#grid.cell(square).getBoundingClientRect();
            this.#place(left + width / 2, top + height / 2);
        }
        this.#hover(null);
        this.#drop(press.square, square);
    }

    // While dropped() is pending, the user may have begun to drag another piece.
    async #drop(from, to) {
        const ghost = this.#ghost;
        try {
            await this.#board.dropped(from, to);
        } finally {
            if (ghost === this.#ghost)
                this.#release();
        }
    }

    #createGhost(square) {
        const { width } = this.#grid.cell(square).getBoundingClientRect();
        this.#ghost = Svg.createSvg(this.#grid.element.parentElement);
        this.#ghost.setAttribute('class', 'board-ghost');
        this.#ghost.setAttribute('viewBox', '0 0 40 40');
        this.#ghost.setAttribute('width', width);
        this.#ghost.setAttribute('height', width);
        this.#ghost.setAttribute('aria-hidden', 'true');
        Svg.addElement(this.#ghost, 'use', { href: `#${this.#board.shapeOn(square)}` });
    }

    #place(x, y) {
        const { left, top, width } = this.#grid.element.getBoundingClientRect();
        const half = width / 16;
        this.#ghost.style.transform = `translate(${x - left - half}px, ${y - top - half}px)`;
    }

    #hover(square) {
        if (this.#over)
            delete this.#over.dataset.over;
        this.#over = square ? this.#grid.cell(square) : null;
        if (this.#over)
            this.#over.dataset.over = '';
    }
}
