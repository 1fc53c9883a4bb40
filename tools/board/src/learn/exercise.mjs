// A position in which the user must find turns: a step of a lesson, or a puzzle.
import { other } from '../game/colours.mjs';
import { PERSON } from '../play/players.mjs';
import { View } from '../view/view.mjs';

/** In a line: every legal turn is right. */
export const ANY = '*';

const REPLY_MS = 700; // before a turn that is played by itself
const HALF_MOVE_MS = 800; // between its two halves

const SCRIPT = { kind: 'engine', level: 0 }; // plays as the line says

/**
 * A View whose match is one task:
 *   ruleset, fen  the position in which the person is to move
 *   line          turns in UCI notation, the person's and the opponent's alternately; for the
 *                 person it may have a list of turns, or ANY
 *   refuse(turn)  called for a legal turn of the person that is not in the line; returns why it is
 *                 refused
 *   finish()      called when the line has been played
 */
export class Exercise extends View {
    /** Whether the line is being played automatically, as the solution. */
    isShown = false;
    #task = null;
    #timer;

    begin(task) {
        const { ruleset, fen = this.rules.ruleset(ruleset).startFen } = task;
        const solver = fen.split(' ')[1] === 'w' ? 'white' : 'black';
        clearTimeout(this.#timer);
        this.#task = task;
        this.isShown = false;
        this.startMatch({ ruleset, fen, players: { [solver]: PERSON, [other(solver)]: SCRIPT } });
    }

    /** The last position. */
    get tip() {
        return this.match.tip;
    }

    get isDone() {
        return !this.#task || this.tip.ply >= this.#task.line.length;
    }

    get isPersonToMove() {
        return !this.isDone && !this.isShown && this.tip.ply % 2 === 0 && super.isPersonToMove;
    }

    /** The turns that continue the line; none if it is complete. */
    get wanted() {
        if (this.isDone)
            return [];
        const turns = [this.#task.line[this.tip.ply]].flat();
        return turns[0] === ANY ? this.game.turns('uci') : turns;
    }

    playTurn(turn) {
        const found = this.game.notation(turn, 'uci');
        if (!this.isPersonToMove)
            throw new Error(this.isDone ? 'this is done' : 'it is not your turn');
        if (!this.wanted.includes(found)) {
            this.takeHalfBack();
            throw new Error(this.#task.refuse(found));
        }
        super.playTurn(found);
        this.#goOn();
    }

    /** Plays the rest of the line. */
    showSolution() {
        this.takeHalfBack();
        this.isShown = true;
        this.showHint(null);
        this.#goOn();
    }

    // Plays the line up to the next turn that the user is to find, with pauses.
    #goOn() {
        clearTimeout(this.#timer);
        if (this.isDone)
            this.#task.finish();
        else if (!this.isPersonToMove)
            this.#timer = setTimeout(() => this.#play(), this.halfMove ? HALF_MOVE_MS : REPLY_MS);
    }

    #play() {
        const [turn] = this.wanted;
        const [half, second] = turn.split(',');
        if (second && second !== 'gameover' && !this.halfMove)
            this.match.setHalf(half);
        else
            this.match.play(turn);
        this.#goOn();
    }
}
