#include "referee/balance.h"

#include "search/search.h"

enum { HASH_MB = 4 };

bool balance_of(const Position *pos, uint64_t nodes, int64_t *centipawns, Error *error) {
    static const Signals NO_SIGNALS;
    static const Reports NO_REPORTS;
    SearchParams params = {.root = *pos, .limits = {.nodes = nodes}};
    Table *table = table_new(HASH_MB);
    Searcher *searcher = table ? searcher_new(table, NULL) : NULL;
    if (searcher)
        *centipawns = search_run(searcher, &params, &NO_SIGNALS, &NO_REPORTS)->score;
    bool done = searcher || error_set(error, "out of memory");
    searcher_free(searcher);
    table_free(table);
    return done;
}
