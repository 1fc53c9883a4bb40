// Games in files as an ES module. See files.d.ts and docs/wasm.md.
import { createModule } from './misere-files.mjs';
import { colourOf, DEFAULT_RULESET, Game, Handle, Rules, startGame } from './game.mjs';

export { Game, Rules } from './game.mjs';

const FORMATS = { xml: 0, pgn: 1, 1994: 2 }; // as in stored.h
const TAGS = ['event', 'site', 'date', 'round', 'termination', 'timeControl'];
const SCORES = [undefined, 'cp', 'mate']; // by WasmScoreKind
const READ = 0, END = 2; // as in files/reader.h
const GAMES_MAX = 10000; // in one file

// Times that are unknown or unlimited are null here, and NaN in the module.
const fromMs = ms => (Number.isNaN(ms) ? null : ms);
const toMs = ms => (ms == null ? NaN : Number(ms));

const STORED = { free: '_wasm_stored_free', text: '_wasm_game_text' };
const READER = { free: '_wasm_reader_free', text: '_wasm_reader_text' };

// The module decodes UTF-8, UTF-16 and ISO-8859-*; Windows code pages are decoded here.
function asUtf8(bytes) {
    const head = String.fromCharCode(...bytes.subarray(0, 100));
    const found = /^<\?xml[^>]*encoding\s*=\s*["'](windows-125[0-8])["']/i.exec(head);
    if (!found)
        return bytes;
    // In streaming mode: otherwise node 20 decodes windows-1252 as ISO-8859-1.
    const text = new TextDecoder(found[1]).decode(bytes, { stream: true });
    return new TextEncoder().encode(text.replace(found[1], 'UTF-8'));
}

/** A game with everything that a file can store about it. */
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

/** The rules and the file formats, on this thread. Made by loadFiles(). */
export class Files extends Rules {
    #module;
    #canRead = false; // the reader is initialised on first use: it takes time

    constructor(module) {
        super(module);
        this.#module = module;
    }

    newGame(ruleset = DEFAULT_RULESET, options = {}) {
        const handle = new Handle(this.#module, this.#module._wasm_stored_new(), STORED);
        return new StoredGame(startGame(handle, ruleset, options));
    }

    read(name, bytes, { ruleset = '', onError = null } = {}) {
        const reader = new Handle(this.#module, this.#module._wasm_reader_new(), READER);
        try {
            this.#open(reader, name, bytes, ruleset);
            const report = onError ?? (reason => {
                throw new Error(reason);
            });
            return this.#readGames(reader, name, report);
        } finally {
            reader.free();
        }
    }

    #open(reader, name, bytes, ruleset) {
        this.#canRead ||= Boolean(this.#module._wasm_files_init());
        if (!this.#canRead)
            throw new Error(`${name}: out of memory`);
        const contents = asUtf8(bytes);
        const copy = this.#module._malloc(contents.length + 1);
        if (!copy)
            throw new Error(`${name}: out of memory`);
        this.#module.HEAPU8.set(contents, copy);
        const path = String(name).replaceAll('\0', '?');
        reader.ask('_wasm_reader_open', path, copy, contents.length, String(ruleset));
    }

    #readGames(reader, name, report) {
        const games = [];
        for (let i = 0;; i++) {
            const result = reader.call('_wasm_reader_next');
            if (result === END && i === 0)
                report(`${name}: there is no game in the file`);
            if (result === END)
                return games;
            if (i === GAMES_MAX) {
                report(`${name}: only the first ${GAMES_MAX} games are read`);
                return games;
            }
            if (result === READ)
                games.push(new StoredGame(
                    new Handle(this.#module, reader.call('_wasm_reader_take'), STORED)));
            else
                report(reader.text());
        }
    }
}

let files; // a promise

/** Loads the rules and the file formats; later calls return the same object. */
export function loadFiles() {
    files ??= createModule().then(module => new Files(module));
    return files;
}
