// A position that is being edited, and so may be impossible for a while. What is possible, and why
// something is not, is for the engine to say.
import { SQUARES, indexOf } from '../squares.mjs';

const EMPTY = '.'.repeat(64);
const RIGHTS = 'KQkq';
const FEN_BOARD = /^[pnbrqka1-8]+(\/[pnbrqka1-8]+){7}$/i;

const withoutCounts = rows => rows.replace(/\d/g, count => '.'.repeat(Number(count)));
const withCounts = rows => rows.replace(/\.+/g, dots => dots.length);

// 64 letters from a1 of the first field of a FEN; null if it is none.
function readBoard(field) {
    const rows = field.split('/').map(withoutCounts);
    const isBoard = FEN_BOARD.test(field) && rows.every(({ length }) => length === 8);
    return isBoard ? rows.reverse().join('') : null;
}

const writeBoard = board => board.match(/.{8}/g).reverse().map(withCounts).join('/');

export class EditedPosition {
    /** A Ruleset; see rules.d.ts. */
    ruleset;
    /** 64 letters from a1, as Game.board(). */
    board = EMPTY;
    /** The rights that are asked for: letters of KQkq. */
    castling = '';
    /** A square, or '-'. */
    enPassant = '-';
    chips = { white: 0, black: 0 };
    #rules;
    #player = 'white';
    #counters = ['0', '1'];

    /** rules: what loadRules() or loadFiles() gives. Begins with the ruleset's first position. */
    constructor(rules, ruleset) {
        this.#rules = rules;
        this.ruleset = rules.ruleset(ruleset);
        this.reset();
    }

    /** 'white' or 'black'. */
    get player() {
        return this.#player;
    }

    set player(colour) {
        this.#player = colour;
        this.enPassant = '-';
    }

    setCastling(right, isAllowed) {
        this.castling = [...RIGHTS]
            .filter(letter => (letter === right ? isAllowed : this.castling.includes(letter)))
            .join('');
    }

    /** The letter on a square; '.' if it is empty. */
    at(square) {
        return this.board[indexOf(square)];
    }

    /** Puts a piece on a square; '.' empties it. */
    put(square, letter) {
        this.board = SQUARES.map(at => (at === square ? letter : this.at(at))).join('');
    }

    move(from, to) {
        const letter = this.at(from);
        this.put(from, '.');
        this.put(to, letter);
    }

    /** Removes all pieces. */
    clear() {
        this.#read(`${writeBoard(EMPTY)} w - - 0 1`);
    }

    /** Back to the ruleset's first position. */
    reset() {
        this.#read(this.ruleset.startFen);
    }

    /** Another ruleset. Its first position follows that of the old one; other positions stay. */
    setRuleset(name) {
        const wasFirst = this.fen === this.ruleset.startFen;
        this.ruleset = this.#rules.ruleset(name);
        if (wasFirst)
            this.reset();
        else if (!this.ruleset.antiking)
            this.board = this.board.replace(/a/gi, '.');
    }

    /** The position as FEN, which the engine refuses if the position is impossible. */
    get fen() {
        const fields = [writeBoard(this.board), this.#player[0], this.castling || '-',
                        this.enPassant, ...this.#counters];
        const { white, black } = this.chips;
        if (this.ruleset.chips && (white || black))
            fields.push(`chips:${white}/${black}`);
        return fields.join(' ');
    }

    /** Takes what a FEN says, also of an impossible position. Throws if some of it is no FEN. */
    readFen(text) {
        if (!this.#read(text) || !this.check().problem)
            this.#with(text, () => {}); // throws the engine's reason
    }

    /**
     * problem: why the position is impossible, or null. Without one: fen, without the rights that
     * the engine leaves out; status, as Game.status(); castling, the letters of the rights that can
     * be chosen; enPassant, the squares that can.
     */
    check() {
        try {
            const found = this.#with(this.fen, game => (
                { fen: game.startFen, status: game.status() }));
            return { problem: null, ...found, castling: this.#possibleCastling(),
                     enPassant: this.#possibleEnPassant() };
        } catch ({ message }) {
            return { problem: message };
        }
    }

    // Calls use(game) with a game that begins with a FEN.
    #with(fen, use) {
        const game = this.#rules.newGame(this.ruleset.name, { fen });
        try {
            return use(game);
        } finally {
            game.free();
        }
    }

    #read(text) {
        const [field, side = 'w', castling = '-', enPassant = '-', halfmoves = '0', number = '1',
               chips = ''] = text.trim().split(/\s+/);
        const board = readBoard(field);
        if (board === null)
            return false;
        const [, white = 0, black = 0] = /^chips:(\d+)\/(\d+)$/.exec(chips) ?? [];
        this.board = board;
        this.#player = side === 'b' ? 'black' : 'white';
        this.castling = [...RIGHTS].filter(right => castling.includes(right)).join('');
        this.enPassant = SQUARES.includes(enPassant) ? enPassant : '-';
        this.#counters = [halfmoves, number].map(count => String(Math.trunc(Number(count)) || 0));
        this.chips = { white: Number(white), black: Number(black) };
        return true;
    }

    // A field of the FEN that the engine makes of this position with other rights: it leaves out
    // those that board or ruleset contradict.
    #field(index, castling, enPassant) {
        const [board, side, , , ...counters] = this.fen.split(' ');
        const fen = [board, side, castling, enPassant, ...counters].join(' ');
        return this.#with(fen, game => game.startFen.split(' ')[index]);
    }

    #possibleCastling() {
        return this.#field(2, RIGHTS, '-').replace('-', '');
    }

    #possibleEnPassant() {
        if (!this.ruleset.enPassant)
            return [];
        const rank = this.#player === 'white' ? '6' : '3';
        return [...'abcdefgh'].map(file => file + rank)
            .filter(square => this.#field(3, '-', square) === square);
    }
}
