#include "search/pv.h"

#include "base/minmax.h"

#include <stdlib.h>
#include <string.h>

void pv_table_update(PvTable *table, int ply, Move move) {
    int rest = table->count[ply + 1];
    table->moves[ply][0] = move;
    memcpy(&table->moves[ply][1], table->moves[ply + 1], (size_t)rest * sizeof(Move));
    table->count[ply] = rest + 1;
}

bool pv_table_line(const PvTable *table, Pv *pv) {
    if (table->count[0] == 0)
        return false;
    pv->count = table->count[0];
    memcpy(pv->moves, table->moves[0], (size_t)pv->count * sizeof(Move));
    return true;
}

/* The half-move of a proven position in the table; MOVE_NONE if there is none. */
static Move proven_move(const Table *table, const Position *pos) {
    MoveList list;
    TableEntry entry;
    outcome_find(pos, &list);
    bool is_proven = table_probe(table, pos->key, 0, &entry) && entry.depth == TABLE_DEPTH_MAX;
    return is_proven && movelist_has(&list, entry.move) ? entry.move : MOVE_NONE;
}

void pv_follow_table(Pv *pv, const Position *root, const Table *table) {
    int length = (int)min64(SCORE_MATE - abs(pv->score), MAX_PLY);
    Position pos = *root;
    for (int i = 0; i < length; i++) {
        if (i == pv->count) {
            Move move = proven_move(table, &pos);
            if (move == MOVE_NONE)
                return;
            pv->moves[pv->count++] = move;
        }
        Position before = pos;
        position_apply(&pos, &before, pv->moves[i]);
    }
}

int pv_turns(const Position *root, const Pv *line, Turn turns[MAX_PLY]) {
    Position now = *root;
    int count = 0;
    for (int i = 0; i < line->count && count < MAX_PLY;) {
        Turn turn = turn_single(line->moves[i++]);
        Position after;
        position_apply(&after, &now, turn.moves[0]);
        if (!position_begins_turn(&after) && !outcome_is_over(outcome_of(&after))) {
            if (i == line->count)
                break;
            turn.moves[turn.count++] = line->moves[i++];
        }
        turns[count++] = turn;
        turn_apply(&after, &now, turn);
        now = after;
    }
    return count;
}

/* The wanted half-move if it is allowed, else the table's if it is allowed, else the first allowed
 * one. If none is allowed, all legal ones count as allowed. */
static Move choose_move(const Position *pos, const MoveList *all, const MoveList *allowed,
                        Move wanted, const Table *table) {
    const MoveList *list = allowed->count > 0 ? allowed : all;
    TableEntry entry = {.move = MOVE_NONE};
    table_probe(table, pos->key, 0, &entry);
    if (movelist_has(list, wanted))
        return wanted;
    return movelist_has(list, entry.move) ? entry.move : list->moves[0];
}

Turn pv_first_turn(const Position *root, const Pv *line, const TurnFilter *filter,
                   const Table *table) {
    MoveList all, allowed;
    outcome_find(root, &all);
    allowed = all;
    turn_filter_first(filter, &allowed);
    Move wanted = line->count > 0 ? line->moves[0] : MOVE_NONE;
    Turn turn = turn_single(choose_move(root, &all, &allowed, wanted, table));
    if (root->rules->halfmoves_per_turn == 1)
        return turn;
    Position between;
    position_apply(&between, root, turn.moves[0]);
    outcome_find(&between, &all);
    if (all.count == 0)
        return turn;
    allowed = all;
    turn_filter_second(filter, turn.moves[0], &allowed);
    wanted = line->count > 1 && line->moves[0] == turn.moves[0] ? line->moves[1] : MOVE_NONE;
    turn.moves[turn.count++] = choose_move(&between, &all, &allowed, wanted, table);
    return turn;
}
