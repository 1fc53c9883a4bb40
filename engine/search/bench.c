#include "search/bench.h"

#include <assert.h>

enum { TABLE_MB = 16 };

static const BenchPosition POSITIONS[] = {
    {"6170-spring-2007", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {"6170-spring-2007", "r1bqk1nr/p1pp1ppp/8/4p3/1p6/2P2P2/P2PP1PP/RNBQKBNR w - - 0 7"},
    {"6170-spring-2007", "4k3/2p2pp1/7p/8/8/P6P/1P1P2P1/R3K2R b - - 0 18"},
    {"6170-spring-2006", "r3k2r/p1pp1ppp/8/8/8/8/P1PP1PPP/R3K2R w KQkq - 0 12"},
    {"6170-fall-2007", "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3"},
    {"6170-spring-1994", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {"6170-spring-1994", "2b1k3/p2p3p/2p5/8/8/3P2P1/P3P2P/4KB2 w - - 0 20"},
    {"6170-fall-2003", "r1b1k1nr/pp1p1ppp/2p5/8/4P3/P7/1P1P1PPP/R1B1K1NR w - - 0 9 chips:1/2"},
    {"losers", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"losers", "8/P3k3/8/2p5/8/5p2/1P4p1/4K3 w - - 0 30"},
    {"6170-spring-2006-antiking", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"6170-spring-2006-antiking", "r3k2r/ppp2ppp/3A4/3p4/4P3/3a4/PPP2PPP/R3K2R w KQkq - 0 10"},
    {"6170-fall-2003-mindcontrol", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {"6170-fall-2003-mindcontrol", "r2qk2r/p1p2p1p/8/3p4/4P3/8/P1P2P1P/R2QK2R b - - 0 8"},
    {"antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
    {"giveaway", "r1bqk2r/p1pp1p1p/2n5/4p3/8/2P1P3/P2P1PPP/RNB1K1NR w KQkq - 0 7"},
    {"antichess", "8/8/3k4/1p6/8/8/1P6/R7 w - - 0 40"},
    {"suicide", "8/2p1k3/6p1/8/1P6/8/4P2P/6K1 w - - 0 24"},
};

int bench_count(void) {
    return (int)(sizeof POSITIONS / sizeof *POSITIONS);
}

const BenchPosition *bench_position(int index) {
    return &POSITIONS[index];
}

uint64_t bench_run(int index, int depth, const Signals *signals) {
    SearchParams params = {.limits.depth = depth};
    const BenchPosition *position = &POSITIONS[index];
    bool valid =
        position_from_fen(&params.root.pos, ruleset_find(position->ruleset), position->fen, NULL);
    assert(valid && !outcome_is_over(outcome_of(&params.root.pos)));
    (void)valid;
    SearchShared *shared = shared_new(TABLE_MB);
    SearchThread *thread = shared ? search_thread_new(shared, SEARCH_LEADER) : NULL;
    uint64_t nodes = 0;
    if (thread) {
        search_run(thread, &params, signals, &(Reports){0});
        nodes = search_thread_nodes(thread);
    }
    search_thread_free(thread);
    shared_free(shared);
    return nodes;
}
