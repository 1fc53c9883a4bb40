// The picture of a board: squares, coordinates, marks, pieces, arrows. A square has 40 units; the picture fills its
// parent, so nothing is drawn again when that changes its size.
import { colourOf, definePieces, shapeOf } from '../pieces.mjs';
import { SQUARES, indexOf } from '../squares.mjs';
import { createShape } from '../svg.mjs';

const SIZE = 40;
const SLIDE_MS = 200;

// Shapes on a square, from the lowest layer up. Each kind has its own shape, so that no two are told apart by their
// colours alone.
const SQUARE = ['rect', { width: 40, height: 40 }];
const FRAME = ['rect', { x: 1.5, y: 1.5, width: 37, height: 37, rx: 3 }];
const RING = ['circle', { cx: 20, cy: 20, r: 17.5 }];
const DOT = ['circle', { cx: 20, cy: 20, r: 6 }];
const DIAMOND = ['path', { d: 'M20 1.5L38.5 20L20 38.5L1.5 20z' }];
const CORNERS = ['path', { d: 'M0 0h12L0 12zM40 0v12L28 0zM40 40h-12L40 28zM0 40v-12L12 40z' }];
const SHAPES = {
    first: [SQUARE],
    second: [SQUARE, FRAME],
    half: [SQUARE, FRAME],
    premove: [SQUARE, DIAMOND],
    check: [SQUARE, ['path', { d: 'M3 3h34v34h-34z' }]],
    unattacked: [SQUARE, ['circle', { cx: 20, cy: 20, r: 18 }]],
    selected: [SQUARE, FRAME],
    mustCapture: [RING, RING],
    mayCapture: [RING, RING],
    reason: [DIAMOND],
    target: [DOT],
    capture: [CORNERS],
};

const ARROW_WIDTHS = { best: 4, hint: 4, other: 2.4, drawn: 3.6 };

// An arrow along the x axis: the outline of shaft and head.
function arrowOutline(length, width) {
    const start = 10, neck = length - 17, tip = length - 3, barb = 2.4 * width;
    return `M${start} ${-width}H${neck}V${-barb}L${tip} 0L${neck} ${barb}V${width}H${start}Z`;
}

const DARK = SQUARES.map((_, i) => [i % 8, Math.floor(i / 8)]).filter(([x, y]) => (x + y) % 2)
    .map(([x, y]) => `M${SIZE * x} ${SIZE * y}h${SIZE}v${SIZE}h${-SIZE}z`).join('');

export class BoardPicture {
    #turned = false;
    #layers = {};
    #pieces = new Map(); // by square
    #slides = []; // animations
    #dragged = null; // a piece
    #marks = ''; // what is drawn, as text
    #arrows = '';

