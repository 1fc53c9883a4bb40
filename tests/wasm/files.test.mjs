// Game files: the module must read and write the same as misere-convert.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BIN, load, randomNumbers } from './helpers.mjs';

const { loadFiles, StoredGame } = await load('files.mjs');
const files = await loadFiles();

const TURNS_MAX = 120;
const DATA = 'tests/data/gamefiles';
const bytesOf = text => new TextEncoder().encode(text);
const readText = text => files.read('a file', bytesOf(text));

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'misere-files-'))));
after(() => rmSync(folder, { recursive: true, force: true }));

// The output of misere-convert for a file: { text }, or { error }.
function convert(path, format) {
    const { stdout, stderr } = spawnSync(join(BIN, 'misere-convert'), ['--to', format, path, '-'],
        { maxBuffer: 1 << 26 });
    const error = /^misere-convert: (?!games: )(.*)$/m.exec(stderr)?.[1];
    return stdout.length ? { text: stdout.toString() } : { error };
}

// The output of the module for a file: { text }, or { error }.
function rewrite(path, format) {
    try {
        return { text: files.read(path, readFileSync(path)).map(game => game.write(format)).join('') };
    } catch (error) {
        assert.equal(error.constructor, Error, error.stack);
        return { error: error.message };
    }
}

function compare(path, format) {
    const ours = rewrite(path, format), theirs = convert(path, format);
    if (ours.error?.startsWith(path) === false) // Writing failed, where we know no file.
        theirs.error = theirs.error.replace(/^.*?:\d+: /, '');
    assert.deepEqual(ours, theirs, `${path} as ${format}`);
}

// A random game with tags, clocks, what is said about turns, and variations.
function randomGame(name, random) {
    const { chips } = files.ruleset(name);
    const game = files.newGame(name, chips ? { chips: { white: 3, black: random(3) } } : {});
    const timed = random(2) === 0;
    const variations = [];
    for (let i = 0; i < TURNS_MAX && game.status().state === 'playing'; i++) {
        const turns = game.turns();
        if (random(5) === 0)
            variations.push({ turn: turns[random(turns.length)], instead: i, after: ['or'] });
        game.play(turns[random(turns.length)], timed ? { clock: 300000 - i * 1000 } : {});
    }
    const data = game.data();
    game.free();
    for (const turn of data.turns.filter(() => random(3) === 0))
        Object.assign(turn, { score: random(2) ? { cp: random(999) - 500 } : { mate: 3 },
                              depth: 1 + random(20), nodes: 1 + random(1e6), time: 1 + random(5000),
                              glyphs: [1 + random(140)] }, random(2) ? { after: ['h{ü', 'x'] } : {});
    return {
        ...data,
        turns: [...data.turns, ...variations],
        tags: [['White', 'Zoë <&">'], ['Event', 'A "match"'], ['Date', '2007.05.01'], ['Round', '3']],
        ...(timed && { timed, clocks: { white: { initial: 300000, current: 240000 },
                                        black: { initial: 300000, current: 1 } } }),
    };
}

