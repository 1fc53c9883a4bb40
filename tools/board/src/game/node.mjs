// A node of a GameTree.
import { scoreFor } from './notes.mjs';

/** A position of the game: the first one (the root), or the one after the node's turn. */
export class Node {
    /** In UCI notation; '0000' is a pass. Null in the root. */
    turn;
    /** The turn in SAN; a pass is 'pass'. */
    label;
    /** Who played the turn: 'white' or 'black'; null in the root. */
    player;
    /** The number of the move to which the turn belongs. */
    number;
    /** The number of turns that lead here, passes included. */
    ply;
    parent;
    /** The first child continues the line; the others are variations. */
    children = [];
    /** Where the file has this variation beside another one: that one's first node. */
    beside = null;
    /** What is told about the turn: a TurnData of files.d.ts without `turn` and `instead`. */
    notes = {};
    /** The best turn in this position as far as the engine knows, or null. */
    best = null;
    /** The rules' status() here once it has been asked for: see statusAt(). */
    status = null;

    constructor(parent, { turn = null, label = '', player = null, number = 0 } = {}) {
        Object.assign(this, { parent, turn, label, player, number });
        this.ply = parent ? parent.ply + 1 : 0;
    }

    /** The score of this position from White's view, { cp } or { mate }, or null. */
    get evaluation() {
        const { score } = this.notes;
        return score ? scoreFor(score, this.player ?? 'white') : null;
    }

    set evaluation(score) {
        this.notes.score = score ? scoreFor(score, this.player ?? 'white') : undefined;
    }
}
