#include "rules/turn.h"

#include "base/array.h"
#include "base/random.h"

#include <stdlib.h>

void turn_apply(Position *after, const Position *before, Turn turn) {
    position_apply(after, before, turn.moves[0]);
    if (turn.count == 2) {
        Position between = *after;
        position_apply(after, &between, turn.moves[1]);
    }
}

bool turn_is_legal(const Position *pos, Turn turn) {
    MoveList list;
    outcome_find(pos, &list);
    if (!movelist_has(&list, turn.moves[0]))
        return false;
    if (pos->rules->halfmoves_per_turn == 1)
        return turn.count == 1;
    Position between;
    position_apply(&between, pos, turn.moves[0]);
    outcome_find(&between, &list);
    return turn.count == 1 ? list.count == 0
                           : turn.count == 2 && movelist_has(&list, turn.moves[1]);
}

static bool add(TurnList *list, Turn turn) {
    Turn *turns = array_grow(list->turns, (size_t)list->count, sizeof *turns);
    if (!turns)
        return false;
    list->turns = turns;
    list->turns[list->count++] = turn;
    return true;
}

/* Adds all turns whose first half-move is `first`. */
static bool add_turns(TurnList *list, const Position *pos, Move first) {
    if (pos->rules->halfmoves_per_turn == 1)
        return add(list, turn_single(first));
    Position between;
    MoveList second;
    position_apply(&between, pos, first);
    outcome_find(&between, &second);
    if (second.count == 0)
        return add(list, turn_single(first));
    for (int i = 0; i < second.count; i++)
        if (!add(list, (Turn){.count = 2, .moves = {first, second.moves[i]}}))
            return false;
    return true;
}

bool turn_list_make(const Position *pos, TurnList *list) {
    MoveList first;
    outcome_find(pos, &first);
    *list = (TurnList){0};
    for (int i = 0; i < first.count; i++)
        if (!add_turns(list, pos, first.moves[i])) {
            turn_list_free(list);
            return false;
        }
    return true;
}

void turn_list_free(TurnList *list) {
    free(list->turns);
    *list = (TurnList){0};
}

bool turn_pick_random(const Position *pos, uint64_t *rng, Turn *turn) {
    TurnList list;
    bool picked = turn_list_make(pos, &list) && list.count > 0;
    if (picked)
        *turn = list.turns[random_next(rng) % (uint64_t)list.count];
    turn_list_free(&list);
    return picked;
}

/* --- which turns may be chosen --- */

int turn_filter_plies(const TurnFilter *filter, const Ruleset *rules) {
    return filter->only_count + filter->excluded_count > 0 ? rules->halfmoves_per_turn : 0;
}

static bool begins_any(const Turn *turns, int count, Move first) {
    for (int i = 0; i < count; i++)
        if (turns[i].moves[0] == first)
            return true;
    return false;
}

void turn_filter_first(const TurnFilter *filter, MoveList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        bool wanted = filter->only_count == 0 || begins_any(filter->only, filter->only_count, move);
        if (wanted && !turn_is_among(filter->excluded, filter->excluded_count, turn_single(move)))
            list->moves[kept++] = move;
    }
    list->count = kept;
}

void turn_filter_second(const TurnFilter *filter, Move first, MoveList *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        Turn turn = {.count = 2, .moves = {first, list->moves[i]}};
        bool wanted =
            filter->only_count == 0 || turn_is_among(filter->only, filter->only_count, turn);
        if (wanted && !turn_is_among(filter->excluded, filter->excluded_count, turn))
            list->moves[kept++] = turn.moves[1];
    }
    list->count = kept;
}
