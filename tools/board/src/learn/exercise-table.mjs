// The board of an exercise, with its message line and the field for typed moves.
import { resultText, sentenceOf, turnText } from '../announce.mjs';
import { byId } from '../dom.mjs';
import { colourOf, kindName } from '../pieces.mjs';
import { ViewBoard } from '../view/view-board.mjs';
import { SQUARES } from '../squares.mjs';

// 'White: king on e1, pawn on b3. Black: king on e8.'
function piecesText(board) {
    const list = colour => SQUARES.flatMap((square, i) =>
        (colourOf(board[i]) === colour ? `${kindName(board[i])} on ${square}` : [])).join(', ');
    return `White: ${list('white')}. Black: ${list('black')}.`;
}

export class ExerciseTable {
    #exercise;
    #state = byId('exercise-state');
    #form = byId('exercise-typed');
    #typed = byId('exercise-move');
    #pass = byId('exercise-pass');
    #focused = null; // what has the focus beside the board

    constructor(exercise) {
        this.#exercise = exercise;
        new ViewBoard(byId('exercise-board'), exercise, { isExercise: true });
        exercise.addEventListener('said', ({ detail }) => this.say(detail, true));
        exercise.addEventListener('turn', ({ detail }) => this.#played(detail.node));
        exercise.addEventListener('end', ({ detail }) => this.add(resultText(detail, exercise)));
        exercise.addEventListener('change', () => this.#update());
        this.#form.addEventListener('submit', event => {
            event.preventDefault();
            this.play(this.#typed.value.trim());
        });
        this.#pass.addEventListener('click', () => this.play('0000'));
        const side = byId('exercise').querySelector('.side');
        side.addEventListener('focusin', ({ target }) => (this.#focused = target));
        side.addEventListener('focusout', ({ relatedTarget }) => {
            if (relatedTarget)
                this.#focused = null;
        });
    }

    /** Shows the title of an exercise that has just begun, and clears the message. */
    begin(title) {
        byId('exercise-title').textContent = title;
        this.say('');
        scrollTo(0, 0);
    }

    /** Plays a typed turn or half-turn. */
    play(text) {
        try {
            this.#exercise.moveText(text);
            this.#typed.value = '';
        } catch (error) {
            this.say(error.message, true);
        }
    }

    /** Replaces the message. isReply: it says why something was refused. */
    say(text, isReply = false) {
        this.#state.textContent = sentenceOf(text);
        this.#state.classList.toggle('reply', isReply);
        if (text)
            this.#state.scrollIntoView({ block: 'nearest' });
    }

    /** Appends a sentence to the message. */
    add(text) {
        this.say(`${this.#state.textContent} ${text}`.trim());
    }

    /** Gives the focus to Next if the element that had it has been hidden or disabled. */
    keepFocus() {
        const had = this.#focused;
        if (had && (had.disabled || !had.offsetParent))
            byId('exercise').querySelector('.actions:not([hidden]) [name=next]').focus();
    }

    // The user's own turns are not announced.
    #played(node) {
        const { isShown, players } = this.#exercise;
        const isOwn = players[node.player].kind === 'person';
        if (isOwn && node.turn !== '0000')
            this.say(isShown ? turnText(node) : '');
        else
            this.add(turnText(node));
    }

    #update() {
        byId('exercise-pieces').textContent = piecesText(this.#exercise.board());
        this.#form.hidden = this.#exercise.isDone;
        this.#pass.hidden = !this.#exercise.canPass;
        this.keepFocus();
    }
}
