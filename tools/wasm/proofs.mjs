// Checks proofs that a player can force a win, by the rules alone: docs/proofs.md describes the files.
import { COLOURS } from './game.mjs';

const MAGIC = 'misere-proof ';
const COMPACT = `${MAGIC}2\n`;
const COMPACT_HEAD_LINES = 5;
const COMPACT_BYTES_MAX = 2 ** 29; // decompressed
const PROOF = { ruleset: 0, fen: 4, winner: 132, positions: 136, length: 140 }; // MisereProof, in bytes

// A character for each byte, so that places in the text are places in the bytes.
const asText = bytes => new TextDecoder('latin1').decode(bytes);

// The parts of a file that begin like a proof; first what comes before them, if that is anything.
function split(bytes) {
    const text = asText(bytes), starts = [0];
    for (let at = text.indexOf(MAGIC, 1); at > 0; at = text.indexOf(MAGIC, at + 1))
        starts.push(at);
    return starts.map((start, i) => bytes.subarray(start, starts[i + 1]));
}

async function unpack(packed) {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    const parts = [];
    let size = 0;
    for (let reader = stream.getReader();;) {
        const { done, value } = await reader.read();
        if (done)
            return new Uint8Array(await new Blob(parts).arrayBuffer());
        parts.push(value);
        size += value.length;
        if (size > COMPACT_BYTES_MAX)
            throw new Error('the proof is too large');
    }
}

function checkText(library, bytes) {
    const terminated = new Uint8Array(bytes.length + 1);
    terminated.set(bytes);
    const copy = library.copyBytes(terminated);
    try {
        if (library.try('check_proof', copy, library.struct) !== copy + bytes.length)
            throw new Error('something follows the proof');
    } finally {
        library.release(copy);
    }
}

async function checkCompact(library, bytes) {
    let end = 0;
    for (let i = 0; i < COMPACT_HEAD_LINES; i++)
        end = bytes.indexOf(10, end) + 1;
    const head = asText(bytes.subarray(0, end)), numbers = await unpack(bytes.subarray(end));
    const copy = library.copyBytes(numbers);
    try {
        library.try('check_compact_proof', head, copy, numbers.length, library.struct);
    } finally {
        library.release(copy);
    }
}

async function checkOne(library, bytes) {
    if (asText(bytes.subarray(0, COMPACT.length)) === COMPACT)
        await checkCompact(library, bytes);
    else
        checkText(library, bytes);
    return {
        ruleset: library.textAt(PROOF.ruleset),
        fen: library.textIn(PROOF.fen),
        winner: COLOURS[library.int(PROOF.winner)],
        positions: library.int(PROOF.positions),
        length: library.int(PROOF.length),
    };
}

/** What the proofs of a file prove, in its order. See Files in files.d.ts. */
export async function checkProofs(library, proofs) {
    const found = [];
    for (const bytes of split(typeof proofs === 'string' ? new TextEncoder().encode(proofs) : proofs)) {
        try {
            found.push(await checkOne(library, bytes));
        } catch (error) {
            throw new Error(`proof ${found.length + 1}: ${error.message}`, { cause: error });
        }
    }
    return found;
}
