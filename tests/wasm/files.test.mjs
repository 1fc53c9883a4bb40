// Game files: the module must read and write the same as misere-convert.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BIN, load, randomNumbers } from './helpers.mjs';

const { Files, loadFiles, StoredGame } = await load('files.mjs');
const { createModule } = await load('misere-files.mjs');
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

// A random game with names, tags, clocks and annotations.
function randomGame(name, random) {
    const { chips } = files.rulesets.find(ruleset => ruleset.name === name);
    const game = files.newGame(name, chips ? { chips: { white: 3, black: random(3) } } : {});
    const timed = random(2) === 0;
    for (let i = 0; i < TURNS_MAX && game.status().state === 'playing'; i++) {
        const turns = game.turns();
        game.play(turns[random(turns.length)], timed ? { clock: 300000 - i * 1000 } : {});
        if (random(3) === 0)
            game.setAnnotation(i, { score: random(2) ? { cp: random(999) - 500 } : { mate: 3 },
                depth: random(20), nodes: random(1e6), time: random(5000), comment: random(2) ? 'h{ü' : '' });
    }
    game.names = { white: 'Zoë <&">', black: '' };
    game.tags = { event: 'A "match"', date: '2007.05.01', round: '3' };
    if (timed)
        game.clocks = { white: { initial: 300000, current: 240000 }, black: { initial: 300000, current: 1 } };
    return game;
}

// The part of an annotation that a format stores.
function kept({ clock, score, depth, time, comment }, format) {
    const all = format === 'xml' ? { clock }
        : { clock, score, depth: score && depth, time, comment };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

describe('random games', () => {
    assert.equal(files.rulesets.length, 12);
    for (const { name } of files.rulesets)
        test(`of ${name} are written and read as by misere-convert`, () => {
            const random = randomNumbers(1994);
            for (let i = 0; i < 3; i++) {
                const game = randomGame(name, random);
                if (i === 0 && game.status().state === 'playing')
                    game.resign('black');
                for (const format of ['xml', 'pgn']) {
                    const path = join(folder, `game.${format}`);
                    writeFileSync(path, game.write(format));
                    const [read] = files.read(path, readFileSync(path));
                    assert.ok(read instanceof StoredGame);
                    assert.equal(read.ruleset, name);
                    assert.equal(read.startFen, game.startFen);
                    assert.deepEqual(read.history(), game.history());
                    assert.deepEqual(read.names, game.names);
                    assert.equal(read.result(), game.result());
                    assert.equal(read.reason(), game.reason());
                    assert.equal(read.write(format), game.write(format));
                    for (let turn = 0; turn < game.history().length; turn++)
                        assert.deepEqual(read.annotation(turn), kept(game.annotation(turn), format));
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

    test('of a word that nobody understands are passed over', () => {
        const games = files.read('x', bytesOf(fill('1. e4 ', 'x', ' e5 *')));
        assert.equal(games.length, 1);
        assert.equal(games[0].history().length, 2);
    });

    test('of games are cut, and bad games left out, if the caller wants that', () => {
        const reasons = [];
        const games = files.read('x', bytesOf(fill('1. e4 *\n\n1. e5 *\n\n', '1. e4 *\n\n', '')),
            { onError: reason => reasons.push(reason) });
        assert.equal(games.length, 9999);
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
        const game = files.newGame('losers').play('e2e3').play('b7b5');
        assert.deepEqual([game.result(), game.reason()], ['*', '']);
        game.resign('white');
        assert.deepEqual([game.result(), game.reason()], ['0-1', 'resignation']);
        assert.deepEqual(game.status(), { state: 'playing', player: 'white' });
        assert.throws(() => game.expire('white'), /the game is over/);
        game.takeBack().forfeit('black', 'left the room');
        assert.deepEqual([game.result(), game.reason()], ['1-0', 'left the room']);
        game.takeBack().expire('black');
        assert.deepEqual([game.result(), game.reason()], ['1-0', 'timeExpired']);
        assert.deepEqual(game.status(), { state: 'won', winner: 'white', reason: 'timeExpired' });
        assert.deepEqual(game.takeBack().history(), ['e2e3', 'b7b5']);
        assert.deepEqual(game.takeBack().history(), ['e2e3']);
        assert.throws(() => game.resign('green'), /'green' is not a colour/);
    });

    test('keeps names, tags, clocks and annotations', () => {
        const game = files.newGame().play('e2e4', { clock: 59000 }).play('e7e5');
        assert.equal(game.clocks, null);
        game.clocks = { white: { initial: 60000, current: 59000 }, black: {} };
        game.names = { black: '\u{1F600}'.repeat(20) };
        game.tags = { event: 'x' };
        assert.deepEqual(game.clocks,
            { white: { initial: 60000, current: 59000 }, black: { initial: null, current: null } });
        assert.deepEqual(game.names, { white: '', black: '\u{1F600}'.repeat(20) });
        assert.deepEqual(game.tags,
            { event: 'x', site: '', date: '', round: '', termination: '', timeControl: '' });
        const known = { score: { mate: -2 }, depth: 9, nodes: 2 ** 40, time: 1.5, comment: 'so so' };
        game.setAnnotation(0, known).setAnnotation(1, known).setAnnotation(1, { depth: 3 });
        assert.deepEqual(game.annotation(0), { ...known, clock: 59000 });
        assert.deepEqual(game.annotation(1), { depth: 3 });
        assert.throws(() => game.annotation(2), /there is no turn 2/);
        assert.throws(() => game.setAnnotation(0.5, {}), /there is no turn 0.5/);
        game.clocks = null;
        assert.equal(game.clocks, null);
        assert.match(game.write('pgn'), /1\. e4 \{ \[%eval #-2,9\] \[%clk 0:00:59\] \[%emt 0:00:00\.002\] \} \{ so so \} 1\.\.\. e5 \*/);
    });

    test('knows if its file has something that it does not tell', () => {
        const [first, second] = readText('1. e4 (1. e3) e5 *\n\n1. e4 {best} e5 *\n');
        assert.deepEqual(second.annotation(0), { comment: 'best' });
        assert.equal(first.hasDroppedAnnotations, true);
        assert.equal(second.hasDroppedAnnotations, false);
    });

    test('that began in the middle of a turn has no first FEN', () => {
        const [game] = files.read('x', readFileSync(join(DATA, 'valid/mindcontrol-setup-over.xml')));
        assert.equal(game.startFen, null);
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
        assert.throws(() => game.names, /freed/);
    });
});

test('a reader that cannot be initialised for lack of memory is initialised by the next read', async () => {
    const module = await createModule(), init = module._wasm_files_init;
    const own = new Files(module), bytes = bytesOf(files.newGame('losers').write('xml'));
    module._wasm_files_init = () => 0;
    for (let i = 0; i < 2; i++)
        assert.throws(() => own.read('x', bytes), /^Error: x: out of memory$/);
    let count = 0;
    module._wasm_files_init = () => (count++, init());
    for (let i = 0; i < 2; i++)
        assert.equal(own.read('x', bytes)[0].ruleset, 'losers');
    assert.equal(count, 1);
});
