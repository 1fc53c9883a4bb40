/* match_game: one game between two players. Keeps the clocks and checks every turn against the
 * rules; what the players claim does not count. A MatchGame belongs to one thread at a time. */
#ifndef MISERE_REFEREE_PLAYERS_MATCH_GAME_H
#define MISERE_REFEREE_PLAYERS_MATCH_GAME_H

#include "referee/players/player.h"
#include "referee/players/termination.h"

typedef struct {
    TerminationKind kind;
    Colour loser;                 /* only from TERMINATION_TIME_FORFEIT on */
    char detail[ERROR_TEXT_SIZE]; /* for people: what happened; may be empty */
} Termination;

/* A player's evaluation of its turn, and how long it took. */
typedef struct {
    bool has_score;
    bool is_mate;
    int score; /* from the player's point of view: centipawns, or turns until mate if is_mate */
    int depth;
    int64_t nodes;
    int64_t elapsed_us;
} TurnEvaluation;

typedef struct {
    StoredGame record;
    int opening_turns;           /* the first turns of the game, which the players did not choose */
    TurnEvaluation *evaluations; /* by turn; zero for the opening and for forced passes */
    int evaluation_capacity;
    Termination termination;
} MatchGame;

/* How the game was decided, in one word: from outcome_reason_name() or termination_name(). */
const char *match_game_reason(const MatchGame *match_game);

/* White's points: 2 for a win, 1 for a draw, 0 for a loss. */
int match_game_white_points(const MatchGame *match_game);

/* Begins a match game after `opening`, whose turns it takes over: *opening is then empty. */
void match_game_init(MatchGame *match_game, const TournamentConfig *config, Game *opening,
                     const PlayerSpec *white, const PlayerSpec *black);

void match_game_free(MatchGame *match_game);

/* Ends the game before its first turn, because the loser could not be started. */
void match_game_forfeit(MatchGame *match_game, TerminationKind kind, Colour loser,
                        const char *detail);

/* Plays the game to its end. players[] must be running, and may have failed when this returns. The
 * seed is for built-in players. Returns false if the game has no result: *cancel was set, or *error
 * says what failed that is no player's fault, as when memory is out, or a program does not support
 * what is asked of it. */
bool match_game_play(MatchGame *match_game, const TournamentConfig *config,
                     Player *const players[COLOURS], uint64_t seed, const atomic_bool *cancel,
                     Error *error);

#endif
