/* pairs: all pairs of White's first half-move and Black's reply in a ruleset, what is known about
 * the position after each, and the file in which this is saved. Only one thread at a time may use a
 * PairTable. */
#ifndef MISERE_PROVE_PAIRS_H
#define MISERE_PROVE_PAIRS_H

#include "base/error.h"
#include "rules/notation.h"

typedef enum { PAIR_UNKNOWN, PAIR_WHITE_WINS, PAIR_BLACK_WINS } PairResult;

typedef struct {
    char first[MOVE_TEXT_SIZE], reply[MOVE_TEXT_SIZE]; /* half-moves in UCI notation */
    Position after;
    PairResult result;
    int positions;   /* number of positions in the proof, or 0 */
    int length;      /* half-moves of the proof's longest line, or 0 */
    uint64_t nodes;  /* nodes searched */
    uint64_t budget; /* the limit of the search; 0: the pair has not been searched */
} Pair;

typedef struct {
    const Ruleset *rules;
    Pair *pairs; /* sorted by their half-moves in ASCII order; owned */
    int count;
} PairTable;

/* Lists the pairs, all unknown. The caller frees table->pairs. Returns false if out of memory. */
bool pairs_init(PairTable *table, const Ruleset *rules);

/* Reads the results from a file that pairs_save has written, in bounded memory. Refuses anything
 * but a regular file. On failure the table stays as it was; the error names the line. */
bool pairs_load(PairTable *table, const char *path, Error *error);

/* Writes the pairs that were searched: one line each, its columns separated by tabs. The file is
 * replaced atomically. */
bool pairs_save(const PairTable *table, const char *path, Error *error);

int pairs_count(const PairTable *table, PairResult result);

#endif
