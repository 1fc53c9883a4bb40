#include "tablebase/probe.h"

#include "rules/outcome.h"

bool probe_result(const Tablebase *tablebase, bool tournament_draws, const Position *pos, int ply,
                  TablebaseResult *result) {
    if (!tablebase_probe(tablebase, pos, result))
        return false;
    if (result->drawn)
        return true;
    bool may_be_drawn =
        tournament_draws && (int)pos->halfmove_clock + result->distance >= FIFTY_MOVES;
    return !may_be_drawn && ply + result->distance < MAX_PLY;
}

int probe_complete_line(const Tablebase *tablebase, bool tournament_draws, const Position *root,
                        Move line[MAX_PLY], int count) {
    Position pos = *root, before;
    TablebaseResult result;
    for (int i = 0; i < count; i++) {
        before = pos;
        position_apply(&pos, &before, line[i]);
    }
    while (!outcome_is_over(outcome_of(&pos)) &&
           probe_result(tablebase, tournament_draws, &pos, count, &result) && !result.drawn) {
        before = pos;
        line[count] = tablebase_best_move(tablebase, &pos);
        position_apply(&pos, &before, line[count++]);
    }
    return count;
}
