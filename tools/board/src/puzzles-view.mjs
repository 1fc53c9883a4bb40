// Puzzles: the person finds a forced win, turn by turn.
import { colourName } from './announce.mjs';
import { kindName } from './pieces.mjs';
import { puzzleKey } from './puzzle-progress.mjs';
import { FAMILIES, noteOf } from './settings.mjs';
import { indexOf } from './squares.mjs';
import { turnSquares } from './turns.mjs';

const HARDEST = 5;

const element = id => document.getElementById(id);

// The turns as in a book: '12. a2-a4 b5-a4' or '12 … b5-a4'.
function lineText(nodes) {
    return nodes.map(({ player, number, label }, i) => {
        if (player === 'white')
            return `${number}.\u00a0${label}`;
        return i === 0 ? `${number}\u00a0…\u00a0${label}` : label;
    }).join(' ');
}

export class PuzzlesView {
    #exercise;
    #table;
    #puzzles; // all of them, each with its family
    #progress;
    #listeners;
    #element = element('puzzle');
    #actions = element('puzzle-actions');
    #game; // of the selects
    #length;
    #puzzle = null;
    #hints = 0;
    #isClean = true; // solved so far without help or mistakes
    #isShown = false; // is this view the one that is open?

    /**
     * puzzles: as LearnView has them. onShow(place): a puzzle is shown; place is for open().
     * onAnalyse(game): the analysis of a game, as of readFragment(), is to be opened.
     */
    constructor(exercise, table, { puzzles, progress, onShow, onAnalyse }) {
        this.#exercise = exercise;
        this.#table = table;
        this.#puzzles = puzzles.flatMap(({ family, puzzles: list }) => list.map(puzzle => ({ ...puzzle, family })));
        this.#progress = progress;
        this.#listeners = { onShow, onAnalyse };
        this.#game = this.#element.querySelector('[name=game]');
        this.#length = this.#element.querySelector('[name=length]');
        this.#fillGames();
        this.#game.addEventListener('change', () => this.#filter());
        this.#length.addEventListener('change', () => this.#filter());
        const run = { hint: () => this.#hint(), solution: () => this.#solve(), again: () => this.#begin(),
                      analyse: () => this.#analyse(), next: () => this.#next() };
        for (const [name, action] of Object.entries(run))
            this.#button(name).addEventListener('click', action);
        exercise.addEventListener('change', () => this.#update());
    }

    #button(name) {
        return this.#actions.querySelector(`[name=${name}]`);
    }

    /** game: a ruleset or family; length: in turns; puzzle: a puzzleKey(). Each may be missing. */
    open({ game = '', length = 0, puzzle = null }) {
        this.#setShown(true);
        this.#game.value = game;
        if (this.#game.selectedIndex < 0)
            this.#game.value = '';
        this.#fillLengths();
        this.#length.value = length;
        if (this.#length.selectedIndex < 0)
            this.#length.value = 0;
        this.#show(this.#selected.find(known => puzzleKey(known) === puzzle) ?? this.#nextUnsolved());
    }

    hide() {
        this.#setShown(false);
    }

    #setShown(isShown) {
        this.#isShown = isShown;
        this.#element.hidden = this.#actions.hidden = element('puzzle-progress').hidden = !isShown;
    }

    // --- which puzzles ---

    #fillGames() {
        this.#game.append(new Option('All games', ''));
        for (const family of new Set(this.#puzzles.map(puzzle => puzzle.family))) {
            const group = document.createElement('optgroup');
            const own = this.#puzzles.filter(puzzle => puzzle.family === family);
            const names = new Set(own.map(({ ruleset }) => ruleset));
            const games = this.#exercise.rulesets.filter(({ name }) => names.has(name));
            group.label = FAMILIES[family];
            group.append(new Option(games.length > 1 ? 'All of these' : games[0].title, family));
            if (games.length > 1)
                group.append(...games.map(({ name, title }) => new Option(title, name)));
            this.#game.append(group);
        }
    }

    #ofGame() {
        const { value } = this.#game;
        return this.#puzzles.filter(({ family, ruleset }) => !value || family === value || ruleset === value);
    }

    #fillLengths() {
        const { value } = this.#length;
        const lengths = [...new Set(this.#ofGame().map(({ length }) => length))].sort((a, b) => a - b);
        this.#length.replaceChildren(new Option('Any', 0),
            ...lengths.map(length => new Option(`Win in ${length}`, length)));
        this.#length.value = lengths.includes(Number(value)) ? value : 0;
    }

    get #selected() {
        const wanted = Number(this.#length.value);
        return this.#ofGame().filter(({ length }) => !wanted || length === wanted);
    }

    #filter() {
        this.#fillLengths();
        if (this.#selected.includes(this.#puzzle))
            this.#update();
        else
            this.#show(this.#nextUnsolved());
    }

    // The next puzzle after the one shown; solved ones only if no other is left.
    #nextUnsolved() {
        const all = this.#selected;
        const at = all.indexOf(this.#puzzle) + 1;
        const others = [...all.slice(at), ...all.slice(0, at)];
        return others.find(puzzle => puzzle !== this.#puzzle && !this.#progress.isSolved(puzzle.family, puzzle))
            ?? others[0];
    }

    #next() {
        this.#show(this.#nextUnsolved());
    }

    // --- a puzzle ---

    #show(puzzle) {
        this.#puzzle = puzzle;
        this.#begin();
        this.#listeners.onShow({ game: this.#game.value, length: Number(this.#length.value),
                                 puzzle: puzzleKey(puzzle) });
    }

    #begin() {
        const { ruleset, fen, solution, length, difficulty } = this.#puzzle;
        this.#hints = 0;
        this.#isClean = true;
        this.#exercise.begin({ ruleset, fen, line: solution, refuse: turn => this.#refuse(turn),
                               finish: () => this.#finish() });
        const part = selector => this.#element.querySelector(selector);
        part('.position h2').textContent = `${colourName(this.#exercise.player)} to move: win in ${length}`;
        part('.about').textContent =
            `${this.#exercise.ruleset.title} · difficulty ${difficulty} of ${HARDEST}`;
        part('.position .note').textContent = noteOf(this.#exercise.ruleset);
        this.#table.say('');
    }

    #miss() {
        this.#isClean = false;
        this.#progress.addMiss(this.#puzzle.family);
        this.#update();
    }

    // The puzzle's turn is the only one known to win; of the others that is proven, or none was found to.
    #refuse(turn) {
        const { game, tip } = this.#exercise;
        const { length, proven } = this.#puzzle;
        const failing = proven ? 'does not win by force' : `does not win in ${length - tip.ply / 2}`;
        const label = game.notation(turn, 'course');
        this.#miss();
        return `${label} ${failing}: try again`;
    }

    #finish() {
        if (this.#exercise.isShown) {
            this.#table.add('That was the solution.');
        } else {
            this.#progress.addSolved(this.#puzzle.family, this.#puzzle, this.#isClean);
            this.#table.add('Solved.');
        }
        this.#update();
    }

    // First the piece, then the turn.
    #hint() {
        const exercise = this.#exercise;
        const [turn] = exercise.wanted;
        const [squares] = turnSquares(turn);
        exercise.takeHalfBack();
        if (this.#hints === 0)
            this.#miss();
        this.#hints++;
        if (this.#hints % 2 && squares) {
            const kind = kindName(exercise.board()[indexOf(squares[0])]);
            this.#table.say(`Move the ${kind} on ${squares[0]}.`);
        } else {
            exercise.showHint(turn);
            this.#table.say(squares ? `Play ${exercise.game.notation(turn, 'course')}.` : 'Pass.');
        }
    }

    #solve() {
        this.#miss();
        this.#exercise.showSolution();
    }

    #analyse() {
        const { ruleset, fen } = this.#puzzle;
        const turns = this.#exercise.game.history('uci');
        this.#listeners.onAnalyse({ ruleset, fen, tournamentDraws: false, turns, at: turns.length });
    }

    #update() {
        if (!this.#isShown || !this.#puzzle)
            return;
        const { isDone, isShown, isPersonToMove, tree, tip } = this.#exercise;
        this.#element.querySelector('.turns').textContent = lineText(tree.path(tip).slice(1));
        this.#button('hint').disabled = !isPersonToMove;
        this.#button('solution').disabled = isDone || isShown;
        this.#button('again').disabled = tip.ply === 0;
        this.#button('next').classList.toggle('primary', isDone);
        this.#updateProgress();
    }

    #updateProgress() {
        const { family } = this.#puzzle;
        const all = this.#puzzles.filter(puzzle => puzzle.family === family);
        const { streak, best } = this.#progress.streakOf(family);
        element('puzzle-progress').textContent = `${FAMILIES[family]}: ${this.#progress.solvedOf(family, all)} of `
            + `${all.length} solved. In a row without help: ${streak}${best > streak ? `, at best ${best}` : ''}.`;
    }
}
