// The engine as a player of the match: searches when it is to move, and gives hints.
import { labelOf } from '../game/turns.mjs';

const HALF_MOVE_MS = 800; // the time between the two halves of the engine's turn
const LEAST_MS = 350; // the least time before the engine's turn is played
const MOVETIME_MS = 1000; // without a clock

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

export class EnginePlayer {
    #view;
    #service;
    #node = null; // the position that the engine is to play in
    #abort = new AbortController();

    /** view: a View, whose match the engine plays; service: an EngineService. */
    constructor(view, service) {
        this.#view = view;
        this.#service = service;
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    /** Shows the turn that the engine would play for the person who is to move. */
    async hint() {
        const view = this.#view;
        const { node, tree, halfMove } = view;
        if (view.mode !== 'play' || !view.isPersonToMove)
            return;
        // Of a turn that has been begun, only the second half is to be found.
        const searchmoves = halfMove === null ? undefined
            : view.game.movesAfter(halfMove).map(half => `${halfMove},${half}`);
        view.say('Looking for a hint …');
        try {
            const limits = { movetime: MOVETIME_MS, searchmoves };
            const result = await this.#service.search(tree.gameAt(node), { limits });
            if (!result?.turn || view.node !== node || view.halfMove !== halfMove)
                return;
            view.showHint(result.turn);
            view.say(`Hint: ${labelOf(result.turn, view.game.notation(result.turn, 'san'))}`);
        } catch (error) {
            view.say(`The engine has failed: ${error.message}`);
        }
    }

    #update() {
        const { match } = this.#view;
        const node = match.isEngineToMove ? match.tip : null;
        if (node === this.#node)
            return;
        this.#abort.abort();
        this.#abort = new AbortController();
        this.#node = node;
        if (node)
            this.#play(match, this.#abort.signal);
    }

    async #play(match, signal) {
        const leastTime = pause(LEAST_MS);
        const turn = await this.#choose(match, signal);
        if (!turn || signal.aborted)
            return;
        match.hold(); // what follows is for the eye
        await leastTime;
        if (!signal.aborted && turn.includes(',')) {
            match.setHalf(turn.split(',')[0]);
            await pause(HALF_MOVE_MS);
        }
        if (!signal.aborted)
            match.play(turn);
    }

    // The engine's turn. After a second failure the match waits for the user.
    async #choose(match, signal, isLast = false) {
        const game = match.tree.gameAt(match.tip);
        const { level } = match.players[match.player];
        try {
            const limits = limitsOf(match);
            const result = await this.#service.play(game, { level, limits, signal });
            return result?.turn;
        } catch (error) {
            if (signal.aborted)
                return null;
            if (!isLast)
                return this.#choose(match, signal, true);
            match.setPaused(true);
            this.#view.say(`The engine has failed: ${error.message}. Continue lets it try again`);
            return null;
        }
    }
}

function limitsOf({ clock }) {
    if (!clock)
        return { movetime: MOVETIME_MS };
    const { white, black } = clock.times();
    return { wtime: white, btime: black, winc: clock.increment, binc: clock.increment };
}
