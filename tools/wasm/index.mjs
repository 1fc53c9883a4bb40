// The rules and the search of Misère as an ES module. See index.d.ts and docs/wasm.md.
import * as program from './misere.js';
import { Rules } from './game.mjs';

export { Game, Rules } from './game.mjs';

const Misere = program.default ?? globalThis.Misere;
if (!Misere.base)
    Misere.base = import.meta.url;

let rules; // a promise

/** Loads the rules, once. */
export function loadRules() {
    rules ??= Misere.createModule().then(module => new Rules(module));
    return rules;
}

/** A web worker that speaks UCI, a line a message. */
export function createWorker() {
    return Misere.createWorker();
}

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

/** The search, in a worker. */
export class Engine {
    #worker;
    #waiting = []; // [does this line answer?, resolve, reject], in order
    #search = null;
    #ruleset = null;
    #draws = null;

    constructor(worker = createWorker()) {
        this.#worker = worker;
        worker.onmessage = event => this.#receive(event.data);
        worker.onerror = error => this.#fail(new Error(error.message ?? 'the worker has failed'));
        this.#worker.postMessage('uci');
        this.ready = this.#await(line => line === 'uciok');
    }

    #await(answers) {
        return new Promise((resolve, reject) => this.#waiting.push([answers, resolve, reject]));
    }

    #fail(error) {
        this.#search?.reject(error);
        this.#search = null;
        for (const [, , reject] of this.#waiting.splice(0))
            reject(error);
    }

    #receive(line) {
        const search = this.#search;
        if (line.startsWith('info string error: '))
            this.#fail(new Error(line.slice('info string error: '.length)));
        else if (search && line.startsWith('info '))
            search.onInfo?.(parseInfo(line));
        else if (search && line.startsWith('bestmove '))
            this.#finish(line);
        else if (this.#waiting[0]?.[0](line))
            this.#waiting.shift()[1]();
    }

    #finish(line) {
        const [, turn, , ponder] = line.split(' ');
        const { resolve } = this.#search;
        this.#search = null;
        resolve({ turn: turn === '(none)' ? null : turn, ponder: ponder ?? null });
    }

    /** Resolves when all earlier commands have been carried out. */
    synchronise() {
        this.#worker.postMessage('isready');
        return this.#await(line => line === 'readyok');
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

    search(game, options = {}) {
        if (this.#search)
            return Promise.reject(new Error('a search is running'));
        const words = LIMITS.filter(limit => options[limit] !== undefined)
            .map(limit => ` ${limit} ${Math.trunc(options[limit])}`);
        const only = options.searchmoves?.length
            ? ` searchmoves ${options.searchmoves.join(' ')}` : '';
        const pondering = options.ponder ? ' ponder' : '';
        const infinite = words.length || options.ponder ? '' : ' infinite';
        return new Promise((resolve, reject) => {
            this.#search = { resolve, reject, onInfo: options.onInfo };
            this.#setPosition(game);
            this.#worker.postMessage(`go${pondering}${infinite}${words.join('')}${only}`);
        });
    }

    stop() {
        this.#worker.postMessage('stop');
    }

    ponderhit() {
        this.#worker.postMessage('ponderhit');
    }

    close() {
        this.#worker.terminate();
        this.#fail(new Error('the engine has been closed'));
    }
}
