// The worker on a site that drives it as FreeChess.Club does, with and without the headers for shared memory.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { serve } from '../browser/server.mjs';

const PAGES = {
    'page.html': '<!doctype html><title>Site</title><link rel="icon" href="data:,">',
    'site.mjs': readFileSync(new URL('pages/site.mjs', import.meta.url), 'utf8'),
};

describeInBrowsers('a site like FreeChess.Club', context => {
    for (const isolated of [false, true])
        test(`plays, analyses and scores losers${isolated ? ', isolated' : ''}`, async () => {
            const site = await serve('bin/wasm', PAGES, { isolated });
            try {
                const page = await context.browser.open(`${site.base}page.html`);
                const { status, moves, lines, scores, errors } =
                    await page.evaluate(async () => (await import('./site.mjs')).visit());
                assert.deepEqual(errors, []);
                assert.match(status.state, /^(won|drawn)$/);
                assert.ok(moves.length > 20);
                assert.deepEqual(lines, [3, 2]);
                assert.equal(scores.length, moves.length + 1);
                for (const score of scores)
                    assert.match(score, /^(cp|mate) -?\d+$/);
                const toMove = moves.length % 2 === 0 ? 'white' : 'black';
                const last = status.state === 'drawn' ? 'cp 0' : status.winner === toMove ? 'mate 1' : 'mate 0';
                assert.equal(scores.at(-1), last);
                assert.deepEqual(page.problems, []);
            } finally {
                site.close();
            }
        });
});
