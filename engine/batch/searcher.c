#include "batch/searcher.h"

bool searcher_init(Searcher *searcher, int megabytes) {
    searcher->shared = shared_new(megabytes);
    searcher->thread = searcher->shared ? search_thread_new(searcher->shared, SEARCH_LEADER) : NULL;
    return searcher->thread;
}

void searcher_free(Searcher *searcher) {
    search_thread_free(searcher->thread);
    shared_free(searcher->shared);
}

void searcher_clear(Searcher *searcher) {
    shared_clear(searcher->shared);
}

const SearchInfo *searcher_run(Searcher *searcher, const SearchParams *params,
                               const Signals *signals) {
    static const Signals NO_SIGNALS;
    static const Reports NO_REPORTS;
    shared_begin_search(searcher->shared, search_params_full_width(params));
    return search_run(searcher->thread, params, signals ? signals : &NO_SIGNALS, &NO_REPORTS);
}
