// The two clocks of a match.

/** Counts down for one player at a time. Emits 'flag' when a clock reaches zero. */
export class Clock extends EventTarget {
    #left; // milliseconds, without what the running clock has used since #since
    #increment;
    #running = null;
    #since = 0;
    #timer = 0;

    /** `left`: { white, black }; both this and the increment in milliseconds. */
    constructor(left, increment = 0) {
        super();
        this.#left = { ...left };
        this.#increment = increment;
    }

    /** The player whose time runs, or null. */
    get running() {
        return this.#running;
    }

    get increment() {
        return this.#increment;
    }

    /** What a player has left, in milliseconds. */
    left(colour) {
        const used = colour === this.#running ? performance.now() - this.#since : 0;
        return Math.max(0, this.#left[colour] - used);
    }

    /** What both have left: { white, black }. */
    times() {
        return { white: this.left('white'), black: this.left('black') };
    }

    /** Stops the clocks, and sets both. */
    set(times) {
        this.pause();
        this.#left = { ...times };
    }

    start(colour) {
        if (this.#running === colour)
            return;
        this.pause();
        this.#running = colour;
        this.#since = performance.now();
        this.#timer = setTimeout(() => this.#flag(), this.#left[colour]);
    }

    pause() {
        clearTimeout(this.#timer);
        this.#left = this.times();
        this.#running = null;
    }

    /** The player has completed a turn. */
    credit(colour) {
        this.#left[colour] += this.#increment;
    }

    #flag() {
        const colour = this.#running;
        if (this.left(colour) > 0) { // timers may be early
            this.#timer = setTimeout(() => this.#flag(), this.left(colour));
            return;
        }
        this.pause();
        this.dispatchEvent(new CustomEvent('flag', { detail: colour }));
    }
}

/** A time in milliseconds as a clock shows it: 5:00, 1:02:03, and at the end 0:09.4. */
export function clockText(ms) {
    const tenths = Math.ceil(ms / 100);
    const seconds = ms < 10000 ? Math.floor(tenths / 10) : Math.ceil(ms / 1000);
    const pad = value => String(value).padStart(2, '0');
    const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const tail = ms < 10000 ? `.${tenths % 10}` : '';
    return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}${tail}`;
}
