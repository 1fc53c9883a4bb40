/* match_game: one game between two players: keeps the clocks, judges every turn by the rules,
 * believes nobody. A MatchGame belongs to one thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_MATCH_GAME_H
#define MISERE_REFEREE_PLAYERS_MATCH_GAME_H

#include "referee/players/player.h"
#include "referee/players/termination.h"

typedef struct {
    TerminationKind kind;
    Colour loser;                 /* from TERMINATION_TIME_FORFEIT on */
    char detail[ERROR_TEXT_SIZE]; /* what the referee saw, for people; "" if the rules say it all */
} Termination;

/* What a player said of its turn, and how long it took. */
typedef struct {
    bool has_score;
    bool is_mate;
    int score; /* for the player: centipawns, or turns until a forced end */
    int depth;
    int64_t nodes;
    int64_t elapsed_us;
} TurnEvaluation;

typedef struct {
    StoredGame record;
    int opening_turns;           /* of the game's turns, these were not chosen by the players */
    TurnEvaluation *evaluations; /* of every turn; empty for the opening and for forced passes */
    int evaluation_capacity;
    Termination termination;
} MatchGame;

/* How the game was decided, as one word: outcome_reason_name's or termination_name's. */
const char *match_game_reason(const MatchGame *match_game);

/* The points of White: 2 for a win, 1 for a draw, 0. */
int match_game_white_points(const MatchGame *match_game);

/* A match game that starts from `opening`, which it takes over. */
void match_game_init(MatchGame *match_game, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black);

void match_game_free(MatchGame *match_game);

/* Who has not appeared loses the game. */
void match_game_forfeit(MatchGame *match_game, TerminationKind kind, Colour loser,
                        const char *detail);

/* Plays the game to its end. players[] are started, and may have failed when it returns. The seed
 * is for players that choose at random. False: there is no result, because *cancel became true, or
 * because of trouble that is no player's fault: memory is out, or a program cannot do what was
 * asked. */
bool match_game_play(MatchGame *match_game, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error);

#endif
