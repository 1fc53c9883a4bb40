// What stands beside the board in a game: settings, rules, what is left to lose, the end, the moves.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { glyphOf, meaningsOf, signsOf, withGlyph } from '../../tools/board/src/moves/glyphs.mjs';
import { rulesOf } from '../../tools/board/src/new-game/rules-text.mjs';
import { gamePageTests } from './game-page.mjs';
import { loadFiles } from './helpers.mjs';
import { checkWithAxe } from './page.mjs';

describe('the rules in three lines', () => {
    let files;
    before(async () => (files = await loadFiles()));
    const rules = name => rulesOf(files.ruleset(name));

    test('differ from game to game', () => {
        const texts = files.rulesets.map(({ name }) => rules(name));
        assert.ok(texts.every(({ length }) => length === 2 || length === 3));
        assert.deepEqual(rules('6170-spring-2007'), [
            'To win, lose everything but your king, or give checkmate.',
            'If you can capture, you must. A stalemated player must pass.',
            'There is no castling and no en passant. A pawn always becomes a queen.']);
        assert.equal(rules('losers')[0], 'To win, lose everything but your king, or get checkmated.');
        assert.match(rules('6170-spring-2006-antiking')[2], /anti-king, .* must stay attacked/);
        assert.match(rules('6170-fall-2003-mindcontrol')[2], /a white piece, then a black one/);
        assert.match(rules('antichess')[2], /no check\. There is no castling\.$/);
    });
});

test('glyphs are replaced by others of their kind', () => {
    assert.equal(signsOf([1, 16, 99]), '!± $99');
    assert.equal(meaningsOf([6, 13]), 'dubious, unclear');
    assert.equal(glyphOf([16, 4], 'turn'), 4);
    assert.deepEqual(withGlyph([16, 4, 99], 'turn', 1), [1, 16, 99]);
    assert.deepEqual(withGlyph([16, 4], 'position', null), [4]);
});

const VARIATIONS = '#ruleset=losers&turns=e2e3,(e2e4,b7b5),(d2d4,d7d5),b7b5,f1b5';

