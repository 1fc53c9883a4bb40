// A match: a game that is being played. Its record is one line, which grows at its tip or is taken
// back there; its clocks run and its players play whatever the page shows.
//
// Events:
//   'turn'    a turn was played; detail: as whatHappened() of turns.mjs says
//   'back'    a turn or an ending was taken back, or a turn that was taken back was played again
//   'end'     the match is over; detail: { winner, reason }
//   'change'  anything has changed; the last of the events
//
// How a match ends, { winner, reason }: winner is null in a draw; the reason is one of the rules',
// or 'timeExpired', 'resignation' or 'agreement'.
import { COLOURS, forBoth, other } from '../game/colours.mjs';
import { GameTree, RESULTS } from '../game/game-tree.mjs';
import { whatHappened } from '../game/turns.mjs';
import { Clock } from './clock.mjs';
import { ENGINE, PERSON, storedName } from './players.mjs';

/** clock: { white, black, increment } in milliseconds, or null. */
const SETTINGS = {
    ruleset: '6170-spring-2007',
    fen: undefined,
    tournamentDraws: false,
    chips: undefined,
    players: { white: PERSON, black: ENGINE },
    clock: null,
};

const TAGS = { white: 'White', black: 'Black' };
const NO_END = {
    result: undefined,
    statedReason: undefined,
    expired: undefined,
    forfeit: undefined,
    verdict: undefined,
};
// Tags that say how a game ended, or what other members of GameData say.
const END_TAGS = ['Result', 'Termination', 'TimeControl'];

function today() {
    const now = new Date();
    const pad = value => String(value).padStart(2, '0');
    return `${now.getFullYear()}.${pad(now.getMonth() + 1)}.${pad(now.getDate())}`;
}

export class Match extends EventTarget {
    /** A GameTree without variations. */
    tree;
    /** The last position. */
    tip;
    /** The Clock, or null. */
    clock = null;
    /** Whether the match has been interrupted: no clock runs, and the engine does not play. */
    isPaused = false;
    /** The first half of the turn that is being made at the tip, or null. */
    half = null;
    /** The colour that offers a draw, or null. */
    offer = null;
    /** Grows with everything that is to be kept. */
    version = 0;
    #rules;
    #settings;
    #forfeit = null; // how it ended, if not by the rules
    #undone = []; // what redo() plays: lines, as their first and last nodes
    #isHeld = false; // has the player decided, so that no clock runs?
    #wasOver = false;

    /**
     * Settings that are not given are those of SETTINGS. tree: what has been played before, by
     * default nothing; left: what the clocks show, by default what the tree tells.
     */
    constructor(rules, settings = {}, { tree = null, left = null } = {}) {
        super();
        this.#rules = rules;
        this.#settings = { ...SETTINGS, ...settings };
        const { ruleset, fen, tournamentDraws, chips, players, clock } = this.#settings;
        this.tree = tree ?? new GameTree(rules, ruleset, { fen, tournamentDraws, chips });
        this.players = players;
        this.tree.outcome = this.tree.ended = null;
        this.tip = this.tree.settle(this.tree.end);
        Object.assign(this.tree.about, {
            ...NO_END,
            timed: Boolean(clock),
            clocks: clock ? forBoth(colour => ({ initial: clock[colour] })) : undefined,
            increment: clock?.increment,
            tags: this.#tags(),
        });
        if (clock)
            this.clock = new Clock(left ?? this.tree.clocksAt(this.tip), clock.increment);
        this.clock?.addEventListener('flag', ({ detail }) => this.#expire(detail));
        this.#runClock();
    }

    /** The settings of the match, for another one like it. */
    get settings() {
        return this.#settings;
    }

    // The names of the players, the date, and what the tree's own tags say besides.
    #tags() {
        const { tags = [] } = this.tree.about;
        const names = COLOURS.map(colour => [TAGS[colour], storedName(this.players[colour])]);
        const isNew = ([name]) => !END_TAGS.includes(name)
            && !names.some(([known, value]) => name.startsWith(known) && value !== this.tree.tag(known));
        const kept = tags.filter(isNew);
        const added = [['Date', today()], ...names];
        return [...added.filter(([name]) => !kept.some(([known]) => known === name)), ...kept];
    }

