// The engine's lines. A turn in them shows its position when it is pointed at, and is played when
// it is pressed.
import { createButton, createElement } from '../dom.mjs';
import { turnSquares, turnText } from '../game/turns.mjs';
import { scoreText, shortScoreText } from './evaluation.mjs';
import { drawMiniBoard } from './mini-board.mjs';

const MAX_TURNS = 12; // of a line
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// Adds or removes children at the end until there are `count`.
function resize(element, count, create) {
    while (element.children.length > count)
        element.lastChild.remove();
    while (element.children.length < count)
        element.append(create());
}

function setText(element, text) {
    if (element.textContent !== text)
        element.textContent = text;
}

function createRow() {
    // The turns have a tabIndex, or Firefox stops there, since they scroll.
    return createElement('li', {}, createElement('span', { className: 'score' }),
                         createElement('span', { className: 'turns', tabIndex: -1 }));
}

const createTurn = () => createButton({ className: 'turn', tabIndex: -1 });

export class LinesView {
    #list;
    #preview;
    #view;
    #analysis;
    #steps = []; // the turns of each line, as GameTree.preview() returns them
    #shown = null; // the button whose position is shown

    /** list: an <ol>; preview: the element in which positions are shown. */
    constructor({ list, preview }, view, analysis) {
        this.#list = list;
        this.#preview = preview;
        this.#view = view;
        this.#analysis = analysis;
        list.addEventListener('click', ({ target }) => this.#play(target.closest('.turn')));
        list.addEventListener('keydown', event => this.#press(event));
        list.addEventListener('pointerover', ({ target, pointerType }) =>
            this.#point(pointerType === 'mouse' ? target.closest('.turn') : null));
        list.addEventListener('pointerleave', () => this.#point(null));
        list.addEventListener('focusin', ({ target }) => this.#focus(target));
        list.addEventListener('focusout', () => this.#point(null));
        analysis.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        const { isOn, review, lineCount, lines, node } = this.#analysis;
        const hadFocus = this.#list.contains(document.activeElement);
        const { tree } = this.#view;
        this.#list.hidden = !isOn || review !== null;
        this.#steps = lines.map(({ turns }) => tree.preview(node, turns.slice(0, MAX_TURNS)));
        resize(this.#list, lineCount, createRow);
        for (const [i, row] of [...this.#list.children].entries())
            this.#updateRow(row, lines[i], this.#steps[i] ?? []);
        this.#keepFocus(hadFocus);
        this.#point(this.#shown?.isConnected ? this.#shown : null);
    }

    #updateRow(row, line, steps) {
        const [score, turns] = row.children;
        setText(score, line ? shortScoreText(line.evaluation) : '');
        score.title = line ? scoreText(line.evaluation) : '';
        resize(turns, steps.length, createTurn);
        const { ruleset } = this.#view;
        for (const [i, button] of [...turns.children].entries())
            setText(button, turnText(steps[i], ruleset, i === 0));
    }

    // Tab stops at one button of the list only.
    #keepFocus(hadFocus) {
        const buttons = [...this.#list.querySelectorAll('.turn')];
        if (!buttons.some(({ tabIndex }) => tabIndex === 0) && buttons.length)
            buttons[0].tabIndex = 0;
        if (hadFocus && !this.#list.contains(document.activeElement))
            this.#list.focus();
    }

    #focus(target) {
        if (!target.matches('.turn'))
            return;
        for (const button of this.#list.querySelectorAll('.turn'))
            button.tabIndex = button === target ? 0 : -1;
        if (target.matches(':focus-visible'))
            this.#point(target);
    }

    // The line and the turn of a button.
    #find(button) {
        const indexOf = element => [...element.parentElement.children].indexOf(element);
        return [indexOf(button.closest('li')), indexOf(button)];
    }

    #press(event) {
        if (event.key === 'Escape' && this.#shown) {
            this.#point(null);
            event.preventDefault();
        }
        if (!STEPS[event.key] || !event.target.matches('.turn'))
            return;
        const [row, column] = this.#find(event.target);
        const [down, right] = STEPS[event.key];
        const turns = this.#list.children[row + down]?.children[1].children ?? [];
        turns[Math.min(column + right, turns.length - 1)]?.focus();
        event.preventDefault();
    }

    #play(button) {
        if (!button)
            return;
        const [row, column] = this.#find(button);
        this.#view.playLine(this.#steps[row].slice(0, column + 1).map(({ turn }) => turn));
    }

    // Shows the position after the turn of a button, or none.
    #point(button) {
        this.#shown = button;
        this.#preview.hidden = !button;
        if (!button)
            return;
        const [row, column] = this.#find(button);
        const { turn, board } = this.#steps[row][column];
        const { orientation } = this.#view;
        drawMiniBoard(this.#preview, { board, orientation, last: turnSquares(turn) });
        this.#place(button.getBoundingClientRect());
    }

    // Below the turn, or above it where there is more room.
    #place({ left, top, bottom }) {
        const { clientWidth, clientHeight } = document.documentElement;
        const { width, height } = this.#preview.getBoundingClientRect();
        const isBelow = bottom + height < clientHeight || top < clientHeight - bottom;
        this.#preview.style.left = `${Math.max(4, Math.min(left, clientWidth - width - 4))}px`;
        this.#preview.style.top = `${isBelow ? bottom + 4 : top - height - 4}px`;
    }
}
