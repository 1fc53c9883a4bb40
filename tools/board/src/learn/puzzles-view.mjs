// Puzzles: the user finds a forced win, turn by turn.
import { colourName } from '../announce.mjs';
import { byId, createElement } from '../dom.mjs';
import { kindName } from '../pieces.mjs';
import { FAMILIES, noteOf } from '../new-game/rules-text.mjs';
import { indexOf } from '../squares.mjs';
import { turnSquares, turnText } from '../game/turns.mjs';
import { puzzleKey } from './puzzle-progress.mjs';

const HARDEST = 5;

// The turns as in a book: '12. a4 bxa4' or '12 … bxa4'.
const lineText = (nodes, ruleset) => nodes.map((node, i) =>
    turnText(node, ruleset, i === 0).replaceAll(' ', '\u00a0')).join(' ');

// All puzzles, each with its family, from easy to hard as in each file.
function mix(files) {
    const all = files.flatMap(({ family, puzzles }) =>
        puzzles.map((puzzle, i) => ({ ...puzzle, family, rank: i / puzzles.length })));
    return all.sort((a, b) => a.rank - b.rank);
}

export class PuzzlesView {
    #exercise;
    #table;
    #puzzles; // all of them, each with its family
    #progress;
    #listeners;
    #element = byId('puzzle');
    #choice = byId('puzzle-choice');
    #actions = byId('puzzle-actions');
    #game; // of the selects
    #length;
    #puzzle = null;
    #hints = 0;
    #isClean = true; // solved so far without help or mistakes
    #isShown = false; // is this view the one that is open?

    /**
     * puzzles: as for LearnView. onShow(place): a puzzle is shown; open(place) shows it again.
     * onAnalyse(game): the user wants to analyse a game; it is as from readFragment().
     */
    constructor(exercise, table, { puzzles, progress, onShow, onAnalyse }) {
        this.#exercise = exercise;
        this.#table = table;
        this.#puzzles = mix(puzzles);
        this.#progress = progress;
        this.#listeners = { onShow, onAnalyse };
        this.#game = this.#choice.querySelector('[name=game]');
        this.#length = this.#choice.querySelector('[name=length]');
        this.#fillGames();
        this.#game.addEventListener('change', () => this.#filter());
        this.#length.addEventListener('change', () => this.#filter());
        const run = {
            hint: () => this.#hint(),
            solution: () => this.#solve(),
            again: () => this.#begin(),
            analyse: () => this.#analyse(),
            next: () => this.#show(this.#nextUnsolved()),
        };
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
        const known = this.#selected.find(own => puzzleKey(own) === puzzle);
        this.#show(known ?? this.#nextUnsolved());
    }

    hide() {
        this.#setShown(false);
    }

    #setShown(isShown) {
        this.#isShown = isShown;
        for (const part of [this.#element, this.#choice, this.#actions])
            part.hidden = !isShown;
    }

    // --- which puzzles ---

    #fillGames() {
        this.#game.append(new Option('All games', ''));
        for (const [family, name] of Object.entries(FAMILIES)) {
            const own = this.#puzzles.filter(puzzle => puzzle.family === family);
            if (own.length)
                this.#game.append(this.#familyOptions(family, name, own));
        }
    }

    #familyOptions(family, name, puzzles) {
        const names = new Set(puzzles.map(({ ruleset }) => ruleset));
        const games = this.#exercise.rulesets.filter(ruleset => names.has(ruleset.name));
        if (games.length === 1)
            return new Option(games[0].title, family);
        return createElement('optgroup', { label: name }, new Option(`${name}: all`, family),
            ...games.map(game => new Option(game.title, game.name)));
    }

    #ofGame() {
        const { value } = this.#game;
        return this.#puzzles.filter(({ family, ruleset }) =>
            !value || family === value || ruleset === value);
    }

    #fillLengths() {
        const { value } = this.#length;
        const lengths = [...new Set(this.#ofGame().map(({ length }) => length))];
        lengths.sort((a, b) => a - b);
        this.#length.replaceChildren(new Option('Any length', 0),
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
        const isOpen = puzzle => !this.#progress.isSolved(puzzle.family, puzzle);
        return others.find(puzzle => puzzle !== this.#puzzle && isOpen(puzzle)) ?? others[0];
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
        this.#exercise.begin({
            ruleset,
            fen,
            line: solution,
            refuse: turn => this.#refuse(turn),
            finish: () => this.#finish(),
        });
        const { player, ruleset: rules } = this.#exercise;
        const show = (selector, text) => (this.#element.querySelector(selector).textContent = text);
        show('h3', `${colourName(player)} to move: win in ${length}`);
        show('.goal', `${noteOf(rules)} Difficulty ${difficulty} of ${HARDEST}.`);
        this.#table.begin(rules.title);
    }

    #miss() {
        this.#isClean = false;
        this.#progress.addMiss(this.#puzzle.family);
        this.#update();
    }

    // No other turn wins; or, if the puzzle is not proven, no other turn wins as fast.
    #refuse(turn) {
        const { game, tip } = this.#exercise;
        const { length, proven } = this.#puzzle;
        const within = length - tip.ply / 2;
        const failing = proven ? 'does not win by force' : `does not win in ${within}`;
        const label = game.notation(turn, 'san');
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
        const isPiece = this.#hints % 2 && squares;
        exercise.showHint(isPiece ? squares[0] : turn);
        this.#table.say(isPiece ? this.#pieceHint(squares[0]) : this.#turnHint(turn));
    }

    #pieceHint(square) {
        const kind = kindName(this.#exercise.board()[indexOf(square)]);
        const start = this.#exercise.ruleset.halfMoves === 2 ? 'First move' : 'Move';
        return `${start} the ${kind} on ${square}.`;
    }

    #turnHint(turn) {
        const { game } = this.#exercise;
        return turn === '0000' ? 'Pass.' : `Play ${game.notation(turn, 'san')}.`;
    }

    #solve() {
        this.#miss();
        this.#exercise.showSolution();
    }

    #analyse() {
        const { ruleset, fen } = this.#puzzle;
        const turns = this.#exercise.game.history('uci').map(turn => ({ turn }));
        const at = turns.length;
        this.#listeners.onAnalyse({ ruleset, fen, tournamentDraws: false, turns, at });
    }

    #update() {
        if (!this.#isShown || !this.#puzzle)
            return;
        const { isDone, isShown, isPersonToMove, tree, tip } = this.#exercise;
        this.#element.querySelector('.turns').textContent = lineText(tree.path(tip).slice(1), tree.ruleset);
        this.#button('hint').hidden = this.#button('solution').hidden = isDone;
        this.#button('hint').disabled = !isPersonToMove;
        this.#button('solution').disabled = isShown;
        this.#button('again').hidden = !isDone;
        this.#button('next').classList.toggle('primary', isDone);
        this.#updateProgress();
        this.#table.keepFocus();
    }

    #updateProgress() {
        const { family } = this.#puzzle;
        const all = this.#puzzles.filter(puzzle => puzzle.family === family);
        const { streak, best } = this.#progress.streakOf(family);
        const solved = this.#progress.solvedOf(family, all);
        const record = best > streak ? `, at best ${best}` : '';
        this.#choice.querySelector('.progress').textContent = `${FAMILIES[family]}: ${solved} of ${all.length} `
            + `solved. In a row without help: ${streak}${record}.`;
    }
}
