/* game: a whole game: where it started, the turns played since, and how it ended.
 * An object that one thread at a time may use. */
#ifndef MISERE_RULES_GAME_H
#define MISERE_RULES_GAME_H

#include "rules/notation.h"

/* A clock that is not known, or does not run. */
#define GAME_NO_CLOCK INT64_MIN

enum { GAME_TURNS_MAX = 1000000 };

typedef struct {
    Turn turn;
    bool is_forced_pass;
    uint64_t key;     /* of the position in which it was played, for repetition */
    int64_t clock_ms; /* the player's clock after it, or GAME_NO_CLOCK */
} GameTurn;

typedef struct {
    Position start;
    Position now;
    GameTurn *turns;
    int count;
    int capacity;
    bool tournament_draws; /* do repetition and the fifty-move rule end the game? */
    bool time_expired;
    Colour expired; /* the player whose time it was */
} Game;

/* Starts a game from the ruleset's initial position. `game` holds nothing yet, or was freed. */
void game_init(Game *game, const Ruleset *rules);

/* Starts a game from a position where a turn begins. */
void game_init_from(Game *game, const Position *start);

/* Gives back the game's memory. A zeroed Game may be freed too. */
void game_free(Game *game);

/* How the game has ended, if it has: by the board, the clock, or the tournament's draws. */
Outcome game_outcome(const Game *game);

/* Plays a turn that is legal now (a forced pass is), with the player's clock after it. Returns
 * false, and changes nothing, when the game has GAME_TURNS_MAX turns or memory is out. */
bool game_play(Game *game, Turn turn, int64_t clock_ms);

/* Reads a turn in either notation and plays it, after a forced pass if one was left out. If it is
 * not legal, says why, returns false and changes nothing. */
bool game_play_text(Game *game, const char *text, int64_t clock_ms, Error *error);

/* If the side to move is stalemated and loses its turn, plays that pass. Says whether it did. */
bool game_pass_if_forced(Game *game);

/* Takes back the last turn (a forced pass is one), or a loss on time. False if there is none. */
bool game_undo(Game *game);

/* The player's clock has run out. */
void game_expire(Game *game, Colour player);

/* Was this turn of the game a pass forced by stalemate? */
bool game_turn_is_forced_pass(const Game *game, int index);

/* The game's turns with blanks between, as `position` takes them in STYLE_UCI. The caller frees
 * the text; NULL without memory. */
char *game_turns_text(const Game *game, Style style);

/* Did the game start from its ruleset's initial position, without chips? */
bool game_starts_at_initial_position(const Game *game);

/* How often the position now on the board was there before where a turn began. */
int game_repetitions(const Game *game);

/* The player who decides next: after a forced pass, if one is due. */
Colour game_player(const Game *game);

#endif
