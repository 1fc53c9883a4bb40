#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

enum { PRIOR_REPETITIONS_TO_DRAW = 2 }; /* threefold repetition */

void game_init_from(Game *game, const Position *start) {
    *game = (Game){.start = *start, .now = *start};
}

void game_init(Game *game, const Ruleset *rules) {
    Position start;
    position_start(&start, rules);
    game_init_from(game, &start);
}

void game_free(Game *game) {
    free(game->turns);
    game->turns = NULL;
    game->count = game->capacity = 0;
}

int game_repetitions(const Game *game) {
    uint64_t key = movegen_repetition_key(&game->now);
    int repetitions = 0;
    for (int i = game->count - 1; i >= 0; i--)
        repetitions += game->turns[i].key == key;
    return repetitions;
}

/* The outcome after a loss on time, which is a draw if the other player can never win. */
static Outcome time_outcome(const Game *game) {
    Colour winner = other(game->expired);
    bool drawn = game->tournament_draws && game->now.rules->flag_draw &&
                 outcome_knight_is_safe(&game->now, winner);
    return (Outcome){.reason = TIME_EXPIRED, .drawn = drawn, .winner = winner};
}

Outcome game_outcome(const Game *game) {
    if (game->time_expired)
        return time_outcome(game);
    Outcome outcome = outcome_of(&game->now);
    if (outcome_is_over(outcome) || !game->tournament_draws || outcome_pass_is_forced(&game->now))
        return outcome;
    if (game_repetitions(game) >= PRIOR_REPETITIONS_TO_DRAW)
        return (Outcome){.reason = THREEFOLD, .drawn = true};
    return outcome_tournament_draw(&game->now);
}

bool game_reserve(Game *game, int count) {
    if (count <= game->capacity)
        return true;
    GameTurn *turns = realloc(game->turns, (size_t)count * sizeof *turns);
    if (!turns)
        return false;
    game->turns = turns;
    game->capacity = count;
    return true;
}

bool game_copy(Game *copy, const Game *game) {
    *copy = *game;
    copy->turns = NULL;
    copy->count = copy->capacity = 0;
    if (!game_reserve(copy, game->count))
        return false;
    if (game->count > 0)
        memcpy(copy->turns, game->turns, (size_t)game->count * sizeof *copy->turns);
    copy->count = game->count;
    return true;
}

static bool make_room(Game *game) {
    if (game->count >= GAME_TURNS_MAX)
        return false;
    return game->count < game->capacity ||
           game_reserve(game, game->capacity ? 2 * game->capacity : 64);
}

bool game_play(Game *game, Turn turn, int64_t clock_ms) {
    if (!make_room(game))
        return false;
    game->turns[game->count++] = (GameTurn){.turn = turn,
                                            .is_forced_pass = turn.moves[0] == MOVE_PASS &&
                                                              outcome_pass_is_forced(&game->now),
                                            .key = movegen_repetition_key(&game->now),
                                            .clock_ms = clock_ms};
    Position before = game->now;
    turn_apply(&game->now, &before, turn);
    return true;
}

bool game_play_random(Game *game, int count, uint64_t *rng) {
    while (game->count < count && !outcome_is_over(game_outcome(game))) {
        Turn turn;
        if (!turn_pick_random(&game->now, rng, &turn) || !game_play(game, turn, GAME_NO_CLOCK))
            return false;
    }
    return true;
}

static bool must_pass(const Game *game) {
    return !outcome_is_over(game_outcome(game)) && outcome_pass_is_forced(&game->now);
}

bool game_pass_if_forced(Game *game) {
    return must_pass(game) && game_play(game, turn_single(MOVE_PASS), GAME_NO_CLOCK);
}

/* Says why game_play has failed. */
static bool fail_no_room(const Game *game, Error *error) {
    return game->count >= GAME_TURNS_MAX ? error_set(error, "the game has too many turns")
                                         : error_set_out_of_memory(error);
}

bool game_play_forced_pass(Game *game, Error *error) {
    return !must_pass(game) || game_pass_if_forced(game) || fail_no_room(game, error);
}

typedef bool ReadTurn(const Position *pos, const char *text, Turn *turn, Refusal *refusal);

static bool play_text(Game *game, const char *text, ReadTurn *read, int64_t clock_ms,
                      Error *error) {
    Refusal refusal = refuse_for(&game->now, REFUSED_GAME_OVER);
    refusal.over = game_outcome(game).reason;
    if (refusal.over != PLAYING)
        return refusal_error(&refusal, text, error);
    bool is_pass = notation_is_pass(text) || notation_is_any_pass(text);
    int before = game->count;
    Turn turn;
    if (!is_pass && !game_play_forced_pass(game, error))
        return error_wrap(error, "%s", QUOTE(text));
    bool is_legal = read(&game->now, text, &turn, &refusal);
    if (is_legal && game_play(game, turn, clock_ms))
        return true;
    if (!is_legal) {
        refusal_error(&refusal, text, error);
    } else {
        fail_no_room(game, error);
        error_wrap(error, "%s", QUOTE(text));
    }
    if (game->count > before)
        game_undo(game);
    return false;
}

bool game_play_text(Game *game, const char *text, int64_t clock_ms, Error *error) {
    return play_text(game, text, notation_read_turn, clock_ms, error);
}

bool game_play_any_text(Game *game, const char *text, int64_t clock_ms, Error *error) {
    return play_text(game, text, notation_read_any_turn, clock_ms, error);
}

bool game_play_recorded_text(Game *game, const char *text, int64_t clock_ms, Error *error) {
    return play_text(game, text, notation_read_recorded_turn, clock_ms, error);
}

bool game_undo(Game *game) {
    if (game->time_expired) {
        game->time_expired = false;
        return true;
    }
    if (game->count == 0)
        return false;
    game->count--;
    game->now = game->start;
    for (int i = 0; i < game->count; i++) {
        Position before = game->now;
        turn_apply(&game->now, &before, game->turns[i].turn);
    }
    return true;
}

void game_expire(Game *game, Colour player) {
    game->time_expired = true;
    game->expired = player;
}

bool game_turn_is_forced_pass(const Game *game, int index) {
    return game->turns[index].is_forced_pass;
}

Colour game_player(const Game *game) {
    Colour player = (Colour)game->now.player;
    return outcome_pass_is_forced(&game->now) ? other(player) : player;
}

char *game_turns_text(const Game *game, Style style) {
    char *text = malloc((size_t)game->count * TURN_TEXT_SIZE + 1), *out = text;
    if (!text)
        return NULL;
    *out = '\0';
    Position pos = game->start;
    for (int i = 0; i < game->count; i++) {
        if (i > 0)
            *out++ = ' ';
        notation_write_turn(&pos, game->turns[i].turn, style, out);
        out += strlen(out);
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
    return text;
}

bool game_starts_at_initial_position(const Game *game) {
    char start[FEN_SIZE], initial[FEN_SIZE];
    Position position;
    position_start(&position, game->start.rules);
    position_to_fen(&position, initial);
    position_to_fen(&game->start, start);
    return strcmp(start, initial) == 0;
}
