// For a page: drives the worker as FreeChess.Club does, the same messages in the same order. That site starts
// the worker from its text, lets it play, stops an endless analysis without waiting for the answer, and
// scores every position of a finished game for a graph.
import { loadRules } from './index.mjs';

const RULESET = 'losers';

async function workerAddress() {
    const text = await (await fetch('misere.js')).text();
    return URL.createObjectURL(new Blob([text], { type: 'application/javascript' }));
}

class SiteEngine {
    #worker;
    #stopping = 0; // answers still to come to `stop`
    #score;
    #onBest = () => {};
    errors = [];
    lines = new Map(); // the latest variation by its number

    constructor(address, options, limit) {
        this.limit = limit;
        this.#worker = new Worker(address);
        this.ready = new Promise(resolve =>
            (this.#worker.onmessage = event => this.#receive(event.data, options, resolve)));
        this.#worker.onerror = event => this.errors.push(event.message);
        this.#worker.postMessage('uci');
    }

    #receive(line, options, onReady) {
        if (line === 'uciok') {
            for (const [name, value] of Object.entries(options))
                this.#worker.postMessage(`setoption name ${name} value ${value}`);
            this.#worker.postMessage('ucinewgame');
            this.#worker.postMessage('isready');
        } else if (line === 'readyok') {
            onReady();
        } else if (line.startsWith('info string error')) {
            this.errors.push(line);
        } else if (line.startsWith('info ') && !this.#stopping) {
            this.#readInfo(line);
        } else if (line.startsWith('bestmove ')) {
            this.#readBest(line.split(' ')[1]);
        }
    }

    #readInfo(line) {
        const [, score] = / score ((?:cp|mate) -?\d+)/.exec(line) ?? [];
        const [, pv] = / pv (.+)/.exec(line) ?? [];
        this.#score = score ?? this.#score;
        if (pv)
            this.lines.set(Number(/ multipv (\d+)/.exec(line)[1]), pv.split(' '));
        if (/ depth 0 /.test(line))
            this.#onBest({ move: null, score: this.#score });
    }

    #readBest(move) {
        if (this.#stopping)
            this.#stopping--;
        else if (move !== '(none)')
            this.#onBest({ move, score: this.#score });
    }

    // Starts a search. Resolves with { move, score }; never, if stop() ends the search.
    go(start, moves) {
        const words = moves.length ? ` moves ${moves.join(' ')}` : '';
        const answer = new Promise(resolve => (this.#onBest = resolve));
        this.#worker.postMessage(`position fen ${start}${words}`);
        this.#worker.postMessage(`go ${this.limit}`);
        return answer;
    }

    setLines(count) {
        this.#worker.postMessage(`setoption name MultiPV value ${count}`);
    }

    stop() {
        this.#stopping++;
        this.#worker.postMessage('stop');
        this.lines.clear();
    }

    terminate() {
        this.#worker.terminate();
    }
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

// Plays a game, in which a repetition draws, as on that site, and returns it; it is the same every time.
async function playGame(address, rules, errors) {
    const game = rules.newGame(RULESET, { tournamentDraws: true });
    const options = { UCI_Variant: RULESET, 'Tournament Draws': true, 'Skill Level': 20 };
    const engine = new SiteEngine(address, options, 'nodes 20000');
    await engine.ready;
    while (game.status().state === 'playing')
        game.play((await engine.go(game.startFen, game.history())).move);
    engine.terminate();
    errors.push(...engine.errors);
    return game;
}

// Analyses the first position with three lines, then the second with two, since it has few legal turns.
// Returns the numbers of lines found.
async function analyse(address, rules, moves, errors) {
    const engine = new SiteEngine(address, { Hash: 64, MultiPV: 3, Threads: 2, UCI_Variant: RULESET }, 'infinite');
    const { startFen } = rules.newGame(RULESET);
    const counts = [];
    await engine.ready;
    for (const [count, shown] of [[3, 0], [2, 1]]) {
        const now = moves.slice(0, shown);
        if (counts.length) {
            engine.stop();
            engine.setLines(count);
        }
        engine.go(startFen, now);
        for (let ms = 0; ms < 60000 && engine.lines.size < count; ms += 100)
            await pause(100);
        for (const line of engine.lines.values()) {
            const game = rules.newGame(RULESET);
            [...now, ...line].forEach(move => game.play(move));
        }
        counts.push(engine.lines.size);
    }
    engine.terminate();
    errors.push(...engine.errors);
    return counts;
}

// Scores every position of a game.
async function scoreGame(address, game, errors) {
    const options = { Hash: 64, UCI_Variant: RULESET, 'Tournament Draws': true };
    const engine = new SiteEngine(address, options, 'movetime 20');
    const moves = game.history();
    const scores = [];
    await engine.ready;
    for (let i = 0; i <= moves.length; i++)
        scores.push((await engine.go(game.startFen, moves.slice(0, i))).score);
    engine.terminate();
    errors.push(...engine.errors);
    return scores;
}

/** Plays, analyses and scores a game of losers. */
export async function visit() {
    const errors = [];
    const rules = await loadRules();
    const address = await workerAddress();
    const game = await playGame(address, rules, errors);
    return {
        status: game.status(),
        moves: game.history(),
        lines: await analyse(address, rules, game.history(), errors),
        scores: await scoreGame(address, game, errors),
        errors,
    };
}
