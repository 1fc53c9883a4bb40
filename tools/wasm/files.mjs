// Games in files as an ES module. See files.d.ts and docs/wasm.md.
import { createModule } from './misere-files.mjs';
import { colourOf, DEFAULT_RULESET, Game, Handle, Rules, startGame } from './game.mjs';

export { Game, Rules } from './game.mjs';

const FORMATS = { xml: 0, pgn: 1, 1994: 2 }; // as in stored.h
const TAGS = ['event', 'site', 'date', 'round', 'termination', 'timeControl'];
const SCORES = [undefined, 'cp', 'mate']; // by WasmScoreKind
const READ = 0, BAD = 1; // as in input.h

// Times that are unknown or unlimited are null here, and NaN in the module.
const fromMs = ms => (Number.isNaN(ms) ? null : ms);
const toMs = ms => (ms == null ? NaN : Number(ms));

const STORED = { free: '_wasm_stored_free', text: '_wasm_game_text' };
const READER = { free: '_wasm_reader_free', text: '_wasm_reader_text' };

/** A game with everything that a file may say about it. */
export class StoredGame extends Game {
    #handle;

    /** Games are made by Files.newGame() and Files.read(). */
    constructor(handle) {
        super(handle);
        this.#handle = handle;
    }

    play(turn, { clock } = {}) {
        this.#handle.ask('_wasm_stored_play', String(turn), toMs(clock));
        return this;
    }

    takeBack() {
        this.#handle.ask('_wasm_stored_take_back');
        return this;
    }

    result() {
        return this.#handle.ask('_wasm_stored_result');
    }

    reason() {
        return this.#handle.ask('_wasm_stored_reason');
    }

    resign(colour) {
        this.#handle.ask('_wasm_stored_resign', colourOf(colour));
        return this;
    }

    expire(colour) {
        this.#handle.ask('_wasm_stored_expire', colourOf(colour));
        return this;
    }

    forfeit(colour, reason) {
        this.#handle.ask('_wasm_stored_forfeit', colourOf(colour), String(reason));
        return this;
    }

    #get(names) {
        return Object.fromEntries(
            names.map(name => [name, this.#handle.ask('_wasm_stored_get', name)]));
    }

    #set(names, values) {
        for (const name of names.filter(name => values[name] !== undefined))
            this.#handle.ask('_wasm_stored_set', name, String(values[name]));
    }

    get names() {
        return this.#get(['white', 'black']);
    }

    set names(names) {
        this.#set(['white', 'black'], names);
    }

    get tags() {
        return this.#get(TAGS);
    }

    set tags(tags) {
        this.#set(TAGS, tags);
    }

    get clocks() {
        if (!this.#handle.call('_wasm_stored_is_timed'))
            return null;
        const [white, black] = [0, 1].map(player => ({
            initial: fromMs(this.#handle.call('_wasm_stored_initial_ms', player)),
            current: fromMs(this.#handle.call('_wasm_stored_current_ms', player)),
        }));
        return { white, black };
    }

    set clocks(clocks) {
        this.#handle.call('_wasm_stored_set_timed', Number(clocks !== null));
        for (const colour of ['white', 'black'])
            this.#handle.call('_wasm_stored_set_clock', colourOf(colour),
                toMs(clocks?.[colour]?.initial), toMs(clocks?.[colour]?.current));
    }

    get hasDroppedAnnotations() {
        return Boolean(this.#handle.call('_wasm_stored_has_dropped_annotations'));
    }

    #checkTurn(index) {
        if (!(Number.isInteger(index) && index >= 0 && index < this.#handle.call('_wasm_stored_turn_count')))
            throw new RangeError(`there is no turn ${index}`);
        return index;
    }

    annotation(index) {
        this.#checkTurn(index);
        const number = name => this.#handle.call(`_wasm_stored_${name}`, index);
        const kind = SCORES[number('score_kind')];
        const known = {
            score: kind && { [kind]: number('score') },
            depth: number('depth') || undefined,
            nodes: number('nodes') || undefined,
            time: number('elapsed_ms') || undefined,
            clock: fromMs(number('turn_clock')) ?? undefined,
            comment: this.#handle.ask('_wasm_stored_comment', index) || undefined,
        };
        return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
    }

    setAnnotation(index, { score = {}, depth = 0, nodes = 0, time = 0, comment = '' }) {
        const kind = 'cp' in score ? 'cp' : 'mate' in score ? 'mate' : undefined;
        const handle = this.#handle;
        this.#checkTurn(index);
        handle.ask('_wasm_stored_set_score', index, SCORES.indexOf(kind), kind ? score[kind] : 0);
        handle.ask('_wasm_stored_set_effort', index, depth, nodes, time);
        handle.ask('_wasm_stored_set_comment', index, String(comment));
        return this;
    }

    write(format) {
        if (!Object.hasOwn(FORMATS, format))
            throw new TypeError(`'${format}' is not a format: use 'xml', 'pgn' or '1994'`);
        return this.#handle.ask('_wasm_stored_write', FORMATS[format]);
    }
}

/** The rules and the formats of files, on this thread. Made by loadFiles(). */
export class Files extends Rules {
    #module;

    constructor(module) {
        super(module);
        this.#module = module;
        module._wasm_files_init();
    }

    newGame(ruleset = DEFAULT_RULESET, options = {}) {
        const handle = new Handle(this.#module, this.#module._wasm_stored_new(), STORED);
        return new StoredGame(startGame(handle, ruleset, options));
    }

    read(name, bytes, { ruleset = '', onError = null } = {}) {
        const reader = new Handle(this.#module, this.#module._wasm_reader_new(), READER);
        try {
            this.#open(reader, name, bytes, ruleset);
            return this.#readAll(reader, onError);
        } finally {
            reader.free();
        }
    }

    #open(reader, name, bytes, ruleset) {
        const copy = this.#module._malloc(bytes.length + 1);
        if (!copy)
            throw new Error(`${name}: out of memory`);
        this.#module.HEAPU8.set(bytes, copy);
        if (!reader.call('_wasm_reader_open', String(name).replaceAll('\0', '?'), copy, bytes.length, String(ruleset)))
            throw new Error(reader.text());
    }

    #readAll(reader, onError) {
        const games = [];
        for (;;) {
            const result = reader.call('_wasm_reader_next');
            if (result === READ)
                games.push(new StoredGame(
                    new Handle(this.#module, reader.call('_wasm_reader_take'), STORED)));
            else if (result === BAD && onError)
                onError(reader.text());
            else if (result === BAD)
                throw new Error(reader.text());
            else
                return games;
        }
    }
}

let files; // a promise

/** Loads the rules and the formats, once. */
export function loadFiles() {
    files ??= createModule().then(module => new Files(module));
    return files;
}
