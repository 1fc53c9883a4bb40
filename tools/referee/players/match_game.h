/* duel: one game between two players: keeps the clocks, judges every turn by the rules, believes
 * nobody. A Duel belongs to one thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_MATCH_GAME_H
#define MISERE_REFEREE_PLAYERS_MATCH_GAME_H

#include "referee/players/player.h"
#include "referee/players/termination.h"

typedef struct {
    EndKind kind;
    Colour loser;                 /* from END_TIME on */
    char detail[ERROR_TEXT_SIZE]; /* what the referee saw, for people; "" if the rules say it all */
} Ending;

/* What a player said of its turn, and how long it took. */
typedef struct {
    bool has_score;
    bool is_mate;
    int score; /* for the player: centipawns, or turns until a forced end */
    int depth;
    int64_t nodes;
    int64_t elapsed_us;
} Thought;

typedef struct {
    Record record;
    int opening_turns; /* of the game's turns, these were not chosen by the players */
    Thought *thoughts; /* of every turn; empty for the opening and for forced passes */
    int thought_capacity;
    Ending ending;
} Duel;

/* How the game was decided, as one word: outcome_reason_name's or ending_name's. */
const char *duel_reason(const Duel *duel);

/* The points of White: 2 for a win, 1 for a draw, 0. */
int duel_white_points(const Duel *duel);

/* A duel that starts from `opening`, which it takes over. */
void duel_init(Duel *duel, const Contest *contest, Game *opening, const PlayerSpec *white,
               const PlayerSpec *black);

void duel_free(Duel *duel);

/* Who has not appeared loses the game. */
void duel_forfeit(Duel *duel, EndKind kind, Colour loser, const char *detail);

/* Plays the game to its end. players[] are started, and may have failed when it returns. The seed
 * is for players that draw lots. False: there is no result, because *cancel became true, or because
 * of trouble that is no player's fault: memory is out, or a program cannot do what was asked. */
bool duel_play(Duel *duel, const Contest *contest, Player *const players[COLOURS], uint64_t seed,
               const atomic_bool *cancel, Error *error);

#endif
