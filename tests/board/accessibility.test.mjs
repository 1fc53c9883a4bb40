// Every view of the page for everyone: axe-core's rules, narrow windows, large text, fingers.
import assert from 'node:assert/strict';
import { describeInBrowsers } from '../browser/browser.mjs';
import { checkWithAxe, pageTests } from './page.mjs';
import { VIEWS } from './views.mjs';

const WIDE = { width: 1280, height: 800 };
const TABLET = { width: 900, height: 620 };
const TELEPHONE = { width: 375, height: 667 };
const NARROWEST = { width: 320, height: 568 };
const FONT_PX = 16;
const FIT_MS = 180000;
const TARGET_PX = 24;      // of anything that can be pressed: WCAG 2.2, 2.5.8
const MAIN_TARGET_PX = 44; // of the buttons that fingers use most: 2.5.5
const TARGETS = 'button, input, select, summary';
const MAIN_TARGETS = '.menu > button, #actions button, .actions button, .buttons button';

describeInBrowsers('every view', context => {
    const isChromium = context.name === 'chromium';

    const pageTest = pageTests(context);

    // What is not wholly inside the window's width, or has to be scrolled sideways.
    const overflow = page => page.evaluate(() => {
        const isOutside = element => {
            const { left, right, width } = element.getBoundingClientRect();
            return width > 1 && (left < -0.5 || right > innerWidth + 0.5) && !element.closest('#lines');
        };
        const outside = [...document.querySelectorAll('button, input, select, label, p, h2')]
            .filter(isOutside).map(({ outerHTML }) => outerHTML);
        const wide = [document.documentElement, ...document.querySelectorAll('.side, dialog, main')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ tagName, scrollWidth }) => `${tagName} is ${scrollWidth} wide`);
        return [...wide, ...outside];
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
        // Turns stand in lines of text, and all but one have no place in the order of the Tab key.
        const isShown = element => element.checkVisibility() && element.tabIndex >= 0;
        const sizeOf = element => (element.closest('label') ?? element).getBoundingClientRect();
        return elements.filter(isShown).map(element => [element, sizeOf(element)])
            .filter(([, { width, height }]) => width < size - 0.5 || height < size - 0.5)
            .map(([{ outerHTML }, { width, height }]) => `${width} x ${height}: ${outerHTML}`);
    }, least);

    const useScheme = (page, value) =>
        page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

    async function useTextSize(page, standard) {
        const session = await page.createCDPSession();
        await session.send('Page.setFontSizes', { fontSizes: { standard } });
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
        await useTextSize(page, 2 * FONT_PX);
        await checkFit(page);
        await useTextSize(page, FONT_PX);
    }

    const viewport = { ...WIDE, hasTouch: isChromium };
    for (const [name, { show, fragment }] of Object.entries(VIEWS))
        pageTest(`${name}: accessible, and as narrow as it must be`, async page => {
            await show(page);
            if (isChromium)
                await checkInChromium(page);
            for (const size of [TABLET, NARROWEST]) {
                await page.setViewport({ ...size, hasTouch: isChromium });
                await checkFit(page);
            }
        }, { fragment, viewport });
}, { reducedMotion: true });
