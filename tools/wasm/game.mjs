// Games and rules, on top of a module that exports the functions of tools/library/misere.h. See index.d.ts.

const STYLES = { course: 0, uci: 1, san: 3 }; // MisereStyle
export const COLOURS = ['white', 'black']; // MisereColour
const PLAYING = 0, WON = 1; // MisereState
const NO_CLOCK = -(2n ** 63n);
const CLOCK_MAX = Number.MAX_SAFE_INTEGER;

// Where the members of the structs are, in bytes.
const STATUS = { state: 0, colour: 4, reason: 8, chips: 16 };
const REFUSAL = { reason: 0, squares: 8, text: 16 };
const MARKS = { check: 0, unattacked: 8, mustCapture: 16, mayCapture: 24 };
const ERROR_SIZE = 320, STRUCT_SIZE = 256; // at least the largest struct

function styleOf(notation) {
    if (!Object.hasOwn(STYLES, notation))
        throw new TypeError(`'${notation}' is not a notation: use 'uci', 'course' or 'san'`);
    return STYLES[notation];
}

const lines = text => (text === '' ? [] : text.slice(0, -1).split('\n'));

function squaresOf(bits) {
    const squares = [];
    for (let i = 0; i < 64; i++)
        if (bits >> BigInt(i) & 1n)
            squares.push('abcdefgh'[i % 8] + (1 + (i >> 3)));
    return squares;
}

/** A module's functions, called with JavaScript's values: texts are copied into its memory for the call, and null is
 * NULL. */
export class Library {
    #module;
    #error; // the address of a MisereError
    #struct; // the address of a struct that functions fill

    constructor(module) {
        this.#module = module;
        this.#error = this.allocate(ERROR_SIZE + STRUCT_SIZE);
        this.#struct = this.#error + ERROR_SIZE;
    }

    allocate(size) {
        const address = this.#module._malloc(size);
        if (!address)
            throw new Error('out of memory');
        return address;
    }

    release(address) {
        this.#module._free(address);
    }

    /** A copy of the bytes, which the caller releases. */
    copyBytes(bytes) {
        const address = this.allocate(bytes.length + 1);
        this.#module.HEAPU8.set(bytes, address);
        return address;
    }

