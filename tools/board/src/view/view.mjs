// What one tab of the page looks at: which game, where in it, and how. Views (the board, the list of
// moves, the panels) listen to its events, read its properties, and change it only by its methods.
//
// In the mode 'play' it shows the match, in 'analysis' a study: a copy of the match, or a game that
// was opened. The match goes on whatever is shown. Methods that play turns throw an Error with the
// engine's reason if the turn is not legal; see Refusal in rules.d.ts.
//
// Events:
//   'turn'    a turn was played; detail: see whatHappened() in turns.mjs, and isMatch: whether it
//             was played in the match
//   'end'     the match is over; detail: { winner, reason }
//   'back'    a turn or an ending of the match was taken back, or played again
//   'begin'   a match begins in place of the one before
//   'note'    what is told of a position has changed; detail: { node, isEngines }
//   'said'    there is a message for the user; detail: the text
//   'told'    there is one for those who do not see the board
//   'change'  anything but notes has changed; the last of the events
import { forBoth, other } from '../game/colours.mjs';
import { Match } from '../play/match.mjs';
import { playOnFrom } from '../play/play-on.mjs';
import { PERSON } from '../play/players.mjs';
import { Study } from './study.mjs';

const PASSED_ON = ['turn', 'end', 'back', 'note', 'change']; // events of the match and the study

export class View extends EventTarget {
    /** The Match of this tab. */
    match = null;
    /** The Study that is shown in the analysis; null if there has been none. */
    study = null;
    /** 'play', 'analysis' or 'learn'. */
    mode = 'play';
    /** The colour at the bottom of the board. */
    orientation = 'white';
    /** A turn, or the square of a piece, that is shown as a hint; or null. */
    hint = null;
    /** The move that the user has made ahead of its turn, [from, to, promotion]; or null. */
    premove = null;
    #rules;
    #node; // of the match

    /** rules: the result of loadRules(). match: by default a new one. */
    constructor(rules, match = new Match(rules)) {
        super();
        this.#rules = rules;
        this.setMatch(match);
    }

    /** Makes a match the one of this tab; the one before stops. */
    setMatch(match) {
        this.match?.clock?.pause();
        this.match = this.#listen(match, this.match);
        this.#node = match.tip;
        this.hint = this.premove = null;
    }

    /** Makes a study the one of this tab; null: none. */
    setStudy(study) {
        this.study = this.#listen(study, this.study);
        this.hint = null;
    }

    #listen(source, before) {
        for (const type of PASSED_ON) {
            before?.removeEventListener(type, this.#onEvent);
            source?.addEventListener(type, this.#onEvent);
        }
        return source;
    }

    #onEvent = ({ target, type, detail }) => {
        const isMatch = target === this.match;
        const follows = type === 'back' || (type === 'turn' && detail.node.parent === this.#node);
        if (isMatch && follows)
            this.#node = this.match.tip;
        if (type === 'turn' || type === 'back')
            this.hint = null;
        if (type === 'end' || type === 'back')
            this.premove = null;
        this.#emit(type, type === 'turn' ? { ...detail, isMatch } : detail);
        if (type === 'change' && this.premove && this.isPersonToMove)
            this.#playPremove();
    };

    #emit(type, detail = null) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    #changed() {
        this.#emit('change');
    }

    /** Shows a message to the user. */
    say(text) {
        this.#emit('said', text);
    }

    /** Tells something to those who do not see the board. */
    tell(text) {
        this.#emit('told', text);
    }

    // --- what is shown ---

    get rules() {
        return this.#rules;
    }

    get rulesets() {
        return this.#rules.rulesets;
    }

