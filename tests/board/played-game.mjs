// A game that is played on the page. After each step everything that the page shows is compared
// with what the native engine says.
import assert from 'node:assert/strict';
import { askPosition } from '../wasm/helpers.mjs';

const WAIT_MS = 180000;
const NOTATIONS = ['uci', 'course', 'san'];

const KINDS = {
    p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king', a: 'anti-king',
};
const SQUARES = [...'12345678'].flatMap(rank => [...'abcdefgh'].map(file => file + rank));

// How the page states each end of a game, by the native engine's status.
const ENDINGS = {
    'won white checkmate': /^White wins: (White|Black) is checkmated\.$/,
    'won black checkmate': /^Black wins: (White|Black) is checkmated\.$/,
    'won white piecesLost': /^White wins: White has .* left\.$/,
    'won black piecesLost': /^Black wins: Black has .* left\.$/,
    'won white stalemate': /^White wins: White is stalemated\.$/,
    'won black stalemate': /^Black wins: Black is stalemated\.$/,
    'drawn stalemate': /^Draw: (stalemate.*|neither side can ever move)\.$/,
};

const at = (board, square) => board[SQUARES.indexOf(square)];
const isHalf = text => /^[a-h][1-8]/.test(text);
const origin = half => half.slice(0, 2);
const target = half => half.slice(2, 4);

function pieceText(letter) {
    if (letter === '.')
        return 'empty';
    const kind = KINDS[letter.toLowerCase()];
    return letter === letter.toUpperCase() ? `white ${kind}` : `black ${kind}`;
}

// A pawn that leaves its file captures, if only en passant.
const isCapture = (board, half) => at(board, target(half)) !== '.'
    || (/p/i.test(at(board, origin(half))) && half[0] !== half[2]);

// The board after the first half of a turn in mind control, which has no castling or en passant.
function boardAfterHalf(board, half) {
    const letters = [...board];
    const letter = half[4] ? half[4].toUpperCase() : at(board, origin(half));
    letters[SQUARES.indexOf(target(half))] = letter;
    letters[SQUARES.indexOf(origin(half))] = '.';
    return letters.join('');
}

// Runs in the page: all that it shows of the game, as JSON, which Firefox's driver passes on much
// faster than objects.
function read() {
    const text = element => element.textContent.trim();
    const cells = [...document.querySelectorAll('#board [role=gridcell]')];
    const bars = ['top', 'bottom'].map(side => document.getElementById(`player-${side}`));
    const marks = {};
    for (const mark of document.querySelectorAll('#board [data-mark]'))
        (marks[mark.getAttribute('data-mark')] ??= []).push(mark.getAttribute('data-on'));
    return JSON.stringify({
        squares: cells.map(cell => cell.getAttribute('aria-label').split(', ')),
        state: text(document.getElementById('state')),
        turns: [...document.querySelectorAll('#moves .turn')].map(text),
        chips: Object.fromEntries(bars.map(bar =>
            [bar.dataset.colour, text(bar.querySelector('.chips'))])),
        canPass: !document.getElementById('pass').hidden,
        selected: cells.filter(cell => cell.getAttribute('aria-selected') === 'true')
            .map(cell => cell.dataset.square),
        marks,
    });
}

export class PlayedGame {
    /** The turns played so far, in UCI notation, with the forced passes. */
    turns = [];
    #page;
    #engine;
    #ruleset;
    #fen;
    #rules; // the same game as one of the package, for other notations
    #labels = []; // the turns as they stand in the list of moves
    #half = null; // the first half of the turn that is being made
    #position; // what the engine says of it

    /** engine: the native one; files: what loadFiles() gives; ruleset: one of its rulesets. */
    constructor(page, engine, files, ruleset, fen) {
        this.#page = page;
        this.#engine = engine;
        this.#ruleset = ruleset;
        this.#fen = fen;
        this.#rules = files.newGame(ruleset.name, { fen });
    }

