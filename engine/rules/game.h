/* game: the first position of a game, the turns played, and the outcome. Only one thread at a time
 * may use a Game. */
#ifndef MISERE_RULES_GAME_H
#define MISERE_RULES_GAME_H

#include "rules/notation.h"

/* The value of a clock that is unknown or not running. */
#define GAME_NO_CLOCK INT64_MIN

enum { GAME_TURNS_MAX = 1000000 };

typedef struct {
    Turn turn;
    bool is_forced_pass;
    uint64_t key;     /* repetition key of the position in which the turn was played */
    int64_t clock_ms; /* the player's time left after the turn, or GAME_NO_CLOCK */
} GameTurn;

typedef struct {
    Position start;
    Position now;
    GameTurn *turns;
    int count;
    int capacity;
    bool tournament_draws; /* threefold repetition, the fifty-move rule and the ruleset's
                              insufficient material end the game */
    bool time_expired;     /* a player has lost on time */
    Colour expired;        /* the player who has lost on time */
} Game;

/* Starts a game from the ruleset's initial position. The old contents of *game are not freed. */
void game_init(Game *game, const Ruleset *rules);

/* Starts a game from a position in which a turn begins. */
void game_init_from(Game *game, const Position *start);

/* Frees the turns; then the game has none. Freeing a zeroed Game is allowed. */
void game_free(Game *game);

/* Makes a copy with turns of its own. The old contents of *copy are not freed. Returns false if out
 * of memory; then *copy has no turns. */
bool game_copy(Game *copy, const Game *game);

/* The outcome according to the rules, the clock, and the tournament draw rules. */
Outcome game_outcome(const Game *game);

/* Makes room for `count` turns in all, so that playing them cannot run out of memory. Returns
 * false, and changes nothing, if out of memory. */
bool game_reserve(Game *game, int count);

/* Plays a legal turn or a forced pass; `clock_ms` is the player's time left after it. Returns
 * false, and changes nothing, if the game already has GAME_TURNS_MAX turns, or if out of memory. */
bool game_play(Game *game, Turn turn, int64_t clock_ms);

/* Plays random turns (see turn_pick_random) until the game has `count` turns or is over. Returns
 * false if out of memory. */
bool game_play_random(Game *game, int count, uint64_t *rng);

/* Reads a turn with notation_read_turn and plays it. If the player must pass first and the text is
 * not a pass, plays that pass as well. If the turn is illegal or cannot be played, sets *error to
 * the reason, leaves the game unchanged, and returns false. */
bool game_play_text(Game *game, const char *text, int64_t clock_ms, Error *error);

/* Like game_play_text, but reads the turn with notation_read_any_turn. */
bool game_play_any_text(Game *game, const char *text, int64_t clock_ms, Error *error);

/* The same with notation_read_recorded_turn. */
bool game_play_recorded_text(Game *game, const char *text, int64_t clock_ms, Error *error);

/* If the player must pass because of stalemate, plays the pass. Returns whether it did. */
bool game_pass_if_forced(Game *game);

/* Like game_pass_if_forced, but returns false only if there is a forced pass that cannot be played:
 * *error then says why, and the game is unchanged. */
bool game_play_forced_pass(Game *game, Error *error);

/* Takes back a loss on time, or else the last turn, which may be a forced pass. Returns false if
 * there is nothing to take back. */
bool game_undo(Game *game);

/* Ends the game: `player` has lost on time. */
void game_expire(Game *game, Colour player);

/* Was the turn, 0 <= index < game->count, a pass forced by stalemate? */
bool game_turn_is_forced_pass(const Game *game, int index);

/* Returns the turns, separated by spaces; STYLE_UCI is what the UCI command `position` accepts.
 * The caller frees the text. NULL if out of memory. */
char *game_turns_text(const Game *game, Style style);

/* Did the game start from its ruleset's initial position, without chips? */
bool game_starts_at_initial_position(const Game *game);

/* The number of earlier turns that began in the current position. */
int game_repetitions(const Game *game);

/* The player who chooses the next turn, after a forced pass if one is due. */
Colour game_player(const Game *game);

#endif
