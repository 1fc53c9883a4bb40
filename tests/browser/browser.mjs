// Debian's Chromium and Firefox, headless; they can reach this machine only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { startProxy } from './server.mjs';

const LIBRARIES = process.env.MISERE_BROWSER_LIBRARIES ?? 'build/browser';
const require = createRequire(resolve(LIBRARIES, 'package.json'));
const puppeteer = require('puppeteer-core');

const START_MS = 180000; // of a browser, on a busy machine
const CALL_MS = 180000;  // of anything asked of a page
const CLOSED_PORT = 9;   // as a proxy it lets nothing out

// Addresses that browsers ask for by themselves.
const OWN_SERVICES = /^(?:https?:\/\/)?[\w.-]+\.(?:google|googleapis|mozilla)\.(?:com|org|net)(?::443|\/|$)/;

/** The names of the browsers to test in. */
export const BROWSERS = (process.env.MISERE_BROWSERS ?? 'chromium firefox').split(' ');

// Chromium's sandbox does not work as root, nor in many containers. With RenderDocument, a page from a file that is
// reloaded in a tab which has shown another page before sometimes finds old or empty storage.
const chromium = port => ({
    browser: 'chrome',
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic',
        '--disable-features=RenderDocument',
        '--disable-background-networking', '--disable-component-update', '--disable-sync',
        `--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=127.0.0.1',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
});

const firefox = port => ({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
        'network.proxy.type': 1,
        'network.proxy.http': '127.0.0.1',
        'network.proxy.http_port': port,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': port,
        'network.proxy.no_proxies_on': '127.0.0.1',
        'network.trr.mode': 5,
        'browser.sessionhistory.max_total_viewers': 0, // a page that has been left is gone
    },
});

const LAUNCH = { chromium, firefox };

// What makes pages see that the user prefers reduced motion.
const REDUCED_MOTION = {
    chromium: { args: ['--force-prefers-reduced-motion'] },
    firefox: { extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 } },
};

/** A browser with a profile of its own. Made by Browser.start(). */
export class Browser {
    #proxy;

    /**
     * Starts a browser: 'chromium' or 'firefox'. Its pages see the preference for reduced motion if
     * `reducedMotion` is true; `prefs` are settings of Firefox.
     */
    static async start(name, { reducedMotion = false, prefs = {} } = {}) {
        if (!LAUNCH[name])
            throw new Error(`no browser '${name}': use ${Object.keys(LAUNCH).join(' or ')}`);
        const proxy = await startProxy();
        try {
            const launch = LAUNCH[name](proxy.port);
            const { args = [], extraPrefsFirefox = {} } = reducedMotion ? REDUCED_MOTION[name] : {};
            const impl = await puppeteer.launch({ headless: true, timeout: START_MS, protocolTimeout: CALL_MS,
                ...launch, args: [...launch.args ?? [], ...args],
                extraPrefsFirefox: { ...launch.extraPrefsFirefox, ...extraPrefsFirefox, ...prefs } });
            return new Browser(name, impl, proxy);
        } catch (error) {
            proxy.close();
            throw error;
        }
    }

    constructor(name, impl, proxy) {
        this.name = name;
        this.impl = impl; // puppeteer's
        this.#proxy = proxy;
    }

    /** The addresses outside this machine that pages and workers have asked for; none was reached. */
    get leaks() {
        return this.#proxy.refused.filter(address => !OWN_SERVICES.test(address));
    }

    /**
     * Opens an address in a new tab, after setUp(page). Returns puppeteer's page with two more properties:
     * `requests`, the addresses that the page has asked for, and `problems`, the errors and warnings on
     * its console.
     */
    async open(url, setUp = async () => {}) {
        const page = await this.impl.newPage();
        page.requests = [];
        page.problems = [];
        page.setDefaultTimeout(CALL_MS);
        page.on('request', request => page.requests.push(request.url()));
        page.on('pageerror', error => page.problems.push(error.message ?? String(error)));
        page.on('console', message => {
            if (['error', 'warn', 'warning'].includes(message.type()))
                page.problems.push(message.text());
        });
        await page.evaluateOnNewDocument(watchPolicy);
        await setUp(page);
        await page.goto(url);
        return page;
    }

    async close() {
        await this.impl.close();
        this.#proxy.close();
    }
}

// Runs in the page. The driver of Firefox does not always report what the page's policy has blocked.
function watchPolicy() {
    document.addEventListener('securitypolicyviolation', event =>
        console.error(`blocked by the page's policy: ${event.effectiveDirective} ${event.blockedURI}`));
}

/**
 * Opens an address in a browser without a driver, for pages that post their result themselves, because with a
 * driver `new Worker` in a worker of Firefox sometimes never returns. Returns a function that ends the browser.
 */
export function openUndriven(name, url) {
    const profile = mkdtempSync(join(tmpdir(), 'misere-browser-'));
    const { executablePath, args = [], extraPrefsFirefox = {} } = LAUNCH[name](CLOSED_PORT);
    writeFileSync(join(profile, 'user.js'), Object.entries(extraPrefsFirefox)
        .map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`).join(''));
    const place = name === 'firefox' ? ['--profile', profile] : [`--user-data-dir=${profile}`];
    const browser = spawn(executablePath, ['--headless', ...args, ...place, url],
        { stdio: 'ignore', detached: true }); // a process group with the browser's helper processes
    const ended = once(browser, 'exit');
    return async () => {
        if (browser.exitCode === null)
            process.kill(-browser.pid, 'SIGKILL');
        await ended;
        // The helpers write to the profile until the signal has reached them, too.
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    };
}

/**
 * Describes tests for each browser. `define` gets an object with its `name` and, in tests, its `browser`.
 * `options` are those of Browser.start().
 */
export function describeInBrowsers(title, define, options = {}) {
    for (const name of BROWSERS)
        describe(`${title} in ${name}`, () => {
            const context = { name, browser: null };
            before(async () => (context.browser = await Browser.start(name, options)));
            after(() => context.browser?.close());
            define(context);
        });
}
