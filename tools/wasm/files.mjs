// Games in files as an ES module. See files.d.ts and docs/wasm.md.
import { DEFAULT_RULESET, Game, Handle, Rules } from './game.mjs';
import { WASM } from './misere-files.mjs';
import { checkProofs } from './proofs.mjs';
import { createModule } from './small-module.mjs';

export { Game, Rules } from './game.mjs';

const FORMATS = { xml: 0, pgn: 1, 1994: 2 }; // MisereFormat
const READ = 0, CUT = 1, END = 3; // MisereReading
const GAMES_MAX = 10000; // in one file

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

    /** Games are made by Files.newGame(), Files.fromData() and Files.read(). */
    constructor(handle) {
        super(handle);
        this.#handle = handle;
    }

    data() {
        return JSON.parse(this.#handle.text('game_to_json'));
    }

    write(format) {
        if (!Object.hasOwn(FORMATS, format))
            throw new TypeError(`'${format}' is not a format: use 'xml', 'pgn' or '1994'`);
        return this.#handle.text('game_write', FORMATS[format]);
    }
}

/** The rules and the file formats, on this thread. Made by loadFiles(). */
export class Files extends Rules {
    newGame(ruleset = DEFAULT_RULESET, options = {}) {
        return new StoredGame(this.startGame(ruleset, options));
    }

    fromData(data) {
        return this.#game(this.library.try('game_from_json', JSON.stringify(data)));
    }

    #game(address) {
        return new StoredGame(new Handle(this.library, address, 'game_free'));
    }

    read(name, bytes, { ruleset = '', onError = null } = {}) {
        const path = String(name).replaceAll('\0', '?');
        const reader = this.#open(path, asUtf8(bytes), String(ruleset));
        const report = onError ?? (reason => {
            throw new Error(reason);
        });
        try {
            return this.#readGames(reader, path, report);
        } finally {
            reader.free();
        }
    }

    checkProofs(proofs) {
        return checkProofs(this.library, proofs);
    }

    #open(path, contents, ruleset) {
        const copy = this.library.copyBytes(contents);
        try {
            return new Handle(this.library,
                this.library.try('reader_new', path, copy, contents.length, ruleset || null), 'reader_free');
        } finally {
            this.library.release(copy);
        }
    }

    #readGames(reader, path, report) {
        const { library } = this, games = [];
        for (let i = 0;; i++) {
            const result = reader.call('reader_next', library.struct, library.errorAt);
            if (result === END && i === 0)
                report(`${path}: there is no game in the file`);
            if (result === END)
                return games;
            const game = result === READ || result === CUT ? this.#game(library.address(0)) : null;
            if (i === GAMES_MAX) {
                report(`${path}: only the first ${GAMES_MAX} games are read`);
                return games;
            }
            if (result !== READ)
                report(library.error, game);
            if (game)
                games.push(game);
        }
    }
}

let files; // a promise

/** Loads the rules and the file formats; later calls return the same object. */
export function loadFiles() {
    files ??= createModule(WASM).then(module => new Files(module));
    return files;
}
