// Files and links on the real page: what it saves, other programs read, and the other way round.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
    mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { describeInBrowsers } from '../browser/browser.mjs';
import { gamePageTests, placementOf } from './game-page.mjs';

const BIN = resolve(process.env.MISERE_BIN ?? 'bin');
const DATA = 'tests/data/gamefiles';
const START = 'rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR';
const MIB = 1 << 20;
const MARKUP = '<img src=x onerror=window.hacked=1>';

const MIND_CONTROL = { ruleset: '6170-fall-2003-mindcontrol' };
const CHIPS = { ruleset: '6170-fall-2003', whiteChips: 2, blackChips: 1 };
const ANTIKING = { ruleset: '6170-spring-2006-antiking' };
const PROMOTION = { ruleset: 'losers', fen: '8/P6k/8/8/8/8/7p/K7 w - - 0 1' };
const CLOCKS = { ruleset: '6170-spring-2007', clock: 3 };
const WON = { ruleset: 'losers', fen: '7k/8/8/1p6/8/8/P7/7K w - - 0 1' };
const STALEMATED = { ruleset: '6170-spring-2007', fen: 'k7/p7/P7/8/3p4/3P4/4P3/1R2K3 b - - 0 1' };

// Games to play: their settings, the turns to type, the button that ends them, and the result.
const GAMES = [
    [MIND_CONTROL, ['e2e4,d7d5', 'e4d5,d8d5']],
    [CHIPS, ['Ipass', 'e7e5', 'd2d4', 'e5d4']],
    [ANTIKING, ['e2e4', 'a7a6', 'g1f3']],
    [PROMOTION, ['a7a8n', 'h2h1r']],
    [CLOCKS, ['e2e4', 'b8c6', 'f1b5']],
    [STALEMATED, ['e1d1']],
    [WON, ['a2a4', 'b5a4'], null, '1-0'],
    [{ ruleset: 'losers' }, ['e2e3', 'b7b5'], '#resign', '0-1'],
];

const SAMPLES = ['mindcontrol-playing.xml', '2003-chips.xml', 'antiking-setup.xml',
    'losers-promotion.xml', 'time-expired.xml', 'utf16le.xml', 'handout.1994',
    'black-to-move.1994'];

// Files, of which parts they are made, and why they are refused.
const HOSTILE = [
    ['empty.pgn', [''], /the file is empty/],
    ['huge.pgn', [['1. e4 e5 *\n\n', 5 * MIB]], /60 MiB; at most 10 can be opened/],
    ['words.pgn', [['x', 10 * MIB]], /not XML, a 1994 board, PGN or a list/],
    ['comment.pgn', ['{', ['y', 9 * MIB]], /not closed/],
    ['variations.pgn', ['[Variant "losers"]\n\n', ['(', 9 * MIB]], /not closed/],
    ['markup.pgn', [`[Variant "${MARKUP}"]\n\n1. e4 *`], /markup\.pgn:1: .*img/],
    [`${MARKUP}.pgn`, ['1. e5 *'],
        /^Not opened: <img src=x onerror=window.hacked=1>\.pgn:1: /],
    ['long.pgn', ['[Variant "losers"]\n\n', ['Nf3 Nf6 Ng1 Ng8 ', 1000], '*\n'],
        /4000 turns; at most 2000/],
    ['longer.pgn', ['[Variant "losers"]\n\n', ['Nf3 Nf6 Ng1 Ng8 ', 100000], '*\n'],
        /400000 turns; at most 2000/],
    ['bytes.bin', [{ bytes: Array.from({ length: 999 }, (_, i) => i * i % 256) }],
        /bytes\.bin/],
    ['zeros.xml', [['\0', 9 * MIB]], /zeros\.xml/],
    ['deep.xml', ['<game ruleset="losers">', ['<a>', 3 * MIB]], /deep\.xml:\d+: /],
    ['script.xml', ['<game ruleset="losers"><script>window.hacked=1</script></game>'],
        /script\.xml:1: .*script/],
    ['broken.xml', ['<game ruleset="losers"><time'], /broken\.xml:\d+: /],
    ['page.svg', ['<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"/>'],
        /page\.svg:1: /],
    ['proto.xml', ['<game ruleset="__proto__"><time timed="false"/><moveHistory/><pieces/></game>'],
        /__proto__/],
    ['proto.pgn', ['[Variant "constructor"]\n\n1. e4 *\n'], /constructor/],
    ...readdirSync(join(DATA, 'hostile')).map(sample =>
        [sample, [{ bytes: [...readFileSync(join(DATA, 'hostile', sample))] }], /./]),
];