    #copyText(text) {
        if (text.includes('\0'))
            throw new Error('a NUL character');
        const size = this.#module.lengthBytesUTF8(text) + 1;
        const address = this.allocate(size);
        this.#module.stringToUTF8(text, address, size);
        return address;
    }

    call(name, ...values) {
        const copies = [];
        try {
            const copied = values.map(value => {
                if (typeof value !== 'string')
                    return value ?? 0;
                copies.push(this.#copyText(value));
                return copies.at(-1);
            });
            return this.#module[`_misere_${name}`](...copied);
        } finally {
            copies.forEach(address => this.release(address));
        }
    }

    /** Calls a function whose last parameter is a MisereError; throws what that says if it fails. */
    try(name, ...values) {
        const result = this.call(name, ...values, this.#error);
        if (!result)
            throw new Error(this.error);
        return result;
    }

    /** What the last function that failed says. */
    get error() {
        return this.read(this.#error);
    }

    /** The text at an address. */
    read(address) {
        return this.#module.UTF8ToString(address);
    }

    /** Takes a text that a function has made. */
    take(address) {
        if (!address)
            throw new Error('out of memory');
        const text = this.read(address);
        this.call('free', address);
        return text;
    }

    /** Where functions put structs, and where they put MisereErrors. */
    get struct() {
        return this.#struct;
    }

    get errorAt() {
        return this.#error;
    }

    // --- a member of the struct, by its place in bytes ---

    int(offset) {
        return this.#view().getInt32(offset, true);
    }

    squares(offset) {
        return squaresOf(this.#view().getBigUint64(offset, true));
    }

    address(offset) {
        return this.#view().getUint32(offset, true);
    }

    /** The text that it points to, or that it is. */
    textAt(offset) {
        return this.read(this.address(offset));
    }

    textIn(offset) {
        return this.read(this.#struct + offset);
    }

    #view() {
        return new DataView(this.#module.HEAPU8.buffer, this.#struct, STRUCT_SIZE);
    }
}

const registry = new FinalizationRegistry(([library, free, address]) => library.call(free, address));

/** An object of the library. */
export class Handle {
    #library;
    #address;
    #free;

    /** `free`: the name of the function that frees the object. */
    constructor(library, address, free) {
        this.#library = library;
        this.#address = address;
        this.#free = free;
        registry.register(this, [library, free, address], this);
    }

    get library() {
        return this.#library;
    }

    get address() {
        if (!this.#address)
            throw new Error('the game has been freed');
        return this.#address;
    }

    /** Call a function with this object as its first argument: see Library. */
    call(name, ...rest) {
        return this.#library.call(name, this.address, ...rest);
    }

    try(name, ...rest) {
        return this.#library.try(name, this.address, ...rest);
    }

    text(name, ...rest) {
        return this.#library.take(this.try(name, ...rest));
    }

    free() {
        if (!this.#address)
            return;
        registry.unregister(this);
        this.#library.call(this.#free, this.#address);
        this.#address = 0;
    }
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
        if (this.#ruleset === undefined)
            this.#ruleset = this.#handle.library.read(this.#handle.call('game_ruleset'));
        return this.#ruleset;
    }

    get startFen() {
        if (this.#startFen === undefined) {
            try {
                this.#startFen = this.#handle.text('game_start_fen');
            } catch {
                this.#startFen = null;
            }
        }
        return this.#startFen;
    }

    get tournamentDraws() {
        return Boolean(this.#handle.call('game_tournament_draws'));
    }

    turns(notation = 'uci') {
        return lines(this.#handle.text('game_turns', styleOf(notation)));
    }

    history(notation = 'uci') {
        return lines(this.#handle.text('game_history', styleOf(notation)));
    }

    play(turn, { clock } = {}) {
        const ms = clock == null ? NaN : Number(clock);
        this.#handle.try('game_play', String(turn),
            Number.isNaN(ms) ? NO_CLOCK : BigInt(Math.round(Math.min(Math.max(ms, 0), CLOCK_MAX))));
        return this;
    }

    takeBack() {
        if (!this.#handle.call('game_undo'))
            throw new Error('no turn has been played');
        return this;
    }

    expire(player) {
        if (!COLOURS.includes(player))
            throw new TypeError(`'${player}' is not a colour: use 'white' or 'black'`);
        this.#handle.call('game_expire', COLOURS.indexOf(player));
        return this;
    }

    notation(turn, notation = 'uci') {
        return this.#read('game_write_turn', String(turn), styleOf(notation));
    }

    half(move) {
        return this.#read('game_write_half', String(move));
    }

    // Writes a turn or a half-move; an error has the reason and the squares of a refusal.
    #read(name, turn, ...rest) {
        try {
            return this.#handle.text(name, turn, ...rest);
        } catch (error) {
            this.#handle.call('game_refuse_turn', turn, this.#handle.library.struct);
            throw Object.assign(error, this.#refusal());
        }
    }

    #refusal() {
        const { library } = this.#handle;
        return { reason: library.textAt(REFUSAL.reason), squares: library.squares(REFUSAL.squares) };
    }

    moves() {
        return this.movesAfter(null);
    }

    movesAfter(turn) {
        return lines(this.#handle.text('game_moves', turn && String(turn)));
    }

    whyNot(square) {
        return this.whyNotAfter(null, square);
    }

    whyNotAfter(turn, square) {
        const { library } = this.#handle;
        this.#handle.try('game_refuse_piece', turn && String(turn), String(square), library.struct);
        const refusal = { text: library.textIn(REFUSAL.text), ...this.#refusal() };
        return refusal.reason === 'none' ? null : refusal;
    }

    // Fills the struct with the MisereStatus.
    #readStatus() {
        this.#handle.call('game_status', this.#handle.library.struct);
        return this.#handle.library;
    }

    status() {
        const library = this.#readStatus();
        const state = library.int(STATUS.state), colour = COLOURS[library.int(STATUS.colour)];
        if (state === PLAYING)
            return { state: 'playing', player: colour };
        const reason = library.textAt(STATUS.reason);
        return state === WON ? { state: 'won', winner: colour, reason } : { state: 'drawn', reason };
    }

    fen() {
        return this.#handle.text('game_fen');
    }

    board() {
        return this.boardAfter(null);
    }

    boardAfter(turn) {
        return this.#handle.text('game_board', turn && String(turn));
    }

    marks() {
        return this.marksAfter(null);
    }

    marksAfter(turn) {
        const { library } = this.#handle;
        this.#handle.try('game_marks', turn && String(turn), library.struct);
        return Object.fromEntries(Object.entries(MARKS).map(([name, offset]) => [name, library.squares(offset)]));
    }

    chips() {
        const library = this.#readStatus();
        return { white: library.int(STATUS.chips), black: library.int(STATUS.chips + 4) };
    }

    free() {
        this.#handle.free();
    }
}

// A player's chips; a number that is not given is as in the FEN.
function chipsOf(count, inFen) {
    if (count === undefined)
        return inFen;
    if (!Number.isInteger(count) || count > 0x7fffffff || count < 0)
        throw new TypeError(`'${count}' is not a number of chips`);
    return count;
}

export const DEFAULT_RULESET = '6170-spring-2007';

/** The rules, on this thread. Made by loadRules(). */
export class Rules {
    #library;

    constructor(module) {
        this.#library = new Library(module);
        this.rulesets = JSON.parse(this.#library.take(this.#library.call('rulesets')));
    }

    ruleset(name) {
        return this.rulesets.find(ruleset => ruleset.name === name);
    }

    /** For subclasses: what makes games. */
    get library() {
        return this.#library;
    }

    /** A new game's object. */
    startGame(ruleset, { fen = '', tournamentDraws = false, chips = {} }) {
        const handle = new Handle(this.#library,
            this.#library.try('game_new', String(ruleset), String(fen) || null), 'game_free');
        try {
            handle.call('game_set_tournament_draws', Number(Boolean(tournamentDraws)));
            const inFen = new Game(handle).chips();
            const white = chipsOf(chips.white, inFen.white), black = chipsOf(chips.black, inFen.black);
            if (white !== inFen.white || black !== inFen.black)
                handle.try('game_set_chips', white, black);
            return handle;
        } catch (error) {
            handle.free();
            throw error;
        }
    }

    newGame(ruleset = DEFAULT_RULESET, options = {}) {
        return new Game(this.startGame(ruleset, options));
    }
}
