// The engine in its worker, which play, hints and analysis share.
//
//   search(game, { level, limits, signal, onInfo })    resolves with { turn, ponder }
//   analyse(game, { lines, limits, signal, onLines })  resolves with { turn, ponder }
//
// A new request ends the one before, and so does an AbortSignal; both then resolve with null.

import { scoreFor } from './analysis/evaluation.mjs';

/** The levels, weakest first: values of the option UCI_Elo; null is full strength. */
export const LEVELS = [420, 700, 1000, 1250, 1500, 1700, 1850, null];

// A copy for the engine, because the game object will change during the search.
// The legal turns are needed only if the search is restricted to some.
function positionOf(game, limits) {
    const { ruleset, startFen, tournamentDraws } = game;
    const turns = game.history('uci'), legal = limits?.searchmoves && game.turns();
    return { ruleset, startFen, tournamentDraws, history: () => turns, turns: () => legal };
}

export class EngineService {
    #createEngine;
    #engine = null;
    #options = new Map(); // the current values of the engine's options
    #abort = null; // of the last request
    #idle = Promise.resolve(); // resolves when the last request is over

    /** createEngine() makes an Engine of index.mjs. */
    constructor(createEngine) {
        this.#createEngine = createEngine;
    }

    /** Starts the worker if it is not running or has failed. Resolves when it is ready. */
    start() {
        if (this.#engine?.isClosed ?? true) {
            this.#options.clear();
            this.#engine = this.#createEngine();
        }
        return this.#engine.ready;
    }

    /**
     * Searches for the best turn. level: an index of LEVELS, by default the strongest; limits: as
     * in SearchOptions, for example { movetime: 1000 }; onInfo gets each Info.
     */
    search(game, { level = LEVELS.length - 1, limits, signal, onInfo }) {
        const elo = LEVELS[level];
        const strength = elo === null ? { UCI_LimitStrength: false }
            : { UCI_LimitStrength: true, UCI_Elo: elo };
        return this.#request(positionOf(game, limits), { MultiPV: 1, ...strength },
                             { ...limits, onInfo }, signal);
    }

    /**
     * Analyses a position, by default until stop(). onLines gets the lines found so far, the best
     * one
     * first: [{ depth, evaluation, turns, nodes, nps, time }]; evaluations are White's.
     */
    analyse(game, { lines = 1, limits, signal, onLines }) {
        const { player } = game.status();
        const found = [];
        const onInfo = ({ multipv = 1, score, bound, pv, ...info }) => {
            if (!score || !pv || bound)
                return;
            found[multipv - 1] = { ...info, evaluation: scoreFor(score, player), turns: pv };
            onLines(found.filter(Boolean));
        };
        return this.#request(positionOf(game, limits),
                             { MultiPV: lines, UCI_LimitStrength: false },
                             { ...limits, onInfo }, signal);
    }

    /** Ends the current request. */
    stop() {
        this.#abort?.abort();
    }

    async #request(position, options, search, signal) {
        this.stop();
        const abort = new AbortController();
        const isOver = () => abort.signal.aborted || signal?.aborted;
        const before = this.#idle;
        let finish;
        this.#abort = abort;
        this.#idle = new Promise(resolve => (finish = resolve));
        signal?.addEventListener('abort', () => abort.abort(), { once: true });
        try {
            await before;
            if (!isOver())
                await this.#setOptions(options);
            return isOver() ? null : await this.#search(position, search, abort.signal);
        } finally {
            finish();
        }
    }

    async #search(position, { onInfo, ...limits }, signal) {
        const stop = () => this.#engine.stop();
        signal.addEventListener('abort', stop);
        try {
            const result = await this.#engine.search(position, {
                ...limits,
                onInfo: info => signal.aborted || onInfo?.(info),
            });
            return signal.aborted ? null : result;
        } finally {
            signal.removeEventListener('abort', stop);
        }
    }

    async #setOptions(options) {
        await this.start();
        for (const [name, value] of Object.entries(options)) {
            if (this.#options.get(name) !== value)
                await this.#engine.setOption(name, value);
            this.#options.set(name, value);
        }
    }
}
