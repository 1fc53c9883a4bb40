// The board of an exercise, with what is said below it and the field for typed moves.
import { resultText, turnText } from './announce.mjs';
import { SessionBoard } from './session-board.mjs';

const element = id => document.getElementById(id);

export class ExerciseTable {
    #exercise;
    #state = element('exercise-state');
    #typed = element('exercise-move');
    #pass = element('exercise-pass');

    constructor(exercise) {
        this.#exercise = exercise;
        new SessionBoard(element('exercise-board'), exercise);
        exercise.addEventListener('said', ({ detail }) => this.say(detail, true));
        exercise.addEventListener('played', ({ detail }) => this.#played(detail));
        exercise.addEventListener('ended', ({ detail }) => this.add(resultText(detail, exercise)));
        exercise.addEventListener('change', () => this.#update());
        element('exercise-typed').addEventListener('submit', event => {
            event.preventDefault();
            this.play(this.#typed.value.trim());
        });
        this.#pass.addEventListener('click', () => this.play('0000'));
    }

    /** Plays a turn, or half of one, that was not made on the board. */
    play(text) {
        try {
            this.#exercise.moveText(text);
            this.#typed.value = '';
        } catch (error) {
            this.say(error.message, true);
        }
    }

    /** Replaces what was said before. isReply: something was refused. */
    say(text, isReply = false) {
        const sentence = text.charAt(0).toUpperCase() + text.slice(1);
        this.#state.textContent = !text || /[.…?!]$/.test(text) ? sentence : `${sentence}.`;
        this.#state.classList.toggle('reply', isReply);
    }

    /** Says one more sentence. */
    add(text) {
        this.say(`${this.#state.textContent} ${text}`.trim());
    }

    // The person's own turns need no comment.
    #played(node) {
        const { isShown, players } = this.#exercise;
        const isOwn = players[node.player].kind === 'person';
        if (isOwn && node.turn !== '0000')
            this.say(isShown ? turnText(node) : '');
        else
            this.add(turnText(node));
    }

    #update() {
        element('exercise-typed').hidden = !this.#exercise.isPersonToMove;
        this.#pass.hidden = !this.#exercise.canPass;
    }
}
