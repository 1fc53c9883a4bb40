// The games of this browser, each under a key of its own in localStorage: 'misere-board.game.ID'.
//
// A value is two lines of JSON: what recent() tells, with a revision, and the game. It is written at
// once, so that it is there whatever happens to the tab. Who writes tells which revision it knows;
// if another tab has written since, the game is stored as another one instead.
import { PREFIX } from './store.mjs';

const GAME = `${PREFIX}game.`;
const CLOCK = `${PREFIX}clock.`;
const BEFORE_MAX = 50; // revisions

const random = () => Math.random().toString(36).slice(2, 8);

export class Library {
    /** How many characters the last game has that could not be stored. */
    lacking = 0;
    #storage;
    #revisions = new Map(); // by id: the last one that this tab has read or written

    /** storage: as localStorage, or null. */
    constructor(storage) {
        this.#storage = storage;
    }

    /**
     * Stores a game. about: for recent(); id: null for a new one. Returns its id; null if there is no
     * room, and what was stored before stays.
     */
    save(id, about, data) {
        const known = id && this.#revisions.get(id);
        const stored = id && this.#aboutOf(id);
        const own = id && (!stored || stored.revision === known) ? id : `${Date.now().toString(36)}${random()}`;
        const revision = `${Date.now()}${random()}`;
        const before = own === id ? [known, ...stored?.before ?? []].slice(0, BEFORE_MAX) : [];
        const head = { ...about, revision, before, touched: Date.now() };
        const text = `${JSON.stringify(head)}\n${JSON.stringify(data)}`;
        if (!this.#write(GAME + own, text)) {
            this.lacking = text.length;
            return null;
        }
        this.#revisions.set(own, revision);
        return own;
    }

    /** What was stored; null if it is not there or cannot be read. */
    read(id) {
        try {
            const [head, body] = this.#storage.getItem(GAME + id).split('\n');
            const data = JSON.parse(body);
            this.#revisions.set(id, JSON.parse(head).revision);
            return data;
        } catch {
            return null;
        }
    }

    remove(id) {
        this.#revisions.delete(id);
        this.#storage?.removeItem(GAME + id);
        this.#storage?.removeItem(CLOCK + id);
    }

    /** The games with at least one turn: [{ id, touched, ...about }], the newest first. */
    recent() {
        return this.#ids().map(id => ({ id, ...this.#aboutOf(id) })).filter(({ turns }) => turns)
            .sort((a, b) => b.touched - a.touched);
    }

    /**
     * The games that were touched least recently, as many as take the room of so many characters, as
     * recent() tells, the oldest first; none that this tab has opened.
     */
    oldest(length) {
        let missing = length;
        const others = this.recent().filter(({ id }) => !this.#revisions.has(id)).reverse();
        return others.filter(({ id }) => {
            const isNeeded = missing > 0;
            missing -= this.#storage.getItem(GAME + id).length;
            return isNeeded;
        });
    }

    /** Whether the game was written elsewhere; 'over': without knowing what this tab wrote. */
    changedElsewhere(id) {
        const { revision, before = [] } = this.#aboutOf(id) ?? {};
        const known = this.#revisions.get(id);
        return !revision || revision === known ? null : before.includes(known) ? 'on' : 'over';
    }

    // --- clocks, which change without a turn ---

    /** Stores what the clocks of a game show. */
    saveClocks(id, times) {
        this.#write(CLOCK + id, JSON.stringify({ revision: this.#revisions.get(id), times }));
    }

    /** What they showed last since the game was stored; null if that is not known. */
    readClocks(id) {
        try {
            const { revision, times } = JSON.parse(this.#storage.getItem(CLOCK + id));
            return revision === this.#revisions.get(id) ? times : null;
        } catch {
            return null;
        }
    }

    // --- the storage ---

    #ids() {
        const count = this.#storage?.length ?? 0;
        return Array.from({ length: count }, (_, i) => this.#storage.key(i))
            .filter(key => key.startsWith(GAME)).map(key => key.slice(GAME.length));
    }

    #aboutOf(id) {
        const text = this.#storage?.getItem(GAME + id);
        try {
            return JSON.parse(text.slice(0, text.indexOf('\n')));
        } catch {
            return null;
        }
    }

    #write(key, text) {
        try {
            this.#storage.setItem(key, text);
            return true;
        } catch {
            return false;
        }
    }
}
