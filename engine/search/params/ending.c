#include "search/params/ending.h"

#include "rules/outcome.h"

bool ending_find(const SearchParams *params, const Position *pos, int ply, Ending *ending) {
    if (!tablebase_probe(params->tablebase, pos, ending))
        return false;
    if (ending->drawn)
        return true;
    bool may_be_drawn = params->limits.tournament_draws &&
                        (int)pos->halfmove_clock + ending->distance >= FIFTY_MOVES;
    return !may_be_drawn && ply + ending->distance < MAX_PLY;
}

int ending_complete_line(const SearchParams *params, const Position *root, Move line[MAX_PLY],
                         int count) {
    Position pos = *root, before;
    Ending ending;
    for (int i = 0; i < count; i++) {
        before = pos;
        position_apply(&pos, &before, line[i]);
    }
    while (!outcome_is_over(outcome_of(&pos)) && ending_find(params, &pos, count, &ending) &&
           !ending.drawn) {
        before = pos;
        line[count] = tablebase_best_move(params->tablebase, &pos);
        position_apply(&pos, &before, line[count++]);
    }
    return count;
}
