/* signals: flags that control a running search. Any thread may read and set them. */
#ifndef MISERE_SEARCH_SMP_SIGNALS_H
#define MISERE_SEARCH_SMP_SIGNALS_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    atomic_bool stop;      /* end the search, and answer with the best turn found so far */
    atomic_bool pondering; /* ignore the clock; once false, all the time since the start of the
                              search counts */
} Signals;

#endif
