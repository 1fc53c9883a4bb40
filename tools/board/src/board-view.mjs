// The board: draws a position and reports the user's moves. It knows no rules.
import { Chessboard } from 'cm-chessboard/src/Chessboard.js';
import { Svg } from 'cm-chessboard/src/lib/Svg.js';
import { BoardDrag } from './board-drag.mjs';
import { BoardGrid } from './board-grid.mjs';
import { BoardMarks } from './board-marks.mjs';
import { PromotionDialog } from './promotion-dialog.mjs';
import { colourOf, definePieces, pieceName, shapeOf } from './pieces.mjs';
import { indexOf } from './squares.mjs';

const ANIMATION_MS = 200;
const EMPTY = {
    board: '.'.repeat(64),
    orientation: 'white',
    input: null,
    targets: new Map(),
    promotions: new Map(),
    marks: {},
    arrows: [],
    animate: true,
};

// Pieces that are fading out go at once when the board is turned or resized; cm-chessboard's own
// function would complain.
Svg.removeElement = element => element.remove();

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

// The first field of a FEN, as cm-chessboard reads it: a dash is an empty square.
function placement(board) {
    const rows = board.replaceAll('.', '-').match(/.{8}/g);
    return rows.reverse().join('/');
}

// The board with a piece put on another square.
function movePiece(board, [from, to]) {
    const letters = [...board];
    letters[indexOf(to)] = letters[indexOf(from)];
    letters[indexOf(from)] = '.';
    return letters.join('');
}

export class BoardView {
    #element;
    #listeners;
    #chessboard;
    #marks;
    #grid;
    #drag;
    #dialog;
    #state = EMPTY;
    #selected = null;
    #pressed = null; // the square that a press has just selected; its click must not undo that
    #placed = null; // [from, to] of a piece that has been dropped and need not slide there
    #shown = EMPTY.board; // as drawn, or being drawn
    #changes = []; // what has come since: { placed, animate }
    #drawing = null; // a promise, while pieces are on their way

