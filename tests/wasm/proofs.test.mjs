// Proofs: those of misere-prove, in both formats, and damaged ones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { BIN, load } from './helpers.mjs';

const { loadFiles } = await load('files.mjs');
const files = await loadFiles();

const prove = format => execFileSync(join(BIN, 'misere-prove'),
    ['--ruleset', 'antichess', '--format', format, 'd2d3'], { stdio: ['ignore', 'pipe', 'ignore'] });
const text = prove('text').toString(), compact = new Uint8Array(prove('compact'));
const proven = {
    ruleset: 'antichess',
    fen: 'rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1',
    winner: 'black',
    positions: Number(/^positions (\d+)$/m.exec(text)[1]),
};
const concatenate = (...parts) => new Uint8Array(Buffer.concat(parts));

describe('proofs', () => {
    test('are checked in both formats, and several in a file', async () => {
        const [{ length, ...rest }, ...none] = await files.checkProofs(text);
        assert.deepEqual(rest, proven);
        assert.ok(length > 10 && length < proven.positions);
        assert.deepEqual(none, []);
        assert.deepEqual(await files.checkProofs(compact), [{ ...proven, length }]);
        const both = await files.checkProofs(concatenate(compact, Buffer.from(text), compact));
        assert.deepEqual(both, Array(3).fill({ ...proven, length }));
        const published = await files.checkProofs(readFileSync('docs/solved/6170-fall-2003-mindcontrol.mpf'));
        assert.equal(published.length, 401);
    });

    test('that are wrong are refused, with the number and the reason', async () => {
        await assert.rejects(files.checkProofs(''), /^Error: proof 1: line 1: /);
        await assert.rejects(files.checkProofs(text + text.replace('winner black', 'winner white')),
            /^Error: proof 2: line 6: /);
        await assert.rejects(files.checkProofs(`${text}\n`), /^Error: proof 1: something follows the proof$/);
        await assert.rejects(files.checkProofs(text.slice(0, -2)), /^Error: proof 1: line /);
        await assert.rejects(files.checkProofs(compact.subarray(0, -5)), /^Error: proof 1: /);
        await assert.rejects(files.checkProofs(concatenate(Buffer.from('misere-proof 2\n'), compact)), /^Error: proof 1: /);
    });

    test('have no byte that may be another one', async () => {
        for (let i = 0; i < compact.length; i += 7) {
            const changed = compact.slice();
            changed[i] ^= 1 << i % 8;
            // Another clock or move number in the FEN makes another claim.
            const claims = await files.checkProofs(changed).catch(() => []);
            for (const { fen } of claims)
                assert.notEqual(fen, proven.fen, `byte ${i}`);
        }
    });
});
