/* session: the game of a TextUI session: its turns, its players and their clocks. It does no I/O
 * except in session_load(), and does not know about engines. The caller passes the time as `now`:
 * in milliseconds, by a clock that never jumps. One thread at a time may use a Session. */
#ifndef MISERE_TEXTUI_SESSION_H
#define MISERE_TEXTUI_SESSION_H

#include "files/gamefile.h"

typedef struct {
    int64_t ms[COLOURS]; /* GAME_NO_CLOCK: unlimited */
} SessionClocks;

/* How a new game begins. */
typedef struct {
    const Ruleset *rules;
    bool computer[COLOURS]; /* does the computer play this colour? */
    SessionClocks clocks;
    int64_t increment_ms;  /* what a player's clock gains with each of its turns */
    int chips[COLOURS];    /* 0 .. CHIPS_MAX */
    const Position *start; /* of the same ruleset; NULL: the ruleset's own */
} Setup;

typedef struct {
    StoredGame stored;      /* the game in progress, or the last one as it ended */
    bool in_progress;       /* until session_finish(), even if the game is over */
    bool computer[COLOURS]; /* does the computer play this colour? */
    bool has_chosen_turn;   /* has the computer chosen its turn? */
    Turn chosen_turn;

    bool real_time; /* do clocks run in real time? If not, only session_charge() deducts time */
    int64_t charged_until; /* if real_time: when the player to move was last charged */

    /* clocks_before[i]: the clocks when turn i began, 0 <= i <= stored.game.count; for undo. */
    SessionClocks *clocks_before;
    int capacity;
} Session;

/* Initialises an uninitialised session, without a game in progress. */
void session_init(Session *session);

void session_free(Session *session);

/* Starts a new game, in place of the one in progress. If out of memory, changes nothing and returns
 * false. */
bool session_start(Session *session, const Setup *setup, int64_t now);

/* Loads the first game of a file of any format, or only of the course's (see games.h), in place of
 * the one in progress. The computer still
 * plays the same colours; if no game was in progress, both players are human. The loaded game may
 * be over. On failure sets *error, returns false and changes nothing. */
bool session_load(Session *session, const char *path, bool any_format, int64_t now, Error *error);

/* Continues a game from a file, like session_load(). On success the session owns what `loaded`
 * owned. If out of memory, changes nothing and returns false. */
bool session_adopt(Session *session, const StoredGame *loaded, int64_t now);

/* A person resigns: the player to move or, if that is the computer, its opponent. */
void session_resign(Session *session);

/* Marks the game as no longer in progress; its result stays available. */
void session_finish(Session *session);

/* Whose turn it is. Any pass forced by stalemate has already been played. */
Colour session_player(const Session *session);

/* Is it the computer's turn, in a game that is in progress and not over? */
bool session_awaits_computer(const Session *session);

/* The milliseconds that a player has left, or GAME_NO_CLOCK. */
int64_t session_clock(const Session *session, Colour player);

/* Deducts time from the clock of the player to move, if it has one. A player whose clock reaches
 * zero loses the game. */
void session_charge(Session *session, int64_t ms);

/* In real time, charges the player to move for the time until now; otherwise does nothing. */
void session_run_clock(Session *session, int64_t now);

/* In real time, the milliseconds until the clock of the player to move runs out, at most INT_MAX;
 * -1 if no clock is running. */
int session_time_left(const Session *session, int64_t now);

/* Plays a legal turn of the player to move, whose clock gains the increment, and then a pass if one
 * is forced. If out of memory or
 * the game is too long, changes nothing and returns false. */
bool session_play(Session *session, Turn turn, int64_t now);

/* Takes back the last turn and the forced passes after it. If a clock has run out or a player has
 * resigned, takes back only that. Resets the clocks to what they were when the turn to be made now
 * began, and puts the game in progress again if it was finished. Returns false at the start of the
 * game. */
bool session_take_back(Session *session, int64_t now);

/* Takes back the previous turn of the player to move and all turns after it; if that player has
 * made no turn, takes back all turns of the game. Resets both clocks to what they were when the
 * earliest of these turns began. Returns the number of turns taken back, not counting forced
 * passes; 0 at the start of the game. */
int session_undo(Session *session, int64_t now);

/* Sets the time that a player has left; GAME_NO_CLOCK: unlimited. */
void session_set_clock(Session *session, Colour player, int64_t ms);

/* Sets which colours the computer plays, and discards a turn that the computer has chosen. */
void session_set_players(Session *session, bool white_is_computer, bool black_is_computer);

/* The line that ends a game: "White Player has won", "Black Player has won" or "Game drawn". */
const char *session_result(Outcome outcome);

#endif
