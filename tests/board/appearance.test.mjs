// Light and dark, the board's colours and the pieces, as the user has chosen them.
import assert from 'node:assert/strict';
import { describeInBrowsers } from '../browser/browser.mjs';
import { pageTests } from './page.mjs';

const LOOKS = { theme: 'dark', board: 'wood', pieces: 'plain' };

describeInBrowsers('the looks of the page', context => {
    const pageTest = pageTests(context);

    const look = page => page.evaluate(() => {
        const fillOf = selector => getComputedStyle(document.querySelector(selector)).fill;
        const { backgroundColor } = getComputedStyle(document.body);
        return { backgroundColor, light: fillOf('#board .light'), dark: fillOf('#board .dark'),
            king: document.getElementById('wk').innerHTML, scheme: getComputedStyle(document.documentElement).colorScheme };
    });

    async function reloadWith(page, value) {
        await page.evaluate(text => localStorage.setItem('misere-board.appearance', text), value);
        await page.reload();
        await page.waitForFunction(() => document.getElementById('wk'));
        return look(page);
    }

    pageTest('what has been chosen is there again after a reload', async page => {
        const before = await look(page);
        const after = await reloadWith(page, JSON.stringify(LOOKS));
        for (const [what, value] of Object.entries(after))
            assert.notEqual(value, before[what], what);
        const other = await reloadWith(page, JSON.stringify({ ...LOOKS, theme: 'light', board: 'blue' }));
        assert.equal(other.backgroundColor, before.backgroundColor);
        assert.equal(other.king, after.king);
        assert.notEqual(other.dark, after.dark);
    });

    pageTest('what nobody can have chosen is ignored', async page => {
        const before = await look(page);
        assert.deepEqual(await reloadWith(page, '{"theme":"__proto__","board":7,"pieces":"nobody’s"}'), before);
        assert.deepEqual(await reloadWith(page, '[not JSON'), before);
    });
});
