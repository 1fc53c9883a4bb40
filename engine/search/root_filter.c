#include "search/root_filter.h"

int choice_plies(const Choice *choice, const Ruleset *rules) {
    return choice->only_count + choice->taken_count > 0 ? rules->halfmoves_per_turn : 0;
}

static bool has_beginning(const Turn *turns, int count, Move first) {
    for (int i = 0; i < count; i++)
        if (turns[i].moves[0] == first)
            return true;
    return false;
}

void choice_filter_first(const Choice *choice, MoveList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        bool wanted =
            choice->only_count == 0 || has_beginning(choice->only, choice->only_count, move);
        if (wanted && !turn_is_among(choice->taken, choice->taken_count, turn_single(move)))
            list->moves[kept++] = move;
    }
    list->count = kept;
}

void choice_filter_second(const Choice *choice, Move first, MoveList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Turn turn = {.count = 2, .moves = {first, list->moves[i]}};
        bool wanted =
            choice->only_count == 0 || turn_is_among(choice->only, choice->only_count, turn);
        if (wanted && !turn_is_among(choice->taken, choice->taken_count, turn))
            list->moves[kept++] = turn.moves[1];
    }
    list->count = kept;
}
