// What survives a reload, in the browser's localStorage, which may be missing, full or refused.

const PREFIX = 'misere-board.';
const TICK_MS = 2000; // how often running clocks are kept

export class Store {
    #storage;

    /** storage: as localStorage, or null. */
    constructor(storage) {
        this.#storage = storage;
    }

    /** What write() was given; undefined if there is nothing that can be read. */
    read(name) {
        try {
            return JSON.parse(this.#storage.getItem(PREFIX + name)) ?? undefined;
        } catch {
            return undefined;
        }
    }

    write(name, value) {
        try {
            this.#storage.setItem(PREFIX + name, JSON.stringify(value));
        } catch {
            // It is not kept, but the game goes on.
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

/** Brings the kept session back; false if there is none that can be read. */
export function restoreSession(session, store) {
    try {
        session.restore(store.read('session'));
        return true;
    } catch {
        return false;
    }
}

/** Keeps the session from now on. */
export function keepSession(session, store) {
    let isDue = false;
    const write = () => {
        isDue = false;
        store.write('session', session.toData());
    };
    const plan = () => {
        if (!isDue)
            setTimeout(write);
        isDue = true;
    };
    for (const type of ['change', 'annotated'])
        session.addEventListener(type, plan);
    setInterval(() => session.clock?.running && write(), TICK_MS);
    addEventListener('pagehide', write);
    document.addEventListener('visibilitychange', write);
}
