// The question what is to be done when the browser has no room left. It is asked beside the board, so
// that the game can go on.

const LOST = 'what happens from now on is lost when the page is closed';
const dateOf = time => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'long' });

export class StorageFull {
    #panel;
    #library;
    #games = []; // that can go
    #isDeclined = false;

    /**
     * panel: has a p.why, and buttons .save, .remove and .decline. save(ids) saves games in a file;
     * onRoom(): games have been removed.
     */
    constructor(panel, library, { save, onRoom }) {
        this.#panel = panel;
        this.#library = library;
        const runs = {
            save: () => save(this.#games.map(({ id }) => id)),
            remove: () => {
                this.#games.forEach(({ id }) => library.remove(id));
                panel.hidden = true;
                onRoom();
            },
            decline: () => {
                panel.hidden = this.#isDeclined = true;
            },
        };
        for (const [name, run] of Object.entries(runs))
            panel.querySelector(`.${name}`).addEventListener('click', run);
    }

    /** To be called when so many characters could not be stored. Asks until the user declines. */
    ask(length) {
        const panel = this.#panel;
        if (this.#isDeclined || !panel.hidden)
            return;
        this.#games = this.#library.oldest(2 * length); // games grow
        const { length: count } = this.#games;
        const which = count === 1 ? 'the oldest game' : `the ${count} oldest games`;
        panel.querySelector('.why').textContent = count === 0 ? `The browser stores nothing: ${LOST}.`
            : `To make room, ${which} can be removed, last touched on ${dateOf(this.#games.at(-1).touched)} `
                + `or before. Without room, ${LOST}.`;
        for (const name of ['save', 'remove'])
            panel.querySelector(`.${name}`).hidden = count === 0;
        panel.hidden = false;
    }
}
