// Measures whether the page's memory stays the same during a long analysis; `make soak-board MINUTES=60` runs it in
// Chromium, which alone can be told to collect garbage. What is measured each minute is printed as comments.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { PAGE } from './page.mjs';

const MINUTES = Number(process.env.MINUTES ?? 60);
const STEP_MS = 2000; // how long a position is analysed
const TURNS = 200;
const KNIGHTS = 'g1f3,g8f6,f3g1,f6g8';
const GAME = `#ruleset=losers&turns=${Array(TURNS / 4).fill(KNIGHTS).join()}`;

// After the first minutes everything that is kept has been filled: the caches, and the notes of all positions.
const WARM_MINUTES = Math.max(1, Math.min(3, MINUTES / 2));
const GROWTH = 1.1;

const wait = ms => new Promise(resolve => setTimeout(resolve, ms));

// Of the largest process of a page, its engine included, in bytes.
async function residentMemory(session) {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) =>
        1024 * Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]));
    return Math.max(...sizes);
}

describeInBrowsers('memory', context => {
    if (context.name !== 'chromium')
        return;

    test(`an analysis of ${MINUTES} minutes`, { timeout: 2 * MINUTES * 60000 }, async t => {
        const page = await context.browser.open(PAGE + GAME);
        await page.waitForSelector('.board-grid [data-movable]');
        const session = await page.createCDPSession();
        const browserSession = await page.browser().target().createCDPSession();
        await session.send('Performance.enable');

        async function measure(minute) {
            await session.send('HeapProfiler.collectGarbage');
            const { usedSize: heap } = await session.send('Runtime.getHeapUsage');
            const { metrics } = await session.send('Performance.getMetrics');
            const valueOf = wanted => metrics.find(({ name }) => name === wanted).value;
            const [nodes, listeners] = [valueOf('Nodes'), valueOf('JSEventListeners')];
            const resident = await residentMemory(browserSession);
            t.diagnostic(`minute ${minute.toFixed(0)}: heap ${(heap / 1e6).toFixed(2)} MB, process `
                + `${(resident / 1e6).toFixed(0)} MB, ${nodes} nodes, ${listeners} listeners`);
            return { heap, nodes, listeners };
        }

        const switchEngine = () => page.$eval('#engine-power', button => button.click());
        // Always in the first position and without the engine's lines.
        async function measureAtRest(minute) {
            await switchEngine();
            await page.keyboard.press('Home');
            await wait(STEP_MS);
            const sample = await measure(minute);
            await switchEngine();
            return sample;
        }
        await page.select('#line-count', '3');
        await switchEngine();
        const start = Date.now();
        const minutes = () => (Date.now() - start) / 60000;
        const samples = [];
        for (let step = 0; minutes() < MINUTES; step++) {
            // To a quarter of the game, and from there on.
            await page.keyboard.press(step % (TURNS / 4) ? 'ArrowRight' : 'Home');
            await wait(STEP_MS);
            if (minutes() >= samples.length + 1)
                samples.push(await measureAtRest(minutes()));
        }
        assert.match(await page.$eval('#lines', list => list.textContent), /\S/);
        const first = samples[Math.floor(WARM_MINUTES) - 1], last = samples.at(-1);
        for (const what of ['heap', 'nodes', 'listeners'])
            assert.ok(last[what] <= GROWTH * first[what], `${what}: ${first[what]}, at the end ${last[what]}`);
        await page.close();
    });
});
