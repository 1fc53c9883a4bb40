/* opening_table: the initial position of a ruleset and those after each first half-move and each
 * reply, what is known about them, and the file in which this is saved. In mind control both
 * half-moves are White's first turn, so there is no position after one. Only one thread at a time
 * may use an OpeningTable. */
#ifndef MISERE_PROVE_OPENING_TABLE_H
#define MISERE_PROVE_OPENING_TABLE_H

#include "base/error.h"
#include "rules/notation.h"

enum { OPENING_LENGTH_MAX = 2 /* half-moves */ };

typedef enum { OPENING_UNKNOWN, OPENING_WHITE_WINS, OPENING_BLACK_WINS } OpeningResult;

typedef struct {
    char first[MOVE_TEXT_SIZE], reply[MOVE_TEXT_SIZE]; /* in UCI notation; "-": none */
    int half_moves; /* how many lead to `after`, 0 to OPENING_LENGTH_MAX */
    Position after;
    OpeningResult result;
    int positions;   /* number of positions in the proof, or 0 */
    int length;      /* half-moves of the proof's longest line, or 0 */
    uint64_t nodes;  /* searched when it was last tried; 0: the proof was made elsewhere */
    uint64_t budget; /* the limit of that search for each player's win; 0: not tried */
    int known;       /* openings that were decided when it was last tried */
} Opening;

typedef struct {
    const Ruleset *rules;
    Opening *list; /* sorted by their half-moves in ASCII order; owned */
    int count;
} OpeningTable;

/* Lists the openings after which the game is not over, all unknown. The caller frees table->list.
 * Returns false if out of memory. */
bool opening_table_init(OpeningTable *table, const Ruleset *rules);

/* Reads the results from a file that opening_table_save has written, in bounded memory. Refuses
 * anything but a regular file. On failure the table stays as it was; the error names the line. */
bool opening_table_load(OpeningTable *table, const char *path, Error *error);

/* Writes the openings that were tried or are decided: one line each, its columns separated by tabs.
 * The file is replaced atomically. */
bool opening_table_save(const OpeningTable *table, const char *path, Error *error);

int opening_table_count(const OpeningTable *table, OpeningResult result);

#endif
