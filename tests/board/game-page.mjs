// The board's page in a browser: what tests do on it, and what they read from it.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const PAGE = pathToFileURL(process.env.MISERE_BOARD ?? 'bin/misere-board.html').href;
const WAIT_MS = 60000; // for anything that the page is to show
const LETTERS = {
    pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k', 'anti-king': 'a',
};

/**
 * The board of a FEN, also after a ruleset: the letters of 64 squares from a8 to h1; '.' is an
 * empty one.
 */
export const placementOf = fen => /\S*\/\S*/.exec(fen)[0].replaceAll('/', '')
    .replace(/\d/g, count => '.'.repeat(Number(count)));

export class GamePage {
    #page;

    /** Opens the page with nothing kept from earlier tests. */
    static async open(browser, fragment = '') {
        const page = await browser.open(PAGE + fragment, async opened => {
            await opened.setViewport({ width: 1280, height: 800 });
            await opened.evaluateOnNewDocument(() => {
                if (location.protocol !== 'file:' || window.name === 'started')
                    return;
                window.name = 'started'; // At a reload nothing is forgotten.
                localStorage.clear();
            });
        });
        page.setDefaultTimeout(WAIT_MS);
        const opened = new GamePage(page);
        await page.waitForFunction(() => document.getElementById('state').textContent);
        return opened;
    }

    constructor(page) {
        this.#page = page;
    }

    /** puppeteer's. */
    get impl() {
        return this.#page;
    }

    /** Fails if the browser had anything to complain of, or if a network was asked. */
    check() {
        assert.deepEqual(this.#page.problems, []);
        assert.deepEqual(this.#page.requests.filter(url => !/^(data|blob|file):/.test(url)), []);
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

    /** The letters of 64 squares, as placementOf() has them. */
    async board() {
        const labels = await this.#page.$$eval('.board-grid [data-square]', cells => cells
            .map(cell => [cell.dataset.square, cell.getAttribute('aria-label')]));
        const order = ([square]) => 8 * (8 - Number(square[1])) + square.charCodeAt(0);
        return labels.sort((one, two) => order(one) - order(two)).map(([, label]) => {
            const [, colour, kind] = /(white|black) ([a-z-]+)/.exec(label) ?? [];
            const letter = LETTERS[kind] ?? '.';
            return colour === 'white' ? letter.toUpperCase() : letter;
        }).join('');
    }

    /** Waits until the line that says how the game stands matches; returns it. */
    async until(pattern) {
        await this.#page.waitForFunction(
            source => new RegExp(source).test(document.getElementById('state').textContent), {},
            pattern.source);
        return this.state();
    }

    untilMode(mode) {
        return this.#page.waitForFunction(name => document.body.dataset.mode === name, {}, mode);
    }

    /** Starts a game of two people by the panel; fields: their names and values. */
    async newGame(fields) {
        await this.press('#open-new-game');
        await this.#page.evaluate(values => {
            const { elements } = document.querySelector('#new-game form');
            for (const [name, value] of Object.entries(values))
                elements[name].value = value;
            elements.ruleset.dispatchEvent(new Event('input', { bubbles: true }));
            document.querySelector('#new-game [type=submit]').click();
        }, { opponent: 'person', ...fields });
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
