// Games and rules, on top of a module that exports the functions of tools/wasm/game. See index.d.ts.

const STYLES = { course: 0, uci: 1, san: 3 }; // as in notation.h

function styleOf(notation) {
    if (!Object.hasOwn(STYLES, notation))
        throw new TypeError(`'${notation}' is not a notation: use 'uci', 'course' or 'san'`);
    return STYLES[notation];
}

const lines = text => (text === '' ? [] : text.slice(0, -1).split('\n'));
const words = text => (text === '' ? [] : text.split(' '));

const registry = new FinalizationRegistry(([free, address]) => free(address));

/** An object in the module's memory. String arguments are copied into that memory for the call. */
export class Handle {
    #module;
    #address;
    #free;
    #textOf;

    /** `names`: the module's functions that free the object and return its last answer. */
    constructor(module, address, names) {
        if (!address)
            throw new Error('out of memory');
        this.#module = module;
        this.#address = address;
        this.#textOf = names.text;
        this.#free = module[names.free];
        registry.register(this, [this.#free, address], this);
    }

    /** Calls a function of the module with this object as its first argument. */
    call(name, ...rest) {
        const module = this.#module;
        if (!this.#address)
            throw new Error('the game has been freed');
        const copies = [];
        try {
            const values = rest.map(value => {
                if (typeof value !== 'string')
                    return value;
                copies.push(copyText(module, value));
                return copies.at(-1);
            });
            return module[name](this.#address, ...values);
        } finally {
            copies.forEach(address => module._free(address));
        }
    }

    /** Calls a function that answers with a text; throws the reason if it fails. */
    ask(name, ...rest) {
        const done = this.call(name, ...rest);
        const text = this.text();
        if (!done)
            throw new Error(text || 'out of memory');
        return text;
    }

    /** The last answer. */
    text() {
        return this.#module.UTF8ToString(this.call(this.#textOf));
    }

    free() {
        if (!this.#address)
            return;
        registry.unregister(this);
        this.#free(this.#address);
        this.#address = 0;
    }
}

function copyText(module, text) {
    if (text.includes('\0'))
        throw new Error('a NUL character');
    const size = module.lengthBytesUTF8(text) + 1;
    const address = module._malloc(size);
    if (!address)
        throw new Error('out of memory');
    module.stringToUTF8(text, address, size);
    return address;
}

/** A game: its rules, its turns, and whether it is over. */
export class Game {
    #handle;
    #ruleset;
    #startFen;

    /** Games are made by Rules.newGame(). */
    constructor(handle) {
        this.#handle = handle;
    }

    get ruleset() {
        this.#ruleset ??= this.#handle.ask('_wasm_game_ruleset');
        return this.#ruleset;
    }

    get startFen() {
        if (this.#startFen === undefined)
            this.#startFen = this.#handle.call('_wasm_game_start_fen') ? this.#handle.text() : null;
        return this.#startFen;
    }

    get tournamentDraws() {
        return Boolean(this.#handle.call('_wasm_game_has_tournament_draws'));
    }

    turns(notation = 'uci') {
        return lines(this.#handle.ask('_wasm_game_turns', styleOf(notation)));
    }

    history(notation = 'uci') {
        return lines(this.#handle.ask('_wasm_game_history', styleOf(notation)));
    }

    play(turn) {
        this.#handle.ask('_wasm_game_play', String(turn));
        return this;
    }

    takeBack() {
        this.#handle.ask('_wasm_game_take_back');
        return this;
    }

    notation(turn, notation = 'uci') {
        return this.#read('_wasm_game_notation', String(turn), styleOf(notation));
    }

    half(move) {
        return this.#read('_wasm_game_half', String(move));
    }

    // As ask(); an error has the reason and the squares of a refusal.
    #read(name, ...rest) {
        try {
            return this.#handle.ask(name, ...rest);
        } catch (error) {
            throw Object.assign(error, this.#refusal());
        }
    }

    #refusal() {
        const [reason, ...squares] = words(this.#handle.ask('_wasm_game_refusal').trimEnd());
        return { reason, squares };
    }

    moves() {
        return lines(this.#handle.ask('_wasm_game_moves', 0));
    }

    movesAfter(turn) {
        return lines(this.#handle.ask('_wasm_game_moves', String(turn)));
    }

    whyNot(square) {
        return this.#whyNot(0, square);
    }

    whyNotAfter(turn, square) {
        return this.#whyNot(String(turn), square);
    }

    #whyNot(turn, square) {
        const text = this.#handle.ask('_wasm_game_why_not', turn, String(square));
        return text === '' ? null : { text, ...this.#refusal() };
    }

    status() {
        const [state, colour, reason] = words(this.#handle.ask('_wasm_game_status'));
        if (state === 'playing')
            return { state, player: colour };
        return state === 'drawn' ? { state, reason: colour } : { state, winner: colour, reason };
    }

    fen() {
        return this.#handle.ask('_wasm_game_fen');
    }

    board() {
        return this.#handle.ask('_wasm_game_board', 0);
    }

    boardAfter(turn) {
        return this.#handle.ask('_wasm_game_board', String(turn));
    }

    marks() {
        return this.#readMarks(0);
    }

    marksAfter(turn) {
        return this.#readMarks(String(turn));
    }

    #readMarks(turn) {
        const [check, unattacked, mustCapture, mayCapture] =
            lines(this.#handle.ask('_wasm_game_marks', turn)).map(words);
        return { check, unattacked, mustCapture, mayCapture };
    }

    chips() {
        const [white, black] = words(this.#handle.ask('_wasm_game_chips')).map(Number);
        return { white, black };
    }

    free() {
        this.#handle.free();
    }
}

const GAME = { free: '_wasm_game_free', text: '_wasm_game_text' };

// A player's chips for wasm_game_start; -1 means: as in the FEN.
function chipsOf(count = -1) {
    if (!Number.isInteger(count) || count > 0x7fffffff || count < -1)
        throw new TypeError(`'${count}' is not a number of chips`);
    return count;
}

/** Starts a new game in an existing object. */
export function startGame(handle, ruleset, { fen = '', tournamentDraws = false, chips = {} }) {
    handle.ask('_wasm_game_start', String(ruleset), String(fen), Number(Boolean(tournamentDraws)),
        chipsOf(chips.white), chipsOf(chips.black));
    return handle;
}

export const DEFAULT_RULESET = '6170-spring-2007';

/** The rules, on this thread. Made by loadRules(). */
export class Rules {
    #module;

    constructor(module) {
        this.#module = module;
        const address = module._wasm_rulesets();
        if (!address)
            throw new Error('out of memory');
        this.rulesets = JSON.parse(module.UTF8ToString(address));
        module._free(address);
    }

    newGame(ruleset = DEFAULT_RULESET, options = {}) {
        const handle = new Handle(this.#module, this.#module._wasm_game_new(), GAME);
        return new Game(startGame(handle, ruleset, options));
    }
}
