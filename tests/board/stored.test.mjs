// Games from files and into them: everything is kept, and an unfinished one goes on.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { GameTree } from '../../tools/board/src/game/game-tree.mjs';
import { View } from '../../tools/board/src/view/view.mjs';
import { loadFiles } from './helpers.mjs';

const PEOPLE = { white: { kind: 'person' }, black: { kind: 'person' } };
const EXCHANGE = 'tests/data/exchange';
const CONVERT = join(process.env.MISERE_BIN ?? 'bin', 'misere-convert');

const PGN = `[Event "A match"]
[Site "Here"]
[Date "2026.11.26"]
[Round "3"]
[White "Anna"]
[Black "?"]
[Result "0-1"]
[Variant "losers"]
[WhiteElo "1500"]
[Annotator "Zoë"]
[TimeControl "300+5"]
[Termination "abandoned"]

{ first } { second } 1. e3 $1 $140 { [%eval 0.35,12] [%clk 0:04:50]
 [%emt 0:00:10] } { so } { [%cal Ge2e3] } ( 1. e4 { or } 1... b5 ( 1... d5 2.
exd5 ) 2. Bxb5 ) ( 1. d4 $6 ( 1. c4 $2 ) ) 1... b5 $4 { [%clk 0:04:58] } { Black
left } 0-1

`;

let files, view;
before(async () => (files = await loadFiles()));
beforeEach(() => (view = new View(files)));
afterEach(() => view.match.clock?.pause());

const bytesOf = text => new TextEncoder().encode(text);
const read = (text, name = 'x.pgn') => files.read(name, bytesOf(text))[0];
const open = text => view.openTree(GameTree.fromStored(files, read(text)));
const plain = value => JSON.parse(JSON.stringify(value));
const written = (format = 'pgn') => view.shownGame().write(files, format).text;

describe('a file', () => {
    test('keeps its tags, comments, marks, scores, clocks and variations', () => {
        open(PGN);
        assert.equal(written(), PGN);
        assert.equal(GameTree.fromData(files, plain(view.tree.toData())).write(files, 'pgn').text, PGN);
    });

    test('has what was changed, and all the rest', () => {
        open(PGN);
        const [first, , third] = view.tree.root.children;
        view.study.annotate(first, { comment: 'new', evaluation: { cp: -20 }, depth: 14 });
        view.goTo(third);
        view.playTurn('a7a5');
        const pgn = written().replace(/\s+/g, ' ');
        for (const part of ['{ [%eval -0.20,14] [%clk 0:04:50] [%emt 0:00:10] } { new } { [%cal Ge2e3] }',
                            'e3 $1 $140 {', '( 1. d4 $6 ( 1. c4 $2 ) 1... a5 )', '{ Black left } 0-1',
                            '[Site "Here"]', '[WhiteElo "1500"]', '[TimeControl "300+5"]'])
            assert.ok(pgn.includes(part), `${part} in ${pgn}`);
    });

    test('keeps what other programs added to its XML', () => {
        const path = 'tests/data/gamefiles/valid/foreign.xml';
        const [stored] = files.read(path, readFileSync(path));
        view.openTree(GameTree.fromStored(files, stored));
        assert.equal(written('xml'), stored.write('xml'));
    });

    test('is told with its result, its clocks and its players', () => {
        open(PGN);
        assert.deepEqual(view.outcome, null);
        view.goTo(view.tree.end);
        assert.deepEqual(view.outcome, { winner: 'black', reason: 'abandoned' });
        assert.deepEqual(view.clocks(), { white: 290000, black: 298000 });
        assert.deepEqual(Object.values(view.players).map(({ name }) => name), ['Anna', '']);
        view.playTurn('f1b5');
        assert.equal(view.outcome, null);
        view.goTo(GameTree.fromData(files, plain(view.tree.toData())).ended);
        assert.equal(view.node.turn, 'b7b5');
    });

    test('is written again as misere-convert writes it', () => {
        const paths = readdirSync(EXCHANGE).filter(name => !name.endsWith('.expected'))
            .map(name => join(EXCHANGE, name));
        const games = paths.flatMap(path => files.read(path, readFileSync(path), { onError: () => {} }));
        const { stdout } = spawnSync(CONVERT, ['--to', 'pgn', ...paths, '-'], { encoding: 'utf8' });
        const texts = games.map(stored => GameTree.fromStored(files, stored).write(files, 'pgn').text);
        assert.equal(texts.join(''), stdout);
        assert.ok(games.length > 180, `${games.length} games`);
    });
});

describe('playing on in an unfinished game', () => {
    test('goes on with its clocks and its players', () => {
        const players = { white: { kind: 'person', name: 'Anna' }, black: { kind: 'person', name: 'Zoë' } };
        const clock = { white: 60000, black: 60000, increment: 2000 };
        view.startMatch({ ruleset: 'losers', players, clock });
        for (const turn of ['e2e3', 'b7b5'])
            view.playTurn(turn);
        view.match.clock.set({ white: 31000, black: 0.2 });
        for (const format of ['xml', 'pgn']) {
            const other = new View(files);
            const tree = GameTree.fromStored(files, read(written(format), `x.${format}`));
            other.openTree(tree, { node: tree.end });
            assert.equal(other.outcome, null, format);
            other.playOn();
            assert.deepEqual(other.players, players);
            assert.deepEqual(other.match.settings.clock, clock);
            assert.equal(other.match.clock.running, 'white');
            other.match.clock.pause();
            if (format === 'xml') // PGN has the clocks after each turn only
                assert.deepEqual(Math.ceil(other.match.clock.left('black')), 1);
            assert.ok(other.match.clock.left('white') <= 62000);
            const { about } = other.shownGame();
            assert.deepEqual([about.timed, about.increment, about.result], [true, 2000, undefined]);
            other.playTurn('f1b5');
            assert.deepEqual(other.game.history(), ['e2e3', 'b7b5', 'f1b5']);
            other.match.clock.pause();
        }
    });

    test('against the engine goes on at its level', () => {
        const players = { white: { kind: 'engine', level: 6 }, black: { kind: 'person' } };
        view.startMatch({ ruleset: 'losers', players });
        view.match.play('e2e3');
        open(written());
        view.goTo(view.tree.end);
        view.playOn();
        assert.deepEqual([view.players.white, view.players.black.kind],
                         [{ kind: 'engine', level: 6 }, 'person']);
    });

    test('elsewhere has no result any more, and the other tags', () => {
        open(PGN);
        view.goTo(view.tree.end.parent);
        view.playOn();
        view.playTurn('g7g5');
        const { about, outcome } = view.shownGame();
        assert.equal(outcome, null);
        assert.deepEqual(view.tree.mainLine().map(({ turn }) => turn), [null, 'e2e3', 'g7g5']);
        const names = about.tags.map(([name]) => name);
        for (const [name, isThere] of [['White', true], ['Annotator', true], ['Termination', false],
                                       ['WhiteElo', false]])
            assert.equal(names.includes(name), isThere, name);
        assert.ok(about.tags.some(([name, value]) => name === 'White' && value === 'Misère, level 4'));
        assert.match(written(), /\[Result "\*"\]/);
    });
});

test('a game that the match has is told as it ended', () => {
    view.startMatch({ ruleset: 'losers', players: PEOPLE });
    view.playTurn('e2e3');
    view.match.resign();
    open(written());
    view.goTo(view.tree.end);
    assert.deepEqual(view.outcome, { winner: 'white', reason: 'resignation' });
});