// Addresses, and why they are refused.
const FRAGMENTS = [
    ['#ruleset=__proto__', /^No ruleset is named '__proto__'\.$/],
    ['#__proto__=x', /^Address: '__proto__' is not ruleset, fen, draws, turns or at\.$/],
    ['#constructor=x', /'constructor' is not ruleset/],
    [`#${encodeURIComponent(MARKUP)}`, /is not ruleset/],
    [`#ruleset=${encodeURIComponent(MARKUP)}`,
        /^No ruleset is named '<img src=x onerror=window.hacked=1>'/],
    ['#fen=%E0%A4%A', /fen is not percent-encoded/],
    ['#fen=%00', /./],
    [`#turns=${'e2e4,'.repeat(100000)}`, /100000 turns; at most 2000/],
    [`#fen=${'8/'.repeat(500000)}`, /./],
    ['#ruleset=losers&turns=javascript:window.hacked=1', /javascript/],
    ['#ruleset=losers&turns=e2e3&turns=e2e5', /e2e5/],
];

const convert = (format, path) => execFileSync(join(BIN, 'misere-convert'),
    ['--to', format, path, '-'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const textui = (...commands) => spawnSync(join(BIN, 'misere-textui'),
    { input: [...commands, 'QuitGame', ''].join('\n'), encoding: 'utf8' }).stdout;

// Files may leave out passes that are forced; those for a chip are turns.
const withoutForced = (turns, { ruleset }) =>
    (ruleset === CHIPS.ruleset ? turns : turns.filter(turn => turn !== 'pass'));

// The turns of a file, as the page shows them.
function turnsOf(path, game) {
    const movetext = convert('pgn', path).replace(/^\[.*\]$/gm, '').replace(/\{[^}]*\}/g, '');
    const isTurn = word => word && !/^(\d+\.+|1-0|0-1|1\/2-1\/2|\*)$/.test(word);
    const turns = movetext.split(/\s+/).filter(isTurn).map(turn => (turn === '--' ? 'pass' : turn));
    return withoutForced(turns, game);
}

const tagsOf = path => Object.fromEntries([...convert('pgn', path).matchAll(/^\[(\w+) "(.*)"\]$/gm)]
    .map(([, name, value]) => [name, value]));

// The letters of the board that the XML has.
function boardOf(xml) {
    const squares = Array(64).fill('.');
    for (const [, id, side, kind, rest] of
        xml.matchAll(/<square id="(..)" side="(\w+)" piece="(\w+)"(.*)\/>/g)) {
        const letter = rest.includes('antiking="true"') ? 'a' : kind === 'knight' ? 'n' : kind[0];
        squares[8 * (8 - Number(id[1])) + 'abcdefgh'.indexOf(id[0])] =
            side === 'white' ? letter.toUpperCase() : letter;
    }
    return squares.join('');
}

const folder = mkdtempSync(join(tmpdir(), 'misere-board-files-'));
const downloads = join(folder, 'saved');
mkdirSync(downloads);
after(() => rmSync(folder, { recursive: true, force: true }));

function write(name, text) {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
}

const OPTIONS = {
    reducedMotion: true,
    prefs: {
        'browser.download.dir': downloads,
        'browser.download.folderList': 2,
        'browser.download.alwaysOpenPanel': false,
        'browser.download.always_ask_before_handling_new_types': false,
        'browser.helperApps.neverAsk.saveToDisk': 'application/x-chess-pgn,application/xml',
    },
};

describeInBrowsers('files', context => {
    const { name } = context;
    const gameTest = gamePageTests(context);
    let page;

    before(async () => {
        if (name !== 'chromium')
            return;
        const session = await context.browser.impl.target().createCDPSession();
        await session.send('Browser.setDownloadBehavior',
                           { behavior: 'allow', downloadPath: downloads });
    });

    const pageTest = (title, run, fragment) => gameTest(title, opened => run(page = opened),
                                                        { fragment });

    // Saves the game by the menu; returns where the file is. Its name has a number if the browser has not
    // yet noted that the last one of that name is finished.
    async function save(format) {
        await page.press(`#save-${format}`);
        const said = await page.until(new RegExp(`^(The game is saved as \\S+\\.${format}\\.|The game cannot)`));
        const [, file] = /^The game is saved as (\S+)\./.exec(said);
        const isSaved = entry => entry.replace(/ ?\(\d+\)/, '') === file
            && statSync(join(downloads, entry)).size > 0;
        for (let i = 0; ; i++) {
            const [entry, ...others] = readdirSync(downloads);
            if (entry && !others.length && isSaved(entry)) {
                const path = join(folder, `${name}.${format}`);
                renameSync(join(downloads, entry), path);
                return path;
            }
            assert.ok(i < 1800, `there is no ${file}, but ${[entry, ...others]}`);
            await new Promise(wait => setTimeout(wait, 100));
        }
    }

    // Plays a game on the page, saves it, and compares what other programs read.
    async function checkSaved(settings, turns, end, result) {
        await page.newGame(settings);
        await page.play(...turns);
        const [board, labels] = [await page.board(), await page.turns()];
        if (end)
            await page.press(end);
        const [pgn, xml] = [await save('pgn'), await save('xml')];
        for (const path of [pgn, xml]) {
            const tags = tagsOf(path);
            assert.deepEqual(turnsOf(path, settings), withoutForced(labels, settings), path);
            assert.deepEqual([tags.Result, tags.Variant, tags.White, tags.Black],
                             [result, settings.ruleset, '?', '?']);
            if (path === pgn) // XML has no date
                assert.match(tags.Date, /^20\d\d\.\d\d\.\d\d$/);
            assert.equal(placementOf(convert('fen', path)), board);
        }
        assert.equal(boardOf(readFileSync(xml, 'utf8')), board);
        const [loaded, ...shown] =
            textui(`LoadGame ${xml}`, 'GetTime white', 'PrintBoard').split('\n');
        assert.equal(loaded, 'Game loaded');
        if (settings === WON)
            assert.equal(shown[0], 'White Player has won');
        else // The course's commands know of no resignations.
            assert.equal(boardOf(shown.join('\n')), board);
        if (settings === CLOCKS)
            assert.ok(shown[0] > 200000 && shown[0] <= 300000, shown[0]);
    }

    pageTest('saved games are read by misere-convert and misere-textui', async () => {
        for (const [settings, turns, end = null, result = '*'] of GAMES)
            await checkSaved(settings, turns, end, result);
    });

    // --- opening ---

    pageTest('XML of misere-textui is opened by choice', async () => {
        const path = join(folder, `textui-${name}.xml`);
        const said = textui('StartNewGame human 300000 human 300000', 'MakeMove e2-e4 1500',
                            'MakeMove b8-c6 1500', 'MakeMove f1-b5 1500', `SaveGame ${path}`,
                            'PrintBoard');
        await page.choose(path);
        await page.untilMode('analysis');
        assert.deepEqual(await page.turns(), ['e4', 'Nc6', 'Bb5']);
        await page.keys('End');
        assert.equal(await page.board(), boardOf(said));
    });

    pageTest('files are opened by drop as misere-convert reads them', async () => {
        for (const sample of SAMPLES) {
            const path = join(DATA, 'valid', sample);
            await page.newGame({ ruleset: 'losers' });
            await page.drop(sample, { bytes: [...readFileSync(path)] });
            await page.untilMode('analysis');
            await page.keys('End');
            const game = { ruleset: tagsOf(path).Variant };
            const shown = withoutForced(await page.turns(), game);
            assert.deepEqual(shown, turnsOf(path, game), sample);
            assert.equal(await page.board(), placementOf(convert('fen', path)), sample);
        }
    });

    pageTest('a file with several games lists them, with what could not be read', async () => {
        const games = ['1. e2e4 *', '1. e2e3 h7h6 1-0', '1. e2e5 *'].map((moves, i) =>
            `[White "Player ${i}"]\n[Variant "losers"]\n\n${moves}\n`).join('\n');
        await page.drop('games.pgn', games);
        await page.impl.waitForSelector('#games[open]');
        assert.equal(await page.text('#games h2'), '3 games in games.pgn');
        assert.match(await page.text('#games .error'),
                     /^Errors: 1\. games\.pgn:\d+: .*e2e5/);
        assert.deepEqual(await page.texts('#games li'),
                         ['1. Player 0 – ?, *, 1 turn', '2. Player 1 – ?, 1-0, 2 turns',
                          '3. Player 2 – ?, *, 0 turns']);
        await page.press('#games li:nth-child(2) button');
        await page.untilMode('analysis');
        assert.deepEqual(await page.turns(), ['e3', 'h6']);
        assert.deepEqual(await page.texts('.player .name'), ['Black', 'Player 1']);
        assert.equal(await page.text('#moves .result'), '1–0');
    });

    pageTest('positions of misere-convert are opened, a FEN a line', async () => {
        const pgn = ['1. e2e4', '1. e2e3 h7h6']
            .map(moves => `[Variant "losers"]\n\n${moves} *\n`).join('\n');
        const list = convert('fen', write('two.pgn', pgn));
        await page.choose(write('two.fen', list));
        await page.impl.waitForSelector('#games[open]');
        await page.press('#games li:nth-child(2) button');
        await page.untilMode('analysis');
        assert.equal(await page.board(), placementOf(list.split('\n')[1]));
    });

    pageTest('of a list with bad positions the good ones are opened, and the bad ones named', async () => {
        const [good, other] = ['8/8/8/8/8/k7/p7/K7 b - - 0 1', '7k/8/8/1p6/8/8/P7/7K w - - 0 1'];
        const [bad, alien] = ['8/8/8/9/8/k7/p7/K7 b - - 0 1', 'x7/8/8/8/8/k7/p7/K7 b - - 0 1'];
        for (const [list, place] of [[[good, bad], 'line 2: .*'], [[alien, bad, good], 'line 1: .*; line 2: .*']]) {
            await page.newGame({ ruleset: 'losers' });
            await page.drop('x.fen', list.join('\n'));
            await page.until(new RegExp(`^In x\\.fen: (ruleset .*; )?${place}\\.$`));
            assert.equal(await page.board(), placementOf(good));
        }
        await page.drop('x.fen', [alien, good, bad, other].join('\n'));
        await page.impl.waitForSelector('#games[open]');
        assert.equal((await page.texts('#games li')).length, 2);
        assert.match(await page.text('#games .error'), /^Errors: 2\. x\.fen:1: .*; x\.fen:3: /);
        await page.press('#games li:last-child button');
        await page.untilMode('analysis');
        assert.equal(await page.board(), placementOf(other));
    });

    pageTest('a game that breaks off says so when it is chosen among others', async () => {
        await page.drop('x.pgn', '[Variant "losers"]\n\n1. e3 *\n\n[Variant "losers"]\n\n1. e3 b5 2. Ke8 *\n');
        await page.impl.waitForSelector('#games[open]');
        await page.press('#games li:last-child button');
        await page.until(/^In x\.pgn: line 7: in the turn Ke8: /);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
    });

    pageTest('comments and variations are shown, and the reader’s remarks are said', async () => {
        const tags = `[Event "${MARKUP}"]\n[White "${MARKUP}"]\n[Variant "losers"]\n\n`;
        await page.drop('x.pgn', tags
            + `1. e4 {${MARKUP}} (1. e3) e5 $1 what *\n`);
        assert.equal(await page.until(/^In x\.pgn: /),
                     'In x.pgn: ignored: words that are no turns (1).');
        assert.deepEqual(await page.turns(), ['e4', 'e3', 'e5!']);
        assert.equal(await page.text('#moves .comment'), MARKUP);
        assert.ok((await page.texts('.player .name')).includes(MARKUP));
        await nothingRan();
    });

    pageTest('of a game that breaks off, the part before is opened', async () => {
        for (const [turns, reason] of [['1. e3 b5 2. Ke8 *', /^In cut\.pgn: line 3: in the turn Ke8: /],
                                       ['1. d4 e5 {no end', /^In cut\.pgn: line 3: the comment is not closed\.$/]]) {
            await page.drop('cut.pgn', `[Variant "losers"]\n\n${turns}`);
            await page.until(reason);
            assert.deepEqual(await page.turns(), turns.match(/[a-h]\d/g).slice(0, 2));
        }
    });

    // --- hostile input ---

    async function nothingRan() {
        assert.equal(await page.impl.evaluate(() => window.hacked), undefined);
        assert.equal(await page.impl.$$eval('img, iframe, object, svg script',
            ({ length }) => length), 0);
    }

    pageTest('hostile files are refused with a reason, and the game stays', async () => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3');
        for (const [file, parts, reason] of HOSTILE) {
            await page.drop(file, ...parts);
            const said = await page.until(/^Not opened: /);
            assert.match(said, reason, file);
            assert.ok(said.includes(file), said);
            await page.press('#flip');
            assert.match(await page.state(), /^Black’s turn/, `${file}: the page goes on`);
        }
        assert.deepEqual(await page.turns(), ['e3']);
        assert.equal(await page.isHidden('#return'), true);
        await nothingRan();
    });

    pageTest('several files at once are refused', async () => {
        await page.impl.evaluate(() => {
            const dataTransfer = new DataTransfer();
            for (const file of ['a.pgn', 'b.pgn'])
                dataTransfer.items.add(new File(['1. e4 *'], file));
            document.body.dispatchEvent(
                new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        });
        assert.equal(await page.until(/^Not opened/), 'Not opened: drop one file at a time.');
    });

    pageTest('ten thousand games are listed, and more are not', async () => {
        await page.drop('many.pgn', [`[White "${MARKUP}"]\n\n1. e4 *\n\n`, 10001]);
        await page.impl.waitForSelector('#games[open]');
        assert.equal(await page.text('#games h2'), '10000 games in many.pgn');
        assert.match(await page.text('#games .error'), /only the first 10000 games/);
        await page.press('#games li:last-child button');
        await page.untilMode('analysis');
        await nothingRan();
    });

    pageTest('hostile addresses are refused with a reason, and the game stays', async () => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3');
        for (const [fragment, reason] of FRAGMENTS) {
            await page.press('#flip');
            const before = await page.state();
            await page.impl.evaluate(hash => { location.hash = hash; }, fragment);
            await page.impl.waitForFunction(text =>
                document.getElementById('state').textContent !== text, {}, before);
            assert.match(await page.state(), reason, fragment.slice(0, 60));
        }
        assert.deepEqual(await page.turns(), ['e3']);
        await nothingRan();
    });

    pageTest('a hostile address is refused at the start', async () => {
        assert.match(await page.state(), /^Address: '__proto__' is not ruleset/);
        assert.equal(await page.board(), START);
    }, '#__proto__=x');

    // --- the game that was there ---

    pageTest('one’s own game comes back after others have been opened', async () => {
        await page.newGame({ ruleset: 'losers' });
        await page.play('e2e3', 'b7b5');
        const board = await page.board();
        await page.impl.evaluate(() => { location.hash = '#ruleset=losers&turns=h2h4'; });
        await page.untilMode('analysis');
        assert.deepEqual(await page.turns(), ['h4']);
        await page.drop('x.pgn', '[Variant "losers"]\n\n1. a3 *\n');
        await page.impl.waitForFunction(() =>
            document.querySelector('#moves .turn').textContent === 'a3');
        await page.impl.reload();
        await page.untilMode('analysis');
        await page.press('#return');
        assert.equal(await page.board(), board);
        assert.deepEqual(await page.turns(), ['e3', 'b5']);
        assert.match(await page.state(), /^White’s turn/);
        assert.equal(await page.isHidden('#return'), true);
    });

    test('the network is asked for nothing', () => assert.deepEqual(context.browser.leaks, []));
}, OPTIONS);
