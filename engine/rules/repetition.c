#include "rules/repetition.h"

#include "rules/outcome.h"

enum { LOOK_BACK = 500 /* half-moves: older positions are not compared */ };

static bool is_repetition(const Root *root, const Position *pos, const uint64_t *path, int ply) {
    int reversible = pos->halfmove_clock < LOOK_BACK ? (int)pos->halfmove_clock : LOOK_BACK;
    int in_game = 0; /* occurrences before the root */
    for (int i = ply - 1; i >= 0 && reversible > 0; i--, reversible--)
        if (path[i] == path[ply])
            return true;
    for (int i = root->history_count - 1; i >= 0 && reversible > 0; i--, reversible--)
        if (root->history[i] == path[ply] && ++in_game == 2)
            return true;
    return false;
}

bool repetition_is_draw(const Root *root, const Position *pos, const uint64_t *path, int ply) {
    if (!position_begins_turn(pos))
        return false;
    return is_repetition(root, pos, path, ply) ||
           (root->tournament_draws && outcome_is_over(outcome_tournament_draw(pos)));
}