    /**
     * onMove(from, to, promotion): the user's move, which may be illegal; the promotion is a
     * letter or ''. If the move is accepted, call show() before returning, so that a dropped piece
     * stays where it is.
     * onSelect(square): a piece has been selected, perhaps one that cannot move.
     * onCancel(): Escape, with nothing selected.
     */
    constructor(element, { onMove, onSelect = () => {}, onCancel = () => {} }) {
        this.#element = element;
        this.#listeners = { onMove, onSelect, onCancel };
        definePieces();
        element.classList.add('board-view');
        this.#chessboard = new Chessboard(element, {
            style: { cssClass: 'misere', showCoordinates: false, animationDuration: ANIMATION_MS },
            extensions: [{ class: BoardMarks }],
        });
        this.#chessboard.view.svg.setAttribute('aria-hidden', 'true');
        this.#marks = this.#chessboard.getExtension(BoardMarks);
        const { container } = this.#chessboard.view;
        container.classList.add('board-frame');
        this.#grid = new BoardGrid(container, square => this.#activate(square));
        this.#drag = new BoardDrag(this.#grid, {
            canDrag: square => this.#canMove(square),
            shapeOn: square => shapeOf(this.#pieceOn(square)),
            pressed: square => this.#press(square),
            dragStarted: square => this.#startDrag(square),
            dropped: (from, to) => this.#drop(from, to),
            released: () => this.#showPieces(),
        });
        this.#dialog = new PromotionDialog(container);
        document.addEventListener('keydown', this.#onKey);
        this.#update();
    }

    /**
     * Shows a position. Anything left out is as in EMPTY above.
     * board: 64 letters from a1, as Game.board(); orientation: the colour at the bottom.
     * input: whose pieces can be moved: 'white', 'black', 'both' or null.
     * targets: Map from a square to the Set of squares where its piece may go; these are marked.
     * promotions: Map from `${from}${to}` to the letters to choose from.
     * marks: last: the half-moves of the last turn, each [from, to]; half: the same for the first
     * half of the turn that is being made; check, unattacked, mustCapture, mayCapture: squares;
     * reason: the squares because of which a move was refused.
     * arrows: [{from, to, kind: 'best' | 'hint' | 'other'}].
     * animate: whether pieces slide to their new squares.
     */
    show(state) {
        const before = this.#state;
        this.#state = { ...EMPTY, ...state };
        if (this.#state.orientation !== before.orientation)
            this.#turn();
        if (this.#state.board !== before.board)
            this.#draw();
        const square = this.#selected;
        if (square && !(this.#canMove(square) && this.#isAsIn(before, square)))
            this.#stop();
        this.#update();
    }

    /** Puts the focus on a square, by default the last one that had it. */
    focus(square) {
        this.#grid.focus(square);
    }

    destroy() {
        document.removeEventListener('keydown', this.#onKey);
        this.#dialog.cancel();
        this.#drag.cancel();
        this.#chessboard.destroy();
        this.#element.classList.remove('board-view');
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

    #isTarget(square) {
        return Boolean(this.#selected && this.#state.targets.get(this.#selected)?.has(square));
    }

    #turn() {
        this.#drag.cancel();
        const { state, view } = this.#chessboard;
        state.orientation = this.#state.orientation[0];
        this.#grid.turn(this.#state.orientation === 'black');
        view.redrawBoard();
        view.redrawPieces();
    }

    #draw() {
        this.#changes.push({ placed: this.#placed, animate: this.#state.animate });
        this.#drawing ??= this.#drawChanges().finally(() => { this.#drawing = null; });
    }

    // One animation at a time. Of the positions that come during it, only the last is shown, at
    // once.
    async #drawChanges() {
        while (this.#changes.length) {
            const [{ placed, animate }, ...others] = this.#changes.splice(0);
            const isSingle = others.length === 0;
            if (placed && isSingle)
                await this.#setPosition(movePiece(this.#shown, placed), false);
            const slide = isSingle && animate && !reducedMotion.matches;
            await this.#setPosition(this.#state.board, slide);
        }
    }

    #setPosition(board, slide) {
        this.#shown = board;
        return this.#chessboard.setPosition(placement(board), slide);
    }

    #update() {
        this.#marks.show(this.#listMarks(), this.#state.arrows);
        this.#grid.update(square => ({
            label: this.#describe(square),
            selected: square === this.#selected,
            movable: this.#canMove(square),
        }));
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
                reason = [] } = this.#state.marks;
        return [
            square,
            colourOf(letter) ? pieceName(letter) : 'empty',
            check.includes(square) && 'in check',
            unattacked.includes(square) && 'not attacked',
            mustCapture.includes(square) && 'must capture',
            mayCapture.includes(square) && 'may capture',
            reason.includes(square) && 'forbids the move',
            this.#isTarget(square) && 'can be moved to',
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

    #press(square) {
        this.#pressed = null;
        if (square === this.#selected || this.#isTarget(square))
            return;
        this.#pressed = square;
        this.#select(square);
    }

    #activate(square) {
        const pressed = this.#pressed;
        this.#pressed = null;
        if (square === pressed)
            return;
        if (square === this.#selected)
            this.#select(null);
        else if (this.#selected && (this.#isTarget(square) || !this.#canMove(square)))
            this.#move(this.#selected, square);
        else if (this.#canMove(square))
            this.#select(square);
    }

    async #startDrag(square) {
        this.#pressed = null;
        if (square !== this.#selected)
            this.#select(square);
        await this.#drawing;
        if (this.#drag.from === square)
            this.#chessboard.view.setPieceVisibility(square, false);
    }

    #showPieces() {
        for (const piece of this.#chessboard.view.piecesGroup.children)
            piece.removeAttribute('visibility');
    }

    async #drop(from, to) {
        if (to && to !== from)
            await this.#move(from, to, [from, to]);
        await this.#drawing;
    }

    async #move(from, to, placed = null) {
        const letters = this.#state.promotions.get(from + to) ?? '';
        let promotion = letters;
        if (letters.length > 1)
            promotion = await this.#askPromotion(from, to, letters);
        this.#select(null);
        if (promotion === null)
            return;
        this.#placed = placed;
        try {
            this.#listeners.onMove(from, to, promotion);
        } finally {
            this.#placed = null;
        }
    }

    #askPromotion(from, to, letters) {
        return this.#dialog.ask(colourOf(this.#pieceOn(from)), letters, this.#grid.cell(to));
    }

    #onKey = event => {
        if (event.key !== 'Escape' || event.defaultPrevented || !this.#element.offsetParent)
            return;
        if (event.target !== document.body && !this.#element.contains(event.target))
            return;
        if (this.#selected)
            this.#stop();
        else
            this.#listeners.onCancel();
    };
}
