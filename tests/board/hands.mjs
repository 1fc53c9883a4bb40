// The ways in which a user makes moves on the page. Each class has:
//   pickUp(square)    selects the piece
//   putDown(square)   moves it there
//   promote(letter)   answers the dialog
//   pass()            spends a chip
// except Typing, which has only type(text).
const CELLS = '#board [role=gridcell]';
const DIALOG = '#board .promotion-dialog[open]';
const TABS_MAX = 100;

// Where the board is, and the size of a square.
async function measureBoard(page) {
    const { x, y, width } = await page.$eval('#board [role=grid]',
        grid => grid.getBoundingClientRect().toJSON());
    return { x, y, size: width / 8 };
}

/** A mouse or a finger; press(selector) presses an element. */
class Pointer {
    constructor(page) {
        this.page = page;
    }

    putDown(square) {
        return this.pickUp(square);
    }

    async promote(letter) {
        await this.page.waitForSelector(DIALOG);
        await this.press(`${DIALOG} [value=${letter}]`);
    }

    pass() {
        return this.press('#pass');
    }
}

/** Clicks with the mouse; White is at the bottom, and the window keeps its size. */
export class Clicks extends Pointer {
    #board = null;

    /** The centre of a square. */
    async centre(square) {
        this.#board ??= await measureBoard(this.page);
        const { x, y, size } = this.#board;
        return [x + (square.charCodeAt(0) - 0x61 + 0.5) * size, y + (8 - square[1] + 0.5) * size];
    }

    press(selector) {
        return this.page.click(selector);
    }

    async pickUp(square) {
        await this.page.mouse.click(...await this.centre(square));
    }
}

/** Taps with a finger. */
export class Taps extends Pointer {
    press(selector) {
        return this.page.tap(selector);
    }

    pickUp(square) {
        return this.press(`${CELLS}[data-square="${square}"]`);
    }
}

/** Drags pieces with the mouse. */
export class Drags extends Clicks {
    async pickUp(square) {
        const [x, y] = await this.centre(square);
        await this.page.mouse.move(x, y);
        await this.page.mouse.down();
        await this.page.mouse.move(x + 10, y + 10);
    }

    async putDown(square) {
        await this.page.mouse.move(...await this.centre(square));
        await this.page.mouse.up();
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
            await this.#page.focus(`${CELLS}[tabindex="0"]`); // which Tab leads to
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
