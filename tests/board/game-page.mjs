// What tests do on the board's page, and what they read from it.
import { pageTests, startGame } from './page.mjs';

const LETTERS = {
    pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k', 'anti-king': 'a',
};

/**
 * The board of a FEN, also after a ruleset: the letters of 64 squares from a8 to h1; '.' is an
 * empty one.
 */
export const placementOf = fen => /\S*\/\S*/.exec(fen)[0].replaceAll('/', '')
    .replace(/\d/g, count => '.'.repeat(Number(count)));

/** The selector of a square. */
export const cell = square => `#board [role=gridcell][data-square="${square}"]`;

export class GamePage {
    #page;

    constructor(page) {
        this.#page = page;
    }

    /** puppeteer's. */
    get impl() {
        return this.#page;
    }

    text(selector) {
        return this.#page.$eval(selector, element => element.textContent.trim());
    }

    texts(selector) {
        return this.#page.$$eval(selector,
            elements => elements.map(({ textContent }) => textContent.trim()));
    }

    isHidden(selector) {
        return this.#page.$eval(selector, element => element.hidden);
    }

    press(selector) {
        return this.#page.$eval(selector, element => element.click());
    }

    async keys(...names) {
        await this.#page.evaluate(() => document.activeElement.blur());
        for (const name of names)
            await this.#page.keyboard.press(name);
    }

    state() {
        return this.text('#state');
    }

    turns() {
        return this.texts('#moves .turn');
    }

    /** Waits until the list of moves has at least so many turns. */
    untilTurns(count) {
        return this.#page.waitForFunction(
            least => document.querySelectorAll('#moves .turn').length >= least, {}, count);
    }

    /** The label of a square: 'e4, white pawn'. */
    label(square) {
        return this.#page.$eval(cell(square), element => element.getAttribute('aria-label'));
    }

    /** Clicks squares with the mouse. */
    async click(...squares) {
        for (const square of squares)
            await this.#page.click(cell(square));
    }

    /** The letters of 64 squares, as placementOf() has them. */
    async board() {
        const labels = await this.#page.$$eval('#board [data-square]', cells => cells
            .map(cell => [cell.dataset.square, cell.getAttribute('aria-label')]));
        const order = ([square]) => 8 * (8 - Number(square[1])) + square.charCodeAt(0);
        return labels.sort((one, two) => order(one) - order(two)).map(([, label]) => {
            const [, colour, kind] = /(white|black) ([a-z-]+)/.exec(label) ?? [];
            const letter = LETTERS[kind] ?? '.';
            return colour === 'white' ? letter.toUpperCase() : letter;
        }).join('');
    }

    /** Waits until the state line matches; returns its text. */
    async until(pattern) {
        const text = await this.#page.waitForFunction(source => {
            const { textContent } = document.getElementById('state');
            return new RegExp(source).test(textContent) && textContent;
        }, {}, pattern.source);
        return text.jsonValue();
    }

    untilMode(mode) {
        return this.#page.waitForFunction(name => document.body.dataset.mode === name, {}, mode);
    }

    /** Starts a game: startGame(). */
    newGame(fields) {
        return startGame(this.#page, fields);
    }

    /** Types turns. */
    async play(...turns) {
        for (const turn of turns)
            await this.#page.$eval('#typed', (field, text) => {
                field.value = text;
                field.form.requestSubmit();
            }, turn);
    }

    /** Chooses a file of this machine. */
    async choose(path) {
        const input = await this.#page.$('#file');
        await input.uploadFile(path);
    }

    /** Saves the game by the menu; returns the text of the file, which goes nowhere else. */
    saved(format) {
        return this.#page.evaluate(async id => {
            HTMLAnchorElement.prototype.click = () => {};
            const blob = await new Promise(done => {
                URL.createObjectURL = made => done(made);
                document.getElementById(id).click();
            });
            return blob.text();
        }, `save-${format}`);
    }

    /** Copies the link of the game; returns its fragment. */
    async fragment() {
        await this.#page.evaluate(() => Object.defineProperty(navigator, 'clipboard',
            { configurable: true, value: { writeText: async text => { window.copied = text; } } }));
        await this.press('#copy-link');
        return this.#page.evaluate(() => window.copied.replace(/^[^#]*/, ''));
    }

    /**
     * Drops a file that is made in the page, where large ones come from nothing: its parts are
     * texts, [text, count], or { bytes }.
     */
    drop(name, ...parts) {
        return this.#page.evaluate((fileName, pieces) => {
            const blobParts = pieces.map(part => {
                if (part.bytes)
                    return Uint8Array.from(part.bytes);
                return Array.isArray(part) ? part[0].repeat(part[1]) : part;
            });
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(blobParts, fileName));
            for (const type of ['dragenter', 'dragover', 'drop'])
                document.getElementById('board').dispatchEvent(
                    new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }, name, parts);
    }
}

/** As pageTests(), but the tests get a GamePage. */
export function gamePageTests(context, shared) {
    const pageTest = pageTests(context, shared);
    return (title, run, options) => pageTest(title, page => run(new GamePage(page)), options);
}
