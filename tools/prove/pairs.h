/* pairs: a ruleset's pairs of first half-moves, White's and Black's, and what is known about the
 * position after each; the file that keeps it. Only one thread at a time may use a PairTable. */
#ifndef MISERE_PROVE_PAIRS_H
#define MISERE_PROVE_PAIRS_H

#include "base/error.h"
#include "rules/notation.h"

typedef enum { PAIR_UNKNOWN, PAIR_WHITE_WINS, PAIR_BLACK_WINS } PairResult;

typedef struct {
    char first[MOVE_TEXT_SIZE], reply[MOVE_TEXT_SIZE]; /* in UCI notation */
    Position after;
    PairResult result;
    int positions;   /* in the proof, or 0 */
    int length;      /* half-moves of the proof's longest line, or 0 */
    uint64_t nodes;  /* that were searched */
    uint64_t budget; /* the limit of the search; 0: none was made */
} Pair;

typedef struct {
    const Ruleset *rules;
    Pair *pairs; /* in ASCII order of their half-moves; owned */
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
