/* stored_game: a game with what surrounds it in a file. One thread at a time may use a StoredGame.
 */
#ifndef MISERE_FILES_MODEL_STORED_GAME_H
#define MISERE_FILES_MODEL_STORED_GAME_H

#include "rules/game.h"

enum { PLAYER_NAME_SIZE = 64, FORFEIT_REASON_SIZE = 64 };

/* A game that was ended neither by the rules nor by the clock: somebody broke a rule, crashed,
 * gave up. It counts only while the game goes on by rules and clock. */
typedef struct {
    Colour loser;
    char reason[FORFEIT_REASON_SIZE]; /* UTF-8; empty: nobody has forfeited the game */
} Forfeit;

/* What was found in a file and is no business of ours, kept for writing back. */
typedef struct XmlExtensions XmlExtensions;

/* A game with what surrounds it: clocks, names, a forfeit, and what a loaded file held besides. */
typedef struct {
    Game game;
    bool timed;
    int64_t initial_ms[COLOURS]; /* GAME_NO_CLOCK if not known */
    int64_t current_ms[COLOURS]; /* what is left; GAME_NO_CLOCK if unlimited or not known */
    char names[COLOURS][PLAYER_NAME_SIZE]; /* UTF-8; empty: nobody named the player */
    Forfeit forfeit;
    XmlExtensions *extensions; /* owned; NULL if there is none */
    void (*free_foreign)(XmlExtensions *extensions);
} StoredGame;

/* A new untimed game of the ruleset. `record` holds nothing yet, or was freed. */
void stored_game_init(StoredGame *record, const Ruleset *rules);

/* Gives back the memory. A zeroed StoredGame may be freed too. */
void stored_game_free(StoredGame *record);

/* The player whose clock shows zero or less: the one to move, if both do. False if nobody's. */
bool stored_game_out_of_time(const StoredGame *record, Colour *player);

#endif