// The part of a turn that a format stores.
function kept({ turn, instead, clock, score, depth, time, glyphs, after }, format) {
    const all = format === 'xml' ? { turn, clock }
        : { turn, instead, clock, glyphs, score, depth, time, after };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const tag = (data, name) => data.tags.find(([known]) => known === name)?.[1];
const hasVariation = ({ instead }) => instead !== undefined;

describe('random games', () => {
    assert.equal(files.rulesets.length, 12);
    for (const { name } of files.rulesets)
        test(`of ${name} are written and read as by misere-convert`, () => {
            const random = randomNumbers(1994);
            for (let i = 0; i < 3; i++) {
                const data = randomGame(name, random);
                if (i === 0 && data.outcome.result === '*')
                    data.forfeit = { loser: 'black', reason: 'resignation' };
                const game = files.fromData(data);
                const { outcome, turns, startFen } = { ...game.data(), startFen: game.startFen };
                assert.equal(outcome.result, i === 0 && data.forfeit ? '1-0' : data.outcome.result);
                assert.deepEqual(turns, data.turns);
                for (const format of ['xml', 'pgn']) {
                    const path = join(folder, `game.${format}`);
                    writeFileSync(path, game.write(format));
                    const [read] = files.read(path, readFileSync(path));
                    assert.ok(read instanceof StoredGame);
                    const again = read.data();
                    assert.equal(read.ruleset, name);
                    assert.equal(read.startFen, startFen);
                    assert.deepEqual(read.history(), game.history());
                    assert.equal(tag(again, 'White'), tag(data, 'White'));
                    assert.deepEqual(again.outcome, outcome);
                    assert.equal(read.write(format), game.write(format));
                    assert.deepEqual(again.turns, turns.filter(turn => format === 'pgn' || !hasVariation(turn))
                        .map(turn => kept(turn, format)));
                    assert.equal(files.fromData(again).write(format), game.write(format));
                    compare(path, 'xml');
                    compare(path, 'pgn');
                    if (name === '6170-spring-1994')
                        compare(path, '1994');
                }
                game.free();
            }
        });
});

describe('samples', () => {
    const list = kind => readdirSync(join(DATA, kind)).map(name => join(DATA, kind, name));

    test('valid files are written as by misere-convert, with the extensions of other programs', () => {
        for (const path of list('valid')) {
            compare(path, 'xml');
            compare(path, 'pgn');
        }
        const foreign = rewrite(join(DATA, 'valid/foreign.xml'), 'xml').text;
        assert.match(foreign, /<extension/);
    });

    test('PGN of other programs is read as by misere-convert', () => {
        for (const name of ['messy.pgn', 'latin1.pgn'])
            compare(join('tests/data/pgn', name), 'pgn');
    });

    test('invalid and hostile files are refused with the reasons that misere-convert gives', () => {
        for (const path of [...list('invalid'), ...list('hostile')]) {
            const ours = rewrite(path, 'xml');
            assert.ok(ours.error?.startsWith(`${path}:`), `${path}: ${JSON.stringify(ours)}`);
            const theirs = convert(path, 'xml');
            if (theirs.error)
                assert.deepEqual(ours, theirs);
            else // To misere-convert this is a list without positions.
                assert.match(ours.error, /the file is empty|there is no game in the file/);
        }
    });
});

describe('floods of 10 MiB', () => {
    const SIZE = 10 << 20;
    const fill = (head, part, tail) =>
        head + part.repeat((SIZE - head.length - tail.length) / part.length) + tail;
    const numbered = Array.from({ length: 600000 }, (_, i) => `<n${i}/>`).join('');
    const OPEN = `<game ruleset='losers'><time/><moveHistory/><pieces/><extension>`;
    const CLOSE = '</extension></game>';
    for (const [name, text, reason] of [
        ['elements in elements', fill(OPEN, '<a>', CLOSE), /nested too deep/],
        ['attributes', fill(`${OPEN}<a `, "b='' ", `/>${CLOSE}`), /too many attributes/],
        ['names', OPEN + numbered + CLOSE, /too many different names/],
        ['entities', fill('<!DOCTYPE game [', "<!ENTITY a 'b'>", ']><game/>'), /DOCTYPE/],
        ['references', fill(OPEN, '&a;', CLOSE), /not defined/],
        ['NULs', '\0'.repeat(SIZE), /^x:1: /],
        ['variations', fill('1. e4 ', '(', ''), /not closed/],
        ['comments', fill('1. e4 ', '{', ''), /not closed/],
        ['bad games', fill('', '1. e5 *\n', ''), /^x:1: /],
    ])
        test(`of ${name} are refused at once`, () => {
            const bytes = bytesOf(text);
            assert.throws(() => files.read('x', bytes), error => error.constructor === Error
                && error.message.startsWith('x:') && reason.test(error.message));
        });

    test('of a word that nobody understands are ignored', () => {
        const games = files.read('x', bytesOf(fill('1. e4 ', 'x', ' e5 *')));
        assert.equal(games.length, 1);
        assert.equal(games[0].history().length, 2);
    });

    test('of games are cut, and bad games left out, if the caller wants that', () => {
        const reasons = [];
        const games = files.read('x', bytesOf(fill('1. e4 *\n\n1. e5 *\n\n', '1. e4 *\n\n', '')),
            { onError: reason => reasons.push(reason) });
        assert.equal(games.length, 10000);
        assert.equal(games[1].history().length, 0);
        assert.equal(reasons.length, 2);
        assert.match(reasons[0], /^x:3: 'e5' is not/);
        assert.equal(reasons[1], 'x: only the first 10000 games are read');
        assert.throws(() => files.read('x', bytesOf('1. e4 *\n\n'.repeat(10001))), /first 10000/);
        assert.equal(files.read('x', bytesOf('1. e4 *\n\n'.repeat(10000))).length, 10000);
    });

    test('of more bytes are refused', () => {
        assert.throws(() => files.read('x', new Uint8Array(SIZE + 1)), /^Error: x: the file is too large$/);
        assert.throws(() => files.read('x', new Uint8Array(0)), /^Error: x: the file is empty$/);
    });
});

test('of a game that breaks off the part before is read, as by misere-convert', () => {
    const path = join(folder, 'cut.pgn'), reasons = [];
    for (const end of ['2. Ke8 *\n\n1. e3 *\n', '{not closed', '(2. d4']) {
        writeFileSync(path, `[Variant "losers"]\n\n1. e3 {so} b5 ${end}`);
        const cut = [];
        const games = files.read(path, readFileSync(path),
            { onError: (reason, game) => reasons.push(reason) && cut.push(game) });
        assert.deepEqual(games[0].history(), ['e2e3', 'b7b5']);
        assert.deepEqual(cut, [games[0]]);
        assert.equal(games.map(game => game.write('pgn')).join(''), convert(path, 'pgn').text);
        assert.throws(() => files.read(path, readFileSync(path)), new Error(reasons.at(-1)));
    }
    assert.equal(reasons.length, 3);
    assert.match(reasons[0], /cut\.pgn:3: 'Ke8' is not legal/);
});

test('damaged files are read or refused, and nothing breaks', () => {
    const random = randomNumbers(6170);
    const samples = readdirSync(join(DATA, 'valid')).map(name => readFileSync(join(DATA, 'valid', name)));
    samples.push(readFileSync('tests/data/pgn/messy.pgn'));
    let refused = 0;
    for (let i = 0; i < 2000; i++) {
        const bytes = Uint8Array.from(samples[i % samples.length]);
        for (let n = random(4); n >= 0; n--)
            bytes[random(bytes.length)] = random(256);
        try {
            for (const game of files.read('x', bytes.subarray(0, random(4) ? bytes.length : random(bytes.length) + 1))) {
                game.write('xml');
                game.free();
            }
        } catch (error) {
            refused++;
            assert.equal(error.constructor, Error, error.stack);
            assert.match(error.message, /^x:/);
        }
    }
    assert.ok(refused > 500 && refused < 2000, `${refused}`);
});

describe('a stored game', () => {
    test('ends by resignation, by forfeit or on time, which is taken back first', () => {
        const data = files.newGame('losers').play('e2e3').play('b7b5').data();
        const ended = end => files.fromData({ ...data, ...end });
        const { outcome } = ended({}).data();
        assert.deepEqual(outcome, { result: '*', reason: '' });
        const resigned = ended({ forfeit: { loser: 'white', reason: 'resignation' } });
        assert.deepEqual(resigned.data().outcome, { result: '0-1', reason: 'resignation' });
        assert.deepEqual(resigned.status(), { state: 'playing', player: 'white' });
        const expired = ended({ expired: 'black' });
        assert.deepEqual(expired.data().outcome, { result: '1-0', reason: 'timeExpired' });
        assert.deepEqual(expired.status(), { state: 'won', winner: 'white', reason: 'timeExpired' });
        for (const game of [resigned, expired]) {
            assert.deepEqual(game.takeBack().history(), ['e2e3', 'b7b5']);
            assert.deepEqual(game.data().outcome, { result: '*', reason: '' });
            assert.deepEqual(game.takeBack().history(), ['e2e3']);
        }
        const stated = ended({ result: '1-0', expired: 'white' }).data().outcome;
        assert.deepEqual(stated, { result: '1-0', reason: 'timeExpired', byRules: '0-1' });
    });

    test('is all in its data', () => {
        const { outcome, losses, remarks, ...data } = files.newGame('losers').play('e2e3', { clock: 59000 })
            .play('b7b5').data();
        const known = { score: { mate: -2 }, depth: 9, nodes: 2 ** 40, time: 1.5, glyphs: [3, 140],
                        before: ['so'], after: ['\u{1F600}\n"\\', '[%cal Ge2e4]'] };
        const all = {
            ...data,
            rulesetSource: 'likeliest',
            otherRulesets: ['antichess'],
            tournamentDraws: true,
            tags: [['Black', '\u{1F600}'.repeat(200)], ['Mine', ''], ['Mine', 'x']],
            hasAllTags: true,
            timed: true,
            clocks: { white: { initial: 60000, current: 59000 }, black: { initial: null, current: null } },
            increment: 2000,
            turns: [{ ...data.turns[0], ...known }, data.turns[1], { turn: 'b7b6', instead: 1, ...known },
                    { turn: 'e3e4', clock: 1 }],
            openingTurns: 1,
            result: '1-0',
            statedReason: 'checkmate',
            expired: 'white',
            forfeit: { loser: 'white', reason: 'left', told: true },
            verdict: { loser: 'white', kind: 'crash', detail: 'SIGSEGV' },
            skipped: { words: { count: 2, line: 7 } },
            line: 3,
        };
        const read = files.fromData(all).data();
        const { outcome: ended, losses: lost, remarks: said, ...same } = read;
        assert.deepEqual(same, all);
        assert.deepEqual(ended, { result: '0-1', reason: 'crash', byRules: '0-1' });
        assert.deepEqual(lost.pgn, ['clocks']);
        assert.ok(said.some(remark => /^ignored: words that are no turns \(2\)$/.test(remark)));
        assert.deepEqual([outcome, losses.pgn, remarks], [{ result: '*', reason: '' }, [], []]);
    });

    test('is refused with a reason if its data are wrong', () => {
        for (const [data, reason] of [
            [{}, /no ruleset is named ''/],
            [{ ruleset: 'losers', turns: [{ turn: 'e2e5' }] }, /'e2e5' is not legal/],
            [{ ruleset: 'losers', tags: 3 }, /tags: not what it should be/],
            [{ ruleset: 'losers', tags: [['a', '\0']] }, /a NUL/],
        ])
            assert.throws(() => files.fromData(data), reason);
    });

    test('has the variations, comments and marks of its file', () => {
        const [first, second] = readText('1. e4 (1. e3 {so} d5) e5 $1 *\n\n1. e4 {best} e5 *\n');
        assert.deepEqual(first.data().turns,
            [{ turn: 'e2e4' }, { turn: 'e7e5', glyphs: [1] },
             { turn: 'e2e3', instead: 0, after: ['so'] }, { turn: 'd7d5' }]);
        assert.deepEqual(second.data().turns, [{ turn: 'e2e4', after: ['best'] }, { turn: 'e7e5' }]);
        assert.match(files.fromData(first.data()).write('pgn'), /1\. e4 \( 1\. e3 \{ so \} 1\.\.\. d5 \) 1\.\.\. e5 \$1 \*/);
    });

    test('keeps what other programs added to its file', () => {
        const path = join(DATA, 'valid/foreign.xml');
        const [game] = files.read(path, readFileSync(path));
        assert.equal(files.fromData(JSON.parse(JSON.stringify(game.data()))).write('xml'), game.write('xml'));
    });

    test('that began in the middle of a turn has no first FEN', () => {
        const [game] = files.read('x', readFileSync(join(DATA, 'valid/mindcontrol-setup-over.xml')));
        assert.equal(game.startFen, null);
        assert.equal(files.fromData(game.data()).write('xml'), game.write('xml'));
        assert.throws(() => game.fen(), /middle of a turn/);
        assert.equal(game.status().state, 'won');
    });

    test('is read from a FEN, and by the ruleset that the caller names', () => {
        const fen = '4k3/P6p/8/8/8/8/8/R3K3 w - - 0 1';
        assert.ok(!readText(fen)[0].turns().includes('a7a8n'));
        const [game] = files.read('x', bytesOf(fen), { ruleset: 'losers' });
        assert.ok(game.turns().includes('a7a8n'));
        assert.equal(game.fen(), fen);
        assert.throws(() => files.read('x', bytesOf(fen), { ruleset: 'chess' }), /no ruleset is named 'chess'/);
    });

    test('is refused where a format cannot hold it', () => {
        assert.throws(() => files.newGame().write('1994'), /only hold a game of 6170-spring-1994/);
        assert.throws(() => files.newGame().write('html'), /'html' is not a format/);
        const game = files.newGame();
        game.free();
        assert.throws(() => game.write('xml'), /freed/);
        assert.throws(() => game.data(), /freed/);
    });
});
