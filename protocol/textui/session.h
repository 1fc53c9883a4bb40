/* session: the game that a TextUI session plays: its turns, its players and their clocks.
 * It prints nothing and knows no engine; the time comes from its caller, in milliseconds on a
 * clock that never jumps. One thread at a time may use a Session. */
#ifndef MISERE_TEXTUI_SESSION_H
#define MISERE_TEXTUI_SESSION_H

#include "files/gamefile.h"

typedef struct {
    int64_t ms[COLOURS]; /* GAME_NO_CLOCK: unlimited */
} SessionClocks;

/* How a new game is to begin. */
typedef struct {
    const Ruleset *rules;
    bool computer[COLOURS]; /* by player: does the computer play it? */
    SessionClocks clocks;
    int chips[COLOURS];
} Setup;

typedef struct {
    StoredGame record;      /* the game in progress; afterwards how the last one ended */
    bool in_progress;       /* until session_finish, even when the outcome is there */
    bool computer[COLOURS]; /* by player: does the computer play it? */
    bool has_chosen_turn;   /* has the computer chosen its turn? */
    Turn chosen_turn;

    bool real_time;        /* do clocks run by themselves, or only when session_charge is called? */
    int64_t charged_until; /* real time: up to when the player to move has been charged */

    /* clocks_before[i]: the clocks as turn i began, 0 <= i <= record.game.count; for Undo. */
    SessionClocks *clocks_before;
    int capacity;
} Session;

/* No game in progress. `session` holds nothing yet. */
void session_init(Session *session);

void session_free(Session *session);

/* Starts a new game, in place of the one in progress. False, and nothing is changed, without
 * memory. */
bool session_start(Session *session, const Setup *setup, int64_t now);

/* Loads a game in place of the one in progress, whose players keep their colours; with none in
 * progress both are human. The game loaded may be over. On failure says why, returns false and
 * changes nothing. */
bool session_load(Session *session, const char *path, int64_t now, Error *error);

/* The game is no longer in progress; how it ended may still be looked at. */
void session_finish(Session *session);

/* Whose turn it is. A turn forced by stalemate is never open: it has been passed. */
Colour session_player(const Session *session);

/* Is the computer to choose the next turn of the game in progress? */
bool session_awaits_computer(const Session *session);

/* What a player has left, or GAME_NO_CLOCK. */
int64_t session_clock(const Session *session, Colour player);

/* Takes time off the clock, if any, of the player to move. At zero the game is lost. */
void session_charge(Session *session, int64_t ms);

/* Real time: charges the player to move for the time until now. */
void session_run_clock(Session *session, int64_t now);

/* Plays a legal turn of the player to move, and the pass that the next is forced to make. False,
 * and nothing is changed, without memory or when the game is too long. */
bool session_play(Session *session, Turn turn, int64_t now);

/* Takes turns back until it is the same player's turn again, one earlier; at least to the start.
 * Both clocks are what they were as that turn began. Returns how many turns, forced passes not
 * counted; 0 if there was none. */
int session_undo(Session *session, int64_t now);

/* Gives a player another clock; GAME_NO_CLOCK: none. */
void session_set_clock(Session *session, Colour player, int64_t ms);

/* Says anew which colours of the game in progress the computer plays. What it had chosen is
 * forgotten. */
void session_set_players(Session *session, bool white_is_computer, bool black_is_computer);

/* The line that ends a game: "White Player has won", "Game drawn". */
const char *session_result(Outcome outcome);

#endif
