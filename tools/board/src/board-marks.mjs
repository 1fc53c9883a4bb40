// What is drawn on the board besides the pieces: coordinates, marked squares, arrows.
import { Extension, EXTENSION_POINT } from 'cm-chessboard/src/model/Extension.js';
import { Svg } from 'cm-chessboard/src/lib/Svg.js';

// Shapes on a square of 40 units, from the lowest layer up. Each kind has its own shape, so that no
// two are told apart by their colours alone.
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
    check: [SQUARE, ['path', { d: 'M3 3h34v34h-34z' }]],
    unattacked: [SQUARE, ['circle', { cx: 20, cy: 20, r: 18 }]],
    selected: [SQUARE, FRAME],
    mustCapture: [RING, RING],
    mayCapture: [RING, RING],
    reason: [DIAMOND],
    target: [DOT],
    capture: [CORNERS],
};

// An arrow along the x axis: the outline of shaft and head, in squares.
function arrowOutline(length, width) {
    const start = 0.25;
    const neck = length - 0.42;
    const tip = length - 0.08;
    const barb = 2.4 * width;
    return `M${start} ${-width}H${neck}V${-barb}L${tip} 0L${neck} ${barb}V${width}H${start}Z`;
}

const ARROW_WIDTHS = { best: 0.1, hint: 0.1, other: 0.06 };

/** Draws marks: a list of [kind, square], kinds as in SHAPES; and arrows: {from, to, kind}. */
export class BoardMarks extends Extension {
    #below;
    #above;
    #marks = [];
    #arrows = [];
    #drawn = '';

    constructor(chessboard) {
        super(chessboard);
        this.#below = Svg.addElement(chessboard.view.markersLayer, 'g');
        this.#above = Svg.addElement(chessboard.view.markersTopLayer, 'g');
        this.registerExtensionPoint(EXTENSION_POINT.afterRedrawBoard, () => this.#draw());
    }

    show(marks, arrows) {
        this.#marks = marks;
        this.#arrows = arrows;
        const key = JSON.stringify([marks, arrows]);
        if (key !== this.#drawn)
            this.#draw();
        this.#drawn = key;
    }

    #draw() {
        this.#below.replaceChildren();
        this.#above.replaceChildren();
        for (const kind of Object.keys(SHAPES)) {
            for (const [, square] of this.#marks.filter(mark => mark[0] === kind))
                this.#drawMark(kind, square);
        }
        this.#drawCoordinates();
        for (const arrow of this.#arrows)
            this.#drawArrow(arrow);
    }

    #drawMark(kind, square) {
        const { x, y } = this.chessboard.view.squareToPoint(square);
        const scale = this.chessboard.view.squareWidth / 40;
        const group = Svg.addElement(this.#below, 'g', {
            class: `mark mark-${kind}`, 'data-mark': kind, 'data-on': square,
            transform: `translate(${x} ${y}) scale(${scale})`,
        });
        for (const [name, attributes] of SHAPES[kind])
            Svg.addElement(group, name, { ...attributes });
    }

    #drawCoordinates() {
        const { view } = this.chessboard;
        const size = view.squareWidth;
        const add = (square, text, dx, dy, anchor) => {
            const { x, y } = view.squareToPoint(square);
            Svg.addElement(this.#below, 'text', {
                class: 'coordinate', x: x + dx * size, y: y + dy * size,
                'font-size': Math.max(size * 0.17, 8), 'text-anchor': anchor,
            }).textContent = text;
        };
        const black = this.chessboard.getOrientation() === 'b';
        for (let i = 0; i < 8; i++) {
            add(`${'abcdefgh'[i]}${black ? 8 : 1}`, 'abcdefgh'[i], 0.95, 0.95, 'end');
            add(`${black ? 'h' : 'a'}${i + 1}`, String(i + 1), 0.05, 0.2, 'start');
        }
    }

    #drawArrow({ from, to, kind }) {
        const { view } = this.chessboard;
        const size = view.squareWidth;
        if (!size)
            return; // the board is hidden; it is drawn again when it is shown
        const start = view.squareToPoint(from);
        const end = view.squareToPoint(to);
        const [dx, dy] = [(end.x - start.x) / size, (end.y - start.y) / size];
        const angle = Math.atan2(dy, dx) * 180 / Math.PI;
        Svg.addElement(this.#above, 'path', {
            class: `arrow arrow-${kind}`, 'data-arrow': `${from}${to}`,
            d: arrowOutline(Math.hypot(dx, dy), ARROW_WIDTHS[kind]),
            transform: `translate(${start.x + size / 2} ${start.y + size / 2}) scale(${size}) `
                + `rotate(${angle})`,
        });
    }
}
