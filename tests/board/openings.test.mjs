// The openings that the page knows, against the books and the tables of solved positions.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readBooks, readSolved } from '../../tools/board/openings.mjs';
import { Openings } from '../../tools/board/src/openings/openings.mjs';
import { loadFiles } from './helpers.mjs';

const BIN = process.env.MISERE_BIN ?? 'bin';
const BYTES = 12e3; // gzipped
const BOOKS = 'book', SOLVED = 'docs/solved';

const showBook = (name, ...options) =>
    execFileSync(`${BIN}/misere-book`, ['--show', `${BOOKS}/${name}`, ...options], { encoding: 'utf8' });

describe('openings', () => {
    let files, texts, openings;
    before(async () => {
        files = await loadFiles();
        const books = readdirSync(BOOKS).map(name => readBooks(showBook(name, '--replies')));
        texts = { books: Object.assign({}, ...books), solved: readSolved(SOLVED) };
        openings = new Openings(files, texts);
    });

    const after = (ruleset, ...turns) => {
        const game = files.newGame(ruleset);
        turns.forEach(turn => game.play(turn));
        return game;
    };

    test('are few bytes', t => {
        const { length } = gzipSync(JSON.stringify(texts));
        t.diagnostic(`${length} bytes`);
        assert.ok(length <= BYTES, `${length} bytes`);
    });

    test('begin as the book is shown', () => {
        for (const { name, family, halfMoves } of files.rulesets) {
            const rows = showBook(`${family}.bin`, '--ruleset', name, '--plies', '1').trim()
                .split('\n').slice(1).map(line => line.trim().split(/ +/));
            const found = openings.find(after(name)).filter(({ weight }) => weight);
            assert.deepEqual(
                found.map(({ move, weight, games }) => [move, weight, games]),
                rows.map(([move, weight, games]) =>
                    [move, Math.round(parseFloat(weight)), Number(games)]));
            assert.ok(found.length > 0);
            assert.ok(halfMoves === 1 || openings.find(after(name), found[0].move).length > 0);
        }
    });

    test('go on after replies that the book does not play', () => {
        let positions = 0;
        for (const first of after('6170-spring-2007').turns()) {
            const game = after('6170-spring-2007', first);
            positions += openings.find(game).some(({ weight }) => weight) ? 1 : 0;
        }
        assert.ok(positions > 10, `${positions} of 20 first turns have an answer`);
    });

    test('say what is proven, as the tables do', () => {
        for (const { name, halfMoves } of files.rulesets) {
            const rows = readFileSync(`${SOLVED}/${name}.tsv`, 'utf8').trim().split('\n').slice(1)
                .map(line => line.split('\t')).filter(([, reply]) => reply !== '-');
            for (const first of new Set(rows.map(([move]) => move))) {
                const found = halfMoves === 2 ? openings.find(after(name), first)
                    : openings.find(after(name, first));
                const proofs = found.filter(({ proof }) => proof)
                    .map(({ move, proof: { winner, length } }) => `${move} ${winner} ${length}`);
                const expected = rows.filter(([move, , winner]) => move === first && winner !== '-')
                    .map(([, reply, winner, , length]) => `${reply} ${winner} ${length}`);
                assert.deepEqual(proofs.sort(), expected.sort());
            }
        }
    });

    test('say who wins after a first half-move alone, as the tables do', () => {
        for (const { name } of files.rulesets.filter(({ halfMoves }) => halfMoves === 1)) {
            const proofs = openings.find(after(name)).filter(({ proof }) => proof)
                .map(({ move, proof: { winner } }) => `${move} ${winner}`);
            const expected = readFileSync(`${SOLVED}/${name}.tsv`, 'utf8').trim().split('\n').slice(1)
                .map(line => line.split('\t'))
                .filter(([first, reply, winner]) => first !== '-' && reply === '-' && winner !== '-')
                .map(([first, , winner]) => `${first} ${winner}`);
            assert.deepEqual(proofs.sort(), expected.sort(), name);
        }
    });

    test('say that a first half-move loses if one answer to it wins', () => {
        const proofs = openings.find(after('antichess')).filter(({ proof }) => proof)
            .map(({ move, proof: { winner } }) => `${move} ${winner}`);
        assert.ok(proofs.includes('d2d3 black'));
        assert.ok(proofs.every(proof => proof.endsWith('black')));
        const won = openings.find(after('6170-fall-2003-mindcontrol'))
            .filter(({ proof }) => proof?.winner === 'white').map(({ move }) => move);
        assert.ok(won.includes('b1c3'));
    });

    test('are of the ruleset’s first position only', () => {
        const fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1';
        const game = files.newGame('antichess', { fen });
        assert.deepEqual(openings.find(game), []);
    });
});
