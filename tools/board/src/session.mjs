// The state of the page. Views listen to its events, read its properties, and change it
// only by its methods.
//
// Events:
//   'change'     anything but the annotations of a node has changed
//   'annotated'  the annotations of a node have changed; detail: the Node
//   'played'     a turn of the game was played; detail: its Node
//   'ended'      the game is over; detail: { winner, reason }
//   'said'       there is a message for the user; detail: the text
//
// The *tip* is the current position of the game, the *node* the position shown. In the mode 'play'
// the clocks run and the engine plays at the tip, even while the user looks at another position. In
// 'analysis' no clock runs and the engine does not play. Methods that play turns throw an Error
// with the engine's reason if the turn is not legal; see Refusal in index.d.ts.
import { Clock, other } from './clock.mjs';
import { GameTree, isPassForced } from './game-tree.mjs';

const PERSON = { kind: 'person' };
const ENGINE = { kind: 'engine', level: 3 };

/** The default settings of a game. clock: { initial, increment } in milliseconds, or null. */
const SETTINGS = {
    ruleset: '6170-spring-2007',
    fen: undefined,
    tournamentDraws: false,
    chips: undefined,
    players: { white: PERSON, black: ENGINE },
    clock: null,
};

export class Session extends EventTarget {
    /** The GameTree. */
    tree;
    /** The position shown. */
    node;
    /** The current position of the game. */
    tip;
    /** { white, black }: { kind: 'person' } or { kind: 'engine', level }, perhaps with a name. */
    players;
    /** A Clock, or null. */
    clock = null;
    /** The colour at the bottom of the board. */
    orientation = 'white';
    /** 'play', 'analysis' or 'learn'. */
    mode = 'play';
    /** Whether the user has paused a game of the engine against itself. */
    isPaused = false;
    /** A turn, or the square of a piece, that is shown as a hint; or null. */
    hint = null;
    #files;
    #settings = SETTINGS;
    #half = null; // { node, move }: the first half of a turn
    #forfeit = null; // { winner, reason } where the tip was resigned or lost on time
    #undone = []; // tips to which redo() leads
    #removed = null; // { node, index, shown }: the variation that was removed last
    #left = null; // toData() of the game that openTree() replaced, or null

    /** files: the result of loadFiles(). */
    constructor(files) {
        super();
        this.#files = files;
        this.#begin(new GameTree(files, SETTINGS.ruleset), SETTINGS);
    }

    get files() {
        return this.#files;
    }

    get rulesets() {
        return this.#files.rulesets;
    }

    get ruleset() {
        return this.tree.ruleset;
    }

    /** The settings of the game; newGame() uses them again. */
    get settings() {
        return this.#settings;
    }

    /** The game in the position shown; see GameTree.gameAt(). */
    get game() {
        return this.tree.gameAt(this.node);
    }

    /** null, or { winner, reason } of the position shown; winner is null in a draw. */
    get result() {
        return this.resultAt(this.node);
    }

    /** The player to choose a turn in the position shown; null if the game is over. */
    get player() {
        return this.playerAt(this.node);
    }

    /** The first half of the turn that is being made in the position shown, or null. */
    get halfMove() {
        return this.#half?.node === this.node ? this.#half.move : null;
    }

    /** Whether the user can make a turn in the position shown. */
    get isPersonToMove() {
        const player = this.player;
        if (!player || this.mode === 'learn')
            return false;
        return this.mode === 'analysis' || this.players[player].kind === 'person';
    }

    /** Whether the engine is to move at the tip. */
    get isEngineToMove() {
        const player = this.mode === 'play' && !this.isPaused && this.playerAt(this.tip);
        return Boolean(player) && this.players[player].kind === 'engine';
    }

    /** Whether the engine plays both colours. */
    get isDemonstration() {
        return this.players.white.kind === 'engine' && this.players.black.kind === 'engine';
    }

    /** The colour that can resign, or null. */
    get resigner() {
        const player = this.playerAt(this.tip);
        if (this.mode !== 'play' || !player || this.isDemonstration)
            return null;
        return this.players[player].kind === 'person' ? player : other(player);
    }

    /** Whether the user can spend a chip to pass in the position shown. */
    get canPass() {
        return this.ruleset.chips && this.isPersonToMove && this.moves().includes('0000');
    }

