/* Games, turns and their refusals: see misere.h. */
#include "library/handles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MisereGame *misere_game_new(const char *ruleset, const char *fen, MisereError *error) {
    const Ruleset *rules = handles_find_ruleset(ruleset, error);
    Position start;
    Error bad;
    if (!rules)
        return NULL;
    if (!fen)
        position_start(&start, rules);
    else if (!position_from_fen(&start, rules, fen, &bad)) {
        handles_fail(error, bad.text);
        return NULL;
    }
    StoredGame stored;
    stored_game_init(&stored, rules);
    game_init_from(&stored.game, &start);
    return handles_own_game(&stored, error);
}

void misere_game_free(MisereGame *game) {
    if (game)
        stored_game_free(&game->stored);
    free(game);
}

/* --- the game --- */

const char *misere_game_ruleset(const MisereGame *game) {
    return game->stored.game.start.rules->name;
}

bool misere_game_tournament_draws(const MisereGame *game) {
    return game->stored.game.tournament_draws;
}

void misere_game_set_tournament_draws(MisereGame *game, bool draws) {
    game->stored.game.tournament_draws = draws;
}

/* Checks that a player may have so many chips. */
static bool check_chips(const Ruleset *rules, int count, MisereError *error) {
    Error bad;
    if (count < 0 || count > CHIPS_MAX)
        error_set(&bad, "%d is not a number of chips from 0 to %d", count, CHIPS_MAX);
    else if (count > 0 && !rules->pass_chips)
        error_set(&bad, "there are no chips in ruleset %s", rules->name);
    else
        return true;
    return handles_fail(error, bad.text);
}

bool misere_game_set_chips(MisereGame *game, int white, int black, MisereError *error) {
    Game *played = &game->stored.game;
    if (!check_chips(played->start.rules, white, error) ||
        !check_chips(played->start.rules, black, error))
        return false;
    if (played->count > 0)
        return handles_fail(error, "chips are given before the first turn");
    position_set_chips(&played->start, WHITE, white);
    position_set_chips(&played->start, BLACK, black);
    played->now = played->start;
    return true;
}

bool misere_game_play(MisereGame *game, const char *turn, int64_t clock_ms, MisereError *error) {
    Error bad;
    if (!game_play_any_text(&game->stored.game, turn, clock_ms, &bad))
        return handles_fail(error, bad.text);
    stored_game_reopen(&game->stored);
    return true;
}

bool misere_game_undo(MisereGame *game) {
    return stored_game_undo(&game->stored);
}

void misere_game_expire(MisereGame *game, MisereColour player) {
    stored_game_reopen(&game->stored);
    game_expire(&game->stored.game, (Colour)player);
}

int misere_game_length(const MisereGame *game) {
    return game->stored.game.count;
}

char *misere_game_history(const MisereGame *game, MisereStyle style, MisereError *error) {
    const Game *played = &game->stored.game;
    char *text = malloc((size_t)played->count * TURN_TEXT_SIZE + 1), *end = text;
    Position before, after = played->start;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < played->count; i++) {
        char turn[TURN_TEXT_SIZE];
        before = after;
        notation_write_turn(&before, played->turns[i].turn, (Style)style, turn);
        end += sprintf(end, "%s\n", turn);
        turn_apply(&after, &before, played->turns[i].turn);
    }
    return handles_text(text, error);
}

void misere_game_status(const MisereGame *game, MisereStatus *status) {
    const Game *played = &game->stored.game;
    Outcome outcome = game_outcome(played);
    bool is_over = outcome_is_over(outcome), is_won = is_over && !outcome.drawn;
    *status =
        (MisereStatus){.state = is_won    ? MISERE_WON
                                : is_over ? MISERE_DRAWN
                                          : MISERE_PLAYING,
                       .colour = (MisereColour)(is_won ? outcome.winner : game_player(played)),
                       .reason = is_over ? outcome_reason_name(outcome.reason) : "",
                       .result = stored_game_result(&game->stored),
                       .chips = {played->now.chips[WHITE], played->now.chips[BLACK]},
                       .repetitions = game_repetitions(played)};
}

/* --- turns --- */

char *misere_game_turns(const MisereGame *game, MisereStyle style, MisereError *error) {
    const Game *played = &game->stored.game;
    TurnTexts turns = {0};
    bool is_over = outcome_is_over(game_outcome(played));
    if (!is_over && !notation_all_turns(&played->now, (Style)style, &turns))
        return handles_text(NULL, error);
    char *text = malloc((size_t)turns.count * TURN_TEXT_SIZE + 1), *end = text;
    if (end)
        *end = '\0';
    for (int i = 0; end && i < turns.count; i++)
        end += sprintf(end, "%s\n", turns.texts[i]);
    notation_free_turns(&turns);
    return handles_text(text, error);
}

char *misere_game_write_turn(const MisereGame *game, const char *turn, MisereStyle style,
                             MisereError *error) {
    const Position *now = &game->stored.game.now;
    Refusal refusal;
    Turn read;
    char text[TURN_TEXT_SIZE];
    if (!notation_read_typed_turn(now, turn, &read, &refusal)) {
        handles_refuse(&refusal, turn, error);
        return NULL;
    }
    notation_write_turn(now, read, (Style)style, text);
    return handles_text(strdup(text), error);
}

bool misere_game_refuse_turn(const MisereGame *game, const char *turn, MisereRefusal *refusal) {
    const Position *now = &game->stored.game.now;
    Refusal refused;
    Turn read;
    Move half;
    bool is_legal = notation_read_typed_turn(now, turn, &read, &refused);
    if (!is_legal && now->rules->halfmoves_per_turn > 1 && !strchr(turn, ','))
        is_legal = notation_read_typed_move(now, turn, &half, &refused);
    handles_write_refusal(&refused, refusal);
    return !is_legal;
}
