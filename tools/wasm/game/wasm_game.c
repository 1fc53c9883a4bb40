#include "wasm/game/wasm_game.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A WasmGame with the Game that it points to; made by wasm_game_new. */
typedef struct {
    WasmGame wasm; /* first, so that both structs have the same address */
    Game game;
} OwnedGame;

WasmGame *wasm_game_new(void) {
    OwnedGame *owned = calloc(1, sizeof *owned);
    if (!owned)
        return NULL;
    game_init(&owned->game, ruleset_default());
    owned->wasm.game = &owned->game;
    return &owned->wasm;
}

void wasm_game_free(WasmGame *game) {
    if (!game)
        return;
    game_free(game->game);
    wasm_answer_free(&game->answer);
    free(game);
}

const char *wasm_game_text(const WasmGame *game) {
    return wasm_answer_text(&game->answer);
}

/* --- playing --- */

/* Sets the chips of a player if `count` is not negative. */
static bool set_chips(Position *start, Colour colour, int count, Error *error) {
    if (count < 0)
        return true;
    if (count > CHIPS_MAX)
        return error_set(error, "%d chips: a player has at most %d", count, CHIPS_MAX);
    if (count > 0 && !start->rules->pass_chips)
        return error_set(error, "there are no chips in ruleset %s", start->rules->name);
    position_set_chips(start, colour, count);
    return true;
}

bool wasm_game_start(WasmGame *game, const char *ruleset, const char *fen, bool tournament_draws,
                     int white_chips, int black_chips) {
    Error error;
    Position start;
    const Ruleset *rules = ruleset_find(ruleset);
    if (!rules) {
        error_set(&error, "no ruleset is named %s", QUOTE(ruleset));
        return wasm_answer_fail(&game->answer, error.text);
    }
    if (!*fen)
        position_start(&start, rules);
    else if (!position_from_fen(&start, rules, fen, &error))
        return wasm_answer_fail(&game->answer, error.text);
    if (!set_chips(&start, WHITE, white_chips, &error) ||
        !set_chips(&start, BLACK, black_chips, &error))
        return wasm_answer_fail(&game->answer, error.text);
    game_free(game->game);
    game_init_from(game->game, &start);
    game->game->tournament_draws = tournament_draws;
    return wasm_answer_copy(&game->answer, "");
}

bool wasm_game_play(WasmGame *game, const char *turn) {
    Error error;
    if (!game_play_any_text(game->game, turn, GAME_NO_CLOCK, &error))
        return wasm_answer_fail(&game->answer, error.text);
    return wasm_answer_copy(&game->answer, "");
}

bool wasm_game_take_back(WasmGame *game) {
    if (!game_undo(game->game))
        return wasm_answer_fail(&game->answer, "no turn has been played");
    return wasm_answer_copy(&game->answer, "");
}

/* --- the game --- */

bool wasm_game_ruleset(WasmGame *game) {
    return wasm_answer_copy(&game->answer, game->game->start.rules->name);
}

static bool answer_fen(WasmGame *game, const Position *pos, const char *if_none) {
    char fen[FEN_SIZE];
    if (!position_begins_turn(pos))
        return wasm_answer_fail(&game->answer, if_none);
    position_to_fen(pos, fen);
    return wasm_answer_copy(&game->answer, fen);
}

bool wasm_game_start_fen(WasmGame *game) {
    return answer_fen(game, &game->game->start, "the game began in the middle of a turn");
}

bool wasm_game_has_tournament_draws(const WasmGame *game) {
    return game->game->tournament_draws;
}

bool wasm_game_history(WasmGame *game, int style) {
    const Game *played = game->game;
    char *text = malloc((size_t)played->count * TURN_TEXT_SIZE + 1), *end = text;
    Position before, after = played->start;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < played->count; i++) {
        char turn[TURN_TEXT_SIZE];
        before = after;
        notation_write_turn(&before, played->turns[i].turn, (Style)style, turn);
        end += snprintf(end, TURN_TEXT_SIZE + 1, "%s\n", turn);
        turn_apply(&after, &before, played->turns[i].turn);
    }
    return wasm_answer_take(&game->answer, text);
}

bool wasm_game_status(WasmGame *game) {
    Outcome outcome = game_outcome(game->game);
    char text[64];
    if (!outcome_is_over(outcome))
        snprintf(text, sizeof text, "playing %s", outcome_colour_name(game_player(game->game)));
    else if (outcome.drawn)
        snprintf(text, sizeof text, "drawn %s", outcome_reason_name(outcome.reason));
    else
        snprintf(text, sizeof text, "won %s %s", outcome_colour_name(outcome.winner),
                 outcome_reason_name(outcome.reason));
    return wasm_answer_copy(&game->answer, text);
}

/* --- the position --- */

bool wasm_game_turns(WasmGame *game, int style) {
    TurnTexts turns = {0};
    bool over = outcome_is_over(game_outcome(game->game));
    if (!over && !notation_all_turns(&game->game->now, (Style)style, &turns))
        return wasm_answer_fail(&game->answer, "out of memory");
    char *text = malloc((size_t)turns.count * TURN_TEXT_SIZE + 1), *end = text;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < turns.count; i++)
        end += snprintf(end, TURN_TEXT_SIZE + 1, "%s\n", turns.texts[i]);
    notation_free_turns(&turns);
    return wasm_answer_take(&game->answer, text);
}

/* Keeps the reason why the text was refused, if it was. Returns whether it was not. */
static bool is_accepted(WasmGame *game, const Refusal *refusal, const char *text) {
    Error error;
    game->refused = refusal->reason;
    game->refusing = refusal->squares;
    if (refusal->reason == REFUSED_NOT)
        return true;
    refusal_error(refusal, text, &error);
    return wasm_answer_fail(&game->answer, error.text);
}

