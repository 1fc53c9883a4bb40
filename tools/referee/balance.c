#include "referee/balance.h"

#include "search/search.h"

enum { TABLE_MB = 4 };

bool balance_of(const Position *pos, uint64_t nodes, int64_t *centipawns, Error *error) {
    static const Signals NONE;
    static const Reports SILENCE;
    Question question = {.root = *pos, .limits = {.nodes = nodes}};
    Table *table = table_new(TABLE_MB);
    Searcher *searcher = table ? searcher_new(table, NULL) : NULL;
    if (searcher)
        *centipawns = search_run(searcher, &question, &NONE, &SILENCE)->score;
    bool done = searcher || error_set(error, "out of memory");
    searcher_free(searcher);
    table_free(table);
    return done;
}
