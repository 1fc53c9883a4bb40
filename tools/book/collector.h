/* collector: collects games from files for a book. Only one thread at a time may use
 * a GameCollector. */
#ifndef MISERE_BOOK_COLLECTOR_H
#define MISERE_BOOK_COLLECTOR_H

#include "book/book.h"
#include "book/keyset.h"

/* Initialise to zeros. */
typedef struct {
    BookBuilder builder;
    KeySet seen;      /* hashes of the games in the builder */
    long games;       /* number of games in the builder */
    long duplicates;  /* games skipped because the same turns are already in the builder */
    long not_by_play; /* games skipped because they were won by a forfeit, on time, or nobody
                          knows how */
    long undecided;   /* games skipped because they have no result */
} GameCollector;

/* Adds the first `plies` half-moves of each game in a file (files/source/game_source.h, also for
 * `say`). All must be of the given ruleset, or of any ruleset if `rules` is NULL. If the player of
 * an opening's last turn lost, the earlier turns of the opening are left out. Shows progress on
 * standard error. The error begins with the path. */
bool collector_add_file(GameCollector *collector, const char *path, const Ruleset *rules, int plies,
                        void (*say)(const char *text), Error *error);

/* Frees the builder and the hashes. */
void collector_free(GameCollector *collector);

#endif
