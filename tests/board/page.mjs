// The board's page in browsers: how tests open it, and what they all check.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

export const PAGE = pathToFileURL(process.env.MISERE_BOARD ?? 'bin/misere-board.html').href;

const LIBRARIES = resolve(process.env.MISERE_BROWSER_LIBRARIES ?? 'build/browser');
const { source: AXE } = createRequire(join(LIBRARIES, 'package.json'))('axe-core');

const WIDE = { width: 1280, height: 800 };

// Runs before the page's script, on the first document of a visit only: Chromium sometimes runs it on a reload, too,
// although it was removed. In Firefox an empty page, which has no storage, may come first.
function resetStorage(visit, stored) {
    const VISIT = 'test.visit';
    if (location.search !== visit || sessionStorage.getItem(VISIT) === visit)
        return;
    localStorage.clear();
    sessionStorage.clear();
    sessionStorage.setItem(VISIT, visit);
    for (const [name, text] of Object.entries(stored))
        localStorage.setItem(`misere-board.${name}`, text);
}

/**
 * A tab in which a page is opened again and again, each time as on a first visit. A new tab for
 * each test would take more than twice the time.
 */
export class Tab {
    #browser;
    #page = null;
    #visits = 0;

    constructor(browser) {
        this.#browser = browser;
    }

    /** puppeteer's page; null if none is open. */
    get page() {
        return this.#page;
    }

    /** Opens an address with nothing in localStorage but, if given, `stored`: texts by name. */
    async goTo(url, { viewport = WIDE, stored = {} } = {}) {
        this.#page ??= await this.#browser.open('about:blank');
        const page = this.#page;
        await page.setViewport(viewport);
        const address = this.#fresh(url);
        const { identifier } = await page.evaluateOnNewDocument(resetStorage, address.search, stored);
        Object.assign(page, { problems: [], requests: [] });
        await page.goto(address.href);
        await page.removeScriptToEvaluateOnNewDocument(identifier);
        return page;
    }

    // With a query of its own, since nothing is loaded if only the fragment changes.
    #fresh(url) {
        const address = new URL(url);
        address.search = `?${++this.#visits}`;
        return address;
    }

    /**
     * Opens the board's page and waits until it shows a game. fragment: of the address; viewport:
     * as for puppeteer; stored: what an earlier visit has left. Returns puppeteer's page.
     */
    async open({ fragment = '', ...options } = {}) {
        const page = await this.goTo(PAGE + fragment, options);
        await page.waitForFunction(() => document.getElementById('state').textContent);
        return page;
    }

    async close() {
        const page = this.#page;
        this.#page = null;
        await page?.close();
    }
}

/** Fails if a browser has complained of a page, or if the page has asked for another address. */
export function checkPage({ problems, requests }) {
    assert.deepEqual(problems, []);
    assert.deepEqual(requests.filter(url => !/^(data|blob|file|about):/.test(url)), []);
}

const openPage = (tab, options) => tab.open(options);

/**
 * Returns test(title, run, options), which defines a test that opens the page, calls run(page) and
 * then checkPage(). `context` is that of describeInBrowsers(), `options` are those of open(), by
 * default Tab.open(). With isShared, the tests share one page, which is opened again only after a
 * failure.
 */
export function pageTests(context, { isShared = false, open = openPage } = {}) {
    let tab = null;
    return (title, run, options) => test(title, async () => {
        tab ??= new Tab(context.browser);
        try {
            const page = (isShared && tab.page) || await open(tab, options);
            await run(page);
            checkPage(page);
        } catch (error) {
            await tab.close(); // so that what is wrong there does not fail other tests
            throw error;
        }
    });
}

/** Starts a game by the panel; fields: their names and values. By default two people play. */
export function startGame(page, fields) {
    return page.evaluate(values => {
        document.activeElement.blur(); // or it gets the focus back after the panel has closed
        document.getElementById('open-new-game').click();
        const { elements } = document.querySelector('#new-game form');
        for (const [name, value] of Object.entries(values))
            elements[name].value = value;
        elements.ruleset.dispatchEvent(new Event('input', { bubbles: true }));
        document.querySelector('#new-game [type=submit]').click();
    }, { opponent: 'person', ...fields });
}

/** Waits until everything that was due in the next frame has been drawn. */
export const nextFrame = page => page.evaluate(() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(done))));

/** Fails if axe-core finds an accessibility problem on a page. */
export async function checkWithAxe(page) {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
        const results = await axe.run({ resultTypes: ['violations'] });
        return results.violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
    });
    assert.deepEqual(violations, []);
}
