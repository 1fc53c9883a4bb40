// Which puzzles have been solved, kept in the Store.

const NAME = 'puzzles';

/** A key that identifies a puzzle among those of all collections. */
export const puzzleKey = ({ ruleset, fen }) => `${ruleset} ${fen}`;

export class PuzzleProgress {
    #store;

    constructor(store) {
        this.#store = store;
    }

    // By name: { solved: [key], streak, best }. Read again each time, since other tabs write, too.
    get #families() {
        const kept = this.#store.read(NAME);
        return kept !== null && typeof kept === 'object' ? kept : {};
    }

    #family(name) {
        const { solved, streak, best } = this.#families[name] ?? {};
        const count = number => (Number.isInteger(number) ? number : 0);
        return {
            solved: Array.isArray(solved) ? solved : [],
            streak: count(streak),
            best: count(best),
        };
    }

    /** Puzzles of a family that were solved in a row without help or mistakes: { streak, best }. */
    streakOf(family) {
        const { streak, best } = this.#family(family);
        return { streak, best };
    }

    isSolved(family, puzzle) {
        return this.#family(family).solved.includes(puzzleKey(puzzle));
    }

    /** How many of these puzzles have been solved. */
    solvedOf(family, puzzles) {
        const solved = new Set(this.#family(family).solved);
        return puzzles.filter(puzzle => solved.has(puzzleKey(puzzle))).length;
    }

    /** Records that a puzzle was solved. isClean: without help or mistakes. */
    addSolved(family, puzzle, isClean) {
        const { solved, streak, best } = this.#family(family);
        const now = isClean ? streak + 1 : 0;
        this.#keep(family, {
            solved: [...new Set([...solved, puzzleKey(puzzle)])],
            streak: now,
            best: Math.max(best, now),
        });
    }

    /** Ends the streak. */
    addMiss(family) {
        this.#keep(family, { ...this.#family(family), streak: 0 });
    }

    #keep(family, progress) {
        this.#store.write(NAME, { ...this.#families, [family]: progress });
    }
}
