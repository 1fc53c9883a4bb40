/* collector: what the games in a referee's logs teach a book. One thread. */
#ifndef MISERE_BOOK_COLLECTOR_H
#define MISERE_BOOK_COLLECTOR_H

#include "book/keyset.h"
#include "knowledge/book.h"

/* All zero at first. */
typedef struct {
    BookBuilder builder;
    KeySet seen;     /* games that are in it */
    long games;      /* that are in it */
    long duplicates; /* that were there before, turn by turn, and count no more */
    long forfeited;  /* that were won by a forfeit or on time, which says nothing of the turns */
} GameCollector;

/* Adds the first `plies` half-moves of the games in a log of the ruleset, or of any if `rules` is
 * NULL; but where the last turn of a game's opening lost, none before it. Says how far it is if
 * standard error is a terminal. */
bool collector_add_log(GameCollector *collector, const char *path, const Ruleset *rules, int plies,
                       Error *error);

/* Gives back the memory. */
void collector_free(GameCollector *collector);

#endif
