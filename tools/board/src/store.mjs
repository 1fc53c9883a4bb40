// What survives a reload, in the browser's localStorage, which may be missing, full or refused.

const NAME = 'misere-board';
const VERSION = 1;
const TICK_MS = 2000;

export class Store {
    #session;
    #storage;
    #isDue = false;

    /** Writes the session whenever it has changed. Call restore() first. */
    constructor(session, storage) {
        this.#session = session;
        this.#storage = storage;
    }

    /** Loads what was kept, if it can be read; returns whether it could. */
    restore() {
        try {
            const { version, session } = JSON.parse(this.#storage.getItem(NAME));
            if (version !== VERSION)
                return false;
            this.#session.restore(session);
            return true;
        } catch {
            return false;
        }
    }

    /** Starts keeping. */
    watch() {
        for (const type of ['change', 'annotated'])
            this.#session.addEventListener(type, () => this.#plan());
        setInterval(() => this.#session.clock?.running && this.#write(), TICK_MS);
        addEventListener('pagehide', () => this.#write());
        document.addEventListener('visibilitychange', () => this.#write());
    }

    #plan() {
        if (!this.#isDue)
            setTimeout(() => this.#write());
        this.#isDue = true;
    }

    #write() {
        this.#isDue = false;
        try {
            const kept = { version: VERSION, session: this.#session.toData() };
            this.#storage.setItem(NAME, JSON.stringify(kept));
        } catch {
            // The game is not kept, but goes on.
        }
    }
}

/** The browser's storage; null if it is refused. */
export function localStorageOrNull() {
    try {
        return localStorage;
    } catch {
        return null;
    }
}
