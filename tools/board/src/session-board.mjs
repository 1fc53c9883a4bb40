// Connects a BoardView with a session.
import { BoardView } from './board-view.mjs';
import { movesOnBoard, turnSquares } from './turns.mjs';

export class SessionBoard {
    #session;
    #view;
    #arrows = [];
    #reasons = []; // the squares because of which a move was refused
    #tree = null; // of the game that is shown

    constructor(element, session) {
        this.#session = session;
        this.#view = new BoardView(element, {
            onMove: (from, to, promotion) => this.#move(from, to, promotion),
            onSelect: square => this.#explain(square),
            onCancel: () => session.takeHalfBack(),
        });
        session.addEventListener('change', () => this.#markReasons([]));
        this.#update();
    }

    focus() {
        this.#view.focus();
    }

    /** Shows arrows of the analysis: [{ from, to, kind }]. They stay until the next call. */
    showArrows(arrows) {
        this.#arrows = arrows;
        this.#update();
    }

    #update() {
        const session = this.#session;
        if (session.mode === 'learn')
            return;
        const { halfMove, hint, tree } = session;
        const isSameGame = tree === this.#tree;
        this.#tree = tree;
        const { check, unattacked, mustCapture, mayCapture } = session.marks();
        const captures = session.isPersonToMove ? { mustCapture, mayCapture } : {};
        const marked = Object.values(captures).flat();
        const hints = turnSquares(hint).slice(halfMove ? 1 : 0)
            .map(([from, to]) => ({ from, to, kind: 'hint' }));
        this.#view.show({
            board: session.board(),
            orientation: session.orientation,
            input: session.isPersonToMove ? this.#colour() : null,
            ...movesOnBoard(session.isPersonToMove ? session.moves() : []),
            marks: {
                last: halfMove ? [] : turnSquares(session.node.turn),
                half: turnSquares(halfMove),
                selected: hint?.length === 2 ? [hint] : [],
                check,
                unattacked,
                ...captures,
                reason: this.#reasons.filter(square => !marked.includes(square)),
            },
            arrows: [...hints, ...this.#arrows],
            animate: isSameGame,
        });
    }

    // The colours whose pieces can be moved: in mind control both are moved in one turn.
    #colour() {
        const { ruleset, halfMove, player } = this.#session;
        if (ruleset.halfMoves === 2)
            return halfMove ? 'black' : 'white';
        return player;
    }

    // Says why a piece cannot move.
    #explain(square) {
        const refusal = this.#session.whyNot(square);
        this.#markReasons(refusal?.squares ?? []);
        if (refusal)
            this.#session.say(`The piece on ${square} cannot move: ${refusal.text}.`);
    }

    #markReasons(squares) {
        this.#reasons = squares;
        this.#update();
    }

    #move(from, to, promotion) {
        try {
            this.#session.move(from, to, promotion);
        } catch (error) {
            this.#markReasons(error.squares ?? []);
            this.#session.say(error.message);
        }
    }
}
