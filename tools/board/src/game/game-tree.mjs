// A game as a value: a tree of turns with all that is told about them and about the game.
//
// Files, links, the library's entries and copies are made of toData(), and a tree is read from it:
// one piece each way, which is GameData of files.d.ts. The tree asks the module of the rules only;
// the larger one for files, which has games of its own, is needed where a file is read or written.
import { other } from './colours.mjs';
import { Node } from './node.mjs';
import { labelOf } from './turns.mjs';

/** The most turns that a game may have to be opened: more would block the page for seconds. */
export const MAX_TURNS = 2000;
const FAR = 50; // turns

/** Results as files have them, by the winner. */
export const RESULTS = { white: '1-0', black: '0-1', null: '1/2-1/2' };

const WINNERS = { '1-0': 'white', '0-1': 'black', '1/2-1/2': null };

export class GameTree {
    /** What is told about the game: GameData of files.d.ts without turns and without the end. */
    about;
    /** How the game has ended as it says itself: { winner, reason }, winner null in a draw; or null. */
    outcome = null;
    /** The node where it has ended so. */
    ended = null;
    root;
    /** How many nodes have been added, and how often the tree has changed otherwise. */
    added = 0;
    rearranged = 0;
    #rules;
    #game; // moves along the tree; null until it is needed
    #shown; // the node whose position #game has
    #clocked = false; // does any node tell of a clock?

    /** Options are those of newGame: fen, tournamentDraws, chips. Throws the engine's reason. */
    constructor(rules, ruleset, options = {}) {
        this.#rules = rules;
        this.#game = rules.newGame(ruleset, options);
        const { startFen: fen, tournamentDraws } = this.#game;
        this.about = { ruleset, fen, tournamentDraws };
        const [, side, , , , number] = fen.split(' ');
        this.root = new Node(null, { number: Number(number) });
        this.firstPlayer = side === 'w' ? 'white' : 'black';
        this.#shown = this.root;
    }

    /** The tree of a StoredGame. Throws the reason if it cannot be shown. */
    static fromStored(rules, stored) {
        const data = stored.data();
        const { length } = data.turns;
        if (data.fen === null)
            throw new Error('the game begins in the middle of a turn, which the board cannot show');
        if (length > MAX_TURNS)
            throw new Error(`the game has ${length} turns; at most ${MAX_TURNS} can be opened`);
        return GameTree.fromData(rules, data);
    }

    /** The tree of toData(), or of a StoredGame's data(). Throws the reason if it is none. */
    static fromData(rules, data) {
        const { turns, losses, remarks, outcome, comments, start, ended, ...about } = data;
        const tree = new GameTree(rules, about.ruleset, about);
        tree.about = about;
        if (outcome && outcome.result !== '*')
            tree.outcome = { winner: WINNERS[outcome.result], reason: outcome.reason };
        Object.assign(tree.root, start ?? { notes: { after: comments } });
        const nodes = tree.#addAll(turns);
        tree.ended = ended === undefined ? tree.end : nodes[ended] ?? tree.root;
        return tree;
    }

