#include "textui/session/session.h"

#include "base/minmax.h"
#include "files/games.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_unlimited(int64_t clock_ms) {
    return clock_ms == GAME_NO_CLOCK;
}

void session_init(Session *session) {
    *session = (Session){0};
}

void session_free(Session *session) {
    stored_game_free(&session->stored);
    free(session->clocks_before);
    *session = (Session){0};
}

void session_finish(Session *session) {
    session->in_progress = false;
    session->has_chosen_turn = false;
}

/* --- clocks --- */

int64_t session_clock(const Session *session, Colour player) {
    return session->stored.timed ? session->stored.current_ms[player] : GAME_NO_CLOCK;
}

static SessionClocks both_clocks(const Session *session) {
    return (SessionClocks){{session_clock(session, WHITE), session_clock(session, BLACK)}};
}

static void set_clocks(StoredGame *stored, SessionClocks clocks) {
    memcpy(stored->current_ms, clocks.ms, sizeof stored->current_ms);
    stored->timed = !is_unlimited(clocks.ms[WHITE]) || !is_unlimited(clocks.ms[BLACK]);
}

void session_charge(Session *session, int64_t ms) {
    Colour player = session_player(session);
    int64_t left = session_clock(session, player);
    if (is_unlimited(left))
        return;
    session->stored.current_ms[player] = ms < left ? left - ms : 0;
    if (ms >= left) {
        stored_game_reopen(&session->stored);
        game_expire(&session->stored.game, player);
    }
}

void session_run_clock(Session *session, int64_t now) {
    if (!session->real_time || !session->in_progress)
        return;
    session_charge(session, now - session->charged_until);
    session->charged_until = now;
}

int session_time_left(const Session *session, int64_t now) {
    if (!session->real_time || !session->in_progress)
        return -1;
    int64_t left = session_clock(session, session_player(session));
    if (is_unlimited(left))
        return -1;
    return (int)min64(max64(left - (now - session->charged_until), 0), INT_MAX);
}

void session_set_clock(Session *session, Colour player, int64_t ms) {
    SessionClocks clocks = both_clocks(session);
    clocks.ms[player] = ms;
    set_clocks(&session->stored, clocks);
    session->clocks_before[session->stored.game.count].ms[player] = ms;
}

/* --- the course of the game --- */

/* Allocates clocks_before[0] to clocks_before[count]. */
static bool make_room(Session *session, int count) {
    if (count < session->capacity)
        return true;
    int capacity = count + count / 2 + 64;
    SessionClocks *before = realloc(session->clocks_before, (size_t)capacity * sizeof *before);
    if (!before)
        return false;
    session->clocks_before = before;
    session->capacity = capacity;
    return true;
}

/* Begins the next turn; if it is a forced pass, plays it and begins the one after it. There must be
 * room for the clocks of both. */
static void begin_turn(Session *session) {
    Game *game = &session->stored.game;
    session->has_chosen_turn = false;
    do
        session->clocks_before[game->count] = both_clocks(session);
    while (game_pass_if_forced(game));
}

Colour session_player(const Session *session) {
    return (Colour)session->stored.game.now.player;
}

void session_resign(Session *session) {
    Colour player = session_player(session);
    Colour loser = session->computer[player] ? other(player) : player;
    stored_game_terminate(&session->stored, TERMINATION_RESIGNATION, loser, "");
}

bool session_awaits_computer(const Session *session) {
    return session->in_progress && session->computer[session_player(session)] &&
           !outcome_is_over(game_outcome(&session->stored.game));
}

bool session_start(Session *session, const Setup *setup, int64_t now) {
    if (!make_room(session, 1))
        return false;
    StoredGame *stored = &session->stored;
    stored_game_free(stored);
    stored_game_init(stored, setup->rules);
    set_clocks(stored, setup->clocks);
    memcpy(stored->initial_ms, setup->clocks.ms, sizeof stored->initial_ms);
    stored->increment_ms = setup->increment_ms;
    if (setup->start)
        game_init_from(&stored->game, setup->start);
    for (int colour = WHITE; colour <= BLACK; colour++) {
        session->computer[colour] = setup->computer[colour];
        if (setup->chips[colour] > 0)
            position_set_chips(&stored->game.start, (Colour)colour, setup->chips[colour]);
    }
    stored->game.now = stored->game.start;
    session->in_progress = true;
    session->charged_until = now;
    begin_turn(session);
    return true;
}

