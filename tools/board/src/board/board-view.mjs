// The board: draws a position and reports the user's moves. It knows no rules.
import { createElement } from '../dom.mjs';
import { describeDrawing, toggleDrawing } from '../game/drawings.mjs';
import { colourOf, pieceName } from '../pieces.mjs';
import { SQUARES, indexOf } from '../squares.mjs';
import { BoardDrag } from './board-drag.mjs';
import { BoardGrid } from './board-grid.mjs';
import { BoardPen } from './board-pen.mjs';
import { BoardPicture } from './board-picture.mjs';
import { listenToWheel } from './board-wheel.mjs';
import { PromotionDialog } from './promotion-dialog.mjs';

const EMPTY = {
    board: '.'.repeat(64),
    orientation: 'white',
    input: null,
    targets: new Map(),
    promotions: new Map(),
    premovable: null,
    promotionPieces: '',
    marks: {},
    arrows: [],
    drawings: [],
    animate: true,
};

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

export class BoardView {
    #element;
    #listeners;
    #picture;
    #grid;
    #drag;
    #dialog;
    #state = EMPTY;
    #selected = null;
    #pressed = null; // the square that a press has just selected; its click must not undo that
    #drawing = null; // the arrow or circle that is being drawn

    /**
     * onMove(from, to, promotion): the user's move, which may be illegal; the promotion is a
     * letter or ''. If the move is accepted, call show() before returning, so that a dropped piece
     * stays where it is.
     * onPremove(from, to, promotion): a move made ahead of its turn.
     * onSelect(square): a piece has been selected, perhaps one that cannot move.
     * onBlocked(square): a click on a piece that cannot be selected.
     * onCancel(): Escape, with nothing selected; or a press on the board while a premove is marked.
     * onDraw(drawings): what is drawn after the user has drawn or removed something.
     * onStep(step): the mouse wheel: 1 is on, -1 back.
     * Of those that are missing the board does nothing; the wheel and the right button are then the browser's.
     */
    constructor(element, listeners) {
        const nothing = () => {};
        const { onDraw, onStep } = listeners;
        this.#listeners = { onPremove: nothing, onSelect: nothing, onBlocked: nothing, onCancel: nothing, ...listeners };
        this.#element = element;
        element.classList.add('board-view');
        const frame = createElement('div', { className: 'board-frame' });
        element.append(frame);
        this.#picture = new BoardPicture(frame);
        this.#grid = new BoardGrid(frame, square => this.#activate(square));
        this.#drag = new BoardDrag(this.#grid, this.#picture, {
            press: square => this.#press(square),
            dragStarted: square => this.#startDrag(square),
            dropped: (from, to) => to && to !== from && this.#move(from, this.#meantBy(to) ?? to),
        });
        if (onDraw)
            new BoardPen(this.#grid, {
                onChange: drawing => this.#showDrawing(drawing),
                onDraw: drawing => onDraw(toggleDrawing(this.#state.drawings, drawing)),
            });
        if (onStep)
            listenToWheel(frame, onStep);
        this.#dialog = new PromotionDialog(frame);
        document.addEventListener('keydown', event => this.#onKey(event));
        this.#update();
    }

    /**
     * Shows a position. Anything left out is as in EMPTY above.
     * board: 64 letters from a1, as Game.board(); orientation: the colour at the bottom.
     * input: whose pieces can be moved: 'white', 'black', 'both' or null.
     * targets: Map from a square to the Set of squares where its piece may go; these are marked.
     * promotions: Map from `${from}${to}` to the letters to choose from.
     * premovable: whose pieces can be moved ahead of their turn: 'white', 'black' or null;
     * promotionPieces: the letters to choose from when a pawn is.
     * marks: last: the half-moves of the last turn, each [from, to]; half: the same for the first
     * half of the turn that is being made; premove: [from, to]; check, unattacked, mustCapture,
     * mayCapture: squares; reason: the squares because of which a move was refused.
     * arrows: [{from, to, kind: 'best' | 'hint' | 'other'}].
     * drawings: [{from, to, colour}], as in drawings.mjs.
     * animate: whether pieces slide to their new squares.
     */
    show(state) {
        const before = this.#state;
        this.#state = { ...EMPTY, ...state };
        const { board, orientation, animate } = this.#state;
        if (orientation !== before.orientation)
            this.#turn();
        if (board !== before.board)
            this.#picture.showPieces(board, animate && !reducedMotion.matches);
        const square = this.#selected;
        if (square && !(this.#canSelect(square) && this.#isAsIn(before, square)))
            this.#stop();
        this.#update();
    }

    /** Puts the focus on a square, by default the last one that had it. */
    focus(square) {
        this.#grid.focus(square);
    }

    #pieceOn(square) {
        return this.#state.board[indexOf(square)];
    }

    #isAsIn({ board }, square) {
        return this.#pieceOn(square) === board[indexOf(square)];
    }

    #canMove(square) {
        const colour = colourOf(this.#pieceOn(square));
        return colour !== null && (this.#state.input === 'both' || this.#state.input === colour);
    }

    #canSelect(square) {
        const colour = colourOf(this.#pieceOn(square));
        return this.#canMove(square) || (colour !== null && colour === this.#state.premovable);
    }

    #isTarget(square) {
        return Boolean(this.#selected && this.#state.targets.get(this.#selected)?.has(square));
    }

    // The target that a square stands for: itself or, after a king has been selected, that of castling with the rook
    // there.
    #meantBy(square) {
        const king = this.#selected;
        if (!king || this.#isTarget(square))
            return king ? square : undefined;
        const pieces = this.#pieceOn(king) + this.#pieceOn(square);
        const target = SQUARES[indexOf(king) + (square > king ? 2 : -2)];
        const isKnown = this.#canMove(king) ? this.#isTarget(target) : king[0] === 'e';
        return isKnown && king[1] === square[1] && /^(KR|kr)$/.test(pieces) ? target : undefined;
    }

    #turn() {
        const isTurned = this.#state.orientation === 'black';
        this.#drag.cancel();
        this.#grid.turn(isTurned);
        this.#picture.turn(isTurned);
    }

    #update() {
        this.#picture.showMarks(this.#listMarks());
        this.#showArrows();
        this.#grid.update(square => ({
            label: this.#describe(square),
            selected: square === this.#selected,
            movable: this.#canSelect(square),
        }));
    }

    #showArrows() {
        const { arrows, drawings } = this.#state;
        const drawn = this.#drawing ? [...drawings, this.#drawing] : drawings;
        this.#picture.showArrows([...arrows, ...drawn.map(drawing => ({ kind: 'drawn', ...drawing }))]);
    }

    #showDrawing(drawing) {
        this.#drawing = drawing;
        this.#showArrows();
    }

    #listMarks() {
        const { last = [], half = [], ...others } = this.#state.marks;
        const on = (kind, squares) => squares.map(square => [kind, square]);
        const targets = [...this.#state.targets.get(this.#selected) ?? []];
        const isEmpty = square => colourOf(this.#pieceOn(square)) === null;
        return [
            ...last.flatMap((squares, i) => on(i % 2 ? 'second' : 'first', squares)),
            ...on('half', half.flat()),
            ...Object.entries(others).flatMap(([kind, squares]) => on(kind, squares)),
            ...on('selected', this.#selected ? [this.#selected] : []),
            ...on('target', targets.filter(isEmpty)),
            ...on('capture', targets.filter(square => !isEmpty(square))),
        ];
    }

    #describe(square) {
        const letter = this.#pieceOn(square);
        const { check = [], unattacked = [], mustCapture = [], mayCapture = [],
                reason = [], premove = [] } = this.#state.marks;
        const drawings = this.#state.drawings.filter(({ from }) => from === square);
        return [
            square,
            colourOf(letter) ? pieceName(letter) : 'empty',
            check.includes(square) && 'in check',
            unattacked.includes(square) && 'not attacked',
            mustCapture.includes(square) && 'must capture',
            mayCapture.includes(square) && 'may capture',
            reason.includes(square) && 'forbids the move',
            this.#isTarget(square) && 'can be moved to',
            premove[0] === square && `moves to ${premove[1]} next`,
            ...drawings.map(describeDrawing),
        ].filter(Boolean).join(', ');
    }

    #select(square) {
        this.#selected = square;
        this.#update();
        if (square)
            this.#listeners.onSelect(square);
    }

    // Ends a selection, a drag and the promotion dialog.
    #stop() {
        this.#drag.cancel();
        this.#dialog.cancel();
        this.#pressed = null;
        this.#select(null);
    }

    // Returns whether the piece can be dragged.
    #press(square) {
        this.#pressed = null;
        if (this.#state.marks.premove?.length)
            this.#listeners.onCancel();
        if (!this.#canSelect(square))
            return false;
        if (square !== this.#selected && !this.#meantBy(square)) {
            this.#pressed = square;
            this.#select(square);
        }
        return true;
    }

    #activate(square) {
        const pressed = this.#pressed;
        this.#pressed = null;
        if (square === pressed)
            return;
        const target = this.#meantBy(square);
        if (square === this.#selected)
            this.#select(null);
        else if (this.#selected && (target || !this.#canSelect(square)))
            this.#move(this.#selected, target ?? square);
        else if (this.#canSelect(square))
            this.#select(square);
        else if (colourOf(this.#pieceOn(square)) !== null)
            this.#listeners.onBlocked(square);
    }

    #startDrag(square) {
        this.#pressed = null;
        if (square !== this.#selected)
            this.#select(square);
    }

    // Before its turn a pawn is asked what it will become, too.
    #promotionsOf(from, to) {
        if (this.#canMove(from))
            return this.#state.promotions.get(from + to) ?? '';
        const isPromotion = this.#pieceOn(from).toLowerCase() === 'p' && /[18]/.test(to[1]);
        return isPromotion ? this.#state.promotionPieces : '';
    }

    async #move(from, to) {
        const letters = this.#promotionsOf(from, to);
        let promotion = letters;
        if (letters.length > 1)
            promotion = await this.#askPromotion(from, to, letters);
        this.#select(null);
        if (promotion === null)
            return;
        if (this.#canMove(from))
            this.#listeners.onMove(from, to, promotion);
        else
            this.#listeners.onPremove(from, to, promotion);
    }

    #askPromotion(from, to, letters) {
        return this.#dialog.ask(colourOf(this.#pieceOn(from)), letters, this.#grid.cell(to));
    }

    #onKey(event) {
        if (event.key !== 'Escape' || event.defaultPrevented || !this.#element.offsetParent)
            return;
        if (event.target !== document.body && !this.#element.contains(event.target))
            return;
        if (this.#selected)
            this.#stop();
        else
            this.#listeners.onCancel();
    }
}
