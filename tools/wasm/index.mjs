// The rules and the search of Misère as an ES module. See index.d.ts and docs/wasm.md.
import * as program from './misere.js';

const Misere = program.default ?? globalThis.Misere;
if (!Misere.base)
    Misere.base = import.meta.url;

const STYLES = { course: 0, uci: 1 }; // as in notation.h

function styleOf(notation) {
    if (!(notation in STYLES))
        throw new TypeError(`'${notation}' is not a notation: use 'uci' or 'course'`);
    return STYLES[notation];
}

const lines = text => (text === '' ? [] : text.slice(0, -1).split('\n'));

/** A game: its rules, its turns, and whether it is over. */
export class Game {
    #module;
    #game;
    #fen;

    /** Games are made by Rules.newGame(). */
    constructor(module, ruleset, options = {}) {
        const fen = options.fen ?? '';
        this.#module = module;
        this.#game = module._wasm_game_new();
        if (!this.#game)
            throw new Error('out of memory');
        registry.register(this, { module, game: this.#game }, this);
        this.ruleset = ruleset;
        this.tournamentDraws = Boolean(options.tournamentDraws);
        const start = this.#withText(ruleset, name => this.#withText(fen, address =>
            module._wasm_game_start(this.#game, name, address, this.tournamentDraws)));
        this.#check(start);
        this.startFen = this.fen();
    }

    #withText(text, call) {
        if (String(text).includes('\0'))
            throw new Error('a NUL character');
        return Misere.withText(this.#module, String(text), call);
    }

    // The answer of the last call, or its error.
    #check(done) {
        if (!this.#game)
            throw new Error('the game has been freed');
        const text = this.#module.UTF8ToString(this.#module._wasm_game_text(this.#game));
        if (!done)
            throw new Error(text || 'out of memory');
        return text;
    }

    #ask(name, ...rest) {
        return this.#check(this.#game && this.#module[`_wasm_game_${name}`](this.#game, ...rest));
    }

    turns(notation = 'uci') {
        return lines(this.#ask('turns', styleOf(notation)));
    }

    history(notation = 'uci') {
        return lines(this.#ask('history', styleOf(notation)));
    }

    play(turn) {
        this.#withText(turn, address => this.#ask('play', address));
        return this;
    }

    takeBack() {
        this.#ask('take_back');
        return this;
    }

    notation(turn, notation = 'uci') {
        return this.#withText(turn, address => this.#ask('notation', address, styleOf(notation)));
    }

    status() {
        const [state, colour, reason] = this.#ask('status').split(' ');
        if (state === 'playing')
            return { state, player: colour };
        return state === 'drawn' ? { state, reason: colour } : { state, winner: colour, reason };
    }

    fen() {
        return this.#ask('fen');
    }

    board() {
        return this.#ask('board');
    }

    free() {
        registry.unregister(this);
        this.#module._wasm_game_free(this.#game);
        this.#game = 0;
    }
}

const registry = new FinalizationRegistry(({ module, game }) => module._wasm_game_free(game));

/** The rules, on this thread. Made by loadRules(). */
export class Rules {
    #module;

    constructor(module) {
        const text = (name, i) => module.UTF8ToString(module[`_wasm_ruleset_${name}`](i));
        this.#module = module;
        this.rulesets = Array.from({ length: module._wasm_ruleset_count() }, (_, i) => ({
            name: text('name', i),
            family: text('family', i),
            startFen: text('start_fen', i),
        }));
    }

    newGame(ruleset = '6170-spring-2007', options = {}) {
        return new Game(this.#module, ruleset, options);
    }
}

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
