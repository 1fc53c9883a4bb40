/* puzzle: a position in which the player to move can force a win, and only one turn begins it.
 * Thread-safe if each thread has its own Prover. */
#ifndef MISERE_PUZZLES_PUZZLE_H
#define MISERE_PUZZLES_PUZZLE_H

#include "batch/solver.h"

enum { PUZZLE_LENGTH_MAX = 20 };

/* What is known about the other turns of the player to move, at every turn of the solution. In
 * either case it is proven that none of them wins within the puzzle's number of turns. */
typedef enum {
    OTHERS_SEARCHED, /* no win was found after them */
    OTHERS_REFUTED,  /* it is proven that they do not win */
} OtherTurns;

typedef struct {
    Position start;
    Turn line[2 * PUZZLE_LENGTH_MAX]; /* the solution, up to the end of the game */
    int turn_count;                   /* number of turns, of both players, in the solution */
    OtherTurns others;
    int choices;     /* number of legal turns at the start */
    uint64_t effort; /* the nodes that the prover needed to find a win */
} Puzzle;

/* The number of turns that the solver makes in the solution. */
static inline int puzzle_length(const Puzzle *puzzle) {
    return (puzzle->turn_count + 1) / 2;
}

/* Limits of the puzzles, and of the search for them. */
typedef struct {
    int longest;           /* maximum puzzle_length, 1 to PUZZLE_LENGTH_MAX */
    uint64_t find_nodes;   /* nodes for finding a win */
    uint64_t refute_nodes; /* nodes for each proof about the win's length or another turn; at least
                              find_nodes */
} PuzzleLimits;

/* The default limits of misere-puzzles. */
extern const PuzzleLimits PUZZLE_LIMITS_DEFAULT;

typedef enum { PUZZLE_NONE, PUZZLE_MADE, PUZZLE_NO_MEMORY } PuzzleResult;

/* Makes a puzzle of a position in which a turn begins, if it is one:
 * - The player to move has at least three turns, and can force a win.
 * - In the solution the player wins as soon as possible against the longest defence, both proven.
 * - At each turn of the player in the solution, no other turn wins within as many turns, which is
 *   proven, nor is found to win at all by `refute_nodes` nodes. */
PuzzleResult puzzle_make(Puzzle *puzzle, const Position *pos, const PuzzleLimits *limits,
                         Prover *prover);

#endif
