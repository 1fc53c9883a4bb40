// A lesson: the rules of a game, step by step.
import { byId, createButton } from '../dom.mjs';
import { LESSONS } from './lessons.mjs';

// A turn in a text of a lesson.
const TURN = /([a-h][1-8]-[a-h][1-8]|0000)/;

// Shows a text; a click on a turn in it calls play(turn).
function showText(element, text, play) {
    element.replaceChildren(...text.split(TURN).map((part, i) =>
        (i % 2 ? createButton({ className: 'turn', onclick: () => play(part) }, part) : part)));
}

export class LessonView {
    #exercise;
    #table;
    #listeners;
    #element = byId('lesson');
    #actions = byId('lesson-actions');
    #ruleset;
    #step = 0;

    /**
     * onStep(ruleset, step): a step is shown. onFinish(ruleset): the last step has been done.
     * onPlay(ruleset): the user wants to play this game.
     */
    constructor(exercise, table, listeners) {
        this.#exercise = exercise;
        this.#table = table;
        this.#listeners = listeners;
        const run = { back: () => this.#go(-1), again: () => this.#begin(),
                      next: () => this.#go(1) };
        for (const [name, action] of Object.entries(run))
            this.#button(name).addEventListener('click', action);
    }

    #button(name) {
        return this.#actions.querySelector(`[name=${name}]`);
    }

    /** Shows a step of a ruleset's lesson. */
    open(ruleset, step) {
        this.#ruleset = ruleset;
        this.#step = step in LESSONS[ruleset] ? step : 0;
        this.#element.hidden = this.#actions.hidden = false;
        this.#begin();
    }

    hide() {
        this.#element.hidden = this.#actions.hidden = true;
    }

    get #steps() {
        return LESSONS[this.#ruleset];
    }

    get #isLast() {
        return this.#step === this.#steps.length - 1;
    }

    #go(count) {
        if (count > 0 && this.#isLast) {
            this.#listeners.onPlay(this.#ruleset);
            return;
        }
        this.#step += count;
        this.#begin();
    }

    #begin() {
        const { fen, line } = this.#steps[this.#step];
        this.#exercise.begin({
            ruleset: this.#ruleset,
            fen,
            line,
            refuse: () => 'that is legal, but here do what is asked',
            finish: () => this.#finish(),
        });
        this.#show();
        this.#listeners.onStep(this.#ruleset, this.#step);
    }

    #finish() {
        this.#table.add(this.#steps[this.#step].done);
        this.#update();
        if (this.#isLast)
            this.#listeners.onFinish(this.#ruleset);
    }

    #show() {
        const { title, text, tempt = '', ask } = this.#steps[this.#step];
        const part = selector => this.#element.querySelector(selector);
        const play = turn => this.#table.play(turn);
        const place = `${this.#step + 1} of ${this.#steps.length}`;
        this.#table.begin(`${this.#exercise.ruleset.title} · ${place}`);
        part('h3').textContent = title;
        part('.text').textContent = text;
        showText(part('.tempt'), tempt, play);
        showText(part('.ask'), ask, play);
        this.#update();
    }

    #update() {
        const { isDone } = this.#exercise;
        for (const turn of this.#element.querySelectorAll('.turn'))
            turn.disabled = isDone;
        this.#button('back').disabled = this.#step === 0;
        this.#button('again').disabled = this.#exercise.tip.ply === 0;
        this.#button('next').textContent = this.#isLast ? 'Play this game' : 'Next';
        this.#button('next').classList.toggle('primary', isDone);
        this.#table.keepFocus();
    }
}
