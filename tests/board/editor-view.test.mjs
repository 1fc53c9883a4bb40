// The position editor and the box for pasting, on the real page.
import assert from 'node:assert/strict';
import { describeInBrowsers } from '../browser/browser.mjs';
import { gamePageTests } from './game-page.mjs';
import { checkWithAxe } from './page.mjs';

const square = name => `#editor [role=gridcell][data-square="${name}"]`;
const fenOf = page => page.impl.$eval('#editor-fen', field => field.value);
const stateOf = page => page.text('#editor [role=status]');
const choose = (page, tool) => page.press(`#editor [name=tool][value="${tool}"]`);

async function openEditor(page) {
    await page.press('#open-editor');
    await page.impl.waitForSelector('#editor[open]');
}

async function change(page, selector, value) {
    await page.impl.$eval(selector, (field, text) => {
        field.value = text;
        field.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
}

async function drag(page, from, to) {
    const { mouse } = page.impl;
    const centre = async selector => {
        const { x, y, width, height } = await (await page.impl.$(selector)).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    await mouse.move(...await centre(from));
    await mouse.down();
    await mouse.move(...await centre(to), { steps: 4 });
    await mouse.up();
}

describeInBrowsers('the position editor', context => {
    const isChromium = context.name === 'chromium';
    const pageTest = gamePageTests(context);

    pageTest('makes a position with the mouse, and starts a game from it', async page => {
        await page.newGame({ ruleset: 'losers' });
        await openEditor(page);
        assert.equal(await stateOf(page), 'White is to move.');
        await page.press('#editor [name=clear]');
        assert.equal(await stateOf(page), 'Impossible: White has no king.');
        assert.ok(await page.impl.$eval('#editor [name=play]', button => button.disabled));
        await choose(page, 'K');
        await page.impl.click(square('e1'));
        await choose(page, 'k');
        await page.impl.click(square('e8'));
        assert.match(await stateOf(page), /^Impossible: neither side has more than 1 piece/);
        await choose(page, 'P');
        for (const name of ['a2', 'b2', 'h8', 'h8'])
            await page.impl.click(square(name));
        await choose(page, 'hand');
        await drag(page, square('a2'), square('a4'));
        await drag(page, square('b2'), '#editor-title');
        assert.equal(await fenOf(page), '4k3/8/8/8/P7/8/8/4K3 w - - 0 1');
        await page.press('#editor [name=player][value=black]');
        assert.match(await stateOf(page), /^The game is over here\. Black wins/);
        await page.press('#editor [name=player][value=white]');
        await page.impl.click(square('e8'), { button: 'right' });
        await choose(page, 'r');
        await page.impl.click(square('h7'));
        await choose(page, 'k');
        await page.impl.click(square('g8'));
        await page.press('#editor [name=play]');
        await page.impl.waitForSelector('#new-game[open]');
        await page.press('#new-game [type=submit]');
        assert.match(await page.label('h7'), /black rook/);
        await page.play('a4a5');
        assert.deepEqual(await page.turns(), ['a5']);
    });

    pageTest('is used with keys alone', async page => {
        await page.newGame({ ruleset: '6170-spring-2006-antiking' });
        await openEditor(page);
        await page.impl.focus(square('d6'));
        const press = async (...names) => {
            for (const name of names)
                await page.impl.keyboard.press(name);
        };
        await press('Delete');
        assert.equal(await stateOf(page), 'Impossible: White has no anti-king.');
        await press('ArrowLeft', 'A', 'ArrowUp', 'Enter');
        assert.equal(await page.text('#editor [aria-live]'), 'c6: white anti-king');
        await press('ArrowDown', 'ArrowDown', 'Enter');
        assert.match(await fenOf(page), /^rnbqkbnr\/pp1ppppp\/2A5\/2p5\/8\/3a4\//);
    });

    pageTest('shows what the board allows: rights, chips and pieces', async page => {
        await page.newGame({ ruleset: '6170-spring-2007-encastle' });
        await openEditor(page);
        await change(page, '#editor-fen', 'r3k2r/8/8/2PpP3/8/8/8/R3K3 w KQkq d6 0 1');
        const rights = await page.impl.$$eval('#editor [name=right]', boxes =>
            boxes.filter(({ checked }) => checked).map(({ value }) => value).join(''));
        assert.equal(rights, 'Qkq');
        assert.deepEqual(await page.texts('#editor-en-passant option'), ['no', 'd6']);
        assert.equal(await page.impl.$eval('#editor-en-passant', ({ value }) => value), 'd6');
        assert.equal(await fenOf(page), 'r3k2r/8/8/2PpP3/8/8/8/R3K3 w Qkq d6 0 1');
        await change(page, '#editor-fen', 'nonsense');
        assert.match(await stateOf(page), /^FEN board: unexpected/);
        assert.equal(await fenOf(page), 'nonsense');
        await change(page, '#editor-ruleset', '6170-fall-2003');
        await change(page, '#editor [name=whiteChips]', '2');
        assert.match(await fenOf(page), / chips:2\/0$/);
        assert.ok(await page.isHidden('#editor [name=castling]'));
        await page.press('#editor [name=analyse]');
        await page.untilMode('analysis');
        assert.equal(await page.text('[data-colour=white] .chips'), '2 chips');
    });

    pageTest('is accessible', async page => {
        await openEditor(page);
        for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
            await page.impl.setViewport(viewport);
            if (isChromium)
                await checkWithAxe(page.impl);
            const overflow = await page.impl.$eval('#editor',
                dialog => dialog.scrollWidth - dialog.clientWidth);
            assert.ok(overflow <= 0, `${overflow} px`);
        }
    });
});

describeInBrowsers('pasting', context => {
    const pageTest = gamePageTests(context);

    // What a person does who presses Ctrl and V outside of all fields.
    const paste = (page, text) => page.impl.evaluate(contents => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', contents);
        // Firefox’s ClipboardEvents made by scripts have no text.
        document.body.dispatchEvent(Object.assign(
            new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }));
    }, text);

    pageTest('opens a FEN, PGN or link from anywhere', async page => {
        await page.newGame({ ruleset: 'losers' });
        await paste(page, ' 4k3/8/8/8/P7/8/8/4K2r w - - 0 1\n');
        await page.untilMode('analysis');
        assert.equal(await page.text('#title'), 'Losers');
        assert.match(await page.label('h1'), /black rook/);
        await paste(page, '[Variant "Antichess"]\n\n1. e3 b5 2. Bxb5 *');
        assert.deepEqual(await page.turns(), ['e3', 'b5', 'Bxb5']);
        await paste(page, 'https://example.org/misere-board.html#ruleset=suicide&turns=e2e3,b7b5');
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
        await paste(page, '#ruleset=suicide&turns=e2e5');
        assert.match(await page.state(), /^Not opened: .*the pawn on e2 cannot go to e5/);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
    });

    pageTest('opens what is put into the box, or says why not', async page => {
        await page.press('#open-paste');
        const submit = text => page.impl.$eval('#paste textarea', (field, contents) => {
            field.value = contents;
            field.form.requestSubmit();
        }, text);
        const refusal = async text => {
            await submit(text);
            await page.impl.waitForSelector('#paste[open] .error:not(:empty)');
            return page.text('#paste .error');
        };
        assert.equal(await refusal(' '), 'Not opened: there is no text to paste.');
        assert.match(await refusal('8/8/8/8/8/8/8/8 w - - 0 1'), /^Not opened: line 1: /);
        assert.match(await refusal('hello'), /^Not opened: line 1: /);
        await submit('[Variant "Losers"]\n\n1. e3 b5 *\n\n[Variant "Losers"]\n\n1. d3 b5 *');
        await page.impl.waitForSelector('#games[open] .games button');
        await page.press('#games .games li:last-child button');
        assert.deepEqual(await page.turns(), ['d3', 'b5']);
    });
});
