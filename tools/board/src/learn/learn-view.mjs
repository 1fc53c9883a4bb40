// The mode Learn: the table of contents, and an exercise (a step of a lesson, or a puzzle).
import { FAMILIES } from '../settings.mjs';
import { ExerciseTable } from './exercise-table.mjs';
import { Exercise } from './exercise.mjs';
import { LessonView } from './lesson-view.mjs';
import { LESSONS } from './lessons.mjs';
import { PuzzlesView } from './puzzles-view.mjs';

const element = id => document.getElementById(id);

// An entry of the contents: a button and a note.
function addEntry(list, title, note, open) {
    const [entry, button, remark] =
        ['li', 'button', 'span'].map(tag => document.createElement(tag));
    button.type = 'button';
    button.textContent = title;
    button.addEventListener('click', open);
    remark.textContent = note;
    entry.append(button, ' ', remark);
    list.append(entry);
}

export class LearnView {
    #session;
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
    constructor(session, store, { puzzles, progress, onPlay, onAnalyse }) {
        this.#session = session;
        this.#store = store;
        this.#puzzles = Object.keys(FAMILIES).flatMap(name =>
            puzzles.filter(({ family }) => family === name));
        this.#progress = progress;
        this.#onPlay = onPlay;
        this.#onAnalyse = onAnalyse;
        element('to-contents').addEventListener('click', () => this.#leave());
        session.addEventListener('change', () => this.#update());
        this.#update();
    }

    #update() {
        if (this.#session.mode !== 'learn' || this.#lessonView)
            return;
        this.#makeViews();
        this.#showContents();
        this.#resume();
    }

    #makeViews() {
        const exercise = new Exercise(this.#session.files);
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
        const [lessons, puzzles] = [element('lesson-list'), element('puzzle-list')];
        lessons.replaceChildren();
        puzzles.replaceChildren();
        for (const { name, title } of this.#session.rulesets) {
            const note = this.#finished.includes(name) ? '✓ done' : `${LESSONS[name].length} steps`;
            addEntry(lessons, title, note, () => this.#openLesson(name));
        }
        for (const { family, puzzles: own } of this.#puzzles) {
            const note = `${this.#progress.solvedOf(family, own)} of ${own.length} solved`;
            addEntry(puzzles, FAMILIES[family], note, () => this.#openPuzzles({ game: family }));
        }
        element('puzzle-contents').hidden = this.#puzzles.length === 0;
    }

    #buttons() {
        return [...element('contents').querySelectorAll('button')];
    }

    #show(id) {
        if (id !== 'contents' && !element('contents').hidden)
            this.#opener = this.#buttons().indexOf(document.activeElement);
        for (const part of ['contents', 'exercise'])
            element(part).hidden = part !== id;
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
