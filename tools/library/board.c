/* What a board shows of a position: see misere.h. */
#include "library/handles.h"
#include "rules/duty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the position after a turn, or after the half-move that begins it; if `turn` is NULL, the
 * current position. */
static bool find_position(const MisereGame *game, const char *turn, Position *found,
                          MisereError *error) {
    const Position *now = &game->stored.game.now;
    Refusal refusal;
    Turn read;
    Move first;
    if (!turn) {
        *found = *now;
    } else if (now->rules->halfmoves_per_turn == 1 || strchr(turn, ',')) {
        if (!notation_read_any_turn(now, turn, &read, &refusal))
            return handles_refuse(&refusal, turn, error);
        turn_apply(found, now, read);
    } else {
        if (!notation_read_move(now, turn, &first, &refusal))
            return handles_refuse(&refusal, turn, error);
        position_apply(found, now, first);
    }
    return true;
}

/* How the game stands there. Time and tournament draws are known of the current position only. */
static Outcome outcome_at(const MisereGame *game, const char *turn, const Position *pos) {
    return turn ? outcome_of(pos) : game_outcome(&game->stored.game);
}

static char *write_fen(const Position *pos, const char *if_none, MisereError *error) {
    char fen[FEN_SIZE];
    if (!position_begins_turn(pos)) {
        handles_fail(error, if_none);
        return NULL;
    }
    position_to_fen(pos, fen);
    return handles_text(strdup(fen), error);
}

char *misere_game_start_fen(const MisereGame *game, MisereError *error) {
    return write_fen(&game->stored.game.start, "the game began in the middle of a turn", error);
}

char *misere_game_fen(const MisereGame *game, MisereError *error) {
    return write_fen(&game->stored.game.now, "the game ended in the middle of a turn", error);
}

char *misere_game_board(const MisereGame *game, const char *turn, MisereError *error) {
    char board[SQUARES + 1] = "";
    Position pos;
    if (!find_position(game, turn, &pos, error))
        return NULL;
    for (Square s = 0; s < SQUARES; s++) {
        uint8_t piece = position_piece(&pos, s);
        board[s] = piece == NO_PIECE ? '.' : position_letter(piece);
    }
    return handles_text(strdup(board), error);
}

bool misere_game_marks(const MisereGame *game, const char *turn, MisereMarks *marks,
                       MisereError *error) {
    Position pos;
    Duty duty = {0};
    if (!find_position(game, turn, &pos, error))
        return false;
    if (!outcome_is_over(outcome_at(game, turn, &pos)))
        duty = duty_of(&pos);
    *marks = (MisereMarks){.must_capture = duty.may_pass ? 0 : duty.capturers,
                           .must_capture_or_pass = duty.may_pass ? duty.capturers : 0};
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        if (position_in_check(&pos, colour))
            marks->attacked_kings |= position_pieces(&pos, colour, KING);
        if (position_in_anticheck(&pos, colour))
            marks->unattacked_antikings |= position_pieces(&pos, colour, ANTIKING);
    }
    return true;
}

char *misere_game_moves(const MisereGame *game, const char *turn, MisereError *error) {
    Position pos;
    MoveList list = {0};
    if (!find_position(game, turn, &pos, error))
        return NULL;
    if (!outcome_is_over(outcome_at(game, turn, &pos)))
        outcome_find(&pos, &list);
    char *text = malloc((size_t)list.count * MOVE_TEXT_SIZE + 1), *end = text;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < list.count; i++) {
        char move[MOVE_TEXT_SIZE];
        notation_write_move(&pos, list.moves[i], STYLE_UCI, move);
        end += sprintf(end, "%s\n", move);
    }
    return handles_text(text, error);
}

char *misere_game_write_half(const MisereGame *game, const char *half, MisereError *error) {
    const Position *now = &game->stored.game.now;
    Position between;
    Refusal refusal;
    Move move;
    char text[TURN_TEXT_SIZE];
    if (!notation_read_typed_move(now, half, &move, &refusal)) {
        handles_refuse(&refusal, half, error);
        return NULL;
    }
    position_apply(&between, now, move);
    if (outcome_is_over(outcome_of(&between)))
        notation_write_turn(now, turn_single(move), STYLE_UCI, text);
    else
        notation_write_move(now, move, STYLE_UCI, text);
    return handles_text(strdup(text), error);
}

bool misere_game_refuse_piece(const MisereGame *game, const char *turn, const char *square,
                              MisereRefusal *refusal, MisereError *error) {
    Position pos;
    Square from;
    if (!square_read(square, &from) || square[2]) {
        Error bad;
        error_set(&bad, "%s is not a square", QUOTE(square));
        return handles_fail(error, bad.text);
    }
    if (!find_position(game, turn, &pos, error))
        return false;
    Outcome outcome = outcome_at(game, turn, &pos);
    Refusal refused = refuse_piece(&pos, from);
    if (!turn && outcome_is_over(outcome)) {
        refused = refuse_for(&pos, REFUSED_GAME_OVER);
        refused.over = outcome.reason;
    }
    handles_write_refusal(&refused, refusal);
    return true;
}
