// Files of other programs, opened and saved on the real page: the bytes are those that misere-convert writes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowsers } from '../browser/browser.mjs';
import { pageTests } from './page.mjs';

const FOLDER = 'tests/data/exchange';
const FILES_MIN = 200;
const CONVERT = join(process.env.MISERE_BIN ?? 'bin', 'misere-convert');

const FILES = readdirSync(FOLDER).filter(name => !name.endsWith('.expected'));

// Run in the page: what would go to the downloads is kept in `saved` instead.
function keepSaved() {
    window.saved = [];
    URL.createObjectURL = blob => `#${window.saved.push(blob)}`;
    HTMLAnchorElement.prototype.click = () => {};
}

// Drops a file on the page, and saves each of its games. Returns their texts, and what is said if it is not opened.
async function openAndSave(name, base64) {
    const [state, list, save] = ['state', 'games', 'save-pgn'].map(id => document.getElementById(id));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(atob(base64), c => c.charCodeAt(0))], name));
    state.textContent = '';
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    while (!state.textContent && !list.open)
        await new Promise(done => setTimeout(done));
    // Saving goes on after the click.
    const saveOne = async () => {
        const count = window.saved.length;
        save.click();
        while (window.saved.length === count)
            await new Promise(done => setTimeout(done));
    };
    const refusal = state.textContent.startsWith('Not opened') ? state.textContent : null;
    const games = list.open ? [...list.querySelectorAll('.games button')] : [];
    for (const game of games) {
        game.click();
        await saveOne();
    }
    if (!games.length && !refusal)
        await saveOne();
    const texts = await Promise.all(window.saved.splice(0).map(blob => blob.text()));
    return { texts, refusal };
}

describeInBrowsers('files of other programs', context => {
    const pageTest = pageTests(context);

    pageTest('are saved as misere-convert writes them', async page => {
        assert.ok(FILES.length >= FILES_MIN, `${FILES.length} files`);
        await page.evaluate(keepSaved);
        let refused = 0;
        for (const name of FILES) {
            const path = join(FOLDER, name);
            const { texts, refusal } = await page.evaluate(openAndSave, name, readFileSync(path, 'base64'));
            const { stdout, status } = spawnSync(CONVERT, ['--to', 'pgn', path, '-'], { encoding: 'utf8' });
            if (refusal) { // there is no turn in it that can be read
                assert.equal(status, 1, `${path}: ${refusal}`);
                assert.doesNotMatch(stdout, /^1\./m, `${path}: ${refusal}`);
                refused++;
            } else {
                assert.equal(texts.join(''), stdout, path);
            }
        }
        assert.ok(refused < FILES.length / 10, `${refused} files are refused`);
    });
}, { reducedMotion: true });
