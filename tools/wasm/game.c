#include "wasm/game.h"

#include "base/error.h"
#include "rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct WasmGame {
    Game game;
    char *text; /* the last answer; NULL: none, or memory is out */
};

WasmGame *wasm_game_new(void) {
    WasmGame *game = calloc(1, sizeof *game);
    if (game)
        game_init(&game->game, ruleset_default());
    return game;
}

void wasm_game_free(WasmGame *game) {
    if (!game)
        return;
    game_free(&game->game);
    free(game->text);
    free(game);
}

const char *wasm_game_text(const WasmGame *game) {
    return game->text ? game->text : "";
}

/* Replaces the answer by this text, of which it takes ownership; false if that is NULL. */
static bool answer(WasmGame *game, char *text) {
    free(game->text);
    game->text = text;
    return text != NULL;
}

static bool fail(WasmGame *game, const char *reason) {
    answer(game, strdup(reason));
    return false;
}

/* --- playing --- */

bool wasm_game_start(WasmGame *game, const char *ruleset, const char *fen, bool tournament_draws) {
    Error error;
    Position start;
    const Ruleset *rules = ruleset_find(ruleset);
    if (!rules) {
        error_set(&error, "no ruleset is named %s", QUOTE(ruleset));
        return fail(game, error.text);
    }
    if (!*fen)
        position_start(&start, rules);
    else if (!position_from_fen(&start, rules, fen, &error))
        return fail(game, error.text);
    game_free(&game->game);
    game_init_from(&game->game, &start);
    game->game.tournament_draws = tournament_draws;
    return answer(game, strdup(""));
}

bool wasm_game_play(WasmGame *game, const char *turn) {
    Error error;
    if (!game_play_text(&game->game, turn, GAME_NO_CLOCK, &error))
        return fail(game, error.text);
    return answer(game, strdup(""));
}

bool wasm_game_take_back(WasmGame *game) {
    if (!game_undo(&game->game))
        return fail(game, "no turn has been played");
    return answer(game, strdup(""));
}

/* --- asking --- */

bool wasm_game_turns(WasmGame *game, int style) {
    TurnTexts turns = {0};
    bool over = outcome_is_over(game_outcome(&game->game));
    if (!over && !notation_all_turns(&game->game.now, (Style)style, &turns))
        return fail(game, "out of memory");
    char *text = malloc((size_t)turns.count * TURN_TEXT_SIZE + 1), *end = text;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < turns.count; i++)
        end += snprintf(end, TURN_TEXT_SIZE + 1, "%s\n", turns.texts[i]);
    notation_free_turns(&turns);
    return answer(game, text);
}

bool wasm_game_history(WasmGame *game, int style) {
    const Game *played = &game->game;
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
    return answer(game, text);
}

bool wasm_game_notation(WasmGame *game, const char *turn, int style) {
    Error error;
    Turn read;
    char text[TURN_TEXT_SIZE];
    if (!notation_read_turn(&game->game.now, turn, &read, &error))
        return fail(game, error.text);
    notation_write_turn(&game->game.now, read, (Style)style, text);
    return answer(game, strdup(text));
}

bool wasm_game_status(WasmGame *game) {
    Outcome outcome = game_outcome(&game->game);
    char text[64];
    if (!outcome_is_over(outcome))
        snprintf(text, sizeof text, "playing %s", outcome_colour_name(game_player(&game->game)));
    else if (outcome.drawn)
        snprintf(text, sizeof text, "drawn %s", outcome_reason_name(outcome.reason));
    else
        snprintf(text, sizeof text, "won %s %s", outcome_colour_name(outcome.winner),
                 outcome_reason_name(outcome.reason));
    return answer(game, strdup(text));
}

bool wasm_game_fen(WasmGame *game) {
    char fen[FEN_SIZE];
    if (!position_begins_turn(&game->game.now))
        return fail(game, "the game ended in the middle of a turn");
    position_to_fen(&game->game.now, fen);
    return answer(game, strdup(fen));
}

bool wasm_game_board(WasmGame *game) {
    char board[SQUARES + 1] = "";
    for (Square s = 0; s < SQUARES; s++) {
        uint8_t piece = position_piece(&game->game.now, s);
        board[s] = piece == NO_PIECE ? '.' : position_letter(piece);
    }
    return answer(game, strdup(board));
}

/* --- rulesets --- */

int wasm_ruleset_count(void) {
    return ruleset_count();
}

const char *wasm_ruleset_name(int index) {
    return ruleset_at(index)->name;
}

const char *wasm_ruleset_start_fen(int index) {
    return ruleset_at(index)->start_fen;
}

const char *wasm_ruleset_family(int index) {
    return ruleset_family_name(ruleset_at(index)->family);
}
