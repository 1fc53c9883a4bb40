// The native engine and the worker behind one interface, for tests that compare them.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

export const BIN = process.env.MISERE_BIN ?? 'bin';
export const PACKAGE = resolve(BIN, 'wasm');

// Imports a module of the package under test.
export const load = name => import(pathToFileURL(join(PACKAGE, name)));

const { createWorker } = await load('node.mjs');

// A conversation with a UCI engine: sends lines to it, and waits for its lines.
class Conversation {
    #lines = [];
    #wake = () => {};

    constructor(send, close) {
        this.send = send;
        this.close = close;
    }

    receive(line) {
        this.#lines.push(line);
        this.#wake();
    }

    // Returns all lines up to the first that matches. Throws after `ms` milliseconds.
    async until(pattern, ms = 300000) {
        const taken = [];
        const late = Date.now() + ms;
        for (;;) {
            while (this.#lines.length) {
                taken.push(this.#lines.shift());
                if (pattern.test(taken.at(-1)))
                    return taken;
            }
            if (Date.now() > late)
                throw new Error(`no ${pattern} in: ${taken.join('\n')}`);
            await new Promise(resolve => {
                const timer = setTimeout(resolve, 1000);
                this.#wake = () => (clearTimeout(timer), resolve());
            });
        }
    }

    // Sends lines, then `isready`; returns the lines before `readyok`.
    async ask(...lines) {
        for (const line of lines)
            this.send(line);
        this.send('isready');
        return (await this.until(/^readyok$/)).slice(0, -1);
    }
}

export function startWorker() {
    const worker = createWorker();
    const talk = new Conversation(line => worker.postMessage(line), () => worker.terminate());
    worker.onmessage = event => talk.receive(event.data);
    return talk;
}

export function startNative() {
    const engine = spawn(`${BIN}/misere`, { stdio: ['pipe', 'pipe', 'inherit'] });
    const talk = new Conversation(line => engine.stdin.write(`${line}\n`), () => engine.stdin.end());
    createInterface({ input: engine.stdout }).on('line', line => talk.receive(line));
    return talk;
}

// The board of the engine's diagram: 64 letters from a1, '.' for an empty square.
function readDiagram(lines) {
    const rows = lines.filter(line => /^[1-8] \|/.test(line)).reverse();
    return rows.map(row => [...row.matchAll(/\| (.) /g)].map(([, piece]) => piece).join(''))
        .join('').replaceAll(' ', '.');
}

/**
 * What an engine says of the position after some turns: its legal turns, its status, as 'playing white', its FEN,
 * and the board, as Game.board(). If the game ended between the halves of a turn, the FEN is a text that begins with
 * 'none'.
 */
export async function askPosition(engine, startFen, history) {
    const moves = history.length ? ` moves ${history.join(' ')}` : '';
    const lines = await engine.ask(`position fen ${startFen}${moves}`, 'moves', 'status', 'd');
    const find = prefix => lines.find(line => line.startsWith(prefix)).slice(prefix.length).trim();
    const turns = find('moves');
    return { turns: turns ? turns.split(' ') : [], status: find('status '), fen: find('Fen: '),
             board: readDiagram(lines) };
}

// Random numbers from 0 to n - 1 that repeat from run to run (Numerical Recipes' generator).
export function randomNumbers(seed) {
    let state = seed >>> 0;
    return n => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 2 ** 32 * n);
    };
}
