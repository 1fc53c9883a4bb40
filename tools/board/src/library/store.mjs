// Small values by name that survive a reload, in localStorage, which can be missing, full or blocked;
// then they live as long as the page.

export const PREFIX = 'misere-board.';

export class Store {
    #storage;
    #onFull;
    #unstored = new Map(); // texts that could not be stored

    /** storage: as localStorage, or null. onFull(length): so many characters could not be stored. */
    constructor(storage, onFull = () => {}) {
        this.#storage = storage;
        this.#onFull = onFull;
    }

    /** The value that was written; undefined if there is none, or it cannot be read. */
    read(name) {
        try {
            const text = this.#unstored.get(name) ?? this.#storage.getItem(PREFIX + name);
            return JSON.parse(text) ?? undefined;
        } catch {
            return undefined;
        }
    }

    write(name, value) {
        this.#writeText(name, JSON.stringify(value));
    }

    #writeText(name, text) {
        try {
            this.#storage.setItem(PREFIX + name, text);
            this.#unstored.delete(name);
        } catch {
            this.#unstored.set(name, text);
            if (this.#storage)
                this.#onFull(text.length);
        }
    }

    /** Stores what could not be stored before. */
    retry() {
        for (const [name, text] of [...this.#unstored])
            this.#writeText(name, text);
    }

    remove(name) {
        this.#unstored.delete(name);
        this.#storage?.removeItem(PREFIX + name);
    }
}

/** A storage of the browser, 'localStorage' or 'sessionStorage'; null if it is blocked. */
export function storageOrNull(name) {
    try {
        return globalThis[name];
    } catch {
        return null;
    }
}
