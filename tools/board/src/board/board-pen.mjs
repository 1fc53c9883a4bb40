// Arrows and circles drawn with the right button, or with Shift and Enter on two squares.

const COLOURS = ['green', 'red', 'blue', 'yellow'];

export class BoardPen {
    #grid;
    #listeners;
    #drawing = null; // { from, to, colour }

    /** onChange(drawing): what is being drawn, or null; onDraw(drawing): it is finished. */
    constructor(grid, { onChange, onDraw }) {
        this.#grid = grid;
        this.#listeners = { onChange, onDraw };
        const listen = (type, listener) => grid.element.addEventListener(type, listener);
        listen('pointerdown', event => this.#down(event));
        listen('pointermove', event => this.#move(event));
        listen('pointerup', event => event.button === 2 && this.#finish());
        listen('pointercancel', () => this.#change(null));
        listen('contextmenu', event => event.preventDefault());
        listen('keydown', event => this.#press(event));
        listen('focusin', ({ target }) => this.#goTo(grid.squareOf(target)));
    }

    #change(drawing) {
        this.#drawing = drawing;
        this.#listeners.onChange(drawing);
    }

    #begin(square, isOther, isThird) {
        this.#change({ from: square, to: square, colour: COLOURS[(isOther ? 1 : 0) + (isThird ? 2 : 0)] });
    }

    #goTo(to) {
        if (this.#drawing && to && to !== this.#drawing.to)
            this.#change({ ...this.#drawing, to });
    }

    #finish() {
        const drawing = this.#drawing;
        this.#change(null);
        if (drawing)
            this.#listeners.onDraw(drawing);
    }

    #down(event) {
        const square = this.#grid.squareOf(event.target);
        if (event.button !== 2 || event.pointerType === 'touch' || !square)
            return;
        this.#grid.element.setPointerCapture(event.pointerId);
        this.#begin(square, event.shiftKey || event.ctrlKey, event.altKey || event.metaKey);
    }

    #move({ buttons, clientX, clientY }) {
        if (buttons & 2)
            this.#goTo(this.#grid.pointAt(clientX, clientY).square);
    }

    #press(event) {
        if (event.key === 'Escape' && this.#drawing)
            this.#change(null);
        else if (!event.shiftKey || (event.key !== 'Enter' && event.key !== ' '))
            return;
        else if (this.#drawing)
            this.#finish();
        else
            this.#begin(this.#grid.squareOf(event.target), event.ctrlKey, event.altKey);
        event.preventDefault();
        event.stopPropagation();
    }
}
