// A game with its variations. The rules come from the engine's module: every turn is played there
// first.

/** The most turns that a game may have to be opened: more would block the page for seconds. */
export const MAX_TURNS = 2000;

/** Whether the side to move must pass, so that its opponent is the player whom status() names. */
export function isPassForced(game) {
    const { state, player } = game.status();
    return state === 'playing' && game.fen().split(' ')[1] !== player[0];
}

/** A position of the game: the first one (the root), or the one after the node's turn. */
export class Node {
    /** In UCI notation; '0000' is a pass. Null in the root. */
    turn;
    /** The turn in SAN; a pass is 'pass'. */
    label;
    /** Who played the turn: 'white' or 'black'. */
    player;
    /** The number of the move to which the turn belongs. */
    number;
    /** The number of turns that lead here, passes included. */
    ply;
    parent;
    /** The first child continues the main line. */
    children = [];
    /** The time that was left after the turn, { white, black } in milliseconds, or null. */
    clocks = null;
    /** The score of this position from White's view, { cp } or { mate }, or null. */
    evaluation = null;
    /** The best turn in this position, or null. */
    best = null;
    comment = '';
    /** What the file of the game says about the turn: a TurnData of files.d.ts; or null. */
    told = null;

    constructor(parent, { turn = null, label = '', player = null, number = 0 } = {}) {
        Object.assign(this, { parent, turn, label, player, number });
        this.ply = parent ? parent.ply + 1 : 0;
    }
}

const NOTES = ['clocks', 'evaluation', 'best', 'comment', 'told']; // what is known of a node

// The properties of a node that describe its turn, before the turn is played.
function describe(game, turn) {
    const [, side, , , , number] = game.fen().split(' ');
    return {
        turn,
        label: turn === '0000' ? 'pass' : game.notation(turn, 'san'),
        player: side === 'w' ? 'white' : 'black',
        number: Number(number),
    };
}

export class GameTree {
    #files;
    #game;
    #shown; // the node whose position #game has
    /**
     * What the game's file says about it, { data, tip }: a GameData of files.d.ts without turns,
     * and the last node of its main line; or null.
     */
    source = null;

    /** Options are those of newGame: fen, tournamentDraws, chips. Throws the engine's reason. */
    constructor(files, ruleset, options = {}) {
        this.#files = files;
        this.#game = files.newGame(ruleset, options);
        this.root = new Node(null);
        this.#shown = this.root;
    }

    get ruleset() {
        return this.#files.rulesets.find(({ name }) => name === this.#game.ruleset);
    }

    get startFen() {
        return this.#game.startFen;
    }

    get tournamentDraws() {
        return this.#game.tournamentDraws;
    }

    /**
     * The game with the position of this node. It is one object that moves along the tree: use it
     * at once, and neither keep it nor play on it.
     */
    gameAt(node) {
        const wanted = new Set(this.path(node));
        while (!wanted.has(this.#shown)) {
            this.#game.takeBack();
            this.#shown = this.#shown.parent;
        }
        for (const next of this.path(node).slice(this.#shown.ply + 1)) {
            this.#game.play(next.turn);
            this.#shown = next;
        }
        return this.#game;
    }

    /**
     * Plays a turn, in any notation, and returns its node, which may be there already. A forced
     * pass before the turn may be left out and gets a node, too. Throws the engine's reason.
     */
    play(node, turn) {
        const game = this.gameAt(node);
        game.play(turn);
        const turns = game.history('uci').slice(node.ply);
        for (let i = 0; i < turns.length; i++)
            game.takeBack();
        return turns.reduce((parent, played) => this.#child(parent, played), node);
    }

    #child(parent, turn) {
        return parent.children.find(child => child.turn === turn) ?? this.add(parent, turn);
    }

    /** Adds a node for a legal turn in UCI notation, even if there is one already. */
    add(parent, turn) {
        const child = new Node(parent, describe(this.gameAt(parent), turn));
        parent.children.push(child);
        return child;
    }

    /**
     * What turns in UCI notation would be from this node, one after the other: [{ turn, label,
     * player, number, board }], with the board after each. Ends before one that is illegal. Nothing
     * is played.
     */
    preview(node, turns) {
        const game = this.gameAt(node);
        const { length } = game.history();
        const found = [];
        try {
            for (const turn of turns) {
                const facts = describe(game, turn);
                game.play(turn);
                found.push({ ...facts, board: game.board() });
            }
        } catch {
            // The rest is not known.
        }
        while (game.history().length > length)
            game.takeBack();
        return found;
    }

    /** The nodes from the root to this one. */
    path(node) {
        const nodes = [];
        for (let at = node; at; at = at.parent)
            nodes.push(at);
        return nodes.reverse();
    }

    /** The nodes of the game itself, from the root. */
    mainLine() {
        return this.lineFrom(this.root);
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
        }
    }

    /** Removes a node with all that follows it. The root stays. */
    remove(node) {
        if (!node.parent)
            throw new Error('the first position cannot be removed');
        this.gameAt(node.parent);
        const { children } = node.parent;
        children.splice(children.indexOf(node), 1);
    }

    /** Puts a node that was removed back where it was, before the child of this index. */
    insert(node, index) {
        node.parent.children.splice(index, 0, node);
    }

    /** This node, its first child, that one's first child, and so on. */
    lineFrom(node) {
        const line = [node];
        while (line.at(-1).children.length)
            line.push(line.at(-1).children[0]);
        return line;
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

    /** The tree as plain data, for JSON. Nodes are numbered as nodes() orders them. */
    toData() {
        const nodes = this.nodes();
        const indexes = new Map(nodes.map((node, i) => [node, i]));
        const turns = nodes.map(node => {
            const notes = NOTES.filter(name => node[name]).map(name => [name, node[name]]);
            return [indexes.get(node.parent) ?? -1, node.turn, Object.fromEntries(notes)];
        });
        const source = this.source && { ...this.source, tip: indexes.get(this.source.tip) };
        return { ruleset: this.#game.ruleset, fen: this.startFen,
                 tournamentDraws: this.tournamentDraws, turns, source };
    }

    /** The tree of such data. Throws if it is not one. */
    static fromData(files, { ruleset, fen, tournamentDraws, turns, source = null }) {
        const tree = new GameTree(files, ruleset, { fen, tournamentDraws });
        const nodes = [];
        for (const [parent, turn, notes] of turns) {
            const node = nodes.length ? tree.add(nodes[parent], turn) : tree.root;
            for (const name of NOTES)
                node[name] = notes[name] ?? node[name];
            nodes.push(node);
        }
        tree.source = source && { ...source, tip: nodes[source.tip] };
        return tree;
    }
}
