// What stands beside the board: openings, the help, buttons for the first and the last position,
// and what is printed.
import assert from 'node:assert/strict';
import { describeInBrowsers } from '../browser/browser.mjs';
import { gamePageTests } from './game-page.mjs';
import { checkWithAxe } from './page.mjs';

describeInBrowsers('beside the board', context => {
    const isChromium = context.name === 'chromium';
    const pageTest = gamePageTests(context);
    const rows = page => page.texts('#openings tbody tr');

    pageTest('openings: moves of the book, proofs, and a click plays', async page => {
        await page.press('#openings summary');
        await page.impl.waitForSelector('#openings tbody tr');
        assert.ok((await rows(page)).some(row => /^d3\s*Black wins in \d+$/.test(row)));
        const [first] = await page.texts('#openings tbody .turn');
        assert.match((await rows(page))[0], /\d+ %/);
        if (isChromium)
            await checkWithAxe(page.impl);
        await page.press('#openings tbody .turn');
        assert.deepEqual(await page.turns(), [first]);
        await page.play('a6a5', 'h3h4', 'h7h6', 'a2a3');
        await page.impl.waitForSelector('#openings .note:not([hidden])');
        assert.ok(await page.isHidden('#openings table'));
    }, { fragment: '#ruleset=antichess' });

    pageTest('openings of mind control, half by half', async page => {
        await page.press('#openings summary');
        await page.impl.waitForSelector('#openings [value=b1c3]');
        await page.press('#openings [value=b1c3]');
        await page.impl.waitForSelector('#openings [value=d7d5]');
        assert.match((await rows(page))[0], /White wins in \d+/);
        await page.press('#openings [value=d7d5]');
        assert.deepEqual(await page.turns(), ['Nc3,d5']);
    }, { fragment: '#ruleset=6170-fall-2003-mindcontrol' });

    pageTest('the help opens at its top', async page => {
        await page.impl.setViewport({ width: 390, height: 500 });
        await page.press('#open-help');
        await page.impl.waitForSelector('#help[open]');
        assert.equal(await page.impl.$eval('#help', ({ scrollTop }) => scrollTop), 0);
    });

    pageTest('the first and the last position, by buttons', async page => {
        await page.press('#first');
        assert.match(await page.label('e2'), /white pawn/);
        assert.ok(await page.impl.$eval('#first', ({ disabled }) => disabled));
        await page.press('#last');
        assert.match(await page.label('b5'), /white bishop/);
        assert.ok(await page.impl.$eval('#last', ({ disabled }) => disabled));
    }, { fragment: '#ruleset=losers&turns=e2e3,b7b5,f1b5&at=1' });

    // Firefox cannot be told to show a page as it would be printed.
    if (isChromium)
        pageTest('on paper there are the board and all moves, but no buttons', async page => {
            await page.impl.emulateMediaType('print');
            const isShown = selector => page.impl.$eval(selector, element => element.checkVisibility());
            for (const selector of ['header', '#actions', '#typed-move', '#analysis', '#variations'])
                assert.equal(await isShown(selector), false, selector);
            for (const selector of ['#board', '#title', '#moves .turn', '#player-top .name'])
                assert.equal(await isShown(selector), true, selector);
            const hidden = await page.impl.$eval('#moves',
                ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
            assert.ok(hidden <= 0, `${hidden} px of the moves are cut off`);
            const [width] = await page.impl.$eval('#board', ({ clientWidth }) => [clientWidth]);
            assert.ok(width > 200 && width < 600, `${width} px`);
        }, { fragment: `#ruleset=losers&turns=${Array(60).fill('g1f3,g8f6,f3g1,f6g8').join()}` });
});
