/* record: a game with what surrounds it in a file. One thread at a time may use a Record. */
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
typedef struct Foreign Foreign;

/* A game with what surrounds it: clocks, names, a forfeit, and what a loaded file held besides. */
typedef struct {
    Game game;
    bool timed;
    int64_t initial_ms[COLOURS]; /* GAME_NO_CLOCK if not known */
    int64_t current_ms[COLOURS]; /* what is left; GAME_NO_CLOCK if unlimited or not known */
    char names[COLOURS][PLAYER_NAME_SIZE]; /* UTF-8; empty: nobody named the player */
    Forfeit forfeit;
    Foreign *foreign; /* owned; NULL if there is none */
    void (*free_foreign)(Foreign *foreign);
} Record;

/* A new untimed game of the ruleset. `record` holds nothing yet, or was freed. */
void record_init(Record *record, const Ruleset *rules);

/* Gives back the memory. A zeroed Record may be freed too. */
void record_free(Record *record);

/* The player whose clock shows zero or less: the one to move, if both do. False if nobody's. */
bool record_out_of_time(const Record *record, Colour *player);

#endif
