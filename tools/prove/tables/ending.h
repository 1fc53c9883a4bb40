/* ending: the results of an ending of up to four pieces, as a Syzygy table lists them. Only one
 * thread at a time may use an Ending. */
#ifndef MISERE_PROVE_TABLES_ENDING_H
#define MISERE_PROVE_TABLES_ENDING_H

#include "tablebase/syzygy/layout.h"
#include "tablebase/syzygy/syzygy.h"
#include "tablebase/tablebase.h"

enum {
    ENDING_PIECES_MAX = 4,
    ENDING_FILES = 4,
    ENDING_ANY = 0xffff /* no one asks for this number */
};

typedef struct {
    SyzygyMaterial material;
    int files; /* 4 with pawns: one layout for each of the leading pawn's files; else 1 */
    SyzygyLayout layouts[ENDING_FILES];
    uint16_t *wdl[ENDING_FILES][COLOURS]; /* by the side to move: the result + 2, or ENDING_ANY */
    /* How many half-moves come before the one with which the winner captures, moves a pawn or wins;
     * where the fifty-move rule draws, half of what is beyond 100; or ENDING_ANY. */
    uint16_t *dtz[ENDING_FILES][COLOURS];
    int longest; /* the greatest number of half-moves to a capture, pawn move or win */
} Ending;

/* What the solver needs to know besides. */
typedef struct {
    const Ruleset *rules;
    const Tablebase *tablebase; /* is computed */
    Syzygy *syzygy;             /* has the tables of the endings that this one leads to */
    /* Called from time to time with the number of positions that have been solved since. */
    void (*note_progress)(void *context, uint64_t positions);
    void *context;
} EndingSources;

/* About how many positions are looked at to solve an ending. */
uint64_t ending_size(const SyzygyMaterial *material);

/* Solves an ending. Returns false if out of memory, or if a table is missing. Free the ending in
 * any case. */
bool ending_solve(Ending *ending, const SyzygyMaterial *material, const EndingSources *sources);

void ending_free(Ending *ending);

#endif
