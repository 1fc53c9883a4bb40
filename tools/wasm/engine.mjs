// The search as an ES module: drives a worker that speaks UCI. See index.d.ts.

// The words after these in an `info` line are numbers.
const NUMBERS = new Set(['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'time', 'hashfull', 'tbhits']);

/** Reads an `info` line of UCI. */
export function parseInfo(line) {
    const words = line.split(' ');
    const info = {};
    for (let i = 1; i < words.length; i++) {
        const word = words[i];
        if (NUMBERS.has(word)) {
            info[word] = Number(words[++i]);
        } else if (word === 'score') {
            info.score = { [words[i + 1]]: Number(words[i + 2]) };
            i += 2;
        } else if (word === 'lowerbound' || word === 'upperbound') {
            info.bound = word.slice(0, 5);
        } else if (word === 'wdl') {
            info.wdl = words.slice(i + 1, i + 4).map(Number);
            i += 3;
        } else if (word === 'pv') {
            info.pv = words.slice(i + 1);
            break;
        } else if (word === 'string') {
            break;
        }
    }
    return info;
}

const LIMITS =
    ['depth', 'nodes', 'mate', 'movetime', 'wtime', 'btime', 'winc', 'binc', 'movestogo'];

const ERROR = 'info string error: ';

function goCommand({ ponder, searchmoves, ...options }) {
    const limits = LIMITS.filter(limit => options[limit] !== undefined)
        .map(limit => ` ${limit} ${Math.trunc(options[limit])}`);
    const only = searchmoves?.length ? ` searchmoves ${searchmoves.join(' ')}` : '';
    const infinite = limits.length || ponder ? '' : ' infinite';
    return `go${ponder ? ' ponder' : ''}${infinite}${limits.join('')}${only}`;
}

/** The search, in a worker. */
export class Engine {
    #worker;
    #waiting = []; // { answer, resolve, reject, error }, in the order of the answers
    #search = null; // { resolve, reject, onInfo, begun }
    #ruleset = null;
    #draws = null;
    #failure = null; // why the engine is closed

    constructor(worker) {
        this.#worker = worker;
        worker.onmessage = event => this.#receive(event.data);
        worker.onerror = error => this.#close(new Error(error.message ?? 'the worker has failed'));
        this.#worker.postMessage('uci');
        this.ready = this.#await('uciok');
        this.ready.catch(() => {}); // callers may ignore it
    }

    get isClosed() {
        return this.#failure !== null;
    }

    // An error that the engine reports before this answer belongs to the commands sent before it.
    #await(answer) {
        if (this.#failure)
            return Promise.reject(this.#failure);
        return new Promise((resolve, reject) =>
            this.#waiting.push({ answer, resolve, reject, error: null }));
    }

    #close(error) {
        if (this.#failure)
            return;
        this.#failure = error;
        this.#worker.terminate();
        this.#search?.reject(error);
        this.#search = null;
        for (const { reject } of this.#waiting.splice(0))
            reject(error);
    }

    #receive(line) {
        const search = this.#search;
        if (line.startsWith(ERROR))
            this.#refuse(new Error(line.slice(ERROR.length)));
        else if (search && line.startsWith('info '))
            search.onInfo?.(parseInfo(line));
        else if (search && line.startsWith('bestmove '))
            this.#finish(line);
        else if (this.#waiting[0]?.answer === line)
            this.#answer(this.#waiting.shift());
    }

    #refuse(error) {
        const [first] = this.#waiting;
        if (first?.answer === 'uciok')
            this.#close(error); // The engine cannot start.
        else if (first)
            first.error ??= error;
    }

    #answer({ resolve, reject, error }) {
        if (error)
            reject(error);
        else
            resolve();
    }

    #finish(line) {
        const [, turn, , ponder] = line.split(' ');
        const { resolve, reject } = this.#search;
        const error = turn === '(none)' && this.#waiting[0]?.error; // The search could not begin.
        this.#search = null;
        if (error)
            reject(error);
        resolve({ turn: turn === '(none)' ? null : turn, ponder: ponder ?? null });
    }

    /** Resolves when all earlier commands have been executed. */
    synchronise() {
        this.#worker.postMessage('isready');
        return this.#await('readyok');
    }

    async setOption(name, value) {
        this.#worker.postMessage(`setoption name ${name} value ${value}`);
        await this.synchronise();
    }

    async newGame() {
        this.#worker.postMessage('ucinewgame');
        await this.synchronise();
    }

    #setPosition(game) {
        if (game.ruleset !== this.#ruleset)
            this.#worker.postMessage(`setoption name UCI_Variant value ${game.ruleset}`);
        if (game.tournamentDraws !== this.#draws)
            this.#worker.postMessage(
                `setoption name Tournament Draws value ${game.tournamentDraws}`);
        this.#ruleset = game.ruleset;
        this.#draws = game.tournamentDraws;
        const moves = game.history('uci').map(turn => ` ${turn}`).join('');
        this.#worker.postMessage(`position fen ${game.startFen}${moves && ' moves'}${moves}`);
    }

    // Waits until the position is accepted: after an error `go` would search the previous one.
    async #begin(game, options) {
        this.#setPosition(game);
        await this.synchronise();
        // The engine would ignore turns that are not legal.
        const legal = options.searchmoves && game.turns();
        const wrong = options.searchmoves?.find(turn => !legal.includes(turn));
        if (wrong !== undefined)
            throw new Error(`go: '${wrong}' is not legal`);
        this.#worker.postMessage(goCommand(options));
        await this.synchronise();
    }

    search(game, options = {}) {
        if (this.#search)
            return Promise.reject(new Error('a search is running'));
        return new Promise((resolve, reject) => {
            const search = { resolve, reject, onInfo: options.onInfo };
            this.#search = search;
            search.begun = this.#begin(game, options);
            search.begun.catch(error => {
                if (this.#search === search)
                    this.#search = null;
                this.#ruleset = this.#draws = null; // They may have been refused.
                reject(error);
            });
        });
    }

    // Sends a line to the engine once the search has begun, unless the search is over by then.
    #tell(line) {
        const search = this.#search;
        const post = () => this.#search === search && this.#worker.postMessage(line);
        search?.begun.then(post, () => {});
    }

    stop() {
        this.#tell('stop');
    }

    ponderhit() {
        this.#tell('ponderhit');
    }

    close() {
        this.#close(new Error('the engine has been closed'));
    }
}
