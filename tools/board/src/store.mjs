// Data that survive a reload, in localStorage, which can be missing, full or blocked.

const PREFIX = 'misere-board.';
const TICK_MS = 2000; // between two times that running clocks are stored

export class Store {
    #storage;

    /** storage: as localStorage, or null. */
    constructor(storage) {
        this.#storage = storage;
    }

    /** The value that was written; undefined if there is none, or it cannot be read. */
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
            // The value is lost at a reload; the page still works.
        }
    }
}

/** The browser's storage; null if it is blocked. */
export function localStorageOrNull() {
    try {
        return localStorage;
    } catch {
        return null;
    }
}

/** Restores the stored session; false if there is none, or it is damaged. */
export function restoreSession(session, store) {
    try {
        session.restore(store.read('session'));
        return true;
    } catch {
        return false;
    }
}

/** From now on stores the session after each change. */
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