    /** To be called when the page shows the first position. */
    async begin() {
        await this.#engine.ask(`setoption name UCI_Variant value ${this.#ruleset.name}`);
        await this.#follow();
    }

    get isOver() {
        return !this.#position.status.startsWith('playing');
    }

    /** Makes a turn in one of the ways of hands.mjs. */
    async play(turn, hand) {
        if (hand.type)
            await this.#type(turn, hand);
        else if (turn === '0000')
            await hand.pass();
        else
            await this.#move(turn.split(',').filter(half => half !== 'gameover'), hand);
        this.#add(turn);
        await this.#follow();
    }

    #add(turn) {
        this.turns.push(turn);
        this.#labels.push(turn === '0000' ? 'pass' : this.#rules.notation(turn, 'san').replace(',gameover', ''));
        this.#rules.play(turn);
    }

    /** Makes the first half of a turn. */
    async playHalf(half, hand) {
        await this.#makeHalf(half, hand);
        this.#half = half;
        await this.check();
    }

    /** To be called when the first half has been taken back. */
    async halfWasTakenBack() {
        this.#half = null;
        await this.check();
    }

    /** Tries a move that is not legal, and sees that the page gives the engine's reason. */
    async refuse(move, hand) {
        if (hand.type)
            await hand.type(move);
        else
            await this.#makeHalf(move, hand);
        const turn = this.#half ? `${this.#half},${move}` : move;
        const moves = [...this.turns, turn].join(' ');
        const lines = await this.#engine.ask(`position fen ${this.#fen} moves ${moves}`);
        const reason = /error: position: move \d+: (.*)$/m.exec(lines.join('\n'))[1]
            .replace(/^'[^']*' is not legal: /, '');
        await this.check({ reply: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` });
        return reason;
    }

    // In each notation in turn; in mind control every second time half by half.
    async #type(turn, hand) {
        const count = this.turns.length;
        const text = this.#rules.notation(turn, NOTATIONS[count % NOTATIONS.length]);
        const [first, second = 'gameover'] = text.split(',');
        if (second === 'gameover' || count % 2) {
            await hand.type(text);
            return;
        }
        await hand.type(first);
        this.#half = turn.split(',')[0];
        await this.check();
        await hand.type(second);
    }

    async #move([first, second], hand) {
        if (second && this.#half === null)
            await this.playHalf(first, hand);
        await this.#makeHalf(second ?? first, hand);
    }

    // Picks a piece up, compares the squares where it may go, and puts it down.
    async #makeHalf(half, hand) {
        const { board } = this.#shownPosition();
        const moves = this.#moves().filter(move => origin(move) === origin(half));
        await hand.pickUp(origin(half));
        const shown = await this.#read();
        const targets = [...new Set(moves.map(target))].sort();
        assert.deepEqual(shown.selected, [origin(half)]);
        assert.deepEqual(this.#noted(shown, 'can be moved to'), targets);
        const { target: dots = [], capture: corners = [] } = shown.marks;
        assert.deepEqual(dots.toSorted(), targets.filter(square => at(board, square) === '.'));
        assert.deepEqual(corners.toSorted(), targets.filter(square => at(board, square) !== '.'));
        await hand.putDown(target(half));
        if (moves.filter(move => target(move) === target(half)).length > 1)
            await hand.promote(half[4]);
    }

    // Asks the engine about the position, and goes past a forced pass, as the page does by itself.
    async #follow() {
        this.#half = null;
        const ask = () => askPosition(this.#engine, this.#fen, this.turns);
        this.#position = await ask();
        if (this.#position.turns.join() === '0000' && !this.#ruleset.chips) {
            this.#add('0000');
            this.#position = await ask();
        }
        await this.check();
    }

    // The legal moves now, in mind control halves of turns.
    #moves() {
        const { turns } = this.#position;
        if (this.#half === null)
            return [...new Set(turns.map(turn => turn.split(',')[0]))];
        return turns.filter(turn => turn.startsWith(`${this.#half},`))
            .map(turn => turn.split(',')[1]);
    }

    #shownPosition() {
        const { board } = this.#position;
        return { board: this.#half ? boardAfterHalf(board, this.#half) : board,
                 moves: this.#moves() };
    }

    // The squares whose labels have a note.
    #noted({ squares }, note) {
        return squares.filter(([, , ...notes]) => notes.includes(note))
            .map(([square]) => square).sort();
    }

    async #read() {
        return JSON.parse(await this.#page.evaluate(read));
    }

    // What the page shows once it has so many turns.
    async #readAfter(count) {
        const late = Date.now() + WAIT_MS;
        let shown = await this.#read();
        while (shown.turns.length < count && Date.now() < late)
            shown = await this.#read();
        return shown;
    }

    /** Compares what the page shows with what the engine says; reply: to a refused move. */
    async check({ reply = null } = {}) {
        const shown = await this.#readAfter(this.turns.length);
        const about = [this.#ruleset.name, this.#fen, ...this.turns, this.#half ?? ''].join(' ');
        try {
            this.#checkBoard(shown);
            this.#checkLastTurn(shown);
            if (reply)
                assert.equal(shown.state, reply);
            else
                this.#checkState(shown);
            assert.deepEqual(shown.turns, this.#labels);
            this.#checkChips(shown);
        } catch (error) {
            error.message = `${about}\n${error.message}`;
            throw error;
        }
    }

    #checkBoard(shown) {
        const { board, moves } = this.#shownPosition();
        const pieces = SQUARES.map(square => [square, pieceText(at(board, square))]);
        assert.deepEqual(Object.fromEntries(shown.squares), Object.fromEntries(pieces));
        const canPass = moves.includes('0000');
        const captures = moves.filter(move => move !== '0000' && isCapture(board, move));
        const capturers = [...new Set(captures.map(origin))].sort();
        for (const [kind, note, squares] of [
            ['mustCapture', 'must capture', canPass ? [] : capturers],
            ['mayCapture', 'may capture', canPass ? capturers : []],
        ]) {
            assert.deepEqual(this.#noted(shown, note), squares);
            assert.deepEqual((shown.marks[kind] ?? []).toSorted(), squares);
        }
    }

    #checkLastTurn({ marks }) {
        const halves = (this.turns.at(-1) ?? '').split(',').filter(isHalf);
        const squaresOf = half => (half ? [origin(half), target(half)].sort() : undefined);
        const [first, second] = this.#half ? [] : halves;
        assert.deepEqual(marks.first?.toSorted(), squaresOf(first));
        assert.deepEqual(marks.second?.toSorted(), squaresOf(second));
        assert.deepEqual(marks.half?.toSorted(), squaresOf(this.#half));
    }

    #checkState({ state, marks }) {
        const { status } = this.#position;
        if (this.isOver) {
            assert.ok(ENDINGS[status], status);
            assert.match(state, ENDINGS[status]);
            return;
        }
        const player = status === 'playing white' ? 'White' : 'Black';
        assert.match(state, new RegExp(`^(?:(?:White|Black) passes\\. )?${player}’s turn[:.]`));
        assert.equal(/ passes\. /.test(state), this.turns.at(-1) === '0000');
        assert.equal(/captures are compulsory/.test(state), Boolean(marks.mustCapture));
        assert.equal(/capture or pass/.test(state), Boolean(marks.mayCapture));
    }

    #checkChips({ chips, canPass }) {
        const { turns, fen } = this.#position;
        const [, white = '0', black = '0'] = /chips:(\d+)\/(\d+)/.exec(fen) ?? [];
        const text = count => (count === '0' ? '' : count === '1' ? '1 chip' : `${count} chips`);
        assert.deepEqual(chips, { white: text(white), black: text(black) });
        assert.equal(canPass, turns.includes('0000'));
    }
}
