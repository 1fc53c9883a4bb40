// Every view of the page, for tests that look at all of them.
import { startGame } from './page.mjs';

// White wins with a4, which must be taken, and loses with a3, after which b4 must be.
const FEN = encodeURIComponent('7k/8/8/1p6/8/8/P7/7K w - - 0 1');

/** The fragment of a game with a blunder. */
export const LOST = `#ruleset=losers&fen=${FEN}&turns=a2a3,b5b4,a3b4`;

// A game with a variation and what is said of its turns.
const TOLD = `#ruleset=losers&turns=${encodeURIComponent('e2e3$1$16{good},(d2d4,{<then}d7d5$6),b7b5$4')}`;

const press = (page, selector) => page.$eval(selector, element => element.click());
const until = (page, condition, ...values) => page.waitForFunction(condition, {}, ...values);
const type = async (page, ...moves) => {
    for (const move of moves)
        await page.type('#typed', `${move}\n`);
};

async function learn(page, list) {
    await press(page, '.tab[data-mode=learn]');
    if (list)
        await press(page, `#${list} button`);
}

// Lines, arrows, and a graph with a blunder.
async function analyse(page) {
    await press(page, '#review-start');
    await until(page, () => document.querySelector('#review-summary .count'));
    await page.select('#line-count', '3');
    await page.keyboard.press('Home');
    await press(page, '#engine-power');
    await until(page, () => document.querySelectorAll('#lines li .turn:first-child').length === 3);
}

async function chooseGame(page) {
    const files = await page.$('#file');
    await files.evaluate(input => {
        const data = new DataTransfer();
        data.items.add(new File(['8/8/8/8/8/k7/p7/K7 b - - 0 1\n'.repeat(2)], 'games.fen'));
        input.files = data.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitForSelector('#games[open] .games button');
}

async function promote(page) {
    await startGame(page, { ruleset: 'losers', fen: '8/P6k/8/8/8/8/7p/K7 w - - 0 1' });
    for (const square of ['a7', 'a8'])
        await page.click(`.board-grid [data-square="${square}"]`);
    await page.waitForSelector('.promotion-dialog[open]');
}

/** Each view by its name: the address's fragment, and show(page), which leads to the view. */
export const VIEWS = {
    'a new game': { show: async () => {} },
    'a game with clocks, chips and a piece that is selected': {
        async show(page) {
            await startGame(page, { ruleset: '6170-fall-2003', clock: 3, whiteChips: 2, blackChips: 1 });
            await type(page, 'e2e4', 'd7d5');
            await press(page, '.board-grid [data-square="e4"]');
        },
    },
    'an anti-king that nothing attacks': {
        async show(page) {
            await startGame(page, { ruleset: '6170-spring-2006-antiking' });
            await type(page, 'd6c6', 'd3e3', 'b2b3', 'e7e6', 'g1f3', 'd7d6', 'c1a3', 'a7a5', 'a3d6',
                       'f8d6', 'c6c5', 'd6h2');
            await page.waitForSelector('#board [data-mark=unattacked]');
        },
    },
    'half a turn of mind control': {
        async show(page) {
            await startGame(page, { ruleset: '6170-fall-2003-mindcontrol' });
            await type(page, 'e2e4');
        },
    },
    'the end of a game': {
        async show(page) {
            await startGame(page, { ruleset: 'losers' });
            await type(page, 'e2e3');
            await press(page, '#resign');
            await page.waitForSelector('#end:not([hidden])');
        },
    },
    'the analysis': { show: analyse, fragment: LOST },
    'the choice of what a pawn becomes': { show: promote },
    'the menu': { show: page => press(page, '[popovertarget=menu]') },
    'the settings': {
        async show(page) {
            await press(page, '#open-new-game');
            await page.$eval('#new-game form', form => {
                form.elements.opponent.value = 'none';
                form.elements.ruleset.value = '6170-fall-2003';
                form.elements.clock.value = 'other';
                form.elements.ruleset.dispatchEvent(new Event('input', { bubbles: true }));
                form.querySelector('details').open = true;
            });
        },
    },
    'the help': {
        async show(page) {
            await press(page, '#open-help');
            await page.waitForSelector('#help[open]');
        },
    },
    'an offered draw, and a drawing': {
        async show(page) {
            await startGame(page, { ruleset: 'losers' });
            await type(page, 'e2e3');
            await press(page, '#offer-draw');
            await page.focus('.board-grid [data-square="e7"]');
            await page.keyboard.down('Shift');
            for (const key of ['Enter', 'ArrowDown', 'Enter'])
                await page.keyboard.press(key);
            await page.keyboard.up('Shift');
            await page.waitForSelector('.arrow-drawn');
        },
    },
    'your games': {
        async show(page) {
            await startGame(page, { ruleset: 'losers' });
            await type(page, 'e2e3');
            await press(page, '#open-games');
            await page.waitForSelector('#games[open] .games button');
        },
    },
    'variations': { show: async () => {}, fragment: TOLD },
    'a comment': {
        show: page => press(page, '#variations .comment'),
        fragment: LOST,
    },
    'a file of several games': { show: chooseGame },
    'openings': {
        async show(page) {
            await press(page, '#openings summary');
            await page.waitForSelector('#openings tbody tr');
        },
        fragment: '#ruleset=antichess',
    },
    'the position editor': {
        async show(page) {
            await startGame(page, { ruleset: '6170-spring-2006-antiking' });
            await press(page, '#open-editor');
            await press(page, '#editor [name=clear]');
        },
    },
    'looks and sounds': { show: page => press(page, '#open-looks') },
    'the box for pasting': { show: page => press(page, '#open-paste') },
    'the contents of Learn': { show: page => learn(page) },
    'a lesson': { show: page => learn(page, 'lesson-list') },
    'a puzzle': { show: page => learn(page, 'puzzle-list') },
};
