// Connects a BoardView with a session.
import { BoardView } from './board-view.mjs';
import { movesOnBoard, turnSquares } from './turns.mjs';

export class SessionBoard {
    #session;
    #view;
    #arrows = [];
    #tree = null; // of the game that is shown

    constructor(element, session) {
        this.#session = session;
        this.#view = new BoardView(element, {
            onMove: (from, to, promotion) => this.#move(from, to, promotion),
            onSelect: square => this.#explain(square),
            onCancel: () => session.takeHalfBack(),
        });
        session.addEventListener('change', () => this.#update());
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
                mustCapture: session.isPersonToMove ? mustCapture : [],
                mayCapture: session.isPersonToMove ? mayCapture : [],
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
        const session = this.#session;
        if (session.moves().some(move => move.startsWith(square)))
            return;
        const reason = session.whyNotFrom(square);
        session.say(`The piece on ${square} cannot move${reason && `: ${reason}`}.`);
    }

    #move(from, to, promotion) {
        try {
            this.#session.move(from, to, promotion);
        } catch (error) {
            this.#session.say(error.message);
        }
    }
}