    constructor(parent) {
        definePieces();
        const picture = createShape('svg', { class: 'board-picture', viewBox: '0 0 320 320', 'aria-hidden': 'true' },
            createShape('rect', { class: 'light', width: 320, height: 320 }),
            createShape('path', { class: 'dark', d: DARK }));
        for (const name of ['marks', 'coordinates', 'pieces', 'arrows'])
            picture.append(this.#layers[name] = createShape('g', { class: name }));
        parent.append(picture);
        this.#drawCoordinates();
    }

    /** Puts Black at the bottom, or White; show() must follow. */
    turn(turned) {
        this.#turned = turned;
        this.#marks = this.#arrows = '';
        this.#drawCoordinates();
        for (const [square, piece] of this.#pieces)
            this.#put(piece, square);
    }

    /**
     * Draws the pieces of a board, 64 letters from a1. slides: whether those that have moved slide there; the one that
     * is dragged does not.
     */
    showPieces(board, slides = false) {
        const isResting = this.#slides.every(({ playState }) => playState !== 'running');
        this.#slides.forEach(slide => slide.cancel());
        this.#slides = [];
        const gone = [...this.#pieces].filter(([square, { dataset }]) =>
            dataset.letter !== board[indexOf(square)]);
        gone.forEach(([square]) => this.#pieces.delete(square));
        for (const square of SQUARES) {
            const letter = board[indexOf(square)];
            if (colourOf(letter) !== null && !this.#pieces.has(square))
                this.#arrive(square, letter, gone, slides && isResting);
        }
        gone.forEach(([, piece]) => piece.remove());
    }

    // Puts a piece on a square: the nearest of those that have gone, or a new one.
    #arrive(square, letter, gone, slides) {
        const distance = ([from]) => {
            const [a, b] = [this.#place(from), this.#place(square)];
            return Math.hypot(a.x - b.x, a.y - b.y);
        };
        const [nearest] = gone.filter(([, { dataset }]) => dataset.letter === letter)
            .sort((one, two) => distance(one) - distance(two));
        const piece = nearest?.[1] ?? createShape('use',
            { href: `#${shapeOf(letter)}`, 'data-letter': letter });
        if (nearest)
            gone.splice(gone.indexOf(nearest), 1);
        this.#pieces.set(square, piece);
        this.#layers.pieces.append(piece);
        if (nearest && slides && piece !== this.#dragged)
            this.#slide(piece, nearest[0], square);
        this.#put(piece, square);
    }

    #put(piece, square) {
        const { x, y } = this.#place(square);
        piece.setAttribute('transform', `translate(${x} ${y})`);
    }

    #slide(piece, ...squares) {
        const transform = squares.map(square => this.#place(square)).map(({ x, y }) => `translate(${x}px, ${y}px)`);
        this.#slides.push(piece.animate({ transform }, { duration: SLIDE_MS, easing: 'ease-in-out' }));
    }

    /** Draws the piece of a square with its centre at a point, in units, until drop(). */
    drag(square, { x, y }) {
        const piece = this.#pieces.get(square);
        if (piece !== this.#dragged) {
            this.drop();
            this.#dragged = piece;
            piece.getAnimations().forEach(animation => animation.cancel());
            piece.classList.add('dragged');
            this.#layers.pieces.append(piece); // above the others
        }
        piece.style.transform = `translate(${x - SIZE / 2}px, ${y - SIZE / 2}px)`;
    }

    /** Puts the dragged piece, if there is one, on its square. */
    drop() {
        this.#dragged?.classList.remove('dragged');
        this.#dragged?.style.removeProperty('transform');
        this.#dragged = null;
    }

    /** The centre of a square, in units. */
    centre(square) {
        const { x, y } = this.#place(square);
        return { x: x + SIZE / 2, y: y + SIZE / 2 };
    }

    /** Draws a list of [kind, square], kinds as in SHAPES. */
    showMarks(marks) {
        const text = marks.join(' ');
        if (text === this.#marks)
            return;
        this.#marks = text;
        this.#layers.marks.replaceChildren(...Object.keys(SHAPES).flatMap(kind =>
            marks.filter(mark => mark[0] === kind).map(([, square]) => this.#mark(kind, square))));
    }

    /** Draws arrows: { from, to, kind, colour }; those from a square to itself are circles. */
    showArrows(arrows) {
        const text = JSON.stringify(arrows);
        if (text === this.#arrows)
            return;
        this.#arrows = text;
        this.#layers.arrows.replaceChildren(...arrows.map(arrow => this.#arrow(arrow)));
    }

    // The upper left corner of a square.
    #place(square) {
        const i = indexOf(square), [x, y] = [i % 8, 7 - Math.floor(i / 8)];
        return this.#turned ? { x: SIZE * (7 - x), y: SIZE * (7 - y) } : { x: SIZE * x, y: SIZE * y };
    }

    #mark(kind, square) {
        const { x, y } = this.#place(square);
        return createShape('g', { class: `mark mark-${kind}`, 'data-mark': kind, 'data-on': square,
            transform: `translate(${x} ${y})` }, ...SHAPES[kind].map(shape => createShape(...shape)));
    }

    #arrow({ from, to, kind, colour = '' }) {
        const [start, end] = [this.centre(from), this.centre(to)];
        const attributes = { class: `arrow arrow-${kind} ${colour}`.trim(), 'data-arrow': from + to };
        if (from === to)
            return createShape('circle', { ...attributes, cx: start.x, cy: start.y, r: 17.5 });
        const [dx, dy] = [end.x - start.x, end.y - start.y];
        return createShape('path', { ...attributes, d: arrowOutline(Math.hypot(dx, dy), ARROW_WIDTHS[kind]),
            transform: `translate(${start.x} ${start.y}) rotate(${Math.atan2(dy, dx) * 180 / Math.PI})` });
    }

    #drawCoordinates() {
        const names = this.#turned ? ['hgfedcba', '12345678'] : ['abcdefgh', '87654321'];
        const write = (text, x, y, anchor) => {
            const shape = createShape('text', { x, y, 'text-anchor': anchor });
            shape.textContent = text;
            return shape;
        };
        this.#layers.coordinates.replaceChildren(
            ...[...names[0]].map((text, i) => write(text, SIZE * (i + 1) - 2, 318, 'end')),
            ...[...names[1]].map((text, i) => write(text, 2, SIZE * i + 8, 'start')));
    }
}
