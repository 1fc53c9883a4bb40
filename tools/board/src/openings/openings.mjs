// What is known of openings: what the engine's books play, and which replies to first half-moves are
// proven to win. The texts come from openings.mjs of the build.

// A position that a book knows, whatever led to it: the counters of the FEN do not matter.
function keyOf(game, half) {
    const [board, side, castling, enPassant, , , chips = ''] = game.fen().split(' ');
    return [board, side, castling, enPassant, chips, half].join(' ');
}

// The half-moves of a book's text: [{ move, weight, games, score, replies }].
function parseBook(text) {
    const root = [];
    const open = [root];
    for (const [, word, bracket] of text.matchAll(/([^ ()]+)|([()])/g)) {
        if (bracket === '(')
            open.push(open.at(-1).at(-1).replies);
        else if (bracket)
            open.pop();
        else {
            const [move, figures] = word.split('=');
            const [weight = 0, games = 0, score = null] = figures?.split(',').map(Number) ?? [];
            open.at(-1).push({ move, weight, games, score, replies: [] });
        }
    }
    return root;
}

// The pairs of a table's text: { first: { count, wins: Map(reply, { winner, length }) } }.
function parseSolved(text) {
    const firsts = new Map();
    for (const [, first, replies] of text.matchAll(/(\w+):([^,]*)/g)) {
        const words = replies.split(' ');
        const isWin = word => /[wb]/.test(word.slice(4));
        const wins = words.filter(isWin).map(word => {
            const [, reply, side, length] = /^(\w{4,5})([wb])(\d+)$/.exec(word);
            return [reply, { winner: side === 'w' ? 'white' : 'black', length: Number(length) }];
        });
        const open = Number(words.find(word => !isWin(word)) ?? 0);
        firsts.set(first, { count: wins.length + open, wins: new Map(wins) });
    }
    return firsts;
}

// Who wins if `chooser` chooses among replies, of which `wins` are solved; null if that is open.
// The chooser needs one that it wins; the other side needs all of them.
function choose(chooser, { count, wins }) {
    const results = [...wins.values()];
    const own = results.filter(({ winner }) => winner === chooser);
    if (own.length)
        return own.reduce((best, one) => (one.length < best.length ? one : best));
    if (results.length < count)
        return null;
    return results.reduce((best, one) => (one.length > best.length ? one : best));
}

export class Openings {
    #rules;
    #books;
    #solved;
    #read = new Map(); // by ruleset: { positions, firsts }

    /** rules: what loadRules() gives; books, solved: the texts by the rulesets' names. */
    constructor(rules, { books, solved }) {
        this.#rules = rules;
        this.#books = books;
        this.#solved = solved;
    }

    /**
     * The half-moves that something is known of, in the position of a game, or after the first half
     * of its turn. Those of the book come first, the heaviest first:
     * [{ move, weight, games, score, proof }]. weight: the book's, in percent; games: in which it was
     * played, and score: with which success, in percent, or null; proof: null, or { winner, length }:
     * the winner wins within so many half-moves of the half-move.
     */
    find(game, half = '') {
        const { positions, firsts } = this.#of(game.ruleset);
        const known = positions.get(keyOf(game, half)) ?? [];
        const moves = half ? game.movesAfter(half) : game.moves();
        const found = moves.map(move => ({ weight: 0, games: 0, score: null, move,
            ...known.find(entry => entry.move === move),
            proof: this.#proof(game, firsts, half ? [half, move] : [move]) }));
        return found.filter(({ weight, proof }) => weight || proof)
            .sort((one, two) => two.weight - one.weight);
    }

    // Only games from the ruleset's first position are solved.
    #proof(game, firsts, moves) {
        const ruleset = this.#rules.ruleset(game.ruleset);
        if (game.startFen !== ruleset.startFen)
            return null;
        const [first, reply, ...others] = [...game.history().flatMap(turn => turn.split(',')),
                                           ...moves];
        const replies = firsts.get(first);
        if (!replies || others.length)
            return null;
        if (reply)
            return replies.wins.get(reply) ?? null;
        const won = choose(ruleset.halfMoves === 2 ? 'white' : 'black', replies);
        return won && { ...won, length: won.length + 1 };
    }

    #of(ruleset) {
        if (!this.#read.has(ruleset))
            this.#read.set(ruleset, {
                positions: this.#readBook(ruleset),
                firsts: parseSolved(this.#solved[ruleset] ?? ''),
            });
        return this.#read.get(ruleset);
    }

    // The book's half-moves by position.
    #readBook(ruleset) {
        const positions = new Map();
        const game = this.#rules.newGame(ruleset);
        const isDouble = this.#rules.ruleset(ruleset).halfMoves === 2;
        const visit = (moves, half) => {
            positions.set(keyOf(game, half),
                          moves.map(({ replies, ...entry }) => entry));
            for (const { move, replies } of moves.filter(entry => entry.replies.length)) {
                const isHalf = isDouble && !half;
                if (!isHalf)
                    game.play(half ? `${half},${move}` : move);
                visit(replies, isHalf ? move : '');
                if (!isHalf)
                    game.takeBack();
            }
        };
        if (this.#books[ruleset])
            visit(parseBook(this.#books[ruleset]), '');
        game.free();
        return positions;
    }
}