describeInBrowsers('beside the board', context => {
    const isChromium = context.name === 'chromium';
    const pageTest = gamePageTests(context);
    const isShown = (page, selector) =>
        page.impl.$eval(selector, element => element.checkVisibility());

    pageTest('the rules, until the first turn', async page => {
        assert.ok((await page.texts('#rules li')).length >= 2);
        assert.ok(await isShown(page, '#rules'));
        await page.newGame({ ruleset: 'losers' });
        assert.match((await page.texts('#rules li'))[0], /get checkmated/);
        await page.play('e2e3');
        assert.equal(await isShown(page, '#rules'), false);
    });

    pageTest('any clock, also unequal ones, and names', async page => {
        await page.newGame({ ruleset: 'losers', clock: 'other', whiteMinutes: 5, blackMinutes: 0.5,
                             increment: 3, name: 'Anna', blackName: 'Zoë' });
        assert.equal(await page.text('#player-bottom .name'), 'Anna');
        assert.equal(await page.text('#player-top .name'), 'Zoë');
        assert.equal(await page.text('#player-bottom .clock'), '5:00');
        assert.equal(await page.text('#player-top .clock'), '0:30');
        await page.press('#open-new-game');
        const value = name => page.impl.$eval(`#new-game [name=${name}]`, field => field.value);
        assert.deepEqual(await Promise.all(['clock', 'whiteMinutes', 'blackMinutes', 'increment',
                                            'name', 'blackName'].map(value)),
                         ['other', '5', '0.5', '3', 'Anna', 'Zoë']);
        assert.match(await page.text('output[for=level]'), /^\d: [a-z ]+, Elo \d+$/);
        if (isChromium)
            await checkWithAxe(page.impl);
    });

    pageTest('what each side has to lose', async page => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3', 'b7b5', 'f1b5');
        const ofBlack = await page.text('#player-top .to-lose');
        assert.equal(ofBlack, '14 to lose: 7 pawns, 2 knights, 2 bishops, 2 rooks, 1 queen');
        await page.newGame({ ruleset: 'antichess' });
        assert.match(await page.text('#player-top .to-lose'), /^16 to lose: .*, 1 king$/);
    });

    pageTest('the end: who won and why, a rematch, the analysis', async page => {
        await page.newGame({ ruleset: 'losers', opponent: 'engine', colour: 'white', level: 1 });
        await page.play('e2e3');
        await page.untilTurns(2);
        await page.press('#resign');
        assert.equal(await page.text('#end h3'), 'You lose');
        assert.equal(await page.text('#end .why'), 'You resign.');
        if (isChromium)
            await checkWithAxe(page.impl);
        await page.press('#end .analyse');
        await page.untilMode('analysis');
        assert.equal((await page.turns())[0], 'e3');
        await page.press('.tab[data-mode=play]');
        await page.press('#end .rematch');
        assert.equal(await isShown(page, '#end'), false);
        assert.equal(await page.text('#player-bottom .name'), 'You');
        assert.equal(await page.impl.$eval('#player-bottom', bar => bar.dataset.colour), 'black');
        await page.untilTurns(1);
    });

    pageTest('the moves in two columns, with what is said of them', async page => {
        const place = async text => page.impl.$$eval('#moves .rows > .turn', (turns, label) => {
            const { left, top } = turns.find(turn => turn.textContent.startsWith(label))
                .getBoundingClientRect();
            return [Math.round(left), Math.round(top)];
        }, text);
        const [white, black, next] = [await place('e3'), await place('b5'), await place('Bxb5')];
        assert.ok(white[0] < black[0] && white[1] < black[1], 'variations stand between them');
        assert.equal(next[0], white[0]);
        assert.deepEqual(await page.texts('#moves .rows > .variation'), ['1. e4 b5', '1. d4 d5']
            .map(text => text.replace(/\. /g, '.\u00a0')));
        await page.press('#first');
        await page.press('#forward');
        await page.impl.select('#variations [name=turn]', '1');
        await page.impl.select('#variations [name=position]', '16');
        assert.equal((await page.turns())[0], 'e3!±');
        await page.impl.select('#variations [name=turn]', '6');
        assert.equal((await page.turns())[0], 'e3?!±');
        await page.press('#variations .comment');
        await page.impl.type('#comment textarea', 'Best by test');
        await page.press('#comment [type=submit]');
        assert.deepEqual(await page.texts('#moves .rows > .comment'), ['Best by test']);
        await page.press('#variations .comment');
        await page.impl.$eval('#comment textarea', field => { field.value = ''; });
        await page.press('#comment [type=submit]');
        assert.deepEqual(await page.texts('#moves .rows > .comment'), []);
    }, { fragment: `${VARIATIONS}` });

    pageTest('variations are moved, deleted and brought back', async page => {
        const variations = async () => (await page.texts('#moves .rows > .variation'))
            .map(text => text.replaceAll('\u00a0', ' '));
        const go = label => page.impl.$$eval('#moves .turn', (turns, text) =>
            turns.find(({ textContent }) => textContent === text).click(), label);
        await go('d4');
        await page.press('#variations .up');
        assert.deepEqual(await variations(), ['1. d4 d5', '1. e4 b5']);
        await page.press('#variations .down');
        assert.deepEqual(await variations(), ['1. e4 b5', '1. d4 d5']);
        await page.press('#variations .promote');
        assert.equal((await page.texts('#moves .rows > .turn'))[0], 'd4');
        assert.deepEqual(await variations(), ['1. e3 b5 2. Bxb5', '1. e4 b5']);
        await go('e4');
        await page.press('#variations .remove');
        assert.deepEqual(await variations(), ['1. e3 b5 2. Bxb5']);
        await page.press('#variations .restore');
        assert.deepEqual(await variations(), ['1. e3 b5 2. Bxb5', '1. e4 b5']);
        if (isChromium)
            await checkWithAxe(page.impl);
    }, { fragment: VARIATIONS });
});