    // Returns the nodes, in the order of the turns: the main line comes first.
    #addAll(turns) {
        const nodes = this.#addMain(turns);
        for (const [i, { turn, instead, best = null, ...notes }] of turns.entries()) {
            const replaced = nodes[instead];
            const parent = replaced ? replaced.parent : nodes[i - 1] ?? this.root;
            nodes[i] ??= this.#append(parent, turn, this.gameAt(parent).notation(turn, 'san'));
            Object.assign(nodes[i], { notes, best });
            if (replaced && replaced !== parent.children[0])
                nodes[i].beside = replaced;
            this.#clocked ||= notes.clock !== undefined;
        }
        return nodes;
    }

    // Played first and named then: one by one would take longer.
    #addMain(turns) {
        const first = turns.findIndex(({ instead }) => instead !== undefined);
        const line = first < 0 ? turns : turns.slice(0, first);
        for (const { turn } of line)
            this.#game.play(turn);
        const labels = this.#game.history('san');
        const nodes = [];
        for (const [i, { turn }] of line.entries())
            nodes.push(this.#append(nodes.at(-1) ?? this.root, turn, labels[i]));
        this.#shown = nodes.at(-1) ?? this.root;
        return nodes;
    }

    get ruleset() {
        return this.#rules.ruleset(this.about.ruleset);
    }

    get startFen() {
        return this.about.fen;
    }

    get tournamentDraws() {
        return this.about.tournamentDraws;
    }

    /** The value of a tag; '' if there is none. */
    tag(name) {
        return this.about.tags?.find(([known]) => known === name)?.[1] ?? '';
    }

    /** A player's name; '' if it is not known. */
    nameOf(colour) {
        const name = this.tag(colour === 'white' ? 'White' : 'Black');
        return name === '?' ? '' : name;
    }

    // --- positions ---

    /**
     * The game with the position of this node. It is one object that moves along the tree: use it
     * at once, and neither keep it nor play on it. This takes as long as the way from the node that
     * was asked for last, or from the root.
     */
    gameAt(node) {
        if (this.#shown.ply > 2 * node.ply + FAR) // one by one, each takes as long as all before it
            [this.#game, this.#shown] = [this.#rules.newGame(this.about.ruleset, this.about), this.root];
        const ahead = [];
        let to = node;
        for (; to.ply > this.#shown.ply; to = to.parent)
            ahead.push(to);
        for (; this.#shown !== to; this.#shown = this.#shown.parent) {
            if (this.#shown.ply === to.ply) {
                ahead.push(to);
                to = to.parent;
            }
            this.#game.takeBack();
        }
        for (const next of ahead.reverse()) {
            this.#game.play(next.turn);
            this.#shown = next;
        }
        return this.#game;
    }

    /** gameAt(node).status(). */
    statusAt(node) {
        node.status ??= this.gameAt(node).status();
        return node.status;
    }

    /** How the rules end the game here: { winner, reason }, winner null in a draw; or null. */
    resultAt(node) {
        const { state, winner = null, reason } = this.statusAt(node);
        return state === 'playing' ? null : { winner, reason };
    }

    /** The same, or how the game has ended here otherwise. */
    outcomeAt(node) {
        return this.resultAt(node) ?? (node === this.ended ? this.outcome : null);
    }

    /** Whether the side to move must pass, so that its opponent is the player of statusAt(). */
    isPassForced(node) {
        const { state, player } = this.statusAt(node);
        return state === 'playing' && player !== this.#sideAt(node);
    }

    #sideAt({ player }) {
        return player ? other(player) : this.firstPlayer;
    }

    /** What both clocks showed after a node's turn, { white, black } in milliseconds; or null. */
    clocksAt(node) {
        const { white, black } = this.about.clocks ?? {};
        const times = {};
        for (let at = node; this.#clocked && at.parent; at = at.parent)
            times[at.player] ??= at.notes.clock;
        const known = { white: times.white ?? white?.initial, black: times.black ?? black?.initial };
        return known.white == null || known.black == null ? null : known;
    }

    // --- growing ---

    /**
     * Plays a turn, in any notation, and returns its node, which may be there already. A forced
     * pass before the turn may be left out and gets a node, too. Throws the engine's reason.
     */
    play(node, turn) {
        return this.#read(node, turn).reduce((parent, played) => this.#child(parent, played), node);
    }

    // A turn in UCI notation, after the forced pass if there is one.
    #read(node, turn) {
        const game = this.gameAt(node);
        if (!this.isPassForced(node))
            return [game.notation(turn, 'uci')];
        game.play(turn);
        const turns = game.history('uci').slice(node.ply);
        turns.forEach(() => game.takeBack());
        return turns;
    }

    #child(parent, turn) {
        const known = parent.children.find(child => child.turn === turn);
        return known ?? this.#append(parent, turn, this.gameAt(parent).notation(turn, 'san'));
    }

    #append(parent, turn, label) {
        const child = new Node(parent, { ...this.#next(parent), turn, label: labelOf(turn, label) });
        parent.children.push(child);
        this.added++;
        return child;
    }

    // Who plays the turn after a node, and its number.
    #next(node) {
        const { player, number } = node;
        const isNext = player === 'black' || (player && this.ruleset.halfMoves === 2);
        return { player: this.#sideAt(node), number: number + Number(isNext) };
    }

    /** Tells what the player's clock showed after a node's turn, in milliseconds. */
    setClock(node, ms) {
        node.notes.clock = ms;
        this.#clocked = true;
    }

    /** The node after a forced pass, which is played; or the node itself if there is none. */
    settle(node) {
        return this.isPassForced(node) ? this.play(node, '0000') : node;
    }

    /**
     * What turns in UCI notation would be from this node, one after the other: [{ turn, label,
     * player, number, board }], with the board after each. Ends before one that is illegal. Nothing
     * is played.
     */
    preview(node, turns) {
        const game = this.gameAt(node);
        const found = [];
        try {
            for (const turn of turns) {
                const label = labelOf(turn, game.notation(turn, 'san'));
                game.play(turn);
                found.push({ ...this.#next(found.at(-1) ?? node), turn, label, board: game.board() });
            }
        } catch {
            // The rest is not known.
        }
        found.forEach(() => game.takeBack());
        return found;
    }

    // --- the tree ---

    /** The nodes from the root to this one. */
    path(node) {
        const nodes = [];
        for (let at = node; at; at = at.parent)
            nodes.push(at);
        return nodes.reverse();
    }

    /** The nodes of the main line, from the root. */
    mainLine() {
        return this.lineFrom(this.root);
    }

    /** The last node of the main line. */
    get end() {
        return this.mainLine().at(-1);
    }

    /** Is this node part of the main line? */
    isMain(node) {
        for (let at = node; at.parent; at = at.parent)
            if (at.parent.children[0] !== at)
                return false;
        return true;
    }

    /** Makes this node, and with it its whole path, part of the main line. */
    promote(node) {
        for (let at = node; at.parent; at = at.parent) {
            const { children } = at.parent;
            children.unshift(...children.splice(children.indexOf(at), 1));
            at.beside = null;
        }
        this.rearranged++;
    }

    /** Removes a node with all that follows it. The root stays. */
    remove(node) {
        if (!node.parent)
            throw new Error('the first position cannot be removed');
        this.gameAt(node.parent);
        const { children } = node.parent;
        children.splice(children.indexOf(node), 1);
        this.rearranged++;
    }

    /** Puts a node that was removed back where it was, before the child of this index. */
    insert(node, index) {
        node.parent.children.splice(index, 0, node);
        this.rearranged++;
    }

    /** This node, its first child, that one's first child, and so on. */
    lineFrom(node) {
        const line = [];
        for (let at = node; at; at = at.children[0])
            line.push(at);
        return line;
    }

    /** The variations that stand beside a node's turn. */
    variationsOf(node) {
        const { children } = node.parent;
        const hostOf = ({ beside }) => (children.includes(beside) ? beside : children[0]);
        return children.slice(1).filter(child => child !== node && hostOf(child) === node);
    }

    /** All nodes, parents before their children, and the main line first. */
    nodes() {
        const found = [];
        const waiting = [this.root];
        while (waiting.length) {
            const node = waiting.pop();
            found.push(node);
            waiting.push(...[...node.children].reverse());
        }
        return found;
    }

    // --- as data ---

    // The nodes in the order of GameData's turns; begin(node, index) is told where a variation
    // begins, and the index of the turn that it replaces.
    #written(begin = () => {}) {
        const nodes = [];
        const lines = [{ first: this.root.children[0] }];
        for (const { first, instead } of lines) { // grows
            if (instead !== undefined)
                begin(first, instead);
            for (const node of first ? this.lineFrom(first) : []) {
                for (const variation of this.variationsOf(node))
                    lines.push({ first: variation, instead: nodes.length });
                nodes.push(node);
            }
        }
        return nodes;
    }

    /** All of it as plain data: see fromData(). */
    toData() {
        const { notes, best } = this.root;
        const replaced = new Map();
        const nodes = this.#written((node, instead) => replaced.set(node, instead));
        const turns = nodes.map(node => ({
            turn: node.turn,
            instead: replaced.get(node),
            ...node.notes,
            best: node.best ?? undefined,
        }));
        const { winner, reason } = this.outcome ?? {};
        const outcome = this.outcome && { result: RESULTS[winner], reason };
        const ended = nodes.indexOf(this.ended); // -1: the root
        return { ...this.about, turns, outcome, start: { notes: { ...notes }, best }, ended };
    }

    /** A tree of the line to a node alone. */
    lineTo(node) {
        const turns = this.path(node).slice(1).map(({ turn, notes }) => ({ turn, ...notes }));
        const { notes, best } = this.root;
        const start = { notes: { ...notes }, best };
        return GameTree.fromData(this.#rules, { ...this.about, turns, start });
    }

    /**
     * The text of a file, and what it lacks of the game. files: what loadFiles() gives; format: 'pgn'
     * or 'xml'.
     */
    write(files, format) {
        const { start: { notes: { after: comments = [] } }, ...data } = this.toData();
        const [first] = data.turns;
        if (first) // a file has them before the first turn
            first.before = [...comments, ...first.before ?? []];
        const stored = files.fromData({ ...data, comments });
        const { losses } = stored.data();
        const text = stored.write(format);
        stored.free();
        return { text, losses: losses[format] };
    }
}