bool wasm_game_notation(WasmGame *game, const char *turn, int style) {
    Refusal refusal;
    Turn read;
    char text[TURN_TEXT_SIZE];
    notation_read_typed_turn(&game->game->now, turn, &read, &refusal);
    if (!is_accepted(game, &refusal, turn))
        return false;
    notation_write_turn(&game->game->now, read, (Style)style, text);
    return wasm_answer_copy(&game->answer, text);
}

bool wasm_game_half(WasmGame *game, const char *half) {
    const Position *now = &game->game->now;
    Position between;
    Refusal refusal;
    Move move;
    char text[TURN_TEXT_SIZE];
    notation_read_typed_move(now, half, &move, &refusal);
    if (!is_accepted(game, &refusal, half))
        return false;
    position_apply(&between, now, move);
    if (outcome_is_over(outcome_of(&between)))
        notation_write_turn(now, turn_single(move), STYLE_UCI, text);
    else
        notation_write_move(now, move, STYLE_UCI, text);
    return wasm_answer_copy(&game->answer, text);
}

bool wasm_game_fen(WasmGame *game) {
    return answer_fen(game, &game->game->now, "the game ended in the middle of a turn");
}

/* Finds the position after a turn, or after the half-move that begins it; if `turn` is NULL, the
 * current position. On failure the answer is the reason. */
static bool find_position(WasmGame *game, const char *turn, Position *found) {
    const Position *now = &game->game->now;
    Refusal refusal;
    Turn read;
    Move first;
    if (!turn) {
        *found = *now;
        return true;
    }
    if (now->rules->halfmoves_per_turn == 1 || strchr(turn, ',')) {
        if (notation_read_any_turn(now, turn, &read, &refusal))
            turn_apply(found, now, read);
    } else if (notation_read_move(now, turn, &first, &refusal)) {
        position_apply(found, now, first);
    }
    return is_accepted(game, &refusal, turn);
}

bool wasm_game_board(WasmGame *game, const char *turn) {
    char board[SQUARES + 1] = "";
    Position pos;
    if (!find_position(game, turn, &pos))
        return false;
    for (Square s = 0; s < SQUARES; s++) {
        uint8_t piece = position_piece(&pos, s);
        board[s] = piece == NO_PIECE ? '.' : position_letter(piece);
    }
    return wasm_answer_copy(&game->answer, board);
}

static char *write_squares(char *out, Bitboard squares) {
    for (const char *gap = ""; squares; squares &= squares - 1, gap = " ") {
        out += sprintf(out, "%s", gap);
        out = square_write(out, lsb(squares));
    }
    return out + sprintf(out, "\n");
}

/* Is the game over in the position that `turn` names? Time and tournament draws are known of the
 * current position only. */
static bool is_over(const WasmGame *game, const char *turn, const Position *pos) {
    return outcome_is_over(turn ? outcome_of(pos) : game_outcome(game->game));
}

bool wasm_game_marks(WasmGame *game, const char *turn) {
    char text[(SQUARES + COLOURS + COLOURS) * 3 + 2], *end = text;
    Position pos;
    Bitboard attacked = 0, unattacked = 0;
    Duty duty = {0};
    if (!find_position(game, turn, &pos))
        return false;
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        if (position_in_check(&pos, colour))
            attacked |= position_pieces(&pos, colour, KING);
        if (position_in_anticheck(&pos, colour))
            unattacked |= position_pieces(&pos, colour, ANTIKING);
    }
    if (!is_over(game, turn, &pos))
        duty = duty_of(&pos);
    end = write_squares(end, attacked);
    end = write_squares(end, unattacked);
    end = write_squares(end, duty.may_pass ? 0 : duty.capturers);
    write_squares(end, duty.may_pass ? duty.capturers : 0);
    return wasm_answer_copy(&game->answer, text);
}

bool wasm_game_moves(WasmGame *game, const char *turn) {
    Position pos;
    MoveList list = {0};
    if (!find_position(game, turn, &pos))
        return false;
    if (!is_over(game, turn, &pos))
        outcome_find(&pos, &list);
    char *text = malloc((size_t)list.count * MOVE_TEXT_SIZE + 1), *end = text;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < list.count; i++) {
        char move[MOVE_TEXT_SIZE];
        notation_write_move(&pos, list.moves[i], STYLE_UCI, move);
        end += sprintf(end, "%s\n", move);
    }
    return wasm_answer_take(&game->answer, text);
}

bool wasm_game_why_not(WasmGame *game, const char *turn, const char *square) {
    char text[REFUSAL_TEXT_SIZE];
    Position pos;
    Square from;
    if (!square_read(square, &from) || square[2])
        return wasm_answer_fail(&game->answer, "not a square");
    if (!find_position(game, turn, &pos))
        return false;
    Refusal refusal = refuse_piece(&pos, from);
    if (!turn && is_over(game, turn, &pos)) {
        refusal = refuse_for(&pos, REFUSED_GAME_OVER);
        refusal.over = game_outcome(game->game).reason;
    }
    is_accepted(game, &refusal, square);
    refusal_text(&refusal, text);
    return wasm_answer_copy(&game->answer, text);
}

bool wasm_game_refusal(WasmGame *game) {
    char text[32 + 3 * SQUARES], *end = text;
    end += sprintf(end, "%s ", refusal_name(game->refused));
    end = write_squares(end, game->refusing);
    end[-1] = '\0';
    return wasm_answer_copy(&game->answer, text);
}

bool wasm_game_chips(WasmGame *game) {
    char text[2 * 8];
    const uint16_t *chips = game->game->now.chips;
    snprintf(text, sizeof text, "%u %u", chips[WHITE], chips[BLACK]);
    return wasm_answer_copy(&game->answer, text);
}
