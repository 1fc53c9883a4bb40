// A screen reader, as far as a game needs one: it tells what has the focus, from the browser's accessibility tree, and
// what comes into live regions. Chromium only: the driver of Firefox does not know its tree.
import { nextFrame } from './page.mjs';

// Those that are told when the focus enters them, if they have names.
const CONTAINERS = ['dialog', 'grid', 'group', 'list', 'navigation', 'radiogroup', 'region'];
const COLUMN = 14; // of the transcript, where what is told begins

// Runs in the page: collects what comes into live regions. A status and an alert are read whole.
function listen() {
    window.heard = [];
    new MutationObserver(records => {
        const heard = records.flatMap(({ target, addedNodes }) => {
            const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
            const region = element?.closest('[aria-live], [role=status], [role=alert], output');
            if (!region?.checkVisibility() || region.ariaHidden)
                return [];
            return region.hasAttribute('aria-live') ? [...addedNodes] : [region];
        });
        const texts = heard.map(({ textContent }) => textContent.trim().replace(/\s+/g, ' '));
        window.heard.push(...new Set(texts.filter(Boolean)));
    }).observe(document, { subtree: true, childList: true, characterData: true });
}

// A node of the accessibility tree in words, and whether it is told when the focus enters it.
function describe({ role, name, value, description, properties }) {
    const { valuetext, checked, expanded, selected, disabled } =
        Object.fromEntries(properties.map(property => [property.name, property.value.value]));
    const text = [
        name.value,
        role.value !== 'gridcell' && role.value,
        valuetext || value?.value,
        checked !== undefined && (checked === 'true' ? 'checked' : 'not checked'),
        expanded !== undefined && (expanded ? 'expanded' : 'collapsed'),
        selected && 'selected',
        disabled && 'disabled',
        description?.value !== name.value && description?.value,
    ].filter(Boolean).join(', ');
    return { text, isContainer: CONTAINERS.includes(role.value) && Boolean(name.value) };
}

export class ScreenReader {
    #page;
    #session = null; // with the browser
    #told = []; // of the element that has the focus and what it is in
    #lines = [];

    constructor(page) {
        this.#page = page;
    }

    /** Call this when the page is shown. */
    start() {
        return this.#page.evaluate(listen);
    }

    /** What was pressed and what was told then, line by line. */
    get transcript() {
        return this.#lines.map(line => `${line}\n`).join('');
    }

    async press(...keys) {
        for (const key of keys) {
            await this.#page.keyboard.press(key);
            await this.#tell(`[${key}]`);
        }
    }

    async type(text) {
        await this.#page.keyboard.type(text);
        await this.#tell(`“${text}”`);
    }

    /** Goes with the arrow keys to a square of the board, and presses Enter. */
    async choose(square) {
        const from = this.#told.at(-1);
        if (!/^[a-h][1-8],/.test(from))
            throw new Error(`not on the board, but on ${from}`);
        const [right, up] = [0, 1].map(i => square.charCodeAt(i) - from.charCodeAt(i));
        await this.press(...Array(Math.abs(right)).fill(right > 0 ? 'ArrowRight' : 'ArrowLeft'),
                         ...Array(Math.abs(up)).fill(up > 0 ? 'ArrowUp' : 'ArrowDown'), 'Enter');
    }

    /** Waits until something that matches has been told. */
    async hear(pattern) {
        await this.#page.waitForFunction(
            source => window.heard.some(text => new RegExp(source).test(text)), {}, pattern.source);
        await this.#tell('(later)');
    }

    async #tell(cause) {
        await nextFrame(this.#page);
        const heard = await this.#page.evaluate(() => window.heard.splice(0));
        const told = [await this.#focus(), ...heard].filter(Boolean);
        const [first = '-', ...others] = cause.length < COLUMN ? told : ['', ...told];
        this.#lines.push(`${cause.padEnd(COLUMN)}${first}`.trimEnd(),
                         ...others.map(text => ' '.repeat(COLUMN) + text));
    }

    // What has the focus, with what it is in as far as that is new; '' if nothing has changed.
    async #focus() {
        const path = await this.#focusPath();
        const [last, ...others] = path.map(describe);
        const told = [last, ...others.filter(({ isContainer }) => isContainer)].map(({ text }) => text).reverse();
        const before = this.#told;
        this.#told = told;
        if (told.join() === before.join())
            return '';
        return told.filter((text, i) => i === told.length - 1 || text !== before[i]).join(': ');
    }

    // The nodes of the accessibility tree from the one that has the focus up to the root.
    async #focusPath() {
        this.#session ??= await this.#page.createCDPSession();
        const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' });
        const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', { objectId: result.objectId });
        const path = [nodes[0]];
        for (let node; (node = nodes.find(({ nodeId }) => nodeId === path.at(-1).parentId));)
            path.push(node);
        return path.filter(({ ignored }) => !ignored);
    }
}
