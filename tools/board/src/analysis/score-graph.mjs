// The scores of a game as a curve: the light part is White's. It is a slider over the turns, for
// the pointer and for the keyboard.
import { createShape } from '../svg.mjs';
import { heightOf } from './evaluation.mjs';

const LEVELS = [[1000, '+10'], [300, '+3'], [0, '0'], [-300, '−3'], [-1000, '−10']];
const HALF_HEIGHT = 47; // of a game that is decided, in hundredths of the height
const DENSE_POINTS = 100;
const PAGE = 10; // turns
const STEPS = {
    ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE,
    Home: -Infinity, End: Infinity,
};

// Hundredths of the height from the top.
const yOf = score => 50 - HALF_HEIGHT * heightOf(score);

export class ScoreGraph {
    #plot;
    #onSelect;
    #onPoint;
    #points = [];
    #current = -1;

    /**
     * element: an empty element; onSelect(index): the user has chosen a position; onPoint(index):
     * the pointer is on a position, or, with null, on none.
     */
    constructor(element, { onSelect, onPoint }) {
        this.#onSelect = onSelect;
        this.#onPoint = onPoint;
        this.#plot = element;
        element.classList.add('plot');
        Object.assign(element, { tabIndex: 0, role: 'slider', ariaLabel: 'Scores of the game', ariaValueMin: '0' });
        element.addEventListener('keydown', event => this.#press(event));
        element.addEventListener('pointerdown', event => this.#grasp(event));
        element.addEventListener('pointermove', event => this.#move(event));
        element.addEventListener('pointerleave', () => this.#onPoint(null));
    }

    /**
     * points: for each position { score, mark }, as in evaluation.mjs; current: the index of the
     * position shown, or -1; text: describes it to screen readers.
     */
    show(points, current, text) {
        this.#points = points;
        this.#current = current;
        Object.assign(this.#plot, { ariaValueMax: points.length - 1, ariaValueNow: Math.max(current, 0),
                                    ariaValueText: text });
        this.#plot.replaceChildren(this.#draw());
    }

    // --- input ---

    #press(event) {
        const step = STEPS[event.key];
        if (!step || event.altKey || event.ctrlKey || event.metaKey)
            return;
        event.preventDefault();
        this.#select(this.#current + step);
    }

    #select(index) {
        const within = Math.max(0, Math.min(index, this.#points.length - 1));
        if (within === this.#current)
            return;
        this.#current = within; // the next key may come before show()
        this.#onSelect(within);
    }

    #indexAt({ clientX }) {
        const { left, width } = this.#plot.getBoundingClientRect();
        const index = Math.floor((clientX - left) / width * this.#points.length);
        return Math.max(0, Math.min(index, this.#points.length - 1));
    }

    #grasp(event) {
        if (event.button !== 0)
            return;
        this.#plot.setPointerCapture(event.pointerId);
        this.#select(this.#indexAt(event));
    }

    #move(event) {
        const index = this.#indexAt(event);
        if (this.#plot.hasPointerCapture(event.pointerId))
            this.#select(index);
        this.#onPoint(index);
    }

    // --- drawing ---

    // Whether there are too many points to draw a dot and a sign for each.
    get #isDense() {
        return this.#points.length > DENSE_POINTS;
    }

    // The middle of a column, in hundredths of the width.
    #xOf(index) {
        return 100 * (index + 0.5) / this.#points.length;
    }

    #draw() {
        const picture = createShape('svg', { 'aria-hidden': 'true' });
        const areas = createShape('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none' });
        areas.append(...this.#curves().flat());
        picture.append(areas, ...this.#levels());
        if (this.#current >= 0)
            picture.append(this.#marker());
        for (const [i, point] of this.#points.entries())
            if (point.score)
                picture.append(...this.#point(point, i));
        return picture;
    }

    #levels() {
        return LEVELS.flatMap(([cp, name]) => {
            const y = `${yOf({ cp })}%`;
            const kind = cp ? 'level' : 'zero';
            return [createShape('line', { class: kind, x1: 0, x2: '100%', y1: y, y2: y }),
                    createShape('text', { class: 'name', x: 3, y, dy: cp > 0 ? 11 : -3 }, name)];
        });
    }

    // One curve for each run of positions whose scores are known, half a column longer at both
    // ends.
    #curves() {
        const curves = [];
        for (let i = 0; i < this.#points.length; i++) {
            if (!this.#points[i].score)
                continue;
            const first = i;
            while (this.#points[i + 1]?.score)
                i++;
            curves.push(this.#curve(first, i));
        }
        return curves;
    }

    #curve(first, last) {
        const corners = [];
        for (let i = first; i <= last; i++)
            corners.push([this.#xOf(i), yOf(this.#points[i].score)]);
        const [start, end] = [this.#xOf(first - 0.5), this.#xOf(last + 0.5)];
        const line = [[start, corners[0][1]], ...corners, [end, corners.at(-1)[1]]]
            .map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L');
        return [createShape('path', { class: 'black', d: `M${line}V0H${start}z` }),
                createShape('path', { class: 'white', d: `M${line}V100H${start}z` }),
                createShape('path', { class: 'curve', d: `M${line}` })];
    }

    #marker() {
        const x = `${this.#xOf(this.#current)}%`;
        return createShape('line', { class: 'current', x1: x, x2: x, y1: 0, y2: '100%' });
    }

    #point({ score, mark }, index) {
        const [x, y] = [`${this.#xOf(index)}%`, `${yOf(score)}%`];
        const isCurrent = index === this.#current;
        const dot = (kind, r) => createShape('circle', { class: `dot ${kind}`, cx: x, cy: y, r });
        if (!mark)
            return isCurrent || !this.#isDense ? [dot('', isCurrent ? 4 : 1.5)] : [];
        if (this.#isDense)
            return [dot(mark.word, 3)];
        const dy = yOf(score) < 20 ? 16 : -7;
        const sign = createShape('text', { class: `sign ${mark.word}`, x, y, dy }, mark.sign);
        return [dot(mark.word, 4.5), sign];
    }
}