    get ruleset() {
        return this.tree.ruleset;
    }

    /** How the match ended, { winner, reason }, or null. */
    get ending() {
        return this.#forfeit ?? this.tree.resultAt(this.tip);
    }

    /** The colour to play; null if the match is over. */
    get player() {
        return this.ending ? null : this.tree.statusAt(this.tip).player;
    }

    #isTurnOf(kind) {
        return this.player !== null && this.players[this.player].kind === kind;
    }

    get isPersonToMove() {
        return this.#isTurnOf('person');
    }

    get isEngineToMove() {
        return !this.isPaused && this.#isTurnOf('engine');
    }

    /** Whether the engine plays both colours. */
    get isDemonstration() {
        return COLOURS.every(colour => this.players[colour].kind === 'engine');
    }

    /** Whether persons play both colours. */
    get isOfPersons() {
        return COLOURS.every(colour => this.players[colour].kind === 'person');
    }

    // --- turns ---

    /** Plays a turn, in any notation. Throws the engine's reason if it is not legal. */
    play(turn) {
        if (this.ending)
            throw new Error('the game is over');
        const { tree } = this;
        const node = tree.play(this.tip, turn);
        if (this.clock) {
            this.clock.pause();
            this.clock.credit(node.player);
            tree.setClock(node, Math.ceil(this.clock.left(node.player)));
        }
        const isOffered = this.offer === node.player;
        this.#undone = [];
        this.isPaused = false;
        this.#setTip(tree.settle(node));
        this.offer = isOffered ? node.player : null;
        for (const played of new Set([node, this.tip]))
            this.#emit('turn', whatHappened(tree, played));
        this.#changed();
    }

    // Forgets what is about the position before.
    #setTip(node) {
        this.tip = node;
        this.half = this.offer = this.#forfeit = null;
        this.#isHeld = false;
    }

    /** Makes the first half of a turn; null takes it back. */
    setHalf(half) {
        this.half = half;
        this.#changed();
    }

    /** The player to move has decided: no clock runs until its turn is played. */
    hold() {
        this.#isHeld = true;
        this.#changed();
    }

    setPaused(isPaused) {
        this.isPaused = isPaused;
        this.#isHeld = false;
        if (!this.isPersonToMove)
            this.half = null;
        this.#changed();
    }

    // --- the end ---

    /** The colour that can resign, or null. */
    get resigner() {
        const { player } = this;
        if (!player || this.isDemonstration)
            return null;
        return this.isPersonToMove ? player : other(player);
    }

    resign() {
        if (this.resigner)
            this.#endBy({ winner: other(this.resigner), reason: 'resignation' });
    }

    /** Whether the player to move can offer a draw. */
    get canOffer() {
        return this.isOfPersons && this.player !== null && this.offer === null;
    }

    /** The player to move offers a draw; the other one accepts it, or plays on. */
    offerDraw() {
        this.offer = this.player;
        this.#changed();
    }

    acceptDraw() {
        if (this.offer)
            this.#endBy({ winner: null, reason: 'agreement' });
    }

    #endBy(ending) {
        this.#forfeit = ending;
        this.half = this.offer = null;
        this.#changed();
    }

    // The rules know of flags that fall in a draw.
    #expire(expired) {
        const game = this.tree.gameAt(this.tip).expire(expired);
        const { winner = null, reason } = game.status();
        game.takeBack();
        this.#endBy({ winner, reason });
    }

    // --- taking back ---

    get canUndo() {
        return Boolean(this.#forfeit || this.half !== null || this.#target());
    }

    get canRedo() {
        return this.#undone.length > 0;
    }

    // The last position before the tip in which a person was to move; null if there is none.
    #target() {
        const isPersons = node => !this.tree.isPassForced(node)
            && this.players[this.tree.statusAt(node).player].kind === 'person';
        let node = this.isDemonstration ? null : this.tip.parent;
        while (node && !isPersons(node))
            node = node.parent;
        return node;
    }

    /** Takes back the person's first half of a turn, an ending, or the last turn of a person. */
    undo() {
        if (!this.canUndo)
            return;
        if (this.half !== null && this.isPersonToMove) {
            this.setHalf(null);
            return;
        }
        if (this.#forfeit)
            this.#setTip(this.tip);
        else
            this.#takeBack(this.#target());
        this.#goBack();
    }

    redo() {
        if (!this.canRedo)
            return;
        const [first, last] = this.#undone.pop();
        this.tree.insert(first, 0);
        this.#setTip(last);
        this.#goBack();
    }

    // Takes back the turns after a node, for redo().
    #takeBack(node) {
        const [first] = node.children;
        this.#undone.push([first, this.tip]);
        this.tree.remove(first);
        this.#setTip(node);
    }

    #goBack() {
        this.clock?.set(this.tree.clocksAt(this.tip));
        this.#emit('back');
        this.#changed();
    }

    // --- clocks and events ---

    #runClock() {
        if (this.player && !this.isPaused && !this.#isHeld)
            this.clock?.start(this.player);
        else
            this.clock?.pause();
    }

    #emit(type, detail = null) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    #changed() {
        this.version++;
        this.#runClock();
        if (this.ending && !this.#wasOver)
            this.#emit('end', this.ending);
        this.#wasOver = this.ending !== null;
        this.#emit('change');
    }

    // --- as data ---

    // How GameData says that the match has ended.
    #end() {
        const { winner, reason } = this.#forfeit ?? {};
        if (!reason)
            return {};
        const loser = winner ? other(winner) : this.tree.statusAt(this.tip).player;
        if (reason === 'timeExpired')
            return { expired: loser };
        return { ...winner && { forfeit: { loser, reason } }, result: RESULTS[winner] };
    }

    /** A copy of the game with its clocks and its end, to be looked at or written. */
    copy() {
        const times = this.clock?.times();
        const { clocks } = this.tree.about;
        const copy = GameTree.fromData(this.#rules, {
            ...this.tree.toData(),
            clocks: times && forBoth(colour => ({
                ...clocks[colour],
                current: Math.ceil(times[colour]) || Number(this.#end().expired !== colour),
            })),
            ...this.#end(),
        });
        return Object.assign(copy, { outcome: this.ending, ended: copy.end });
    }

    /** The match as plain data for JSON. */
    toData() {
        const lineOf = ([first]) => this.tree.lineFrom(first).map(({ turn, notes }) => ({ turn, notes }));
        return {
            settings: this.#settings,
            tree: this.tree.toData(),
            left: this.clock?.times() ?? null,
            forfeit: this.#forfeit,
            undone: this.#undone.map(lineOf),
            isPaused: this.isPaused,
            half: this.half,
            offer: this.offer,
        };
    }

    /** The match of such data. Throws if they are damaged. */
    static fromData(rules, { settings, tree: turns, left, forfeit, undone, ...state }) {
        const { white, black } = settings.players;
        if (!white.kind || !black.kind)
            throw new Error('the players are not known');
        const match = new Match(rules, settings, { tree: GameTree.fromData(rules, turns), left });
        match.#restore(undone);
        match.#forfeit = forfeit;
        match.isPaused = state.isPaused;
        match.half = match.isPersonToMove ? state.half : null;
        match.offer = state.offer;
        match.#wasOver = match.ending !== null;
        match.#runClock();
        return match;
    }

    // Plays what was taken back, and takes it back again.
    #restore(lines) {
        const { tree } = this;
        const starts = [];
        for (const line of [...lines].reverse()) {
            starts.unshift(this.tip);
            for (const { turn, notes } of line) {
                this.tip = tree.play(this.tip, turn);
                this.tip.notes = notes;
            }
        }
        starts.forEach(start => this.#takeBack(start));
    }
}
