// The ways in which a person makes moves on the page. Each way has:
//   pickUp(square)    selects the piece
//   putDown(square)   moves it there
//   promote(letter)   answers the dialog
//   pass()            spends a chip
// But Typing has only type(text).
import { cell } from './page.mjs';

const CELLS = '#board [role=gridcell]';
const DIALOG = '#board .promotion-dialog[open]';
const TABS_MAX = 100;

async function centre(page, selector) {
    const { x, y, width, height } = await page.$eval(selector,
        element => element.getBoundingClientRect().toJSON());
    return [x + width / 2, y + height / 2];
}

/** Clicks with the mouse. */
export class Clicks {
    #page;

    constructor(page) {
        this.#page = page;
    }

    async #click(selector) {
        await this.#page.mouse.click(...await centre(this.#page, selector));
    }

    pickUp(square) {
        return this.#click(cell(square));
    }

    putDown(square) {
        return this.#click(cell(square));
    }

    async promote(letter) {
        await this.#page.waitForSelector(DIALOG);
        await this.#click(`${DIALOG} [value=${letter}]`);
    }

    pass() {
        return this.#click('#pass');
    }
}

/** Drags pieces with the mouse. */
export class Drags extends Clicks {
    #page;

    constructor(page) {
        super(page);
        this.#page = page;
    }

    async pickUp(square) {
        const [x, y] = await centre(this.#page, cell(square));
        await this.#page.mouse.move(x, y);
        await this.#page.mouse.down();
        await this.#page.mouse.move(x + 10, y + 10);
    }

    async putDown(square) {
        await this.#page.mouse.move(...await centre(this.#page, cell(square)));
        await this.#page.mouse.up();
    }
}

/** The keyboard alone. */
export class Keys {
    #page;

    constructor(page) {
        this.#page = page;
    }

    async press(...keys) {
        for (const key of keys)
            await this.#page.keyboard.press(key);
    }

    /** Goes with Tab, or back with Shift and Tab, to an element that a selector describes. */
    async tabTo(selector, { back = false } = {}) {
        const isThere = () => this.#page.evaluate(
            wanted => document.activeElement.matches(wanted), selector);
        if (back)
            await this.#page.keyboard.down('Shift');
        for (let i = 0; i < TABS_MAX && !await isThere(); i++)
            await this.press('Tab');
        if (back)
            await this.#page.keyboard.up('Shift');
        if (!await isThere())
            throw new Error(`Tab does not reach ${selector}`);
    }

    #focused() {
        return this.#page.evaluate(() =>
            document.activeElement.closest('#board')
            && document.activeElement.dataset.square);
    }

    async goTo(square) {
        if (!await this.#focused())
            await this.tabTo(CELLS);
        const from = await this.#focused();
        const [right, up] = [0, 1].map(i => square.charCodeAt(i) - from.charCodeAt(i));
        await this.press(...Array(Math.abs(right)).fill(right > 0 ? 'ArrowRight' : 'ArrowLeft'),
                         ...Array(Math.abs(up)).fill(up > 0 ? 'ArrowUp' : 'ArrowDown'));
    }

    async pickUp(square) {
        await this.goTo(square);
        await this.press('Enter');
    }

    putDown(square) {
        return this.pickUp(square);
    }

    async promote(letter) {
        await this.#page.waitForSelector(DIALOG);
        const letters = await this.#page.$$eval(`${DIALOG} button`,
            buttons => buttons.map(({ value }) => value));
        await this.press(...Array(letters.indexOf(letter)).fill('ArrowRight'), 'Enter');
    }

    async pass() {
        await this.tabTo('#pass');
        await this.press('Enter');
        await this.tabTo(CELLS, { back: true });
    }
}

/** The field for typed moves. */
export class Typing {
    #page;

    constructor(page) {
        this.#page = page;
    }

    async type(text) {
        await this.#page.focus('#typed');
        await this.#page.keyboard.type(`${text}\n`);
    }
}
