// The analysis on the real page: by the pointer, by keys, and for screen readers.
import assert from 'node:assert/strict';
import { describeInBrowsers } from '../browser/browser.mjs';
import { checkWithAxe, nextFrame, pageTests } from './page.mjs';
import { LOST } from './views.mjs';

const GAME = '#ruleset=losers&turns=e2e3,h7h6,h2h4,g7g6';
const MIND_CONTROL = '#ruleset=6170-fall-2003-mindcontrol';

describeInBrowsers('the analysis', context => {
    const openedTest = pageTests(context);
    let page;

    // Opens the page with a game.
    const pageTest = (title, fragment, run, { width = 1280, height = 800 } = {}) =>
        openedTest(title, opened => run(page = opened),
                   { fragment, viewport: { width, height } });

    const text = selector => page.$eval(selector, element => element.textContent.trim());
    const texts = selector => page.$$eval(selector,
        elements => elements.map(element => element.textContent));
    const attribute = (selector, name) =>
        page.$eval(selector, (element, wanted) => element.getAttribute(wanted), name);
    const press = selector => page.$eval(selector, element => element.click());
    const until = (condition, ...values) => page.waitForFunction(condition, {}, ...values);
    const isHidden = selector => page.$eval(selector, element => element.hidden);
    const arrows = kind => page.$$eval(`.arrow-${kind}`,
        shapes => shapes.map(({ dataset }) => dataset.arrow));
    const current = () => text('#moves .turn[aria-current]');

    async function keys(...names) {
        for (const name of names)
            await page.keyboard.press(name);
    }

    const untilLines = count => until(least =>
        document.querySelectorAll('#lines li .turn:first-child').length >= least, count);

    async function review() {
        await press('#review-start');
        await until(() =>
            document.getElementById('state').textContent === 'The whole game has been analysed.');
        await nextFrame(page); // Then the graph and the marks have been drawn, too.
    }

    pageTest('shows score, depth, lines and an arrow while the engine thinks', GAME, async () => {
        assert.equal(await text('#engine-facts'), 'The engine is off.');
        await page.select('#line-count', '3');
        await press('#engine-power');
        await untilLines(3);
        assert.equal(await attribute('#engine-power', 'aria-checked'), 'true');
        assert.equal((await texts('#lines li')).length, 3);
        await until(() =>
            /^depth \d+, .*nodes\/s$/.test(document.getElementById('engine-facts').textContent));
        assert.match(await text('#score'), /^[+−]?\d+\.\d\d$|wins in/);
        assert.match(await attribute('#score-bar', 'aria-valuetext'), /\d|wins/);
        assert.equal((await arrows('best')).length, 1);
        assert.match((await texts('#lines .turn'))[0], /^3\. [A-Za-z]\w+[+#]?$/);
        await press('#engine-power');
        await until(() => document.getElementById('lines').hidden);
        assert.equal(await text('#engine-facts'), 'The engine is off.');
    });

    pageTest('plays a line as a variation, and shows its positions', LOST, async () => {
        await keys('Home', 'l');
        await until(() => document.getElementById('score').textContent.startsWith('White wins in'));
        assert.equal(await text('#lines .score'), `#${(await text('#score')).split(' ').at(-1)}`);
        assert.deepEqual(await arrows('best'), ['a2a4']);
        await page.hover('#lines .turn:nth-child(2)');
        await until(() => !document.getElementById('line-preview').hidden);
        const board = await page.$$eval('#line-preview use', shapes =>
            shapes.map(shape => shape.getAttribute('href')).sort());
        assert.deepEqual(board, ['#bk', '#bp', '#wk'], 'the white pawn has been taken');
        await page.hover('#title');
        await until(() => document.getElementById('line-preview').hidden);
        await press('#lines .turn:nth-child(2)');
        assert.equal(await current(), 'bxa4');
        assert.deepEqual(await texts('#moves .variation .turn'), ['a4', 'bxa4']);
        assert.equal(await text('#engine-facts'), 'The game is over.');
        assert.equal(await text('#score'), 'White has won');
    });

    pageTest('has lines that the keyboard reaches', GAME, async () => {
        await page.select('#line-count', '2');
        await press('#engine-power');
        await untilLines(2);
        await page.focus('#line-count');
        await keys('Tab', 'ArrowDown', 'ArrowRight');
        const place = await page.evaluate(() => {
            const indexOf = element => [...element.parentElement.children].indexOf(element);
            const button = document.activeElement;
            return [indexOf(button.closest('li')), indexOf(button)];
        });
        assert.deepEqual(place, [1, 1]);
        assert.equal(await isHidden('#line-preview'), false);
        await keys('Escape');
        assert.equal(await isHidden('#line-preview'), true);
        await keys('Enter');
        assert.equal((await texts('#moves .turn')).length, 6);
    });

    pageTest('starts the engine with the space bar, then plays its best turn', LOST, async () => {
        await keys('Home', ' ');
        await until(() => document.querySelector('.arrow-best')?.dataset.arrow === 'a2a4');
        await keys(' ');
        await until(() =>
            document.querySelector('#moves .turn[aria-current]')?.textContent === 'a4');
        await keys('l');
        await until(() => document.querySelector('#engine-power[aria-checked=false]'));
    });

    pageTest('analyses the whole game, and marks its mistakes', LOST, async () => {
        assert.equal(await isHidden('#graph'), true);
        await review();
        assert.deepEqual(await texts('#moves .turn'), ['a3??', 'b4', 'axb4']);
        assert.deepEqual((await texts('#review-summary td')).map(cell => cell.trim()).slice(0, 3),
                         ['?! 0 dubious', '? 0 mistakes', '?? 1 blunder']);
        await press('#review-summary button');
        assert.equal(await current(), 'a3??');
        await until(() => document.getElementById('judgement').textContent.startsWith('1. a3'));
        const judgement = await text('#judgement');
        assert.match(judgement, /^1\. a3 is a blunder \(\?\?\): Black wins in \d+\./);
        assert.match(judgement, / It costs 1\.00 points\. Best was a4\.$/);
        assert.equal(await attribute('#graph', 'aria-valuetext'), await text('#judgement'));
        assert.deepEqual(await texts('#graph .sign'), ['??']);
    });

    pageTest('has a graph for the keyboard and the pointer', LOST, async () => {
        await review();
        assert.deepEqual(await Promise.all(['role', 'aria-valuemax', 'aria-valuenow'].map(name =>
            attribute('#graph', name))), ['slider', '3', '3']);
        assert.match(await attribute('#graph', 'aria-valuetext'), /^2\. axb4: Black has won\./);
        await page.focus('#graph');
        await keys('Home', 'ArrowRight');
        await until(() => document.getElementById('graph').getAttribute('aria-valuenow') === '1');
        assert.equal(await current(), 'a3??');
        const { left, top, width, height } = await page.$eval('#graph',
            element => element.getBoundingClientRect().toJSON());
        await page.mouse.click(left + 0.6 * width, top + height / 2);
        await until(() => document.getElementById('graph').getAttribute('aria-valuenow') === '2');
        assert.equal(await current(), 'b4');
    });

    pageTest('stops the analysis of a game on demand', GAME, async () => {
        await press('#review-start');
        await until(() =>
            /^\d of 5, \d+ s left$/.test(document.getElementById('review-left').textContent));
        assert.equal(await text('#review-start'), 'Stop');
        await press('#review-start');
        await until(() =>
            document.getElementById('review-start').textContent === 'Analyse the whole game');
        assert.equal(await isHidden('#review-progress'), true);
    });

    pageTest('keeps variations, comments and deletions', GAME, async () => {
        await keys('Home', 'ArrowRight');
        await page.type('#typed', 'b7b6');
        await page.keyboard.press('Enter');
        await page.evaluate(() => document.activeElement.blur());
        assert.equal(await current(), 'b6');
        await keys('ArrowUp');
        assert.equal(await current(), 'h6');
        await keys('ArrowDown', 'c');
        await page.waitForSelector('#comment[open]');
        await page.keyboard.type('<img src=x>');
        await keys('Enter');
        await until(() => document.querySelector('#moves .comment')?.textContent === '<img src=x>');
        await press('#variations .promote');
        assert.deepEqual(await texts('#moves .variation .turn'), ['h6', 'h4', 'g6']);
        await press('#variations .remove');
        assert.deepEqual(await texts('#moves .turn'), ['e3', 'h6', 'h4', 'g6']);
        await press('#variations .restore');
        assert.equal(await current(), 'b6');
        assert.equal(await text('#moves .comment'), '<img src=x>');
    });

    pageTest('shows both halves of a turn in mind control', MIND_CONTROL, async () => {
        await press('#engine-power');
        await until(() => document.querySelectorAll('.arrow-best').length === 2
            && /wins in/.test(document.getElementById('score').textContent));
        assert.match((await texts('#lines .turn'))[1], /^2\. [A-Za-z]\w+[+#]?,[A-Za-z]\w+[+#]?$/);
        // If it went on, it might switch to another win before the arrows are read.
        await press('#engine-power');
        await until(() =>
            document.getElementById('engine-facts').textContent === 'The engine is off.');
        const [first, second] = await arrows('best');
        await page.type('#typed', first);
        await page.keyboard.press('Enter');
        await until(half => String([...document.querySelectorAll('.arrow-best')]
            .map(({ dataset }) => dataset.arrow)) === half, second);
    });

    pageTest('lets one play on against the engine', GAME, async () => {
        await keys('Home');
        await press('#play-on');
        await until(() => document.body.dataset.mode === 'play');
        assert.equal(await isHidden('#analysis'), true);
        assert.equal(await isHidden('#score-bar'), true);
        assert.deepEqual(await arrows('best'), []);
        await page.type('#typed', 'a2a3');
        await page.keyboard.press('Enter');
        await until(() => document.querySelectorAll('#moves .turn').length === 2);
        assert.equal((await texts('#moves .turn'))[0], 'a3');
    });

    // Firefox cannot be told which scheme to use.
    for (const scheme of context.name === 'chromium' ? ['light', 'dark'] : ['its own'])
        pageTest(`is accessible, in colours: ${scheme}`, LOST, async () => {
            if (context.name === 'chromium')
                await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
            await review();
            await page.select('#line-count', '3');
            await keys('Home');
            await press('#engine-power');
            await untilLines(3);
            await checkWithAxe(page);
        }, { width: scheme === 'dark' ? 390 : 1280 });
});
