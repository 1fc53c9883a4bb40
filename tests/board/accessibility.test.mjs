// Every view of the page for everyone: axe-core's rules, narrow windows, large text, fingers.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { VIEWS, openView } from './views.mjs';

const LIBRARIES = resolve(process.env.MISERE_BROWSER_LIBRARIES ?? 'build/browser');
const { source: AXE } = createRequire(join(LIBRARIES, 'package.json'))('axe-core');

const WIDE = { width: 1280, height: 800 };
const TELEPHONE = { width: 375, height: 667 };
const NARROWEST = { width: 320, height: 568 };
const FONT_PX = 16;
const FIT_MS = 5000;
const TARGET_PX = 24;      // of anything that can be pressed: WCAG 2.2, 2.5.8
const MAIN_TARGET_PX = 44; // of the buttons that fingers use most: 2.5.5
const TARGETS = 'button, input, select, summary';
const MAIN_TARGETS = '.menu > button, #actions button, .actions button, .buttons button';

describeInBrowsers('every view', context => {
    const isChromium = context.name === 'chromium';

    async function withView(name, run) {
        const page = await openView(context.browser, name, opened =>
            opened.setViewport({ ...WIDE, hasTouch: isChromium }));
        try {
            await run(page);
            assert.deepEqual(page.problems, []);
        } finally {
            await page.close();
        }
    }

    async function checkWithAxe(page) {
        await page.evaluate(AXE);
        const violations = await page.evaluate(async () => (await axe.run()).violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`));
        assert.deepEqual(violations, []);
    }

    // Wider than the window, at the left or at the right?
    const overflow = page => page.evaluate(() => {
        const { scrollWidth } = document.documentElement;
        const isOutside = element => {
            const { left, right, width } = element.getBoundingClientRect();
            return width > 1 && (left < -0.5 || right > innerWidth + 0.5) && !element.closest('#lines');
        };
        const outside = [...document.querySelectorAll('button, input, select, label, p, h2')]
            .filter(isOutside).map(({ outerHTML }) => outerHTML);
        return scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`, ...outside] : outside;
    });

    // The board follows the window's size a little later.
    async function checkFit(page) {
        const end = Date.now() + FIT_MS;
        let outside = await overflow(page);
        while (outside.length && Date.now() < end)
            outside = await overflow(page);
        assert.deepEqual(outside, []);
    }

    const smallTargets = (page, selector, least) => page.$$eval(selector, (elements, size) => {
        // The list of moves is text, with the turns in its lines.
        const isShown = element => element.checkVisibility() && element.tabIndex >= 0;
        const sizeOf = element => (element.closest('label') ?? element).getBoundingClientRect();
        return elements.filter(isShown).map(element => [element, sizeOf(element)])
            .filter(([, { width, height }]) => width < size - 0.5 || height < size - 0.5)
            .map(([{ outerHTML }, { width, height }]) => `${width} x ${height}: ${outerHTML}`);
    }, least);

    const useScheme = (page, value) =>
        page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

    async function useLargeText(page) {
        const session = await page.createCDPSession();
        await session.send('Page.setFontSizes', { fontSizes: { standard: 2 * FONT_PX } });
    }

    // Firefox cannot be told which colours to use, that it has a touch screen, or how large its text is.
    async function checkInChromium(page) {
        for (const scheme of ['light', 'dark']) {
            await useScheme(page, scheme);
            await checkWithAxe(page);
        }
        await page.setViewport({ ...TELEPHONE, hasTouch: true });
        await checkFit(page);
        await checkWithAxe(page);
        assert.deepEqual(await smallTargets(page, TARGETS, TARGET_PX), []);
        assert.deepEqual(await smallTargets(page, MAIN_TARGETS, MAIN_TARGET_PX), []);
        await useLargeText(page);
        await checkFit(page);
    }

    for (const name of Object.keys(VIEWS))
        test(`${name}: accessible, and as narrow as it must be`, () => withView(name, async page => {
            if (isChromium)
                await checkInChromium(page);
            await page.setViewport({ ...NARROWEST, hasTouch: isChromium });
            await checkFit(page);
        }));
});
