// screenshots.mjs FOLDER [NAME...]: makes the documents' pictures of the board, with Chromium; by default all.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Browser } from '../browser/browser.mjs';
import { Tab, startGame } from './page.mjs';

const WIDE = { width: 1120, height: 700 };
const SMALLER = { width: 980, height: 700 }; // there is much to see
const TELEPHONE = { width: 375, height: 667, deviceScaleFactor: 1.5 };
const LARGEST_BYTES = 110e3;
const SETTLED_MS = 1000; // until pieces have come to rest and lines are long
const CHOICES = 2;

const LOSERS = 'e2e3,a7a5,d2d3,e7e5,b2b4,f8b4,b1c3,b4c3,e1e2,c3a1,c2c3,a1c3,c1b2,c3b2,d1b3,b7b6';
const CHIPS = 'd2d3,d7d5,b1d2,d8d7,b2b4,b8c6,f2f3,c6b4,h2h3,b4a2,a1a2,d7h3';
const SPRING = 'g2g3,d7d5,f2f3,a7a5,b2b3,g7g5,h2h4,g5h4,g3h4,b8c6,g1h3,c8h3';
const ANTI_KING = 'd6c6,d3e3,b2b3,e7e6,g1f3,d7d6,c1a3,a7a5,a3d6,f8d6,c6c5,d6h2';
const MIND_CONTROL = 'd2d4+f7f5,b2b4+b8a6,b4b5+c7c5,b5a6+c5d4,a6b7+c8b7,d1d4+b7g2';
const MATE = 'e2e4,f7f5,e4f5,g7g5';
const ANALYSED = 'c2c4,f7f5,f2f3,a7a5,b2b4,a5b4,d1c2,a8a2,c2f5,a2d2,b1d2,b7b5,f5b5,e7e6,b5b8,b4b3,d2b3,'
    + 'f8b4,b8b4,c8b7';

const press = (page, selector) => page.$eval(selector, element => element.click());

async function click(page, ...squares) {
    for (const square of squares)
        await press(page, `#board .board-grid [data-square="${square}"]`);
}

/** Opens a game from its link, and plays on. */
const playing = (ruleset, turns, ...squares) => ({
    fragment: `#ruleset=${ruleset}&turns=${turns}`,
    async show(page) {
        await press(page, '#play-on');
        await click(page, ...squares);
    },
});

async function playWithChips(page) {
    await startGame(page, { ruleset: '6170-fall-2003', clock: 3, whiteChips: 2, blackChips: 1 });
    for (const turn of CHIPS.split(','))
        await page.type('#typed', `${turn}\n`);
}

async function editPosition(page) {
    await startGame(page, { ruleset: '6170-spring-2006-antiking' });
    await press(page, '#open-editor');
    await page.click('#editor .palette [value=q]');
}

async function openPuzzle(page) {
    await press(page, '.tab[data-mode=learn]');
    await press(page, '#puzzle-list button');
    await press(page, '#puzzle-actions [name=hint]');
}

async function review(page) {
    await press(page, '#review-start');
    await page.waitForFunction(() =>
        document.getElementById('state').textContent === 'The whole game has been analysed.');
    await press(page, '#review-summary .count');
}

async function analyse(page) {
    await page.select('#line-count', String(CHOICES));
    await press(page, '#engine-power');
    await page.waitForFunction(count =>
        document.querySelectorAll('#lines li .turn:first-child').length === count, {}, CHOICES);
}

const analysis = { fragment: `#ruleset=losers&turns=${ANALYSED}&at=6`, show: analyse };
const reviewed = { ...analysis, show: review };

const PICTURES = {
    'board-wide-light': { viewport: WIDE, scheme: 'light', ...playing('losers', LOSERS, 'b3') },
    'board-wide-dark': { viewport: WIDE, scheme: 'dark', show: playWithChips },
    'board-phone-light': {
        viewport: TELEPHONE, scheme: 'light', ...playing('6170-spring-2007', SPRING),
    },
    'board-phone-dark': { viewport: TELEPHONE, scheme: 'dark', show: openPuzzle },
    'board-mind-control': {
        viewport: WIDE, scheme: 'light',
        ...playing('6170-fall-2003-mindcontrol', MIND_CONTROL, 'd4', 'd7'),
    },
    'board-anti-king': {
        viewport: WIDE, scheme: 'light',
        ...playing('6170-spring-2006-antiking', ANTI_KING),
    },
    'board-analysis': { viewport: SMALLER, scheme: 'light', ...analysis },
    'board-analysis-phone': { viewport: TELEPHONE, scheme: 'dark', ...analysis },
    'board-review': { viewport: SMALLER, scheme: 'dark', ...reviewed, reveal: '#review' },
    'board-review-phone': { viewport: TELEPHONE, scheme: 'light', ...reviewed, reveal: '#review' },
    'board-editor': { viewport: WIDE, scheme: 'light', show: editPosition },
    'board-editor-phone': { viewport: TELEPHONE, scheme: 'dark', show: editPosition },
    'board-end': { viewport: WIDE, scheme: 'dark', ...playing('6170-spring-2007', MATE, 'd1', 'h5') },
    'board-end-phone': {
        viewport: TELEPHONE, scheme: 'light', ...playing('6170-spring-2007', MATE, 'd1', 'h5'), reveal: '#end',
    },
};

// reveal: what the page is scrolled to.
async function takePicture(tab, path, { viewport, scheme, fragment, show, reveal = null }) {
    const page = await tab.open({ viewport, fragment });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await show(page);
    await page.evaluate(() => document.activeElement.blur());
    if (reveal)
        await page.$eval(reveal, element => element.scrollIntoView({ block: 'center' }));
    await new Promise(resolve => setTimeout(resolve, SETTLED_MS));
    await page.screenshot({ path });
    const { size } = statSync(path);
    console.log(`${path}: ${Math.round(size / 1000)} KB`);
    if (size > LARGEST_BYTES)
        throw new Error(`${path} is larger than ${LARGEST_BYTES / 1000} KB`);
}

const [folder, ...names] = process.argv.slice(2);
if (!folder)
    throw new Error('say where to: screenshots.mjs FOLDER [NAME...]');
const browser = await Browser.start('chromium');
try {
    const tab = new Tab(browser);
    for (const [name, picture] of Object.entries(PICTURES).filter(([known]) => !names.length || names.includes(known)))
        await takePicture(tab, join(folder, `${name}.png`), picture);
} finally {
    await browser.close();
}
