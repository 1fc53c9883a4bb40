// The engine as a player: searches when it is to move, and gives hints.

const HALF_MOVE_MS = 800; // the time between the two halves of the engine's turn
const LEAST_MS = 350; // the least time before the engine's turn is played
const MOVETIME_MS = 1000; // without a clock

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

export class EnginePlayer {
    #session;
    #service;
    #node = null; // the position that the engine is to play in
    #abort = new AbortController();

    constructor(session, service) {
        this.#session = session;
        this.#service = service;
        session.addEventListener('change', () => this.#update());
        this.#update();
    }

    /** Shows the turn that the engine would play for the person who is to move. */
    async hint() {
        const session = this.#session;
        const { node, game, halfMove } = session;
        if (session.mode !== 'play' || !session.isPersonToMove)
            return;
        const searchmoves = game.turns().filter(turn => turn.startsWith(halfMove ?? ''));
        session.say('Looking for a hint …');
        const result = await this.#ask(game, { limits: { movetime: MOVETIME_MS, searchmoves } });
        if (!result?.turn || session.node !== node || session.halfMove !== halfMove)
            return;
        session.showHint(result.turn);
        session.say(`Hint: ${session.game.notation(result.turn, 'san')}`);
    }

    #update() {
        const node = this.#session.isEngineToMove ? this.#session.tip : null;
        if (node === this.#node)
            return;
        this.#abort.abort();
        this.#abort = new AbortController();
        this.#node = node;
        if (node)
            this.#play(node, this.#abort.signal);
    }

    async #play(node, signal) {
        const session = this.#session;
        const game = session.tree.gameAt(node);
        const { level } = session.players[game.status().player];
        const [result] = await Promise.all(
            [this.#ask(game, { level, limits: this.#limits(), signal }), pause(LEAST_MS)]);
        if (!result?.turn || signal.aborted)
            return;
        if (result.turn.includes(',')) {
            session.showHalf(result.turn.split(',')[0]);
            await pause(HALF_MOVE_MS);
        }
        if (!signal.aborted)
            session.playAtTip(result.turn);
    }

    async #ask(game, options) {
        try {
            return await this.#service.search(game, options);
        } catch (error) {
            this.#session.say(`The engine has failed: ${error.message}`);
            return null;
        }
    }

    #limits() {
        const { clock } = this.#session;
        if (!clock)
            return { movetime: MOVETIME_MS };
        const { white, black } = clock.times();
        return { wtime: white, btime: black, winc: clock.increment, binc: clock.increment };
    }
}