/* Fills clocks_before for a loaded game, from those clocks that its history records. */
static void restore_clock_history(Session *session) {
    const StoredGame *stored = &session->stored;
    const Game *game = &stored->game;
    Position pos = game->start;
    SessionClocks clocks = both_clocks(session);
    for (int colour = WHITE; colour <= BLACK; colour++)
        if (!is_unlimited(clocks.ms[colour]) && !is_unlimited(stored->initial_ms[colour]))
            clocks.ms[colour] = stored->initial_ms[colour];
    for (int i = 0; i < game->count; i++) {
        session->clocks_before[i] = clocks;
        if (!is_unlimited(clocks.ms[pos.player]) && !is_unlimited(game->turns[i].clock_ms))
            clocks.ms[pos.player] = game->turns[i].clock_ms;
        Position before = pos;
        turn_apply(&pos, &before, game->turns[i].turn);
    }
}

bool session_adopt(Session *session, const StoredGame *loaded, int64_t now) {
    if (!make_room(session, loaded->game.count + 1))
        return false;
    stored_game_free(&session->stored);
    session->stored = *loaded;
    if (!session->in_progress)
        session_set_players(session, false, false);
    restore_clock_history(session);
    session->in_progress = true;
    session->charged_until = now;
    begin_turn(session);
    return true;
}

bool session_load(Session *session, const char *path, bool any_format, int64_t now, Error *error) {
    StoredGame loaded;
    /* "-" is refused: standard input has commands, not a game. */
    if (!(any_format ? games_load(strcmp(path, "-") == 0 ? "./-" : path, NULL, 1, &loaded, error)
                     : games_load_for_course(path, &loaded, error)))
        return false;
    if (session_adopt(session, &loaded, now))
        return true;
    stored_game_free(&loaded);
    return error_set(error, "out of memory");
}

bool session_play(Session *session, Turn turn, int64_t now) {
    Game *game = &session->stored.game;
    Colour player = session_player(session);
    int64_t clock = session_clock(session, player);
    if (!is_unlimited(clock))
        clock += min64(session->stored.increment_ms, INT64_MAX - clock);
    if (!make_room(session, game->count + 2) || !game_play(game, turn, clock))
        return false;
    session->stored.current_ms[player] = clock;
    stored_game_reopen(&session->stored);
    session->charged_until = now;
    begin_turn(session);
    return true;
}

/* Lets the player to move begin the turn again, with the clocks as they were. */
static void begin_again(Session *session, int64_t now) {
    set_clocks(&session->stored, session->clocks_before[session->stored.game.count]);
    session->charged_until = now;
    begin_turn(session);
}

bool session_take_back(Session *session, int64_t now) {
    StoredGame *stored = &session->stored;
    const Game *game = &stored->game;
    bool is_ended = game->time_expired || stored_game_is_forfeited(stored);
    bool taken = is_ended && stored_game_undo(stored);
    for (bool forced = true; forced && !taken && game->count > 0;) {
        forced = game_turn_is_forced_pass(game, game->count - 1);
        stored_game_undo(stored);
        taken = !forced;
    }
    session->in_progress = session->in_progress || taken;
    begin_again(session, now);
    return taken;
}

int session_undo(Session *session, int64_t now) {
    Game *game = &session->stored.game;
    Colour player = session_player(session);
    int undone = 0;
    stored_game_reopen(&session->stored);
    for (bool found = false; !found && game->count > 0;) {
        bool forced = game_turn_is_forced_pass(game, game->count - 1);
        stored_game_undo(&session->stored);
        undone += !forced;
        found = !forced && session_player(session) == player;
    }
    begin_again(session, now);
    return undone;
}

void session_set_players(Session *session, bool white_is_computer, bool black_is_computer) {
    session->computer[WHITE] = white_is_computer;
    session->computer[BLACK] = black_is_computer;
    session->has_chosen_turn = false;
}

const char *session_result(Outcome outcome) {
    if (outcome.drawn)
        return "Game drawn";
    return outcome.winner == WHITE ? "White Player has won" : "Black Player has won";
}