    get canUndo() {
        const hasHalf = this.#half?.node === this.tip;
        return this.mode === 'play' && Boolean(this.#forfeit || hasHalf || this.#undoTarget());
    }

    get canRedo() {
        return this.mode === 'play' && this.#undone.length > 0;
    }

    /** How the game ended, { winner, reason }, or null: as resultAt(tip), but in every mode. */
    get ending() {
        return this.#forfeit ?? this.#ruledResult(this.tip);
    }

    // In analysis a game that was resigned or lost on time can be continued.
    resultAt(node) {
        const isForfeit = node === this.tip && this.mode === 'play' && this.#forfeit;
        return isForfeit || this.#ruledResult(node);
    }

    #ruledResult(node) {
        const { state, winner = null, reason } = this.tree.gameAt(node).status();
        return state === 'playing' ? null : { winner, reason };
    }

    playerAt(node) {
        return this.resultAt(node) ? null : this.tree.gameAt(node).status().player;
    }

    /** Why the piece on a square has no legal move; null if it has one. See Game.whyNot(). */
    whyNot(square) {
        const { game, halfMove } = this;
        return halfMove ? game.whyNotAfter(halfMove, square) : game.whyNot(square);
    }

    /**
     * The legal moves that can be made on the board now: in mind control halves of turns, the
     * second ones after a first. UCI notation; '0000' is a pass.
     */
    moves() {
        if (this.result)
            return [];
        return this.halfMove ? this.game.movesAfter(this.halfMove) : this.game.moves();
    }

    /** The pieces of the position shown, after the first half of a turn if there is one. */
    board() {
        return this.halfMove ? this.game.boardAfter(this.halfMove) : this.game.board();
    }

    /** The marks for that board; see Marks in index.d.ts. */
    marks() {
        return this.halfMove ? this.game.marksAfter(this.halfMove) : this.game.marks();
    }

    // --- the game ---

    /**
     * Starts a game. Settings that are not given are those of the last game; but if a ruleset is
     * given, the position and the chips default to those of the ruleset.
     */
    newGame(settings = {}) {
        const usual = settings.ruleset ? { fen: undefined, chips: undefined } : {};
        const all = { ...this.#settings, ...usual, ...settings };
        const { ruleset, fen, tournamentDraws, chips } = all;
        this.#begin(new GameTree(this.#files, ruleset, { fen, tournamentDraws, chips }), all);
        this.#left = null;
        const { white, black } = this.players;
        this.orientation = white.kind === 'engine' && black.kind === 'person' ? 'black' : 'white';
        this.mode = 'play';
        this.#change();
    }

    /**
     * Opens a game for analysis; returnToGame() goes back to the one before. tip: the last position;
     * node: the position to show; names: the players'; forfeit: { winner, reason } if the game did
     * not end by the rules; clock: { initial, increment, left } if it goes on with clocks.
     */
    openTree(tree, { tip, node = tip, names = {}, forfeit = null, clock = null }) {
        if (this.tree.root.children.length)
            this.#left ??= this.toData();
        const { startFen: fen, tournamentDraws, ruleset } = tree;
        const person = colour => ({ ...PERSON, name: names[colour] });
        const { left, ...pace } = clock ?? {};
        const game = { ruleset: ruleset.name, fen, tournamentDraws, chips: undefined,
                       clock: clock && pace };
        this.#begin(tree, { ...this.#settings, ...game });
        this.players = { white: person('white'), black: person('black') };
        this.tip = this.#settle(tip);
        this.node = node === tip ? this.tip : node;
        this.clock?.set(left);
        this.#forfeit = forfeit;
        this.mode = 'analysis';
        this.#change();
    }

    /** Whether there is a game for returnToGame(). */
    get canReturn() {
        return this.#left !== null;
    }

    /**
     * Goes back to the game that openTree() replaced. That game is kept until a new game begins, or
     * until a turn is played in the mode 'play'.
     */
    returnToGame() {
        const left = this.#left;
        if (!left)
            return;
        try {
            this.restore({ ...left, mode: left.mode === 'learn' ? 'play' : left.mode });
        } catch {
            this.#left = null;
            this.#change();
            this.say('The game that was kept is damaged.');
        }
    }

    #begin(tree, settings) {
        this.#settings = settings;
        this.tree = tree;
        this.tip = this.#settle(tree.root);
        this.node = this.tip;
        this.players = settings.players;
        this.isPaused = false;
        this.#forget();
        this.#undone = [];
        this.#removed = null;
        this.#setClock();
    }

