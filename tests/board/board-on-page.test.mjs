// The board on the real page: clicks that are refused, moves made ahead, drawings, the wheel; and
// the dialog for looks and sounds.
import assert from 'node:assert/strict';
import { describeInBrowsers } from '../browser/browser.mjs';
import { gamePageTests } from './game-page.mjs';
import { Clicks } from './hands.mjs';

// Nothing can be captured for a while.
const QUIET = '7k/3p4/8/8/8/8/P6P/7K w - - 0 1';
const AGAINST_ENGINE = { ruleset: 'losers', opponent: 'engine', colour: 'white', level: 1 };

describeInBrowsers('the board on the page', context => {
    const pageTest = gamePageTests(context);

    // Clicks squares before the engine can answer. Returns their labels then.
    const clickAtOnce = (page, ...squares) => page.impl.evaluate(names => {
        const cell = name => document.querySelector(`#board [data-square="${name}"]`);
        names.forEach(name => cell(name).click());
        return names.map(name => cell(name).getAttribute('aria-label'));
    }, squares);

    async function draw(page, from, to) {
        const hand = new Clicks(page.impl);
        await page.impl.mouse.move(...await hand.centre(from));
        await page.impl.mouse.down({ button: 'right' });
        await page.impl.mouse.move(...await hand.centre(to));
        await page.impl.mouse.up({ button: 'right' });
    }

    const drawn = page => page.impl.$$eval('#board .arrow-drawn',
        arrows => arrows.map(({ dataset }) => dataset.arrow).sort());

    pageTest('says why a piece cannot be picked up', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.click('e7');
        assert.equal(await page.state(), 'The black pawn on e7 cannot move: it is White’s turn.');
        await page.click('e2', 'e3');
        await page.keys('ArrowLeft');
        await page.click('e2');
        assert.equal(await page.state(), 'This is an earlier position. End leads back.');
        await page.keys('End');
        await page.press('#resign');
        await page.click('e3');
        assert.equal(await page.state(), 'The game is over.');
        await page.newGame({ ruleset: '6170-fall-2003-mindcontrol' });
        await page.click('d7');
        assert.equal(await page.state(),
                     'The black pawn on d7 cannot move: now a white piece is to move.');
        await page.newGame({ ruleset: 'losers', opponent: 'none', level: 1 });
        await page.press('#pause');
        await page.click('a1');
        assert.equal(await page.state(), 'The engine plays both sides.');
    });

    pageTest('plays a move made ahead when its turn comes', async page => {
        await page.newGame({ ...AGAINST_ENGINE, fen: QUIET });
        const labels = await clickAtOnce(page, 'h2', 'h3', 'a2', 'a4');
        assert.equal(labels[2], 'a2, white pawn, moves to a4 next');
        await page.untilTurns(3);
        const [first, , third] = await page.turns(); // the engine may have answered again
        assert.deepEqual([first, third], ['h3', 'a4']);
    });

    pageTest('drops a move made ahead that is illegal, or is taken back', async page => {
        await page.newGame({ ...AGAINST_ENGINE, fen: QUIET });
        await clickAtOnce(page, 'h2', 'h3', 'a2', 'a5');
        await page.until(/^The move made ahead has been dropped: the pawn on a2 cannot go to a5\.$/);
        assert.equal((await page.turns()).length, 2);
        await clickAtOnce(page, 'h3', 'h4', 'a2', 'a4');
        const label = await page.impl.evaluate(() => {
            document.body.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
            return document.querySelector('#board [data-square=a2]').getAttribute('aria-label');
        });
        assert.equal(label, 'a2, white pawn');
        await page.untilTurns(4);
        await page.until(/^Your turn/);
        assert.equal((await page.turns()).length, 4);
    });

    pageTest('keeps what is drawn in an analysed game', async page => {
        await draw(page, 'b5', 'c4');
        await draw(page, 'e3', 'e3');
        assert.deepEqual(await drawn(page), ['b5c4', 'e3e3']);
        await page.keys('ArrowLeft');
        assert.deepEqual(await drawn(page), []);
        await page.impl.reload();
        await page.untilTurns(2);
        await page.keys('End');
        assert.deepEqual(await drawn(page), ['b5c4', 'e3e3']);
        await draw(page, 'e3', 'e3');
        assert.deepEqual(await drawn(page), ['b5c4']);
    }, { fragment: '#ruleset=losers&turns=e2e3,b7b5' });

    pageTest('forgets what is drawn in a match when a turn is played', async page => {
        await page.newGame({ ruleset: 'losers' });
        await draw(page, 'g1', 'f3');
        assert.deepEqual(await drawn(page), ['g1f3']);
        await page.play('e2e3');
        assert.deepEqual(await drawn(page), []);
    });

    pageTest('goes back and on with the wheel', async page => {
        await page.impl.mouse.move(...await new Clicks(page.impl).centre('d4'));
        await page.impl.mouse.wheel({ deltaY: -100 });
        const until = label => page.impl.waitForFunction(text =>
            document.querySelector('#board [data-square=b7]').getAttribute('aria-label') === text,
        {}, label);
        await until('b7, black pawn');
        await page.impl.mouse.wheel({ deltaY: 100 });
        await until('b7, empty');
    }, { fragment: '#ruleset=losers&turns=e2e3,b7b5' });

    pageTest('looks and sounds are chosen in a dialog', async page => {
        await page.press('#open-looks');
        await page.impl.waitForSelector('#looks[open]');
        const colour = () => page.impl.$eval('#board .dark', square => getComputedStyle(square).fill);
        const before = await colour();
        await page.impl.select('#looks [name=board]', 'wood');
        await page.impl.select('#looks [name=theme]', 'dark');
        await page.impl.select('#looks [name=pieces]', 'plain');
        await page.press('#looks [name=sounds]');
        assert.notEqual(await colour(), before);
        await page.impl.reload();
        await page.impl.waitForFunction(() => document.getElementById('state').textContent);
        const chosen = await page.impl.$eval('#looks form', ({ elements }) =>
            ['theme', 'board', 'pieces'].map(name => elements[name].value)
                .concat(elements.sounds.checked));
        assert.deepEqual(chosen, ['dark', 'wood', 'plain', true]);
    });
});
