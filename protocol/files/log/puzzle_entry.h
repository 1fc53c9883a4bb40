/* puzzle_entry: a puzzle made from a game, as a JSON object. Thread-safe.
 */
#ifndef MISERE_FILES_LOG_PUZZLE_ENTRY_H
#define MISERE_FILES_LOG_PUZZLE_ENTRY_H

#include <stdbool.h>

/* A puzzle's data. Texts are borrowed. */
typedef struct {
    const char *ruleset;
    const char *fen;
    const char *solution; /* turns of both players, in UCI notation, separated by spaces */
    const char *reason;   /* why the game is over after the solution: see outcome_reason_name */
    int length;           /* number of the solver's turns in the solution */
    int difficulty;
    bool is_proven;  /* is it proven that no other turns win? */
    const char *log; /* path of the file with the game, often a log */
    long line;       /* line of the game in the file, from 1 */
    int turn;        /* number of the game's turn that was played in the position, from 1 */
} PuzzleEntry;

/* The object in one line without a newline; the caller frees it. NULL if out of memory or if the
 * path is not UTF-8. */
char *puzzle_entry_write(const PuzzleEntry *entry);

#endif
