// Connects a BoardView with a View.
import { colourName } from '../announce.mjs';
import { BoardView } from '../board/board-view.mjs';
import { drawingsOf } from '../game/notes.mjs';
import { movesOnBoard, turnSquares } from '../game/turns.mjs';
import { pieceName } from '../pieces.mjs';
import { indexOf } from '../squares.mjs';

export class ViewBoard {
    #view;
    #board;
    #isExercise;
    #arrows = [];
    #reasons = []; // the squares because of which a move was refused
    #tree = null; // of the game that is shown
    #drawn = { node: null, drawings: [] }; // in the match

    /** view: a View. An exercise has no moves made ahead, no drawings, and no way back. */
    constructor(element, view, { isExercise = false } = {}) {
        this.#view = view;
        this.#isExercise = isExercise;
        this.#board = new BoardView(element, {
            onMove: (from, to, promotion) => this.#move(from, to, promotion),
            onSelect: square => this.#explain(square),
            onBlocked: square => view.say(this.#whyBlocked(square)),
            onCancel: () => (view.premove ? view.setPremove(null) : view.takeHalfBack()),
            ...(isExercise ? {} : this.#gameListeners()),
        });
        view.addEventListener('change', () => this.#markReasons([]));
        view.addEventListener('note', ({ detail }) => detail.isEngines || this.#update());
        this.#update();
    }

    focus() {
        this.#board.focus();
    }

    /** Shows arrows of the analysis: [{ from, to, kind }]. They stay until the next call. */
    showArrows(arrows) {
        this.#arrows = arrows;
        this.#update();
    }

    #gameListeners() {
        const view = this.#view;
        return {
            onPremove: (...premove) => view.setPremove(premove),
            onDraw: drawings => this.#draw(drawings),
            onStep: step => {
                const node = step > 0 ? view.node.children[0] : view.node.parent;
                if (node)
                    view.goTo(node);
            },
        };
    }

    // In the analysis what is drawn belongs to the game; in the match it is there for a turn.
    #draw(drawings) {
        const { mode, study, node } = this.#view;
        if (mode === 'analysis') {
            study.annotate(node, { drawings });
        } else {
            this.#drawn = { node, drawings };
            this.#update();
        }
    }

    get #drawings() {
        const { mode, node } = this.#view;
        if (mode === 'analysis')
            return drawingsOf(node);
        return node === this.#drawn.node ? this.#drawn.drawings : [];
    }

    #update() {
        const view = this.#view;
        if (view.mode === 'learn')
            return;
        const { halfMove, hint, tree } = view;
        const isSameGame = tree === this.#tree;
        this.#tree = tree;
        const { check, unattacked, mustCapture, mayCapture } = view.marks();
        const captures = view.isPersonToMove ? { mustCapture, mayCapture } : {};
        const marked = Object.values(captures).flat();
        const hints = turnSquares(hint).slice(halfMove ? 1 : 0)
            .map(([from, to]) => ({ from, to, kind: 'hint' }));
        this.#board.show({
            board: view.board(),
            orientation: view.orientation,
            input: view.isPersonToMove ? this.#colour() : null,
            ...movesOnBoard(view.isPersonToMove ? view.moves() : []),
            marks: {
                last: halfMove ? [] : turnSquares(view.node.turn),
                half: turnSquares(halfMove),
                premove: view.premove?.slice(0, 2) ?? [],
                selected: hint?.length === 2 ? [hint] : [],
                check,
                unattacked,
                ...captures,
                reason: this.#reasons.filter(square => !marked.includes(square)),
            },
            premovable: this.#isExercise ? null : view.premovable,
            promotionPieces: view.ruleset.promotions,
            arrows: [...hints, ...this.#arrows],
            drawings: this.#drawings,
            animate: isSameGame,
        });
    }

    // The colours whose pieces can be moved: in mind control both are moved in one turn.
    #colour() {
        const { ruleset, halfMove, player } = this.#view;
        if (ruleset.halfMoves === 2)
            return halfMove ? 'black' : 'white';
        return player;
    }

    // Why a piece cannot be picked up.
    #whyBlocked(square) {
        const { result, mode, isAtTip, isPersonToMove, match, ruleset, halfMove, player } = this.#view;
        if (result)
            return 'the game is over';
        if (mode === 'play' && !isAtTip)
            return 'this is an earlier position. End leads back';
        if (!isPersonToMove)
            return match.isDemonstration ? 'the engine plays both sides' : 'it is not your turn';
        const turn = ruleset.halfMoves === 2
            ? `now a ${halfMove ? 'black' : 'white'} piece is to move`
            : `it is ${colourName(player)}’s turn`;
        return `the ${pieceName(this.#view.board()[indexOf(square)])} on ${square} cannot move: ${turn}`;
    }

    // Says why a piece cannot move, or tells where it can go.
    #explain(square) {
        const view = this.#view;
        if (!view.isPersonToMove)
            return;
        const refusal = view.whyNot(square);
        this.#markReasons(refusal?.squares ?? []);
        if (refusal)
            view.say(`The piece on ${square} cannot move: ${refusal.text}.`);
        else
            view.tell(`To ${[...movesOnBoard(view.moves()).targets.get(square)].join(', ')}.`);
    }

    #markReasons(squares) {
        this.#reasons = squares;
        this.#update();
    }

    #move(from, to, promotion) {
        try {
            this.#view.move(from, to, promotion);
        } catch (error) {
            this.#markReasons(error.squares ?? []);
            this.#view.say(error.message);
        }
    }
}
