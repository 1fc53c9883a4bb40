#include "prove/solver/hardest_line.h"

#include "rules/notation.h"

#include <stdio.h>

enum { LINE_LENGTH = 16 };

/* How many half-moves a position has, how many of them lead to proven positions, and the next one
 * of the line. */
typedef struct {
    int count, proven;
    Position next;
    Move move; /* MOVE_NONE if none is open */
} LineStep;

/* The winner plays what has the least proof number, the loser what has the greatest. */
static LineStep look_ahead(DfPn *searcher, const Position *pos, Colour attacker) {
    LineStep step = {.move = MOVE_NONE};
    MoveList list;
    uint32_t best = 0;
    outcome_find(pos, &list);
    step.count = list.count;
    for (int i = 0; i < list.count; i++) {
        Position after;
        position_apply(&after, pos, list.moves[i]);
        ProofValue value = df_pn_look_up(searcher, &after, PLY_MAX);
        step.proven += is_proven(&value);
        bool is_better = pos->player == attacker ? value.proof < best : value.proof > best;
        if (!is_solved(&value) && (step.move == MOVE_NONE || is_better)) {
            best = value.proof;
            step.move = list.moves[i];
            step.next = after;
        }
    }
    return step;
}

void hardest_line_describe(DfPn *searcher, const Position *root, Colour attacker, char *text,
                           size_t size) {
    Position pos = *root;
    bool has_counted = false;
    int length = snprintf(text, size, "%s to win;", position_colour_name(attacker));
    for (int i = 0; i < LINE_LENGTH && (size_t)length + 2 * MOVE_TEXT_SIZE < size; i++) {
        char move[MOVE_TEXT_SIZE];
        LineStep step = look_ahead(searcher, &pos, attacker);
        if (step.move == MOVE_NONE)
            break;
        if (pos.player != attacker && !has_counted) {
            length += snprintf(text + length, size - (size_t)length, " (%d of %d proven)",
                               step.proven, step.count);
            has_counted = true;
        }
        notation_write_move(&pos, step.move, STYLE_UCI, move);
        length += snprintf(text + length, size - (size_t)length, " %s", move);
        pos = step.next;
    }
}
