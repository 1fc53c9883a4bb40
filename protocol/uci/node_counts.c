#include "uci/node_counts.h"

#include "base/os/clock.h"
#include "base/text.h"
#include "rules/notation.h"
#include "search/bench.h"
#include "search/perft.h"

#include <inttypes.h>
#include <stdlib.h>

bool uci_perft(Transcript *out, const Position *root, int depth, const Signals *signals) {
    MoveList list;
    char lines[MOVES_MAX][48];
    uint64_t total = 0;
    outcome_find(root, &list);
    if (depth == 0) {
        list.count = 0;
        total = 1;
    }
    for (int i = 0; i < list.count; i++) {
        Position after;
        char move[MOVE_TEXT_SIZE];
        position_apply(&after, root, list.moves[i]);
        uint64_t nodes = perft(&after, depth - 1, &signals->stop);
        notation_write_move(root, list.moves[i], STYLE_UCI, move);
        snprintf(lines[i], sizeof lines[i], "%s: %" PRIu64, move, nodes);
        total += nodes;
    }
    if (atomic_load(&signals->stop))
        return false;
    qsort(lines, (size_t)list.count, sizeof *lines, text_compare);
    transcript_lock(out);
    for (int i = 0; i < list.count; i++)
        transcript_print(out, "%s\n", lines[i]);
    transcript_print(out, "Nodes searched: %" PRIu64 "\n", total);
    transcript_unlock(out);
    return true;
}

bool uci_bench(Transcript *out, int depth, const Signals *signals) {
    int64_t started = clock_now_ms();
    uint64_t total = 0;
    for (int i = 0; i < bench_count() && !atomic_load(&signals->stop); i++) {
        uint64_t nodes = bench_run(i, depth, signals);
        transcript_print(out, "%2d/%d %-28s %10" PRIu64 "\n", i + 1, bench_count(),
                         bench_position(i)->ruleset, nodes);
        total += nodes;
    }
    if (atomic_load(&signals->stop))
        return false;
    int64_t ms = clock_now_ms() - started;
    transcript_lock(out);
    transcript_print(out, "Total time (ms) : %" PRId64 "\nNodes searched  : %" PRIu64 "\n", ms,
                     total);
    transcript_print(out, "Nodes/second    : %" PRIu64 "\n",
                     total * 1000 / (uint64_t)(ms > 0 ? ms : 1));
    transcript_unlock(out);
    return true;
}
