// The engine in its worker, which play, hints and analysis share.
//
//   play(game, { level, limits, signal })              resolves with { turn, ponder }
//   search(game, { limits, signal })                   the same, at full strength: for hints
//   analyse(game, { lines, limits, signal, onLines })  the same
//
// play() comes first: the others wait while it runs, and begin again if it interrupts them. A
// new request ends the one before of its kind, play() or not, and so does an AbortSignal; both then
// resolve with null.

import { scoreFor } from './game/notes.mjs';

/** The levels, weakest first: values of the option UCI_Elo; null is full strength. */
export const LEVELS = [500, 800, 1100, 1400, 1700, 2000, 2300, null];

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
    #requests = { play: null, look: null }; // by their kind: the last one, if it is not over
    #running = null; // the one whose search is running
    #interrupt = null; // an AbortController that ends that search

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
     * Searches for the turn of a player. level: an index of LEVELS, by default the strongest;
     * limits: as in SearchOptions, for example { movetime: 1000 }.
     */
    play(game, { level = LEVELS.length - 1, limits, signal }) {
        const elo = LEVELS[level];
        const strength = elo === null ? { UCI_LimitStrength: false }
            : { UCI_LimitStrength: true, UCI_Elo: elo };
        return this.#request('play', positionOf(game, limits), { MultiPV: 1, ...strength },
                             limits, signal);
    }

    /** Searches for the best turn. */
    search(game, { limits, signal }) {
        return this.#request('look', positionOf(game, limits),
                             { MultiPV: 1, UCI_LimitStrength: false }, limits, signal);
    }

    /**
     * Analyses a position, by default until stop(). onLines gets the lines found so far, the best
     * one first: [{ depth, evaluation, turns, nodes, nps, time }]; evaluations are White's.
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
        return this.#request('look', positionOf(game, limits),
                             { MultiPV: lines, UCI_LimitStrength: false },
                             { ...limits, onInfo }, signal);
    }

    /** Ends what is running, save play(). */
    stop() {
        this.#requests.look?.end();
    }

    #request(kind, position, options, search, signal) {
        this.#requests[kind]?.end();
        if (signal?.aborted)
            return Promise.resolve(null);
        return new Promise((resolve, reject) => {
            const end = settle => {
                this.#requests[kind] = null;
                settle();
            };
            const request = {
                position, options, search,
                isOver: () => this.#requests[kind] !== request,
                finish: result => end(() => resolve(result)),
                fail: error => end(() => reject(error)),
                end: () => {
                    if (request.isOver())
                        return;
                    request.finish(null);
                    if (this.#running === request)
                        this.#interrupt.abort();
                },
            };
            this.#requests[kind] = request;
            signal?.addEventListener('abort', request.end, { once: true });
            if (kind === 'play')
                this.#interrupt?.abort();
            if (!this.#running)
                this.#run();
        });
    }

    // Searches as long as there are requests.
    async #run() {
        const next = () => (this.#running = this.#requests.play ?? this.#requests.look);
        for (let request = next(); request; request = next()) {
            this.#interrupt = new AbortController();
            const { signal } = this.#interrupt;
            try {
                const result = await this.#search(request, signal);
                if (!signal.aborted)
                    request.finish(result);
            } catch (error) {
                if (!request.isOver())
                    request.fail(error);
            }
        }
        this.#interrupt = null;
    }

    async #search({ position, options, search }, signal) {
        await this.#setOptions(options);
        if (signal.aborted)
            return null;
        const stop = () => this.#engine.stop();
        signal.addEventListener('abort', stop);
        const { onInfo, ...limits } = search;
        return this.#engine.search(position, {
            ...limits,
            onInfo: info => signal.aborted || onInfo?.(info),
        });
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