    get #isStudy() {
        return this.mode === 'analysis';
    }

    /** The GameTree. */
    get tree() {
        return this.#isStudy ? this.study.tree : this.match.tree;
    }

    /** The position shown. */
    get node() {
        return this.#isStudy ? this.study.node : this.#node;
    }

    /** Whether the last position of the match is shown. */
    get isAtTip() {
        return !this.#isStudy && this.#node === this.match.tip;
    }

    /** The rules' game in the position shown; see GameTree.gameAt(). */
    get game() {
        return this.tree.gameAt(this.node);
    }

    get ruleset() {
        return this.tree.ruleset;
    }

    /** { white, black }: see players.mjs. In the analysis they have names only. */
    get players() {
        const { tree } = this;
        return this.#isStudy ? forBoth(colour => ({ ...PERSON, name: tree.nameOf(colour) }))
            : this.match.players;
    }

    /** How the game is over in the position shown, so that nobody can play; or null. */
    get result() {
        return this.isAtTip ? this.match.ending : this.tree.resultAt(this.node);
    }

    /** The same, but also how a game that is analysed has ended where it could be played on. */
    get outcome() {
        return this.#isStudy ? this.tree.outcomeAt(this.node) : this.result;
    }

    /** The player to choose a turn in the position shown; null if the game is over. */
    get player() {
        return this.result ? null : this.tree.statusAt(this.node).player;
    }

    /** The first half of the turn that is being made in the position shown, or null. */
    get halfMove() {
        if (this.#isStudy)
            return this.study.half;
        return this.isAtTip ? this.match.half : null;
    }

    /** Whether the user can make a turn in the position shown. */
    get isPersonToMove() {
        if (this.mode === 'play')
            return this.isAtTip && this.match.isPersonToMove;
        return this.#isStudy && this.player !== null;
    }

    /** Whether the user can spend a chip to pass in the position shown. */
    get canPass() {
        return this.ruleset.chips && this.isPersonToMove && this.moves().includes('0000');
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

    /** The marks for that board; see Marks in rules.d.ts. */
    marks() {
        return this.halfMove ? this.game.marksAfter(this.halfMove) : this.game.marks();
    }

    /** Why the piece on a square has no legal move; null if it has one. See Game.whyNot(). */
    whyNot(square) {
        const { game, halfMove } = this;
        return halfMove ? game.whyNotAfter(halfMove, square) : game.whyNot(square);
    }

    /** What both clocks show here: { white, black } in milliseconds; null if there are none. */
    clocks() {
        const { clock } = this.match;
        return this.isAtTip && clock ? clock.times() : this.tree.clocksAt(this.node);
    }

    /** A GameTree of the game that is shown, with the clocks and the end of a match. */
    shownGame() {
        return this.#isStudy ? this.study.tree : this.match.copy();
    }

    // --- moving about ---

    goTo(node) {
        if (node !== this.node)
            this.hint = this.premove = null;
        if (this.#isStudy) {
            this.study.goTo(node);
        } else {
            this.#node = node;
            this.#changed();
        }
    }

    flip() {
        this.orientation = other(this.orientation);
        this.#changed();
    }

    /** Shows a turn, or the square of the piece to move; null shows none. */
    showHint(hint) {
        this.hint = hint;
        this.#changed();
    }

    /** Play leads to the last position of the match; Analysis to what was analysed last. */
    setMode(mode) {
        if (mode === 'analysis')
            this.#prepareStudy();
        if (mode === 'play')
            this.#node = this.match.tip;
        this.mode = mode;
        this.hint = this.premove = null;
        this.#changed();
    }

    /** Shows a copy of the match in the analysis. */
    analyse() {
        if (this.study?.match !== this.match)
            this.setStudy(null);
        this.setMode('analysis');
    }

    // Without a study the match is copied. A copy without notes of its own is made anew.
    #prepareStudy() {
        const { match, study } = this;
        if (study && (study.match !== match || this.mode === 'analysis'))
            return;
        if (!study?.version)
            this.setStudy(new Study(match.copy(), { match }));
        this.study.follow(this.#node);
    }

    /** Opens a game for analysis. node: the position to show. */
    openTree(tree, { node } = {}) {
        this.setStudy(new Study(tree, { node }));
        this.study.version++;
        this.setMode('analysis');
    }

    // --- making moves ---

    /** Plays a turn, in any notation: in the match, or as a variation. */
    playTurn(turn) {
        if (this.result)
            throw new Error('the game is over');
        if (!this.#isStudy && !this.isAtTip)
            throw new Error('this is an earlier position: the game goes on from its last one');
        (this.#isStudy ? this.study : this.match).play(turn);
    }

    /** Plays turns in UCI notation, in the analysis. */
    playLine(turns) {
        turns.forEach(turn => this.playTurn(turn));
    }

    /** Makes a move on the board: a turn, or one half of one. The promotion is a letter or ''. */
    move(from, to, promotion = '') {
        this.moveText(`${from}${to}${promotion}`);
    }

    /** Makes a move that was typed, in any notation, upper or lower case. */
    moveText(text) {
        try {
            this.#moveText(text);
        } catch (error) {
            error.message = error.message.replace(/^'[^']*' is not legal: /, '');
            throw error;
        }
    }

    #moveText(text) {
        const half = this.halfMove;
        const isFirst = this.ruleset.halfMoves === 2 && half === null && !text.includes(',')
            && !this.result;
        const move = isFirst ? this.game.half(text) : text;
        if (isFirst && !move.endsWith(',gameover'))
            this.#setHalf(move);
        else
            this.playTurn(half === null ? move : `${half},${move}`);
    }

    #setHalf(move) {
        this.hint = null;
        if (this.isPersonToMove)
            (this.#isStudy ? this.study : this.match).setHalf(move);
    }

    /** Takes back the first half of the user's turn; false if there is none. */
    takeHalfBack() {
        if (this.halfMove === null || !this.isPersonToMove)
            return false;
        this.#setHalf(null);
        return true;
    }

    /** Whose pieces the user can move ahead of their turn: 'white', 'black' or null. */
    get premovable() {
        const { match } = this;
        const waits = this.mode === 'play' && this.isAtTip && match.player
            && !match.isPersonToMove && !match.isDemonstration;
        if (!waits)
            return null;
        return this.ruleset.halfMoves === 2 ? 'white' : other(match.player);
    }

    /** Makes a move ahead, [from, to, promotion], which is played as soon as it can be; or null. */
    setPremove(premove) {
        this.premove = premove;
        this.#changed();
    }

    #playPremove() {
        const { premove } = this;
        this.setPremove(null);
        try {
            this.move(...premove);
        } catch ({ message }) {
            this.say(`The move made ahead has been dropped: ${message}`);
        }
    }

    // --- matches ---

    /**
     * Starts a match. Settings that are not given are those of the last one; but if a ruleset is
     * given, the position and the chips default to those of the ruleset.
     */
    startMatch(settings = {}) {
        const usual = settings.ruleset ? { fen: undefined, chips: undefined } : {};
        const match = new Match(this.#rules, { ...this.match.settings, ...usual, ...settings });
        const { white, black } = match.players;
        this.orientation = white.kind === 'engine' && black.kind === 'person' ? 'black' : 'white';
        this.#begin(match);
    }

    /** Starts a match like the last one, with colours changed. */
    rematch() {
        const { players: { white, black }, clock } = this.match.settings;
        this.startMatch({
            players: { white: black, black: white },
            clock: clock && { ...clock, white: clock.black, black: clock.white },
        });
    }

    /** Starts a match from the position shown: see playOnFrom(). */
    playOn() {
        if (!this.player)
            throw new Error('the game is over');
        this.#begin(playOnFrom(this.#rules, this.tree, this.node, this.match.settings));
    }

    #begin(match) {
        this.#emit('begin');
        this.setMatch(match);
        this.setStudy(null);
        this.setMode('play');
    }
}
