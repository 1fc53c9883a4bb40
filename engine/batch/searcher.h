/* searcher: searches by a single thread, whose results are therefore repeatable. Only one thread at
 * a time may use a Searcher. */
#ifndef MISERE_BATCH_SEARCHER_H
#define MISERE_BATCH_SEARCHER_H

#include "search/search.h"

typedef struct {
    SearchShared *shared;
    SearchThread *thread;
} Searcher;

/* Creates a searcher with a table of `megabytes`. Returns false if out of memory; call
 * searcher_free() in that case, too. */
bool searcher_init(Searcher *searcher, int megabytes);

void searcher_free(Searcher *searcher);

/* Forgets what earlier searches have learned, so that they do not change the next one. */
void searcher_clear(Searcher *searcher);

/* Searches; see search_run. `signals` may be NULL: then only the limits end the search. */
const SearchInfo *searcher_run(Searcher *searcher, const SearchParams *params,
                               const Signals *signals);

#endif
