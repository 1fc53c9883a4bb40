// Pieces dragged with a mouse, a pen or a finger.

const THRESHOLD = 4; // pixels that a pressed pointer may move before it drags

/**
 * Drags pieces over a BoardGrid, drawn by a BoardPicture. Tells the `board` press(square), which returns whether the piece
 * there can be dragged, dragStarted(square), and dropped(from, to), where `to` may be undefined. The dragged piece stays
 * on its new square until the promise from dropped() is settled.
 */
export class BoardDrag {
    #grid;
    #picture;
    #board;
    #press = null; // { id, square, x, y }
    #drag = null; // an object for each drag, until the piece is on its square
    #over = null;

    constructor(grid, picture, board) {
        this.#grid = grid;
        this.#picture = picture;
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

    cancel() {
        this.#press = null;
        this.#release();
    }

    #release() {
        this.#drag = null;
        this.#picture.drop();
        this.#hover(null);
    }

    #down(event) {
        const square = this.#grid.squareOf(event.target);
        if (!event.isPrimary || event.button !== 0 || !square)
            return;
        if (this.#grid.element.contains(document.activeElement))
            this.#grid.focus(square); // where the keys go on
        else
            document.activeElement?.blur();
        this.cancel();
        this.#grid.setCurrent(square);
        this.#press = { id: event.pointerId, square, x: event.clientX, y: event.clientY };
        if (!this.#board.press(square))
            this.#press = null;
    }

    #move(event) {
        const press = this.#press;
        if (!press || event.pointerId !== press.id)
            return;
        if (!this.#drag) {
            if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < THRESHOLD)
                return;
            this.#grid.element.setPointerCapture(press.id);
            this.#drag = {};
            this.#board.dragStarted(press.square);
        }
        const { x, y, square } = this.#grid.pointAt(event.clientX, event.clientY);
        this.#picture.drag(press.square, { x, y });
        this.#hover(square);
    }

    #up(event) {
        const press = this.#press;
        if (!press || event.pointerId !== press.id)
            return;
        this.#press = null;
        if (!this.#drag)
            return;
        const { square } = this.#grid.pointAt(event.clientX, event.clientY);
        if (square)
            this.#picture.drag(press.square, this.#picture.centre(square));
        this.#hover(null);
        this.#drop(press.square, square);
    }

    // While dropped() is pending, the user may have begun to drag another piece.
    async #drop(from, to) {
        const drag = this.#drag;
        try {
            await this.#board.dropped(from, to);
        } finally {
            if (drag === this.#drag)
                this.#release();
        }
    }

    #hover(square) {
        if (this.#over)
            delete this.#over.dataset.over;
        this.#over = square ? this.#grid.cell(square) : null;
        if (this.#over)
            this.#over.dataset.over = '';
    }
}
