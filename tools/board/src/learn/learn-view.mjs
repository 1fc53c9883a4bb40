// The mode Learn: the table of contents, and an exercise (a step of a lesson, or a puzzle).
import { byId, createButton, createElement } from '../dom.mjs';
import { FAMILIES } from '../new-game/rules-text.mjs';
import { ExerciseTable } from './exercise-table.mjs';
import { Exercise } from './exercise.mjs';
import { LessonView } from './lesson-view.mjs';
import { LESSONS } from './lessons.mjs';
import { PuzzlesView } from './puzzles-view.mjs';

// An entry of the contents: a button and a note.
function addEntry(list, title, note, open) {
    list.append(createElement('li', {},
        createButton({ onclick: open }, title), ' ', createElement('span', {}, note)));
}

export class LearnView {
    #view;
    #store;
    #puzzles;
    #progress;
    #onPlay;
    #onAnalyse;
    #lessonView = null; // null until Learn is opened for the first time
    #puzzlesView;
    #opener = -1; // the index of the entry of the contents that was opened

    /**
     * puzzles: the collections, each { family, puzzles }. onPlay(ruleset): the user wants to play.
     * onAnalyse(game): the user wants to analyse a game; it is as from readFragment().
     */
    constructor(view, store, { puzzles, progress, onPlay, onAnalyse }) {
        this.#view = view;
        this.#store = store;
        this.#puzzles = Object.keys(FAMILIES).flatMap(name =>
            puzzles.filter(({ family }) => family === name));
        this.#progress = progress;
        this.#onPlay = onPlay;
        this.#onAnalyse = onAnalyse;
        byId('to-contents').addEventListener('click', () => this.#leave());
        view.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        if (this.#view.mode !== 'learn' || this.#lessonView)
            return;
        this.#makeViews();
        this.#showContents();
        this.#resume();
    }

    #makeViews() {
        const exercise = new Exercise(this.#view.rules);
        const table = new ExerciseTable(exercise);
        this.#lessonView = new LessonView(exercise, table, {
            onStep: (ruleset, step) => this.#store.write('learn', { ruleset, step }),
            onFinish: ruleset =>
                this.#store.write('lessons', [...new Set([...this.#finished, ruleset])]),
            onPlay: this.#onPlay,
        });
        this.#puzzlesView = new PuzzlesView(exercise, table, {
            puzzles: this.#puzzles,
            progress: this.#progress,
            onShow: place => this.#store.write('learn', place),
            onAnalyse: this.#onAnalyse,
        });
    }

    get #finished() {
        return this.#store.read('lessons') ?? [];
    }

    // Opens the exercise that was open at the last visit.
    #resume() {
        const { ruleset, step, ...place } = this.#store.read('learn') ?? {};
        if (Object.hasOwn(LESSONS, ruleset))
            this.#openLesson(ruleset, step);
        else if (place.puzzle && this.#puzzles.length)
            this.#openPuzzles(place);
    }

    // --- contents ---

    #leave() {
        this.#store.write('learn', null);
        this.#showContents();
        this.#buttons()[this.#opener]?.focus();
    }

    #showContents() {
        this.#show('contents');
        const [lessons, puzzles] = [byId('lesson-list'), byId('puzzle-list')];
        lessons.replaceChildren();
        puzzles.replaceChildren();
        for (const { name, title } of this.#view.rulesets) {
            const note = this.#finished.includes(name) ? '✓ done' : `${LESSONS[name].length} steps`;
            addEntry(lessons, title, note, () => this.#openLesson(name));
        }
        for (const { family, puzzles: own } of this.#puzzles) {
            const note = `${this.#progress.solvedOf(family, own)} of ${own.length} solved`;
            addEntry(puzzles, FAMILIES[family], note, () => this.#openPuzzles({ game: family }));
        }
        byId('puzzle-contents').hidden = this.#puzzles.length === 0;
    }

    #buttons() {
        return [...byId('contents').querySelectorAll('button')];
    }

    #show(id) {
        if (id !== 'contents' && !byId('contents').hidden)
            this.#opener = this.#buttons().indexOf(document.activeElement);
        for (const part of ['contents', 'exercise'])
            byId(part).hidden = part !== id;
        scrollTo(0, 0);
    }

    #openLesson(ruleset, step = 0) {
        this.#puzzlesView.hide();
        this.#show('exercise');
        this.#lessonView.open(ruleset, step);
    }

    #openPuzzles(place) {
        this.#lessonView.hide();
        this.#show('exercise');
        this.#puzzlesView.open(place);
    }
}
