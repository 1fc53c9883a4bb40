// Measures the time until a first move is possible, and how smooth the page is during a search; `make bench-board`
// runs it. The times are printed as comments on the tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { PAGE, startGame } from './page.mjs';

const SLOWDOWN = 4;
const FRAMES = 60; // a second
const FRAMES_MS = 1020; // for that many, as clocks are not exact

// Other programs may slow an attempt down: the best of several counts.
const ATTEMPTS = 5;
const SMOOTH_WAIT_MS = 20000;
const TRACE_MS = 3000;

const KNIGHTS = 'g1f3,g8f6,f3g1,f6g8';
const LONG_GAME = `#ruleset=losers&turns=${Array(50).fill(KNIGHTS).join()}`;
const GAME = '#ruleset=losers&turns=e2e3,a7a5,d2d3';

describeInBrowsers('speed', context => {
    const isChromium = context.name === 'chromium';

    async function withPage(fragment, run) {
        const page = await context.browser.open('about:blank', async opened => {
            await opened.setViewport({ width: 1280, height: 800 });
            await opened.evaluateOnNewDocument(() =>
                location.protocol === 'file:' && localStorage.clear());
        });
        try {
            return await run(page, () => page.goto(PAGE + fragment));
        } finally {
            await page.close();
        }
    }

    async function bestOf(attempt) {
        let best = Infinity;
        for (let i = 0; i < ATTEMPTS; i++)
            best = Math.min(best, await attempt());
        return best;
    }

    const report = (t, what, ms) => t.diagnostic(`${context.name}: ${what}: ${ms.toFixed(0)} ms`);

    // Milliseconds from the start of the navigation until a move made by two clicks is drawn.
    const firstMove = slowdown => withPage('', async (page, open) => {
        if (slowdown > 1)
            await page.emulateCPUThrottling(slowdown);
        await open();
        await page.waitForSelector('.board-grid [data-square="e2"][data-movable]');
        await page.click('.board-grid [data-square="e2"]');
        await page.click('.board-grid [data-square="e4"]');
        await page.waitForSelector('#moves .turn');
        return page.evaluate(() => new Promise(done =>
            requestAnimationFrame(() => setTimeout(() => done(performance.now())))));
    });

    test('the first move', async t =>
        report(t, 'from opening the page until a first move has been made', await bestOf(() => firstMove(1))));

    // Only Chromium can be told to be slow.
    if (isChromium)
        test('the first move on a slow processor', async t =>
            report(t, 'the same on a processor a quarter as fast', await bestOf(() => firstMove(SLOWDOWN))));

    // The shortest time that a second's frames have taken.
    const shortestSecond = page => page.evaluate((count, enough, wait) => new Promise(done => {
        const times = [];
        let best = Infinity;
        requestAnimationFrame(function frame() {
            const time = performance.now();
            times.push(time);
            if (times.length > count)
                best = Math.min(best, time - times.at(-1 - count));
            if (best <= enough || time - times[0] > wait)
                done(best);
            else
                requestAnimationFrame(frame);
        });
    }), FRAMES, FRAMES_MS, SMOOTH_WAIT_MS);

    // The processor's time that the longest task of the page's own thread took, in milliseconds.
    async function longestTask(page, run) {
        await page.tracing.start({ categories: ['toplevel'] });
        await run();
        const { traceEvents } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
        const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
        const main = new Set(traceEvents.filter(({ name, args }) =>
            name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
        const times = traceEvents.filter(event => /RunTask$/.test(event.name) && event.tdur
            && main.has(threadOf(event))).map(({ tdur }) => tdur / 1000);
        assert.ok(times.length > 0, 'nothing was traced');
        return Math.max(...times);
    }

    const press = (page, selector) => page.$eval(selector, element => element.click());
    const ACTIVITIES = {
        'thinks about the position shown': {
            fragment: GAME,
            async start(page) {
                await page.select('#line-count', '3');
                await press(page, '#engine-power');
            },
            isUnderWay: () => document.querySelector('.arrow-best') !== null,
        },
        'goes through a long game': {
            fragment: LONG_GAME,
            start: page => press(page, '#review-start'),
            isUnderWay: () => !document.getElementById('graph').hidden,
        },
        plays: {
            start: page => startGame(page, { ruleset: '6170-spring-2007', opponent: 'none' }),
            isUnderWay: () => document.querySelector('#moves .turn') !== null,
        },
    };

    for (const [name, { fragment = '', start, isUnderWay }] of Object.entries(ACTIVITIES)) {
        const withActivity = run => withPage(fragment, async (page, open) => {
            await open();
            await page.waitForSelector('.board-grid [data-movable]');
            return run(page);
        });

        test(`frames while the engine ${name}`, t => withActivity(async page => {
            await start(page);
            await page.waitForFunction(isUnderWay);
            report(t, `${FRAMES} frames while the engine ${name}`, await shortestSecond(page));
        }));

        // Only Chromium says what its tasks have taken.
        if (isChromium)
            test(`tasks while the engine ${name}`, async t => {
                const time = await bestOf(() => withActivity(page => longestTask(page, async () => {
                    await start(page);
                    await page.waitForFunction(isUnderWay);
                    await new Promise(resolve => setTimeout(resolve, TRACE_MS));
                })));
                report(t, `the page's longest task while the engine ${name}, of the processor's time`, time);
            });
    }
});
