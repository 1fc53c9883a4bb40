// Games in files as an ES module. See files.d.ts and docs/wasm.md.
import { createModule } from './misere-files.mjs';
import { DEFAULT_RULESET, Game, Handle, Rules, startGame } from './game.mjs';

export { Game, Rules } from './game.mjs';

const FORMATS = { xml: 0, pgn: 1, 1994: 2 }; // as in stored.h
const READ = 0, CUT = 1, END = 3; // as in files/reader.h
const GAMES_MAX = 10000; // in one file

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
        this.#handle.ask('_wasm_stored_play', String(turn), clock == null ? NaN : Number(clock));
        return this;
    }

    takeBack() {
        this.#handle.ask('_wasm_stored_take_back');
        return this;
    }

    data() {
        return JSON.parse(this.#handle.ask('_wasm_stored_to_json'));
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
        return new StoredGame(startGame(this.#handle(), ruleset, options));
    }

    fromData(data) {
        this.#prepare('game');
        const handle = this.#handle();
        handle.ask('_wasm_stored_from_json', JSON.stringify(data));
        return new StoredGame(handle);
    }

    #handle() {
        return new Handle(this.#module, this.#module._wasm_stored_new(), STORED);
    }

    #prepare(name) {
        this.#canRead ||= Boolean(this.#module._wasm_files_init());
        if (!this.#canRead)
            throw new Error(`${name}: out of memory`);
    }

    read(name, bytes, { ruleset = '', onError = null } = {}) {
        this.#prepare(name);
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
            if (result !== READ)
                report(reader.text());
            if (result === READ || result === CUT)
                games.push(new StoredGame(
                    new Handle(this.#module, reader.call('_wasm_reader_take'), STORED)));
        }
    }
}

let files; // a promise

/** Loads the rules and the file formats; later calls return the same object. */
export function loadFiles() {
    files ??= createModule().then(module => new Files(module));
    return files;
}