    // The node after a forced pass, which is played; or the node itself if there is none.
    #settle(node) {
        return isPassForced(this.tree.gameAt(node)) ? this.tree.play(node, '0000') : node;
    }

    #forget() {
        this.#half = null;
        this.#forfeit = null;
        this.hint = null;
    }

    /** Plays a turn, in any notation, in the position shown. */
    playTurn(turn) {
        if (this.result)
            throw new Error('the game is over');
        const node = this.tree.play(this.node, turn);
        if (this.mode === 'play')
            this.#playAt(this.node, node);
        else
            this.#show(this.#settle(node));
    }

    /** Shows the position after some turns in UCI notation, as a variation. */
    playLine(turns) {
        const last = turns.reduce((node, turn) => this.tree.play(node, turn), this.node);
        this.#show(this.#settle(last));
    }

    /** Plays a turn at the tip, whichever position is shown. */
    playAtTip(turn) {
        this.#playAt(this.tip, this.tree.play(this.tip, turn));
    }

    // Makes `to`, a child of `from`, the tip.
    #playAt(from, to) {
        const follow = this.node === from;
        if (from !== this.tip)
            this.#setTip(from);
        if (this.clock) {
            this.clock.pause();
            this.clock.credit(to.player);
            to.clocks = this.clock.times();
        }
        this.#undone = [];
        this.#left = null;
        this.#forget();
        this.tip = this.#settle(to);
        this.tree.promote(this.tip);
        if (follow)
            this.node = this.tip;
        for (const node of new Set([to, this.tip]))
            this.dispatchEvent(new CustomEvent('played', { detail: node }));
        this.#reportEnd();
        this.#change();
    }

    #reportEnd() {
        if (this.ending)
            this.dispatchEvent(new CustomEvent('ended', { detail: this.ending }));
    }

    /**
     * Makes a move on the board: a turn, or one half of one. The promotion is a letter or ''.
     */
    move(from, to, promotion = '') {
        this.moveText(`${from}${to}${promotion}`);
    }

    /** Makes a move that was typed, in any notation, upper or lower case. */
    moveText(text) {
        const half = this.halfMove;
        if (half !== null)
            this.#playTyped(`${half},${text}`);
        else if (this.ruleset.halfMoves === 2 && !text.includes(','))
            this.#playHalf(text);
        else
            this.#playTyped(text);
    }

    #playTyped(text) {
        this.playTurn(this.result ? text : this.game.notation(text, 'uci'));
    }

    #playHalf(text) {
        const half = this.result ? text : this.game.half(text);
        if (this.result || half.endsWith(',gameover'))
            this.playTurn(half);
        else
            this.showHalf(half, this.node);
    }

    /** Shows the first half of a turn. */
    showHalf(move, node = this.tip) {
        this.#half = { node, move };
        this.hint = null;
        this.#change();
    }

    /** Takes back the first half of the user's turn; false if there is none. */
    takeHalfBack() {
        if (this.halfMove === null || !this.isPersonToMove)
            return false;
        this.#half = null;
        this.#change();
        return true;
    }

    resign() {
        const colour = this.resigner;
        if (colour)
            this.#endBy({ winner: other(colour), reason: 'resignation' });
    }

    #endBy(result) {
        this.#forfeit = result;
        this.#half = null;
        this.#reportEnd();
        this.#change();
    }

    setPaused(isPaused) {
        this.isPaused = isPaused;
        this.#change();
    }

    // The last position before the tip in which a person was to move; null if there is none.
    #undoTarget() {
        if (this.isDemonstration)
            return null;
        let node = this.tip.parent;
        while (node && !(this.#isTurnOf(node, 'person')))
            node = node.parent;
        return node;
    }

    #isTurnOf(node, kind) {
        const game = this.tree.gameAt(node);
        const { state, player } = game.status();
        return state === 'playing' && !isPassForced(game) && this.players[player].kind === kind;
    }

    /** Takes back the user's last turn or first half-turn, a resignation, or a loss on time. */
    undo() {
        if (!this.canUndo || (this.#half?.node === this.tip && this.takeHalfBack()))
            return;
        const target = this.#forfeit ? this.tip : this.#undoTarget();
        const undone = target === this.tip ? this.#undone : [...this.#undone, this.tip];
        this.#setTip(target);
        this.#undone = undone;
        this.#show(this.tip);
    }

    redo() {
        if (!this.canRedo)
            return;
        const undone = [...this.#undone];
        this.#setTip(undone.pop());
        this.#undone = undone;
        this.#show(this.tip);
    }

    #setTip(node) {
        this.tip = node;
        this.#forget();
        this.#undone = [];
        this.#setClock();
    }

    /** Continues the game from the position shown, against the engine and without clocks. */
    playOn() {
        const { player } = this;
        if (!player)
            throw new Error('the game is over');
        const { white, black } = this.#settings.players;
        const engine = [white, black].find(({ kind }) => kind === 'engine') ?? ENGINE;
        this.players = { [player]: PERSON, [other(player)]: engine };
        this.#settings = { ...this.#settings, players: this.players, clock: null };
        this.tree.promote(this.node);
        this.#setTip(this.node);
        this.mode = 'play';
        this.#change();
    }

    // --- clocks ---

    #setClock() {
        const { clock } = this.#settings;
        this.clock?.pause();
        this.clock = null;
        if (!clock)
            return;
        const times = this.tree.path(this.tip).findLast(node => node.clocks)?.clocks
            ?? { white: clock.initial, black: clock.initial };
        this.clock = new Clock(times, clock.increment);
        this.clock.addEventListener('flag', ({ detail }) => this.#endBy(this.#flagResult(detail)));
    }

    // The rules know of flags that fall in a draw.
    #flagResult(expired) {
        const data = this.tree.gameAt(this.tip).data();
        const { winner = null, reason } = this.#files.fromData({ ...data, expired }).status();
        return { winner, reason };
    }

    // The clocks start after the first turn, and run in the mode 'play' only.
    #updateClock() {
        const player = this.playerAt(this.tip);
        if (player && this.tip.parent && this.mode === 'play' && !this.isPaused)
            this.clock?.start(player);
        else
            this.clock?.pause();
    }

    // --- what is shown ---

    goTo(node) {
        this.#show(node);
    }

    setMode(mode) {
        this.mode = mode;
        this.#half = null;
        this.#show(mode === 'play' ? this.tip : this.node);
    }

    flip() {
        this.orientation = other(this.orientation);
        this.#change();
    }

    /** Shows a turn, or the square of the piece to move; null shows none. */
    showHint(hint) {
        this.hint = hint;
        this.#change();
    }

    /** Shows a message to the user. */
    say(text) {
        this.dispatchEvent(new CustomEvent('said', { detail: text }));
    }

    /** Makes the line to a node the main one. */
    promoteVariation(node) {
        this.tree.promote(node);
        this.#change();
    }

    /** Whether a node can be removed: not if it is on the path to the tip. */
    canRemove(node) {
        return !this.tree.path(this.tip).includes(node);
    }

    /** Removes a node and what follows it. */
    removeVariation(node) {
        const isInside = at => this.tree.path(at).includes(node);
        if (!this.canRemove(node))
            throw new Error('the game itself cannot be removed');
        this.#removed = { node, index: node.parent.children.indexOf(node), shown: this.node };
        const shown = isInside(this.node) ? node.parent : this.node;
        this.tree.remove(node);
        this.#undone = this.#undone.filter(at => !isInside(at));
        this.#show(shown);
    }

    /** Whether restoreVariation() can work: not if the removed turn has been played again. */
    get canRestore() {
        const { node } = this.#removed ?? {};
        return Boolean(node) && node.parent.children.every(({ turn }) => turn !== node.turn);
    }

    /** Brings back what was removed last. */
    restoreVariation() {
        if (!this.canRestore)
            return;
        const { node, index, shown } = this.#removed;
        this.#removed = null;
        this.tree.insert(node, index);
        this.#show(shown);
    }

    #show(node) {
        if (node !== this.node)
            this.hint = null;
        this.node = node;
        this.#change();
    }

    /** Sets annotations of a node: evaluation, best, comment. */
    annotate(node, notes) {
        Object.assign(node, notes);
        this.dispatchEvent(new CustomEvent('annotated', { detail: node }));
    }

    #change() {
        this.#updateClock();
        this.dispatchEvent(new Event('change'));
    }

    // --- saving ---

    /** The session as plain data for JSON. */
    toData() {
        const nodes = this.tree.nodes();
        const index = node => nodes.indexOf(node);
        return {
            settings: this.#settings,
            players: this.players,
            tree: this.tree.toData(),
            node: index(this.node),
            tip: index(this.tip),
            undone: this.#undone.map(index),
            clocks: this.clock?.times() ?? null,
            forfeit: this.#forfeit,
            orientation: this.orientation,
            mode: this.mode,
            isPaused: this.isPaused,
            left: this.#left,
        };
    }

    /**
     * Restores the session from the data of toData(). Throws, and changes nothing, if they are
     * damaged.
     */
    restore(data) {
        const tree = GameTree.fromData(this.#files, data.tree);
        const nodes = tree.nodes();
        const [node, tip, ...undone] = [data.node, data.tip, ...data.undone].map(i => {
            if (!nodes[i])
                throw new Error('the game that was kept is damaged');
            return nodes[i];
        });
        const { isPaused, mode, orientation, settings, players: { white, black } } = data;
        if (!settings || !white || !black)
            throw new Error('the game that was kept is damaged');
        this.#begin(tree, { ...SETTINGS, ...settings });
        Object.assign(this, { node, tip, isPaused, mode, orientation, players: { white, black } });
        this.#undone = undone;
        this.#left = data.left ?? null;
        this.#forfeit = data.forfeit;
        this.#setClock();
        if (data.clocks && this.clock)
            this.clock.set(data.clocks);
        this.#change();
    }
}
