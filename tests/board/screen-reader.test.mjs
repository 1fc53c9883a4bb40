// Whole games by the keyboard, with nothing but what a screen reader tells. What is pressed and what is told then must be
// as in tests/data/screen-reader.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describeInBrowsers } from '../browser/browser.mjs';
import { pageTests } from './page.mjs';
import { ScreenReader } from './screen-reader.mjs';

const PAWN_TO_GIVE = '7k/8/8/1p6/8/8/P7/7K w - - 0 1';

// Runs in the page: the engine searches only when release() has been called, so that it cannot answer too soon.
function holdEngine() {
    const { postMessage } = Worker.prototype;
    const released = new Promise(resolve => (window.release = resolve));
    Worker.prototype.postMessage = function post(...message) {
        if (/^go /.test(message[0]))
            released.then(() => postMessage.apply(this, message));
        else
            postMessage.apply(this, message);
    };
}

describeInBrowsers('a screen reader', context => {
    if (context.name !== 'chromium')
        return;
    const pageTest = pageTests(context);

    function tells(title, file, play) {
        pageTest(title, async page => {
            const reader = new ScreenReader(page);
            await reader.start();
            await play(reader, page);
            assert.equal(reader.transcript, readFileSync(`tests/data/screen-reader/${file}`, 'utf8'));
        });
    }

    tells('tells a game of two people', 'two-people.txt', async reader => {
        await reader.press('n', 'Tab', 'ArrowRight', 'Enter');
        for (const square of ['e2', 'e4', 'f7', 'f5', 'g1'])
            await reader.choose(square);
        await reader.press('u');
        for (const square of ['f7', 'f5', 'e4', 'f5', 'g7', 'g5', 'd1', 'h5'])
            await reader.choose(square);
        await reader.press('Tab', 'Tab', 'Tab');
    });

    tells('tells a game against the engine', 'engine.txt', async (reader, page) => {
        await page.evaluate(holdEngine);
        await reader.press('n', ...Array(6).fill('Tab'), 'Enter', 'Tab');
        await reader.type(PAWN_TO_GIVE);
        await reader.press('Enter');
        await reader.choose('a2');
        await reader.choose('a4');
        await page.evaluate(() => window.release());
        await reader.hear(/win/);
    });
}, { reducedMotion: true });
