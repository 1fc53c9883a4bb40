#include "search/params/root_filter.h"

int root_filter_plies(const RootFilter *root_filter, const Ruleset *rules) {
    return root_filter->searchmove_count + root_filter->excluded_count > 0
               ? rules->halfmoves_per_turn
               : 0;
}

static bool begins_any(const Turn *turns, int count, Move first) {
    for (int i = 0; i < count; i++)
        if (turns[i].moves[0] == first)
            return true;
    return false;
}

void root_filter_first(const RootFilter *root_filter, MoveList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        bool wanted = root_filter->searchmove_count == 0 ||
                      begins_any(root_filter->searchmoves, root_filter->searchmove_count, move);
        if (wanted &&
            !turn_is_among(root_filter->excluded, root_filter->excluded_count, turn_single(move)))
            list->moves[kept++] = move;
    }
    list->count = kept;
}

void root_filter_second(const RootFilter *root_filter, Move first, MoveList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Turn turn = {.count = 2, .moves = {first, list->moves[i]}};
        bool wanted = root_filter->searchmove_count == 0 ||
                      turn_is_among(root_filter->searchmoves, root_filter->searchmove_count, turn);
        if (wanted && !turn_is_among(root_filter->excluded, root_filter->excluded_count, turn))
            list->moves[kept++] = turn.moves[1];
    }
    list->count = kept;
}
