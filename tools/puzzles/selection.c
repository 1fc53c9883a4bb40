#include "puzzles/selection.h"

#include "base/minmax.h"

#include <stdlib.h>
#include <string.h>

/* Puzzles of LENGTH_CLASSES or more turns are in the last class. */
enum { LENGTH_CLASSES = 5 };

/* The share of the puzzles that each class of lengths should have, in percent. */
static const int SHARES[LENGTH_CLASSES] = {15, 30, 25, 15, 15};

enum { SQUARES_DIFFERENT_MIN = 8 /* boards that differ on fewer squares are nearly the same */ };

/* The minimum effort for each difficulty from 2 on, in the prover's nodes. */
static const uint64_t EFFORTS[DIFFICULTY_MAX - 1] = {10, 30, 100, 1000};

int selection_difficulty(const Puzzle *puzzle) {
    int difficulty = 1;
    while (difficulty < DIFFICULTY_MAX && puzzle->effort >= EFFORTS[difficulty - 1])
        difficulty++;
    return difficulty;
}

typedef struct {
    const FoundPuzzles *found;
    bool *is_out; /* for each found puzzle: is it chosen already, nearly the same as a chosen one,
                     or not wanted? */
    int of_length[LENGTH_CLASSES]; /* numbers of chosen puzzles */
    FoundPuzzles *chosen;
} Selection;

/* --- near duplicates --- */

static bool from_same_game(const GamePosition *a, const GamePosition *b) {
    return a->line == b->line && strcmp(a->path, b->path) == 0;
}

static int different_squares(const Position *a, const Position *b) {
    int count = 0;
    for (Square square = 0; square < SQUARES; square++)
        count += position_piece(a, square) != position_piece(b, square);
    return count;
}

static bool have_same_solution(const Puzzle *a, const Puzzle *b) {
    bool same = a->turn_count == b->turn_count;
    for (int i = 0; same && i < a->turn_count; i++)
        same = turn_equal(a->line[i], b->line[i]);
    return same;
}

static bool are_nearly_same(const FoundPuzzle *a, const FoundPuzzle *b) {
    return from_same_game(a->source, b->source) ||
           different_squares(&a->puzzle.start, &b->puzzle.start) < SQUARES_DIFFERENT_MIN ||
           have_same_solution(&a->puzzle, &b->puzzle);
}

/* --- choosing --- */

static int length_class(const Puzzle *puzzle) {
    return (int)min64(puzzle_length(puzzle), LENGTH_CLASSES) - 1;
}

/* The number of chosen puzzles of the ruleset. */
static int chosen_of(const Selection *s, const Ruleset *rules) {
    int count = 0;
    for (int i = 0; i < s->chosen->count; i++)
        count += s->chosen->puzzles[i].puzzle.start.rules == rules;
    return count;
}

/* Positive if the length of `a` is further behind its share than that of `b`, by the D'Hondt
 * method. */
static int compare_need(const Selection *s, const Puzzle *a, const Puzzle *b) {
    int first = length_class(a), second = length_class(b);
    return SHARES[first] * (s->of_length[second] + 1) - SHARES[second] * (s->of_length[first] + 1);
}

/* Is `a` to be chosen rather than `b`? */
static bool is_better(const Selection *s, const Puzzle *a, const Puzzle *b) {
    const int reasons[] = {
        compare_need(s, a, b),
        chosen_of(s, b->start.rules) - chosen_of(s, a->start.rules),
        (int)a->others - (int)b->others,
        /* The solver has more turns to consider where no capture is compulsory. */
        outcome_is_quiet(&a->start) - outcome_is_quiet(&b->start),
        a->choices - b->choices,
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i] != 0)
            return reasons[i] > 0;
    return false;
}

/* The best of the puzzles that may be chosen; NULL if there are none. */
static const FoundPuzzle *best(const Selection *s) {
    const FoundPuzzle *found = NULL;
    for (int i = 0; i < s->found->count; i++) {
        const FoundPuzzle *next = &s->found->puzzles[i];
        if (!s->is_out[i] && (!found || is_better(s, &next->puzzle, &found->puzzle)))
            found = next;
    }
    return found;
}

static void choose(Selection *s, const FoundPuzzle *puzzle) {
    s->chosen->puzzles[s->chosen->count++] = *puzzle;
    s->of_length[length_class(&puzzle->puzzle)]++;
    for (int i = 0; i < s->found->count; i++)
        s->is_out[i] = s->is_out[i] || are_nearly_same(puzzle, &s->found->puzzles[i]);
}

/* Compares two puzzles: by length, then by effort, then by source. */
static int compare(const void *left, const void *right) {
    const FoundPuzzle *a = left, *b = right;
    int lengths = puzzle_length(&a->puzzle) - puzzle_length(&b->puzzle);
    if (lengths != 0)
        return lengths;
    if (a->puzzle.effort != b->puzzle.effort)
        return a->puzzle.effort < b->puzzle.effort ? -1 : 1;
    return a->source < b->source ? -1 : a->source > b->source;
}

bool selection_make(FoundPuzzles *chosen, const FoundPuzzles *found, Family family, int max) {
    Selection s = {.found = found, .chosen = chosen};
    const FoundPuzzle *next;
    *chosen = (FoundPuzzles){.puzzles = calloc((size_t)max, sizeof *chosen->puzzles)};
    s.is_out = calloc((size_t)found->count + 1, sizeof *s.is_out);
    bool has_memory = chosen->puzzles && s.is_out;
    for (int i = 0; has_memory && i < found->count; i++)
        s.is_out[i] = found->puzzles[i].puzzle.start.rules->family != family;
    while (has_memory && chosen->count < max && (next = best(&s)))
        choose(&s, next);
    if (has_memory)
        qsort(chosen->puzzles, (size_t)chosen->count, sizeof *chosen->puzzles, compare);
    free(s.is_out);
    return has_memory;
}
