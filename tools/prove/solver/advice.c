#include "prove/solver/advice.h"

enum {
    MEGABYTES = 16,      /* of the engine's table */
    WORK_FACTOR = 8,     /* it is asked again after so many times as many */
    QUESTIONS_MAX = 3,   /* about a position */
    NODES_FIRST = 50000, /* that the engine searches for the first question */
};

static const uint64_t ADVICE = 0xbb67ae8584caa73bULL;

bool advisor_init(Advisor *advisor) {
    return searcher_init(&advisor->searcher, MEGABYTES);
}

void advisor_free(Advisor *advisor) {
    searcher_free(&advisor->searcher);
}

static Move search(Advisor *advisor, const Position *pos, uint64_t nodes) {
    SearchParams params = {.root = {.pos = *pos, .tournament_draws = true}, .limits.nodes = nodes};
    searcher_clear(&advisor->searcher);
    return searcher_run(&advisor->searcher, &params, NULL)->pv[0].moves[0];
}

/* The table has the answer as the half-move of a proof, which is the shorter the more questions
 * were asked, so that the last answer replaces the others. */
Move advisor_ask(Advisor *advisor, ProofTable *table, const Position *pos, uint64_t key,
                 uint64_t work) {
    ProofEntry answer;
    uint64_t nodes = NODES_FIRST;
    int questions = 1;
    if (work < HEAVY_WORK || !position_begins_turn(pos))
        return MOVE_NONE;
    for (; work >= HEAVY_WORK * WORK_FACTOR && questions < QUESTIONS_MAX; questions++) {
        work /= WORK_FACTOR;
        nodes *= WORK_FACTOR;
    }
    key ^= ADVICE;
    if (proof_table_probe(table, key, &answer) && answer.height <= HEIGHT_MAX - questions)
        return answer.move;
    answer =
        (ProofEntry){.kind = ENTRY_PROVEN, .work = HEAVY_WORK, .height = HEIGHT_MAX - questions};
    answer.move = search(advisor, pos, nodes);
    proof_table_store(table, key, &answer);
    return answer.move;
}
